"""What a director decides: corrections, awards, forfeits, void tables, adjustments."""

from typing import Any

import pytest

from tests.contract.shapes import conforms
from tests.tournaments.nights import table_of, tournament_cancel, tournament_end
from tests.tournaments.paper import COUNTED, OTHER, TOTALS, Paper, code, hand, paths
from tournaments.engine.standings import standings
from tournaments.models import Round, Tournament
from tournaments.models.audit import AuditEntry
from tournaments.selectors.load import tournament_state

pytestmark = pytest.mark.django_db

TIE = [hand(500, 500), hand(0, 0)]


@pytest.fixture
def paper() -> Paper:
    return Paper()


def settle(paper: Paper, round_: Round, hands: Any = COUNTED) -> None:
    """Give every table of a round a confirmed result."""
    for table in round_.tables.all():
        paper.at(table)
        paper.correct(hands=hands)


def table_standings(paper: Paper) -> list[Any]:
    """The standings as they are now."""
    return list(standings(tournament_state(Tournament.objects.get(pk=paper.night.tournament.pk))))


def scores(paper: Paper) -> dict[int, int]:
    """By number of the entry."""
    return {each.entry: dict(each.metrics)["score"] for each in table_standings(paper)}


DECISIONS = [
    pytest.param({"end": "forfeit", "winner": 1}, [0, 1200], 1, id="a forfeit gives a bye"),
    pytest.param({"end": "forfeit", "award": [0, 0]}, [0, 0], None, id="nobody came"),
    pytest.param({"end": "awarded", "award": [1400, 600]}, [1400, 600], 0, id="an award"),
    pytest.param({"end": "awarded", "award": [1000, 1000]}, [1000, 1000], None, id="a level award"),
    pytest.param(
        {"end": "awarded", "award": [1000, 1000], "winner": 1}, [1000, 1000], 1,
        id="a level award with a winner",
    ),
    pytest.param({"end": "void"}, None, None, id="void"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "scores", "winner"), DECISIONS)
def test_a_director_decides_a_table_without_points(paper: Paper, body, scores, winner):
    paper.enter("one")
    decided = paper.correct(**body)
    assert decided.status_code == 201
    conforms("tables_corrections_create", decided.json())
    result = decided.json()["result"]
    assert (result["kind"], result["status"], result["end"]) == ("award", "confirmed", body["end"])
    assert (result["scores"], result["winner"], result["points"]) == (scores, winner, None)
    assert result["reason"] == "Counted again"
    assert [each["kind"] for each in decided.json()["versions"]] == ["sheet", "award"]


MALFORMED = [
    pytest.param({"hands": COUNTED, "reason": ""}, ["reason"], id="no reason"),
    pytest.param({}, ["hands"], id="nothing to correct it to"),
    pytest.param({"end": "forfeit"}, ["winner"], id="a forfeit without a winner"),
    pytest.param({"end": "forfeit", "winner": 2}, ["winner"], id="no such side"),
    pytest.param({"end": "awarded"}, ["award"], id="an award of nothing"),
    pytest.param({"end": "awarded", "award": [1, 2, 3]}, ["award"], id="three for two sides"),
    pytest.param({"end": "awarded", "award": [1200, 0], "winner": 1}, ["winner"], id="the loser"),
    pytest.param({"end": "void", "award": [0, 0], "winner": 0}, ["award", "winner"], id="void"),
    pytest.param({"end": "void", "hands": COUNTED}, ["hands"], id="void with hands"),
    pytest.param({"hands": COUNTED, "winner": 0}, ["winner"], id="hands and a winner"),
    pytest.param({"hands": COUNTED, "end": "won"}, ["end"], id="an end of its own"),
]


@pytest.mark.parametrize(("body", "where"), MALFORMED)
def test_a_decision_that_does_not_hang_together_is_refused_by_path(paper: Paper, body, where):
    before = paper.state()
    refused = paper.correct(**body)
    assert (code(refused), paths(refused)) == ((400, "invalid_fields"), where)
    assert paper.state() == before


def test_a_correction_counts_and_what_was_before_is_kept(paper: Paper):
    paper.judge("other", paper.enter("one"))
    corrected = paper.correct(hands=OTHER).json()
    assert (corrected["result"]["kind"], corrected["result"]["points"]) == (
        "correction",
        [2880, 1625],
    )
    assert [each["points"][0] for each in corrected["versions"]] == [2980, 2980, 2880]
    assert code(paper.enter("one", COUNTED)) == (409, "result_confirmed")


def test_a_correction_ends_a_dispute(paper: Paper):
    paper.enter("one")
    paper.enter("other", OTHER)
    paper.correct(hands=TOTALS)
    assert paper.disputes() == []


def test_results_are_corrected_after_the_end_and_standings_follow(paper: Paper):
    settle(paper, paper.round)
    paper.night.close(paper.round)
    tournament_end(tournament_id=paper.night.tournament.id, by=paper.night.director)
    before = table_standings(paper)
    assert paper.correct(hands=[hand(0, 5000), hand(0, 0)]).status_code == 201
    assert table_standings(paper) != before
    paper.correct(hands=COUNTED)
    assert table_standings(paper) == before


