"""A client that folds the log of its seat knows the hand that the service shows, by every rule."""

import random
from collections import Counter
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest

from games.engine.rulesets import Rules, load
from tests.depth import first_of
from tests.games_api.tables import Table, pack

pytestmark = pytest.mark.django_db

ON_THE_TABLE = ("melded", "laid_off", "merged", "red_three_laid")


def standing(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events without those that were taken back: the last so many actions on the table."""
    rows: list[list[dict[str, Any]]] = []
    for _, row in groupby(events, key=itemgetter("version")):
        first, *more = row
        for _ in range(first["count"] if first["type"] == "taken_back" else 0):
            assert rows[-1][0]["type"] in ON_THE_TABLE
            rows.pop()
        if first["type"] != "taken_back":
            rows.append([first, *more])
    return [event for row in rows for event in row]


class Folded:
    """The running hand as far as the events of seat `own` tell it."""

    def __init__(self, own: int, seats: int, rules: Rules) -> None:
        self.own, self.seats, self.rules = own, seats, rules
        self._clear()

    def _clear(self) -> None:
        """The table before a deal."""
        self.cards: Counter[str] = Counter()
        self.sizes = [0] * self.seats
        self.feet = [0] * self.seats
        self.pile: list[str] = []
        self.aside = 0
        self.stock = 0
        self.melds: dict[int, Counter[str]] = {}
        sides = self.rules.sides(self.seats)
        self.red_threes: list[Counter[str]] = [Counter() for _ in range(sides)]

    def fold(self, event: dict[str, Any]) -> None:
        """Take in one event; those that change no cards are passed over."""
        change = getattr(self, f"_{event['type']}", None)
        if change is not None:
            change(event)

    def knows(self) -> dict[str, Any]:
        """What the hand is to the seat."""
        feet = self.feet if any(self.rules.seating.foot_size.values()) else []
        names = ("sizes", "pile", "aside", "stock", "melds", "red_threes")
        told = {name: getattr(self, name) for name in names}
        return told | {"cards": +self.cards, "feet": feet}

    def _gets(self, seat: int, count: int, cards: list[str]) -> None:
        self.sizes[seat] += count
        if seat == self.own:
            self.cards.update(cards)

    def _lays(self, seat: int, cards: list[str]) -> None:
        self.sizes[seat] -= len(cards)
        if seat == self.own:
            self.cards.subtract(cards)

    def _hand_dealt(self, event: dict[str, Any]) -> None:
        self._clear()
        for seat in range(self.seats):
            self._gets(seat, event["count"], event["cards"])
            self.feet[seat] = event.get("foot_count", 0)
        self.pile = [event["upcard"]]
        pack = sum(self.rules.pack_counts(self.seats))
        self.stock = pack - sum(self.sizes) - sum(self.feet) - 1

    def _cards_drawn(self, event: dict[str, Any]) -> None:
        self.stock -= event["count"]
        self._gets(event["seat"], event["count"], event.get("cards", []))
        self._red_three_laid(event | {"cards": event["red_threes"]})

    def _red_three_laid(self, event: dict[str, Any]) -> None:
        self._lays(event["seat"], event["cards"])
        self.red_threes[event["seat"] % len(self.red_threes)].update(event["cards"])

    def _pile_taken(self, event: dict[str, Any]) -> None:
        cards = event["cards"]
        del self.pile[-len(cards) :]
        if self.rules.pile.rest_face_down:
            self.aside, cards = len(cards) - 1, cards[-1:]
        self._gets(event["seat"], len(cards), cards)

    def _aside_taken(self, event: dict[str, Any]) -> None:
        self.aside = 0
        self._gets(event["seat"], event["count"], event.get("cards", []))

    def _foot_taken(self, event: dict[str, Any]) -> None:
        self.feet[event["seat"]] = 0
        self._gets(event["seat"], event["count"], event.get("cards", []))

    def _top_taken(self, event: dict[str, Any]) -> None:
        self.melds[event["onto"]][self.pile.pop()] += 1

    def _melded(self, event: dict[str, Any]) -> None:
        self._lays(event["seat"], event["cards"])
        self.melds[event["id"]] = Counter(event["cards"])

    def _laid_off(self, event: dict[str, Any]) -> None:
        self._lays(event["seat"], event["cards"])
        self.melds[event["onto"]].update(event["cards"])

    def _merged(self, event: dict[str, Any]) -> None:
        self.melds[event["into"]].update(self.melds.pop(event["from"]))

    def _card_discarded(self, event: dict[str, Any]) -> None:
        self._lays(event["seat"], [event["card"]])
        self.pile.append(event["card"])


def known(hand: dict[str, Any], seat: int) -> dict[str, Any]:
    """The same of a hand as it is shown to the seat."""
    aside = hand["aside"]
    return {
        "cards": Counter(hand["hands"][seat]["cards"]),
        "sizes": [each["count"] for each in hand["hands"]],
        "feet": [foot["count"] for foot in hand["feet"]],
        "pile": hand["pile"]["cards"],
        "aside": aside["count"] if aside else 0,
        "stock": hand["stock"]["count"],
        "melds": {meld["id"]: Counter(meld["cards"]) for meld in hand["melds"]},
        "red_threes": list(map(Counter, hand["red_threes"])),
    }


GAMES = [
    # ruleset, seed of the first pack, moves, the hand that they reach
    ("black-samba", 2, 150, 2),
    ("denexa", 3, 120, 2),
    ("handfoot", 1, 90, 1),
    ("mexican", 1, 90, 1),
    ("royal", 1, 90, 1),
]


@pytest.mark.parametrize(("slug", "seed", "moves", "reached"), first_of(GAMES))
def test_the_log_of_a_seat_folds_to_what_the_seat_is_shown(slug, seed, moves, reached):
    orders = [pack(seed + hand, slug) for hand in range(reached)]
    table = Table(ruleset=slug, practice={"orders": orders, "dealer": 0}).start()
    rng = random.Random(3)
    for move in range(1, moves + 1):
        answer = table.play_example(rng)
        if move % 10:
            continue
        for seat in (0, answer["game"]["you"]["seat"]):
            log = table.get(seat, "/events?limit=500")
            assert log["next"] is None
            folded = Folded(seat, 4, load(slug))
            for event in standing(log["results"]):
                folded.fold(event)
            assert folded.knows() == known(table.get(seat)["hand"], seat)
    assert table.get()["hand"]["number"] == reached
