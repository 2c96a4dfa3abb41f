"""Erasing an account: the person vanishes from every table, the player stays."""

import random
from uuid import UUID

import orjson
import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Block, Webhook
from samba_service.accounts.authentication import tokens
from samba_service.accounts.models import Person, Player
from samba_service.accounts.services.access import token_digest
from samba_service.accounts.services.people import FINISHED, LAST_CALLS, erasures_finish
from samba_service.accounts.signals import player_erased
from samba_service.kit.models import IdempotencyKey
from tests.factories import PASSWORD, api, erase, player, secret, with_secret
from tests.games.tables import play_out
from tests.games_api.tables import Table
from tests.people.programs import granted
from tournaments.models import Member

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"
CANARIES = (
    *("Canaria", "canary@example.org", "canary-engine", "canary-token", "canary-pair"),
    "canary-program",
)


def everything_stored() -> str:
    """All rows of all our tables, as text."""
    with connection.cursor() as cursor:
        texts = []
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT to_jsonb(t)::text FROM "{model._meta.db_table}" t')
            texts += [row[0] for row in cursor.fetchall()]
    # Kept answers are bytes, which PostgreSQL shows in hex.
    return "\n".join(texts) + "\n".join(
        bytes.fromhex(part.split('"')[0]).decode(errors="replace")
        for text in texts
        for part in text.split('"\\\\x')[1:]
    )


@pytest.fixture
def canary():
    """A player whose name, address and pet names have been spread over all tables."""
    ana = player("Canaria", email="canary@example.org")
    client = api(ana)
    body = {"kind": "bot", "display_name": "canary-engine"}
    client.post("/api/v1/players", body, headers={"Idempotency-Key": "bot"})
    credentials = {"username": ana.person.username, "password": PASSWORD}
    token = {"name": "canary-token", "scopes": ["profile"]}
    client.post("/api/v1/auth/tokens", credentials | token)
    invitation = {"players": [str(player("Ben").id)], "name": "canary-pair"}
    client.post("/api/v1/partnerships", invitation, headers={"Idempotency-Key": "pair"})
    program = {"name": "canary-program", "redirect_uris": ["https://canary-program.example/"]}
    client.post("/api/v1/oauth/clients", program, headers={"Idempotency-Key": "program"})
    granted(player("Cleo"), ana.oauth_clients.get())
    client.login(**credentials)
    return ana


def test_nothing_that_names_the_person_is_left(canary):
    username = canary.person.username
    before = everything_stored()
    assert [name for name in (*CANARIES, username) if name not in before] == []
    assert erase(api(canary)).status_code == 204
    after = everything_stored()
    assert [name for name in (*CANARIES, username) if name in after] == []


def test_the_player_stays_under_a_name_that_shows_nothing(canary):
    erase(api(canary))
    seen = api(player()).get(f"/api/v1/players/{canary.id}").json()
    assert seen["former"]
    assert seen["display_name"].removeprefix("Former player ").isalnum()
    assert len(seen["display_name"]) == len("Former player 7F3K")
    assert api(player()).get("/api/v1/players?search=former").json()["results"] == []


def test_credentials_end_at_once(canary, django_capture_on_commit_callbacks):
    clients = api(canary), api(canary.bots.get())
    assert [each.get(ME).status_code for each in clients] == [200, 200]
    with django_capture_on_commit_callbacks(execute=True):
        assert erase(clients[0]).status_code == 204
    assert [each.get(ME).status_code for each in clients] == [401, 401]
    assert not Person.objects.filter(player=canary).exists()


def test_partnerships_end_and_bots_are_erased_too(canary):
    erase(api(canary))
    engine = canary.bots.get()
    assert engine.anonymised_at is not None
    assert engine.kind == "bot"
    assert {member.partnership.state for member in canary.memberships.all()} == {"ended"}


def erased_with_a_call_on_its_way(of: Player, monkeypatch: pytest.MonkeyPatch) -> APIClient:
    """A client of the player's, whose token another process takes for good a moment longer."""
    text = secret(of)
    caller = tokens.get(token_digest(text))
    assert erase(with_secret(text)).status_code == 204
    monkeypatch.setattr(tokens, "get", lambda digest: caller)
    return with_secret(text)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("patch", "/players/me", {"display_name": "Canaria", "time_zone": "Europe/Rome"}),
        ("patch", "/players/me", {"time_zone": "Europe/Rome"}),
        ("post", "/players", {"kind": "bot", "display_name": "canary-engine"}),
    ],
)
def test_a_call_that_was_on_its_way_gives_the_name_back_to_nobody(
    canary, monkeypatch, method, path, body
) -> None:
    client = erased_with_a_call_on_its_way(canary, monkeypatch)

    answer = getattr(client, method)(f"/api/v1{path}", body)

    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credentials")
    after = everything_stored()
    assert [name for name in (*CANARIES, "Europe/Rome") if name in after] == []


