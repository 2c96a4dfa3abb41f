"""Non-interference: what a seat may not see changes nothing of what it is shown.

Two games with the same players and the same play differ in every card that the watching seat has no
right to know: the other hands and the stock. Byte for byte, body, status and headers, it must get
the same answers from both, except for ids, times, codes and commitments.
"""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from games.api import answers
from games.api import games as games_views
from games.api import moves as moves_views
from games.engine.cards import faces
from games.engine.match import play
from games.engine.view import match_view
from samba_service.accounts.models import Player
from samba_service.kit.http import json_response
from tests.depth import cases
from tests.factories import api, player
from tests.games_api.tables import GAMES, NAMES, pack, practice

pytestmark = pytest.mark.django_db

SEATS, HAND, DRAWN = 4, 15, 2
X = 1
"""The watching seat; it plays first, since the dealer is seat 0."""
ROUNDS = 2
VARYING = re.compile(
    rb'(?<="join_code":")[^"]+|(?<="next_commitment":")[^"]*|(?<="commitment":")[^"]*'
    rb"|\d{4}-\d\d-\d\dT[0-9:.]+Z"
)


def positions_of(seat: int) -> list[int]:
    """The places in the order of a seat's dealt cards, then of those that it draws."""
    turn = (seat - 1) % SEATS
    dealt = list(range(turn, SEATS * HAND, SEATS))
    stock = SEATS * HAND + 1
    draws = [
        stock + DRAWN * (SEATS * number + turn) + card
        for number in range(ROUNDS)
        for card in range(DRAWN)
    ]
    return dealt + draws


def pair_of_packs() -> tuple[list[str], list[str]]:
    """Two orders, alike in what X sees and in one card for every discard of the others."""
    order = pack(3)
    seen = {*positions_of(X), SEATS * HAND}
    for seat in range(SEATS):
        seen |= set(positions_of(seat)[:ROUNDS])
    hidden = [position for position in range(len(order)) if position not in seen]
    shuffled = [order[position] for position in hidden]
    random.Random(9).shuffle(shuffled)
    other = order[:]
    for position, card in zip(hidden, shuffled, strict=True):
        other[position] = card
    return order, other


class Watched:
    """One of the two games, and everything that X is shown about it."""

    def __init__(
        self,
        players: list[Player],
        order: list[str],
        watcher: Any = X,
        ruleset: str = "classic",
        only: str | None = None,
    ) -> None:
        self.only = only
        """The one call of `look_at_everything` to make; None for all."""
        self.clients = [api(each) for each in players]
        self.watcher: APIClient = self.clients[X] if watcher == X else watcher
        self.order = order
        terms = {"ruleset": ruleset, "spectators": "live", "visibility": "public"}
        game = self.clients[0].post(GAMES, terms | practice(order)).json()
        self.id: str = game["id"]
        for client in self.clients[1:]:
            client.post(f"{GAMES}/{self.id}/seats", {})
        self.clients[0].post(f"{GAMES}/{self.id}/start", {})
        self.told: list[tuple[str, bytes]] = []

    def look(self, label: str, *call: Any, **headers: str) -> bytes:
        """Ask, unless another call is the only one to make; without an answer nothing."""
        return self.ask(label, *call, **headers) if self.only in (None, label) else b""

    def ask(self, label: str, method: str, tail: str, body: Any = None, **headers: str) -> bytes:
        """Let X call, and keep the whole answer."""
        path = f"{GAMES}/{self.id}{tail}" if not tail.startswith("~") else tail[1:]
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named["X-Request-Id"] = "the-same-in-both-games"
        answer = getattr(self.watcher, method)(path, body, headers=named)
        lines = sorted(f"{k}: {v}" for k, v in answer.items() if not k.startswith("RateLimit"))
        whole = "\n".join([str(answer.status_code), *lines]).encode() + answer.content
        known: bytes = whole.replace(self.id.encode(), b"GAME")
        self.told.append((label, VARYING.sub(b"", known)))
        return known

    def look_at_everything(self) -> None:
        """Every endpoint, in good calls and in bad ones."""
        self.look("game", "get", "")
        self.look("game unchanged", "get", "", If_None_Match='"8-0"')
        self.look("game before", "get", "?at=7")
        self.look("from another seat", "get", "?as_seat=2")
        self.look("list", "get", f"~{GAMES}")
        self.look("mine", "get", f"~{GAMES}?mine=true")
        self.look("waiting", "get", "~/api/v1/players/me/waiting")
        self.look("notices", "get", "~/api/v1/players/me/events")
        self.look("options", "get", "/legal-actions")
        self.look("events", "get", "/events?limit=500")
        self.look("stream", "get", "/stream")
        self.look("stream of the log", "get", "/stream?after=0", Accept="application/x-ndjson")
        self.look("another's events", "get", "/events?as_seat=2")
        for tail in ("/hands", "/hands/1", "/hands/1/proof", "/hands/2/proof", "/record"):
            self.look(tail, "get", tail)
        self.look("records", "get", f"~{GAMES}/export")
        self.look("stale", "post", "/moves", {"action": {"type": "draw"}}, If_Match='"1"')
        for action in BAD_ACTIONS:
            told = self.look(f"check {action}", "post", "/moves/check", {"action": action})
            if told and b'"legal":true' not in told:
                self.look(f"play {action}", "post", "/moves", {"action": action}, If_Match="*")

    def turns(self) -> Iterator[int]:
        """Whose turn it is, in `ROUNDS` rounds."""
        for number in range(ROUNDS):
            for step in range(SEATS):
                seat = (X + step) % SEATS
                card = self.order[positions_of(seat)[number]]
                for action in ({"type": "draw"}, {"type": "discard", "card": card}):
                    yield seat
                    path = f"{GAMES}/{self.id}/moves"
                    if self.clients[seat] is self.watcher:
                        self.ask(f"own {action}", "post", "/moves", {"action": action})
                    else:
                        answer = self.clients[seat].post(path, {"action": action})
                        assert answer.status_code == 201, answer.content


