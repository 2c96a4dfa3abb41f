"""How a night begins: its format, size and terms, from the seed."""

from random import Random
from typing import Any

from tests.factories import api, player
from tests.tournaments.clubs import guests_add
from tests.tournaments.nights import Night, night
from tests.tournaments.random_director.desk import Desk
from tournaments.engine.tournament import Format
from tournaments.services.joining import club_join

SIZES = [*range(4, 10)] * 8 + [*range(10, 17)] * 2 + [20, 24, 31, 40]
"""Most are small: what goes wrong mostly goes wrong there, and they are quick."""
SPARE = 8
"""Members who are entered for nothing yet."""
SMALL = 9
"""Entries up to which tables may be online: all have accounts then, and games cost time."""


def opened(seed: int, random: Random) -> Desk:
    """A night that is announced, most of its entries checked in."""
    format = list(Format)[seed % len(Format)]
    size = random.choice(SIZES)
    online = size <= SMALL and random.random() < 0.2
    terms = _terms(random, format, size) | ({"venue": "mixed"} if online else {})
    evening: Night = night(0, start=False, **terms)
    for _ in range(size):
        evening.enter(accounts=2 * online, checked_in=random.random() < 0.9)
    names = [f"Player of the house {number}" for number in range(SPARE)]
    if online:
        for name in names:
            club_join(code=evening.club.join_code, player=player(name))
    else:
        guests_add(evening.club, *names)
    return Desk(
        str(evening.club.id),
        str(evening.tournament.id),
        {"director": api(evening.director), "admin": api(evening.admin)},
    )


def _terms(random: Random, format: Format, size: int) -> dict[str, Any]:
    chains = [["score", "wins", "margin"], ["average", "points", "lot"], []]
    terms: dict[str, Any] = {
        "format": format.value,
        "rounds": _rounds(random, format, size),
        "scoring": {"type": random.choice(["vp", "vp", "points", "wdl"])},
        "tiebreaks": [] if format is Format.KNOCKOUT else random.choice(chains),
    }
    if format.individual and random.random() < 0.5:
        terms["table_seats"] = [4]
    if random.random() < 0.2:
        terms["minimum_rounds"] = random.randint(0, terms["rounds"])
    return terms


def _rounds(random: Random, format: Format, size: int) -> int:
    if format is Format.KNOCKOUT:
        return max(1, (size - 1).bit_length())
    return random.randint(2, 3 if size < 6 else 4)