def test_what_calls_on_their_way_have_written_is_erased_by_a_sweeper(canary, monkeypatch) -> None:
    other, game = player("Otto"), Table(visibility="public")
    pinned = api(other).post("/api/v1/clubs", {"name": "Rest"}).json()
    client = erased_with_a_call_on_its_way(canary, monkeypatch)
    key = {"Idempotency-Key": "late"}
    calls = (
        client.put(f"{ME}/blocks/{other.pk}"),
        client.post("/api/v1/clubs", {"name": "Late"}, headers=key),
        client.post("/api/v1/clubs/join", {"code": pinned["join_code"]}),
        client.post(
            "/api/v1/oauth/clients",
            {"name": "canary-program", "redirect_uris": ["https://canary-program.example/"]},
        ),
        client.post(
            "/api/v1/webhooks",
            {
                "url": "https://canary.example/",
                "about": "game",
                "subject": game.id,
                "events": ["game.moved"],
            },
        ),
    )
    assert [each.status_code for each in calls] == [200, 201, 201, 403, 401]
    monkeypatch.undo()
    Player.objects.filter(pk=canary.pk).update(anonymised_at=timezone.now() - LAST_CALLS)

    assert erasures_finish() == 1

    after = everything_stored()
    assert [name for name in (*CANARIES, "canary.example") if name in after] == []
    assert not IdempotencyKey.objects.filter(owner=canary.pk).exists()
    assert not Block.objects.filter(player=canary).exists()
    assert not Member.objects.filter(player=canary).exclude(role="member").exists()
    assert not Webhook.objects.exists()


def test_an_erasure_is_finished_once_no_call_is_on_its_way(canary) -> None:
    erase(api(canary))
    assert erasures_finish() == 0
    Player.objects.filter(pk=canary.pk).update(anonymised_at=timezone.now() - FINISHED)
    assert erasures_finish() == 0


def test_others_learn_of_it_in_the_same_transaction(canary):
    told = []

    def note(sender, player, **_):
        told.append((player.pk, connection.in_atomic_block))

    player_erased.connect(note)
    try:
        erase(api(canary))
    finally:
        player_erased.disconnect(note)
    assert told == [(canary.id, True), (canary.bots.get().id, True)]


def test_a_bot_plays_on_for_who_is_erased_in_a_running_game():
    table = Table(dealer=0).start()  # seat 1 must act
    assert erase(table.clients[1]).status_code == 204
    kinds = [seat["kind"] for seat in table.get()["seats"]]
    assert kinds == ["human", "bot", "human", "human"]
    play_out(UUID(table.id))
    assert table.to_act == 2


def test_who_is_erased_leaves_an_empty_seat_in_the_lobby():
    table = Table().sit()
    assert erase(table.clients[2]).status_code == 204
    assert [seat["player"] is None for seat in table.get()["seats"]] == [False, False, True, False]


def test_a_finished_game_keeps_the_seat_of_who_is_erased():
    table = Table(hand_limit=1).start()
    rng = random.Random(19)
    while table.play_example(rng)["game"]["status"] != "finished":
        pass
    assert erase(table.clients[1]).status_code == 204
    assert table.get()["seats"][1]["player"]["id"] == str(table.players[1].pk)


def test_erasing_fails_whole_or_not_at_all(canary):
    def fail(sender, **_):
        raise RuntimeError

    player_erased.connect(fail)
    client = api(canary)
    client.raise_request_exception = False
    try:
        assert erase(client).status_code == 500
    finally:
        player_erased.disconnect(fail)
    assert Player.objects.get(pk=canary.pk).display_name == "Canaria"
    assert client.get(ME).status_code == 200


def test_the_export_holds_what_is_kept_and_no_secret(canary):
    answer = api(canary).get(f"{ME}/export")
    text = answer.content.decode()
    assert answer["Content-Disposition"].startswith("attachment")
    assert [name for name in (*CANARIES, canary.person.username) if name not in text] == []
    assert "digest" not in text
    kept = {"username", "email", "date_joined", "last_login", "last_called_at"}
    assert orjson.loads(text)["person"].keys() == kept


