"""PDF over HTTP: pairings, score sheets, standings."""

import re
from datetime import UTC, datetime

import pytest

from games.api.scoring import HandSheet, SheetCounts, SideSheet
from games.engine.rulesets import load, slugs
from samba_service.accounts.models import Player
from tests.factories import api, player, secret, with_secret
from tests.tournaments.nights import night
from tests.tournaments.printing.pages import scanned, sizes, texts
from tests.tournaments.scores import score
from tournaments.models import Round
from tournaments.printing.parts import sheet_columns

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


def test_a_score_sheet_for_each_table_has_a_column_for_each_field_of_the_entry_form(evening):
    answer = api().get(f"{evening.path}/score-sheets.pdf?paper=letter")
    pages = texts(answer.content)
    assert len(pages) == Round.objects.get().tables.count() == 2
    assert set(sizes(answer.content)) == {(612, 792)}
    words = " ".join(pages[0].split())
    for title in ("canastas", "sambas", "went", "in hand", "penalties", "50 from 0"):
        assert title in words
    assert words.count("threes") == 4


FORM = {
    "natural_canastas": ("natural", "canastas"),
    "mixed_canastas": ("mixed", "canastas"),
    "sambas": ("sambas", "canastas"),
    "black_sambas": ("black sambas", "canastas"),
    "wild_canastas": ("wild", "canastas"),
    "sevens_canastas": ("sevens", "canastas"),
    "threes_canastas": ("threes", "canastas"),
    "debt_dismantled": ("debt took", "canastas"),
    "went_out": ("went out", ""),
    "red_threes": ("red threes", "on the table"),
    "melded_cards": ("cards", "on the table"),
    "red_threes_in_hand": ("red threes", "in hand"),
    "black_threes_in_hand": ("black threes", "in hand"),
    "hand_cards": ("cards", "in hand"),
    "penalties": ("penalties", ""),
    "adjustments": ("other", ""),
}


def test_every_field_of_the_entry_form_has_a_column_where_the_ruleset_counts_it():
    form = {*SheetCounts().fields, *SideSheet().fields, *HandSheet().fields}
    assert form - {"counts", "side", "sides", "total"} == set(FORM)
    every = [
        (column.title, column.group)
        for slug in slugs()
        for column in sheet_columns(load(slug), load(slug).seating.players[0])
    ]
    assert set(every) == set(FORM.values())
    classic = [(each.title, each.group) for each in sheet_columns(load("classic"), 4)]
    assert ("black sambas", "canastas") not in classic
    assert ("red threes", "in hand") in classic


def test_two_score_sheets_fit_on_a_page(evening):
    answer = api().get(f"{evening.path}/score-sheets.pdf?per_page=2")
    [page] = texts(answer.content)
    assert "Table 1" in page
    assert "Table 2" in page
    assert api().get(f"{evening.path}/score-sheets.pdf?per_page=3").status_code == 400


@pytest.mark.parametrize("base", ["", "https://samba.example/", "https://samba.example"])
def test_each_side_scans_a_code_of_its_own_at_the_public_address(evening, settings, base):
    settings.SAMBA_PUBLIC_URL = base
    answer = api(evening.director).get(f"{evening.path}/score-sheets.pdf")
    public, codes = base.rstrip("/") or "http://testserver", set()
    for page, table in enumerate(Round.objects.get().tables.all()):
        urls = scanned(answer.content, page)
        assert {url.partition("#")[0] for url in urls} == {f"{public}/tables/{table.id}"}
        codes |= {url.partition("#")[2] for url in urls}
    assert len(codes) == 4
    assert all(re.fullmatch(r"[A-Z2-7]{16}", each) for each in codes), "80 bits"
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("file", ["score-sheets.pdf", "round.pdf"])
def test_only_directors_get_papers_with_codes(evening, file):
    path = f"{evening.path}/{file}"
    at_the_table = next(iter(evening.players.values()))

    def scans(client) -> list[str]:
        content = client.get(path).content
        return [each for page in range(len(texts(content))) for each in scanned(content, page)]

    assert len(scans(api(evening.director))) == 4
    assert scans(api()) == scans(api(player())) == scans(api(at_the_table)) == []
    narrow = with_secret(secret(evening.director, "tournaments:read"))
    assert scans(narrow) == []


def test_a_sheet_that_is_printed_again_has_the_same_strips(evening):
    first, again, two = (
        api(evening.director).get(f"{evening.path}/score-sheets.pdf{query}").content
        for query in ("", "", "?per_page=2")
    )
    assert sorted(scanned(first, 0)) == sorted(scanned(again, 0))
    assert sorted(scanned(two)) == sorted([*scanned(first, 0), *scanned(first, 1)])


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


def test_standings_for_the_wall_count_the_rounds_played(evening):
    round_ = Round.objects.get()
    before = evening.version()
    for table in round_.tables.all():
        score(evening, table, 300, 0)
    evening.close(round_)
    path = f"{evening.path}/standings.pdf?layout=wall"
    [page] = texts(api().get(path).content)
    lines = " ".join(page.split())
    for entry in evening.entries:
        assert re.search(rf"{entry.name} [\d.]+ 1\b", lines)
    [earlier] = texts(api().get(f"{path}&as_of={before}").content)
    assert len(re.findall(r"0\.00 0 wins", " ".join(earlier.split()))) == 4
    assert api().get(f"{evening.path}/standings.pdf?layout=poster").status_code == 400


@pytest.mark.full
def test_a_round_of_eight_tables_is_listed_by_name_too():
    evening = night(32, format="rotating", publish=True)
    *_, page = texts(api().get(f"{evening.path}/pairings.pdf").content)
    assert page.startswith("Round 1 by name\n")
    for entry in evening.entries:
        assert re.search(rf"{entry.name} \d [NESW]\b", page)


def test_a_paper_has_the_times_of_who_prints_it(evening):
    evening.tournament.starts_at = datetime(2026, 11, 28, 23, 30, tzinfo=UTC)
    evening.tournament.save()
    path, admin = f"{evening.path}/pairings.pdf", evening.director
    reader = with_secret(secret(admin))

    def printed(asked: str = "") -> str:
        return texts(reader.get(path + asked).content)[0]

    assert "28 November 2026, 23:30 UTC" in printed()
    assert "29 November 2026, 00:30 CET" in printed("?time_zone=Europe/Berlin")
    Player.objects.filter(pk=admin.pk).update(time_zone="America/New_York")
    assert "28 November 2026, 18:30 EST" in printed()
    assert "29 November 2026, 00:30 CET" in printed("?time_zone=Europe/Berlin")
    assert reader.get(f"{path}?time_zone=Berlin").status_code == 400
