"""Playing on from a position of a finished hand, for those who may see it."""

from typing import Any

import pytest

from deploy.examples.play import choose
from games.models import Game, Move
from games.selectors import positions as positions_of_hands
from games.services.bots import bot_turns_play
from games.services.rebuild import game_check
from samba_service.accounts.choices import Scope
from samba_service.kit import throttles
from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.games.tables import row
from tests.games_api.tables import GAMES, Table
from tests.games_api.test_lobby import refused

pytestmark = pytest.mark.django_db

Json = dict[str, Any]
QUICK = {"extends": "classic", "overrides": {"draw": {"count": 10}}}
"""The stock lasts for ten turns."""


def in_hand(number: int, **terms: Any) -> Table:
    table = Table(**{"ruleset": QUICK, **terms}).start()
    while table.get()["hand"]["number"] < number:
        seat = table.to_act
        assert table.move(seat, choose(table.options(seat))).status_code == 201
    return table


def play_on(client: Any, table: Table, at: int, seat: int = 0, **more: Any) -> Any:
    return client.post(GAMES, {"play_on": table.id, "at": at, "as_seat": seat, **more})


def positions(table: Table, hand: int = 1) -> list[int]:
    """The versions of a hand, from its deal to before its last move."""
    moved = Move.objects.filter(game__id=table.id, hand=hand).values_list("version", flat=True)
    first, last = min(moved), max(moved)
    return [*range(first - 1, last)]


def shared(game: Json) -> Json:
    """What is the same at both tables."""
    hand = game["hand"]
    names = ("number", "dealer", "turn", "to_act", "hands", "stock", "pile", "melds", "red_threes")
    return {"sides": game["sides"], **{name: hand[name] for name in names}}


def test_the_position_and_the_cards_of_the_seat_are_those_that_it_saw() -> None:
    table = in_hand(2)
    every = positions(table)
    for at in (every[0], every[len(every) // 2], every[-1]):
        for seat in (0, 2):
            then = table.get(0, f"?at={at}&as_seat={seat}")

            made = play_on(table.clients[0], table, at, seat)

            assert made.status_code == 201, made.content
            conforms("games_create", made.json())
            game = made.json()
            assert shared(game) == shared(then)
            assert (game["practice"], game["rated"], game["visibility"]) == (True, False, "private")
            assert game["you"] == {"seat": seat}
            bots = [each["seat"] for each in game["seats"] if each["kind"] == "bot"]
            assert bots == [other for other in range(4) if other != seat]
            assert game_check(game["id"]) == []


def test_in_a_later_hand_the_scores_and_the_minimum_are_those_before_it() -> None:
    table = in_hand(3)
    at = positions(table, 2)[-1]
    then = table.get(0, f"?at={at}&as_seat=1")

    game = play_on(table.clients[0], table, at, 1).json()

    assert [side["score"] for side in game["sides"]] == [side["score"] for side in then["sides"]]
    assert any(side["score"] for side in game["sides"])
    assert game["hand"]["initial_minimum"] == then["hand"]["initial_minimum"]
    assert game["hand"]["number"] == 1
    assert game["hand"]["melds"] == then["hand"]["melds"]


def test_it_is_played_to_its_end_and_its_record_verifies() -> None:
    table = in_hand(2)
    ana = table.clients[0]
    game = play_on(ana, table, positions(table)[-6]).json()
    path = f"{GAMES}/{game['id']}"
    while (now := row(game["id"])).status == "active":
        if bot_turns_play(game_id=now.id, version=now.version):
            continue
        options = ana.get(f"{path}/legal-actions").json()["options"]
        assert ana.post(f"{path}/moves", {"action": choose(options)}).status_code == 201

    record = ana.get(f"{path}/record").json()
    assert len(record["hands"]) == 1
    assert ana.post("/api/v1/records/verify", record).json() == {"ok": True}
    first = ana.get(f"{GAMES}/{table.id}/record").json()["hands"][0]
    assert record["hands"][0]["order"] == first["order"]


def test_who_may_not_look_back_from_a_seat_may_not_play_on_from_it() -> None:
    table = in_hand(2, visibility="public")
    at = positions(table)[3]
    stranger = player("Zed")
    refused(play_on(api(stranger), table, at), 403, "not_seated")
    refused(play_on(api(None), table, at), 401, "not_authenticated")
    playing = api(table.players[0], Scope.GAMES_READ, Scope.GAMES_PLAY)
    refused(play_on(playing, table, at), 403, "insufficient_scope")
    refused(play_on(table.clients[0], table, at, 7), 404, "not_found")
    Game.objects.filter(pk=table.id).update(visibility="private")
    refused(play_on(api(stranger), table, at), 404, "not_found")


def test_a_hand_that_is_not_over_or_was_never_dealt_gives_no_position() -> None:
    table = in_hand(2)
    for at in (1, positions(table)[-1] + 1, row(table.id).version, 100_000):
        refused(play_on(table.clients[0], table, at), 404, "not_found")
    assert Game.objects.count() == 1


def test_who_cannot_pay_for_the_moves_has_none_of_them_read(settings, monkeypatch) -> None:
    table = in_hand(2)
    at = positions(table)[-1]
    settings.SAMBA_RATE_LIMITS = True
    paid: list[int] = []

    def refuse(_: object, rate: throttles.Rate, account: str | None, price: int = 1) -> Any:
        paid.append(price)
        if price > 1:
            raise throttles.Bucket(rate, False, 0, 1.0).refusal
        return {}

    monkeypatch.setattr(throttles, "take", refuse)
    monkeypatch.setattr(positions_of_hands, "fold_row", None)
    assert play_on(table.clients[0], table, at).status_code == 429
    assert paid[-1] == len(positions(table)[1:]) // 2
