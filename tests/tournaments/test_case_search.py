"""The game that a complaint is about is found by player, time, club, table or id."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.choices import GameStatus
from games.models import Game, Seat
from samba_service.accounts.choices import Scope
from samba_service.kit.times import rfc3339
from tests.factories import api, player
from tests.games_api.tables import Table
from tests.games_api.test_lobby import refused
from tests.tournaments.clubs import office_give
from tests.tournaments.online_table import ROOT, Online
from tournaments.choices import Names, Role
from tournaments.models import Club
from tournaments.services.clubs import club_create

pytestmark = pytest.mark.django_db
CASES = f"{ROOT}/cases"


def found(client, **query):
    answer = client.get(CASES, query)
    assert answer.status_code == 200, answer.content
    return [each["game"] for each in answer.json()["results"]]


def names(case):
    return [each["name"] for each in case["players"]]


@pytest.fixture
def online():
    return Online(hands_per_round=1)


def test_an_admin_finds_the_games_of_the_clubs_nights_and_no_others(online):
    Table().start()
    admin, game = api(online.night.admin), str(online.game.pk)
    assert found(admin) == [game]
    [case] = admin.get(CASES).json()["results"]
    assert case["club"] == {"id": str(online.night.club.pk), "name": online.night.club.name}
    assert case["night"]["id"] == str(online.night.tournament.pk)
    assert (case["round"], case["table"]) == (1, 1)
    assert len(case["players"]) == 4
    assert online.holder is not None
    assert online.holder.display_name in names(case)


def test_each_of_them_narrows_the_search(online):
    admin, game = api(online.night.admin), str(online.game.pk)
    assert online.holder is not None
    made = online.game.created_at
    for query in (
        {"player": online.holder.display_name[1:].upper()},
        {"table": 1},
        {"club": online.night.club.pk},
        {"game": game},
        {"since": rfc3339(made), "until": rfc3339(made + timedelta(hours=1))},
    ):
        assert found(admin, **query) == [game], query
    for query in (
        {"player": "nobody of this name"},
        {"table": 2},
        {"club": uuid4()},
        {"game": uuid4()},
        {"since": rfc3339(timezone.now() + timedelta(hours=1))},
        {"until": rfc3339(made)},
    ):
        assert found(admin, **query) == [], query


def test_who_is_called_otherwise_in_the_club_is_found_by_both_names(online):
    member = online.out
    member.own_name = "Zacharias"
    member.save()
    admin, game = api(online.night.admin), str(online.game.pk)
    assert online.holder is not None
    assert (
        found(admin, player="achari") == found(admin, player=online.holder.display_name) == [game]
    )
    assert "Zacharias" in names(admin.get(CASES).json()["results"][0])
    Table().start()
    staff = api(player("Sam", is_staff=True), Scope.GAMES_PEEK)
    assert found(staff, player="achari") == [game]


def test_who_has_left_is_still_one_of_the_players_and_a_hidden_account_stays_hidden(online):
    def player_of(client):
        [case] = client.get(CASES, {"game": online.game.pk}).json()["results"]
        return {each["name"]: each["id"] for each in case["players"]}[left.display_name]

    left = online.holder
    assert left is not None
    Seat.objects.filter(game=online.game, player=left).update(to_version=online.game.version + 1)
    staff = api(player("Sam", is_staff=True), Scope.GAMES_PEEK)
    assert player_of(api(online.night.admin)) == player_of(staff) == str(left.pk)
    Club.objects.update(names=Names.NONE)
    assert player_of(api(online.night.admin)) == str(left.pk)
    assert player_of(staff) not in (str(left.pk), None)


def test_staff_find_all_games_that_have_begun(online):
    Table()
    outside = Table().start()
    staff = api(player("Sam", is_staff=True), Scope.GAMES_PEEK)
    assert found(staff) == [str(outside.id), str(online.game.pk)]
    [case] = staff.get(CASES, {"game": outside.id}).json()["results"]
    assert (case["club"], case["night"], case["round"], case["table"]) == (None,) * 4


def test_who_administers_no_club_of_these_games_finds_nothing(online):
    other = player("Olga")
    club_create(name="Storks", founder=other)
    for caller in (other, player("Eve"), online.night.director, online.holder):
        assert found(api(caller)) == []
    narrow = api(online.night.admin, Scope.TOURNAMENTS_MANAGE)
    refused(narrow.get(CASES), 403, "insufficient_scope")
    office_give(online.night.club, online.night.director, Role.ADMIN)
    office_give(online.night.club, online.night.admin, Role.MEMBER)
    assert found(api(online.night.admin)) == []


def test_a_game_that_the_reader_plays_is_marked_and_so_are_those_with_its_deals():
    online = Online(4, hands_per_round=1, duplicate=True)
    first, second = Game.objects.order_by("created_at")
    admin = api(online.night.admin)
    Seat.objects.filter(game=first, number=0).update(player=online.night.admin, level="")

    def marked():
        return {each["game"] for each in admin.get(CASES).json()["results"] if each["plays_on"]}

    assert marked() == {str(first.pk), str(second.pk)}
    Game.objects.filter(pk=first.pk).update(status=GameStatus.FINISHED)
    assert marked() == {str(first.pk), str(second.pk)}, "the deals are played on"
    Game.objects.filter(pk=second.pk).update(status=GameStatus.FINISHED)
    assert marked() == set()


def test_a_game_that_is_over_is_not_marked_while_others_run():
    online = Online(4, hands_per_round=1)
    first, _ = Game.objects.order_by("created_at")
    Seat.objects.filter(game=first, number=0).update(player=online.night.admin, level="")

    def marked():
        cases = api(online.night.admin).get(CASES).json()["results"]
        return [each["game"] for each in cases if each["plays_on"]]

    assert marked() == [str(first.pk)]
    Game.objects.filter(pk=first.pk).update(status=GameStatus.FINISHED)
    assert marked() == []


def test_a_time_without_its_zone_is_refused():
    staff = api(player(is_staff=True), Scope.GAMES_PEEK)
    answer = staff.get(CASES, {"since": "2026-02-03T19:30:00"})
    assert answer.status_code == 400, answer.content
