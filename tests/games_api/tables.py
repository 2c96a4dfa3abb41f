"""Tables to test the API at: four clients, and games that they play."""

import random
from typing import Any

from rest_framework.test import APIClient

from games.engine.cards import expand, faces
from games.engine.rulesets import load
from samba_service.accounts.models import Player
from tests.factories import api, player
from tests.kept_worlds import kept_init

GAMES = "/api/v1/games"
NAMES = ("Ana", "Ben", "Cleo", "Dan")
MORE_NAMES = (*NAMES, "Eve", "Finn")


class Table:
    """A game and those who play it, seat by seat: four of them, unless `seats` says otherwise."""

    @kept_init
    def __init__(self, **terms: Any) -> None:
        names = MORE_NAMES[: terms.get("seats", len(NAMES))]
        self.players: list[Player] = [player(name) for name in names]
        self.clients: list[APIClient] = [api(each) for each in self.players]
        answer = self.clients[0].post(GAMES, {"ruleset": "classic"} | terms)
        assert answer.status_code == 201, answer.content
        self.created = answer.json()
        self.id = self.created["id"]
        self.path = f"{GAMES}/{self.id}"

    def sit(self) -> "Table":
        """The others sit down."""
        for client in self.clients[1:]:
            answer = client.post(f"{self.path}/seats", {})
            assert answer.status_code == 201, answer.content
        return self

    def start(self) -> "Table":
        """All sit, the first hand is dealt."""
        self.sit()
        answer = self.clients[0].post(f"{self.path}/start", {})
        assert answer.status_code == 200, answer.content
        return self

    def get(self, seat: int = 0, tail: str = "") -> Any:
        """What the seat reads."""
        answer = self.clients[seat].get(f"{self.path}{tail}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, seat: int, tail: str, body: Any = None, **headers: str) -> Any:
        """The raw answer to what the seat posts; header names with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.clients[seat].post(f"{self.path}/{tail}", body or {}, headers=named)

    def move(self, seat: int, action: dict[str, Any], **headers: str) -> Any:
        """The raw answer to a move."""
        return self.post(seat, "moves", {"action": action}, **headers)

    @property
    def to_act(self) -> int:
        """The first seat that must act."""
        return int(self.get()["hand"]["to_act"][0])

    def options(self, seat: int) -> list[dict[str, Any]]:
        """What the seat may do now."""
        return list(self.get(seat, "/legal-actions")["options"])

    def play_example(self, rng: random.Random, seat: int | None = None) -> Any:
        """One move of a player who must act, who may be named, chosen from the examples."""
        seat = self.to_act if seat is None else seat
        answer = self.move(seat, rng.choice(self.options(seat))["example"])
        assert answer.status_code == 201, answer.content
        return answer.json()


def pack(seed: int = 1, slug: str = "classic", seats: int = 4) -> list[str]:
    """A shuffled pack of a ruleset, as faces."""
    cards = faces(expand(load(slug).pack_counts(seats)))
    random.Random(seed).shuffle(cards)
    return cards


def practice(order: list[str], **terms: Any) -> dict[str, Any]:
    """Terms of a game with a given pack; seat 1 begins."""
    return {"practice": {"orders": [order], "dealer": 0, **terms}}
