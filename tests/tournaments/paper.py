"""A paper table for tests: who comes near it, and the sheets that they write."""

from functools import cached_property
from typing import Any

from rest_framework.test import APIClient

from tests.factories import api, player
from tests.kept_worlds import kept_init
from tests.tournaments.nights import Night, night, player_at, seen_now, table_of
from tournaments.models import Result, Round, Table
from tournaments.models.audit import AuditEntry

Hands = list[dict[str, Any]]


def hand(*totals: int) -> dict[str, Any]:
    """A hand by only its totals."""
    return {"sides": [{"side": side, "total": total} for side, total in enumerate(totals)]}


COUNTED: Hands = [
    {
        "went_out": 0,
        "sides": [
            {
                "side": 0,
                "counts": {"mixed_canastas": 1, "sambas": 1, "red_threes": 2},
                "melded_cards": 225,
                "hand_cards": 65,
            },
            {"side": 1, "total": 340},
        ],
    },
    hand(620, 1285),
]
"""Two hands of `classic`, 2980 to 1625; in the first side 0 counts, with a samba."""
TOTALS: Hands = [hand(2360, 340), hand(620, 1285)]
"""The same, only totals."""
OTHER: Hands = [hand(2260, 340), hand(620, 1285)]
"""A hundred points less for side 0."""


class Paper:
    """The first table of a published round, and a client for each who may come near it."""

    @kept_init
    def __init__(self, entries: int = 4, **given: Any) -> None:
        self.night: Night = night(entries, publish=True, **given)
        self.round: Round = self.night.tournament.rounds.get()
        self.at(table_of(self.round))

    def at(self, table: Table) -> None:
        """Look at this table from now on."""
        self.table = table
        self.path = f"/api/v1/tables/{table.id}"
        sides = table.assignments.values("side").distinct().count()
        self.clients: dict[str, APIClient] = {
            name: api(player_at(table, side))
            for side, name in enumerate(("one", "other", "third")[:sides])
        } | {"director": api(self.night.director)}

    @cached_property
    def strangers(self) -> dict[str, APIClient]:
        """Those who have nothing to do with the table."""
        elsewhere = player_at(table_of(self.round, 2), 0)
        return {"elsewhere": api(elsewhere), "outsider": api(player()), "anonymous": api()}

    def enter(self, who: str = "one", hands: Any = COUNTED, **body: Any) -> Any:
        """Post a sheet; the response."""
        return self._post(who, f"{self.path}/score-sheets", {"hands": hands, **body})

    def judge(self, who: str, sheet: Any, act: str = "confirm", **body: Any) -> Any:
        """Confirm or dispute the sheet in the response `sheet`."""
        return self._post(who, f"/api/v1/score-sheets/{sheet.json()['id']}/{act}", body)

    def correct(self, who: str = "director", **body: Any) -> Any:
        """Post a correction; the response."""
        decision = {"reason": "Counted again", **seen_now(self.table.id), **body}
        return self._post(who, f"{self.path}/corrections", decision)

    def _post(self, who: str, path: str, body: Any) -> Any:
        client = self.clients.get(who) or self.strangers[who]
        return client.post(path, body, format="json")

    def read(self, who: str = "director") -> Any:
        """The table as that caller sees it."""
        return (self.clients.get(who) or self.strangers[who]).get(self.path).json()

    def disputes(self) -> list[int]:
        """Numbers of the tables that await the director."""
        page = self.clients["director"].get(f"{self.night.path}/disputes").json()
        return [table["number"] for table in page["results"]]

    def kinds(self) -> list[str]:
        """Of all versions of the table's result."""
        return [result.kind for result in Result.objects.filter(table=self.table)]

    def state(self) -> tuple[object, ...]:
        """Everything that a refused call must leave as it was."""
        log = AuditEntry.objects.filter(tournament=self.night.tournament)
        return self.night.version(), log.count(), Result.objects.count()


def code(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["code"]


def paths(answer: Any) -> list[str]:
    """What a refusal finds fault with."""
    return [error["path"] for error in answer.json()["errors"]]
