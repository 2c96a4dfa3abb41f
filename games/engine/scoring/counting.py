"""What a side has when the hand ends: everything that its score sheet needs, except debt."""

from collections.abc import Mapping, Sequence
from operator import add, mul
from typing import NamedTuple

from games.engine.cards import BLACK_THREES, RED_THREES, counts_of
from games.engine.rulesets import Declaring, Holding
from games.engine.table.hand import HandState
from games.engine.table.meld import value
from games.engine.table.side import by_kind


class Cards(NamedTuple):
    """Cards and their points, as they count on the table."""

    points: int
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which is not used
    """0 if only the points are known, as on a score pad."""


class Counted(NamedTuple):
    """One side's part of an ended hand, in the numbers that people count at a table too."""

    canastas: Mapping[str, int]
    """By kind, as `meld.canasta` names them."""
    melded: Cards
    hand: Cards
    """The cards left in the hands of the side, without the threes that are counted below."""
    red_threes: int = 0
    """On the table."""
    red_threes_in_hand: int = 0
    """Players or cards, depending on the ruleset's penalty."""
    black_threes_in_hand: int = 0
    """If the ruleset has a penalty for them."""
    went_out: bool = False
    penalties: tuple[tuple[str, int], ...] = ()
    """Reason and points (negative) of each."""


def counted(state: HandState, side: int) -> Counted:
    """What `side` has in the ended hand."""
    rules, own = state.rules, state.by_side[side]
    melded = [card for meld in own.melds for card in meld.cards]
    hands = [cards_in_hand(state, seat) for seat in range(side, state.seats, state.sides)]
    left = list(hands[0])
    for hand in hands[1:]:
        left = list(map(add, left, hand))
    red = () if rules.red_threes.declaring is Declaring.NEVER else RED_THREES
    black = () if rules.threes.black_in_hand is None else BLACK_THREES
    reds = [sum([hand[kind] for kind in red]) for hand in hands]
    blacks = sum([left[kind] for kind in black])
    for kind in (*red, *black):
        left[kind] = 0
    per_player = rules.red_threes.in_hand_per is Holding.PLAYER
    return Counted(
        canastas=by_kind(own.melds, rules),
        melded=Cards(value(melded, rules), len(melded)),
        hand=Cards(sum(map(mul, rules.card_points, left)), sum(left)),
        red_threes=len(own.red_threes),
        red_threes_in_hand=sum(map(bool, reds)) if per_player else sum(reds),
        black_threes_in_hand=blacks,
        went_out=state.out is not None and state.out % state.sides == side,
        penalties=tuple([(why, points) for to, why, points in state.penalties if to == side]),
    )


def cards_in_hand(state: HandState, seat: int) -> Sequence[int]:
    """The number of cards of each kind that a player has left, a second hand included."""
    held: Sequence[int] = state.hands[seat]
    if state.feet:
        held = list(map(add, held, state.feet[seat]))
    if state.set_aside and seat == state.turn:
        held = list(map(add, held, counts_of(state.set_aside)))
    return held
