"""Tables play the same deals: until the last has ended, no card of them reaches anybody else."""

import logging
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from games.engine import verify_shuffle
from games.engine.rulesets import resolve
from games.models import Board, Game
from games.selectors import deal_sets, games
from games.selectors.deal_sets import deal_set_get
from games.services.bots import bot_turns_play
from games.services.deal_sets import deal_set_add_entropy, deal_set_create
from games.services.games import game_create, game_start
from games.services.moves import move_play
from games.services.terms import GameTerms
from games.store.log import rows_get
from games.vault import unseal
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Player
from tests.contract.shapes import SCHEMA, conforms
from tests.factories import api, player
from tests.games.tables import row, some_action, state
from tests.games_api.tables import GAMES
from tests.games_api.test_lobby import refused

pytestmark = [pytest.mark.django_db, pytest.mark.full]

SHORT = {"seating": {"hand_size": {"4": 38}}}
"""A stock of few cards."""
RULES = resolve({"extends": "classic", "overrides": SHORT})
HANDS = 2
CARD = re.compile(rb'"(?:[2-9TJQKA][CDHS]|JK)"')
SCORE = re.compile(rb'"points"|"total"|"scores":\[|"score":-?\d')
RULES_OF_GAME = "/ruleset"
"""Names cards as rules do, and is read only from the rules that the game froze."""
READS = sorted(
    {
        path.removeprefix("/api/v1/games/{game_id}")
        for path, item in SCHEMA["paths"].items()
        if path.startswith("/api/v1/games/{game_id}") and "get" in item
    }
    - {RULES_OF_GAME}
)
LOOKS = [
    *sorted({read.replace("{number}", str(hand)) for read in READS for hand in (1, HANDS)}),
    *["?as_seat=0", "?as_seat=2", "?at=9", "?as_seat=1&at=9", "/events?limit=500"],
    *["/events?as_seat=0&limit=500", "/events?as_seat=3&limit=500"],
]
LISTS = [GAMES, f"{GAMES}?status=finished", f"{GAMES}/export", "/api/v1/players/me/waiting"]


class Round:
    """Tables of one person and three bots each, all with the same deals."""

    def __init__(self, tables: int) -> None:
        self.deals = deal_set_create(rules=RULES, seats=4, hands=HANDS)
        deal_set_add_entropy(deal_set_id=self.deals.id, value=b"four winds over the harbour")
        self.people = [player(f"Ana {number}") for number in range(tables)]
        self.clients = [api(person) for person in self.people]
        self.games = [self._set(person) for person in self.people]
        for game in self.games:
            game_start(game_id=game.id, by=None)

    def _set(self, person: Player) -> Game:
        terms = GameTerms(
            rules=RULES,
            overrides=SHORT,
            seats=4,
            visibility="public",
            spectators="live",
            deal_set=self.deals,
        )
        return game_create(creator=person, terms=terms, bots=dict.fromkeys((1, 2, 3), "random"))

    def play(self, number: int, hands: int) -> None:
        """Play at a table until this many hands have ended."""
        game = self.games[number]
        while state(game.id).hands_played < hands:
            if not bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0):
                with transaction.atomic():
                    move_play(
                        game_id=game.id,
                        player_id=self.people[number].id,
                        action=some_action(game.id),
                    )

    def path(self, number: int) -> str:
        return f"{GAMES}/{self.games[number].id}"

    def told(self, client: APIClient, number: int) -> Iterator[tuple[str, bytes]]:
        """Everything that a caller learns of a table, in good calls and in bad ones."""
        for look in LOOKS:
            yield look, whole(client.get(f"{self.path(number)}{look}"))
        for tail in ("moves/check", "moves"):
            body = {"action": {"type": "draw"}}
            yield tail, whole(client.post(f"{self.path(number)}/{tail}", body))
        for path in LISTS:
            yield path, whole(client.get(path))


def whole(answer: Any) -> bytes:
    assert answer.status_code < 500
    return str(sorted(answer.items())).encode() + bytes(answer.content)


def leaks(told: Iterator[tuple[str, bytes]], *, scores: bool) -> list[str]:
    """The calls that showed a card, or scores that are not for the caller."""
    return [call for call, text in told if CARD.search(text) or (not scores and SCORE.search(text))]


def finish_in_random_order(night: Round, seed: int) -> Iterator[str]:
    """Play to the end; what leaks on the way to outsiders and to those who have finished."""
    rng, outsiders = random.Random(seed), [api(player("Eve", is_staff=True)), api()]
    tables = range(len(night.games))
    for number in tables:
        night.play(number, 1)
    order = rng.sample(tables, len(tables))
    for place, number in enumerate(order[:-1]):
        night.play(number, HANDS)
        assert row(night.games[number].id).status == "finished"
        running = rng.choice(order[place + 1 :])
        yield from leaks(night.told(outsiders[place % 2], number), scores=False)
        yield from leaks(night.told(outsiders[1 - place % 2], running), scores=False)
        done = night.clients[number]
        yield from leaks(night.told(done, number), scores=True)
        yield from leaks(night.told(done, running), scores=False)
        yield from leaks(night.told(night.clients[running], number), scores=False)
    night.play(order[-1], HANDS)


