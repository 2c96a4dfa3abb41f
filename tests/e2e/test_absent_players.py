"""A night of twenty online tables at which people leave, come back, or never come."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import StrEnum
from itertools import cycle
from pathlib import Path

import orjson
import pytest
from django.db import connection

from games.engine.clock import ClockTerms, terms_out
from games.engine.turns import FLAGS_UNTIL_AWAY
from samba_service.devstack.addresses import Address
from tests.e2e.club import PATIENCE_S, Club, Night
from tests.e2e.service import Caller, Json, Refused, service
from tests.e2e.tables import move, result_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

TABLES = 20
NAMES = [f"Member{number}" for number in range(4 * TABLES)]
SHORT = {"extends": "classic", "overrides": {"draw": {"count": 4}}}
"""A hand of some 25 turns: long enough that a seat can be late three times."""
TERMS = {
    "format": "rotating", "ruleset": SHORT, "rounds": 1, "hands_per_round": 1, "venue": "online",
    "table_seats": [4], "clock": "club-night",
}  # fmt: skip
HURRY = ClockTerms(turn_s=5)
"""What the games have instead of their profile: nobody has four minutes for a test."""


class Script(StrEnum):
    """What a player does."""

    PLAYS = "plays"
    LEAVES = "leaves"
    RETURNS = "returns"
    NEVER_COMES = "never comes"


PRESENT = (Script.PLAYS, Script.RETURNS)
"""They come back; on a busy machine the clock may also run out for those who play."""
ABSENT = (Script.LEAVES, Script.RETURNS, Script.NEVER_COMES)
TURNS = 1
"""How many turns those play who leave and those who return, before they stop."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    with in_a_hurry(), service(tmp_path) as found:
        yield found


@contextmanager
def in_a_hurry() -> Iterator[None]:
    """Games that are created within the block have the clock HURRY."""
    clock = orjson.dumps(terms_out(HURRY)).decode()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION hurry() RETURNS trigger LANGUAGE plpgsql AS"
            f" $$ BEGIN NEW.clock := '{clock}'; RETURN NEW; END $$"
        )
        cursor.execute(
            "CREATE TRIGGER hurry BEFORE INSERT ON games_game FOR EACH ROW EXECUTE FUNCTION hurry()"
        )
        yield
        cursor.execute("DROP FUNCTION hurry CASCADE")


def test_every_game_of_a_night_ends_without_those_who_are_absent(address: Address) -> None:
    club = Club(address, NAMES, ("Zoe",))
    night = Night(club, **TERMS, name="Monday")
    for name in NAMES:
        night.enter(name)
    night.director.post(f"{night.path}/start")
    round_ = night.director.post(f"/rounds/{night.draw()['id']}/publish")
    assert len(round_["tables"]) == TABLES

    absent = cycle(ABSENT)
    with ThreadPoolExecutor(TABLES) as pool:
        played = list(
            pool.map(
                lambda table: TableOfScripts(club, *table).play(),
                [(table, [next(absent), next(absent)]) for table in round_["tables"]],
            )
        )

    seen = sum(played, Counter())
    assert all(seen[each] for each in (*ABSENT, "came back")), (
        "a hand may end before a turn is late"
    )
    for table in round_["tables"]:
        result_of(night, table)
    night.director.post(f"/rounds/{round_['id']}/close")


class TableOfScripts:
    """Four people at an online table: the last two of them follow the given scripts."""

    def __init__(self, club: Club, table: Json, scripts: list[Script]) -> None:
        self.game = f"/games/{table['game']}"
        people = [one["id"] for side in table["sides"] for one in side["players"]]
        self.scripts = dict(zip(people, [Script.PLAYS, Script.PLAYS, *scripts], strict=True))
        self.callers = {player: club.callers[player] for player in people}
        self.turns: Counter[str] = Counter()
        self.returned: set[str] = set()
        self.seats: dict[str, int] = {}

    def play(self) -> Counter[str]:
        """Play to the end of the game; what the log has of those who were absent."""
        watcher, deadline = next(iter(self.callers.values())), time.monotonic() + PATIENCE_S
        while (seen := watcher.get(self.game))["status"] != "finished":
            assert time.monotonic() < deadline, seen
            if seen["hand"] is not None:
                self._look(seen)
            time.sleep(0.1)
        return self._logged(watcher)

    def _look(self, seen: Json) -> None:
        occupants = {one["player"]["id"]: one["seat"] for one in seen["seats"]}
        self.seats = self.seats or occupants
        for player, script in self.scripts.items():
            if script in PRESENT and player not in occupants:
                self._come_back(player)
            elif occupants.get(player) in seen["hand"]["to_act"] and self._is_there(player):
                self._move(player)

    def _is_there(self, player: str) -> bool:
        script = self.scripts[player]
        gone = script is Script.NEVER_COMES or self.turns[player] >= TURNS
        return script is Script.PLAYS or player in self.returned or not gone

    def _move(self, player: str) -> None:
        before, late = self._turn_of(player), self._late(player)
        try:
            move(self.callers[player], self.game)
        except Refused as refused:  # too late, or the clock has moved for them meanwhile
            # Who lost the seat does not see this hand any more; `_logged` looks for the flags.
            # Once their time is over, a bot plays the rest of their turn in steps.
            code, now = refused.problem["code"], self._late(player)
            played_for_them = code == "not_your_turn" and now > 0
            if code not in ("time_over", "not_seated") and now == late and not played_for_them:
                raise
        self.turns[player] += self._turn_of(player) != before

    def _turn_of(self, player: str) -> int | None:
        hand = self.callers[player].get(self.game)["hand"]
        return None if hand is None else int(hand["turn"])

    def _late(self, player: str) -> int:
        return self._flags(self.callers[player])[self.seats[player]]

    def _flags(self, caller: Caller) -> Counter[int]:
        """How often each seat's time was over."""
        return Counter(
            each["seat"] for each in self._events(caller) if each["type"] == "clock_flagged"
        )

    def _events(self, caller: Caller) -> list[Json]:
        """The whole log: on a slow machine with many flags it has more than one page."""
        events: list[Json] = []
        more = True
        while more:
            after = events[-1]["seq"] if events else 0
            page = caller.get(f"{self.game}/events?limit=500&after={after}")
            events += page["results"]
            more = page["next"] is not None
        return events

    def _come_back(self, player: str) -> None:
        try:
            self.callers[player].post(f"{self.game}/seats")
        except Refused as refused:
            if refused.problem["code"] != "game_not_in_lobby":
                raise
        else:
            self.returned.add(player)

    def _logged(self, watcher: Caller) -> Counter[str]:
        flags, events = self._flags(watcher), self._events(watcher)
        handed_over = Counter(
            (each["seat"], each["kind"]) for each in events if each["type"] == "seat_substituted"
        )
        late: Counter[str] = Counter()
        for player, script in self.scripts.items():
            seat = self.seats[player]
            # Who has come back is away again by one more flag in the same hand.
            if away := handed_over[seat, "bot"]:
                assert flags[seat] >= FLAGS_UNTIL_AWAY + away - 1
            assert bool(handed_over[seat, "human"]) == (player in self.returned)
            assert flags[seat] or script is not Script.NEVER_COMES
            late[script] += bool(flags[seat])
        return late + Counter({"came back": len(self.returned)})
