"""How a night begins: its format, size and terms, from the seed."""

from random import Random
from typing import Any

from tests.factories import player
from tests.tournaments.clubs import guests_add
from tests.tournaments.nights import Night, night
from tests.tournaments.random_director.desk import Desk
from tournaments.engine.terms import Format
from tournaments.models import Member, Tournament
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.seasons import season_create

SIZES = [*range(4, 10)] * 8 + [*range(10, 17)] * 2 + [20, 24, 31, 40]
"""Most are small: what goes wrong mostly goes wrong there, and they are quick."""
SPARE = 8
"""Members who are entered for nothing yet."""
SMALL = 9
"""Entries up to which people may have accounts, and tables be online: games cost time."""
VENUES = ["table"] * 4 + ["mixed"] * 3 + ["online"]
"""Of nights of accounts. All others are on paper."""


def opened(seed: int, random: Random) -> Desk:
    """A night that is announced, most of its entries checked in."""
    format = list(Format)[seed % len(Format)]
    size = random.choice(SIZES)
    accounts = size <= SMALL and random.random() < 0.4
    venue = random.choice(VENUES) if accounts else "table"
    evening: Night = night(0, start=False, venue=venue, **_terms(random, format, size, venue))
    for _ in range(size):
        holders = 2 if venue != "table" else random.choice([1, 1, 2]) if accounts else 0
        evening.enter(accounts=holders, checked_in=random.random() < 0.9)
    names = [f"Player of the house {number}" for number in range(SPARE)]
    if accounts:
        for name in names:
            evening.players[name] = player(name)
            club_join(code=evening.club.join_code, player=evening.players[name])
        guests_add(evening.club, "Name on an old list", "Name on another list")
    else:
        guests_add(evening.club, *names)
    season = season_create(
        club_id=evening.club.pk, by=evening.admin, name="Winter", counted_nights=3
    )
    if random.random() < 0.5:
        Tournament.objects.filter(pk=evening.tournament.pk).update(season=season)
    people = {str(each.pk): each for each in evening.players.values()}
    return Desk(
        str(evening.club.pk),
        str(evening.tournament.pk),
        str(season.pk),
        people | {"director": evening.director, "admin": evening.admin},
        _last_week(evening, names, random),
    )


def _last_week(evening: Night, names: list[str], random: Random) -> str:
    """Some of those who are not entered now were there."""
    format, seats = evening.tournament.format, evening.tournament.table_seats
    before = night(0, start=False, at=evening, format=format, table_seats=seats)
    members = {each.name: each.pk for each in Member.objects.filter(club=evening.club)}
    for at in range(0, random.choice([2, 4]), before.size):
        ids = [members[name] for name in names[at : at + before.size]]
        entry_add(
            tournament_id=before.tournament.pk, by=evening.director, directing=True, members=ids
        )
    return str(before.tournament.pk)


def _terms(random: Random, format: Format, size: int, venue: str) -> dict[str, Any]:
    chains = [["score", "wins", "margin"], ["average", "points", "lot"], []]
    terms: dict[str, Any] = {
        "format": format.value,
        "rounds": _rounds(random, format, size),
        "scoring": {"type": random.choice(["vp", "vp", "points", "wdl"])},
        "tiebreaks": [] if format is Format.KNOCKOUT else random.choice(chains),
    }
    if venue == "online" and random.random() < 0.7:
        terms |= {"duplicate": True, "table_seats": [4]}
    elif format.individual and random.random() < 0.5:
        terms["table_seats"] = [4]
    if not terms.get("duplicate") and random.random() < 0.25:
        terms |= {"hands_per_round": None, "minutes_per_round": 60}
    if venue != "table" and random.random() < 0.4:
        terms["house_bots"] = "novice"
    if random.random() < 0.2:
        terms["minimum_rounds"] = random.randint(0, terms["rounds"])
    return terms


def _rounds(random: Random, format: Format, size: int) -> int:
    if format is Format.KNOCKOUT:
        return max(1, (size - 1).bit_length())
    return random.randint(2, 3 if size < 6 else 4)
