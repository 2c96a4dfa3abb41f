"""Our own tournaments as the bench measures them: standings, draws and publications.

A night is an `Event` that is imported as a bundle; the director then calls the public API. The
import and what a worker does are called directly: no request's time limit holds for them.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from threading import Event as Flag
from threading import Thread
from time import perf_counter
from typing import Any

from django.db import DatabaseError, connection

from deploy.bench.draws import play
from deploy.bench.event import Event
from deploy.bench.http import Answer, Client, Headers, Project, Step, timed
from deploy.bench.product import API, PASSWORD, forget
from games.engine.rulesets import load, sha256, to_document
from samba_service.accounts.models import Player
from tournaments import tasks
from tournaments.engine.bundle import bundle_out
from tournaments.engine.draws import SeatedTable
from tournaments.engine.terms import Format, RulesetRef, Venue
from tournaments.engine.tournament import EntryData, StintData
from tournaments.engine.tournament import Player as Seated
from tournaments.models import Club, Member, Round
from tournaments.services.bundle_import import tournament_import

AT = datetime(2026, 2, 3, 19, 30, tzinfo=UTC)
DIRECTOR = "director"
PAIRS, ROUNDS = 200, 10


def project(client: Client) -> Project:
    nights = Nights(client, PAIRS, ROUNDS)
    return steps_of(nights, tables=50), {"publish_400_online": nights.publish_beside_writers}


def steps_of(nights: "Nights", tables: int) -> dict[str, Step]:
    online = nights.online(tables)
    return {
        "standings_cold": nights.standings_cold,
        "standings_304": nights.standings_unchanged,
        "draw_200_pairs": nights.draw,
        "publish_50_online": lambda: nights.publish_again(online),
    }


class Nights:
    """A director, and the tournaments of their club."""

    def __init__(self, client: Client, pairs: int, rounds: int) -> None:
        self.client = client
        self.token = self._director()
        self.club = self._post("/clubs", {"name": "Bench"}, status=201)["id"]
        self.night = f"/tournaments/{self._import(played(pairs, rounds), self._names(pairs))}"
        self.drawn = self._post(f"{self.night}/rounds", status=202)["id"]
        self._draw(self.drawn)

    @property
    def standings(self) -> str:
        return f"{self.night}/standings?limit=200"

    def standings_cold(self) -> Answer:
        """The standings of the night, nothing of them in any cache."""
        forget()
        self._call("GET", self.night)  # so that the token is known, as it mostly is
        return self._call("GET", self.standings)

    def standings_unchanged(self) -> Answer:
        """The same for somebody who has them already."""
        tag = self._call("GET", self.standings).headers["ETag"]
        return self._call("GET", self.standings, headers={"If-None-Match": tag}, status=304)

    def draw(self) -> Answer:
        """The work of a worker that draws the next round of the night, its database included."""
        self._post(f"/rounds/{self.drawn}/redraw", status=202)
        return self._draw(self.drawn)

    def publish_again(self, round_: str) -> Answer:
        """The publication of a round, once more."""
        if self._call("GET", f"/rounds/{round_}").json["state"] == "published":
            self._post(f"/rounds/{round_}/unpublish", {"reason": "To be measured again."})
        path = f"{API}/rounds/{round_}/publish"
        while True:
            answer = self.client.call("POST", path, token=self.token, body={})
            if answer.status == 200:
                return answer
            if answer.status != 503:  # on a busy machine it may take longer than a request may
                raise RuntimeError(f"POST {path}: {answer.status} {answer.body[:300]!r}")

    def online(self, tables: int) -> str:
        """A round of that many online tables, drawn but not published."""
        event = Event(Format.SWISS, 2 * tables, rounds=1, seed="7f3a")
        event.value = replace(event.value, venue=Venue.ONLINE)
        night = self._import(event, self._accounts(2 * tables))
        round_: str = self._post(f"/tournaments/{night}/rounds", status=202)["id"]
        self._draw(round_)
        return round_

    def publish_beside_writers(self, tables: int = 400) -> dict[str, float]:
        """A large publication, and what two others meet who write meanwhile."""
        round_ = self.online(tables)
        writers = [
            Writer(self, "POST", "/games", {"ruleset": "classic", "seats": 4, "sit": 0}),
            Writer(self, "PATCH", f"/clubs/{self.club}", {"name": "Bench"}),
        ]
        for writer in writers:
            writer.start()
        start = perf_counter()
        status = self.status_of("POST", f"/rounds/{round_}/publish", {})
        wall_ms = 1000 * (perf_counter() - start)
        for writer in writers:
            writer.stop()
        return {
            "status": status,
            "wall_ms": wall_ms,
            "writes": sum(len(writer.taken_s) for writer in writers),
            "failed": sum(writer.failed for writer in writers),
            "slowest_write_ms": 1000 * max(max(writer.taken_s) for writer in writers),
        }

    def status_of(self, method: str, path: str, body: object) -> int:
        """The status of a call that may fail; 500 also where the database ends the connection."""
        try:
            return self.client.call(method, API + path, token=self.token, body=body).status
        except DatabaseError:
            return 500

    def _import(self, event: Event, players: list[Seated]) -> str:
        """The event as a tournament of the club; its players sit down in their order."""
        director = Player.objects.get(person__username=DIRECTOR)
        club = Club.objects.get(pk=self.club)
        made = tournament_import(club=club, by=director, bundle=bundle(event, players))
        return str(made.pk)

    def _names(self, pairs: int) -> list[Seated]:
        return [Seated(f"p{number}", f"Player {number}") for number in range(2 * pairs)]

    def _accounts(self, pairs: int) -> list[Seated]:
        """Members of the club who may play online, of the same names in every night."""
        club = Club.objects.get(pk=self.club)
        known = club.members.filter(player__display_name__startswith="Member ").count()
        names = [f"Member {number:04}" for number in range(2 * pairs)]
        new = Player.objects.bulk_create(Player(display_name=name) for name in names[known:])
        Member.objects.bulk_create(
            Member(club=club, player=player, claim_code=player.display_name) for player in new
        )
        players = Player.objects.filter(club_members__club=club, display_name__in=names)
        return [Seated(str(player.pk), player.display_name) for player in players]

    def _draw(self, round_: str) -> Answer:
        step = Round.objects.get(pk=round_).step
        drawn, cost = timed(lambda: tasks.draw(round_, step))
        if not drawn:
            raise RuntimeError(f"round {round_} was not drawn")
        return Answer(200, {}, b"", cost)

    def _director(self) -> str:
        account = {"username": DIRECTOR, "password": PASSWORD}
        self.client.expect(
            201, "POST", f"{API}/auth/register", body=account | {"display_name": "Director"}
        )
        wanted = account | {"name": "bench", "scopes": SCOPES}
        answer = self.client.expect(201, "POST", f"{API}/auth/tokens", body=wanted)
        return str(answer.json["token"])

    def _post(self, path: str, body: object = None, *, status: int = 200) -> Any:
        return self._call("POST", path, {} if body is None else body, status=status).json

    def _call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        headers: Headers | None = None,
        status: int = 200,
    ) -> Answer:
        return self.client.expect(
            status, method, API + path, token=self.token, body=body, headers=headers
        )


SCOPES = [
    *("games:read", "games:play"),
    *("tournaments:read", "tournaments:manage", "club:admin", "profile"),
]


class Writer(Thread):
    """Somebody who writes again and again, until they are stopped."""

    def __init__(self, nights: Nights, method: str, path: str, body: object) -> None:
        super().__init__(daemon=True)
        self.write: Callable[[], int] = lambda: nights.status_of(method, path, body)
        self.taken_s: list[float] = []
        self.failed = 0
        self.ended = Flag()

    def run(self) -> None:
        while not self.ended.is_set():
            start = perf_counter()
            self.failed += self.write() >= 500
            self.taken_s.append(perf_counter() - start)
            forget("rate:*")
        connection.close()

    def stop(self) -> None:
        self.ended.set()
        self.join()


def played(pairs: int, rounds: int) -> Event:
    """A running Swiss of pairs with one more round to come."""
    event = Event(Format.SWISS, pairs, rounds + 1, seed="7f3a")
    for _ in islice(play(event, []), rounds):
        pass
    return event


def bundle(event: Event, players: list[Seated]) -> dict[str, Any]:
    """The event as its bundle, with these players in the order of its entries."""
    rules, seats = load("classic"), iter(players)
    ids = {stint.player: next(seats).id for each in event.value.entries for stint in each.stints}

    def entered(each: EntryData) -> EntryData:
        stints = (StintData(ids[stint.player]) for stint in each.stints)
        return each._replace(id=f"e{each.number}", stints=tuple(stints))

    def seated(table: SeatedTable) -> SeatedTable:
        sides = (tuple(ids[player] for player in side) for side in table.players)
        results = (result._replace(at=AT) for result in table.results)
        return table._replace(players=tuple(sides), results=tuple(results))

    value = replace(
        event.value,
        id="bench",
        name="Bench",
        version=event.value.version or 1,
        ruleset=RulesetRef(rules.slug, rules.version, sha256(rules)),
        players=tuple(players),
        entries=tuple(map(entered, event.value.entries)),
        rounds=tuple(
            round_._replace(tables=tuple(map(seated, round_.tables)))
            for round_ in event.value.rounds
        ),
    )
    written: dict[str, Any] = {**bundle_out(value)}
    written["tournament"]["ruleset"] |= {"overrides": {}, "document": to_document(rules)}
    return written
