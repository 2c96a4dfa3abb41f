"""One account opens, starts and runs more games than its share."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import Game
from tests.contract.test_error_shape import problem
from tests.factories import api, bot, player
from tests.tournaments.nights import night

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games"
ALL_BOTS = {"ruleset": "classic", "sit": None, "bots": {str(seat): "random" for seat in range(4)}}
OWN = {"ruleset": "classic", "bots": {str(seat): "random" for seat in (1, 2, 3)}}


@pytest.fixture(autouse=True)
def _small(settings) -> None:
    settings.SAMBA_OPEN_LOBBIES = 3
    settings.SAMBA_RUNNING_GAMES = 2
    settings.SAMBA_BOTS_ONLY_GAMES = 1


def refused(answer, what: str, limit: int) -> None:
    problem(answer, 409, "too_many")
    assert answer.json()["facts"] == {"what": what, "limit": limit}
    assert f"{limit} {what}" in answer.json()["detail"]


def start(client, game: str):
    return client.post(f"{GAMES}/{game}/start")


def test_an_account_has_a_limited_number_of_open_lobbies_its_bot_accounts_included() -> None:
    ana = player()
    engine = api(bot(ana))
    opened = [client.post(GAMES, OWN) for client in (api(ana), engine, api(ana))]
    assert [answer.status_code for answer in opened] == [201] * 3

    refused(api(ana).post(GAMES, OWN), "open lobbies", 3)
    refused(engine.post(GAMES, OWN), "open lobbies", 3)
    assert api(player()).post(GAMES, OWN).status_code == 201

    assert start(api(ana), opened[0].json()["id"]).status_code == 200
    assert engine.post(GAMES, OWN).status_code == 201


def test_an_account_has_a_limited_number_of_running_games() -> None:
    client = api(player())
    games = [client.post(GAMES, OWN).json()["id"] for _ in range(3)]
    assert [start(client, game).status_code for game in games[:2]] == [200] * 2

    refused(start(client, games[2]), "running games", 2)

    assert Game.objects.get(pk=games[2]).status == "lobby"
    Game.objects.filter(pk=games[0]).update(status="finished")
    assert start(client, games[2]).status_code == 200


def test_an_account_has_a_limited_number_of_running_games_of_bots_only() -> None:
    client = api(player())
    first, second, own = (
        client.post(GAMES, body).json()["id"] for body in (ALL_BOTS, ALL_BOTS, OWN)
    )
    assert start(client, first).status_code == 200

    refused(start(client, second), "running games of bots only", 1)
    assert start(client, own).status_code == 200


def test_games_of_tournaments_count_towards_no_account(settings) -> None:
    settings.SAMBA_OPEN_LOBBIES = settings.SAMBA_RUNNING_GAMES = 1
    of = night(4, accounts=2, venue="online")
    of.next_round()
    assert Game.objects.filter(creator=of.director, status="active").count() == 2

    client = api(of.director)
    game = client.post(GAMES, OWN)
    assert game.status_code == 201
    assert start(client, game.json()["id"]).status_code == 200


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_of_many_lobbies_at_once_no_more_are_opened_than_allowed() -> None:
    ana = player()
    clients = [api(ana) for _ in range(12)]

    def open_one(client) -> int:
        try:
            return int(client.post(GAMES, OWN).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(12) as pool:
        statuses = list(pool.map(open_one, clients))

    assert sorted(statuses) == [201] * 3 + [409] * 9
    assert Game.objects.filter(account=ana, status="lobby").count() == 3
