"""Where tables play the same deals, nothing of one is shown at another before all have ended."""

import pytest

from tests.tournaments.nights import player_at, table_of
from tests.tournaments.paper import COUNTED, Paper
from tests.tournaments.shared import shared_round
from tournaments.engine.results import End
from tournaments.models import Tournament
from tournaments.services.results import result_award

pytestmark = [pytest.mark.django_db, pytest.mark.full]


@pytest.fixture
def paper() -> Paper:
    """Two tables with the same deals; the first has ended."""
    paper = Paper()
    Tournament.objects.filter(pk=paper.night.tournament.pk).update(duplicate=True)
    paper.enter("one")
    return paper


def told(paper: Paper, who: str) -> bool:
    """True if that caller learns what came of the first table."""
    table = paper.read(who)
    assert (table["result"] is None) == (table["versions"] == [])
    return table["result"] is not None


def test_who_sits_there_and_who_runs_it_know(paper: Paper):
    known = {who: told(paper, who) for who in ("one", "other", "director", *paper.strangers)}
    assert known == {
        "one": True, "other": True, "director": True,
        "elsewhere": False, "outsider": False, "anonymous": False,
    }  # fmt: skip


def test_a_director_who_plays_elsewhere_does_not(paper: Paper):
    paper.night.direct(player_at(table_of(paper.round, 2), 0))
    assert not told(paper, "elsewhere")


def test_everybody_knows_once_the_last_has_ended(paper: Paper):
    first = paper.table
    paper.at(table_of(paper.round, 2))
    paper.enter("one", COUNTED)
    paper.at(first)
    assert all(told(paper, who) for who in paper.strangers)


def round_told(paper: Paper, who: str) -> list[bool]:
    """The tables whose results the round shows to that caller."""
    caller = paper.clients.get(who) or paper.strangers[who]
    tables = caller.get(f"/api/v1/rounds/{paper.round.id}").json()["tables"]
    return [table["result"] is not None for table in tables]


def test_the_round_shows_no_more_than_its_tables(paper: Paper):
    known = {who: round_told(paper, who)[0] for who in (*paper.clients, *paper.strangers)}
    assert known == {who: told(paper, who) for who in known}
    assert not any(round_told(paper, who)[1] for who in known)


def test_other_tournaments_show_it_at_once():
    paper = Paper()
    paper.enter("one")
    assert told(paper, "anonymous")
    assert round_told(paper, "anonymous") == [True, False]


def test_the_log_shows_no_winner_before_the_last_ends():
    at = shared_round()
    at.play(1)
    result = at.tables[1].last_result
    assert result is not None
    award = [1200, 0] if result.winner == 1 else [0, 1200]
    result_award(
        table_id=at.tables[1].id, by=at.night.director, reason="Odd", end=End.AWARDED, award=award
    )
    assert at.told(at.client(2), own=2) == []
