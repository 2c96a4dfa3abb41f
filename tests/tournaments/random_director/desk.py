"""The director's desk: calls over HTTP, and what the views show of the night."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from rest_framework.test import APIClient

from samba_service.accounts.models import Player
from tests.factories import api
from tests.tournaments.engine.simulation.seen import Json, drawn_in
from tests.tournaments.nights import SEED, seen_now
from tournaments.models.audit import AuditEntry

API = "/api/v1"

_CORRECTION = re.compile(r"/tables/[^/]+/corrections")


class Call(NamedTuple):
    """One request."""

    method: str
    path: str
    """Below /api/v1."""
    body: Any = None
    log: tuple[str, ...] = ()
    """The acts that it adds to the tournament's log, in order."""
    club: tuple[str, ...] = ()
    """And to the club's own."""
    reason: str = ""
    by: str = "director"
    """Or `admin`, or the id of a player with an account."""
    refusals: tuple[str, ...] = ()
    """Codes by which it may be refused: what the views do not show."""
    draws: bool = False
    """True if a worker draws afterwards."""

    @property
    def versioned(self) -> bool:
        """True if it changes the tournament or what is in it, and so obeys `If-Match`."""
        return not self.path.startswith(("/clubs", "/seasons"))


@dataclass
class Desk:
    """Those who run the night, and those who play it."""

    club: str
    tournament: str
    season: str
    """One that the night may count for."""
    people: dict[str, Player]
    """Who has an account, by id; the `director` and the `admin` by these words."""
    last_week: str
    """Another night of the club, which nobody plays any more."""
    rounds: dict[int, str] = field(default_factory=dict)
    """Ids by number, of the rounds that were asked for."""
    clients: dict[str, APIClient] = field(default_factory=dict)

    def send(self, call: Call, tag: str | None = None) -> Any:
        """The answer; the call names a version by `tag`, if one is given."""
        headers = {} if tag is None else {"If-Match": tag}
        if _CORRECTION.fullmatch(call.path):
            call = call._replace(body={**seen_now(call.path.split("/")[2]), **call.body})
        method = getattr(self.client(call.by), call.method.lower())
        answer = method(API + call.path, {} if call.body is None else call.body, headers=headers)
        if call.path.endswith("/rounds") and answer.status_code == 202:
            self.rounds[answer.json()["number"]] = answer.json()["id"]
        return answer

    def client(self, who: str) -> APIClient:
        if who not in self.clients:
            self.clients[who] = api(self.people[who])
        return self.clients[who]

    def has_account(self, who: Json) -> bool:
        """True if a person whom a view shows can call."""
        return who["id"] in self.people

    def get(self, path: str) -> Any:
        answer = self.client("director").get(API + path)
        assert answer.status_code == 200, f"GET {path} answers {answer.status_code}"
        return answer.json()

    def log(self, latest: int) -> list[AuditEntry]:
        """Rows of the club's audit log, the latest first, without the price of sentences."""
        return list(AuditEntry.objects.filter(club__id=self.club).order_by("-id")[:latest])

    def log_told(self) -> list[Json]:
        """All of it as the club reads it, the first first."""
        page = self.get(f"/clubs/{self.club}/audit?limit=200")
        rows: list[Json] = page["results"]
        while page["next"]:
            page = self.get(page["next"].partition(API)[2])
            rows += page["results"]
        return rows[::-1]

    def look(self) -> "Seen":
        return Seen(self)


