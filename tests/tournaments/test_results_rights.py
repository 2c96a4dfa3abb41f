"""Who may enter the result of a table."""

import pytest

from samba_service.accounts.choices import Scope
from tests.factories import NOBODY, api
from tests.tournaments.nights import player_at
from tests.tournaments.paper import COUNTED, OTHER, Paper, code

pytestmark = pytest.mark.django_db


REFUSED = {"anonymous": (401, "not_authenticated"), "outsider": (403, "not_seated"),
           "elsewhere": (403, "not_seated")}  # fmt: skip
"""Of players' calls."""
DIRECTORS = {"anonymous": (401, "not_authenticated"), "outsider": (403, "not_director"),
             "elsewhere": (403, "not_director"), "one": (403, "not_director")}  # fmt: skip


@pytest.fixture
def paper() -> Paper:
    return Paper()


def test_players_of_the_table_and_directors_write_sheets(paper: Paper):
    sheet = paper.enter("one")
    before = paper.state()
    for who, why in REFUSED.items():
        assert code(paper.enter(who)) == why
        assert code(paper.judge(who, sheet)) == why
        assert code(paper.judge(who, sheet, "dispute", reason="No")) == why
    assert paper.state() == before


def test_only_directors_decide(paper: Paper):
    before = paper.state()
    adjusted = {"entry": str(paper.night.entries[0].id), "score": -100, "reason": "Late"}
    for who, why in DIRECTORS.items():
        client = paper.clients.get(who) or paper.strangers[who]
        assert code(paper.correct(who, hands=COUNTED)) == why
        assert code(client.post(f"{paper.night.path}/adjustments", adjusted)) == why
        assert code(client.get(f"{paper.night.path}/disputes")) == why
    assert paper.state() == before


def test_a_director_with_a_token_for_playing_is_a_player(paper: Paper):
    paper.clients["director"] = api(paper.night.director, Scope.TOURNAMENTS_PLAY)
    assert code(paper.enter("director")) == (403, "not_seated")
    assert code(paper.correct(hands=COUNTED)) == (403, "insufficient_scope")


def test_a_token_for_reading_writes_nothing(paper: Paper):
    paper.clients["one"] = api(player_at(paper.table, 0), Scope.TOURNAMENTS_READ)
    assert code(paper.enter("one")) == (403, "insufficient_scope")


def test_everybody_reads_a_published_table_and_only_directors_a_draft(paper: Paper):
    table = paper.read("director")
    assert paper.read("anonymous") == paper.read("outsider") == paper.read("one") == table
    assert code(paper.clients["one"].get(f"/api/v1/tables/{NOBODY}")) == (404, "not_found")
    assert code(paper.clients["one"].post(f"/api/v1/score-sheets/{NOBODY}/confirm", {})) == (
        404,
        "not_found",
    )


def test_a_director_who_plays_speaks_for_a_side_and_as_director(paper: Paper):
    director = player_at(paper.table, 0)
    paper.night.direct(director)
    paper.clients["one"] = api(director)
    sheet = paper.enter("one")
    assert paper.read()["result"]["by"]["side"] == 0
    assert paper.read()["result"]["by"]["director"] is True
    paper.enter("other", OTHER)
    assert paper.judge("one", sheet).json()["status"] == "confirmed"


@pytest.mark.parametrize("act", ["enter", "confirm", "dispute", "correct"])
def test_a_retry_with_the_same_key_adds_no_version(paper: Paper, act):
    sheet = None if act == "enter" else paper.enter("one")
    calls = {
        "enter": lambda: paper.enter("one"),
        "confirm": lambda: paper.judge("other", sheet),
        "dispute": lambda: paper.judge("other", sheet, "dispute", reason="No"),
        "correct": lambda: paper.correct(hands=COUNTED, seen=sheet and sheet.json()["id"]),
    }
    for client in paper.clients.values():
        client.credentials(HTTP_IDEMPOTENCY_KEY="once")
    if sheet is not None:
        paper.clients["one"].credentials()
    first = calls[act]()
    before = paper.state()
    again = calls[act]()
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert paper.state() == before
