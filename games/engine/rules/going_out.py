"""Going out, and always having a way to end the turn."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.engine.actions import LayMelds, LayOff, LayRedThree, NewMeld
from games.engine.cards import BLACK_THREES, FACES, expand
from games.engine.errors import IllegalAction, Refusal, Rule
from games.engine.events import HandEnded, HandEvents, LaidOff, Melded, PileTaken, RedThreeLaid
from games.engine.meld_kinds import GROUP, SEQUENCE
from games.engine.phase import PLAY, HandEnd
from games.engine.rules.laying import lay_melds, lay_off, lay_red_three
from games.engine.rulesets import LastDiscard, Passing, Permission, Rules
from games.engine.rulesets.words.phrases import has_sequences
from games.engine.table.changes import replay
from games.engine.table.hand import HandState, PermissionState, TurnSoFar


def require_may_go_out(state: HandState, seat: int, *, discarding: bool = False) -> None:
    """Raise IllegalAction unless the seat may go out (OUT-01..03, OUT-07..10).

    It would go out with what is on the table, by a discard or without one.
    """
    side, rules = seat % state.sides, state.rules
    if not state.qualified(side):
        raise not_qualified(state, side)
    _require_permission(state, seat)
    if state.feet and any(state.feet[seat]):
        raise IllegalAction(
            Rule.SECOND_HAND_LIES,
            "you have not picked up your second hand: keep a card to discard",
            cards=sum(state.feet[seat]),
        )
    if state.set_aside:
        raise IllegalAction(
            Rule.CARDS_LIE_ASIDE,
            "{cards} cards of the pile are yours after your discard; keep a card",
            cards=len(state.set_aside),
        )
    if rules.going_out.last_discard is LastDiscard.REQUIRED and not discarding:
        raise IllegalAction(Rule.LAST_CARD_IS_DISCARDED, "the last card must be discarded")
    if discarding and not rules.threes.last_discard and state.by_side[side].threes_laid():
        raise IllegalAction(
            Rule.NO_DISCARD_AFTER_THREES, "a player who goes out with black threes discards nothing"
        )


def not_qualified(state: HandState, side: int) -> IllegalAction:
    """The refusal of a side that lacks canastas, with what it has and needs."""
    need, have = state.rules.going_out.canastas, state.by_side[side].canastas
    return IllegalAction(
        Rule.NOT_QUALIFIED,
        (
            "going out needs {need} canasta or samba; keep a card"
            if need == 1
            else "going out needs {need} canastas or sambas; keep a card"
        )
        if has_sequences(state.rules)
        else (
            "going out needs {need} canasta; keep a card"
            if need == 1
            else "going out needs {need} canastas; keep a card"
        ),
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


def conclude(state: HandState, seat: int, events: HandEvents) -> HandEvents:
    """`events` of an action at the table, and the end of the hand if they leave no card.

    Raises IllegalAction when the seat would hold no card and may not go out, or would have no legal
    way to end its turn. Black threes on the table oblige it to go out in this turn.
    """
    size = state.sizes[seat]
    gained: Sequence[int] = ()
    threes_laid = False
    for event in events:
        if isinstance(event, Melded):
            size -= len(event.cards)
            threes_laid = threes_laid or _is_of_black_threes(event)
        elif isinstance(event, _LAID):
            size -= len(event.cards)
        elif isinstance(event, PileTaken):
            gained = event.cards
            size += 1 if state.rules.pile.rest_face_down else len(gained)
    # A seat with black threes on the table from before holds one card at most.
    threes_laid = threes_laid or (size < 2 and state.by_side[seat % state.sides].threes_laid())
    if not threes_laid:
        keep = cards_to_keep(state.rules, state.hands[seat], state.so_far, gained)
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
        require_may_go_out(after, seat)
        return (*events, HandEnded(HandEnd.WENT_OUT, seat))
    if threes_laid:
        require_last_discard(after, seat)
    elif not can_end_turn(after, seat):
        raise _no_way_on(size)
    return events


_LAID = (LaidOff, RedThreeLaid)


def _is_of_black_threes(event: Melded) -> bool:
    return event.kind == GROUP and any(card in BLACK_THREES for card in event.cards)


def cards_to_keep(
    rules: Rules, hand: Sequence[int], so_far: TurnSoFar | None, gained: Sequence[int] = ()
) -> int:
    """With this many cards left of `hand` and what it has `gained`, the turn can certainly end.

    With fewer it may be able to, unless black threes were melded in it.
    """
    if rules.keeps_last_card or (so_far is not None and so_far.last_red_three):
        return 1
    if not rules.undiscardable:
        return 2
    never = sum(map(hand.__getitem__, rules.undiscardable))
    if gained:
        never += sum(map(rules.undiscardable.__contains__, gained))
    return max(2, never + 1)


def _no_way_on(size: int) -> IllegalAction:
    return IllegalAction(
        Rule.NO_WAY_ON,
        "with the cards left you could neither discard nor go out",
        cards_left=size,
    )


def require_last_discard(state: HandState, seat: int) -> None:
    """Raise IllegalAction unless the seat may go out by discarding its only card."""
    (card,) = expand(state.hands[seat])
    if card in state.rules.undiscardable:
        raise IllegalAction(Rule.NEVER_DISCARDED, "{card} is never discarded", card=FACES[card])
    require_discard(state)
    require_may_go_out(state, seat, discarding=True)


def may_discard(state: HandState, seat: int) -> bool:
    """True if some card of the hand may be discarded."""
    hand, rules = state.hands[seat], state.rules
    free = [card for card, count in enumerate(hand) if count and card not in rules.undiscardable]
    if not free or has_last_red_three(state):
        return False
    if state.sizes[seat] > 1 or has_more_to_come(state, seat):
        return True
    try:
        require_may_go_out(state, seat, discarding=True)
    except Refusal:
        return False
    return True


def may_ask_out(state: HandState, seat: int) -> bool:
    """True if asking the partners is possible: a yes must be useful, and after a no a pass is."""
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


def can_end_turn(state: HandState, seat: int) -> bool:
    """True if the turn can end after a table action (TURN-07)."""
    return (
        may_discard(state, seat)
        or has_last_red_three(state)
        or may_keep_last(state, seat)
        or may_ask_out(state, seat)
        or may_go_out_at_once(state, seat)
    )


def may_go_out_at_once(state: HandState, seat: int) -> bool:
    """True if a single table action ends the hand by laying every remaining card in one place."""
    for way in _ways_to_lay_all(state, seat):
        try:
            require_may_go_out(replay(state, way()), seat)
        except Refusal:
            continue
        return True
    return False


def _ways_to_lay_all(state: HandState, seat: int) -> Iterator[Callable[[], HandEvents]]:
    """Each makes the events of one action with every card of the hand, or raises IllegalAction."""
    cards = expand(state.hands[seat])
    if state.phase is not PLAY or not cards:
        return
    for meld in state.by_side[seat % state.sides].melds:
        ends = (None, meld.rank - 1, meld.rank + len(meld.cards))
        for rank in ends if meld.kind == SEQUENCE else (None,):
            yield partial(lay_off, state, seat, LayOff(meld.id, cards, rank))
    yield partial(lay_melds, state, seat, LayMelds((NewMeld(cards),)))
    yield partial(lay_red_three, state, seat, LayRedThree(cards))


def takes_second_hand(state: HandState, seat: int) -> bool:
    """True if the seat picks its second hand up at the end of this turn."""
    if not state.feet or not any(state.feet[seat]):
        return False
    return state.so_far is not None and state.so_far.has_laid


def has_more_to_come(state: HandState, seat: int) -> bool:
    """True if the end of this turn adds cards, so that an empty hand does not go out."""
    return bool(state.set_aside) or takes_second_hand(state, seat)


def has_last_red_three(state: HandState) -> bool:
    """True if the seat on turn drew the last card, and it was a red three that ends the hand."""
    return state.so_far is not None and state.so_far.last_red_three


def require_discard(state: HandState) -> None:
    """Raise IllegalAction in the turn that ends without a discard (THREE-05)."""
    if has_last_red_three(state):
        raise IllegalAction(
            Rule.NO_DISCARD_AFTER_LAST_RED_THREE,
            "the last card of the stock was a red three: meld, then pass",
        )