BAD_ACTIONS: list[dict[str, Any]] = [
    {"type": "discard", "card": "JK"},
    {"type": "ask_out"},
    {"type": "pass"},
    {"type": "meld", "melds": [{"cards": ["KH", "KD", "KS"]}]},
    {"type": "meld", "melds": [{"cards": ["KH", "KD", "4S"]}]},
    {"type": "lay_off", "onto": 1, "cards": ["KH"]},
    {"type": "take_pile", "with": ["4H", "4D"]},
    {"type": "take_top", "onto": 9},
    {"type": "answer_out", "answer": True},
    {"type": "lay_red_three", "cards": ["3H"]},
    {"type": "meld", "melds": [{"cards": ["2C", "2D", "JK"]}]},
    {"type": "take_back", "count": 7},
    {"type": "fold"},
]


def differences(watcher: Any = X, only: str | None = None) -> list[str]:
    """The calls that X gets different answers to from the two games, of all or of `only` one."""
    players = [player(name) for name in NAMES]
    told = []
    for order in pair_of_packs():
        with transaction.atomic():
            game = Watched(players, order, watcher, only=only)
            for number, _ in enumerate(game.turns()):
                if only or number % cases(3, 1) == 0:  # before a draw and before a discard
                    game.look_at_everything()
            told.append(game.told)
            transaction.set_rollback(True)  # the second game finds the lists as the first did
    one, two = told
    assert len(one) == len(two)
    assert only or len(one) > 200
    assert any(b'"cards"' in answer for _, answer in one)
    return [label for (label, a), (_, b) in zip(one, two, strict=True) if a != b]


def test_the_two_packs_differ_in_almost_everything_hidden():
    one, two = pair_of_packs()
    seen = {*positions_of(X), SEATS * HAND}
    assert sorted(one) == sorted(two)
    assert all(one[position] == two[position] for position in seen)
    assert sum(a != b for a, b in zip(one, two, strict=True)) > 80


def test_a_seat_learns_nothing_of_what_it_may_not_see():
    assert differences() == []


def test_a_spectator_learns_nothing_of_any_hand():
    assert differences(api(player("Eve"))) == []


def test_an_anonymous_caller_learns_nothing_either():
    assert differences(api()) == []


def stock_in_the_view(monkeypatch):
    shown = match_view

    def leaking(match, seat):
        stock = faces(match.hand.stock) if match.hand else []
        return shown(match, seat) | {"next_commitment": "", "sides": stock}

    monkeypatch.setattr(answers, "match_view", leaking)


def tag_from_the_stock(monkeypatch):
    def leaking(state):
        return f'"{hash(tuple(state.match.hand.stock)) % 97}-0"'

    def current(request, state):
        answer = json_response(answers.game_answer(state))
        answer["ETag"] = leaking(state)
        return answer

    monkeypatch.setattr(games_views, "current", current)


def facts_from_another_hand(monkeypatch):
    shown = moves_views.refusal_answer

    def leaking(request, refusal):
        return shown(request, refusal) | {"facts": {"jokers": LEAK["match"].hand.hands[2][52]}}

    class Spy:
        @staticmethod
        def play(match, seat, action):
            LEAK["match"] = match
            return play(match, seat, action)

    monkeypatch.setattr(moves_views, "engine", Spy)
    monkeypatch.setattr(moves_views, "refusal_answer", leaking)


def length_by_another_hand(monkeypatch):
    shown = match_view

    def leaking(match, seat):
        pad = " " * sum(match.hand.hands[2][:20]) if match.hand else ""
        return shown(match, seat) | {"next_commitment": "", "result": pad}

    monkeypatch.setattr(answers, "match_view", leaking)


LEAK: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("plant", "caught"),
    [
        (stock_in_the_view, "game"),
        (tag_from_the_stock, "game"),
        (facts_from_another_hand, f"check {BAD_ACTIONS[0]}"),
        (length_by_another_hand, "game"),
    ],
)
@pytest.mark.full
def test_a_planted_leak_is_caught(monkeypatch, plant, caught):
    plant(monkeypatch)
    assert caught in differences(only=caught)
