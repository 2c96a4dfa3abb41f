"""A big database of ours, and every list and page on it: what `make bench-large` measures.

Some games are played and a night is imported; SQL multiplies them (`multiply.py`).
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any
from unittest.mock import patch
from uuid import UUID

import psycopg
from django.conf import settings
from django.test import Client as Browser
from django.utils import timezone

from deploy.bench.http import Answer, Client, Project, Step
from deploy.bench.multiply import family_of, game_multiply, tournament_multiply
from deploy.bench.nights import DIRECTOR, Nights
from deploy.bench.product import API, Games, forget
from games.models import DealSet
from games.services.webhooks import webhook_add
from samba_service.accounts.models import Person, Player
from samba_service.kit.database import unhurried
from samba_service.kit.sql import Statement
from tournaments.models import Club, ClubRatingList, Round, Tournament
from tournaments.selectors.ratings import lists_of_club
from tournaments.services.clubs import club_update
from tournaments.services.ratings import (
    club_ratings_compute,
    club_ratings_request,
    ratings_compute,
)
from tournaments.services.seasons import season_create

SIZES = "BENCH_LARGE"
"""In the environment: the sizes of the database, as JSON."""

SEASON = 50
"""Nights of a season, a year of them."""

_DAYS_RATED = """
    INSERT INTO tournaments_ratingcheckpoint (line_id, day, mean, variance, tables)
    SELECT line_id, day - before, mean, variance, tables
    FROM tournaments_ratingcheckpoint, generate_series(1, 3650) AS before
