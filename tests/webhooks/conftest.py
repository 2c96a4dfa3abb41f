"""A receiver, and a game that it is sent news of."""

from datetime import UTC, datetime

import pytest

from games.models import Game, Webhook
from games.services import webhook_deliveries
from samba_service.accounts.models import Player
from tests.factories import player
from tests.game_time import GameTime
from tests.games.tables import people_game
from tests.webhooks.receiving import Receiver, add, send

START = datetime(2026, 3, 2, 19, tzinfo=UTC)


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Receiver:
    receiver = Receiver()
    monkeypatch.setattr(webhook_deliveries, "post", receiver.post)
    return receiver


@pytest.fixture
def time(game_time: GameTime) -> GameTime:
    game_time.stop(START)
    return game_time


@pytest.fixture
def watched(receiver: Receiver, time: GameTime) -> tuple[Game, list[Player], Webhook]:
    """A running public game, and the webhook of somebody who watches; its address has answered."""
    game, people = people_game(visibility="public")
    webhook = add(player("Zoe"), game.id)
    send()
    webhook.refresh_from_db()
    assert webhook.state == "active"
    receiver.got.clear()
    receiver.bodies.clear()
    return game, people, webhook
