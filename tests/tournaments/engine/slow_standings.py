"""Standings computed a second time: slowly, from what each metric means, by no shared code.

It walks through the whole tournament for every single number, and uses of the engine only the shape
of a tournament and the scale's table.
"""

import hashlib
from fractions import Fraction
from math import floor
from typing import Any

from tournaments.engine.results import ResultData
from tournaments.engine.tournament import TournamentData

Row = dict[str, Any]


def total(rows: list[Row], name: str) -> int:
    return sum(int(row[name]) for row in rows)


def rows_of(tournament: TournamentData, entry: int) -> list[Row]:
    """The entry's counted tables."""
    rows: list[Row] = []
    for round_ in tournament.rounds:
        if round_.published_version is None:
            continue
        for table in round_.tables:
            versions = sorted(table.results)
            if not versions or versions[-1].status != "confirmed" or versions[-1].end == "void":
                continue
            result = versions[-1]
            for at, side in enumerate(table.sides):
                if entry in side:
                    others = [n for s in table.sides if s != side for n in s]
                    with_it = [n for n in side if n != entry]
                    rows.append(
                        {
                            "score": score_at(tournament, result, at),
                            "won": result.winner == at,
                            "margin": margin_at(tournament, result, at),
                            "points": result.points[at] if result.points else 0,
                            "sambas": result.sambas[at] if result.sambas else 0,
                            "place": table.third_place_match,
                            "opponents": others,
                            "partners": with_it,
                        }
                    )
    return rows


def score_at(tournament: TournamentData, result: ResultData, side: int) -> int:
    if result.end in ("forfeit", "awarded"):
        assert result.award is not None
        return result.award[side]
    assert result.points is not None
    mine = result.points[side]
    if tournament.scoring.type == "points":
        return mine
    others = [p for at, p in enumerate(result.points) if at != side]
    values = [comparison(tournament, mine - other) for other in others]
    return floor(Fraction(sum(values), len(values)) + Fraction(1, 2))


def comparison(tournament: TournamentData, margin: int) -> int:
    if tournament.scoring.type == "wdl":
        return {True: 2, False: 0}[margin > 0] if margin else 1
    scale = tournament.scoring.scale
    assert scale is not None
    steps = floor(Fraction(abs(margin), scale.step) + Fraction(1, 2))
    winner = scale.table[steps] if steps < len(scale.table) else 2000
    return winner if margin >= 0 else 2000 - winner


def margin_at(tournament: TournamentData, result: ResultData, side: int) -> int:
    if result.end in ("forfeit", "awarded"):
        return 0
    assert result.points is not None
    best = max(p for at, p in enumerate(result.points) if at != side)
    base = tournament.scoring.scale.base  # type: ignore[union-attr] # only VP has a base
    return min(base, max(-base, result.points[side] - best))


def individual(tournament: TournamentData) -> bool:
    return tournament.format in ("rotating", "swiss_individual")


def byes(tournament: TournamentData, entry: int) -> int:
    return len(
        [
            r
            for r in tournament.rounds
            if r.published_version is not None and entry in r.without_table
        ]
    )


def missed(tournament: TournamentData, entry: int) -> int:
    found = next(e for e in tournament.entries if e.number == entry)
    arrivals = [p.version for p in found.presence if p.present]
    if tournament.format != "swiss" or not found.late or not arrivals:
        return 0
    count = 0
    for round_ in tournament.rounds:
        seated = [n for t in round_.tables for s in t.sides for n in s] + list(round_.without_table)
        if round_.published_version is not None and entry not in seated:
            count += arrivals[0] > (round_.drawn_version or 0)
    return tournament.scoring.missed * min(count, floor(tournament.rounds_planned / 2))


def adjustment(tournament: TournamentData, entry: int) -> int:
    return sum(a.score for a in tournament.adjustments if a.entry == entry)


def score(tournament: TournamentData, entry: int, level: list[int]) -> int:
    found = total(rows_of(tournament, entry), "score")
    if not individual(tournament):
        found += tournament.scoring.bye * byes(tournament, entry)
    return found + missed(tournament, entry) + adjustment(tournament, entry)


def average(tournament: TournamentData, entry: int, level: list[int]) -> Fraction | None:
    values = [row["score"] for row in rows_of(tournament, entry)]
    if not values:
        return None
    return Fraction(sum(values) + adjustment(tournament, entry), len(values))


def average_but_worst(tournament: TournamentData, entry: int, level: list[int]) -> Fraction | None:
    values = sorted(row["score"] for row in rows_of(tournament, entry))
    if len(values) < 2:
        return average(tournament, entry, level)
    return Fraction(sum(values[1:]) + adjustment(tournament, entry), len(values[1:]))