class Seen:
    """What the views show at one moment; what nobody asks for is not fetched."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.path = f"/tournaments/{desk.tournament}"
        self.bundle: Json = desk.get(f"{self.path}/export")
        self.head: Json = self.bundle["tournament"]
        self.rounds: list[Json] = sorted(self.bundle["rounds"], key=lambda each: each["number"])

    @cached_property
    def night(self) -> Json:
        """`GET /tournaments/{id}`."""
        night: Json = self.desk.get(self.path)
        return night

    @cached_property
    def state(self) -> str:
        """Of the tournament; `archived` is one here."""
        over = self.head["state"] in ("finished", "cancelled")
        return "archived" if over and self.night["archived_at"] else str(self.head["state"])

    @property
    def running(self) -> bool:
        return self.state == "running"

    @property
    def version(self) -> int:
        return int(self.bundle["version"])

    @property
    def format(self) -> str:
        return str(self.head["format"])

    @property
    def individual(self) -> bool:
        return self.format in ("rotating", "swiss_individual")

    @property
    def online(self) -> bool:
        """True if tables may be online."""
        return bool(self.head["venue"] != "table")

    @property
    def mixed(self) -> bool:
        """True if the director decides table by table what is online."""
        return bool(self.head["venue"] == "mixed")

    @cached_property
    def season(self) -> Json | None:
        """The one that the night counts for."""
        named = self.night["season"]
        season: Json | None = named and self.desk.get(f"/seasons/{named['id']}")
        return season

    @cached_property
    def members(self) -> list[Json]:
        rows: list[Json] = self.desk.get(f"/clubs/{self.desk.club}/members?limit=200")["results"]
        return rows

    @property
    def knockout(self) -> bool:
        return self.format == "knockout"

    @property
    def judged(self) -> Json:
        """The bundle for the checker, which knows the seed that the test has set."""
        drawn = self.head["seed_hash"] and self.bundle["rounds"]  # no lot is shown before
        seed = SEED if drawn else None
        return {**self.bundle, "tournament": {**self.head, "seed": seed}}

    @cached_property
    def entries(self) -> list[Json]:
        """In order of their numbers, without the house's bots."""
        rows = self.desk.get(f"{self.path}/entries?limit=200")["results"]
        return [row for row in rows if not row["house"]]

    @property
    def present(self) -> list[Json]:
        return [each for each in self.entries if each["checked_in"] and not each["withdrawn"]]

    @cached_property
    def views(self) -> dict[int, Json]:
        return {}

    def view(self, number: int) -> Json:
        """`GET /rounds/{id}` of a round."""
        if number not in self.views:
            self.views[number] = self.desk.get(f"/rounds/{self.desk.rounds[number]}")
        return self.views[number]

    def entry(self, id: str) -> Json:
        return next(each for each in self.entries if each["id"] == id)

    def table(self, id: str) -> Json:
        """Of any round whose view was asked for, and of the latest."""
        views = [self.view(round_["number"]) for round_ in self.rounds]
        return next(each for view in views for each in view["tables"] if each["id"] == id)

    def table_at(self, round_: int, number: int) -> Json:
        """By its number: who draws again has other ids."""
        return next(each for each in self.view(round_)["tables"] if each["number"] == number)

    def of_people(self, round_: Json) -> list[Json]:
        """Tables without a bot of the house, which can only sit online."""
        known = {each["id"] for each in self.entries}
        return [
            table for table in round_["tables"]
            if known >= {entry for side in sides_of(table) for entry in side}
        ]  # fmt: skip

    @property
    def last(self) -> Json | None:
        """The latest round as the bundle has it."""
        return self.rounds[-1] if self.rounds else None

    def last_in(self, *states: str) -> Json | None:
        """The latest round in its own view, if it is in one of these states."""
        if self.last is None or not self.is_last(*states):
            return None
        return self.view(self.last["number"])

    def is_last(self, *states: str) -> bool:
        """True if the latest round is in one of these states."""
        return self.last is not None and self.last["state"] in states

    @property
    def drawn(self) -> set[str]:
        """Entries that a round has."""
        return {entry for round_ in self.rounds for entry in drawn_in(round_)}


def at_game(table: Json) -> bool:
    """An online table whose game the director has not ended."""
    return table["game"] is not None and not confirmed(table)


def tables_of(round_: Json, entry: Json) -> list[Json]:
    """Its table of a round; none for who sits out."""
    return [
        table for table in round_["tables"] if any(entry["id"] in side for side in sides_of(table))
    ]


def plays_online(seen: Seen, entry: Json) -> bool:
    """True if it sits at an online table of the round at play."""
    playing = seen.last_in("published")
    return playing is not None and any(map(at_game, tables_of(playing, entry)))


def confirmed(table: Json) -> bool:
    return table["result"] is not None and table["result"]["status"] == "confirmed"


def sides_of(table: Json) -> list[list[str]]:
    """Entry ids, side by side."""
    return [[one["id"] for one in side["entries"]] for side in table["sides"]]


def names_at(table: Json) -> str:
    return " against ".join("+".join(str(one["number"]) for one in side["entries"])
                            for side in table["sides"])  # fmt: skip
