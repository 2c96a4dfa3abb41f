"""The director's desk: calls over HTTP, and what the views show of the night."""

from functools import cached_property
from typing import Any, NamedTuple

from rest_framework.test import APIClient

from tests.tournaments.engine.simulation.seen import Json, drawn_in
from tests.tournaments.nights import SEED

API = "/api/v1"


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
    refusals: tuple[str, ...] = ()
    """Codes by which it may be refused: what the views do not show."""
    draws: bool = False
    """Whether a worker draws afterwards."""


class Desk:
    """Clients of those who run the night."""

    def __init__(self, club: str, tournament: str, clients: dict[str, APIClient]) -> None:
        self.club, self.tournament, self.clients = club, tournament, clients
        self.rounds: dict[int, str] = {}
        """Ids by number, of the rounds that were asked for."""

    def send(self, call: Call) -> Any:
        client = self.clients[call.by]
        answer = getattr(client, call.method.lower())(API + call.path, call.body or {})
        if call.path.endswith("/rounds") and answer.status_code == 202:
            self.rounds[answer.json()["number"]] = answer.json()["id"]
        return answer

    def get(self, path: str) -> Any:
        answer = self.clients["director"].get(API + path)
        assert answer.status_code == 200, f"GET {path} answers {answer.status_code}"
        return answer.json()

    def log(self, latest: int) -> list[Json]:
        """So many of the club's audit log, the latest first."""
        rows: list[Json] = self.get(f"/clubs/{self.club}/audit?limit={latest}")["results"]
        return rows

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
    def accounts(self) -> bool:
        """Whether everybody has one, so that tables may be online."""
        return bool(self.head["venue"] == "mixed")

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
        """Whether the latest round is in one of these states."""
        return self.last is not None and self.last["state"] in states

    @property
    def drawn(self) -> set[str]:
        """Entries that a round has."""
        return {entry for round_ in self.rounds for entry in drawn_in(round_)}


def at_game(table: Json) -> bool:
    """An online table whose game the director has not ended."""
    return table["game"] is not None and not confirmed(table)


def confirmed(table: Json) -> bool:
    return table["result"] is not None and table["result"]["status"] == "confirmed"


def sides_of(table: Json) -> list[list[str]]:
    """Entry ids, side by side."""
    return [[one["id"] for one in side["entries"]] for side in table["sides"]]


def names_at(table: Json) -> str:
    return " against ".join("+".join(str(one["number"]) for one in side["entries"])
                            for side in table["sides"])  # fmt: skip