def test_nothing_is_said_of_a_cancelled_tournament(paper: Paper):
    tournament_cancel(tournament_id=paper.night.tournament.id, by=paper.night.director)
    before = paper.state()
    assert code(paper.enter("one")) == (409, "wrong_state")
    assert code(paper.correct(hands=COUNTED)) == (409, "wrong_state")
    assert paper.state() == before


def test_a_closed_knockout_table_keeps_a_winner():
    paper = Paper(format="knockout", rounds=2)
    assert code(paper.correct(end="void")) == (409, "winner_missing")
    paper.correct(hands=TIE)
    settle(paper, paper.round)
    paper.night.close(paper.round)
    before = paper.state()
    assert code(paper.correct(hands=TIE)) == (409, "winner_missing")
    assert code(paper.correct(end="awarded", award=[1000, 1000])) == (409, "winner_missing")
    assert paper.state() == before
    assert paper.correct(end="awarded", award=[1000, 1000], winner=1).status_code == 201


def test_the_drawn_entry_plays_on_though_the_winner_is_another():
    paper = Paper(format="knockout", rounds=2)
    settle(paper, paper.round)
    paper.night.close(paper.round)
    final = paper.night.next_round()
    drawn = [list(table.assignments.values_list("entry", "side")) for table in final.tables.all()]
    paper.at(table_of(paper.round))
    paper.correct(end="forfeit", winner=1)
    assert drawn == [
        list(table.assignments.values_list("entry", "side")) for table in final.tables.all()
    ]
    noted = AuditEntry.objects.filter(tournament=paper.night.tournament).latest("version").facts
    assert (noted["winner_before"], noted["winner"], noted["later_round_stands"]) == (0, 1, True)


def test_an_adjustment_adds_to_the_score(paper: Paper):
    settle(paper, paper.round)
    entry = paper.night.entries[0]
    before = scores(paper)
    body = {"entry": str(entry.id), "score": -150, "reason": "Ten minutes late"}
    made = paper.clients["director"].post(f"{paper.night.path}/adjustments", body)
    assert made.status_code == 201
    conforms("tournaments_adjustments_create", made.json())
    assert made.json()["version"] == paper.night.version()
    assert scores(paper) == before | {entry.number: before[entry.number] - 150}


def test_an_adjustment_is_found_in_the_log_and_taken_back_by_its_opposite(paper: Paper):
    settle(paper, paper.round)
    entry, director = paper.night.entries[0], paper.clients["director"]
    before, since = scores(paper), paper.night.version()
    for score in (-150, 150):
        body = {"entry": str(entry.id), "score": score, "reason": "Late"}
        assert director.post(f"{paper.night.path}/adjustments", body).status_code == 201
    made = director.get(f"{paper.night.path}/events?after={since}").json()["results"]
    assert [(each["type"], each["facts"]) for each in made] == [
        ("score_adjusted", {"entry": str(entry.id), "score": score}) for score in (-150, 150)
    ]
    assert scores(paper) == before


@pytest.mark.parametrize(
    ("body", "where"),
    [
        pytest.param({"score": -100}, ["entry", "reason"], id="for nobody and nothing"),
        pytest.param(
            {"score": 1.5, "entry": None, "reason": "x"}, ["entry", "score"], id="no score"
        ),
    ],
)
def test_an_adjustment_says_whose_score_and_why(paper: Paper, body, where):
    refused = paper.clients["director"].post(f"{paper.night.path}/adjustments", body, format="json")
    assert (code(refused), paths(refused)) == ((400, "invalid_fields"), where)


def test_an_adjustment_belongs_to_an_entry_of_this_tournament(paper: Paper):
    body = {"entry": str(Paper().night.entries[0].id), "score": 5, "reason": "Elsewhere"}
    refused = paper.clients["director"].post(f"{paper.night.path}/adjustments", body)
    assert (code(refused), paths(refused)) == ((400, "invalid_fields"), ["entry"])


def test_a_correction_that_has_seen_an_older_result_is_refused(paper: Paper):
    first = paper.correct(hands=COUNTED, seen=None)
    assert first.status_code == 201, "there was none"
    [result] = [each["id"] for each in first.json()["versions"]]
    assert code(paper.correct(hands=OTHER, seen=None)) == (409, "result_changed")
    assert paper.correct(hands=OTHER, seen=result).status_code == 201
    late = paper.correct(end="void", seen=result)
    assert code(late) == (409, "result_changed")
    assert paper.read()["result"]["end"] == "played"
    assert paper.correct(end="void").status_code == 201


def test_a_correction_that_names_no_result_overwrites_none(paper: Paper):
    director, at = paper.clients["director"], f"{paper.path}/corrections"
    void = {"end": "void", "reason": "Nobody came"}
    assert director.post(at, void).status_code == 201
    assert code(director.post(at, void)) == (409, "result_changed")
