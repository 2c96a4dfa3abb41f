"""Going out, and never being left without a way to end the turn."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.engine.actions import LayMelds, LayOff, LayRedThree, NewMeld
from games.engine.cards import FACES, expand
from games.engine.errors import IllegalAction, Refusal, Rule
from games.engine.events import HandEnded, HandEvent
from games.engine.meld_kinds import SEQUENCE
from games.engine.phase import PLAY, HandEnd
from games.engine.rules.between_turns import has_last_red_three, has_more_to_come, require_discard
from games.engine.rules.laying import from_hand, laid_off, melded, red_threes_laid
from games.engine.rulesets import LastDiscard, Passing, Permission, Ruleset
from games.engine.table.changes import replay
from games.engine.table.hand import HandState, PermissionState, Played


def require_leave(state: HandState, seat: int, *, discarding: bool = False) -> None:
    """Raise IllegalAction unless the seat may go out (OUT-01..03, OUT-07..10).

    It does so with what lies on the table, by a discard or without one.
    """
    side, rules = seat % state.sides, state.rules
    if not state.qualified(side):
        raise not_qualified(state, side)
    _require_permission(state, seat)
    if state.feet and any(state.feet[seat]):
        raise IllegalAction(
            Rule.SECOND_HAND_LIES,
            "your second hand still lies: keep a card to discard",
            cards=sum(state.feet[seat]),
        )
    if state.aside:
        raise IllegalAction(
            Rule.CARDS_LIE_ASIDE,
            f"{len(state.aside)} cards of the pile are yours after your discard; keep a card",
            cards=len(state.aside),
        )
    if rules.going_out.last_discard is LastDiscard.REQUIRED and not discarding:
        raise IllegalAction(Rule.LAST_CARD_IS_DISCARDED, "the last card goes to the pile")
    if discarding and not rules.threes.last_discard and state.by_side[side].threes_laid():
        raise IllegalAction(
            Rule.NO_DISCARD_AFTER_THREES, "who goes out with black threes discards nothing"
        )


def not_qualified(state: HandState, side: int) -> IllegalAction:
    """The refusal of a side that lacks canastas, with what it has and needs."""
    need, have = state.rules.going_out.canastas, state.by_side[side].canastas
    return IllegalAction(
        Rule.NOT_QUALIFIED,
        f"going out needs {need} canastas or sambas; keep a card",
        need=need,
        have=have,
    )


def _require_permission(state: HandState, seat: int) -> None:
    granted = None if state.permission is None else state.permission.granted
    if granted is False:
        raise IllegalAction(Rule.PERMISSION_REFUSED, "your partner said no; keep a card")
    required = state.rules.going_out.permission is Permission.REQUIRED
    if granted is None and required and state.seats > state.sides:
        raise IllegalAction(Rule.PERMISSION_NEEDED, "ask your partner before you go out")


def settled(
    state: HandState,
    seat: int,
    events: tuple[HandEvent, ...],
    size: int,
    *,
    threes_laid: bool = False,
    gained: Sequence[int] = (),
) -> tuple[HandEvent, ...]:
    """`events` of a table action that leaves `size` cards, with the end of the hand if they are it.

    Some of them may be `gained` with the pile.

    Raises IllegalAction when the seat would hold no card and may not go out, or would have no
    legal way to end its turn. Black threes on the table oblige it to go out in this turn.
    """
    if not threes_laid:
        keep = cards_to_keep(state.rules, state.hands[seat], state.played, gained)
        if size >= keep:
            return events
    if threes_laid and size > 1:
        raise IllegalAction(
            Rule.BLACK_THREES_ONLY_GOING_OUT,
            "black threes are melded only when going out in the same turn",
            cards_left=size,
        )
    after = replay(state, events)
    if size == 0:
        require_leave(after, seat)
        return (*events, HandEnded(HandEnd.WENT_OUT, seat))
    if threes_laid:
        require_last_discard(after, seat)
    elif not has_way_on(after, seat):
        raise _no_way_on(size)
    return events


def cards_to_keep(
    rules: Ruleset, hand: Sequence[int], played: Played | None, gained: Sequence[int] = ()
) -> int:
    """With so many cards left of `hand` and what it has `gained` the turn can surely end.

    With fewer it may be able to, unless black threes were melded in it.
    """
    if rules.keeps_last_card or (played is not None and played.last_red_three):
        return 1
    if not rules.undiscardable:
        return 2
    never = sum([hand[kind] for kind in rules.undiscardable])
    never += sum([card in rules.undiscardable for card in gained])
    return max(2, never + 1)


def _no_way_on(size: int) -> IllegalAction:
    detail = "with the cards left you could neither discard nor go out"
    return IllegalAction(Rule.NO_WAY_ON, detail, cards_left=size)


def require_last_discard(state: HandState, seat: int) -> None:
    """Raise IllegalAction unless the seat may go out by discarding its only card."""
    (card,) = expand(state.hands[seat])
    if card in state.rules.undiscardable:
        raise IllegalAction(
            Rule.NEVER_DISCARDED, f"{FACES[card]} is never discarded", card=FACES[card]
        )
    require_discard(state)
    require_leave(state, seat, discarding=True)


def may_discard(state: HandState, seat: int) -> bool:
    """True if some card of the hand may be discarded."""
    hand, rules = state.hands[seat], state.rules
    free = [card for card, count in enumerate(hand) if count and card not in rules.undiscardable]
    if not free or has_last_red_three(state):
        return False
    if state.sizes[seat] > 1 or has_more_to_come(state, seat):
        return True
    try:
        require_leave(state, seat, discarding=True)
    except Refusal:
        return False
    return True


def may_ask_to_leave(state: HandState, seat: int) -> bool:
    """True if asking the partners is a way on: a yes must be of use, after a no a pass is."""
    if state.rules.going_out.permission is Permission.NONE or state.permission is not None:
        return False
    if state.seats == state.sides or not state.qualified(seat % state.sides):
        return False
    granted = state.copy()
    granted.permission = PermissionState(seat, state.partners(seat), granted=True)
    return may_discard(granted, seat) or may_go_out_at_once(granted, seat)


def may_keep_last(state: HandState, seat: int) -> bool:
    """True if the one card left may be kept by a pass (TURN-04)."""
    if state.rules.going_out.passing is not Passing.LAST_CARD or state.sizes[seat] != 1:
        return False
    refused = state.permission is not None and state.permission.granted is False
    return refused or not state.qualified(seat % state.sides)


def has_way_on(state: HandState, seat: int) -> bool:
    """True if the turn can end after a table action (TURN-07)."""
    return (
        may_discard(state, seat)
        or has_last_red_three(state)
        or may_keep_last(state, seat)
        or may_ask_to_leave(state, seat)
        or may_go_out_at_once(state, seat)
    )


def may_go_out_at_once(state: HandState, seat: int) -> bool:
    """True if a single table action ends the hand, by laying every card left in one place."""
    for way in _ways_to_lay_all(state, seat):
        try:
            require_leave(replay(state, way()), seat)
        except Refusal:
            continue
        return True
    return False


def _ways_to_lay_all(state: HandState, seat: int) -> Iterator[Callable[[], tuple[HandEvent, ...]]]:
    """Each makes the events of one action with every card of the hand, or raises IllegalAction."""
    cards = expand(state.hands[seat])
    if state.phase is not PLAY or not cards:
        return
    for meld in state.by_side[seat % state.sides].melds:
        ends = (None, meld.rank - 1, meld.rank + len(meld.cards))
        for rank in ends if meld.kind == SEQUENCE else (None,):
            yield partial(laid_off, state, seat, LayOff(meld.id, cards, rank))
    yield lambda: melded(state, seat, from_hand(state, seat, LayMelds((NewMeld(cards),))))
    yield partial(red_threes_laid, state, seat, LayRedThree(cards))
