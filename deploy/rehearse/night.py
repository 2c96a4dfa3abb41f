"""A club's night on line: people come, rounds are drawn and played until the storm is over."""

import asyncio
import secrets
import time
from collections.abc import Callable

from deploy.rehearse.calls import Caller, Json, Proxy
from deploy.rehearse.players import Ledger, Player

PASSWORD = "six green herons"
SCOPES = [
    "profile", "games:read", "games:play", "tournaments:read", "tournaments:play",
    "tournaments:manage", "club:admin",
]  # fmt: skip
SHORT = {"extends": "classic", "overrides": {"draw": {"count": 10}}}
"""The stock lasts for about ten turns: all that is different is the length of a hand."""
MOST_ROUNDS = 20
AT_ONCE = 4
"""People who sign up at a time: a password costs most of a second."""
ROUND_S = 900.0


class Night:
    """A tournament of `tables` tables, its director and its players."""

    def __init__(
        self, proxy: Proxy, ledger: Ledger, *, tables: int, hands: int, think_s: float
    ) -> None:
        self.proxy, self.ledger, self.hands, self.think_s = proxy, ledger, hands, think_s
        self.people = 4 * tables
        self.players: dict[str, Player] = {}
        self.rounds = 0
        self.results = 0

    async def open(self) -> None:
        """The club, its members, and the tournament with all of them checked in."""
        self.director = await self._director()
        club = await self.director.post("/clubs", {"name": "Herons"})
        terms = {
            "club": club["id"], "name": "Monday", "format": "rotating", "ruleset": SHORT,
            "rounds": MOST_ROUNDS, "hands_per_round": self.hands, "venue": "online",
            "table_seats": [4],
        }  # fmt: skip
        night = await self.director.post("/tournaments", terms)
        self.path = f"/tournaments/{night['id']}"
        gate = asyncio.Semaphore(AT_ONCE)
        names = [f"Member{number + 1}" for number in range(self.people)]
        await asyncio.gather(*(self._come(name, club["join_code"], gate) for name in names))
        await self.director.post(f"{self.path}/start")

    async def play(self, rounds: int, over: Callable[[], bool]) -> None:
        """At least this many rounds, and more until `over`; then the tournament ends."""
        while self.rounds < rounds or (not over() and self.rounds < MOST_ROUNDS):
            await self._round()
        await self.director.post(f"{self.path}/finish", {"rounds": "as_played"})

    async def _director(self) -> Caller:
        card = {"username": "dora", "password": PASSWORD}
        caller = Caller(self.proxy)
        await caller.post("/auth/register", {**card, "display_name": "Dora"})
        token = await caller.post("/auth/tokens", {**card, "name": "desk", "scopes": SCOPES})
        caller.token = token["token"]
        return caller

    async def _come(self, name: str, code: str, gate: asyncio.Semaphore) -> None:
        """Open an account on a device, give it a log-in, join the club, enter and check in."""
        async with gate:
            caller = Caller(self.proxy)
            caller.token = (await caller.post("/auth/guests", {"name": name}))["token"]
            card = {"username": name.lower(), "password": secrets.token_urlsafe(16)}
            player = (await caller.post("/auth/guests/claim", card))["id"]
            await caller.post("/clubs/join", {"code": code})
            entry = await caller.post(f"{self.path}/entries", {"player": player})
            await caller.patch(f"/entries/{entry['id']}", {"checked_in": True})
            await caller.close()
            self.players[player] = Player(caller, player, self.ledger, self.think_s)

    async def _round(self) -> None:
        """Draw, publish, play at all tables, wait for the results, close."""
        drawn = await self.director.post(f"{self.path}/rounds")
        path = f"/rounds/{drawn['id']}"
        await self._seen(path, lambda round_: round_["state"] == "draft")
        round_ = await self.director.post(f"{path}/publish")
        await asyncio.gather(
            *(
                self.players[one["id"]].play(table["game"])
                for table in round_["tables"]
                for side in table["sides"]
                for one in side["players"]
            )
        )
        for table in round_["tables"]:
            await self._seen(f"/tables/{table['id']}", lambda table: bool(table["result"]))
            self.results += 1
        await self.director.post(f"{path}/close")
        self.rounds += 1

    async def _seen(self, path: str, good: Callable[[Json], bool]) -> Json:
        """What is at `path`, once it is as it should be. Raises TimeoutError."""
        until = time.monotonic() + ROUND_S
        while True:
            seen: Json = await self.director.get(path)
            if good(seen):
                return seen
            if time.monotonic() > until:
                raise TimeoutError(f"{path} is still not as it should be")
            await asyncio.sleep(0.3)
