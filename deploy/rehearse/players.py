"""Scripted players: what each has sent and been answered is written down, to be held to the log."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from deploy.examples.play import choose
from deploy.rehearse.calls import Caller, Json, Refused

WAIT_S = 20
"""How long a call waits for the turn of another: less than a call may take."""
AT_ONCE_S = 1.0
"""An answer that came sooner did not wait."""
PASSED = ("stale_version", "game_not_active")
"""The table has gone on since the player looked: they look again."""


class Played(NamedTuple):
    """A move of a player, by the version of the game that it made."""

    game: str
    version: int
    action: Json


@dataclass
class Table:
    """How far a game is, as its players have seen it."""

    game: str
    moves: int = 0
    over: bool = False


@dataclass
class Ledger:
    """What all players have seen."""

    acknowledged: dict[str, list[Played]] = field(default_factory=dict)
    """By player."""
    moves: int = 0
    waits_s: list[float] = field(default_factory=list)
    """How long each move took, repetitions included."""
    passed: int = 0
    failures: list[str] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)

    def running(self) -> list[Table]:
        return [table for table in self.tables.values() if not table.over]


class Player:
    """Somebody with a device, who plays what the example client would."""

    def __init__(self, caller: Caller, id_: str, ledger: Ledger, think_s: float) -> None:
        self.caller, self.id, self.ledger, self.think_s = caller, id_, ledger, think_s
        self.played = ledger.acknowledged.setdefault(id_, [])
        self._chance = random.Random(id_)

    async def play(self, game: str) -> None:
        """Until the game is over. A failure that must not be is written down, and ends it."""
        table = self.ledger.tables.setdefault(game, Table(game))
        try:
            await self._play(table)
        except Refused as refused:
            self.ledger.failures.append(str(refused))
        finally:
            await self.caller.close()

    async def _play(self, table: Table) -> None:
        path, seen = f"/games/{table.game}", 0
        while not table.over:
            asked = time.monotonic()
            page = await self.caller.get(
                f"{path}/events?after={seen}&wait={WAIT_S}&wait_for=my_turn"
            )
            events = page["results"]
            seen = events[-1]["seq"] if events else seen
            if events or time.monotonic() - asked > AT_ONCE_S:
                table.over |= any(event["type"] == "game_finished" for event in events)
                if not table.over:
                    await self._turn(table, path)
            else:
                await asyncio.sleep(AT_ONCE_S)
                game = await self.caller.get(path)
                table.over |= game["status"] == "finished"
                if game["hand"] and game["you"]["seat"] in game["hand"]["to_act"]:
                    await self._turn(table, path)

    async def _turn(self, table: Table, path: str) -> None:
        """Act as long as it is this player's turn."""
        legal = await self.caller.get(f"{path}/legal-actions")
        while legal["options"]:
            await asyncio.sleep(self._chance.expovariate(1 / self.think_s) if self.think_s else 0)
            action, asked = choose(legal["options"]), time.monotonic()
            try:
                answer = await self.caller.post(
                    f"{path}/moves?include=legal_actions",
                    {"action": action},
                    version=legal["version"],
                )
            except Refused as refused:
                if refused.code not in PASSED:
                    raise
                self.ledger.passed += 1
                return
            self.ledger.waits_s.append(time.monotonic() - asked)
            self.played.append(Played(table.game, answer["version"], action))
            self.ledger.moves += 1
            table.moves += 1
            table.over |= answer["game"]["status"] == "finished"
            legal = answer.get("legal_actions") or {"options": []}