def test_nobody_is_erased_without_their_password(canary):
    client = api(canary)
    for body, path in (({"password": "guessed"}, "password"), ({}, "password")):
        answer = client.post(f"{ME}/erase", body)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, path)
    assert client.delete(ME).status_code == 405, "the old way is gone"
    assert client.get(ME).status_code == 200


def test_wrong_passwords_are_counted_as_wrong_log_ins(canary, settings):
    settings.SAMBA_RATE_LIMITS = True
    client = api(canary)
    answers = [client.post(f"{ME}/erase", {"password": f"guess {n}"}) for n in range(11)]
    assert [answer.status_code for answer in answers] == [400] * 10 + [429]
    token = {"username": canary.person.username, "password": PASSWORD, "name": "x"}
    log_in = client.post("/api/v1/auth/tokens", token | {"scopes": ["profile"]})
    assert log_in.status_code == 429, "of the same count"


def test_erasing_keeps_no_answer_of_a_key(canary):
    headers = {"Idempotency-Key": "once"}
    client = api(canary)
    assert client.post(f"{ME}/erase", {"password": "no"}, headers=headers).status_code == 400
    answer = client.post(f"{ME}/erase", {"password": PASSWORD}, headers=headers)
    assert answer.status_code == 204


def test_a_bot_is_erased_by_its_owner_and_not_by_itself(canary):
    engine = canary.bots.get()
    refused = api(engine).post(f"{ME}/erase", {"password": PASSWORD})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    stranger = api(player()).post(f"{ME}/erase", {"password": PASSWORD, "bot": str(engine.pk)})
    assert stranger.json()["errors"][0]["path"] == "bot"
    mine = api(canary).post(f"{ME}/erase", {"password": PASSWORD, "bot": str(engine.pk)})
    assert mine.status_code == 204
    engine.refresh_from_db()
    assert engine.anonymised_at is not None
    assert api(canary).get(ME).json()["bots"] == []


def test_the_only_admin_of_a_club_hands_the_office_on_before_being_erased():
    xavier, yola = player("Xavier"), player("Yola")
    api(xavier).post("/api/v1/clubs", {"name": "Hermits"})  # nobody else: they wait for no one
    orphans = api(xavier).post("/api/v1/clubs", {"name": "Orphans"}).json()
    api(yola).post("/api/v1/clubs/join", {"code": orphans["join_code"]})
    refused = erase(api(xavier))
    assert (refused.status_code, refused.json()["code"]) == (409, "last_admin")
    assert refused.json()["facts"] == {"clubs": [{"id": orphans["id"], "name": "Orphans"}]}
    assert api(xavier).get(ME).json()["display_name"] == "Xavier", "nothing was erased"
    path = f"/api/v1/clubs/{orphans['id']}/members"
    members = api(xavier).get(path).json()["results"]
    [heir] = [each["id"] for each in members if each["name"] == "Yola"]
    assert api(xavier).patch(f"{path}/{heir}", {"role": "admin"}).status_code == 200
    assert erase(api(xavier)).status_code == 204
    renamed = api(yola).patch(f"/api/v1/clubs/{orphans['id']}", {"name": "Mine"})
    assert renamed.status_code == 200


WIDE = "\uff2e\uff4f\uff56\uff49\uff43\uff45"
TAKEN = ["novice", "Novice", " NOVICE bot", "Novice Bot 3", "random", WIDE, "no vice"]


@pytest.mark.parametrize("name", TAKEN)
def test_nobody_takes_the_name_of_a_bot_of_ours(name):
    ana = api(player())
    register = {"username": "newcomer", "password": PASSWORD, "display_name": name}
    bot = {"kind": "bot", "display_name": name}
    club = ana.post("/api/v1/clubs", {"name": "Herons"}).json()
    pair = {"players": [str(player().pk)], "name": name}
    for answer in (
        api().post("/api/v1/auth/register", register),
        ana.patch(ME, {"display_name": name}),
        ana.post("/api/v1/players", bot),
        ana.post(f"/api/v1/clubs/{club['id']}/members", {"name": name}),
        ana.post("/api/v1/partnerships", pair),
    ):
        assert answer.status_code == 400, answer.content
        assert "bots" in answer.json()["detail"]


@pytest.mark.parametrize("name", ["Novak", "Novice Ana", "Randomir"])
def test_a_name_that_only_begins_like_a_bots_is_free(name):
    assert api(player()).patch(ME, {"display_name": name}).status_code == 200
