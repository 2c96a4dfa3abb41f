"""The game of a tournament's table names its players to each reader as the club does."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine.record import verify
from games.models import Game
from samba_service.accounts.choices import Scope
from tests.factories import api, player
from tests.kept_worlds import kept_init
from tests.tournaments.nights import Night, night
from tests.tournaments.online_table import ROOT, Online

pytestmark = [pytest.mark.django_db, pytest.mark.full]

SECRET = "Millstone"
"""The last name of everybody who plays."""


class Watched:
    """A public night of one online table, whose first hand is over, in a club with such `names`."""

    @kept_init
    def __init__(self, names: str) -> None:
        self.online = Online(visibility="public")
        self.night: Night = self.online.night
        self.game: Game = self.online.game
        self.people = [each.player for each in self.game.stints.order_by("number")]
        for each in self.people:
            each.display_name = f"Ana {SECRET}"
            each.save()
        self.night.club.names = names
        self.night.club.save()
        self.online.bots(until_hand=2)

    def read(self, who: Any) -> dict[str, Any]:
        """What a reader gets from all that shows the game, by address."""
        path = f"/api/v1/games/{self.game.pk}"
        pages = [path, f"{path}/events?limit=200", f"{path}/record", "/api/v1/games"]
        answers = {page: who.get(page) for page in pages}
        assert {answer.status_code for answer in answers.values()} == {200}
        return {page: answer.content.decode() for page, answer in answers.items()}


@pytest.fixture(autouse=True)
def _fresh_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name is kept from before it was changed."""
    monkeypatch.setattr("games.selectors.names.NAMES_FRESH_S", 0.0)


@pytest.mark.parametrize(("names", "shown"), [("short", "Ana M."), ("none", "Member")])
def test_a_stranger_reads_at_a_table_no_more_of_a_name_than_the_club_shows(names: str, shown: str):
    at = Watched(names)
    at.online.director.put(f"{at.online.path}/seats/0", {"player": str(at.people[0].pk)})
    api(at.people[0]).post(f"{at.online.path}/seats")
    for reader in (api(), api(player("Zed"))):
        found = at.read(reader)
        for page, text in found.items():
            assert SECRET not in text, page
            for each in at.people:
                assert str(each.pk) not in text, f"{page}: the id of an account leads to its name"
            assert "/events" in page or shown in text, page


def test_members_and_who_plays_read_whole_names_at_a_table():
    at = Watched("none")
    at.online.director.put(f"{at.online.path}/seats/0", {"player": str(at.people[0].pk)})
    api(at.people[0]).post(f"{at.online.path}/seats")
    for reader in (at.night.director, *at.people[:2]):
        found = at.read(api(reader))
        path = f"/api/v1/games/{at.game.pk}"
        assert SECRET in found[path]
        assert str(at.people[0].pk) in found[f"{path}/events?limit=200"]


def test_who_looks_back_reads_no_more_of_a_name_than_the_club_shows():
    at = Online(visibility="public")
    people = [each.player for each in at.game.stints.order_by("number")]
    for each in people:
        each.display_name = f"Ana {SECRET}"
        each.save()
    at.night.club.names = "none"
    at.night.club.save()
    path = f"/api/v1/games/{at.game.pk}"
    [seat] = api(people[0]).get(path).json()["hand"]["to_act"]
    played = api(people[seat]).post(f"{path}/moves", {"action": {"type": "draw"}}).json()
    staff = api(player("Sue", is_staff=True), Scope.GAMES_READ, Scope.GAMES_PEEK)
    answer = staff.get(f"{path}?as_seat={seat}&at={played['version']}")
    assert answer.json()["acted"]["player"]["name"] == "Member"
    assert SECRET not in answer.content.decode()
    assert str(people[seat].pk) not in answer.content.decode()


def test_a_member_who_chose_less_is_named_so_at_the_table_too():
    at = night(2, accounts=2, venue="online", rounds=1, publish=True, visibility="public")
    game = Game.objects.get(table__round__tournament=at.tournament)
    ana = next(iter(at.players.values()))
    me = f"/api/v1/clubs/{at.club.pk}/members/me"
    assert api(ana).patch(me, {"names": "none"}).status_code == 200
    named = [each["player"] for each in api().get(f"/api/v1/games/{game.pk}").json()["seats"]]
    assert sorted(each["name"] == "Member" for each in named) == [False] * 3 + [True]
    assert str(ana.pk) not in {each["id"] for each in named}


