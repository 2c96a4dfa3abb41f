"""Random positions late in a hand, where few cards are left and the rules are at their edge."""

from random import Random

from games.engine.cards import BLACK_THREES, IS_WILD, RANK_OF, RED_THREES, SUIT_OF, WILDS, expand
from games.engine.codec import cards_text
from games.engine.phase import Phase
from games.engine.table.hand import HandState, PermissionState
from tests.engine.judge import split
from tests.engine.positions import CLASSIC, table

SCORES = (-5, 0, 0, 0, 1500, 3000, 7000)


class Cards:
    """The pack, from which a position is taken card by card."""

    def __init__(self, rng: Random) -> None:
        self.left = list(expand(CLASSIC.pack_counts(4)))
        self.rng = rng

    def take(self, count: int, among: list[int] | None = None) -> list[int]:
        """Up to `count` random cards, of the kinds `among` if given."""
        fit = [card for card in self.left if among is None or card in among]
        taken = self.rng.sample(fit, min(count, len(fit)))
        for card in taken:
            self.left.remove(card)
        return taken

    def group(self, size: int) -> list[int]:
        """A group of about `size` cards, some with wild cards."""
        rank = self.rng.randrange(2, 13)
        wilds = (
            self.rng.choice((0, 0, 1, 2))
            if size > 5
            else self.rng.choice((0, 1 if size > 2 else 0))
        )
        cards = self.take(size - wilds, list(range(4 * rank, 4 * rank + 4)))
        if len(cards) < 2:
            return []
        return cards + self.take(min(wilds, len(cards) // 2), list(WILDS))

    def sequence(self, size: int) -> list[int]:
        """A sequence of `size` cards in a suit."""
        suit, low = self.rng.randrange(4), self.rng.randint(2, 13 - size)
        wanted = [4 * rank + suit for rank in range(low, low + size)]
        if not set(wanted) <= set(self.left):
            return []
        return [card for kind in wanted for card in self.take(1, [kind])]


def some_position(
    rng: Random, *, score: int = 0, hand_size: int = 6, seats: int | None = None
) -> HandState:
    """Seat 0 to act with a few cards, in the middle of a hand; now and then its partner answers."""
    seats = rng.choice((2, 3, 4, 4, 4, 5, 6)) if seats is None else seats
    cards = Cards(rng)
    sizes = [rng.choice((3, 3, 4, 5, 6, 6, 7, 7, 8)) for _ in range(rng.choice((0, 1, 2, 3, 3, 4)))]
    melds = [
        cards.group(size) if rng.random() < 0.7 else cards.sequence(min(size, 7)) for size in sizes
    ]
    if melds and melds[0] and rng.random() < 0.4:
        rank = RANK_OF[min(card for card in melds[0] if not IS_WILD[card])]
        melds.append(cards.take(3, list(range(4 * rank, 4 * rank + 4))))
    melds = [meld for meld in melds if len(meld) >= 3]
    theirs = [meld for meld in [cards.group(4)] if len(meld) >= 3]
    hand = _hand(cards, melds, rng, rng.randint(1, hand_size))
    phase = rng.choice((Phase.DRAW, Phase.PLAY, Phase.PLAY))
    state = table(
        _text(hand),
        pile=_text(cards.take(rng.choice((0, 0, 1, 3))) + _top(cards, hand, melds, rng)),
        melds=[_text(meld) for meld in melds],
        theirs=[_text(meld) for meld in theirs],
        red_threes={0: _text(cards.take(rng.choice((0, 0, 1)), list(RED_THREES)))},
        seats=seats,
        score=score,
        phase=phase,
        stock=None if rng.random() < 0.9 else "",
    )
    if phase is Phase.PLAY and seats > state.sides and state.by_side[0].canastas > 1:
        state.permission = _question(state, rng)
        if state.permission is not None and state.permission.granted is None:
            state.enter(Phase.ANSWER)
    return state


def _hand(cards: Cards, melds: list[list[int]], rng: Random, size: int) -> list[int]:
    """Cards that have something to do with one another, with the melds, or with going out."""
    hand: list[int] = []
    while len(hand) < size:
        rank, suit = rng.randrange(2, 13), rng.randrange(4)
        if melds and rng.random() < 0.5:
            card = rng.choice(rng.choice(melds))
            rank, suit = RANK_OF[card] % 13, SUIT_OF[card]
        pools = [
            list(range(4 * rank, 4 * rank + 4)),
            list(range(4 * rank, 4 * rank + 4)),
            [4 * near + suit for near in range(max(2, rank - 2), min(13, rank + 3))],
            list(BLACK_THREES),
            list(WILDS),
            list(RED_THREES),
        ]
        pool = rng.choices(pools, (4, 2, 4, 2, 1.5, 0.7))[0]
        hand += cards.take(min(rng.randint(1, 3), size - len(hand)), pool)
    return hand


def _top(cards: Cards, hand: list[int], melds: list[list[int]], rng: Random) -> list[int]:
    """An upcard: of a rank in the hand, at the end of a sequence, or any."""
    chance = rng.random()
    rank = RANK_OF[rng.choice(hand)]
    if chance < 0.6 and rank < 13:
        return cards.take(1, list(range(4 * rank, 4 * rank + 4)))
    if chance < 0.8 and melds:
        card = rng.choice(rng.choice(melds))
        return cards.take(1, [card - 4, card + 4, card - 12, card + 12])
    return cards.take(1)


def _question(state: HandState, rng: Random) -> PermissionState | None:
    asked = state.partners(0)
    answer = rng.choice((None, None, True, False, "open"))
    if answer is None:
        return None
    if answer == "open":
        return PermissionState(0, asked)
    return PermissionState(0, asked, ((asked[0], bool(answer)),), bool(answer))


def _text(cards: list[int]) -> str:
    return " ".join(split(cards_text(cards)))
