"""What happens at the tables of a round: games over HTTP, and sheets of paper."""

import time
from collections.abc import Mapping

from tests.e2e.club import PATIENCE_S, Night, awaited
from tests.e2e.service import Caller, Json


def play_online(callers: Mapping[str, Caller], table: Json) -> None:
    """Play a table's game to its end: people by their phones, bots by the workers."""
    people = [one["id"] for side in table["sides"] for one in side["players"]]
    seated = {id_: callers[id_] for id_ in people if id_ in callers}
    game, watcher = f"/games/{table['game']}", next(iter(seated.values()))
    deadline = time.monotonic() + PATIENCE_S
    while (seen := watcher.get(game))["status"] != "finished":
        assert time.monotonic() < deadline, seen
        if seen["hand"] is None:  # a worker deals a published round
            time.sleep(0.1)
            continue
        to_act = [seen["seats"][seat]["player"]["id"] for seat in seen["hand"]["to_act"]]
        for player in to_act:
            if player in seated:
                move(seated[player], game)
        if not seated.keys() & set(to_act):
            time.sleep(0.02)


def move(caller: Caller, game: str) -> None:
    """Lay what can be laid, else do the first thing that is allowed."""
    options = caller.get(f"{game}/legal-actions")["options"]
    laid = (option for option in options if option["type"] in ("meld", "lay_off"))
    if chosen := next(laid, options[0] if options else None):
        caller.post(f"{game}/moves", {"action": chosen["example"]})


class PaperTable:
    """A table of a published round, and those who may write for each side."""

    def __init__(self, night: Night, table: Json) -> None:
        self.path, self.number = f"/tables/{table['id']}", int(table["number"])
        self.director = night.director
        phones = night.club.callers
        self.sides = [
            next((phones[one["id"]] for one in side["players"] if one["id"] in phones), None)
            for side in table["sides"]
        ]

    def enter(self, side: int, hands: list[Json], **more: object) -> Json:
        """By a phone of that side's; where it has none, by the director."""
        hand = self.sides[side] or self.director
        sheet: Json = hand.post(f"{self.path}/score-sheets", {"hands": hands, **more})
        return sheet

    def confirm(self, sheet: Json, side: int) -> Json:
        return self._judge(sheet, side, "confirm")

    def dispute(self, sheet: Json, side: int, **words: object) -> Json:
        return self._judge(sheet, side, "dispute", **words)

    def _judge(self, sheet: Json, side: int, act: str, **words: object) -> Json:
        hand = self.sides[side] or self.director
        judged: Json = hand.post(f"/score-sheets/{sheet['id']}/{act}", words)
        return judged

    def settle(self, hands: list[Json]) -> None:
        """One side enters, the other confirms."""
        judged = self.confirm(self.enter(0, hands), 1)
        assert judged["status"] == "confirmed"


def hands(round_: int, table: int) -> list[Json]:
    """A hand that nobody else's figures repeat: some melds and a samba against a bare total."""
    counted = {"sambas": 1, "mixed_canastas": 1 + table % 2, "red_threes": table % 2}
    return [
        {
            "went_out": 0,
            "sides": [
                {"side": 0, "counts": counted, "melded_cards": 400 + 55 * round_, "hand_cards": 30},
                {"side": 1, "total": 95 * table + 210 * round_},
            ],
        }
    ]


def result_of(night: Night, table: Json) -> Json:
    """A table's result, once it has come by itself."""
    seen = awaited(
        lambda: dict(night.director.get(f"/tables/{table['id']}")),
        lambda seen: bool(seen["result"]),
    )
    result: Json = seen["result"]
    return result
