"""Whole evenings over HTTP, as a director's client holds them: rounds drawn, awarded, closed."""

from collections.abc import Sequence
from typing import Any

from rest_framework.test import APIClient

from tests.factories import api
from tests.kept_worlds import kept_init
from tests.tournaments.engine.simulation import checker
from tests.tournaments.nights import Night, night, seen_now
from tournaments.models import Round
from tournaments.services.draws import round_draw

API = "/api/v1"


class Evening:
    """A running tournament of this many entries; the director calls everything."""

    @kept_init
    def __init__(self, entries: int, *, accounts: int = 0, **given: Any) -> None:
        self.night: Night = night(entries, accounts=accounts, **given)
        self.director: APIClient = api(self.night.director)
        self.names = {entry.number: entry.name for entry in self.night.entries}

    def post(self, path: str, body: Any = None, *, status: int = 200) -> Any:
        answer = self.director.post(f"{API}{path}", body or {})
        assert answer.status_code == status, answer.content
        return answer.json()

    def patch(self, path: str, body: Any, *, status: int = 200) -> Any:
        answer = self.director.patch(f"{API}{path}", body)
        assert answer.status_code == status, answer.content
        return answer.json()

    def tell(self, number: int, **changes: Any) -> None:
        """Check in or withdraw an entry."""
        self.patch(f"/entries/{self.night.entries[number - 1].id}", changes)

    def enter(self, *, checked_in: bool = True) -> int:
        """One more entry; its number."""
        entry = self.night.enter(accounts=0, checked_in=checked_in)
        self.names[entry.number] = entry.name
        return entry.number

    def draft(self) -> Any:
        """The next round as a draft."""
        asked = self.post(f"/tournaments/{self.night.tournament.id}/rounds", status=202)
        return self._drawn(asked)

    def redraw(self, round_: Any) -> Any:
        return self._drawn(self.post(f"/rounds/{round_['id']}/redraw", status=202))

    def _drawn(self, asked: Any) -> Any:
        row = Round.objects.get(pk=asked["id"])
        assert round_draw(round_id=row.pk, step=row.step)
        return self.round(asked)

    def round(self, round_: Any) -> Any:
        return self.director.get(f"{API}/rounds/{round_['id']}").json()

    def publish(self, round_: Any, *, status: int = 200, **terms: Any) -> Any:
        return self.post(f"/rounds/{round_['id']}/publish", terms, status=status)

    def close(self, round_: Any, *, winners: Sequence[int] = ()) -> Any:
        """Award every table to the lower number, or to who is named; close; judge the bundle."""
        for table in round_["tables"]:
            numbers = [[one["number"] for one in side["entries"]] for side in table["sides"]]
            won = [bool(set(winners) & set(side)) for side in numbers]
            winner = won.index(True) if True in won else numbers.index(min(numbers))
            award = [1200 if side == winner else 800 for side in range(len(numbers))]
            body = {"reason": "By lot.", "end": "awarded", "award": award, "winner": winner}
            body |= seen_now(table["id"])
            self.post(f"/tables/{table['id']}/corrections", body, status=201)
        closed = self.post(f"/rounds/{round_['id']}/close")
        assert checker.faults(self.export()) == []
        return closed

    def play(self, **terms: Any) -> Any:
        """The next round from its draw to its end."""
        return self.close(self.publish(self.draft(), **terms))

    def export(self) -> Any:
        return self.director.get(f"{self.night.path}/export").json()

    def standings(self) -> dict[int, Any]:
        """Score and rank, by the number of the entry."""
        rows = self.director.get(f"{self.night.path}/standings?limit=200").json()["results"]
        numbers = {str(entry.id): entry.number for entry in self.night.entries}
        return {numbers[row["entry"]]: row for row in rows}


def meetings(round_: Any) -> list[list[list[int]]]:
    """Entry numbers by side, table by table."""
    return [
        [[one["number"] for one in side["entries"]] for side in table["sides"]]
        for table in round_["tables"]
    ]


def byes(round_: Any) -> list[int]:
    return [bye["entry"]["number"] for bye in round_["byes"]]


def placed(round_: Any) -> set[int]:
    """Everybody who has a table or a bye."""
    return {one for table in meetings(round_) for side in table for one in side} | {*byes(round_)}
