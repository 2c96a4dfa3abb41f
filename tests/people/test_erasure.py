"""Erasing an account: the person vanishes from every table, the player stays."""

import random
from uuid import UUID

import orjson
import pytest
from django.apps import apps
from django.db import connection

from games.models import Person, Player
from games.signals import player_erased
from tests.factories import PASSWORD, api, player
from tests.games.tables import play_out
from tests.games_api.tables import Table

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"
CANARIES = ("Canaria", "canary@example.org", "canary-engine", "canary-token", "canary-pair")


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
    client.login(**credentials)
    return ana


def test_nothing_that_names_the_person_is_left(canary):
    username = canary.person.username
    before = everything_stored()
    assert [name for name in (*CANARIES, username) if name not in before] == []
    assert api(canary).delete(ME).status_code == 204
    after = everything_stored()
    assert [name for name in (*CANARIES, username) if name in after] == []


def test_the_player_stays_under_a_name_that_tells_nothing(canary):
    api(canary).delete(ME)
    seen = api(player()).get(f"/api/v1/players/{canary.id}").json()
    assert seen["former"]
    assert seen["display_name"].removeprefix("Former player ").isalnum()
    assert len(seen["display_name"]) == len("Former player 7F3K")
    assert api(player()).get("/api/v1/players?search=former").json()["results"] == []


def test_credentials_end_at_once(canary, django_capture_on_commit_callbacks):
    clients = api(canary), api(canary.bots.get())
    assert [each.get(ME).status_code for each in clients] == [200, 200]
    with django_capture_on_commit_callbacks(execute=True):
        assert clients[0].delete(ME).status_code == 204
    assert [each.get(ME).status_code for each in clients] == [401, 401]
    assert not Person.objects.filter(player=canary).exists()


def test_partnerships_end_and_bots_go_along(canary):
    api(canary).delete(ME)
    engine = canary.bots.get()
    assert engine.anonymised_at is not None
    assert engine.kind == "bot"
    assert {member.partnership.state for member in canary.memberships.all()} == {"ended"}


def test_others_are_told_in_the_same_transaction(canary):
    told = []

    def note(sender, player_id, **_):
        told.append((player_id, connection.in_atomic_block))

    player_erased.connect(note)
    try:
        api(canary).delete(ME)
    finally:
        player_erased.disconnect(note)
    assert told == [(canary.id, True), (canary.bots.get().id, True)]


def test_a_bot_plays_on_for_who_is_erased_in_a_running_game():
    table = Table(dealer=0).start()  # seat 1 must act
    assert table.clients[1].delete(ME).status_code == 204
    kinds = [seat["kind"] for seat in table.get()["seats"]]
    assert kinds == ["human", "bot", "human", "human"]
    play_out(UUID(table.id))
    assert table.to_act == 2


def test_who_is_erased_leaves_an_empty_seat_in_the_lobby():
    table = Table().sit()
    assert table.clients[2].delete(ME).status_code == 204
    assert [seat["player"] is None for seat in table.get()["seats"]] == [False, False, True, False]


def test_a_finished_game_keeps_the_seat_of_who_is_erased():
    table = Table(hand_limit=1).start()
    rng = random.Random(19)
    while table.play_example(rng)["game"]["status"] != "finished":
        pass
    assert table.clients[1].delete(ME).status_code == 204
    assert table.get()["seats"][1]["player"]["id"] == str(table.players[1].pk)


def test_erasing_fails_whole_or_not_at_all(canary):
    def fail(sender, **_):
        raise RuntimeError

    player_erased.connect(fail)
    client = api(canary)
    client.raise_request_exception = False
    try:
        assert client.delete(ME).status_code == 500
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
    assert orjson.loads(text)["person"].keys() == {"username", "email", "date_joined", "last_login"}
