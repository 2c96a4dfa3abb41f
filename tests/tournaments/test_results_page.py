"""A club's results for everybody: only where it wants that, and only what anybody may read."""

import re
from typing import Any

import pytest

from tests.factories import player
from tests.tournaments.read_pages import page_of, reading, statements
from tests.tournaments.test_season_table import League
from tournaments.models import Club, Tournament
from tournaments.rights import short_name
from tournaments.services.clubs import club_update

pytestmark = pytest.mark.django_db


def played(*visibilities: str, names: str = "full") -> tuple[League, str]:
    """Nights of a season, each named after its visibility, and the path of the page."""
    league = League(counted_nights=2)
    for at, visibility in enumerate(visibilities):
        evening = league.night(300, 100, first=None if at else league.first)
        Tournament.objects.filter(pk=evening.tournament.pk).update(
            visibility=visibility, name=f"The {visibility} night"
        )
    club, admin = league.first.club, league.first.admin
    club_update(club_id=club.pk, by=admin, results_public=True, names=names)
    return league, f"/clubs/{club.pk}/results"


def members_of(league: League) -> list[str]:
    return [member.full_name for pair in league.members for member in pair]


def names_in(page: str) -> list[str]:
    """Of all tables, line by line."""
    cells = re.findall(r'<th scope="row">(.*?)</th>', page)
    return [re.sub("<.*?>", "", each).strip() for each in cells]


def test_it_is_no_page_until_an_admin_shows_it_and_none_once_it_is_hidden():
    league, path = played("public")
    club, admin = league.first.club, league.first.admin
    page_of(path)
    club_update(club_id=club.pk, by=admin, results_public=False)
    for reader in (None, admin):
        answer = reading(reader).get(path)
        assert answer.status_code == 404
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_another_page_may_show_it_and_no_other_page_of_ours():
    league, path = played("public")
    answer: Any = reading().get(path)
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert "<form" not in answer.content.decode()
    other = reading().get(f"/seasons/{league.season.pk}")
    assert other["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]


def test_only_public_nights_are_on_it_and_an_unlisted_one_of_a_season_is_but_a_day():
    league, path = played("public", "link")
    page = page_of(path)
    assert "The public night" in page
    assert "The link night" not in page
    assert set(members_of(league)) <= set(names_in(page)), "the season counts both"
    hidden = Tournament.objects.get(visibility="link")
    assert str(hidden.pk) not in page
    assert reading(league.first.director).get(f"{path}?night={hidden.pk}").status_code == 404
    for wrong in ("night=x", "season=x", f"season={hidden.pk}"):
        assert reading().get(f"{path}?{wrong}").status_code == 404, wrong


def test_a_season_with_a_night_for_members_is_not_on_it():
    league, path = played("public", "club")
    page = page_of(path, league.first.director)
    assert "The public night" in page
    assert league.season.name not in page
    asked = f"{path}?season={league.season.pk}"
    assert reading(league.first.director).get(asked).status_code == 404


@pytest.mark.parametrize("names", ["short", "none"])
def test_everybody_reads_the_same_names_and_no_more_of_them_than_the_club_shows(names: str):
    league, path = played("public", names=names)
    page = page_of(path)
    for reader in (player("Olga"), league.first.director):
        assert page_of(path, reader) == page
    if names == "none":
        assert not any(each in page for each in members_of(league))
        assert set(names_in(page)) == {"Member", "Entry 1", "Entry 2"}
    else:
        shown = {name for line in names_in(page) for name in line.split(" &amp; ")}
        assert shown == {short_name(name) for name in members_of(league)}


def test_a_night_is_chosen_and_more_nights_cost_no_more_statements():
    league, path = played("public", "public")
    first, second = Tournament.objects.order_by("started_at")
    Tournament.objects.filter(pk=first.pk).update(name="The first")
    assert page_of(path).index("The public night") < page_of(path).index("The first")
    chosen = page_of(f"{path}?night={first.pk}")
    assert f'<h2><a href="/tournaments/{first.pk}"' in chosen
    assert f'<h2><a href="/tournaments/{second.pk}"' not in chosen

    before = statements(path, league.first.director)
    league.night(100, 0, visibility="public")
    assert statements(path, league.first.director) == before <= 20


def test_a_club_that_has_played_nothing_in_public_says_so():
    league = League(counted_nights=1)
    Club.objects.update(results_public=True)
    league.season.delete()
    assert "There is nothing to see yet." in page_of(f"/clubs/{league.first.club.pk}/results")
