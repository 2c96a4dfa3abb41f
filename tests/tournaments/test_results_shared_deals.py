"""Where tables play the same deals, nothing of one is told at another before all have ended."""

import pytest

from tests.tournaments.nights import player_at, table_of
from tests.tournaments.paper import COUNTED, Paper
from tournaments.api.table_answers import round_tables_view
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper() -> Paper:
    """Two tables with the same deals; the first has ended."""
    paper = Paper()
    Tournament.objects.filter(pk=paper.night.tournament.pk).update(duplicate=True)
    paper.enter("one")
    return paper


def told(paper: Paper, who: str) -> bool:
    """Whether that caller learns what came of the first table."""
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


def test_the_round_tells_no_more_than_its_tables(paper: Paper):
    shown = round_tables_view(paper.round, player_at(paper.table, 0).pk, directing=False)
    assert [table["result"] is not None for table in shown] == [True, False]
    paper.round.refresh_from_db()
    shown = round_tables_view(paper.round, None, directing=False)
    assert [table["result"] for table in shown] == [None, None]


def test_other_tournaments_tell_at_once():
    paper = Paper()
    paper.enter("one")
    assert told(paper, "anonymous")
