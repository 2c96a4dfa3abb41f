"""Laying cards on the table: new melds, laying off, merging, red threes, and the events of it.

`going_out.conclude` checks if the seat may be left with the rest of its hand.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.actions import LayMelds, LayOff, LayRedThree, Merge, NewMeld
from games.engine.cards import FACES, RED_THREES
from games.engine.errors import IllegalAction, Rule
from games.engine.events import (
    HandEvent,
    HandEvents,
    LaidOff,
    Melded,
    Merged,
    PileTaken,
    RedThreeLaid,
)
from games.engine.meld_kinds import SEQUENCE, WILD
from games.engine.named_tuples import new_tuple
from games.engine.rulesets import Declaring, Rules
from games.engine.rulesets.derived import NEVER
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld, value
from games.engine.table.shapes import check_fit, check_merge, new_meld


class LaidMeld(NamedTuple):
    """A meld as an action would leave it, and the meld that it replaces."""

    meld: Meld
    old: Meld | None = None
    added: tuple[int, ...] = ()
    """The cards that it has in addition to the meld that it replaces."""


class PileTake(NamedTuple):
    """The take of the pile for which melds are laid, and the red threes that came with it."""

    pile: PileTaken
    red_threes: tuple[RedThreeLaid, ...] = ()


def lay_melds(state: HandState, seat: int, action: LayMelds) -> HandEvents:
    """New melds from the hand; the initial minimum applies to their sum.

    Raises IllegalAction (HAND-01, MELD-01..07, 12, 13, 15, 16, THREE-01).
    """
    if not action.melds:
        raise IllegalAction(Rule.TOO_FEW_CARDS, "lay at least one meld", need=1, have=0)
    require_held(state, seat, [card for meld in action.melds for card in meld.cards])
    return melded(state, seat, new_melds(state, seat, action.melds, first_id=state.next_meld))


def new_melds(
    state: HandState, seat: int, melds: Sequence[NewMeld], *, first_id: int
) -> list[LaidMeld]:
    """The requested new melds; raises IllegalAction for cards that make none."""
    side = seat % state.sides
    return [
        LaidMeld(new_meld(asked.cards, meld_id, side, state.rules, asked.as_))
        for meld_id, asked in enumerate(melds, first_id)
    ]


def melded(
    state: HandState, seat: int, new: Sequence[LaidMeld], take: PileTake | None = None
) -> HandEvents:
    """Events of laying `new`; raises IllegalAction (MELD-07, 12).

    If the first of them takes the pile, that event comes first, and its red threes come last.
    """
    side = state.by_side[seat % state.sides]
    if state.rules.one_of_a_kind:
        _require_one_of_a_kind(side.melds, new, state.rules)
    if side.minimum is not None:
        _require_minimum(side.minimum, [entry.meld for entry in new], state)
    return _events(seat, new, take)


def _require_one_of_a_kind(own: Sequence[Meld], new: Sequence[LaidMeld], rules: Rules) -> None:
    """Raise IllegalAction unless a side with `own` melds may begin the new ones, in order."""
    table = {meld.id: meld for meld in own}
    for meld, old, _ in new:
        for other in table.values() if old is None else ():
            barred = _barred(meld, other, rules)
            if barred is not None:
                raise barred
        table[meld.id] = meld


def _barred(meld: Meld, other: Meld, rules: Rules) -> IllegalAction | None:
    """Why a side that has `other` may not begin `meld` as well; None when it may."""
    need = rules.size_before_next(meld.kind, meld.rank)
    if meld.kind != other.kind or len(other.cards) >= need:
        return None
    if meld.kind == SEQUENCE:
        if meld.suit != other.suit:
            return None
        return IllegalAction(Rule.ONE_OF_A_KIND, "a side has one sequence of each suit in a hand")
    if meld.rank != other.rank:
        return None
    if need == NEVER:
        return IllegalAction(
            Rule.ONE_OF_A_KIND,
            "a side has one meld of wild cards"
            if meld.kind == WILD
            else "a side has one group of each rank",
        )
    return IllegalAction(
        Rule.ONE_OF_A_KIND,
        "a meld of wild cards has {need} cards before the next is begun"
        if meld.kind == WILD
        else "a group of a rank has {need} cards before the next is begun",
        need=need,
    )


def _events(seat: int, new: Sequence[LaidMeld], take: PileTake | None) -> HandEvents:
    events: list[HandEvent] = [] if take is None else [take.pile]
    for meld, old, added in new:
        along = bool(events)
        if old is None:
            events.append(Melded(seat, meld.id, meld.kind, meld.cards, meld.wild_as, along))
        else:
            events.append(LaidOff(seat, meld.id, added, along=along))
    if take is not None:
        events += take.red_threes
    return tuple(events)


def _require_minimum(need: int, melds: Sequence[Meld], state: HandState) -> None:
    have = sum([value(meld.cards, state.rules) for meld in melds])
    if have < need:
        raise IllegalAction(
            Rule.INITIAL_MINIMUM, "the first melds need {need} points", need=need, have=have
        )


def lay_off(state: HandState, seat: int, action: LayOff) -> HandEvents:
    """Events of laying cards off.

    Raises IllegalAction (HAND-01, MELD-01, 03..06, 08..10, 13..16).
    """
    if not action.cards:
        raise IllegalAction(Rule.TOO_FEW_CARDS, "lay off at least one card", need=1, have=0)
    old = own_meld(state, seat, action.onto)
    require_held(state, seat, action.cards)
    wild_as = check_fit(old, action.cards, state.rules, action.as_)
    return (new_tuple(LaidOff, (seat, old.id, action.cards, wild_as, False)),)


def merge(state: HandState, seat: int, action: Merge) -> HandEvents:
    """Join two own groups of a rank; raises IllegalAction (MELD-03, 04, 08, 09, 11, 14, 15)."""
    into, other = own_meld(state, seat, action.into), own_meld(state, seat, action.from_)
    check_merge(into, other, state.rules)
    return (Merged(seat, into.id, other.id),)


def lay_red_three(state: HandState, seat: int, action: LayRedThree) -> HandEvents:
    """Red threes from the hand; no replacement is drawn.

    Raises IllegalAction (HAND-01, MELD-01, THREE-02, 04).
    """
    if state.rules.red_threes.declaring is not Declaring.CHOICE:
        raise IllegalAction(Rule.RED_THREES_ARE_NO_CHOICE, "red threes are not laid by choice here")
    if not action.cards:
        raise IllegalAction(Rule.TOO_FEW_CARDS, "lay at least one red three", need=1, have=0)
    require_held(state, seat, action.cards)
    for card in action.cards:
        if card not in RED_THREES:
            raise IllegalAction(Rule.NOT_A_RED_THREE, "{card} is no red three", card=FACES[card])
    return (RedThreeLaid(seat, action.cards),)


def came_along(seat: int, cards: Sequence[int], rules: Rules) -> tuple[RedThreeLaid, ...]:
    """Laying the red threes among `cards` of the pile or a second hand. They are not replaced.

    This follows all other events of the take, and leaves the hand smaller by these cards.
    """
    red = self_laying(cards, rules)
    return (RedThreeLaid(seat, red),) if red else ()


def self_laying(cards: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Those of `cards` that are laid by themselves: red threes, if the ruleset says so."""
    return tuple([card for card in cards if card in rules.self_laying])


def require_held(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Raise IllegalAction unless the seat holds all of `cards` (HAND-01)."""
    hand, size = state.hands[seat], len(cards)
    for card in cards:
        have, need, face = hand[card], cards.count(card), FACES[card]
        if have < size and have < need:
            raise IllegalAction(
                Rule.CARD_NOT_HELD,
                "you hold {have} of {card}, not {need}" if have else "you do not hold {card}",
                card=face,
                need=need,
                have=have,
            )


def own_meld(state: HandState, seat: int, meld_id: int) -> Meld:
    """The meld of the seat's side with this id; raises IllegalAction (MELD-08, 09)."""
    for meld in state.by_side[seat % state.sides].melds:
        if meld.id == meld_id:
            return meld
    if meld_id in [meld.id for meld in state.all_melds()]:
        raise IllegalAction(Rule.NOT_YOUR_MELD, "meld {meld} belongs to another side", meld=meld_id)
    raise IllegalAction(Rule.UNKNOWN_MELD, "there is no meld {meld}", meld=meld_id)
