"""The example of a client's fold: a snapshot and the events after it are what the service shows."""

import json
import random
from typing import Any

import pytest

from deploy.examples.fold import Table as Folded
from games.engine.rulesets import load
from tests.depth import first_of
from tests.factories import api, player
from tests.games_api.tables import Table, pack

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
OF_RULES = {
    "hand": ("initial_minimum",),
    "seats": ("claimable",),
    "pile": ("count", "top", "frozen", "blocked"),
    "melds": ("points", "canasta", "closed"),
    "last_hand": ("log_head",),
    "clock": ("server_now",),
}
"""What only the rules or the service know, by the member that it is part of."""


def told(answer: Any, place: str = "") -> Any:
    """The part of a game that events say: without the rest, cards in one order."""
    if isinstance(answer, dict):
        left_out = OF_RULES.get(place, ())
        return {name: told(part, name) for name, part in answer.items() if name not in left_out}
    if place in ("cards", "red_threes") and answer and isinstance(answer[0], str):
        return sorted(answer)
    if isinstance(answer, list):
        return [told(part, place) for part in answer]
    return answer


def names_left_out(game: Json) -> Json:
    """An event says who sits down, not by which name."""
    seats = [
        seat | {"player": seat["player"] and {"id": seat["player"]["id"]}} for seat in game["seats"]
    ]
    return game | {"seats": seats}


def followed(table: Table, seat: int, slug: str) -> Folded:
    """The game as the seat reads it now, to be kept up to date by events."""
    rules = load(slug)
    count = sum(rules.pack_counts(4))
    return Folded(table.get(seat), count, rest_face_down=rules.pile.rest_face_down)


def catch_up(table: Table, seat: int, folded: Folded) -> None:
    """Fold what has happened since."""
    log = table.get(seat, f"/events?limit=500&after={folded.game['seq']}")
    assert log["next"] is None
    for event in log["results"]:
        folded.fold(event)


def same(table: Table, seat: int, folded: Folded) -> bool:
    """True if the fold is what the seat is shown."""
    shown = told(names_left_out(table.get(seat)))
    assert told(names_left_out(folded.game)) == shown
    return True


GAMES = [
    # ruleset, seed of the first pack, moves, the hand that they reach
    ("black-samba", 2, 150, 2),
    ("denexa", 3, 120, 2),
    ("handfoot", 1, 90, 1),
    ("mexican", 1, 90, 1),
    ("royal", 1, 90, 1),
]


@pytest.mark.parametrize(("slug", "seed", "moves", "reached"), first_of(GAMES))
def test_the_events_of_a_seat_fold_to_what_the_seat_is_shown(slug, seed, moves, reached):
    orders = [pack(seed + hand, slug) for hand in range(reached)]
    table = Table(ruleset=slug, practice={"orders": orders, "dealer": 0}).sit()
    seats = {seat: followed(table, seat, slug) for seat in (0, 3)}
    table.post(0, "start")
    rng = random.Random(3)
    for move in range(1, moves + 1):
        table.play_example(rng)
        if move % 10 == 0:
            for seat, folded in seats.items():
                catch_up(table, seat, folded)
                assert same(table, seat, folded)
    assert table.get()["hand"]["number"] == reached


def test_events_around_the_hands_fold_too():
    table = Table(away="wait").sit()
    table.post(0, "start")
    folded = followed(table, 0, "classic")
    for seat, tail in ((1, "abandon"), (2, "abandon"), (3, "abandon")):
        assert table.post(seat, tail, {"reason": "rain"}).status_code in (200, 202)
        catch_up(table, 0, folded)
        assert same(table, 0, folded)
    table.clients[3].delete(f"{table.path}/seats/me")
    catch_up(table, 0, folded)
    assert same(table, 0, folded)
    assert folded.game["seats"][3]["player"] is None


@pytest.mark.full
def test_the_end_of_a_game_folds_too():
    table = Table(practice={"orders": [pack(1)], "dealer": 0}).sit()
    folded = followed(table, 0, "classic")
    table.post(0, "start")
    rng = random.Random(3)
    while table.get()["status"] == "active":
        table.play_example(rng)
    catch_up(table, 0, folded)
    assert same(table, 0, folded)


@pytest.mark.parametrize("spectators", ["delayed", "live"])
def test_the_stream_of_a_spectator_folds_over_two_hands(spectators):
    terms = {"visibility": "public", "spectators": spectators, "hand_limit": 3}
    table = Table(practice={"orders": [pack(1), pack(2)], "dealer": 0}, **terms).start()
    eve, rng = api(player("Eve")), random.Random(3)
    for _ in range(12):
        table.play_example(rng)
    stream = eve.get(f"{table.path}/stream", headers={"Accept": "application/x-ndjson"})
    snapshot = json.loads(stream.content.splitlines()[0])
    assert snapshot["seq"] == snapshot["game"]["seq"] == eve.get(table.path).json()["seq"]
    folded = Folded(snapshot["game"], 162)
    for hand in (1, 2):
        while (table.get()["last_hand"] or {"number": 0})["number"] < hand:
            table.play_example(rng)
        after = folded.game["seq"]
        page = eve.get(f"{table.path}/events?limit=500&after={after}").json()
        assert page["next"] is None
        for event in page["results"]:
            assert event["seq"] == folded.game["seq"] + 1
            folded.fold(event)
        shown = eve.get(table.path).json()
        folded.game |= {name: shown[name] for name in ("version", "next_commitment")}
        assert told(names_left_out(folded.game)) == told(names_left_out(shown))


def test_an_event_of_an_unknown_type_changes_only_the_place_in_the_log():
    folded = followed(Table(), 0, "classic")
    before = dict(folded.game)

    folded.fold({"type": "never_heard_of", "seq": 99, "version": 98})

    assert folded.game == before | {"seq": 99, "version": 98}
