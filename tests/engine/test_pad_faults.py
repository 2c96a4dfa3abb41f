"""What the score pad refuses: every fault at once, by its path, in words for a club night."""

from typing import Any

import pytest

from games.engine.pad import NOT_FIVES, NOT_SOUND, UnsoundSheet, hands_in, keep_score
from games.engine.rulesets import Rules, resolve
from tests.engine.pad_sheets import NOBODY, Side, faults, own, refusal
from tests.engine.sheets import CLASSIC, PRESETS

ROYAL, MEXICAN, HANDFOOT = PRESETS["royal"], PRESETS["mexican"], PRESETS["handfoot"]
BOLIVIA, SAMBOLA = PRESETS["bolivia"], PRESETS["sambola"]


@pytest.mark.parametrize(
    ("side", "path", "detail"),
    [
        pytest.param(
            own(melded_cards=343),
            "melded_cards",
            "Side 0 melded 343: card points come in fives",
            id="melded",
        ),
        pytest.param(
            own(hand_cards=62),
            "hand_cards",
            "Side 0 holds 62 in hand: card points come in fives",
            id="in hand",
        ),
        pytest.param(
            own(total=1281), "total", "Side 0 has a total of 1281: scores come in fives", id="total"
        ),
        pytest.param(
            own(penalties=[{"points": -101, "reason": "late"}]),
            "penalties.0.points",
            "Side 0 has -101 for 'late': points come in fives",
            id="penalty",
        ),
        pytest.param(
            own(adjustments=[{"points": 5, "reason": "a"}, {"points": 7, "reason": "b"}]),
            "adjustments.1.points",
            "Side 0 has 7 for 'b': points come in fives",
            id="adjustment",
        ),
    ],
)
def test_points_come_in_fives(side: Side, path: str, detail: str) -> None:
    sound = {"sides": [own(), NOBODY]}
    found = refusal([sound, {"sides": [NOBODY, side]}])
    assert found == (NOT_FIVES, {f"hands.1.sides.1.{path}": detail})


def test_the_scores_at_the_start_come_in_fives_and_are_as_many_as_the_sides() -> None:
    assert refusal([], scores=(1500, 622)) == (
        NOT_FIVES,
        {"scores.1": "Side 1 begins with 622: scores come in fives"},
    )
    code, found = refusal([], scores=(0, 0, 0))
    assert (code, found) == (NOT_SOUND, {"scores": "There are 3 scores for 2 sides"})


@pytest.mark.parametrize(
    ("sides", "seats", "found"),
    [
        pytest.param([own()], 4, {"sides": "Side 1 is missing"}, id="missing"),
        pytest.param(
            [own(), NOBODY, own()],
            4,
            {"sides.2.side": "Side 0 is on this sheet twice"},
            id="twice",
        ),
        pytest.param(
            [own(), {"side": 2, "total": 0}],
            4,
            {
                "sides.1.side": "There is no side 2: sides are 0 to 1",
                "sides": "Side 1 is missing",
            },
            id="unknown",
        ),
        pytest.param([own(), NOBODY], 6, {"sides": "Side 2 is missing"}, id="at a table of six"),
    ],
)
def test_every_side_is_there_once(sides: list[Side], seats: int, found: dict[str, str]) -> None:
    assert faults(*sides, seats=seats) == {f"hands.0.{path}": text for path, text in found.items()}


@pytest.mark.parametrize(
    ("rules", "side", "path", "detail"),
    [
        pytest.param(
            CLASSIC,
            {
                "counts": {"sambas": 1, "mixed_canastas": 1, "natural_canastas": 1},
                "melded_cards": 130,
            },
            "melded_cards",
            "Side 0 melded 130: the cards of its canastas are worth 135 at least",
            id="canastas worth more",
        ),
        pytest.param(
            SAMBOLA,
            {"counts": {"black_sambas": 1}, "melded_cards": 55},
            "melded_cards",
            "Side 0 melded 55: the cards of its canastas are worth 60 at least",
            id="a black samba",
        ),
        pytest.param(
            BOLIVIA,
            {"counts": {"wild_canastas": 1}, "melded_cards": 135},
            "melded_cards",
            "Side 0 melded 135: the cards of its canastas are worth 140 at least",
            id="wild cards",
        ),
        pytest.param(
            HANDFOOT,
            {"counts": {"sambas": 5}, "melded_cards": 500},
            "counts",
            "Side 0 finished 5 sequences (one of a suit): there can be 4",
            id="one sequence of a suit",
        ),
        pytest.param(
            MEXICAN,
            {"counts": {"wild_canastas": 2}, "melded_cards": 500},
            "counts",
            "Side 0 finished 2 melds of wild cards: there can be 1",
            id="one meld of wild cards",
        ),
        pytest.param(
            CLASSIC,
            {"red_threes_in_hand": 3},
            "red_threes_in_hand",
            "Side 0 counts 3 players with red threes in hand: 2 of it hold any cards",
            id="more holders than players",
        ),
        pytest.param(
            CLASSIC,
            {"black_threes_in_hand": 1},
            "black_threes_in_hand",
            "Side 0 counts black threes in hand separately: "
            "they count with the other cards in this ruleset",
            id="black threes like others",
        ),
        pytest.param(
            ROYAL,
            {"red_threes_in_hand": 1},
            "red_threes_in_hand",
            "Side 0 counts red threes separately: they count with the other cards in this ruleset",
            id="red threes like others",
        ),
        pytest.param(
            CLASSIC,
            {"penalties": [{"points": 50, "reason": "late"}]},
            "penalties.0.points",
            "Side 0 wins 50 by a penalty: write it below 0",
            id="a penalty that pays",
        ),
        pytest.param(
            CLASSIC,
            {"counts": {"red_threes": 1}, "melded_cards": 60, "total": 160},
            "total",
            "The lines of side 0 come to -40, not to 160",
            id="a total that the lines do not come to",
        ),
    ],
)
def test_what_a_side_cannot_have(rules: Rules, side: Side, path: str, detail: str) -> None:
    assert faults(own(**side), NOBODY, rules=rules) == {f"hands.0.sides.0.{path}": detail}