"""
"""As if who is rated had played every day of ten years."""


class Large:
    """The big database, and who reads its lists."""

    def __init__(self, client: Client, games: int, nights: int, played: int) -> None:
        self.client = client
        start = perf_counter()
        self.nights = Nights(client, pairs=20, rounds=5)
        self.night = self.nights.night.rpartition("/")[2]
        for number in range(played):
            names = [f"p{number}x{seat}" for seat in range(4)]
            people = Games(client, names)
            self.game = people.finished(hand_limit=1, visibility="public", rated=True)
            game_multiply(self.game, games // played - 1)
        self.people, self.player = people, names[0]
        watcher = Player.objects.get(person__username=self.player)
        self.webhook = webhook_add(
            player=watcher, url="https://a.example/", about="game", subject=UUID(self.game),
            events=["game.ended"],
        )[0].pk  # fmt: skip
        tournament_multiply(self.night, nights - 1)
        ratings_compute(source_id=UUID(self.game))
        self._show()
        with unhurried() as cursor:
            cursor.execute(_DAYS_RATED)
            cursor.execute("VACUUM ANALYZE")
        self.filled_s = perf_counter() - start

    def _show(self) -> None:
        """The latest nights are a season, in public; a round was played with shared deals."""
        director = Player.objects.get(person__username=DIRECTOR)
        club = Club.objects.get(pk=self.nights.club)
        club_update(club_id=club.pk, by=director, results_public=True)
        self.season = season_create(club_id=club.pk, by=director, name="Bench", counted_nights=20)
        nights = Tournament.objects.filter(club=club)
        latest = nights.order_by("-created_at").values("pk")[:SEASON]
        nights.update(imported_from="")  # as if the club had played them: they count
        nights.filter(pk__in=latest).update(season=self.season, visibility="public")
        opened = DealSet.objects.create(
            ruleset_sha256="", seats=4, hands=4, opened_at=timezone.now(), opened_reason="Bench"
        )
        self.compared = Round.objects.filter(tournament=UUID(self.night), number=1)
        self.compared.update(deal_set=opened)
        self.rate_club()

    def rate_club(self) -> None:
        """What a worker does when a member looks at the ratings in the club."""
        club = Club.objects.get(pk=self.nights.club)
        for each in lists_of_club(club):
            club_ratings_request(club=club, slug=each.slug, kind=each.kind)
        for kept in ClubRatingList.objects.filter(club=club):
            club_ratings_compute(list_id=kept.pk)

    def lists(self) -> dict[str, tuple[str, str]]:
        """By name: the path of each list of the API, and the token of the reader."""
        player, director = self.people.tokens[0], self.nights.token
        me = self.client.expect(200, "GET", f"{API}/players/me", token=player).json["id"]
        club = self.nights.club
        entries = f"{API}/tournaments/{self.night}/entries?limit=1"
        [entry] = self.client.expect(200, "GET", entries, token=director).json["results"]
        member = entry["players"][0]["id"]
        of_player = {
            "games": "/games?limit=50",
            "games, mine": "/games?mine=true&limit=50",
            "games of a player": f"/games?player={me}&limit=50",
            "games, finished": "/games?status=finished&limit=50",
            "games, in the lobby": "/games?status=lobby&limit=50",
            "games of a ruleset": "/games?ruleset=classic&limit=50",
            "games of a ruleset without any": "/games?ruleset=bolivia&limit=50",
            "events of a game": f"/games/{self.game}/events?limit=200",
            "hands of a game": f"/games/{self.game}/hands",
            "refusals of a game": f"/games/{self.game}/refusals",
            "players": "/players?search=p0",
            "blocks": "/players/me/blocks",
            "what waits": "/players/me/waiting",
            "own log": "/players/me/events",
            "invitations": "/players/me/invitations",
            "partnerships": "/partnerships",
            "ratings": "/ratings?ruleset=classic",
            "ratings of a player": f"/players/{me}/ratings",
            "history of a rating": f"/players/{me}/ratings/classic?limit=50",
            "rulesets": "/rulesets",
            "tokens": "/auth/tokens",
            "webhooks": "/webhooks",
            "deliveries of a webhook": f"/webhooks/{self.webhook}/deliveries",
            "programs with access": "/oauth/grants",
            "programs registered": "/oauth/clients",
        }
        of_director = {
            "tournaments": "/tournaments?limit=50",
            "tournaments of a club": f"/tournaments?club={club}&limit=50",
            "tournaments of a player": f"/tournaments?player={member}&limit=50",
            "tournaments, running": "/tournaments?state=running&limit=50",
            "tournaments of a format": "/tournaments?format=swiss&limit=50",
            "entries": f"/tournaments/{self.night}/entries",
            "rounds": f"/tournaments/{self.night}/rounds",
            "log of a tournament": f"/tournaments/{self.night}/events",
            "disputes": f"/tournaments/{self.night}/disputes",
            "standings": f"/tournaments/{self.night}/standings",
            "clubs": "/clubs",
            "cases of a player": "/cases?player=p0",
            "members": f"/clubs/{club}/members",
            "audit of a club": f"/clubs/{club}/audit",
            "merges": f"/clubs/{club}/merges",
            "sanctions": f"/clubs/{club}/sanctions",
            "ratings of a club": f"/clubs/{club}/ratings?ruleset=classic",
            "seasons": f"/clubs/{club}/seasons",
        }
        return {name: (path, player) for name, path in of_player.items()} | {
            name: (path, director) for name, path in of_director.items()
        }

    def pages(self) -> dict[str, tuple[str, str]]:
        """By name: the path of each page that has rows of the database, and who opens it."""
        me = Player.objects.get(person__username=self.player).pk
        club, season = f"/clubs/{self.nights.club}", f"/seasons/{self.season.pk}"
        game = f"/games/{self.game}"
        return {
            "page of clubs": ("/clubs", DIRECTOR),
            "page of a club": (club, DIRECTOR),
            "page of a night": (f"/tournaments/{self.night}", DIRECTOR),
            "page of cases": ("/cases", DIRECTOR),
            "page of a player": (f"/players/{me}", self.player),
            "page of a season": (season, DIRECTOR),
            "page: the plot of a season": (f"{season}/run.svg", DIRECTOR),
            "page: what a wall shows": (f"{API}/tournaments/{self.night}/wall", DIRECTOR),
            "page of a club's log": (f"{club}/log", DIRECTOR),
            "page of a case": (f"{game}/case", self.player),
            "page of a club's ratings": (f"{club}/ratings", DIRECTOR),
            "page of public results": (f"{club}/results", DIRECTOR),
            "page of a comparison": (f"/rounds/{self.compared.get().pk}/comparison", DIRECTOR),
            "page of a player's ratings": (f"/players/{me}/ratings", self.player),
            "page: the plot of a rating": (f"/players/{me}/ratings/classic.svg", self.player),
            "page of a game's points": (f"{game}/points", self.player),
            "page: the plot of points": (f"{game}/points.svg", self.player),
            "page of a game as text": (f"{game}/text", self.player),
            "page of a game's rules": (f"{game}/rules", self.player),
            "page of a transcript": (f"{game}/hands/1/transcript", self.player),
            "page of rulesets": ("/rules", self.player),
            "page of a ruleset": ("/rules/classic", self.player),
            "page of programs": ("/account/programs", self.player),
        }

    def steps(self) -> dict[str, Step]:
        """A read of each list and of each page."""
        lists = {
            name: self._read(API + path, token=who) for name, (path, who) in self.lists().items()
        }
        cookies = {who: {"Cookie": session_of(who)} for who in (DIRECTOR, self.player)}
        return lists | {
            name: self._read(path, headers=cookies[who])
            for name, (path, who) in self.pages().items()
        }

    def _read(self, path: str, **credentials: Any) -> Step:
        def step() -> Answer:
            forget("rate:*")
            return self.client.expect(200, "GET", path, **credentials)

        return step

    def sizes(self) -> dict[str, Any]:
        """Rows and bytes of the games' tables, and what a finished game of 100 rows takes."""
        found: dict[str, Any] = {"filled_s": self.filled_s, "rows": {}, "bytes": {}}
        tables = [*family_of("games_game", self.game).rows, "tournaments_tournament"]
        with unhurried() as cursor:
            for table in tables:
                cursor.execute(_SIZE.format(table=table))
                found["rows"][table], found["bytes"][table] = cursor.fetchone()
            cursor.execute("SELECT pg_database_size(current_database())")
            found["database_bytes"] = cursor.fetchone()[0]
        of_games = sum(found["bytes"][table] for table in tables[:-1])
        found["game_of_100_rows_bytes"] = 100 * of_games / found["rows"]["games_move"]
        return found

    def plans(self) -> dict[str, list[str]]:
        """By list, each statement that reads it with its plan."""
        found = {}
        for name, step in self.steps().items():
            with explained() as found[name]:
                step()
        return found


