"""A rematch: the same seats for who agrees again, and for nobody who was not asked."""

from typing import Any

import pytest

from games.choices import GameStatus
from games.engine.events import GameCreated
from games.models import Game as GameRow
from games.models import Invitation
from games.store.log import events_in, rows_get
from tests.factories import NOBODY, api, bot, erase, player
from tests.games_api.tables import GAMES, Table, pack
from tests.games_api.test_blocks import block
from tests.games_api.test_invitations import answered, wait_for

pytestmark = pytest.mark.django_db

TERMS = {
    "ruleset": {"extends": "classic", "overrides": {"game": {"target": 3000}}},
    "visibility": "public", "spectators": "none", "hints": True, "away": "wait", "dealer": 2,
    "ask_required": True,
}  # fmt: skip
"""None of them the default."""


def rematch(table: Table, seat: int = 0, **more: Any) -> Any:
    return table.clients[seat].post(GAMES, {"like": table.id, **more})


def over(**terms: Any) -> Table:
    """A game of four that was abandoned by consent of all."""
    table = Table(**terms).start()
    for seat in range(4):
        table.post(seat, "abandon")
    assert table.get()["status"] == "abandoned"
    return table


def names(game: Any) -> list[str | None]:
    return [each["player"] and each["player"]["name"] for each in game["seats"]]


def test_who_asks_sits_where_they_sat_and_the_others_are_invited_to_their_seats():
    table = over()
    made = rematch(table, 2)
    assert made.status_code == 201, made.content
    game = made.json()
    assert (game["status"], game["id"] != table.id) == ("lobby", True)
    assert names(game) == [None, None, "Cleo", None], "nobody is seated by somebody else"
    for seat in (3, 0, 1):
        [invitation] = wait_for(table.clients[seat])
        answered(table.clients[seat], "accept", invitation)
    assert names(table.clients[2].get(f"{GAMES}/{game['id']}").json()) == [
        "Ana", "Ben", "Cleo", "Dan",
    ]  # fmt: skip
    assert table.clients[2].post(f"{GAMES}/{game['id']}/start", {}).status_code == 200


def test_the_terms_are_those_of_the_former_game():
    table = over(**TERMS)
    game = rematch(table).json()
    rows = GameRow.objects.filter(pk__in=[table.id, game["id"]])
    kept = ("ruleset_sha256", "seats", "visibility", "spectators", "hints", "away", "first_dealer")
    assert rows.values_list(*kept).distinct().count() == 1
    assert game["ruleset"] == table.created["ruleset"]
    one, other = (events_in(next(rows_get(each.pk)).events)[0] for each in rows)
    assert isinstance(one, GameCreated)
    assert isinstance(other, GameCreated)
    assert one.overrides == other.overrides != {}, "a record says how the rules come about"


def test_house_bots_and_own_bot_accounts_sit_down_again_and_those_of_others_are_asked():
    ana, ben = player("Ana"), player("Ben")
    engine, other = bot(ana, "Engine"), bot(ben, "Other")
    seats = {"1": str(engine.pk), "2": str(other.pk)}
    first = api(ana).post(GAMES, {"ruleset": "classic", "players": seats, "bots": {"3": "novice"}})
    [invitation] = wait_for(api(ben))
    answered(api(ben), "accept", invitation)
    again = api(ana).post(GAMES, {"like": first.json()["id"]})
    assert names(again.json()) == ["Ana", "Engine", None, "Novice bot"]
    assert Invitation.objects.filter(subject=again.json()["id"]).get().player == other


def test_only_who_sat_there_has_a_rematch():
    table = over()
    stranger = api(player("Zed")).post(GAMES, {"like": table.id})
    assert (stranger.status_code, stranger.json()["code"]) == (403, "not_seated")
    nothing = api(player("Zed")).post(GAMES, {"like": str(NOBODY)})
    assert (nothing.status_code, nothing.json()["code"]) == (404, "not_found")


def test_a_private_game_is_not_known_by_trying():
    hidden = api(player()).post(GAMES, {"ruleset": "classic", "visibility": "private"}).json()
    stranger = api(player("Zed")).post(GAMES, {"like": hidden["id"]})
    assert (stranger.status_code, stranger.json()["code"]) == (404, "not_found")


def test_a_rated_game_is_rated_again_and_has_no_bot_for_who_left():
    table = Table(rated=True).start()
    assert table.clients[3].delete(f"{table.path}/seats/me").status_code == 204
    game = rematch(table).json()
    assert (game["rated"], names(game)) == (True, ["Ana", None, None, None])
    assert Invitation.objects.filter(subject=game["id"]).count() == 2


def test_who_blocked_somebody_of_the_table_has_no_rematch_with_them():
    table = over()
    block(table.clients[0], table.players[1])
    refused = rematch(table)
    assert (refused.status_code, refused.json()["code"]) == (409, "player_blocked")
    assert not GameRow.objects.exclude(pk=table.id).exists()
    assert rematch(table, 1).status_code == 201, "the other learns nothing of it"
    assert wait_for(table.clients[0]) == []


def test_the_seat_of_who_was_erased_stays_empty():
    table = over()
    erase(table.clients[3])
    game = rematch(table).json()
    asked = Invitation.objects.filter(subject=game["id"]).values_list("player", flat=True)
    assert set(asked) == {table.players[1].pk, table.players[2].pk}


def test_rematches_count_as_lobbies(settings: Any):
    settings.SAMBA_OPEN_LOBBIES = 1
    table = over()
    assert [rematch(table).status_code for _ in range(2)] == [201, 409]


def test_a_retry_is_one_rematch():
    table = over()
    header = {"Idempotency-Key": "again"}
    first, second = (
        table.clients[0].post(GAMES, {"like": table.id}, headers=header) for _ in range(2)
    )
    assert first.content == second.content
    assert GameRow.objects.filter(status=GameStatus.LOBBY).count() == 1


def test_a_practice_game_has_no_rematch():
    terms = {"ruleset": "classic", "practice": {"orders": [pack()]}}
    bots = {str(seat): "novice" for seat in (1, 2, 3)}
    ana = api(player("Ana"))
    first = ana.post(GAMES, {**terms, "bots": bots}).json()
    refused = ana.post(GAMES, {"like": first["id"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_rematch")


def test_a_rematch_has_no_other_terms():
    table = over()
    refused = rematch(table, seats=4)
    assert refused.status_code == 400
    assert [each["path"] for each in refused.json()["errors"]] == ["seats"]
