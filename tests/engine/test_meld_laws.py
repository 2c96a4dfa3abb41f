"""The engine's melds are those of the slow definition, for every ruleset and whatever cards."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from games.engine.cards import (
    FOUR,
    IS_WILD,
    KINDS,
    RANK_OF,
    RED_THREES,
    SUIT_OF,
    THREE,
    WILDS,
    faces,
)
from games.engine.codec import event_in, event_out
from games.engine.errors import IllegalAction
from games.engine.events import LaidOff, Melded
from games.engine.rulesets import Rules
from games.engine.rulesets.choices import Threes
from games.engine.table.meld import Meld, grown, meld_of
from games.engine.table.shapes import can_merge, check_merge, extended, new_meld
from tests.engine import meld_definition as slow
from tests.engine.sheets import PRESETS, changed

RULES = PRESETS | {
    "four naturals beside a wild in sequence": changed(
        PRESETS["sambola"], sequence={"min_naturals": 4}
    ),
    "open threes, at any time": changed(
        PRESETS["royal"], threes={"max_size": None, "max_wilds": 3}, group={"max_wilds": 0}
    ),
    "closed at nine, ratio, no wild sevens": changed(
        PRESETS["classic"],
        group={"max_size": 9, "wild_sevens": False, "wild_on_natural_canasta": False},
        threes={"melding": Threes.NEVER},
    ),
}
RANKS = (None, *range(FOUR, 13))
RANDOM_MELDS = 800


@pytest.fixture(params=RULES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return RULES[request.param]


def some_cards(rng: Random) -> tuple[int, ...]:
    """Cards that are nearly a meld, or one, in any order."""
    form, size = rng.randrange(4), rng.randint(2, 9)
    if form == 0:
        rank = rng.choice([1, 1, 5, 5, 11, 12])
        cards = rng.choices(range(4 * rank, 4 * rank + 4), k=size)
    elif form == 1:
        low, suit = rng.randint(1, 13 - min(size, 8)), rng.randrange(4)
        cards = [4 * rank + suit for rank in range(low, min(13, low + size))]
    else:
        cards = rng.choices(WILDS, k=size)
        if form == 2:
            cards = cards[:2] + rng.choices(range(20, 24), k=3)
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        place = rng.randrange(len(cards))
        cards[place] = rng.choice([rng.randrange(KINDS), *WILDS])
    rng.shuffle(cards)
    return tuple(cards)


def melds(rules: Rules, seed: int) -> Iterator[Meld]:
    """Melds that the ruleset allows, a few at a time of each that the cards could be."""
    rng = Random(seed)
    for _ in range(RANDOM_MELDS):
        for shape in slow.shapes(some_cards(rng), rules):
            yield meld_of(1, 0, shape.kind, shape.cards, rules, shape.wild_as)


def attempt(rules: Rules, cards: tuple[int, ...], as_: int | None, old: Meld | None) -> Meld | None:
    """The meld that the engine makes, new or out of `old`; None when it refuses."""
    try:
        if old is None:
            return new_meld(cards, 1, 0, rules, as_)
        return extended(old, cards, rules, as_)
    except IllegalAction:
        return None


def seen(meld: Meld | None) -> slow.Shape | None:
    """A meld of the engine in the terms of the definition."""
    return None if meld is None else slow.Shape(meld.kind, meld.wild_as, meld.cards)


def test_new_melds_are_those_of_the_definition(rules: Rules) -> None:
    rng, made = Random(1), 0
    for _ in range(5 * RANDOM_MELDS):
        cards, as_ = some_cards(rng), rng.choice([None, None, None, rng.choice(RANKS)])
        expected = slow.told(slow.shapes(cards, rules), as_)
        assert seen(attempt(rules, cards, as_, None)) == expected, (faces(cards), as_)
        made += expected is not None
    assert made > RANDOM_MELDS / 4


def test_what_joins_a_meld_is_what_the_definition_says(rules: Rules) -> None:
    rng, joined = Random(2), 0
    for meld in melds(rules, 3):
        mates = [card for card in range(KINDS) if likely(card, meld)]
        cards = tuple(rng.choices(mates, k=rng.choice([1, 1, 2, 3])))
        as_ = rng.choice([None, None, None, rng.choice(RANKS)])
        old = slow.Shape(meld.kind, meld.wild_as, meld.cards)
        expected = slow.told(slow.grown(old, cards, rules), as_)
        assert seen(attempt(rules, cards, as_, meld)) == expected, (meld, faces(cards), as_)
        joined += expected is not None
    assert joined > 20


def likely(card: int, meld: Meld) -> bool:
    """True if it is worth while to try the card with the meld."""
    near = meld.rank - 3 <= RANK_OF[card] <= meld.rank + len(meld.cards) + 1
    return IS_WILD[card] or RANK_OF[card] == meld.rank or (near and SUIT_OF[card] == meld.suit)


def test_a_meld_lists_each_single_card_that_may_be_added(rules: Rules) -> None:
    for meld in melds(rules, 4):
        old = slow.Shape(meld.kind, meld.wild_as, meld.cards)
        fitting = [card for card in range(KINDS) if slow.grown(old, (card,), rules)]
        assert meld.open_to == sum(1 << 8 * card for card in fitting), meld


def test_a_meld_that_takes_no_card_takes_no_cards(rules: Rules) -> None:
    rng = Random(5)
    for meld in melds(rules, 5):
        if not meld.open_to:
            cards = tuple(rng.choices(range(KINDS), k=2))
            old = slow.Shape(meld.kind, meld.wild_as, meld.cards)
            assert not slow.grown(old, cards, rules)


def test_what_is_logged_makes_the_meld_again(rules: Rules) -> None:
    rng = Random(6)
    for meld in melds(rules, 6):
        laid = Melded(0, meld.id, meld.kind, meld.cards, meld.wild_as)
        again = event_in(json.loads(json.dumps(event_out(laid))))
        assert isinstance(again, Melded)
        assert meld_of(again.id, 0, again.kind, again.cards, rules, again.wild_as) == meld
        cards = tuple(rng.choices([card for card in range(KINDS) if likely(card, meld)], k=2))
        for as_ in (None, *RANKS):
            new = attempt(rules, cards, as_, meld)
            if new is not None:
                wild_as = new.wild_as if any(IS_WILD[card] for card in cards) else None
                added = event_in(event_out(LaidOff(0, meld.id, cards, wild_as)))
                assert isinstance(added, LaidOff)
                assert grown(meld, added.cards, rules, added.wild_as) == new


def test_a_merged_group_could_have_been_laid_off(rules: Rules) -> None:
    """Whichever of the two stays, and nothing else is merged."""
    rng = Random(7)
    some = [meld for meld in melds(rules, 7) if meld.kind != "sequence"]
    for first in some[:200]:
        second = rng.choice([meld for meld in some if meld.rank == first.rank])
        second = second._replace(id=2)
        orders = [(first, second), (second, first)]
        allowed = all(could_merge(into, other, rules) for into, other in orders)
        for into, other in orders:
            if rules.group.merge and into.kind != "wild":
                assert can_merge(into, other, rules) is allowed
            try:
                check_merge(into, other, rules)
            except IllegalAction:
                assert not allowed
            else:
                assert allowed
                cards = extended(into, other.cards, rules).cards
                assert cards == tuple(sorted(first.cards + second.cards))


def could_merge(into: Meld, other: Meld, rules: Rules) -> bool:
    """True if the slow definition lets the cards of `other` join `into`."""
    old = slow.Shape(into.kind, None, into.cards)
    return rules.group.merge and into.kind != "wild" and bool(slow.grown(old, other.cards, rules))


def test_no_red_three_is_melded_but_where_all_threes_are(rules: Rules) -> None:
    always = rules.threes.melding is Threes.ALWAYS
    red = [meld for meld in melds(rules, 8) if set(meld.cards) & set(RED_THREES)]
    assert all(meld.kind == "threes" and meld.rank == THREE for meld in red)
    assert bool(red) == always
