"""Guest accounts: what they may not do, how they are claimed, and when they end."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game, Seat
from games.services.running_seats import player_sit
from samba_service.accounts import models
from samba_service.accounts.authentication import tokens
from samba_service.accounts.choices import GUEST_SCOPES, PlayerKind
from samba_service.accounts.models import ApiToken, Person, Player
from samba_service.accounts.services import guests
from samba_service.accounts.services.guests import guest_create, guests_end
from samba_service.accounts.services.people import person_register
from samba_service.kit import throttles
from tests.concurrency.together import at_once
from tests.factories import PASSWORD, api, player, with_secret
from tests.games_api.tables import Table
from tests.tournaments.clubs import club_of
from tests.tournaments.nights import night

pytestmark = pytest.mark.django_db

ROOT = "/api/v1"
GUESTS = f"{ROOT}/auth/guests"
CLAIM = f"{GUESTS}/claim"
ME = f"{ROOT}/players/me"
ACCOUNT = {"username": "Zoe", "password": PASSWORD}


def guest(name: str = "Zoe") -> tuple[Player, APIClient]:
    """A guest, and a client with the token of their device."""
    tokens.clear()
    answer = api().post(GUESTS, {"name": name})
    assert answer.status_code == 201, answer.content
    issued = answer.json()
    return Player.objects.get(pk=issued["player"]["id"]), with_secret(issued["token"])


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_guest_gets_a_player_and_one_token_and_everybody_sees_that_it_is_a_guest():
    zoe, client = guest()
    assert set(ApiToken.objects.get(player=zoe).scopes) == set(GUEST_SCOPES)
    me = client.get(ME).json()
    assert (me["display_name"], me["guest"], me["username"]) == ("Zoe", True, None)
    assert api(player()).get(f"{ROOT}/players/{zoe.pk}").json()["guest"]
    assert not api(player()).get(ME).json()["guest"]
    exported = client.get(f"{ME}/export").json()
    assert exported["player"]["guest"]
    assert exported["person"]["last_called_at"] is not None


def test_no_transaction_waits_while_a_password_is_hashed(monkeypatch: pytest.MonkeyPatch):
    """The database ends one that is idle for seconds, which on a busy machine a hash takes."""
    outside, inside = len(connection.savepoint_ids), list[int]()

    def hashed(password: str | None) -> str:
        inside.append(len(connection.savepoint_ids))
        return make_password(password)

    monkeypatch.setattr(models, "make_password", hashed)
    monkeypatch.setattr(guests, "make_password", hashed)
    person_register(username="ada", password=PASSWORD, display_name="Ada")
    zoe = guests.guest_create(name="Zoe")
    guests.guest_claim(player_id=zoe.player.pk, username="zoe", password=PASSWORD)

    assert inside == [outside] * 3
    assert Person.objects.get(username="zoe").check_password(PASSWORD)


@pytest.mark.parametrize("name", ["", "  ", "Novice", "Former player", "x" * 41, "a\u200bb"])
def test_a_guest_is_named_by_the_rules_for_names(name: str):
    assert api().post(GUESTS, {"name": name}).status_code == 400


def test_a_closed_deployment_takes_no_guests(settings):
    settings.SAMBA_REGISTRATION_OPEN = False
    assert refusal(api().post(GUESTS, {"name": "Zoe"})) == (403, "registration_closed")


def test_where_children_play_guests_come_only_through_a_director(settings):
    settings.SAMBA_CHILDREN = True
    assert refusal(api().post(GUESTS, {"name": "Zoe"})) == (403, "guests_by_directors")


def test_guests_and_sign_ups_of_an_address_are_counted_together(settings):
    settings.SAMBA_RATE_LIMITS = True
    client = APIClient(REMOTE_ADDR="192.0.2.9")
    register = {"password": PASSWORD, "display_name": "Zoe"}
    for number in range(throttles.SIGN_UPS.burst // 2):
        assert client.post(GUESTS, {"name": "Zoe"}).status_code == 201
        body = register | {"username": f"zoe{number}"}
        assert client.post(f"{ROOT}/auth/register", body).status_code == 201
    assert client.post(GUESTS, {"name": "Zoe"}).status_code == 429


def test_nobody_logs_in_as_a_guest():
    person = guest_create(name="Zoe")
    assert not person.has_usable_password()
    for password in ("", PASSWORD, person.password):
        assert not Client().login(username=person.username, password=password)


REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("post", "games", {"ruleset": "classic"}),
    ("post", "players", {"kind": "bot", "display_name": "Engine"}),
    ("post", "rulesets", {"slug": "new", "name": "New", "extends": "classic"}),
    ("post", "partnerships", {"players": ["{other}"]}),
    ("post", "clubs/join", {"code": "{code}"}),
    ("post", "games/{lobby}/invitations", {"player": "{other}"}),
    ("patch", "players/me", {"rating_public": True}),
    ("post", "games/{rated}/seats", {}),
    ("post", "games/join", {"code": "{rated_code}", "rated": True}),
]


def filled(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: filled(each, words) for key, each in value.items()}
    if isinstance(value, list):
        return [filled(each, words) for each in value]
    return value.format_map(words) if isinstance(value, str) else value


@pytest.mark.parametrize(
    ("method", "path", "body"), REFUSED, ids=lambda it: it if isinstance(it, str) else ""
)
def test_a_guest_may_not(method: str, path: str, body: dict[str, Any]):
    lobby, rated = Table(), Table(rated=True)
    _, client = guest()
    assert client.post(f"{lobby.path}/seats", {}).status_code == 201
    words = {
        "other": str(player().pk), "code": club_of(player()).join_code, "lobby": lobby.id,
        "rated": rated.id, "rated_code": Game.objects.get(pk=rated.id).join_code,
    }  # fmt: skip
    answer = getattr(client, method)(f"{ROOT}/{filled(path, words)}", filled(body, words))
    assert refusal(answer) == (403, "guests_may_not")


def test_a_guest_founds_no_club_and_asks_for_no_rematch():
    table = Table(seats=2)
    _, client = guest()
    assert client.post(f"{table.path}/seats", {}).status_code == 201
    assert refusal(client.post(f"{ROOT}/clubs", {"name": "Egrets"}))[0] == 403
    again = client.post(f"{ROOT}/games", {"like": table.id})
    assert refusal(again) == (403, "guests_may_not")


def test_a_guest_sits_at_one_table_at_a_time():
    first, second = Table(), Table()
    zoe, client = guest()
    assert client.post(f"{first.path}/seats", {}).status_code == 201
    assert client.post(f"{first.path}/seats", {"seat": 3}).status_code == 201, "the same table"
    refused = client.post(f"{second.path}/seats", {})
    assert refusal(refused) == (409, "guest_seated_elsewhere")
    assert refused.json()["facts"] == {"game": first.id}
    invited = second.clients[0].post(f"{second.path}/invitations", {"player": str(zoe.pk)}).json()
    accept = client.post(f"{ROOT}/invitations/{invited['id']}/accept", {})
    assert refusal(accept) == (409, "guest_seated_elsewhere")
    assert client.delete(f"{first.path}/seats/me").status_code == 204
    assert client.post(f"{second.path}/seats", {}).status_code == 201


def test_a_guest_enters_a_tournament_only_by_a_director():
    evening = night(entries=0, start=False, format="rotating", rounds=1)
    zoe, client = guest()
    entries = f"{ROOT}/tournaments/{evening.tournament.pk}/entries"
    assert refusal(client.post(entries, {"player": str(zoe.pk)})) == (403, "guests_may_not")
    entered = api(evening.director).post(entries, {"player": str(zoe.pk)})
    assert (entered.status_code, entered.json()["invited"]) == (201, True), entered.content
    [asked] = client.get(f"{ME}/invitations").json()["results"]
    accepted = client.post(f"{ROOT}/invitations/{asked['id']}/accept", {})
    assert accepted.status_code == 200, accepted.content
    [shown] = client.get(entries).json()["results"]
    assert not shown["invited"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.concurrency
def test_of_two_seats_that_a_guest_takes_at_once_one_is_theirs():
    first, second = Table(), Table()
    zoe, _ = guest()
    found = at_once(
        lambda: player_sit(game_id=UUID(first.id), player=zoe),
        lambda: player_sit(game_id=UUID(second.id), player=zoe),
    )
    assert found == {"done": 1, "GuestSeatedElsewhere": 1}
    assert Seat.objects.filter(player=zoe, to_version=None).count() == 1


def test_a_guest_erases_themselves_without_a_password_and_nobody_else_does():
    zoe, client = guest()
    ana = player("Ana")

    assert client.post(f"{ME}/erase", {}).status_code == 204
    zoe.refresh_from_db()
    assert zoe.anonymised_at is not None
    tokens.clear()
    assert client.get(ME).status_code == 401
    refused = api(ana).post(f"{ME}/erase", {})
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["path"] == "password"


def test_a_claim_keeps_the_player_the_seat_and_the_token():
    table, other = Table(), Table()
    zoe, client = guest()
    client.post(f"{table.path}/seats", {})
    answer = client.post(CLAIM, ACCOUNT)
    assert (answer.status_code, answer.json()["id"]) == (200, str(zoe.pk)), answer.content
    me = client.get(ME).json()
    assert (me["guest"], me["username"], me["display_name"]) == (False, "zoe", "Zoe")
    assert Seat.objects.filter(player=zoe, game=table.id, to_version=None).exists()
    assert Client().login(username="zoe", password=PASSWORD)
    assert client.post(f"{other.path}/seats", {}).status_code == 201
    assert refusal(client.post(CLAIM, ACCOUNT)) == (403, "not_a_guest")


def test_a_claim_is_refused_like_a_sign_up():
    ana = player()
    zoe, client = guest()
    taken = client.post(CLAIM, ACCOUNT | {"username": ana.person.username.upper()})
    assert refusal(taken) == (409, "username_taken")
    for wrong in ({"password": "password"}, {"username": "a b"}):
        assert client.post(CLAIM, ACCOUNT | wrong).status_code == 400
    assert refusal(api(ana).post(CLAIM, ACCOUNT)) == (403, "not_a_guest")
    zoe.refresh_from_db()
    assert zoe.guest


def test_the_session_of_a_guest_may_what_their_token_may_and_outlives_a_claim():
    person = guest_create(name="Zoe")
    client = APIClient()
    client.force_login(person)
    assert refusal(client.post(f"{ROOT}/clubs", {"name": "E"})) == (403, "insufficient_scope")
    assert client.post(CLAIM, ACCOUNT).status_code == 200
    assert client.get(ME).json()["username"] == "zoe"
    assert client.post(f"{ROOT}/clubs", {"name": "Egrets"}).status_code == 201


def _called(zoe: Player, days: float) -> None:
    then = timezone.now() - timedelta(days=days)
    Person.objects.filter(player=zoe).update(last_called_at=then)
    ApiToken.objects.filter(player=zoe).update(last_used_at=then)


def test_a_guest_ends_on_the_31st_day_after_the_last_call():
    zoe, _ = guest()
    _called(zoe, 29.9)
    assert guests_end() == 0
    _called(zoe, 30.1)
    assert guests_end() == 1
    zoe.refresh_from_db()
    assert (zoe.anonymised_at is not None, zoe.guest) == (True, False)
    assert not Person.objects.filter(player=zoe).exists()
    assert guests_end() == 0


def test_the_operator_sets_how_long_a_guest_stays(settings):
    settings.SAMBA_GUEST_DAYS = 3
    zoe, _ = guest()
    _called(zoe, 4)
    assert guests_end() == 1


@pytest.mark.parametrize("by", ["token", "session"])
def test_a_call_keeps_a_guest(by: str):
    zoe, client = guest()
    if by == "session":
        client = APIClient()
        client.force_login(zoe.person)
    _called(zoe, 40)
    tokens.clear()
    assert client.get(ME).status_code == 200
    assert guests_end() == 0


def test_a_call_of_a_guest_is_written_once_an_hour():
    zoe, client = guest()
    for hours, written in ((0.9, False), (1.1, True)):
        _called(zoe, hours / 24)
        before = Person.objects.get(player=zoe).last_called_at
        tokens.clear()
        client.get(ME)
        assert (Person.objects.get(player=zoe).last_called_at != before) is written


def test_who_has_claimed_an_account_does_not_end():
    zoe, client = guest()
    assert client.post(CLAIM, ACCOUNT).status_code == 200
    ApiToken.objects.filter(player=zoe).update(last_used_at=timezone.now() - timedelta(days=99))
    assert guests_end() == 0
    assert Person.objects.get(player=zoe).last_called_at is None


def test_a_bot_plays_on_for_a_guest_who_has_ended():
    table = Table()
    zoe, client = guest()
    client.post(f"{table.path}/seats", {})
    for other in table.clients[2:]:
        other.post(f"{table.path}/seats", {})
    assert table.post(0, "start").status_code == 200
    _called(zoe, 31)
    assert guests_end() == 1
    seats = table.get()["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot", "human", "human"]
    assert str(zoe.pk) not in str(seats)


def test_no_bot_is_a_guest():
    with pytest.raises(Exception, match="player_guest_is_human"):
        Player.objects.create(display_name="X", kind=PlayerKind.BOT, guest=True)
