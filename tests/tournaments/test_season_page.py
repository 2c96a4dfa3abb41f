"""The page of a season: its table, and the plot of how its players came there."""

import re
from datetime import UTC, datetime

import pytest
from django.core.cache import cache

from tests.factories import player
from tests.tournaments.read_pages import page_of, reading, statements
from tests.tournaments.test_season_table import League
from tournaments.engine.seasons import SeasonNight, SeasonRules, season_run
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db


def table_of_page(page: str) -> list[list[str]]:
    """The cells of the first table, line by line, without markup."""
    rows = re.findall(r"<tr.*?>(.*?)</tr>", page.partition("</table>")[0], re.DOTALL)
    cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<.*?>", "", cell).strip() for cell in row] for row in cells]


def league_of_three() -> tuple[League, str]:
    league = League(counted_nights=2)
    league.night(0, 700, first=league.first)
    league.night(900, 0)
    league.night(0, 100)
    return league, f"/seasons/{league.season.pk}"


def test_the_table_has_every_night_and_brackets_around_what_does_not_count():
    league, path = league_of_three()
    head, *rows = table_of_page(page_of(path, league.first.director))

    assert head[:3] == ["Rank", "Name", "Total"]
    assert len(head) == 6
    told = {row["name"]: row for row in league.table()["results"]}
    assert [row[1] for row in rows] == [*told]
    for _, name, total, *scores in rows:
        assert float(total) == told[name]["total"] / 100
        counted = [float(score) for score in scores if not score.startswith("(")]
        assert len(counted) == 2
        assert sum(counted) == pytest.approx(float(total))


def test_partners_of_all_nights_share_a_line_of_the_plot_which_is_also_a_table():
    league, path = league_of_three()
    page = page_of(path, league.first.director)
    [source] = re.findall(r'<img src="([^"]+)"', page)
    image = reading(league.first.director).get(source)

    assert image["Content-Type"] == "image/svg+xml"
    assert image.content.count(b"<polyline") == 2
    assert image.content.count(b"<circle") == 2 * 3
    for pair in league.members:
        together = sorted(member.name for member in pair)
        assert any(" & ".join(names) in image.content.decode().replace("&amp;", "&")
                   for names in (together, together[::-1]))  # fmt: skip
    assert page.count('<th scope="row">') == 4 + 3, "four players, three nights in numbers"


def test_days_are_those_of_the_reader_on_the_page_and_in_the_image():
    league, path = league_of_three()
    Tournament.objects.update(starts_at=datetime(2026, 11, 28, 23, 30, tzinfo=UTC))
    director = league.first.director

    page = page_of(path, director)
    written = '<time datetime="2026-11-28T23:30:00Z" data-write="day-of-year">28 Nov</time>'
    assert page.count(written) == 2 * 3, "in the table and in the values of the plot"
    assert f'<img src="{path}/run.svg" data-days' in page
    for zone, day in (("", b"28 Nov"), ("?time_zone=Europe/Berlin", b"29 Nov")):
        assert day in reading(director).get(f"{path}/run.svg{zone}").content
    assert reading(director).get(f"{path}/run.svg?time_zone=x").status_code == 404


def test_a_run_is_the_sum_of_the_best_nights_so_far():
    nights = [SeasonNight(str(at), {"ana": score}, ()) for at, score in enumerate((50, 20, 30))]
    nights.insert(1, SeasonNight("without", {"ben": 70}, ()))
    rules = SeasonRules(counted_nights=2)

    assert [*season_run(rules, nights, "ana")] == [50, 50, 70, 80]
    assert [*season_run(rules, nights, "ben")] == [0, 70, 70, 70]


def test_a_player_is_looked_at_by_name_and_nobody_else_is():
    league, path = league_of_three()
    director = league.first.director
    last = league.table()["results"][-1]["player"]
    page = page_of(f"{path}?player={last}", director)

    assert f'<img src="{path}/run.svg?player={last}"' in page
    for foreign in (f"{path}?player={director.pk}", f"{path}/run.svg?player=x"):
        assert reading(director).get(foreign).status_code == 404


def test_a_stranger_sees_names_as_the_club_shows_them_and_no_name_of_an_unlisted_night():
    league, path = league_of_three()
    Club.objects.update(names="none")
    Tournament.objects.update(name="Secret")
    listed = Tournament.objects.filter(season=league.season)[:1].get()
    Tournament.objects.filter(pk=listed.pk).update(visibility="public", name="Open")
    names = {member.full_name for pair in league.members for member in pair}

    for reader in (None, player("Olga")):
        page = page_of(path, reader)
        image = reading(reader).get(f"{path}/run.svg").content.decode()
        assert not any(name in page + image for name in names)
        assert "Secret" not in page
        assert page.count("Open") == 1
    page = page_of(path, league.first.director)
    assert "Secret" in page
    assert all(name in page for name in names)


def test_a_season_with_a_night_for_members_is_no_page_for_others():
    league, path = league_of_three()
    Tournament.objects.filter(pk=league.first.tournament.pk).update(visibility="club")
    for address in (path, f"{path}/run.svg"):
        assert reading().get(address).status_code == 404
        assert reading(league.first.director).get(address).status_code == 200


def test_the_page_of_a_season_without_nights_says_so():
    league = League(counted_nights=2)
    page = page_of(f"/seasons/{league.season.pk}")
    assert "No night has been played yet." in page
    assert "<img" not in page


def test_the_first_read_of_a_season_costs_as_many_statements_for_five_nights_as_for_three():
    """As after a restart of Redis."""
    league, path = league_of_three()
    director = league.first.director

    cache.clear()
    three = statements(path, director, again=False)
    for _ in range(2):
        league.night(300, 200)
    cache.clear()

    assert statements(path, director, again=False) == three <= 25


def test_another_night_costs_no_more_statements_and_few_when_it_is_first_read():
    league, path = league_of_three()
    director = league.first.director

    before = statements(path, director)
    league.night(300, 200)
    first = statements(path, director, again=False)
    assert statements(path, director) == before <= 12
    assert first <= before + 10