TWO = {"counts": {"natural_canastas": 2}, "melded_cards": 200}


@pytest.mark.parametrize(
    ("rules", "seats", "side", "found"),
    [
        pytest.param(CLASSIC, 4, TWO | {"hand_cards": 65}, {}, id="the partner holds cards"),
        pytest.param(
            CLASSIC,
            2,
            TWO | {"hand_cards": 65},
            {
                "sides.0.hand_cards": "Side 0 went out and has 65 under hand_cards: "
                "its hand is empty"
            },
            id="a player alone does not",
        ),
        pytest.param(
            CLASSIC,
            4,
            TWO | {"red_threes_in_hand": 2},
            {
                "sides.0.red_threes_in_hand": "Side 0 counts 2 players with red threes in hand: "
                "1 of it hold any cards"
            },
            id="who went out holds no red three",
        ),
        pytest.param(
            CLASSIC,
            4,
            {"counts": {"sambas": 1}, "melded_cards": 200},
            {"went_out": "Side 0 went out with 1 canasta: it takes 2"},
            id="too few canastas",
        ),
        pytest.param(
            BOLIVIA,
            4,
            TWO,
            {"went_out": "Side 0 went out without the canastas for it: 1 samba"},
            id="not the book",
        ),
        pytest.param(CLASSIC, 4, {"total": 1200}, {}, id="the total alone tells nothing"),
    ],
)
def test_who_goes_out_can(rules: Rules, seats: int, side: Side, found: dict[str, str]) -> None:
    told = faults(own(**side), NOBODY, rules=rules, seats=seats, out=0)
    assert told == {f"hands.0.{path}": detail for path, detail in found.items()}


def test_the_side_that_went_out_is_one_of_the_table() -> None:
    assert faults(own(), NOBODY, out=2) == {
        "hands.0.went_out": "There is no side 2: sides are 0 to 1"
    }


ONE = {"counts": {"natural_canastas": 1, "red_threes": 1}, "melded_cards": 85}
DEBT = resolve({"extends": "classic", "overrides": {"game": {"debt": True}}})
FELL = {"debt_dismantled": {"natural_canastas": 1}}


@pytest.mark.parametrize(
    ("rules", "side", "found"),
    [
        pytest.param(
            MEXICAN,
            ONE | FELL | {"hand_cards": 290},
            {},
            id="the sheet says what fell",
        ),
        pytest.param(MEXICAN, ONE | {"hand_cards": 150}, {}, id="nobody can tell"),
        pytest.param(MEXICAN, ONE | FELL | {"hand_cards": 150}, {}, id="either way"),
        pytest.param(
            MEXICAN,
            ONE | {"hand_cards": 290},
            {"": "Side 0 owes 290, more than it laid: every canasta is dismantled"},
            id="all fall",
        ),
        pytest.param(
            MEXICAN,
            ONE | FELL | {"hand_cards": 100},
            {"": "Side 0 lost canastas to debt, and its red threes cover it"},
            id="none falls",
        ),
        pytest.param(
            MEXICAN,
            ONE | {"hand_cards": 150, "debt_dismantled": {"mixed_canastas": 1}},
            {".mixed_canastas": "Side 0 lost 1 mixed canastas to debt: it had 0"},
            id="one that it never had",
        ),
        pytest.param(
            DEBT, ONE | {"hand_cards": 60}, {}, id="red threes that cost something are no debt"
        ),
        pytest.param(
            CLASSIC,
            ONE | FELL | {"hand_cards": 290},
            {"": "Side 0 lost canastas to debt: there is none in this ruleset"},
            id="no debt",
        ),
    ],
)
def test_canastas_fall_only_where_debt_is(rules: Rules, side: Side, found: dict[str, str]) -> None:
    told = faults(own(**side), NOBODY, rules=rules)
    path = "hands.0.sides.0.debt_dismantled"
    assert told == {f"{path}{end}": detail for end, detail in found.items()}


def test_all_faults_are_reported_at_once() -> None:
    """And one that is not about fives gives them all its code."""
    hands: list[dict[str, Any]] = [
        {"sides": [own(melded_cards=343), NOBODY]},
        {"went_out": 0, "sides": [own(counts={"wild_canastas": 1}, total=-7)]},
    ]
    with pytest.raises(UnsoundSheet) as refused:
        keep_score(CLASSIC, seats=4, hands=hands_in(hands), scores=(3, 0))
    assert refused.value.code == NOT_SOUND
    assert [fault.path for fault in refused.value.faults] == [
        "scores.0",
        "hands.0.sides.0.melded_cards",
        "hands.1.sides.0.total",
        "hands.1.sides",
        "hands.1.went_out",
        "hands.1.sides.0.counts.wild_canastas",
        "hands.1.sides.0.total",
    ]
