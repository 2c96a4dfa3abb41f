"""The score sheets of the variants, and every line there is."""

import pytest

from games.engine.events import PenaltyGiven
from games.engine.rulesets import Rules
from games.engine.scoring.sheet import score
from games.engine.table.changes import evolve
from games.engine.table.hand import HandState
from tests.engine.sheets import CLASSIC, PRESETS, changed, counted_hand, group, sheet

ALL_SIX = "3D 3D 3D 3H 3H 3H"


def s5(samba: int) -> HandState:
    return counted_hand(
        changed(PRESETS["denexa"], canasta={"samba": samba}),
        group("9", 7),
        "4C 5C 6C 7C 8C 9C TC",
        red_threes=ALL_SIX,
        hands={2: "AC AD"},
        out=0,
    )


S5 = {
    "natural_canastas": 500,
    "sambas": 500,
    "went_out": 200,
    "red_threes": 1000,
    "melded_cards": 120,
    "hand_cards": -40,
    "total": 2280,
}
S6 = counted_hand(
    PRESETS["denexa"],
    group("Q", 4, "2C JK"),
    red_threes=ALL_SIX,
    hands={0: "JK", 2: "JK 2D"},
    out=1,
)
S7 = counted_hand(
    PRESETS["denexa"],
    group("T", 7),
    group("5", 5, "2C 2D"),
    red_threes="3D",
    hands={2: "3H 3H"},
    out=0,
)
S8 = counted_hand(
    PRESETS["handfoot"],
    group("7", 7),
    "JK JK JK JK 2C 2D 2H",
    *[group(rank, 7) for rank in "AKQJT"],
    group("8", 5, "2C 2S"),
    "8H 9H TH JH QH KH AH",
    group("3", 4),
    red_threes="3D 3D 3D 3H 3H",
    hands={2: "4C 4D JK"},
    out=0,
)
S9 = counted_hand(
    PRESETS["handfoot"],
    group("9", 7),
    group("6", 7),
    group("5", 4, "2C 2D 2H"),
    "JK 2C 2S",
    red_threes="3D 3H 3H",
    hands={0: "KC QC JC", 2: "AC AD 4C"},
    feet={2: "3D JK AC AD KC QD JH TS 9C 8D 7C 6D 5H 4S 4C"},
    out=1,
)
S14 = counted_hand(
    PRESETS["bolivia"],
    "JK JK JK 2C 2D 2H 2S",
    "6H 7H 8H 9H TH JH QH",
    group("3", 3),
    hands={2: "KC KD"},
    out=0,
)
S14B = counted_hand(
    PRESETS["bolivia"],
    group("9", 5, "2C 2D"),
    red_threes="3D 3H",
    hands={0: "3C 3S", 2: "KC"},
    out=1,
)


@pytest.mark.parametrize(
    ("state", "lines"),
    [
        pytest.param(s5(500), S5, id="S5 denexa, out"),
        pytest.param(s5(1500), S5 | {"sambas": 1500, "total": 3280}, id="S5 sambas at 1500"),
        pytest.param(
            S6,
            {"red_threes": -1000, "melded_cards": 110, "hand_cards": -120, "total": -1010},
            id="S6 denexa, no canasta",
        ),
        pytest.param(
            S7,
            {
                "natural_canastas": 500,
                "mixed_canastas": 300,
                "went_out": 200,
                "red_threes": 100,
                "melded_cards": 135,
                "red_threes_in_hand": -1000,
                "total": 235,
            },
            id="S7 denexa, red threes not declared",
        ),
        pytest.param(
            S8,
            {
                "natural_canastas": 2500,
                "mixed_canastas": 300,
                "sambas": 2000,
                "wild_canastas": 2000,
                "sevens_canastas": 2000,
                "went_out": 2000,
                "red_threes": 500,
                "melded_cards": 905,
                "hand_cards": -60,
                "total": 12145,
            },
            id="S8 handfoot, out",
        ),
        pytest.param(
            S9,
            {
                "natural_canastas": 1000,
                "mixed_canastas": 300,
                "red_threes": 300,
                "melded_cards": 275,
                "red_threes_in_hand": -100,
                "hand_cards": -250,
                "total": 1525,
            },
            id="S9 handfoot, the others with a foot that was never picked up",
        ),
        pytest.param(
            S14,
            {
                "sambas": 1500,
                "wild_canastas": 2500,
                "went_out": 200,
                "melded_cards": 305,
                "hand_cards": -20,
                "total": 4485,
            },
            id="S14 bolivia, out",
        ),
        pytest.param(
            S14B,
            {
                "mixed_canastas": 300,
                "red_threes": -200,
                "melded_cards": 90,
                "black_threes_in_hand": -200,
                "hand_cards": -10,
                "total": -20,
            },
            id="S14b bolivia, the others",
        ),
    ],
)
def test_the_score_sheet(state: HandState, lines: dict[str, int]) -> None:
    assert sheet(state) == lines


