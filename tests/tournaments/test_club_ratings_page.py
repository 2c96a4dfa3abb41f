"""The page of a club's ratings: its members' only, as the list of the API."""

import re

import pytest

from games.engine.rulesets import load
from tests.factories import player
from tests.tournaments.nights import Night
from tests.tournaments.rated import club_lists_work_through
from tests.tournaments.read_pages import page_of, reading, statements
from tests.tournaments.test_ratings_api import ratings, won
from tournaments.models import Member
from tournaments.web import club_ratings

pytestmark = pytest.mark.django_db


def path_of(evening: Night) -> str:
    return f"/clubs/{evening.club.pk}/ratings"


def test_members_read_the_ratings_of_the_last_night_in_order():
    evening = won()
    path = path_of(evening)
    assert "being computed" in page_of(path, evening.director)
    club_lists_work_through()
    page = page_of(path, evening.director)

    rows = re.findall(r'<th scope="row">(.*?)</th><td class="number"><b>(.*?)</b>', page)
    told = [(row["name"].replace("&", "&amp;"), str(row["rating"])) for row in ratings(evening)]
    assert rows == told
    assert f"<h2>{load('classic').name}, pairs</h2>" in page
    winner = next(iter(evening.players.values()))
    assert page_of(path, winner).count('class="own"') == 1
    assert statements(path, evening.director) <= 16


def test_a_long_list_comes_in_pages(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(club_ratings, "SHOWN", 1)
    evening = won()
    first, second = ratings(evening)
    page = page_of(path_of(evening), evening.director)
    [more] = re.findall(r'href="([?]ruleset=classic[^"]*start=1)"', page)
    last = page_of(path_of(evening) + more.replace("&amp;", "&"), evening.director)
    for text, shown in ((page, first), (last, second)):
        rows = re.findall(r'<th scope="row">(.*?)</th>', text)
        assert rows == [shown["name"].replace("&", "&amp;")]
    assert "start=2" not in last


def test_it_is_no_page_for_others():
    evening = won()
    path = path_of(evening)
    guest = next(iter(evening.players.values()))
    Member.objects.filter(player=guest).update(guest=True)

    assert reading().get(path).headers["Location"] == f"/sign-in?next={path}"
    assert reading(player("Olga")).get(path).status_code == 404
    assert reading(guest).get(path).status_code == 403
    for query in ("ruleset=classic", "ruleset=bolivia&kind=player", "start=x", "start=-1"):
        assert reading(evening.director).get(f"{path}?{query}").status_code == 404, query
