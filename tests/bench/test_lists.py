"""`make bench-large` in small: no list of the API is left out, and each can be read.

However much there is, a list or a page takes the same number of statements.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from django.core.wsgi import get_wsgi_application

from deploy.bench.http import Client
from deploy.bench.lists import Large, explained
from deploy.bench.multiply import game_multiply, tournament_multiply
from deploy.bench.product import API
from games.models import Game
from samba_service.devstack.folder import REPOSITORY
from tournaments.models import Tournament

pytestmark = [pytest.mark.full, pytest.mark.django_db(transaction=True)]


def lists_of_schema() -> set[str]:
    """The paths that answer with pages, each parameter of a path as `*`."""
    schema = yaml.safe_load((REPOSITORY / "tests" / "contract" / "schema.yml").read_text())
    shared = schema["components"].get("parameters", {})

    def names(call: dict[str, Any]) -> set[str]:
        given = call.get("parameters", [])
        return {
            shared[each["$ref"].rpartition("/")[2]]["name"] if "$ref" in each else each["name"]
            for each in given
        }

    return {
        re.sub(r"\{\w+\}", "*", path)
        for path, calls in schema["paths"].items()
        if "limit" in names(calls.get("get", {}))
    }


def test_every_list_of_the_api_is_read_and_explained(settings):
    settings.SAMBA_RUNNING_GAMES = 100
    large = Large(Client(get_wsgi_application()), games=4, nights=3, played=2)
    ids = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=/ratings/)classic"
    paths = {API + re.sub(ids, "*", path.partition("?")[0]) for path, _ in large.lists().values()}
    # A few rows of one game or account, for those who settle complaints.
    few = {f"{API}/games/*/case-log", f"{API}/players/*/staff-acts"}
    assert paths == lists_of_schema() - few

    plans = large.plans()
    assert "games_game" in "".join(plans["games, mine"])
    assert all("Execution Time" in text for texts in plans.values() for text in texts)
    sizes = large.sizes()
    assert sizes["rows"]["games_game"] >= 4
    assert sizes["rows"]["tournaments_tournament"] == 3
    assert sizes["game_of_100_rows_bytes"] > 0

    before = statements(large)
    mine = Game.objects.filter(stints__player__person__username=large.player, status="finished")
    game_multiply(str(mine.exclude(pk=large.game).get().pk), 5)
    tournament_multiply(str(Tournament.objects.exclude(pk=large.night)[0].pk), 4)
    large.rate_club()
    after = statements(large)
    assert {name for name in before if after[name] > before[name]} == set()


def statements(large: Large) -> dict[str, int]:
    """How many each read takes once the same has been read.

    The fewer of two readings: once a second a process asks again who the caller is.
    """

    def reading(step: Callable[[], object]) -> int:
        with explained() as texts:
            step()
        return len(texts)

    found = {}
    for name, step in large.steps().items():
        step()
        found[name] = min(reading(step), reading(step))
    return found