_SIZE = """
    SELECT count(*), COALESCE(
        (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('{table}')),
        pg_total_relation_size('{table}'))::bigint FROM {table}
"""


def session_of(username: str) -> str:
    """The cookie of somebody who has signed in."""
    browser = Browser()
    browser.force_login(Person.objects.get(username=username))
    return str(browser.cookies[settings.SESSION_COOKIE_NAME].output(header="", attrs=[]).strip())


@contextmanager
def explained() -> Iterator[list[str]]:
    """The statements that are made meanwhile, each with what EXPLAIN ANALYZE prints of it."""
    texts: list[str] = []
    execute, run = psycopg.Cursor.execute, Statement.execute

    def explain(cursor: Any, text: str, params: Any) -> None:
        if text.lstrip().upper().startswith(("SELECT", "WITH")):
            execute(cursor, f"EXPLAIN (ANALYZE, BUFFERS) {text}", params)
            plan = "\n".join(line for (line,) in cursor.fetchall())
            texts.append(f"{text}\n\n{plan}")

    def explaining(self: Any, query: Any, params: Any = None, **options: Any) -> Any:
        text = query if isinstance(query, str) else query.as_string(self.connection)
        explain(type(self)(self.connection), text, params)
        return execute(self, query, params, **options)

    def running(self: Statement, params: Any) -> Any:
        explain(psycopg.Cursor(self.link), self.query, params)
        return run(self, params)

    with (
        patch.object(psycopg.Cursor, "execute", explaining),
        patch.object(Statement, "execute", running),
    ):
        yield texts


def project(client: Client) -> Project:
    large = Large(client, **json.loads(os.environ[SIZES]))
    return large.steps(), {"sizes": large.sizes, "plans": large.plans}