def head_to_head(tournament: TournamentData, entry: int, level: list[int]) -> int | None:
    if len(level) == 1:
        return None
    for one in level:
        for other in level:
            if one != other and not any(
                other in row["opponents"] for row in rows_of(tournament, one)
            ):
                return None
    rows = rows_of(tournament, entry)
    return total([row for row in rows if any(o in level for o in row["opponents"])], "score")


def wins(tournament: TournamentData, entry: int, level: list[int]) -> int:
    return len([row for row in rows_of(tournament, entry) if row["won"]])


def opponents(tournament: TournamentData, entry: int, level: list[int]) -> int:
    totals = [
        score(tournament, other, [])
        for row in rows_of(tournament, entry)
        for other in row["opponents"]
    ]
    if not individual(tournament):
        totals += byes(tournament, entry) * [score(tournament, entry, [])]
    totals.sort()
    return sum(totals[1:]) if len(totals) >= 2 else sum(totals)


def opponents_less_partners(tournament: TournamentData, entry: int, level: list[int]) -> Fraction:
    found = Fraction(0)
    for row in rows_of(tournament, entry):
        for other in row["opponents"]:
            found += average(tournament, other, []) or 0
        for other in row["partners"]:
            found -= average(tournament, other, []) or 0
    return found


def margin(tournament: TournamentData, entry: int, level: list[int]) -> int:
    return total(rows_of(tournament, entry), "margin")


def points(tournament: TournamentData, entry: int, level: list[int]) -> int:
    return total(rows_of(tournament, entry), "points")


def sambas(tournament: TournamentData, entry: int, level: list[int]) -> int:
    return total(rows_of(tournament, entry), "sambas")


def played(tournament: TournamentData, entry: int, level: list[int]) -> int:
    extra = 0 if individual(tournament) else byes(tournament, entry)
    return len(rows_of(tournament, entry)) + extra


def progress(tournament: TournamentData, entry: int, level: list[int]) -> int:
    found = 0
    for round_ in tournament.rounds:
        for bye in round_.byes:
            if bye.entry == entry and round_.published_version is not None:
                place = tournament.format == "knockout" and bye.slot is None
                found += 1 if place else 2
    for row in rows_of(tournament, entry):
        if row["won"]:
            found += 1 if row["place"] else 2
    return found


def lot(tournament: TournamentData, entry: int, level: list[int]) -> int:
    text = f"{tournament.seed}:lot:{entry}"
    return int(hashlib.sha256(text.encode()).hexdigest()[:5], 16)


SLOW = {
    f.__name__: f
    for f in (
        score,
        average,
        average_but_worst,
        head_to_head,
        wins,
        opponents,
        opponents_less_partners,
        margin,
        points,
        sambas,
        played,
        progress,
        lot,
    )
}


def standings(
    tournament: TournamentData, chain: list[str]
) -> list[tuple[int | None, int, list[Any]]]:
    """(rank, entry, exact values of the chain), best first; at the end those without a rank."""
    numbers = [e.number for e in tournament.entries if any(p.present for p in e.presence)]
    values: dict[int, list[Any]] = {number: [] for number in numbers}
    for name in chain:
        before = {number: list(values[number]) for number in numbers}
        for number in numbers:
            level = [other for other in numbers if before[other] == before[number]]
            values[number].append(SLOW[name](tournament, number, level))
    short = [number for number in numbers if rounds(tournament, number) < least(tournament)]
    table = [
        (
            number in short,
            1 + sum(beats(chain, values[other], values[number]) for other in numbers
                    if (other in short) == (number in short)),
            number,
        )
        for number in numbers
    ]  # fmt: skip
    return [(None if last else rank, n, values[n]) for last, rank, n in sorted(table)]


def rounds(tournament: TournamentData, entry: int) -> int:
    return len(rows_of(tournament, entry)) + byes(tournament, entry)


def least(tournament: TournamentData) -> int:
    """How many rounds it takes to be ranked."""
    there_are = tournament.rounds_planned
    if tournament.state == "finished":
        there_are = sum(each.published_version is not None for each in tournament.rounds)
    if tournament.minimum_rounds is not None:
        return min(tournament.minimum_rounds, there_are)
    return min(-(-tournament.rounds_planned // 2), there_are) if individual(tournament) else 0


def beats(chain: list[str], one: list[Any], other: list[Any]) -> bool:
    for name, a, b in zip(chain, one, other, strict=True):
        if a == b:
            continue
        if a is None or b is None:
            return b is None
        return bool(a < b) if name == "lot" else bool(a > b)
    return False
