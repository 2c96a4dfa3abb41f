"""Who reads what of a club: tournaments, names, reasons, the log."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game
from tests.depth import first_of
from tests.factories import api, player
from tests.kept_worlds import kept_init
from tests.tournaments.clubs import Cast
from tests.tournaments.nights import Night, night
from tests.tournaments.printing.pages import texts
from tests.tournaments.scores import score
from tournaments.engine.results import End
from tournaments.models import Member, Tournament
from tournaments.rights import short_name
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.publication import round_publish
from tournaments.services.results import adjustment_add, result_award, result_correct
from tournaments.services.score_sheets import next_minimum_of
from tournaments.services.seasons import season_create
from tournaments.services.table_games import games_deal

pytestmark = pytest.mark.django_db

SECRET = "Millstone"
"""The last name of everybody who plays."""
WHY = "Canary: the sheet was misread"
SHEET_WHY = "Canary: spoke of her cards"
"""In a score sheet."""


def reasoned() -> list[dict[str, Any]]:
    """A sheet with a penalty and an adjustment."""
    why = [{"points": -100, "reason": SHEET_WHY}]
    sides = [
        {"side": 0, "melded_cards": 1000, "adjustments": why},
        {"side": 1, "melded_cards": 400, "penalties": why},
    ]
    return [{"sides": sides}, {"sides": [{"side": 0, "total": 0}, {"side": 1, "total": 0}]}]


class Evening:
    """A night with one table, corrected and adjusted for a reason, and readers of every kind."""

    @kept_init
    def __init__(self, **given: Any) -> None:
        self.night: Night = night(0, start=False, rounds=1, **given)
        self.season = season_create(
            club_id=self.night.club.pk,
            by=self.night.director,
            name="Winter",
            counted_nights=1,
            guests=True,
        )
        self.tournament = self.night.tournament
        Tournament.objects.filter(pk=self.tournament.pk).update(season=self.season)
        people = [player(f"{first} {SECRET}") for first in ("Ana", "Ben", "Cleo", "Dan")]
        members = [club_join(code=self.club.join_code, player=each).member for each in people]
        for one, other in zip(members[::2], members[1::2], strict=True):
            entry = entry_add(
                tournament_id=self.tournament.pk, by=self.night.director, directing=True,
                members=[one.pk, other.pk],
            )  # fmt: skip
            self.night.change(entry, checked_in=True)
        self.night.start()
        self.round = self.night.next_round()
        self.table = self.round.tables.get()
        score(self.night, self.table, 900, 300)
        director = self.night.director
        result_award(table_id=self.table.pk, by=director, reason=WHY, end=End.AWARDED, award=[9, 1])
        result_correct(table_id=self.table.pk, by=director, reason=WHY, hands=reasoned())
        adjustment_add(
            tournament_id=self.tournament.pk, by=director, entry=entry.pk, score=-1, reason=WHY
        )
        self.member, self.guest = people[0], people[3]
        Member.objects.filter(player=self.guest).update(guest=True)
        self.stranger = player("Zed")

    @property
    def club(self):
        return self.night.club

    def show(self, names: str) -> None:
        answer = api(self.night.admin).patch(f"/api/v1/clubs/{self.club.pk}", {"names": names})
        assert (answer.status_code, answer.json()["names"]) == (200, names)

    @property
    def addresses(self) -> Iterator[str]:
        """Everything that shows people, or why something was decided."""
        path, season = self.night.path, f"/api/v1/seasons/{self.season.pk}"
        for tail in ("entries", "rounds", "standings", "standings.csv", "export", "events"):
            yield f"{path}/{tail}"
        for tail in ("pairings.pdf", "score-sheets.pdf", "standings.pdf"):
            yield f"{path}/{tail}"
        for entry in self.night.entries:
            yield f"/api/v1/entries/{entry.pk}"
        yield f"/api/v1/rounds/{self.round.pk}"
        yield f"/api/v1/tables/{self.table.pk}"
        yield f"{season}/standings"
        yield f"{season}/standings.pdf"

    def read(self, client: APIClient) -> dict[str, str]:
        """What a reader gets, as text, by address."""
        return {address: _text(client.get(address)) for address in self.addresses}


def _text(answer: Any) -> str:
    assert answer.status_code == 200, answer.content
    if answer["Content-Type"].startswith("application/pdf"):
        return "\n".join(texts(answer.content))
    text: str = answer.content.decode()
    return text


def having(found: dict[str, str], text: str) -> list[str]:
    return [address for address, content in found.items() if text in content]


# --- Names -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("Ana Miller", "Ana M."),
        ("Ana", "Ana"),
        ("Ana Maria de la Cruz", "Ana C."),
        ("Żaneta Ł", "Żaneta Ł."),
        ("李 小龍", "李 小."),
        ("Ana Miller (2)", "Ana M. (2)"),
        ("Ana (12)", "Ana (12)"),
    ],
)
def test_a_short_name_is_the_first_and_a_letter(full: str, short: str):
    assert short_name(full) == short


def test_members_read_names_everywhere_and_those_who_play_too():
    evening = Evening()
    evening.show("none")
    for who in (evening.member, evening.guest, evening.night.director):
        found = evening.read(api(who))
        assert len(having(found, SECRET)) >= 10


@pytest.mark.parametrize(("names", "shown"), first_of([("short", "Ana M."), ("none", "Entry 1")]))
@pytest.mark.parametrize("reader", first_of(["anonymous", "stranger"]))
def test_others_read_no_more_of_a_name_than_the_club_shows(names: str, shown: str, reader: str):
    evening = Evening()
    evening.show(names)
    found = evening.read(api() if reader == "anonymous" else api(evening.stranger))
    assert having(found, SECRET) == []
    assert len(having(found, shown)) >= 5
    for account in (evening.member, evening.guest):
        assert having(found, str(account.pk)) == [], "the id of an account leads to its name"


def test_a_partnership_is_named_only_to_those_who_read_the_names_of_its_players():
    """Its id leads to their accounts."""
    evening = night(0, start=False)
    evening.club.names = "short"
    evening.club.save()
    ana, ben = (player(f"{first} {SECRET}") for first in ("Ana", "Ben"))
    founded = api(ana).post("/api/v1/partnerships", {"players": [str(ben.pk)]}).json()["id"]
    api(ben).post(f"/api/v1/partnerships/{founded}/accept", {})
    entered = api(ana).post(f"{evening.path}/entries", {"partnership": founded})
    assert (entered.status_code, entered.json()["partnership"]) == (201, founded)
    [invitation] = api(ben).get("/api/v1/players/me/invitations").json()["results"]
    api(ben).post(f"/api/v1/invitations/{invitation['id']}/accept", {})
    for reader, shown in ((api(evening.director), founded), (api(player("Zed")), None)):
        [listed] = reader.get(f"{evening.path}/entries").json()["results"]
        assert listed["partnership"] == shown


def test_a_member_may_choose_less_than_the_club_shows():
    evening = Evening()
    evening.show("full")
    me = f"/api/v1/clubs/{evening.club.pk}/members/me"
    assert api(evening.member).patch(me, {"names": "short"}).json()["names"] == "short"
    found = evening.read(api())
    assert having(found, f"Ana {SECRET}") == []
    assert having(found, f"Ben {SECRET}") != []
    evening.show("none")
    assert having(evening.read(api()), "Ana") == []


def test_a_director_chooses_less_for_who_has_no_account_and_for_nobody_else(cast: Cast):
    gus = cast.director.post(f"{cast.path}/members", {"name": "Gus Grey"}).json()["id"]
    changed = cast.director.patch(f"{cast.path}/members/{gus}", {"names": "none"})
    assert changed.json()["names"] == "none"
    member = f"{cast.path}/members/{cast.players['member'].pk}"
    assert cast.director.patch(member, {"names": "none"}).json()["code"] == "named_by_account"


def test_clubs_show_short_names_unless_they_choose_otherwise():
    founded = api(player()).post("/api/v1/clubs", {"name": "Storks"}).json()
    assert founded["names"] == "short"


# --- Reasons -----------------------------------------------------------------------------------


def test_reasons_are_read_by_members_with_a_scope_of_clubs():
    evening = Evening()
    for client in (api(evening.member), api(evening.member, "tournaments:read", "club:read")):
        found, events = evening.read(client), f"{evening.night.path}/events"
        with_results = {
            f"{evening.night.path}/export",
            f"/api/v1/rounds/{evening.round.pk}",
            f"/api/v1/tables/{evening.table.pk}",
        }
        assert set(having(found, WHY)) == with_results | {events}
        assert set(having(found, SHEET_WHY)) == with_results


@pytest.mark.parametrize(
    "reader", first_of(["anonymous", "stranger", "guest", "member without the scope"])
)
def test_nobody_else_reads_reasons(reader: str):
    evening = Evening()
    client = {
        "anonymous": api(),
        "stranger": api(evening.stranger),
        "guest": api(evening.guest),
        "member without the scope": api(evening.member, "tournaments:read"),
    }[reader]
    found = evening.read(client)
    assert having(found, "Canary") == []
    shown = orjson.loads(found[f"/api/v1/tables/{evening.table.pk}"])["result"]
    ours, theirs = shown["hands"][0]["sides"]
    assert ours["adjustments"] == theirs["penalties"] == [{"points": -100, "reason": None}]
    assert shown["points"] == [900, 300]


def test_a_bundle_without_reasons_can_be_imported():
    evening = Evening()
    bundle = api().get(f"{evening.night.path}/export").json()
    body = {"club": str(evening.club.pk), "bundle": bundle}
    made = api(evening.night.director).post("/api/v1/tournaments/import", body)
    assert made.status_code == 201, made.content
    [table] = Tournament.objects.get(pk=made.json()["id"]).rounds.get().tables.all()
    assert table.last_result is not None
    assert next_minimum_of(table.last_result), "the sheet can still be counted"


# --- Tournaments -------------------------------------------------------------------------------


def listed(client: APIClient, evening: Evening) -> bool:
    found = client.get("/api/v1/tournaments").json()["results"]
    return str(evening.tournament.pk) in {each["id"] for each in found}


@pytest.mark.parametrize(
    ("visibility", "reads", "lists"),
    first_of([("club", False, False), ("link", True, False), ("public", True, True)]),
)
def test_strangers_read_and_find_what_they_may(visibility: str, reads: bool, lists: bool):
    evening = Evening(visibility=visibility)
    for client in (api(), api(evening.stranger)):
        found = {address: client.get(address).status_code for address in evening.addresses}
        tournament = client.get(evening.night.path).status_code
        assert (tournament, set(found.values())) == ((200, {200}) if reads else (404, {404})), found
        assert listed(client, evening) is lists


@pytest.mark.parametrize("visibility", ["club", "link"])
def test_members_and_who_plays_find_what_is_in_no_list(visibility: str):
    evening = Evening(visibility=visibility)
    bystander = player()
    club_join(code=evening.club.join_code, player=bystander)
    for who in (bystander, evening.guest, evening.night.director):
        assert api(who).get(evening.night.path).status_code == 200
        assert listed(api(who), evening)


def test_a_guest_of_another_night_does_not_read_this_one():
    evening = Evening(visibility="club")
    guest = player()
    member = club_join(code=evening.club.join_code, player=guest).member
    Member.objects.filter(pk=member.pk).update(guest=True)
    assert api(guest).get(evening.night.path).status_code == 404


def test_a_token_with_too_small_a_scope_sees_what_nobodys_token_sees():
    evening = Evening(visibility="club")
    assert api(evening.member, "profile").get(evening.night.path).status_code == 404
    open_ = Evening()
    open_.show("short")
    anonymous, narrow = open_.read(api()), open_.read(api(open_.member, "profile"))
    pdf = [address for address in anonymous if address.endswith(".pdf")]
    assert {a: t for a, t in narrow.items() if a not in pdf} == {
        a: t for a, t in anonymous.items() if a not in pdf
    }


def test_visibility_is_changed_at_any_time():
    evening = Evening(visibility="public")
    director = api(evening.night.director)
    director.post(f"{evening.night.path}/finish", {})
    for visibility in ("club", "public"):
        answer = director.patch(evening.night.path, {"visibility": visibility})
        assert (answer.status_code, answer.json()["visibility"]) == (200, visibility)


@pytest.mark.parametrize(
    ("visibility", "seen"), [("public", "public"), ("link", "unlisted"), ("club", "private")]
)
def test_the_games_of_a_tournament_are_as_easy_to_find_as_it_is(visibility: str, seen: str):
    of = night(2, accounts=2, venue="online", rounds=1, publish=True, visibility=visibility)
    [table] = of.tournament.rounds.get().tables.all()
    assert table.game is not None
    assert table.game.visibility == seen
    status = api(player()).get(f"/api/v1/games/{table.game.pk}").status_code
    assert status == (404 if visibility == "club" else 200)


def online(**given: Any) -> tuple[Night, Game]:
    """A night with one online table, and its game."""
    of = night(2, accounts=2, venue="online", rounds=1, **given)
    in_an_hour = timezone.now() + timedelta(hours=1)
    round_publish(round_id=of.draw().id, by=of.director, starts_at=in_an_hour)
    return of, Game.objects.get(table__round__tournament=of.tournament)


def test_a_tournament_that_becomes_the_club_s_hides_its_running_games():
    of, game = online(visibility="public")
    games_deal(round_id=of.tournament.rounds.get().pk)
    stranger, path = api(player()), f"/api/v1/games/{game.pk}"
    for visibility, status in (("club", 404), ("link", 200), ("public", 200)):
        api(of.director).patch(of.path, {"visibility": visibility})
        assert stranger.get(path).status_code == status
    game.refresh_from_db()
    assert game.visibility == "public"


def test_a_round_that_begins_later_is_as_easy_to_find_as_the_tournament_once_it_begins():
    of, game = online(visibility="public")
    stranger, path = api(player()), f"/api/v1/games/{game.pk}"
    api(of.director).patch(of.path, {"visibility": "public"})
    assert stranger.get(path).status_code == 404, "no stranger takes a chair before the round"
    games_deal(round_id=of.tournament.rounds.get().pk)
    assert stranger.get(path).status_code == 200


# --- The club ----------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["/members", "/audit", "/merges"])
def test_what_belongs_to_a_club_takes_membership_and_a_scope_of_clubs(cast: Cast, what: str):
    path = f"{cast.path}{what}"
    member = cast.players["member"]
    assert api(member, "club:read").get(path).status_code == 200
    assert api(member, "tournaments:manage").get(path).json()["code"] == "insufficient_scope"
    assert api(cast.players["outsider"], "club:read").get(path).status_code == 404
    assert api().get(path).status_code == 401


def test_guests_see_themselves(cast: Cast):
    Member.objects.filter(pk=cast.membership("member").pk).update(guest=True)
    names = [each["name"] for each in cast.members("member")]
    assert names == ["Member"]
    refused = cast.member.get(f"{cast.path}/audit")
    assert (refused.status_code, refused.json()["code"]) == (403, "members_only")