def test_who_is_at_the_table_but_no_member_of_the_club_is_named_no_better():
    at, guest = Online(wait=True), player(f"Gus {SECRET}")
    assert at.out.player is not None
    api(at.out.player).delete(f"{at.path}/seats/me")
    at.director.put(f"{at.path}/seats/0", {"player": str(guest.pk)})
    api(guest).post(f"{at.path}/seats")
    at.director.post(f"{at.path}/start")
    at.night.club.names = "short"
    at.night.club.save()
    Game.objects.filter(pk=at.game.pk).update(visibility="public")
    shown = api().get(at.path).json()["seats"][0]["player"]
    assert shown["name"] == "Gus M."
    assert shown["id"] != str(guest.pk)


def test_the_record_that_a_stranger_reads_can_be_verified():
    at = Watched("none")
    record = api().get(f"/api/v1/games/{at.game.pk}/record").json()
    assert SECRET not in str(record)
    assert list(verify(record)) == []


def test_a_list_of_games_takes_no_more_queries_for_more_of_them():
    found = []
    for pairs in (2, 4):
        at = Online(pairs, visibility="public")
        at.night.club.names = "none"
        at.night.club.save()
        with CaptureQueriesContext(connection) as queries:
            listed = api().get("/api/v1/games").json()["results"]
        assert len(listed) == pairs // 2
        found.append(len(queries))
        Game.objects.update(visibility="private")
    assert found[0] == found[1]


@pytest.mark.parametrize("how", ["begun again", "unpublished", "reseated"])
def test_a_game_that_a_table_has_let_go_is_seen_only_by_those_who_sat_there(how: str):
    at = Online(4, visibility="public") if how == "reseated" else Online(visibility="public")
    former, seated = at.path, [each.player for each in at.game.stints.all()]
    assert api().get(former).status_code == 200
    let_go(at, how)
    assert at.table.game_id is None or at.path != former
    for stranger in (api(), api(player("Zed"))):
        for page in (former, f"{former}/events", f"{former}/record"):
            assert stranger.get(page).status_code == 404, page
        listed = {each["id"] for each in stranger.get("/api/v1/games").json()["results"]}
        assert former.rpartition("/")[2] not in listed
    assert {api(each).get(former).status_code for each in seated} == {200}


def let_go(at: Online, how: str) -> None:
    """Part the table from its game."""
    reason = {"reason": "The wrong start."}
    if how == "unpublished":
        answer = at.director.post(f"{ROOT}/rounds/{at.round.pk}/unpublish", reason)
    elif how == "begun again":
        at.director.post(f"{at.path}/abandon", reason)
        answer = at.director.post(f"{ROOT}/tables/{at.table.pk}/game", reason)
    else:
        shown = at.director.get(f"{ROOT}/rounds/{at.round.pk}").json()["tables"]
        one, other = ([side["entries"][0]["id"] for side in each["sides"]] for each in shown)
        sides = {"sides": [[one[0]], [other[0]]], **reason}
        answer = at.director.patch(f"{ROOT}/rounds/{at.round.pk}/tables/1", sides)
    assert answer.status_code in (200, 201), answer.content


def test_the_games_of_a_tournament_are_not_found_by_who_plays_in_them():
    at = Online(visibility="public")
    ana = at.out.player
    assert ana is not None
    address = f"/api/v1/games?player={ana.pk}"
    assert api().get(address).json()["results"] == []
    assert len(api(ana).get(address).json()["results"]) == 1


def test_an_outsider_whom_a_director_wanted_there_reads_no_name_in_a_game_that_its_table_lost():
    at, outsider = Watched("none"), player("Zed")
    at.online.director.put(f"{at.online.path}/seats/0", {"player": str(outsider.pk)})
    game = at.online.path
    let_go(at.online, "begun again")
    for page in (game, f"{game}/events", f"{game}/record"):
        answer = api(outsider).get(page)
        assert answer.status_code == 200
        assert SECRET not in answer.content.decode(), page
        assert not [each for each in at.people if str(each.pk) in answer.content.decode()]
