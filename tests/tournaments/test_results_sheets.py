"""Sheets that cannot be right: every line at fault is named, and nothing is changed."""

from typing import Any

import pytest

from tests.tournaments.nights import table_of
from tests.tournaments.paper import COUNTED, TOTALS, Paper, code, hand, paths
from tournaments.models import Table

pytestmark = pytest.mark.django_db

UNSOUND = "sheet_does_not_add_up"


@pytest.fixture
def paper() -> Paper:
    return Paper()


def side(number: int, **told: Any) -> dict[str, Any]:
    return {"side": number, **told}


FAULTS = [
    pytest.param(
        [hand(1001, 0), hand(0, 5)], "not_a_multiple_of_five",
        ["hands.0.sides.0.total"], id="a total that is no multiple of five",
    ),
    pytest.param(
        [hand(1000, 0), {"sides": [side(0, melded_cards=100, total=120), side(1, total=0)]}],
        UNSOUND, ["hands.1.sides.0.total"], id="lines that come to something else",
    ),
    pytest.param(
        [{"sides": [side(0, counts={"red_threes": 4}), side(1, counts={"red_threes": 3})]},
         hand(0, 0)],
        UNSOUND, ["hands.0.sides.1.counts.red_threes"], id="a red three too many",
    ),
    pytest.param(
        [{"sides": [side(0, melded_cards=102), side(0, total=7)]}, hand(0, 3)], UNSOUND,
        ["hands.0.sides.0.melded_cards", "hands.0.sides.1.total", "hands.1.sides.1.total",
         "hands.0.sides.1.side", "hands.0.sides"],
        id="everything at once",
    ),
    pytest.param([], UNSOUND, ["hands"], id="no hand"),
    pytest.param([hand(500, 0)], UNSOUND, ["hands"], id="a hand short"),
    pytest.param([hand(500, 1)], UNSOUND, ["hands", "hands.0.sides.1.total"],
                 id="a hand short, and wrong"),
    pytest.param([*TOTALS, hand(0, 5), hand(5, 0)], UNSOUND, ["hands.2", "hands.3"],
                 id="two hands too many"),
    pytest.param([hand(5, 0), {"sides": [side(0, total=5)]}], UNSOUND, ["hands.1.sides"],
                 id="a side missing"),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "expected", "where"), FAULTS)
def test_a_sheet_that_cannot_be_right_is_refused_by_line(paper: Paper, hands, expected, where):
    before = paper.state()
    refused = paper.enter("one", hands)
    assert code(refused) == (422, expected)
    assert paths(refused) == where
    assert paper.state() == before


def test_a_wrong_sheet_is_refused_in_disputes_and_corrections_too(paper: Paper):
    sheet = paper.enter("one")
    before = paper.state()
    wrong = [hand(1, 0), hand(0, 0)]
    disputed = paper.judge("other", sheet, "dispute", reason="Look", hands=wrong)
    assert (code(disputed)[0], paths(disputed)) == (422, ["hands.0.sides.0.total"])
    corrected = paper.correct(hands=wrong)
    assert (code(corrected)[0], paths(corrected)) == (422, ["hands.0.sides.0.total"])
    assert paper.state() == before


@pytest.mark.parametrize(
    ("hands", "where"),
    [
        pytest.param("none", "hands", id="no list"),
        pytest.param([{"sides": [{"side": "0"}]}], "hands.0.sides.0.side", id="a side as text"),
        pytest.param(
            [{"sides": [{"side": 0, "naturals": 1}]}], "hands.0.sides.0.naturals", id="unknown"
        ),
    ],
)
def test_a_malformed_sheet_is_refused_by_path(paper: Paper, hands, where):
    before = paper.state()
    refused = paper.enter("one", hands)
    assert (code(refused), paths(refused)) == ((400, "invalid_fields"), [where])
    assert paper.state() == before


def test_fewer_hands_than_planned_are_unfinished(paper: Paper):
    entered = paper.enter("one", TOTALS[:1], end="unfinished")
    assert (entered.status_code, entered.json()["points"]) == (201, [2360, 340])
    paper.judge("other", entered)
    result = paper.read()["result"]
    assert (result["end"], result["winner"]) == ("unfinished", 0)


def test_a_round_by_time_has_as_many_hands_as_there_was_time_for():
    paper = Paper(hands_per_round=None, minutes_per_round=40)
    assert paths(paper.enter("one", [])) == ["hands"]
    assert paper.enter("one", TOTALS[:1]).json()["status"] == "entered"
    assert paper.enter("one", [*TOTALS, *TOTALS]).json()["points"] == [5960, 3250]


def test_what_a_side_begins_with_counts(paper: Paper):
    Table.objects.filter(pk=paper.table.pk).update(start_scores=[0, 1500])
    entered = paper.enter("one").json()
    assert (entered["points"], entered["next_minimum"]) == ([2980, 3125], [90, 120])
    assert paper.enter("other", TOTALS).json()["status"] == "confirmed"


@pytest.mark.parametrize(
    ("hands", "where"),
    [
        pytest.param([hand(500, 500), hand(500, 500), hand(5, 0)], [], id="a tie, and one more"),
        pytest.param(
            [hand(500, 500), hand(500, 500), hand(0, 0), hand(5, 0)], [], id="a tie, and two more"
        ),
        pytest.param([*TOTALS, hand(5, 0)], ["hands.2"], id="no tie"),
        pytest.param(
            [hand(500, 500), hand(500, 500), hand(5, 0), hand(5, 0)], ["hands.3"],
            id="one too many after a tie",
        ),
    ],
)  # fmt: skip
def test_a_knockout_that_is_tied_has_a_further_hand(hands, where):
    answer = Paper(format="knockout", rounds=2).enter("one", hands)
    assert (paths(answer) if where else answer.json()["status"]) == (where or "entered")


def test_the_game_of_an_online_table_gives_its_result():
    paper = Paper(accounts=2, venue="online")
    before = paper.state()
    assert code(paper.enter("one")) == (409, "played_online")
    assert code(paper.correct(hands=COUNTED)) == (409, "played_online")
    assert paper.state() == before


def test_a_sheet_of_a_draft_is_refused(paper: Paper):
    for number in (1, 2):
        paper.at(table_of(paper.round, number))
        paper.enter("director")
        paper.enter("director")
    paper.night.close(paper.round)
    draft = paper.night.draw()
    paper.path = f"/api/v1/tables/{table_of(draft).id}"
    assert code(paper.enter("director")) == (409, "wrong_state")
    assert code(paper.enter("one")) == (404, "not_found")
    assert code(paper.correct(hands=COUNTED)) == (409, "wrong_state")
