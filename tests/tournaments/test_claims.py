"""A director decides claims at a tournament's tables: at once, with a reason, on record."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Game
from games.services.bots import bot_turns_play
from tests.factories import api
from tests.games.tables import log_read, row, state
from tests.games_api.test_lobby import refused
from tests.tournaments.online_table import ROOT, Online
from tournaments.models import TableSeat

pytestmark = pytest.mark.django_db


def decide(online: Online, seat: int, claim: str, **more: Any) -> Any:
    body = {"seat": seat, "claim": claim, **more}
    return online.director.post(f"{online.path}/claim", body)


def acts(online: Online) -> list[str]:
    log = online.director.get(f"{online.night.path}/events?limit=50").json()["results"]
    return [each["text"] for each in log if each["type"].startswith("claim_")]


def client(online: Online, seat: int) -> APIClient:
    """The player of a seat."""
    sitting = TableSeat.objects.select_related("member__player").get(table=online.table, seat=seat)
    return api(sitting.member.player)


def leave(online: Online, seat: int) -> None:
    assert client(online, seat).delete(f"{online.path}/seats/me").status_code == 204


def come_back(online: Online, seat: int) -> None:
    assert client(online, seat).post(f"{online.path}/seats", {}).status_code == 201


def a_hand_without_anybody(online: Online) -> None:
    """All leave, and bots play to the end of the hand."""
    for seat in range(4):
        leave(online, seat)
    while (hand := state(online.game.pk).hand) and hand.number == 1:
        bot_turns_play(game_id=online.game.pk, version=row(online.game.pk).version, budget_s=0)


def test_a_director_need_not_wait_and_the_table_reads_the_reason():
    online = Online()
    Game.objects.filter(pk=online.game.pk).update(away="wait")
    leave(online, 0)

    answer = decide(online, 0, "bot", reason="Her bus is late.")

    assert answer.status_code == 200
    assert row(online.game.pk).bot_seats == 1
    event = next(e for e in log_read(online.game.pk, 1) if e["type"] == "seat_claimed")
    assert event["reason"] == "Her bus is late."
    [text] = acts(online)
    assert "a bot plays for seat 0, whose player stays away" in text
    assert text.endswith("Her bus is late.")
    come_back(online, 0)


def test_who_is_there_is_not_claimed_away_by_a_director_either():
    online = Online()
    refused(decide(online, 0, "bot"), 409, "not_absent")
    refused(decide(online, 0, "game"), 409, "not_absent")
    assert acts(online) == [], "what is refused is not on record"


def test_a_director_ends_the_game_without_asking_the_partner_and_can_begin_it_again():
    online = Online()
    a_hand_without_anybody(online)
    come_back(online, 2)

    answer = decide(online, 0, "game", reason="Two hands missed.")

    assert answer.status_code == 200
    result = answer.json()["result"]
    assert (result["end"], result["winner"]) == ("conceded", 1)
    assert "the game was given up for the player of seat 0" in acts(online)[0]
    again = online.director.post(f"{ROOT}/tables/{online.table.pk}/game", {})
    assert again.status_code == 201, again.content


def test_a_director_refuses_a_claim_for_the_table():
    online = Online()
    a_hand_without_anybody(online)
    come_back(online, 1)
    come_back(online, 2)
    refused(online.director.delete(f"{online.path}/claim"), 409, "nothing_asked")
    claim = {"seat": 0, "claim": "game"}
    assert client(online, 1).post(f"{online.path}/claim", claim).status_code == 202
    refused(
        client(online, 1).post(f"{online.path}/claim", claim | {"seat": 3}), 409, "consent_open"
    )

    assert online.director.delete(f"{online.path}/claim").status_code == 204

    closed = log_read(online.game.pk, 1)[-1]
    assert (closed["type"], closed["outcome"]) == ("consent_closed", "refused")
    assert "a claim was refused" in acts(online)[0]
    assert row(online.game.pk).status == "active"
