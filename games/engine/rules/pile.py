"""How a player takes the discard pile, the top cards of it, or only the top card."""

from games.engine.actions import TakePile, TakeTop
from games.engine.cards import FACES, IS_WILD, RANK_OF
from games.engine.errors import IllegalAction, Refusal, Rule
from games.engine.events import HandEvents, PileTaken, TopTaken
from games.engine.meld_kinds import GROUP, SEQUENCE
from games.engine.rules.going_out import conclude
from games.engine.rules.laying import (
    LaidMeld,
    PileTake,
    came_along,
    melded,
    new_melds,
    own_meld,
    require_held,
)
from games.engine.rulesets import NewSequence, Rules, TopOntoSequence
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld
from games.engine.table.shapes import check_fit, extended, new_meld


def take_pile(state: HandState, seat: int, action: TakePile) -> HandEvents:
    """Take the pile, and meld its top card with cards from the hand."""
    upcard = _upcard(state)
    taken = state.pile if state.rules.whole_pile else _part_taken(state)
    from_hand = action.with_ + tuple(card for meld in action.melds for card in meld.cards)
    require_held(state, seat, from_hand)
    first = _upcard_melded(state, seat, action, upcard)
    if action.melds and state.by_side[seat % state.sides].has_melded:
        raise IllegalAction(
            Rule.MELDS_ONLY_TO_OPEN, "your side has melded: lay further melds after the pile"
        )
    others = new_melds(state, seat, action.melds, first_id=state.next_meld + (first.old is None))
    laid_at_once = came_along(seat, into_hand(taken, state.rules), state.rules)
    take = PileTake(PileTaken(seat, taken), laid_at_once)
    return melded(state, seat, [first, *others], take)


def take_top(state: HandState, seat: int, action: TakeTop) -> HandEvents:
    """Take only the top card, and lay it off on a sequence of the own side.

    This does not take the pile, so the ruleset's conditions for a take do not apply.
    """
    upcard = _upcard(state)
    if not state.rules.takes_top:
        raise IllegalAction(
            Rule.UPCARD_DOES_NOT_FIT, "the top card is never taken without the pile under it"
        )
    meld = own_meld(state, seat, action.onto)
    if meld.kind != SEQUENCE:
        raise IllegalAction(
            Rule.UPCARD_DOES_NOT_FIT, "only a sequence takes the top card by itself", meld=meld.id
        )
    _require_unfrozen(state)
    check_fit(meld, (upcard,), state.rules)
    return (TopTaken(seat, upcard, meld.id),)


def require_no_take(state: HandState, seat: int) -> None:
    """Raise IllegalAction if the seat can take the pile with its top card: it must (PILE-09)."""
    for meld in state.by_side[seat % state.sides].melds:
        try:
            if meld.kind == SEQUENCE and state.rules.takes_top:
                conclude(state, seat, take_top(state, seat, TakeTop(meld.id)))
            else:
                conclude(state, seat, take_pile(state, seat, TakePile((), meld.id)))
        except Refusal:
            continue
        upcard = FACES[state.pile[-1]]
        raise IllegalAction(
            Rule.MUST_TAKE,
            "the stock is empty and {upcard} fits meld {meld}: take it",
            upcard=upcard,
            meld=meld.id,
        )


def _upcard(state: HandState) -> int:
    if not state.pile:
        raise IllegalAction(Rule.PILE_EMPTY, "the discard pile is empty")
    upcard = state.pile[-1]
    if upcard in state.rules.blocking:
        raise IllegalAction(Rule.PILE_BLOCKED, "{upcard} blocks the pile", upcard=FACES[upcard])
    return upcard


def _part_taken(state: HandState) -> tuple[int, ...]:
    """The top cards that a take gives, bottom to top; raises IllegalAction (PILE-07)."""
    need, have = state.rules.pile.min_pile_size, len(state.pile)
    if have < need:
        raise IllegalAction(
            Rule.PILE_TOO_SMALL,
            "the pile is taken only with at least {need} cards in it",
            need=need,
            have=have,
        )
    return state.rules.pile.part_taken(state.pile)


