"""Individuals with rotating partners: the whole night is planned, one round is drawn.

A plan is the whist design if one exists and costs no more than what the local search finds. While
nobody comes or goes, each round is the next of the same plan; otherwise the remaining rounds are
planned again, with the played ones counted.
"""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from tournaments.engine.draws import Draw, Entries, Reason, lot
from tournaments.engine.formats import FormatRules, RoundLimits
from tournaments.engine.formats.constraints import table_numbers
from tournaments.engine.formats.night import (
    Night,
    NightRound,
    Sides,
    bye_of,
    check,
    everybody,
    night_of,
    numbered,
    refuse_forbidden,
    shapes,
    sit_outs,
    table_why,
    tidy,
)
from tournaments.engine.formats.plans import RoundSeats, Tally, design, search
from tournaments.engine.tournament import TournamentData

HEATS = 0.1, 0.2, 0.3, 0.1, 0.15
"""One search each: the cold one does for many players, the warmer ones for few."""
EFFORT, STEPS = 400, 400_000
"""How often a search tries each seat, and how much it tries at most."""


class Rotating(FormatRules):
    """Partners by a plan that changes only when entries come or go."""

    fewest = 4

    def next_round(self, tournament: TournamentData, number: int) -> Draw:
        return draw_round(night_of(tournament, number))

    def rounds_for(self, entries: int) -> RoundLimits:
        """After this many rounds all were partners and partners repeat: that may be wanted."""
        return RoundLimits(1, None)


class Planned(NamedTuple):
    """A planned round."""

    number: int
    tables: tuple[tuple[int, Sides], ...]
    """With their numbers."""
    byes: Entries


def draw_round(night: Night) -> Draw:
    """The next round. Raises DrawRefused if the rules of the director leave none."""
    method, rounds = _in_course(night)
    return _draw_of(night, method, rounds[0])


def rounds_ahead(night: Night) -> list[NightRound]:
    """The remaining rounds by the plan in force. Raises DrawRefused as `draw_round`."""
    return _in_course(night)[1]


def movement(night: Night) -> tuple[Planned, ...]:
    """The rounds as they will be drawn if nobody comes or goes and no director changes one.

    Raises DrawRefused if none can be drawn.
    """
    planned: list[Planned] = []
    for number, seating in enumerate(rounds_ahead(night), start=night.round):
        tables = list(map(tidy, seating.tables))
        numbers = table_numbers(list(map(everybody, tables)), night.stationary, {})
        numbered = tuple(sorted(zip(numbers, tables, strict=True)))
        planned.append(Planned(number, numbered, seating.byes))
    return tuple(planned)


def draw_alone(night: Night) -> Draw:
    """The next round without regard to those after it. Raises DrawRefused as `draw_round`."""
    method, rounds = plan(replace(night, rounds=night.round))
    return _draw_of(night, method, rounds[0])


def plan(night: Night) -> tuple[str, list[NightRound]]:
    """The remaining rounds, and `design` or `search`, their origin."""
    known = _designed(night)
    if known is None:
        return "search", _searched(night)
    by_design = _counted(night, known)
    if by_design.cost <= by_design.least():
        return "design", known
    found = _searched(night)
    if by_design.cost <= _counted(night, found).cost:
        return "design", known
    return "search", found


def _in_course(night: Night) -> tuple[str, list[NightRound]]:
    """The plan in force: made when an entry last came or went, if the rounds since followed it."""
    check(night)
    begun = len(night.past)
    while begun and _undisturbed(night, night.past[begun - 1]):
        begun -= 1
    method, rounds = plan(replace(night, past=night.past[:begun]))
    played = len(night.past) - begun
    if [_same(seating) for seating in night.past[begun:]] == list(map(_same, rounds[:played])):
        return method, rounds[played:]
    return plan(night)


def _undisturbed(night: Night, seating: NightRound) -> bool:
    locked = night.locks or night.sitting_out
    return not locked and not seating.fixed and seating.players == night.present


def _same(seating: NightRound) -> tuple[list[Sides], list[int]]:
    return sorted(map(tidy, seating.tables)), sorted(seating.byes)


