"""A stream ends within a second or so when its reader's right to read does."""

import random
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db.models import F

from games.services.bots import bot_turns_play
from samba_service.accounts.authentication import tokens
from samba_service.accounts.models import ApiToken, Person
from samba_service.accounts.services.suspensions import account_suspend
from tests.concurrency.fleet import wait_until
from tests.factories import api, erase, player, secret, with_secret
from tests.games_api.tables import GAMES, Table
from tests.live.process import PATIENCE_S, Stream, call, token_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


class Watching:
    """A table, and somebody who may follow it for now."""

    def __init__(self, **terms: Any) -> None:
        self.table = Table(**terms)
        self.reader = player("Eve")
        self.token = secret(self.reader)
        self.client = with_secret(self.token)

    def follow(self, live: Any) -> Stream:
        """Their stream, which has begun."""
        stream = Stream(live, f"{self.table.path}/stream", self.token)
        stream.until(1)
        return stream


def revoked(at: Watching) -> None:
    [mine] = at.client.get("/api/v1/auth/tokens").json()["results"]
    assert at.client.delete(f"/api/v1/auth/tokens/{mine['id']}").status_code == 204
    tokens.clear()


def expired(at: Watching) -> None:
    soon = F("created_at") + timedelta(milliseconds=1)
    ApiToken.objects.filter(player=at.reader).update(expires_at=soon)


def erased(at: Watching) -> None:
    assert erase(at.client).status_code == 204


def closed(at: Watching) -> None:
    Person.objects.filter(player=at.reader).update(is_active=False)


def suspended(at: Watching) -> None:
    staff = player("Sue", is_staff=True)
    account_suspend(player_id=at.reader.pk, by=staff, until=None, reason="Cheating.")


def blocked(at: Watching) -> None:
    path = f"/api/v1/players/me/blocks/{at.reader.pk}"
    assert at.table.clients[0].put(path).status_code in (200, 204)


@pytest.mark.parametrize("end", [revoked, expired, erased, closed, suspended, blocked])
def test_a_stream_of_a_lobby_ends_with_the_right_to_see_it(live, end):
    at = Watching()
    with at.follow(live) as stream:
        end(at)
        assert [each["type"] for each in stream.to_the_end()] == ["snapshot"]
    wait_until(lambda: call(live, at.table.path, at.token)[0] in (401, 404), PATIENCE_S)


def test_a_stream_of_a_private_game_ends_with_the_invitation(live):
    at = Watching(visibility="private")
    invited = at.table.post(0, "invitations", {"player": str(at.reader.pk)})
    assert invited.status_code == 201, invited.content
    with at.follow(live) as stream:
        path = f"{at.table.path}/invitations/{at.reader.pk}"
        assert at.table.clients[0].delete(path).status_code == 204
        stream.to_the_end()
    assert call(live, at.table.path, at.token)[0] == 404


def test_who_leaves_a_seat_reads_on_as_a_spectator(live):
    table = Table(spectators="live").start()
    ben = 1
    with Stream(live, f"{table.path}/stream", token_of(table, ben)) as stream:
        stream.until(1)
        assert table.clients[ben].delete(f"{table.path}/seats/me").status_code == 204
        left = table.get()["seq"]
        rng = random.Random(1)
        while table.get()["seq"] < left + 30:
            version = table.get()["version"]
            if not bot_turns_play(game_id=UUID(table.id), version=version, budget_s=1):
                table.play_example(rng)
        stream.until(table.get()["seq"])
    drawn = [each for each in stream.events if each["type"] == "cards_drawn"]
    assert {each["seat"] for each in drawn if each["seq"] > left} > {ben}
    assert not any("cards" in each for each in drawn if each["seq"] > left)


def test_nobody_else_follows_a_private_game(live):
    at = Watching(visibility="private", spectators="none")
    assert call(live, f"{at.table.path}/stream", at.token)[0] == 404


def test_the_streams_of_an_account_are_counted_together(live, settings):
    at = Watching()
    most = settings.SAMBA_OPEN_STREAMS
    streams = [at.follow(live) for _ in range(most)]
    try:
        path = f"{GAMES}/{at.table.id}"
        seq = at.table.get()["seq"]
        for tail in ("/stream", f"/events?after={seq}&wait=5"):
            status, problem = call(live, path + tail, secret(at.reader))
            assert (status, problem["code"]) == (409, "too_many")
            assert problem["facts"] == {"what": "open streams", "limit": most}
        assert call(live, f"{path}/events?after=0&wait=5", at.token)[0] == 200
        assert api(player()).get(f"{path}/stream").status_code == 200
        streams.pop().connection.close()
        while call(live, f"{path}/events?after={seq}&wait=1", at.token)[0] == 409:
            pass
    finally:
        for each in streams:
            each.connection.close()