@pytest.mark.parametrize("tables", [4, pytest.param(8, marks=pytest.mark.slow)])
def test_of_all_tables_no_card_reaches_anybody_before_the_last_ends_and_then_all_verify(
    caplog, tables
):
    caplog.set_level(logging.DEBUG)

    night = Round(tables)
    assert list(finish_in_random_order(night, seed=5)) == []

    promised = deal_set_get(night.deals.id).commitments
    orders = []
    for number in range(tables):
        proofs = [api().get(f"{night.path(number)}/hands/{hand}/proof").json() for hand in (1, 2)]
        assert [verify_shuffle.verify(proof) for proof in proofs] == [[], []]
        assert [proof["commitment"] for proof in proofs] == promised
        assert proofs[0]["tables"] == sorted(row(game.id).head.hex() for game in night.games)
        orders.append([proof["order"] for proof in proofs])
        record = api().get(f"{night.path(number)}/record").json()
        assert api().post("/api/v1/records/verify", record).json() == {"ok": True}
        assert verify_shuffle.verify_record(record) == []
    assert all(order == orders[0] for order in orders)
    assert [secret for secret in secrets(night) if secret in caplog.text] == []


def secrets(night: Round) -> list[str]:
    """The seeds in hex, and pieces of the packs as logs and snapshots write them."""
    boards = Board.objects.filter(deal_set=night.deals)
    found = [bytes(unseal(bytes(board.sealed))).hex() for board in boards]
    for logged in rows_get(night.games[0].id):
        for part in logged.events.split('"order":"')[1:]:
            order = part.split('"')[0]
            found += [order[at : at + 12] for at in range(0, 300, 12)]
    return found


@pytest.mark.parametrize(
    ("module", "check", "value"),
    [
        pytest.param(deal_sets, "deal_set_is_open", True, id="sets are never closed"),
        pytest.param(games, "deals_embargoed", False, id="outsiders look on"),
    ],
)
def test_a_check_that_is_dropped_is_missed(monkeypatch, module, check: str, value) -> None:
    """The control: the search finds what each check keeps back."""
    monkeypatch.setattr(module, check, lambda _: value)
    assert next(finish_in_random_order(Round(2), seed=6), None) is not None


@pytest.fixture
def night() -> Round:
    """Two tables; the first has ended, the second is in its second hand."""
    night = Round(2)
    night.play(0, HANDS)
    night.play(1, 1)
    return night


def test_who_has_finished_knows_the_own_scores_and_no_more(night):
    client, path = night.clients[0], night.path(0)

    game = client.get(path).json()
    assert game["status"] == "finished"
    assert game["result"]["scores"] == [side["score"] for side in game["sides"]]
    hands = client.get(f"{path}/hands").json()["results"]
    assert [hand["number"] for hand in hands] == [1, 2]
    page = client.get(f"{path}/events?limit=500").json()
    conforms("games_events_list", page)
    events = page["results"]
    assert [event["seq"] for event in events] == list(range(1, game["seq"] + 1))
    assert {event["type"] for event in events} == {
        *("game_created", "seat_taken", "game_started", "withheld"),
        *("hand_ended", "hand_scored", "game_finished"),
    }
    refused(client.get(f"{path}/record"), 409, "deals_not_yet")
    refused(client.get(f"{path}?as_seat=0&at=9"), 409, "deals_not_yet")
    refused(client.get(f"{path}/events?as_seat=2"), 409, "deals_not_yet")
    refused(client.get(f"{path}/hands/1/proof"), 409, "proof_not_yet")
    assert client.get(f"{GAMES}/export").content == b""


def test_at_a_running_table_all_is_as_ever_but_no_finished_hand_is_laid_open(night):
    client, path = night.clients[1], night.path(1)

    game = client.get(path).json()
    assert len(game["hand"]["hands"][0]["cards"]) == game["hand"]["hands"][0]["count"]
    assert game["last_hand"]["number"] == 1
    events = client.get(f"{path}/events?limit=500").json()["results"]
    assert any("cards" in event for event in events)
    assert client.get(f"{path}?at={game['version']}").status_code == 200
    refused(client.get(f"{path}/hands/1/proof"), 409, "proof_not_yet")
    refused(client.get(f"{path}/record"), 409, "deals_not_yet")
    refused(client.get(f"{path}?as_seat=2&at=9"), 409, "deals_not_yet")
    refused(client.get(f"{path}/events?as_seat=2"), 409, "deals_not_yet")
    for seat in range(4):
        wanted = {"play_on": str(night.games[1].id), "at": 9, "as_seat": seat}
        refused(client.post(GAMES, wanted), 409, "deals_not_yet")


def test_an_outsider_learns_how_far_a_game_is(night):
    for number, status in ((0, "finished"), (1, "active")):
        game = api().get(night.path(number)).json()
        conforms("games_read", game)
        assert game["status"] == status
        hidden = (game["hand"], game["last_hand"], game["result"])
        assert hidden == (None, None, None)
        assert [side["score"] for side in game["sides"]] == [None, None]
        assert api().get(f"{night.path(number)}/hands").json()["results"] == []
        events = api().get(f"{night.path(number)}/events?limit=500").json()["results"]
        assert events[-1]["type"] == "game_started"


def test_staff_peek_only_at_the_running_hand_and_it_is_logged(night):
    staff = player("Director", is_staff=True)
    client = api(staff, Scope.GAMES_READ, Scope.GAMES_PEEK)
    before = row(night.games[1].id).seq

    seen = client.get(f"{night.path(1)}?as_seat=2").json()

    assert seen["hand"]["hands"][2]["cards"]
    told = night.clients[1].get(f"{night.path(1)}/events?after={before}").json()["results"]
    assert [event["type"] for event in told] == ["hand_peeked"]
    refused(client.get(f"{night.path(0)}?as_seat=2"), 409, "deals_not_yet")
    refused(client.get(f"{night.path(1)}?as_seat=2&at=9"), 409, "deals_not_yet")
    assert row(night.games[1].id).seq == before + 1


def test_the_game_answers_that_the_deals_are_shared_when_a_seat_would_stir_them(night):
    answer = night.clients[1].post(f"{night.path(1)}/entropy", {"value": "ab" * 16})
    refused(answer, 409, "deals_shared")
