"""The log as its readers get it: every seq, and nothing that is not theirs."""

from typing import Any

import pytest

from games.errors import HandNotFound
from games.models import Game, Move
from games.selectors import events
from games.selectors.events import SeatLog
from games.selectors.games import game_get
from games.selectors.hands import hand_get, hands_list
from games.services.bots import bot_turns_play
from tests.depth import first_of
from tests.games.tables import (
    bots_game,
    log_read,
    people_game,
    play,
    played_game,
    row,
    some_action,
    turn,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return played_game(hand_limit=2)


@pytest.mark.parametrize("seat", first_of([0, 3, None]))
@pytest.mark.parametrize("limit", first_of([7, 1, 100]))
def test_pages_give_every_seq_once_without_gaps(game: Game, seat: int | None, limit: int) -> None:
    seqs: list[int] = []
    while page := log_read(game.id, seat, after=seqs[-1] if seqs else 0, limit=limit):
        assert len(page) <= limit
        seqs += [event["seq"] for event in page]

    assert seqs == list(range(1, row(game.id).seq + 1))


def test_events_carry_version_hand_and_time(game: Game) -> None:
    events = log_read(game.id, None)

    assert events[0]["type"] == "game_created"
    assert events[0]["hand"] is None
    deals = [event for event in events if event["type"] == "hand_dealt"]
    assert [(deal["hand"], deal["number"]) for deal in deals] == [(1, 1), (2, 2)]
    assert events[-1]["type"] == "game_finished"
    assert events[-1]["hand"] == 2
    assert events[-1]["version"] == row(game.id).version
    assert all(event["at"].endswith("Z") for event in events)


def test_drawn_cards_are_shown_only_to_their_seat(game: Game) -> None:
    for seat in (0, 1, None):
        events = log_read(game.id, seat)
        draws = [event for event in events if event["type"] == "cards_drawn"]
        assert {event["seat"] for event in draws if "cards" in event} == (
            set() if seat is None else {seat}
        )


@pytest.mark.parametrize(
    ("policy", "last"), [("none", "game_started"), ("delayed", "hand_scored"), ("live", None)]
)
@pytest.mark.full
def test_spectators_wait_as_the_game_has_it(policy: str, last: str | None) -> None:
    game = bots_game(hand_limit=3, spectators=policy)
    while row(game.id).status == "active" and not hands_list(game_id=game.id).exists():
        bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0)

    seen = log_read(game.id, None)

    if last is None:
        assert seen[-1]["seq"] == row(game.id).seq
    else:
        assert seen[-1]["type"] == last


def test_delayed_spectators_of_the_first_hand_see_the_lobby() -> None:
    game, players = people_game(spectators="delayed")
    play(game.id, players[turn(game.id)], some_action(game.id))

    seen = log_read(game.id, None)

    assert seen[-1]["type"] == "game_started"


def test_a_bot_reads_its_seats_events_of_the_hand(game: Game) -> None:
    events = log_read(game.id, 2)

    for hand in (1, 2):
        assert list(SeatLog(game.id, 2, hand)) == [e for e in events if e["hand"] == hand]
    assert SeatLog(game.id, 2, 2)[0]["type"] == "hand_dealt"


def test_finished_hands_are_to_be_read_and_the_others_are_not(game: Game) -> None:
    numbers = [result.number for result in hands_list(game_id=game.id)]

    assert numbers == [1, 2]
    shown = {"number", "dealer", "end", "out", "score", "log_head"}
    assert hand_get(game_id=game.id, number=1).keys() == shown
    with pytest.raises(HandNotFound):
        hand_get(game_id=game.id, number=3)


def test_a_hand_is_read_without_the_log_of_others(monkeypatch) -> None:
    state = game_get(game_id=played_game(3).id, viewer=None)
    whole = events.events_since(state, after=0, limit=10_000)
    read: list[int] = []
    rows_since = events.rows_since

    def counted(*args: Any, **options: Any) -> Any:
        rows = rows_since(*args, **options)
        read.append(len(rows))
        return rows

    monkeypatch.setattr(events, "rows_since", counted)
    for number in (1, 2, 3):
        of_hand = [each for each in whole if each["hand"] == number]
        assert events.hand_events(state, number) == of_hand != []
    shared_rows = 2  # the row that ends a hand deals the next one
    assert sum(read) <= Move.objects.filter(game__id=state.game.id).count() + shared_rows