@pytest.mark.parametrize(
    ("rules", "meld", "code", "points"),
    [
        pytest.param(
            PRESETS["black-samba"], "4C 5C 6C 7C 8C 9C JK", "black_sambas", 1000, id="black"
        ),
        pytest.param(
            PRESETS["black-samba"], "4C 5C 6C 7C 8C 9C TC", "sambas", 1500, id="and red samba"
        ),
        pytest.param(
            PRESETS["sambola"], "4C 5C 6C 7C 8C 9C 2C", "black_sambas", 700, id="sambola black"
        ),
        pytest.param(PRESETS["sambola"], "4C 5C 6C 7C 8C 9C TC", "sambas", 1000, id="sambola red"),
        pytest.param(
            PRESETS["bolivia"], "JK JK JK JK 2C 2D 2H", "wild_canastas", 2500, id="bolivia"
        ),
        pytest.param(
            PRESETS["mexican"], "JK JK 2C 2C 2D 2D 2H 2H", "wild_canastas", 2000, id="of eight"
        ),
        pytest.param(PRESETS["mexican"], group("7", 7), "sevens_canastas", 1500, id="sevens"),
        pytest.param(
            PRESETS["bolivia"], group("7", 7), "natural_canastas", 500, id="sevens like others"
        ),
        pytest.param(PRESETS["royal"], "3C 3D 3H 3S 3C 3D 3H", "threes_canastas", 1000, id="royal"),
        pytest.param(
            PRESETS["royal"], "3C 3D 3H 3S 3C JK 2C", "threes_canastas", 1000, id="royal, wilds"
        ),
        pytest.param(CLASSIC, group("3", 6, "JK"), "mixed_canastas", 300, id="black threes"),
        pytest.param(
            PRESETS["handfoot"], group("3", 7), "natural_canastas", 500, id="seven black threes"
        ),
    ],
)
def test_each_kind_of_canasta_has_its_line(rules: Rules, meld: str, code: str, points: int) -> None:
    lines = sheet(counted_hand(rules, meld))
    assert set(lines) == {code, "melded_cards", "total"}
    assert lines[code] == points


@pytest.mark.parametrize(
    ("canastas", "points"), [(6, None), (7, 2000), (8, 2000)], ids=["six", "seven", "eight"]
)
def test_many_canastas_of_any_kinds_earn_their_bonus_once(
    canastas: int, points: int | None
) -> None:
    melds = ["JK JK JK 2C 2D 2H 2S", group("7", 7), group("9", 5, "2C 2D")]
    melds += [group(rank, 7) for rank in "AKQJT"]
    lines = score(counted_hand(PRESETS["mexican"], *melds[:canastas]))[0].lines
    found = [(line.points, line.count) for line in lines if line.code == "many_canastas"]
    assert found == ([] if points is None else [(points, canastas)])


TWO_CANASTAS = (group("9", 7), group("K", 7))
SAMBOLA = PRESETS["sambola"]
SAMBA, BLACK = "4C 5C 6C 7C 8C 9C TC", "4D 5D 6D 7D 8D 9D JK"


