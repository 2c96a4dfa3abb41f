"""Two judges of the pile in every ruleset: the engine and `pile_judge`, on random positions."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest

from games.engine.actions import Draw, NewMeld, TakePile, TakeTop
from games.engine.cards import RANKS, cards_of, expand, faces
from games.engine.phase import Phase
from games.engine.table.hand import HandState
from tests.depth import cases, in_the_full_run, one_of
from tests.engine.pile_judge import ORDER, VARIANTS, WILD, Judge
from tests.engine.positions import after, plain, table, verdict
from tests.engine.sheets import PRESETS

POSITIONS = cases(20, 300)


class Pack:
    """The cards that no part of a position has taken yet."""

    def __init__(self, rng: Random, counts: tuple[int, ...]) -> None:
        self.left = faces(expand(counts))
        rng.shuffle(self.left)

    def take(self, number: int, wanted: Callable[[str], bool]) -> list[str]:
        """The wanted number of cards, or as many as there are."""
        found = [card for card in self.left if wanted(card)][:number]
        for card in found:
            self.left.remove(card)
        return found


def some_position(rng: Random, slug: str) -> tuple[HandState, list[str]]:
    """Seat 0 before its draw, and the part of its hand that it takes the pile with.

    Hand and melds are near the upcard: cards of its rank, cards next to it, wild cards. Two cards
    more are held, so that nobody goes out.
    """
    rules = PRESETS[slug]
    seats = rng.choice(rules.seating.players)
    pack = Pack(rng, rules.pack_counts(seats))
    top = pack.take(1, lambda card: rng.random() < 0.2 or card[0] in ORDER)[0]
    rank, near = top[0], neighbours(top)
    melds = [] if rng.random() < 0.3 else list(some_melds(rng, pack, slug, top))
    hand = [
        *pack.take(rng.choice([0, 1, 2, 2, 3]), lambda card: is_of(card, rank)),
        *pack.take(rng.choice([0, 2, 3]), lambda card: card in near),
        *pack.take(rng.choice([0, 1, 2]), lambda card: card in WILD),
        *pack.take(3 if rng.random() < 0.5 else 1, lambda card: card[0] == "A" != rank),
    ]
    size = rules.pile.min_pile_size - 1 + rng.choice([-1, 0, 0, 1, 3, 5, 8])
    under = pack.take(max(0, size), lambda card: card[0] in ORDER or rng.random() < 0.05)
    spare = pack.take(2, lambda card: card[0] in ORDER)
    state = table(
        " ".join(hand + spare),
        pile=" ".join([*under, top]),
        melds=melds,
        score=rng.choice([-5, 0, 0, 1500]),
        seats=seats,
        phase=Phase.DRAW,
        rules=rules,
    )
    return state, hand


def is_of(card: str, rank: str) -> bool:
    """True if it is a natural card of the rank."""
    return card[0] == rank and card not in WILD


def neighbours(top: str) -> set[str]:
    """The cards of its suit within three ranks."""
    at = ORDER.find(top[0])
    return {rank + top[1] for rank in ORDER if 0 < abs(ORDER.index(rank) - at) <= 3}


def some_melds(rng: Random, pack: Pack, slug: str, top: str) -> Iterator[str]:
    """Melds of the own side that the upcard might join, and one more, as `table` reads them."""
    judge = Judge(slug, {"hands": [""], "pile": "", "minimums": [None], "melds": []})
    own = [
        *some_groups(rng, pack, top[0]),
        some_run(rng, pack, top),
        pack.take(3, lambda card: card[0] == "T"),
    ]
    for meld in own:
        if judge.is_new_meld(meld) and not judge.collide([*judge.own.values(), meld]):
            judge.own[len(judge.own)] = meld
            wild = judge.variant.sequence == "with a wild card" and judge.is_run(meld)
            yield with_wild(rng, pack, meld) if wild else " ".join(meld)


def with_wild(rng: Random, pack: Pack, run: list[str]) -> str:
    """The run with a wild card in the place of one of its cards."""
    place = rng.randrange(len(run))
    (wild,) = pack.take(1, lambda card: card in WILD)
    return " ".join([*run[:place], wild, *run[place + 1 :], "as", run[place][0]])


def some_groups(rng: Random, pack: Pack, rank: str) -> Iterator[list[str]]:
    for _ in range(rng.choice([0, 1, 1, 2])):
        naturals = pack.take(
            rng.choice([2, 3, 4, 5, 7]), lambda card: card[0] == rank and card != "JK"
        )
        yield naturals + pack.take(rng.choice([0, 0, 1, 2]), lambda card: card in WILD)


def some_run(rng: Random, pack: Pack, top: str) -> list[str]:
    length, at = rng.choice([3, 3, 4, 5, 6, 7]), ORDER.find(top[0])
    low = max(0, rng.choice([at + 1, at + 1, at - length, at - length, at + 2, at + 3, at]))
    run = [rank + top[1] for rank in ORDER[low : low + length]]
    return [card for face in run for card in pack.take(1, face.__eq__)]


def proposals(state: HandState, hand: list[str], rng: Random) -> Iterator[TakePile]:
    """Every choice of up to four cards, onto nothing and onto each meld."""
    choices = {each for size in range(5) for each in combinations(sorted(hand), size)}
    aces = [card for card in hand if card[0] == "A"]
    melds = [own.id for own in state.by_side[0].melds]
    for with_ in sorted(choices):
        for onto in (None, *melds):
            wild = bool(WILD & set(with_))
            as_ = rng.choice([None, *map(RANKS.index, ORDER)]) if wild else None
            cards = cards_of(" ".join(with_))
            yield TakePile(cards, onto)
            if as_ is not None:
                yield TakePile(cards, onto, as_)
            if aces:
                yield TakePile(cards, onto, None, (NewMeld(cards_of(" ".join(aces))),))


def cards_of_all(state: HandState) -> Counter[int]:
    """The cards that seats hold or see: nobody gains one by a take."""
    lie = [
        *state.pile,
        *state.set_aside,
        *(card for own in state.all_melds() for card in own.cards),
    ]
    lie += [card for side in state.by_side for card in side.red_threes]
    return Counter([*lie, *(card for hand in state.hands for card in expand(hand))])


@pytest.mark.parametrize("slug", one_of(2, sorted(VARIANTS), others=in_the_full_run))
def test_both_judges_say_the_same_of_every_take(slug: str) -> None:
    rng, seen = Random(slug), Counter[str]()
    for _ in range(POSITIONS):
        state, hand = some_position(rng, slug)
        judge = Judge(slug, plain(state))
        for action in proposals(state, hand, rng):
            melds = [faces(meld.cards) for meld in action.melds]
            as_ = "" if action.as_ is None else RANKS[action.as_]
            expected = judge.takes_pile(faces(action.with_), action.onto, melds, as_)
            refused = verdict(state, action)
            assert (refused is None) is expected, (slug, action, refused, plain(state))
            if expected:
                assert cards_of_all(after(state, action)) == cards_of_all(state)
            seen["taken" if expected else "refused"] += 1
        for own in state.by_side[0].melds:
            expected = judge.takes_top(own.id)
            assert (verdict(state, TakeTop(own.id)) is None) is expected, (slug, own, plain(state))
        state.stock = []
        assert (verdict(state, Draw()) is not None) is judge.must_take(), (slug, plain(state))
    assert seen["taken"] > POSITIONS / 3
    assert seen["refused"] > POSITIONS / 3
