"""Claims over HTTP: what is answered, and what the table reads of it."""

from uuid import UUID

import pytest

from games.engine.consent import Claim
from games.engine.event_view import event_view
from games.engine.events import SeatClaimed
from games.models import Heartbeat
from games.services.bots import bot_turns_play
from games.services.rebuild import game_check
from games.store.row import clock_read
from tests.contract.shapes import conforms
from tests.game_time import GameTime
from tests.games.tables import log_read, row, state
from tests.games_api.tables import Table
from tests.games_api.test_folding import catch_up, followed, same
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table(away="wait").start()


def claim(table, by, seat, what="bot", **more):
    return table.post(by, "claim", {"seat": seat, "claim": what, **more})


def leave(table, seat):
    assert table.clients[seat].delete(f"{table.path}/seats/me").status_code == 204


def time_passes(time: GameTime, seconds: float) -> None:
    """While a sweeper is alive."""
    time.shift(seconds)
    Heartbeat.objects.update_or_create(id=1, defaults={"at": clock_read()})


def test_a_bot_takes_the_seat_and_everybody_reads_who_claimed_it(table, game_time: GameTime):
    folded = followed(table, 0, "classic")
    leave(table, 2)
    early = refused(claim(table, 0, 2), 409, "not_absent")
    at = early["facts"]["claimable_at"]
    time_passes(game_time, 121)

    answer = claim(table, 0, 2)

    assert answer.status_code == 200
    conforms("games_claim", answer.json())
    assert answer.json()["seats"][2]["kind"] == "bot"
    catch_up(table, 0, folded)
    assert same(table, 0, folded)
    event = next(e for e in log_read(table.id, 0) if e["type"] == "seat_claimed")
    assert (event["seat"], event["claim"], event["player"]) == (2, "bot", str(table.players[0].pk))
    assert "reason" not in event, "only a director gives one"
    assert event["at"] >= at
    strangers = event_view(SeatClaimed(2, Claim.BOT, event["player"], "Late."), None)
    assert strangers == {"type": "seat_claimed", "seat": 2, "claim": "bot"}
    assert game_check(table.id) == []
    back = table.clients[2].post(f"{table.path}/seats", {})
    assert back.status_code == 201, "the seat is still its owner's"


def test_who_is_there_cannot_be_claimed_away(table, game_time: GameTime):
    time_passes(game_time, 100_000)
    for seat in range(4):
        problem = refused(claim(table, 0, seat), 409, "not_absent")
        assert "facts" not in problem or "claimable_at" not in problem["facts"]
        refused(claim(table, 1, seat, "game"), 409, "not_absent")
    refused(claim(table, 0, 7), 422, "no_such_seat")
    refused(claim(table, 0, 8), 400, "invalid_fields")
    refused(claim(table, 0, 1, "everything"), 400, "invalid_fields")


def test_strangers_claim_nothing(table, game_time: GameTime):
    leave(table, 2)
    time_passes(game_time, 121)
    refused(claim(table, 2, 2), 403, "not_seated")
    leave(table, 0)
    assert claim(table, 0, 2).status_code == 200, "the creator may, who does not play any more"
    refused(claim(table, 0, 2, "game"), 409, "not_absent")


def claimable(table) -> list[int]:
    """The seats because of which the game may be claimed."""
    seats = table.clients[0].get(table.path).json()["seats"]
    return [seat["seat"] for seat in seats if seat["claimable"]]


def test_the_partner_is_asked_whether_the_game_is_given_up(table, game_time: GameTime):
    leave(table, 2)
    time_passes(game_time, 121)
    assert claim(table, 1, 2).status_code == 200
    for seat in (1, 3, 0):
        leave(table, seat)
    time_passes(game_time, 300)
    for seat in (1, 3, 0):
        assert claim(table, 0, seat).status_code == 200
    while (hand := state(UUID(table.id)).hand) and hand.number == 1:
        assert claimable(table) == []
        bot_turns_play(game_id=UUID(table.id), version=row(table.id).version, budget_s=0)
    assert claimable(table) == [0, 1, 2, 3]
    for seat in (0, 1, 3):
        table.clients[seat].post(f"{table.path}/seats", {})
    assert claimable(table) == [2], "the others are back"
    folded = followed(table, 3, "classic")

    asked = claim(table, 1, 2, "game")

    assert asked.status_code == 202
    consent = asked.json()["consent"]
    assert (consent["about"], consent["claimed"], consent["seats"]) == ("claim", 2, [0])
    refused(claim(table, 0, 1, "game"), 409, "not_absent")
    refused(claim(table, 3, 2, "game"), 409, "consent_open")
    assert claim(table, 1, 2, "game").status_code == 202, "asking again changes nothing"
    assert table.clients[0].delete(f"{table.path}/claim").status_code == 204
    refused(table.clients[0].delete(f"{table.path}/claim"), 409, "nothing_asked")
    assert claim(table, 3, 2, "game").status_code == 202
    done = claim(table, 0, 2, "game")
    assert done.status_code == 200
    assert done.json()["result"]["end"] == "conceded"
    catch_up(table, 3, folded)
    assert same(table, 3, folded)
    assert game_check(table.id) == []
