"""The page of a club's log: its members', in their language, as the list of the API."""

# ruff: noqa: RUF001  the dash of figures

import html
import re

import pytest

from tests.factories import player
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.read_pages import page_of, reading, statements
from tests.tournaments.test_act_texts import club_log, correct
from tournaments.engine.act_changes import SETTINGS
from tournaments.engine.terms import MEMBERS
from tournaments.models import Member
from tournaments.web import club_log as pages

pytestmark = pytest.mark.django_db


def path_of(held: Night) -> str:
    return f"/clubs/{held.club.pk}/log"


def lines(page: str) -> list[str]:
    return [html.unescape(each) for each in re.findall(r"</time>: </span>(.*?)</li>", page)]


def in_german(held: Night) -> str:
    answer = reading(held.director).get(path_of(held), headers={"accept-language": "de"})
    return str(answer.content.decode())


def test_a_member_reads_the_log_as_the_api_shows_it():
    held = night(4, publish=True)
    correct(held, table_of(held.tournament.rounds.get(), 2), 1900, 400)

    shown = lines(page_of(path_of(held), held.director))

    assert shown == [*reversed(club_log(held))][: pages.SHOWN]
    assert statements(path_of(held), held.director) <= 20


def test_a_german_reads_it_in_german_with_figures_as_they_write_them():
    held = night(4, publish=True)
    table = table_of(held.tournament.rounds.get(), 2)
    correct(held, table, 1900, 400)
    correct(held, table, 1800, 400)

    first, second, third, *_ = lines(in_german(held))

    name, by = held.tournament.name, "durch Director: misread"
    assert first == f"{name}: Durchgang 1, Tisch 2: aus 1.900–400 wurde 1.800–400, {by}"
    assert second == f"{name}: Durchgang 1, Tisch 2: 1.900–400 eingetragen, {by}"
    assert third == f"{name}: Durchgang 1: veröffentlicht, durch Director"
    assert "1,900–400" in "\n".join(club_log(held)), "the API goes on in English"


def test_a_long_log_comes_in_pages(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pages, "SHOWN", 5)
    held = night(4)
    whole, page, start = [*reversed(club_log(held))], page_of(path_of(held), held.director), 0
    while more := re.search(r'rel="next" href="[?]start=(\d+)"', page):
        assert lines(page) == whole[start : start + 5]
        start = int(more[1])
        page = page_of(f"{path_of(held)}?start={start}", held.director)
    assert lines(page) == whole[start:] != whole
    assert reading(held.director).get(f"{path_of(held)}?start=x").status_code == 404


def test_it_is_no_page_for_others():
    held = night(4)
    path, guest = path_of(held), next(iter(held.players.values()))
    Member.objects.filter(player=guest).update(guest=True)

    assert reading().get(path).headers["Location"] == f"/sign-in?next={path}"
    assert reading(player("Olga")).get(path).status_code == 404
    assert reading(guest).get(path).status_code == 403


def test_every_setting_of_a_night_has_its_words():
    assert {*MEMBERS.values()} <= {*SETTINGS}
    assert [name for name in SETTINGS if SETTINGS[name] != name.replace("_", " ")] == []
