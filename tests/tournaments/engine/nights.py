"""Nights of individuals for tests, and a slow judge that shares no code with the draws."""

from itertools import combinations

from tests.tournaments.engine.people import told
from tournaments.engine.draws import Draw
from tournaments.engine.formats.night import Night, NightRound


def night(players, rounds, **rest) -> Night:
    """A night of the entries 1 .. `players`, or of those given."""
    here = range(1, players + 1) if isinstance(players, int) else players
    return Night(**{"lots": "7f3a", "rounds": rounds, "present": frozenset(here), **rest})


def seating(draw: Draw, *, fixed: bool = False) -> NightRound:
    tables = tuple(table.sides for table in draw.tables)
    return NightRound(tables, tuple(bye.entry for bye in draw.byes), fixed)


def who(draw: Draw) -> list[int]:
    """Everybody whom the draw names, as often as it does."""
    seats = [entry for table in draw.tables for side in table.sides for entry in side]
    return sorted(seats + [bye.entry for bye in draw.byes])


def partner_counts(seatings) -> dict[frozenset[int], int]:
    counts: dict[frozenset[int], int] = {}
    for round_ in seatings:
        for sides in round_.tables:
            for side in sides:
                for pair in combinations(side, 2):
                    counts[frozenset(pair)] = counts.get(frozenset(pair), 0) + 1
    return counts


def opponent_counts(seatings) -> dict[frozenset[int], int]:
    counts: dict[frozenset[int], int] = {}
    for round_ in seatings:
        for sides in round_.tables:
            for a, b in combinations([(e, i) for i, side in enumerate(sides) for e in side], 2):
                if a[1] != b[1]:
                    pair = frozenset((a[0], b[0]))
                    counts[pair] = counts.get(pair, 0) + 1
    return counts


def repeats(seatings) -> int:
    return sum(times - 1 for times in partner_counts(seatings).values())


def sit_out_counts(seatings, entries) -> list[int]:
    return [sum(entry in round_.byes for round_ in seatings) for entry in sorted(entries)]


def check(tonight: Night, draw: Draw) -> None:
    """Each of those present once; whole tables; no more sit out than must; the least first."""
    assert who(draw) == sorted(tonight.present)
    sizes = [tuple(map(len, table.sides)) for table in draw.tables]
    allowed = {(2, 2), tonight.six} | {tuple(map(len, lock.sides)) for lock in tonight.locks}
    assert set(sizes) <= allowed
    assert len({table.number for table in draw.tables}) == len(draw.tables)
    out = {bye.entry for bye in draw.byes}
    locked = {e for lock in tonight.locks for side in lock.sides for e in side}
    chosen = out - tonight.sitting_out
    places = len(tonight.present) - len(locked) - len(tonight.sitting_out)
    assert len(chosen) == (places % 2 if tonight.six and places >= 6 else places % 4)
    had = {e: sum(e in past.byes for past in tonight.past) for e in tonight.present}
    stay = tonight.present - locked - out
    assert all(had[a] <= had[b] for a in chosen for b in stay)
    for lock in tonight.locks:
        assert any(
            {frozenset(side) for side in table.sides} == {frozenset(side) for side in lock.sides}
            and lock.table in (None, table.number)
            for table in draw.tables
        )
    assert tonight.sitting_out <= out
    assert all(told(table.why) for table in draw.tables)
    assert all(told(bye.why) for bye in draw.byes)
