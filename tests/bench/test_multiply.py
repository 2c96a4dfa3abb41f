"""The rows of the big database are sound: copies are games and nights as good as the first."""

from uuid import UUID

import pytest
from django.core.wsgi import get_wsgi_application

from deploy.bench.http import Client
from deploy.bench.multiply import game_multiply, tournament_multiply
from deploy.bench.nights import Nights
from deploy.bench.product import API, Games
from games.models import Game, Move
from games.services.rebuild import game_check
from tournaments.models import Tournament

pytestmark = [pytest.mark.full, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def client(settings) -> Client:
    settings.SAMBA_RUNNING_GAMES = 100
    return Client(get_wsgi_application())


def test_copies_of_a_game_replay_and_can_be_read_through_the_api(client):
    games = Games(client)
    first = games.finished(hand_limit=1, visibility="public")
    rows = Move.objects.filter(game__id=UUID(first)).count()
    game_multiply(first, copies=3)

    assert game_check(UUID(first)) == []
    copies = Game.objects.filter(status="finished").exclude(pk=first)
    assert copies.count() == 3
    assert Move.objects.filter(game__in=copies).count() == 3 * rows
    assert [fault for game in copies for fault in game_check(game.pk)] == []
    shown = client.expect(200, "GET", f"{API}/games/{first}", token=games.tokens[0]).json
    for game in copies:
        path = f"{API}/games/{game.pk}"
        copy = client.expect(200, "GET", path, token=games.tokens[0]).json
        assert copy["result"] == shown["result"]
        assert copy["seats"] == shown["seats"]
        client.expect(200, "GET", f"{path}/record")


def test_copies_of_a_night_have_its_standings_and_export_as_sound_bundles(client):
    nights = Nights(client, pairs=6, rounds=2)
    first = Tournament.objects.get()
    tournament_multiply(str(first.pk), copies=2)

    def get(tournament, what):
        path = f"{API}/tournaments/{tournament.pk}/{what}"
        return client.expect(200, "GET", path, token=nights.token).json

    def ranks(tournament):
        rows = get(tournament, "standings")["results"]
        return [(row["rank"], row["name"], row["metrics"]) for row in rows]

    copies = Tournament.objects.exclude(pk=first.pk)
    assert copies.count() == 2
    for copy in copies:
        assert ranks(copy) == ranks(first)
        bundle = get(copy, "export")
        body = {"club": nights.club, "bundle": bundle}
        client.expect(201, "POST", f"{API}/tournaments/import", token=nights.token, body=body)
