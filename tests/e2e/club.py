"""A club and its people over HTTP: some with a phone, some with only their name."""

import time
from collections.abc import Callable, Sequence

from samba_service.devstack.addresses import Address
from tests.e2e.service import Caller, Json, account

PATIENCE_S = 240
"""For a round's games on a busy machine; nothing is proved by how long they take."""


class Club:
    """A director, members with accounts who call for themselves, and members without."""

    def __init__(self, address: Address, phones: Sequence[str], without: Sequence[str]) -> None:
        self.director = account(address, "Dora")
        club = self.director.post("/clubs", {"name": "Herons"})
        self.id, code = club["id"], club["join_code"]
        self.phones = {name: account(address, name) for name in phones}
        for caller in self.phones.values():
            caller.post("/clubs/join", {"code": code})
        self.without = self._imported(without)
        self.callers = {caller.player: caller for caller in self.phones.values()}

    def _imported(self, names: Sequence[str]) -> dict[str, str]:
        """Member ids by name, from a file."""
        file = "\n".join(["name", *names])
        read = self.director.upload(f"/clubs/{self.id}/members/import", file, "text/csv")
        return {member["name"]: member["id"] for member in read["members"]}

    def season(self, name: str, **terms: int) -> str:
        return str(self.director.post(f"/clubs/{self.id}/seasons", {"name": name, **terms})["id"])


class Night:
    """A tournament of the club, as its director and its players run it."""

    def __init__(self, club: Club, **settings: object) -> None:
        self.club, self.director = club, club.director
        self.id = self.director.post("/tournaments", {"club": club.id, **settings})["id"]
        self.path = f"/tournaments/{self.id}"
        self.entries: dict[str, str] = {}
        """Ids by the player's name."""

    def enter(self, name: str) -> None:
        """Who has a phone enters and checks in by it; the others are the director's business."""
        phone = self.club.phones.get(name)
        body = {"player": phone.player} if phone else {"members": [self.club.without[name]]}
        hand = phone or self.director
        self.entries[name] = hand.post(f"{self.path}/entries", body)["id"]
        self.change(name, by=hand, checked_in=True)

    def come_late(self, name: str) -> Json:
        """After the start the director enters people."""
        body = {"player": self.club.phones[name].player}
        self.entries[name] = self.director.post(f"{self.path}/entries", body)["id"]
        return self.change(name, checked_in=True)

    def change(self, name: str, *, by: Caller | None = None, **changes: object) -> Json:
        answer: Json = (by or self.director).patch(f"/entries/{self.entries[name]}", changes)
        return answer

    def draw(self) -> Json:
        """Ask for the next round, twice, and wait until a worker has drawn it."""
        asked = [self.director.post(f"{self.path}/rounds") for _ in range(2)]
        assert asked[0]["id"] == asked[1]["id"]
        return awaited(
            lambda: self.round(asked[0]["id"]), lambda round_: round_["state"] == "draft"
        )

    def round(self, round_id: str) -> Json:
        found: Json = self.director.get(f"/rounds/{round_id}")
        return found

    def export(self) -> Json:
        bundle: Json = self.director.get(f"{self.path}/export")
        return bundle

    def standings(self) -> list[Json]:
        rows: list[Json] = self.director.get(f"{self.path}/standings?limit=200")["results"]
        return rows


def awaited(look: Callable[[], Json], good: Callable[[Json], bool]) -> Json:
    """What one sees once it is as it should be."""
    deadline = time.monotonic() + PATIENCE_S
    while not good(seen := look()):
        assert time.monotonic() < deadline, seen
        time.sleep(0.05)
    return seen
