"""The other end of webhooks, and what happens that it is sent."""

import json
from typing import Any
from uuid import UUID

from games.models import Game, Webhook, WebhookDelivery
from games.services.webhook_deliveries import webhook_claim, webhook_send
from games.services.webhooks import webhook_add
from samba_service.accounts.models import Player
from samba_service.kit.outbound import Answer, NotCalled
from tests.games.tables import play, row, seat_for, some_action, turn

ROOT = "/api/v1/webhooks"


class Receiver:
    """The other end: what it was sent, and how it answers."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, Any], dict[str, str]]] = []
        self.bodies: list[bytes] = []
        self.status = 204
        self.away = ""

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        content = json.loads(body)
        self.got.append((content, headers))
        self.bodies.append(body)
        if self.away:
            raise NotCalled(self.away)
        echo = {"challenge": content["challenge"]} if "challenge" in content else {}
        return Answer(self.status, json.dumps(echo).encode())

    @property
    def types(self) -> list[str]:
        return [content["type"] for content, _ in self.got]


def add(of: Player, game_id: UUID) -> Webhook:
    return webhook_add(
        player=of,
        url="https://receiver.example/hook",
        about="game",
        subject=game_id,
        events=["game.moved", "game.ended"],
    )[0]


def send() -> None:
    """Do all that is due now."""
    while (webhook_id := webhook_claim()) is not None:
        webhook_send(webhook_id)


def move(game: Game, people: list[Player]) -> int:
    """Somebody moves; returns the new version."""
    who = {seat_for(game.id, each): each for each in people}[turn(game.id)]
    play(game.id, who, some_action(game.id))
    return row(game.id).version


def delivery(webhook: Webhook) -> WebhookDelivery:
    """The last one."""
    return webhook.deliveries.order_by("created_at", "id").last()  # type: ignore[return-value]  # there is one