def into_hand(taken: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """The cards taken that go to the hand: all but the upcard, which is melded."""
    return () if rules.pile.rest_face_down else taken[:-1]


def _upcard_melded(state: HandState, seat: int, action: TakePile, upcard: int) -> LaidMeld:
    """The meld that the upcard and `with_` make, or the own one that they join."""
    cards, rules = (upcard, *action.with_), state.rules
    if action.onto is None:
        if _naturals_of_its_rank(cards) < 2:
            _check_new_sequence(state, cards)
        return LaidMeld(new_meld(cards, state.next_meld, seat % state.sides, rules, action.as_))
    old = own_meld(state, seat, action.onto)
    _require_unfrozen(state)
    _require_room(state, old)
    (_check_onto_group if old.kind == GROUP else _check_onto_sequence)(state, old, cards)
    return LaidMeld(extended(old, cards, rules, action.as_), old, cards)


def _naturals_of_its_rank(cards: tuple[int, ...]) -> int:
    """The number of `cards` that match the rank of the first of them, the upcard."""
    rank = RANK_OF[cards[0]]
    return sum([RANK_OF[card] == rank for card in cards]) - 1


def _needs_pair(cards: tuple[int, ...]) -> IllegalAction:
    return IllegalAction(
        Rule.NEEDS_NATURAL_PAIR,
        "the pile needs two natural cards of the rank of {upcard} from your hand",
        upcard=FACES[cards[0]],
        need=2,
        have=_naturals_of_its_rank(cards),
    )


def _require_unfrozen(state: HandState) -> None:
    rules = state.rules
    if rules.freezing and rules.is_frozen(state.pile):
        freezing = sorted(rules.freezing.intersection(state.pile))
        raise IllegalAction(
            Rule.PILE_FROZEN,
            "the pile is frozen: only a natural pair for a new group takes it",
            frozen_by=[FACES[card] for card in freezing],
        )


def _require_room(state: HandState, old: Meld) -> None:
    rule, size = state.rules.pile, len(old.cards)
    if not rule.adds_to(size):
        raise IllegalAction(
            Rule.MELD_TOO_LARGE,
            "the pile is taken for a meld of at most {allowed} cards",
            allowed=rule.max_meld_size,
            have=size,
            meld=old.id,
        )


def _check_onto_group(state: HandState, old: Meld, cards: tuple[int, ...]) -> None:
    """Require a natural pair, or only the upcard if the group is no canasta yet."""
    only_upcard = len(cards) == 1 and len(old.cards) < state.rules.canasta.size
    if _naturals_of_its_rank(cards) < 2 and not (only_upcard and state.rules.pile.top_onto_group):
        raise _needs_pair(cards)


def _check_onto_sequence(state: HandState, old: Meld, cards: tuple[int, ...]) -> None:
    """Require only the upcard, or the upcard and two cards that follow it, as the ruleset says."""
    pile = state.rules.pile
    if len(cards) == 1 and pile.top_onto_sequence is TopOntoSequence.PILE:
        return
    if pile.new_sequence is not NewSequence.TWO_NATURALS:
        raise IllegalAction(
            Rule.UPCARD_DOES_NOT_FIT,
            "no cards from your hand take the pile onto this meld",
            meld=old.id,
        )
    _require_two_naturals(cards)
    new_meld(cards, old.id, old.side, state.rules)  # the three make a sequence by themselves


def _check_new_sequence(state: HandState, cards: tuple[int, ...]) -> None:
    """Two naturals, or some and one wild, if the ruleset has that; else a pair is missing."""
    allowed, others = state.rules.pile.new_sequence, [card for card in cards if not IS_WILD[card]]
    if allowed is NewSequence.NO or len(others) == 1 or _naturals_of_its_rank(cards):
        raise _needs_pair(cards)
    _require_unfrozen(state)
    if allowed is NewSequence.TWO_NATURALS:
        _require_two_naturals(cards)
    elif len(cards) - len(others) != 1:
        wilds = len(cards) - len(others)
        raise IllegalAction(
            Rule.UPCARD_DOES_NOT_FIT,
            "a sequence takes the pile with exactly one wild card",
            need=1,
            have=wilds,
        )


def _require_two_naturals(cards: tuple[int, ...]) -> None:
    naturals = len(cards) - 1 - sum([IS_WILD[card] for card in cards])
    if len(cards) != 3 or naturals != 2:
        raise IllegalAction(
            Rule.UPCARD_DOES_NOT_FIT,
            "a sequence takes the pile with exactly two natural cards",
            need=2,
            have=naturals,
        )
