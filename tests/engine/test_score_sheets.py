"""The score sheets of the variants, and every line there is."""

import pytest

from games.engine.events import PenaltyGiven
from games.engine.rulesets import Rules
from games.engine.scoring.sheet import score
from games.engine.table.changes import evolve
from tests.engine.sheets import CLASSIC, PRESETS, changed, counted_hand, group, sheet

ALL_SIX = "3D 3D 3D 3H 3H 3H"


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