@pytest.mark.parametrize(
    ("rules", "seats", "melds", "reds", "points"),
    [
        pytest.param(
            PRESETS["white-knuckle"], 4, (), ALL_SIX, 0, id="for nothing when not qualified"
        ),
        pytest.param(
            PRESETS["white-knuckle"], 4, TWO_CANASTAS, ALL_SIX, 1000, id="all six, qualified"
        ),
        pytest.param(PRESETS["handfoot"], 4, (), "3D 3H", 200, id="always, without a canasta"),
        pytest.param(
            PRESETS["handfoot"], 4, (), " ".join(["3D 3H"] * 7), 1400, id="no bonus for all 14"
        ),
        pytest.param(
            PRESETS["quad"], 6, TWO_CANASTAS, " ".join(["3D 3H"] * 4), 1000, id="all eight"
        ),
        pytest.param(PRESETS["quad"], 6, TWO_CANASTAS, ALL_SIX, 600, id="six of eight"),
        pytest.param(PRESETS["black-samba"], 4, TWO_CANASTAS, ALL_SIX, 1200, id="black samba"),
        pytest.param(PRESETS["black-samba"], 4, (), ALL_SIX, -600, id="black samba, not qualified"),
        pytest.param(
            PRESETS["bolivia"], 4, TWO_CANASTAS[:1], ALL_SIX, -1000, id="bolivia, one canasta"
        ),
        pytest.param(SAMBOLA, 4, (*TWO_CANASTAS, BLACK), "3D", 100, id="two red and one black"),
        pytest.param(SAMBOLA, 4, (*TWO_CANASTAS, SAMBA), "3D", -100, id="three red ones"),
        pytest.param(SAMBOLA, 4, (SAMBA, BLACK, group("5", 5, "2C 2D")), "3D", -100, id="one red"),
        pytest.param(
            changed(CLASSIC, red_threes={"unqualified_all": None}),
            4,
            (),
            ALL_SIX,
            -600,
            id="all of them lose nothing more",
        ),
    ],
)
def test_laid_red_threes(
    rules: Rules, seats: int, melds: tuple[str, ...], reds: str, points: int
) -> None:
    state = counted_hand(rules, *melds, red_threes=reds, seats=seats)
    assert sheet(state)["red_threes"] == points


@pytest.mark.parametrize(
    ("rules", "hands", "lines"),
    [
        pytest.param(CLASSIC, {0: "3D 3H"}, {"red_threes_in_hand": (-750, 1)}, id="by player"),
        pytest.param(
            PRESETS["denexa"], {0: "3D 3H"}, {"red_threes_in_hand": (-1000, 2)}, id="by card"
        ),
        pytest.param(
            PRESETS["denexa"],
            {0: "3D", 2: "3H"},
            {"red_threes_in_hand": (-1000, 2)},
            id="of both partners",
        ),
        pytest.param(CLASSIC, {0: "3C 3S"}, {"hand_cards": (-10, 2)}, id="black ones as cards"),
        pytest.param(
            PRESETS["mexican"],
            {0: "3C 3S 9C"},
            {"black_threes_in_hand": (-200, 2), "hand_cards": (-10, 1)},
            id="black ones apart",
        ),
        pytest.param(
            PRESETS["royal"],
            {0: "3C 3D 3H"},
            {"black_threes_in_hand": (-100, 1), "hand_cards": (-10, 2)},
            id="red ones as cards",
        ),
    ],
)
def test_threes_in_hand(
    rules: Rules, hands: dict[int, str], lines: dict[str, tuple[int, int]]
) -> None:
    found = score(counted_hand(rules, hands=hands))[0].lines
    assert {line.code: (line.points, line.count) for line in found} == lines


def test_the_order_of_the_sheet() -> None:
    state = evolve(
        counted_hand(PRESETS["mexican"], *TWO_CANASTAS, hands={0: "3D 3C KC"}, out=0),
        PenaltyGiven(0, "promise", -100),
    )
    assert [line.code for line in score(state)[0].lines] == [
        "natural_canastas",
        "went_out",
        "melded_cards",
        "red_threes_in_hand",
        "black_threes_in_hand",
        "hand_cards",
        "penalty",
        "debt_dismantled",
    ]
