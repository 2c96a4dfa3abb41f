"""The start of a turn: the stock, the pile, or the pile's top card."""

from games.engine.actions import Draw, TakePile, TakeTop
from games.engine.cards import FACES, RANK_OF
from games.engine.errors import IllegalAction, Rule
from games.engine.events import CardsDrawn, HandEnded, HandEvent, LaidOff, PileTaken, TopTaken
from games.engine.melds import GROUP, SEQUENCE, extended, new_meld
from games.engine.phase import HandEnd
from games.engine.rules.holding import own_meld, require_held
from games.engine.rules.melding import New, judge_melds, laid, require_no_stand_in
from games.engine.rules.turning import drawn
from games.engine.state import HandState


def draw(state: HandState, seat: int, _action: Draw) -> tuple[HandEvent, ...]:
    """Cards from the stock, fewer when it runs out; on an empty stock the hand ends (B25)."""
    if not state.stock:
        return (HandEnded(HandEnd.STOCK_EXHAUSTED, None),)
    if not state.rules.plain_turns:
        return (drawn(state, seat),)
    return (CardsDrawn(seat, tuple(state.stock[: -state.rules.draw.count - 1 : -1])),)


def _upcard(state: HandState) -> int:
    if not state.pile:
        raise IllegalAction(Rule.PILE_EMPTY, "the discard pile is empty")
    upcard = state.pile[-1]
    if upcard in state.rules.blocking:
        raise IllegalAction(
            Rule.PILE_BLOCKED, f"{FACES[upcard]} blocks the pile", upcard=FACES[upcard]
        )
    return upcard


def take_pile(state: HandState, seat: int, action: TakePile) -> tuple[HandEvent, ...]:
    """The whole pile, for a meld of its top card with a natural pair from the hand (V20..V23)."""
    upcard = _upcard(state)
    from_hand = action.with_ + tuple(card for meld in action.melds for card in meld.cards)
    require_held(state, seat, from_hand)
    pair = sum(RANK_OF[card] == RANK_OF[upcard] for card in action.with_)
    if pair < 2:
        raise IllegalAction(
            Rule.NEEDS_NATURAL_PAIR,
            f"the pile needs two natural cards of the rank of {FACES[upcard]} from your hand",
            need=2,
            have=pair,
        )
    if action.melds and state.by_side[seat % state.sides].minimum is None:
        raise IllegalAction(
            Rule.MELDS_ONLY_TO_OPEN, "your side has melded: lay further melds after the pile"
        )
    require_no_stand_in(action.as_)
    cards = (upcard, *action.with_)
    if action.onto is None:
        first = New(new_meld(cards, state.next_meld, seat % state.sides, state.rules))
    else:
        old = own_meld(state, seat, action.onto)
        if old.kind != GROUP:
            raise IllegalAction(
                Rule.UPCARD_DOES_NOT_FIT, "the pile is taken for a group", meld=old.id
            )
        first = New(extended(old, cards, state.rules), old)
    others = laid(state, seat, action.melds, first_id=state.next_meld + (action.onto is None))
    size = state.sizes[seat] - len(from_hand) + len(state.pile) - 1
    events = judge_melds(state, seat, [first, *others], size=size)
    if first.old is not None:
        events = (LaidOff(seat, first.old.id, cards), *events[1:])
    return (PileTaken(seat, state.pile), *events)


def take_top(state: HandState, seat: int, action: TakeTop) -> tuple[HandEvent, ...]:
    """The top card alone, onto an own sequence that it continues (V24..V27)."""
    upcard = _upcard(state)
    meld = own_meld(state, seat, action.onto)
    if meld.kind != SEQUENCE:
        raise IllegalAction(
            Rule.UPCARD_DOES_NOT_FIT, "the top card alone goes onto a sequence", meld=meld.id
        )
    extended(meld, (upcard,), state.rules)
    return (TopTaken(seat, upcard, meld.id),)
