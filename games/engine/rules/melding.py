"""The middle of a turn: new melds, laying off, merging, red threes."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.actions import LayMelds, LayOff, LayRedThree, Merge, NewMeld
from games.engine.cards import FACES, RED_THREES, THREE
from games.engine.errors import IllegalAction, Rule
from games.engine.events import HandEvent, LaidOff, Melded, Merged, RedThreeLaid
from games.engine.melds import Meld, check_fit, merged, new_meld, value
from games.engine.rules.holding import own_meld, require_held
from games.engine.rules.leaving import settled
from games.engine.state import HandState


class New(NamedTuple):
    """A meld as an action would leave it, and the meld that it replaces."""

    meld: Meld
    old: Meld | None = None


def laid(state: HandState, seat: int, melds: Sequence[NewMeld], *, first_id: int) -> list[New]:
    """The new melds that are asked for; raises IllegalAction for cards that make none."""
    side = seat % state.sides
    result: list[New] = []
    for meld_id, asked in enumerate(melds, first_id):
        require_no_stand_in(asked.as_)
        result.append(New(new_meld(asked.cards, meld_id, side, state.rules)))
    return result


def require_no_stand_in(as_: int | None) -> None:
    """Raise IllegalAction when a wild card is said to stand in a sequence (MELD-05)."""
    if as_ is not None:
        raise IllegalAction(Rule.WILD_IN_SEQUENCE, "no wild card stands in a sequence here")


def judge_melds(state: HandState, seat: int, new: Sequence[New]) -> tuple[HandEvent, ...]:
    """Events of laying `new`; raises IllegalAction (MELD-07)."""
    need = state.by_side[seat % state.sides].minimum
    if need is not None:
        _require_minimum(need, [entry.meld for entry in new], state)
    return tuple([Melded(seat, m.id, m.kind, m.cards, None, n > 0) for n, (m, _) in enumerate(new)])


def lays_threes(new: Sequence[New]) -> bool:
    """Whether black threes are among the melds, which oblige the seat to go out."""
    return THREE in [entry.meld.rank for entry in new]


def _require_minimum(need: int, melds: Sequence[Meld], state: HandState) -> None:
    have = sum([value(meld.cards, state.rules) for meld in melds])
    if have < need:
        raise IllegalAction(
            Rule.INITIAL_MINIMUM, f"the first melds need {need} points", need=need, have=have
        )


def lay_melds(state: HandState, seat: int, action: LayMelds) -> tuple[HandEvent, ...]:
    """New melds from the hand; the initial minimum judges their sum (V1..V9)."""
    if not action.melds:
        raise IllegalAction(Rule.TOO_FEW_CARDS, "lay at least one meld", need=1, have=0)
    cards = tuple([card for meld in action.melds for card in meld.cards])
    require_held(state, seat, cards)
    new = laid(state, seat, action.melds, first_id=state.next_meld)
    events = judge_melds(state, seat, new)
    size = state.sizes[seat] - len(cards)
    return settled(state, seat, events, size=size, threes_laid=lays_threes(new))


def lay_off(state: HandState, seat: int, action: LayOff) -> tuple[HandEvent, ...]:
    """Cards from the hand onto an own meld (V10..V17)."""
    old = own_meld(state, seat, action.onto)
    require_held(state, seat, action.cards)
    require_no_stand_in(action.as_)
    check_fit(old, action.cards, state.rules)
    added = LaidOff(seat, old.id, action.cards)
    return settled(state, seat, (added,), size=state.sizes[seat] - len(action.cards))


def merge(state: HandState, seat: int, action: Merge) -> tuple[HandEvent, ...]:
    """Two own groups of a rank become one (V18)."""
    into, other = own_meld(state, seat, action.into), own_meld(state, seat, action.from_)
    merged(into, other, state.rules)
    events = (Merged(seat, into.id, other.id),)
    threes_laid = state.by_side[seat % state.sides].threes_laid()
    return settled(state, seat, events, size=state.sizes[seat], threes_laid=threes_laid)


def lay_red_three(state: HandState, seat: int, action: LayRedThree) -> tuple[HandEvent, ...]:
    """Red threes from the hand to the table; no replacement is drawn (V33, B7)."""
    require_held(state, seat, action.cards)
    for card in action.cards:
        if card not in RED_THREES:
            raise IllegalAction(
                Rule.NOT_A_RED_THREE, f"{FACES[card]} is no red three", card=FACES[card]
            )
    size = state.sizes[seat] - len(action.cards)
    threes_laid = state.by_side[seat % state.sides].threes_laid()
    laid_out = (RedThreeLaid(seat, action.cards),)
    return settled(state, seat, laid_out, size=size, threes_laid=threes_laid)
