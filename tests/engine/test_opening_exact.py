"""First melds against every set of melds of small hands, for limits of all the variants."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from typing import NamedTuple

import pytest

from games.engine.cards import IS_WILD, JOKER, KINDS, RANK_OF, THREE, counts_of, faces
from games.engine.opening import (
    EVERY_KIND,
    GroupOf,
    Including,
    Lacking,
    MeldLimits,
    Part,
    SequenceIn,
    Upcard,
    WildMeld,
    best_opening,
    bound,
    clear_out,
    find_opening,
    greedy,
    search_opening,
    worth,
)
from tests.engine.brute_force import (
    WILD,
    Cards,
    Outcome,
    assert_legal,
    enough,
    outcomes,
    outcomes_with_upcard,
)
from tests.engine.opening_variants import VARIANTS, small_hands

NEEDS = (0, 15, 50, 90)


def meets(outcome: Outcome, including: Including | None) -> bool:
    """True if an outcome holds what is asked; the upcard's outcomes always do."""
    match including:
        case GroupOf(rank):
            return f"rank {rank}" in outcome.parts
        case SequenceIn(suit):
            return f"suit {suit}" in outcome.parts
        case WildMeld():
            return WILD in outcome.parts
        case _:
            return True


def demands(cards: Cards, limits: MeldLimits, rng: random.Random) -> list[Including | None]:
    """No demand, and some of each kind that the hand makes interesting."""
    naturals = [card for card in cards if not IS_WILD[card]] or [20]
    asked: list[Including | None] = [None, GroupOf(RANK_OF[rng.choice(naturals)])]
    asked.append(SequenceIn(rng.choice(naturals) % 4))
    if limits.wild_melds:
        asked.append(WildMeld())
    upcards = [card for card in naturals if RANK_OF[card] != THREE]
    if upcards:
        asked.append(Upcard(rng.choice(upcards)))
    return asked


def leaves_one_of(kinds: range, outcome: Outcome) -> bool:
    """True if one card, of these kinds, is not melded."""
    return outcome.left is not None and any(card in kinds for card in outcome.left)


def wanted(rng: random.Random) -> int | Lacking:
    """Mostly no canastas; else some number of them, or one or two of some kinds."""
    if rng.random() < 0.6:
        return rng.choice((0, 0, 1, 2))
    kinds = rng.sample(Lacking._fields, rng.choice((1, 1, 2)))
    return Lacking(**dict.fromkeys(kinds, 1))


class Asked(NamedTuple):
    """What melds are to meet beside the points, by the names of `find_opening`."""

    keep: int
    kept: range
    including: Including | None
    canastas: int | Lacking

    def met_by(self, outcome: Outcome, offered: Cards) -> bool:
        """True if an outcome of melds out of the cards `offered` meets it."""
        stay = len(offered) - outcome.cards
        if self.kept is not EVERY_KIND:
            stay -= offered.count(JOKER) - outcome.jokers
        return (
            stay >= self.keep
            and meets(outcome, self.including)
            and enough(outcome.canastas, self.canastas)
        )


def questions(cards: Cards, limits: MeldLimits, rng: random.Random) -> Iterator[Asked]:
    """Some for each demand."""
    for including in demands(cards, limits, rng):
        kept: range = rng.choice((EVERY_KIND, range(JOKER)))
        yield Asked(rng.choice((0, 1, 2)), kept, including, wanted(rng))


@pytest.mark.parametrize("name", VARIANTS)
def test_answers_agree_with_every_set_of_melds_there_is(name: str) -> None:
    limits, rng = VARIANTS[name], random.Random(name)
    for cards in small_hands(name, 150):
        plain = outcomes(cards, limits)
        for asked in questions(cards, limits, rng):
            pool, offered = plain, cards
            if isinstance(asked.including, Upcard):
                offered = (*cards, asked.including.card)
                pool = outcomes_with_upcard(cards, asked.including.card, limits)
            reached = [outcome.points for outcome in pool if asked.met_by(outcome, offered)]
            best = max(reached, default=-1)
            for need, solve in product(
                {*NEEDS, max(0, best), best + 1}, (find_opening, search_opening)
            ):
                melds = solve(counts_of(cards), limits, need, **asked._asdict())
                case = f"{faces(cards)} {need=} {best=} {asked}"
                assert (melds is not None) == (best >= need), case
                if melds is not None:
                    assert_legal(melds, cards, limits, asked.including)
                    assert worth(melds, limits) >= need, case
                    left = Counter(offered) - Counter(chain(*melds))
                    assert sum(left[card] for card in asked.kept) >= asked.keep, case


@pytest.mark.parametrize("name", VARIANTS)
def test_bound_best_and_greedy_stand_in_order(name: str) -> None:
    limits = VARIANTS[name]
    for cards in small_hands(f"order {name}", 150):
        counts = counts_of(cards)
        most = max(outcome.points for outcome in outcomes(cards, limits))
        best, quick = best_opening(counts, limits, keep=0), greedy(counts, limits)
        assert best is not None
        assert bound(counts, limits) >= best[0] == most >= quick[0], faces(cards)
        assert_legal(best[1], cards, limits)
        assert_legal(quick[1], cards, limits)
        assert worth(quick[1], limits) == quick[0]


@pytest.mark.parametrize("name", VARIANTS)
def test_no_melds_with_what_is_asked_are_worth_more_than_the_bound(name: str) -> None:
    limits = VARIANTS[name]
    asked: list[Part] = [WildMeld(), *map(SequenceIn, range(4)), *map(GroupOf, range(1, 13))]
    for cards in small_hands(f"bound {name}", 150):
        counts = counts_of(cards)
        for including in asked:
            best = best_opening(counts, limits, keep=0, including=including)
            if best is not None:
                assert bound(counts, limits, including) >= best[0], (faces(cards), including)


@pytest.mark.parametrize("name", VARIANTS)
def test_clearing_the_hand_agrees_with_every_set_of_melds(name: str) -> None:
    limits, rng = VARIANTS[name], random.Random(f"clear {name}")
    for cards in small_hands(f"clear {name}", 150):
        counts, plain = counts_of(cards), outcomes(cards, limits)
        for including in (None, GroupOf(THREE), WildMeld()):
            may_leave: range = rng.choice((range(0), range(KINDS), range(24, KINDS)))
            must_leave = rng.random() < 0.3
            need, canastas = rng.choice((0, 50)), wanted(rng)
            possible = any(
                outcome.points >= need
                and ((outcome.left == () and not must_leave) or leaves_one_of(may_leave, outcome))
                and enough(outcome.canastas, canastas)
                and meets(outcome, including)
                for outcome in plain
            )
            melds = clear_out(
                counts,
                limits,
                need=need,
                leave=may_leave,
                including=including,
                canastas=canastas,
                must_leave=must_leave,
            )
            case = f"{faces(cards)} {need=} {canastas=} {may_leave} {must_leave=} {including}"
            assert (melds is not None) == possible, case
            if melds is not None:
                assert_legal(melds, cards, limits)
                assert worth(melds, limits) >= need
                left = Counter(cards) - Counter(chain(*melds))
                assert left.total() <= 1
                assert left.total() or not must_leave
                assert all(card in may_leave for card in left)
