"""PDF over HTTP: pairings, score sheets with the code to their page, standings."""

import pytest

from tests.factories import api
from tests.tournaments.nights import night
from tests.tournaments.papers.pages import scanned, sizes, texts
from tests.tournaments.scores import score
from tournaments.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return night(5, publish=True)


def test_pairings_name_everybody_and_who_has_no_table(evening):
    answer = api().get(f"{evening.path}/pairings.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="monday-pairings-1.pdf"'
    [page] = texts(answer.content)
    assert page.startswith("Round 1\nMonday · Herons · ")
    bye = Round.objects.get().assignments.get(table=None)
    for entry in evening.entries:
        names = entry.name.split(" & ")
        assert all(name in page for name in names)
        assert (f"{entry.name} bye" in page.replace("\n", " ")) is (entry == bye.entry)


def test_a_score_sheet_for_each_table_leads_to_its_page(evening):
    answer = api().get(f"{evening.path}/score-sheets.pdf?paper=letter")
    pages = texts(answer.content)
    tables = list(Round.objects.get().tables.all())
    assert len(pages) == len(tables) == 2
    assert set(sizes(answer.content)) == {(612, 792)}
    assert [scanned(answer.content, at) for at in range(2)] == [
        [f"http://testserver/tables/{table.id}"] for table in tables
    ]
    for words in ("sambas", "red threes", "50 from 0"):
        assert words in pages[0].replace("\n", " ")


def test_tables_that_are_online_have_no_sheet():
    evening = night(2, accounts=2, venue="online", rounds=1, publish=True)
    answer = api().get(f"{evening.path}/score-sheets.pdf")
    assert texts(answer.content)[0].splitlines()[-1] == "No table plays with cards in hand."


def test_a_draft_is_for_directors(evening):
    round_ = Round.objects.get()
    for table in round_.tables.all():
        score(evening, table, 300, 0)
    evening.close(round_)
    evening.draw()
    for file in ("pairings.pdf", "score-sheets.pdf"):
        shown = {
            who: api(*caller).get(f"{evening.path}/{file}")
            for who, caller in {"anybody": (), "director": (evening.director,)}.items()
        }
        assert "Round 1" in texts(shown["anybody"].content)[0]
        assert "Round 2" in texts(shown["director"].content)[0]
        assert api().get(f"{evening.path}/{file}?round=2").status_code == 404
        assert api(evening.director).get(f"{evening.path}/{file}?round=2").status_code == 200


def test_before_the_first_draw_there_is_nothing_to_print():
    evening = night(4)
    answer = api().get(f"{evening.path}/pairings.pdf")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_standings_are_printed_as_of_any_version(evening):
    before = evening.version()
    round_ = Round.objects.get()
    for table in round_.tables.all():
        score(evening, table, 300, 0)
    evening.close(round_)
    [page] = texts(api().get(f"{evening.path}/standings.pdf").content)
    assert page.startswith("Standings\nAfter round 1 of 3 · Monday · Herons · ")
    [earlier] = texts(api().get(f"{evening.path}/standings.pdf?as_of={before}").content)
    assert earlier.startswith("Standings\nMonday · ")
    assert "12.00" in earlier
