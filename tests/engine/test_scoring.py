"""Score sheets of Samba."""

import pytest

from games.engine.events import HandEnded
from games.engine.phase import HandEnd
from games.engine.scoring.sheet import score
from games.engine.table.changes import evolve
from games.engine.table.hand import HandState
from tests.engine.positions import table

KINGS_MIXED = "KC KD KH KS KC 2C 2D"
JACKS_MIXED = "JC JD JH JS JC 2H 2S"
SAMBA_HEARTS = "5H 6H 7H 8H 9H TH JH"


def ended(state: HandState, out: int | None) -> HandState:
    """The hand at its end; `out` is the seat that went out."""
    end = HandEnd.STOCK_EXHAUSTED if out is None else HandEnd.WENT_OUT
    return evolve(state, HandEnded(end, out))


def sheet(state: HandState, side: int) -> dict[str, int]:
    """Points by line, and their sum under ``"total"``."""
    lines = score(state)[side].lines
    return {line.code: line.points for line in lines} | {"total": score(state)[side].total}


NOTHING = {1: "", 2: "", 3: ""}
"""What the other seats hold: no card."""


def test_an_opponents_sheet_holds_what_they_hold() -> None:
    state = ended(table("", hands={1: "KC 4C", 2: "", 3: "JK"}, melds=[SAMBA_HEARTS]), None)
    assert sheet(state, 1) == {"hand_cards": -65, "total": -65}


@pytest.mark.parametrize(
    ("holders", "points", "count"),
    [
        pytest.param({0: "3H"}, -750, 1, id="one red three"),
        pytest.param({0: "3H 3H 3D"}, -750, 1, id="three with one player"),
        pytest.param({0: "3H", 2: "3D"}, -1500, 2, id="one with each partner"),
    ],
)
def test_red_threes_in_hand_cost_each_holder_once(
    holders: dict[int, str], points: int, count: int
) -> None:
    state = ended(table(holders[0], hands=NOTHING | holders, melds=[KINGS_MIXED]), None)
    (line,) = [line for line in score(state)[0].lines if line.code == "red_threes_in_hand"]
    assert (line.points, line.count, line.rule) == (points, count, "SCORE-08")
    assert "hand_cards" not in sheet(state, 0)


@pytest.mark.parametrize(
    ("melds", "reds", "points"),
    [
        pytest.param([KINGS_MIXED], "3H", -100, id="one canasta, one red three"),
        pytest.param([KINGS_MIXED, SAMBA_HEARTS], "3H", 100, id="a canasta and a samba"),
        pytest.param([], "3H 3D", -200, id="nothing melded"),
        pytest.param([KINGS_MIXED, JACKS_MIXED], "3H 3H 3H 3D 3D", 500, id="five"),
        pytest.param([KINGS_MIXED, JACKS_MIXED], "3H 3H 3H 3D 3D 3D", 1000, id="all six"),
        pytest.param([KINGS_MIXED], "3H 3H 3H 3D 3D 3D", -600, id="all six, one canasta"),
    ],
)
def test_laid_red_threes(melds: list[str], reds: str, points: int) -> None:
    state = ended(table(melds=melds, red_threes={0: reds}, hands=NOTHING), None)
    assert sheet(state, 0)["red_threes"] == points


def test_the_canastas_of_the_other_side_do_not_make_red_threes_good() -> None:
    state = table(theirs=[KINGS_MIXED, JACKS_MIXED], red_threes={0: "3H"}, hands=NOTHING)
    assert sheet(ended(state, None), 0)["red_threes"] == -100


@pytest.mark.parametrize(
    ("rank", "points"),
    [*zip("AKQJT98765432", (20, 10, 10, 10, 10, 10, 10, 5, 5, 5, 5, 5, 20), strict=True)],
)
def test_card_points(rank: str, points: int) -> None:
    state = ended(table(f"{rank}C", hands=NOTHING), None)
    assert sheet(state, 0) == {"hand_cards": -points, "total": -points}


def test_a_joker_is_worth_fifty() -> None:
    assert sheet(ended(table("JK JK", hands=NOTHING), None), 0)["hand_cards"] == -100


@pytest.mark.parametrize(
    ("meld", "code", "points"),
    [
        pytest.param("9C 9D 9H 9S 9C 9D 9H", "natural_canastas", 500, id="natural"),
        pytest.param("9C 9D 9H 9S 9C 9D 9H 9S", "natural_canastas", 500, id="natural of eight"),
        pytest.param("9C 9D 9H 9S 9C 9D 2C", "mixed_canastas", 300, id="one wild"),
        pytest.param("9C 9D 9H 9S 9C 2C JK", "mixed_canastas", 300, id="two wilds"),
        pytest.param("4C 5C 6C 7C 8C 9C TC", "sambas", 1500, id="samba"),
    ],
)
def test_canastas_and_sambas(meld: str, code: str, points: int) -> None:
    lines = sheet(ended(table(melds=[meld], hands=NOTHING), None), 0)
    assert set(lines) == {code, "melded_cards", "total"}
    assert lines[code] == points


def test_six_cards_are_no_canasta() -> None:
    state = ended(table(melds=["9C 9D 9H 9S 9C 9D"], hands=NOTHING), None)
    assert sheet(state, 0) == {"melded_cards": 60, "total": 60}


@pytest.mark.parametrize(("seats", "out", "side"), [(4, 2, 0), (6, 5, 2), (2, 1, 1), (5, 4, 4)])
def test_the_bonus_goes_to_the_side_of_the_player_who_went_out(
    seats: int, out: int, side: int
) -> None:
    state = ended(table(seats=seats), out)
    with_bonus = [
        entry.side for entry in score(state) if "went_out" in [c for c, *_ in entry.lines]
    ]
    assert with_bonus == [side]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_there_is_one_sheet_for_each_side(seats: int) -> None:
    state = ended(table(seats=seats), None)
    assert [entry.side for entry in score(state)] == list(range(state.sides))
