"""The middle of a turn: new melds, laying off, merging, red threes."""

from collections.abc import Sequence

from games.engine.actions import LayMelds, LayOff, LayRedThree, Merge
from games.engine.cards import THREE
from games.engine.events import HandEvent, Merged
from games.engine.meld_kinds import GROUP
from games.engine.rules import laying
from games.engine.rules.going_out import settled
from games.engine.rules.holding import own_meld
from games.engine.rules.laying import New, Taking
from games.engine.table.hand import HandState
from games.engine.table.shapes import merged


def lay_melds(state: HandState, seat: int, action: LayMelds) -> tuple[HandEvent, ...]:
    """New melds from the hand; the initial minimum applies to their sum (MELD-07)."""
    new = laying.from_hand(state, seat, action)
    size = state.sizes[seat] - sum([len(meld.cards) for meld in action.melds])
    return judge_melds(state, seat, new, size)


def judge_melds(
    state: HandState, seat: int, new: Sequence[New], size: int, taking: Taking | None = None
) -> tuple[HandEvent, ...]:
    """Events of laying `new` with `size` cards left; raises IllegalAction (MELD-07, 12, OUT-..)."""
    events = laying.melded(state, seat, new, taking)
    threes_laid = THREE in [entry.meld.rank for entry in new if entry.meld.kind == GROUP]
    gained = () if taking is None else taking.pile.cards
    return settled(state, seat, events, size, threes_laid=threes_laid, gained=gained)


def lay_off(state: HandState, seat: int, action: LayOff) -> tuple[HandEvent, ...]:
    """Cards from the hand onto an own meld."""
    events = laying.laid_off(state, seat, action)
    return settled(state, seat, events, state.sizes[seat] - len(action.cards))


def merge(state: HandState, seat: int, action: Merge) -> tuple[HandEvent, ...]:
    """Two own groups of a rank become one."""
    into, other = own_meld(state, seat, action.into), own_meld(state, seat, action.from_)
    merged(into, other, state.rules)
    events = (Merged(seat, into.id, other.id),)
    threes_laid = state.by_side[seat % state.sides].threes_laid()
    return settled(state, seat, events, state.sizes[seat], threes_laid=threes_laid)


def lay_red_three(state: HandState, seat: int, action: LayRedThree) -> tuple[HandEvent, ...]:
    """Red threes from the hand to the table; no replacement is drawn."""
    events = laying.red_threes_laid(state, seat, action)
    size = state.sizes[seat] - len(action.cards)
    threes_laid = state.by_side[seat % state.sides].threes_laid()
    return settled(state, seat, events, size, threes_laid=threes_laid)
