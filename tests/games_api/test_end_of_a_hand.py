"""`before_score`: the table as a hand left it, before its score and the next deal."""

from typing import Any

import pytest

from deploy.examples.play import choose
from games.models import Move
from tests.contract.shapes import conforms
from tests.games_api.tables import Table
from tests.games_api.test_lobby import refused
from tests.games_api.test_play_on import in_hand

pytestmark = pytest.mark.django_db


def end_of(table: Table, hand: int = 1) -> int:
    """The version that ended a hand."""
    moves = Move.objects.filter(game__id=table.id, hand=hand)
    return int(moves.order_by("-version").values_list("version", flat=True)[0])


def left(table: Table, seat: int, at: int) -> Any:
    return table.get(0, f"?at={at}&as_seat={seat}&before_score=true")


def test_the_last_action_of_a_hand_is_on_the_table() -> None:
    table = in_hand(2)
    end = end_of(table)
    log = table.get(0, "/events?limit=500")["results"]
    last = [event for event in log if event["version"] == end]
    [actor] = table.get(0, f"?at={end - 1}&as_seat=0")["hand"]["to_act"]

    before = table.get(0, f"?at={end - 1}&as_seat={actor}")
    game = left(table, actor, end)

    conforms("games_read", game)
    assert any(event["type"] == "hand_ended" for event in last)
    assert game["version"] == end
    assert game["hand"]["number"] == before["hand"]["number"] == 1
    assert game["hand"]["to_act"] == []
    assert game["hand"] != before["hand"], "what the action did is shown"
    assert game["acted"]["seat"] == actor
    assert [side["score"] for side in game["sides"]] == [0, 0], "without the score of the hand"
    assert table.get(0, f"?at={end}&as_seat=0")["hand"]["number"] == 2


def test_nobody_else_s_cards_are_shown_by_it() -> None:
    table = in_hand(2)
    hands = left(table, 1, end_of(table))["hand"]["hands"]
    assert [seat for seat, hand in enumerate(hands) if hand.get("cards") is not None] == [1]


def test_a_version_that_ends_no_hand_is_the_same_with_it() -> None:
    table = in_hand(2)
    at = end_of(table) - 5
    assert left(table, 0, at) == table.get(0, f"?at={at}&as_seat=0")


def test_a_running_hand_is_not_seen_from_another_seat_by_it() -> None:
    table = in_hand(2)
    seat = table.to_act
    assert table.move(seat, choose(table.options(seat))).status_code == 201
    now = table.get()["version"]
    tail = f"{table.path}?at={now}&as_seat=1&before_score=true"
    refused(table.clients[0].get(tail), 403, "insufficient_scope")