def _designed(night: Night) -> list[NightRound] | None:
    """The whist design's rounds for a night not begun, nothing fixed and nobody kept apart."""
    known = design(len(night.present))
    apart = night.never_partners | night.never_opponents
    if known is None or night.past or night.free != night.present or apart:
        return None
    entries = sorted(night.present, key=lambda entry: (lot(night.lots, entry), entry))
    rounds: list[NightRound] = []
    for number in range(night.rounds):
        tables = tuple(_entries(entries, sides) for sides in known[number % len(known)])
        out = night.present.difference(*map(everybody, tables))
        rounds.append(NightRound(tables, tuple(sorted(out))))
    return rounds


def _searched(night: Night) -> list[NightRound]:
    """The best of several searches, which end at once if none could be better."""
    best: tuple[int, list[NightRound]] | None = None
    for attempt, heat in enumerate(HEATS):
        rng = Random(f"{night.lots}:{night.round}:{attempt}")
        cost, at_best, rounds = _search_once(night, rng, heat)
        if best is None or cost < best[0]:
            best = cost, rounds
        if at_best:
            break
    assert best is not None
    return best[1]


def _search_once(night: Night, rng: Random, heat: float) -> tuple[int, bool, list[NightRound]]:
    entries = sorted(night.present)
    index = {entry: player for player, entry in enumerate(entries)}
    tally = _tally(night)
    byes: list[tuple[int, ...]] = []
    rounds: list[RoundSeats] = []
    ahead = night
    for _ in range(night.rounds - len(night.past)):
        out = sit_outs(ahead)
        playing = sorted(ahead.free - set(out))
        playing.sort(key=lambda _: rng.random())
        rounds.append(RoundSeats([index[e] for e in playing], shapes(len(playing), night.six)))
        byes.append(tuple(sorted({*out, *ahead.sitting_out})))
        ahead = ahead.after(NightRound((), byes[-1]))
    seats = max(1, sum(len(seats.players) for seats in rounds))
    effort = max(1, min(night.effort or EFFORT, STEPS // seats))
    search(tally, rounds, rng, effort=effort, heat=heat)
    found = [
        NightRound(tuple(_entries(entries, seats.sides(t)) for t in range(len(seats.tables))), out)
        for seats, out in zip(rounds, byes, strict=True)
    ]
    locked = tuple(tidy(lock.sides) for lock in night.locks)
    found[0] = NightRound((*locked, *found[0].tables), found[0].byes)
    return tally.cost, tally.cost <= tally.least(), found


def _entries(entries: list[int], sides: Sides) -> Sides:
    return tidy(tuple(tuple(entries[player] for player in side) for side in sides))


def _tally(night: Night) -> Tally:
    """What was played and what is locked, of those here; and who must be kept apart."""
    index = {entry: player for player, entry in enumerate(sorted(night.present))}
    tally = Tally(len(index))
    locked = NightRound(tuple(lock.sides for lock in night.locks))
    for seating in (*night.past, locked):
        for sides in seating.tables:
            tally.seat(
                tuple(tuple(index[entry] for entry in side if entry in index) for side in sides)
            )
    tally.forbid(
        ((index[a], index[b]) for a, b in night.never_partners if {a, b} <= night.present),
        ((index[a], index[b]) for a, b in night.never_opponents if {a, b} <= night.present),
    )
    return tally


def _counted(night: Night, rounds: list[NightRound]) -> Tally:
    """What was played and `rounds`."""
    return _tally(replace(night, past=(*night.past, *rounds), locks=()))


def _draw_of(night: Night, method: str, seating: NightRound) -> Draw:
    """The draw of `seating`, with the reason for each table and sit-out."""
    locked = {tidy(lock.sides) for lock in night.locks}
    origin: tuple[str, dict[str, int]] = "from_plan", {"from": night.round, "to": night.rounds}
    if method == "design":
        origin = "from_design", {"players": len(night.present)}
    tables: list[tuple[Sides, Reason]] = []
    for sides in map(tidy, seating.tables):
        if sides not in locked:
            refuse_forbidden(night, sides)
        code, facts = ("set_by_director", {}) if sides in locked else origin
        tables.append((sides, table_why(night, sides, code, **facts)))
    byes = tuple(bye_of(night, entry) for entry in seating.byes)
    return Draw(method, numbered(night, tables), byes)
