"""What a sheet may say of the pack: kinds of canastas, and no more than there are cards for."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine.pad import hands_in
from games.engine.pad.checks import soundness
from games.engine.pad.pack import own_supplies
from games.engine.rulesets import Rules, resolve
from games.engine.table.meld import canasta
from tests.depth import cases
from tests.engine.pad_sheets import NOBODY, Side, faults, own, written
from tests.engine.sheets import CLASSIC, PRESETS
from tests.engine.test_scoring_laws import TABLES, some_hand

ROYAL, MEXICAN, DENEXA = PRESETS["royal"], PRESETS["mexican"], PRESETS["denexa"]
BOLIVIA, SAMBOLA = PRESETS["bolivia"], PRESETS["sambola"]


@pytest.mark.parametrize(
    ("rules", "counts", "path"),
    [
        pytest.param(CLASSIC, {"wild_canastas": 1}, "counts.wild_canastas", id="wild"),
        pytest.param(CLASSIC, {"sevens_canastas": 1}, "counts.sevens_canastas", id="sevens"),
        pytest.param(CLASSIC, {"black_sambas": 1}, "counts.black_sambas", id="black sambas"),
        pytest.param(BOLIVIA, {"threes_canastas": 1}, "counts.threes_canastas", id="threes"),
        pytest.param(MEXICAN, {"sambas": 1}, "counts.sambas", id="sambas"),
        pytest.param(ROYAL, {"red_threes": 1}, "counts.red_threes", id="red threes"),
        pytest.param(
            resolve({"extends": "classic", "overrides": {"group": {"max_wilds": 0}}}),
            {"mixed_canastas": 1},
            None,
            id="mixed, of black threes alone",
        ),
    ],
)
def test_a_ruleset_knows_only_its_own_canastas(
    rules: Rules, counts: dict[str, int], path: str | None
) -> None:
    found = faults(own(counts=counts, melded_cards=500), NOBODY, rules=rules)
    assert set(found) == ({f"hands.0.sides.0.{path}"} if path else set())


@pytest.mark.parametrize(
    ("rules", "one", "other", "path", "detail"),
    [
        pytest.param(
            CLASSIC,
            {"counts": {"red_threes": 4}},
            {"counts": {"red_threes": 3}},
            "sides.1.counts.red_threes",
            "The sides count 7 red threes: the pack has 6",
            id="red threes",
        ),
        pytest.param(
            DENEXA,
            {"counts": {"red_threes": 6}, "red_threes_in_hand": 1},
            {},
            "sides.0.counts.red_threes",
            "The sides count 7 red threes: the pack has 6",
            id="red threes on the table and in hand",
        ),
        pytest.param(
            MEXICAN,
            {"black_threes_in_hand": 3},
            {"black_threes_in_hand": 4},
            "sides.1.black_threes_in_hand",
            "The sides hold 7 black threes: the pack has 6",
            id="black threes",
        ),
        pytest.param(
            CLASSIC,
            {"melded_cards": 1000},
            {"melded_cards": 600, "hand_cards": 200},
            "sides.1.melded_cards",
            "The cards of the sides come to 1800: the whole pack is worth 1770",
            id="card points",
        ),
        pytest.param(
            BOLIVIA,
            {"counts": {"wild_canastas": 2, "mixed_canastas": 3}, "melded_cards": 800},
            {"counts": {"mixed_canastas": 2}, "melded_cards": 500},
            "sides.1.counts",
            "The canastas of the sides take 19 wild cards at least: the pack has 18",
            id="wild cards",
        ),
        pytest.param(
            CLASSIC,
            {"counts": {"sambas": 7}, "melded_cards": 600},
            {"counts": {"sambas": 6}, "melded_cards": 600},
            "sides.1.counts",
            "The canastas of the sides take 39 cards of rank 8 or 9 or T at least: the pack has 36",
            id="sambas",
        ),
        pytest.param(
            CLASSIC,
            {"counts": {"natural_canastas": 6}, "melded_cards": 600},
            {"counts": {"natural_canastas": 6}, "melded_cards": 600},
            "sides.1.counts",
            "The canastas of the sides take 12 sets of 7 natural cards of a rank at least: "
            "the pack has 11",
            id="natural canastas",
        ),
        pytest.param(
            CLASSIC,
            {"counts": {"natural_canastas": 7, "sambas": 8}, "melded_cards": 900},
            {"counts": {"mixed_canastas": 7}, "melded_cards": 600},
            "sides.1.counts",
            "The canastas of the sides take 140 natural cards at least: the pack has 138",
            id="natural cards",
        ),
        pytest.param(
            SAMBOLA,
            {"counts": {"mixed_canastas": 15}, "melded_cards": 900},
            {"counts": {"black_sambas": 7}, "melded_cards": 500},
            "sides.1.counts",
            "The canastas of the sides take 22 wild cards at least: the pack has 21",
            id="wild cards in sambas",
        ),
        pytest.param(
            SAMBOLA,
            {"counts": {"black_sambas": 10}, "melded_cards": 700},
            {"counts": {"black_sambas": 9}, "melded_cards": 700},
            "sides.1.counts",
            "The canastas of the sides take 38 cards of rank 8 or 9 or T at least: the pack has 36",
            id="black sambas, which need two of the three",
        ),
        pytest.param(
            MEXICAN,
            {"counts": {"sevens_canastas": 1}, "melded_cards": 100},
            {"counts": {"sevens_canastas": 1}, "melded_cards": 100},
            "sides.1.counts",
            "The canastas of the sides take 14 sevens at least: the pack has 12",
            id="sevens",
        ),
        pytest.param(
            ROYAL,
            {"counts": {"threes_canastas": 2}, "melded_cards": 300},
            {"counts": {"threes_canastas": 1}, "melded_cards": 100},
            "sides.1.counts",
            "The canastas of the sides take 15 threes at least: the pack has 12",
            id="threes",
        ),
    ],
)
def test_the_sides_together_have_no_more_than_the_pack(
    rules: Rules, one: Side, other: Side, path: str, detail: str
) -> None:
    assert faults(own(**one), {"side": 1, **other}, rules=rules) == {f"hands.0.{path}": detail}


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        pytest.param(CLASSIC, {"red_threes": 6}, id="all red threes"),
        pytest.param(BOLIVIA, {"wild_canastas": 2, "mixed_canastas": 4}, id="all wild cards"),
        pytest.param(CLASSIC, {"natural_canastas": 11}, id="one of each rank"),
        pytest.param(CLASSIC, {"sambas": 12}, id="three in each suit"),
        pytest.param(SAMBOLA, {"black_sambas": 18}, id="as many with a wild card"),
    ],
)
def test_the_last_card_of_the_pack_may_be_counted(rules: Rules, counts: dict[str, int]) -> None:
    assert faults(own(counts=counts, melded_cards=1500), NOBODY, rules=rules) == {}


def test_canastas_of_sevens_with_wild_cards_take_fewer_sevens() -> None:
    rules = resolve({"extends": "mexican", "overrides": {"group": {"wild_sevens": True}}})
    one = {"counts": {"sevens_canastas": 1}, "melded_cards": 65}
    assert faults(own(**one), {"side": 1, **one}, rules=rules) == {}


@pytest.mark.parametrize(("rules", "seats"), TABLES)
@settings(max_examples=cases(10, 200))
@given(seed=st.integers(0, 2**32))
def test_no_pack_can_be_laid_out_so_that_its_sheet_is_refused(
    rules: Rules, seats: int, seed: int
) -> None:
    """But where a side has melds that its ruleset does not let it have."""
    state = some_hand(rules, seats, Random(seed))
    wild = {canasta(meld, rules) for meld in state.all_melds() if meld.wilds}
    assume("sevens" not in wild or rules.group.wild_sevens)
    assume("wild" not in wild or rules.wild_meld is not None)
    [hand] = hands_in([written(state) | {"went_out": None}])
    found = [*soundness(hand, "", rules, seats)]
    if any(own_supplies(rules)):
        found = [fault for fault in found if "there can be" not in fault.detail]
    assert found == []
