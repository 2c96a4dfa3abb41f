"""First melds against every set of melds of small hands, for limits of all the variants."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import pytest

from games.engine.cards import IS_WILD, JOKER, KINDS, RANK_OF, THREE, counts_of, faces
from games.engine.legal.new_meld import MeldClass, worth
from games.engine.legal.opening.bounds import most_canastas, upper_bound
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.search import clearing, find_melds
from games.engine.legal.opening.task import EVERY_KIND, Canastas, MeldTask, Requirement
from games.engine.meld_kinds import GROUP, SEQUENCE, WILD
from tests.depth import cases as so_many
from tests.depth import in_the_full_run, one_of
from tests.engine.brute_force import (
    Cards,
    Outcome,
    assert_legal,
    enough,
    outcomes,
    outcomes_with_upcard,
)
from tests.engine.opening_variants import VARIANTS, small_hands

NEEDS = (0, 15, 50, 90)
WORDS = {GROUP: "rank {}", SEQUENCE: "suit {}", WILD: "wild"}


def has(outcome: Outcome, part: MeldClass | None) -> bool:
    """True if an outcome holds a meld of the class."""
    return part is None or WORDS[part.kind].format(part.rank_or_suit) in outcome.parts


def required_melds(
    cards: Cards, limits: MeldLimits, rng: random.Random
) -> Iterator[tuple[MeldClass | None, int | None]]:
    """No meld in particular, and some of each kind that the hand makes interesting."""
    naturals = [card for card in cards if not IS_WILD[card]] or [20]
    yield None, None
    yield MeldClass(GROUP, RANK_OF[rng.choice(naturals)]), None
    yield MeldClass(SEQUENCE, rng.choice(naturals) % 4), None
    if limits.rules.wild_meld is not None:
        yield MeldClass(WILD), None
    upcards = [card for card in naturals if RANK_OF[card] != THREE]
    if upcards:
        yield None, rng.choice(upcards)


def leaves_one_of(kinds: range, outcome: Outcome) -> bool:
    """True if one card, of these kinds, is not melded."""
    return outcome.left is not None and any(card in kinds for card in outcome.left)


def wanted(rng: random.Random) -> Canastas:
    """Mostly no canastas; else some number of them, or one or two of some kinds."""
    if rng.random() < 0.6:
        return Canastas(rng.choice((0, 0, 1, 2)))
    kinds = rng.sample(Canastas._fields, rng.choice((1, 1, 2)))
    return Canastas(**dict.fromkeys(kinds, 1))


class Case(NamedTuple):
    """What melds must meet in addition to the points, and all that a hand can be worth."""

    required: Requirement
    offered: Cards
    pool: frozenset[Outcome]

    def best(self) -> int:
        """The most points with which it is met; -1 if it cannot be."""
        return max([each.points for each in self.pool if self._is_met_by(each)], default=-1)

    def _is_met_by(self, outcome: Outcome) -> bool:
        stay = len(self.offered) - outcome.cards
        if self.required.kept is not EVERY_KIND:
            stay -= self.offered.count(JOKER) - outcome.jokers
        return (
            stay >= self.required.keep
            and has(outcome, self.required.meld_class)
            and enough(outcome.canastas, self.required.canastas)
        )


def cases(cards: Cards, limits: MeldLimits, rng: random.Random) -> Iterator[Case]:
    """Some for each meld that is required."""
    plain = outcomes(cards, limits)
    for part, upcard in required_melds(cards, limits, rng):
        kept: range = rng.choice((EVERY_KIND, range(JOKER)))
        required = Requirement(0, part, upcard, wanted(rng), rng.choice((0, 1, 2)), kept)
        if upcard is None:
            yield Case(required, cards, plain)
        else:
            pool = outcomes_with_upcard(cards, upcard, limits)
            yield Case(required, (*cards, upcard), pool)


@pytest.mark.parametrize("name", one_of(2, VARIANTS, others=in_the_full_run))
def test_answers_agree_with_every_set_of_melds_there_is(name: str) -> None:
    limits, rng = VARIANTS[name], random.Random(name)
    points = limits.rules.card_points
    for cards in small_hands(name, so_many(40, 1000)):
        for case in cases(cards, limits, rng):
            best = case.best()
            for need in {*NEEDS, max(0, best), best + 1}:
                required = case.required._replace(points=need)
                melds = find_melds(MeldTask(counts_of(cards), limits, required))
                shown = f"{faces(cards)} {best=} {required}"
                assert (melds is not None) == (best >= need), shown
                if melds is not None:
                    assert_legal(melds, cards, limits, required.upcard)
                    assert worth(melds, points) >= need, shown
                    left = Counter(case.offered) - Counter(chain(*melds))
                    assert sum(left[card] for card in required.kept) >= required.keep, shown


@pytest.mark.parametrize("name", VARIANTS)
def test_no_melds_are_worth_more_than_the_bound_nor_hold_more_canastas(name: str) -> None:
    limits = VARIANTS[name]
    for cards in small_hands(f"bound {name}", so_many(60, 1000)):
        found = outcomes(cards, limits)
        canastas = max(len(outcome.canastas) for outcome in found)
        assert most_canastas(counts_of(cards), limits) >= canastas, faces(cards)
        most = max(outcome.points for outcome in found)
        assert upper_bound(counts_of(cards), limits, limits.rules.card_points) >= most, faces(cards)


@pytest.mark.parametrize("name", VARIANTS)
def test_clearing_the_hand_agrees_with_every_set_of_melds(name: str) -> None:
    limits, rng = VARIANTS[name], random.Random(f"clear {name}")
    points = limits.rules.card_points
    for cards in small_hands(f"clear {name}", so_many(40, 1000)):
        plain = outcomes(cards, limits)
        for part in (None, MeldClass(GROUP, THREE), MeldClass(WILD)):
            last: range = rng.choice((range(0), range(KINDS), range(24, KINDS)))
            required = Requirement(rng.choice((0, 50)), part, canastas=wanted(rng))
            possible = [
                outcome
                for outcome in plain
                if outcome.points >= required.points
                and enough(outcome.canastas, required.canastas)
                and has(outcome, part)
            ]
            found = list(clearing(MeldTask(counts_of(cards), limits, required), last))
            shown = f"{faces(cards)} {required} {last}"
            whole = [melds for melds in found if sum(map(len, melds)) == len(cards)]
            assert bool(whole) == any(outcome.left == () for outcome in possible), shown
            but_one = [melds for melds in found if sum(map(len, melds)) == len(cards) - 1]
            assert bool(but_one) == any(leaves_one_of(last, each) for each in possible), shown
            assert len(whole) + len(but_one) == len(found)
            for melds in found:
                assert_legal(melds, cards, limits)
                assert worth(melds, points) >= required.points
                left = Counter(cards) - Counter(chain(*melds))
                assert all(card in last for card in left)
