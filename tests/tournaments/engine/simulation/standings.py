"""Standings from the results in a bundle only, by what each metric means."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from math import floor
from typing import NamedTuple

from tests.tournaments.engine.simulation.seen import Json, Seen, drawn_in, scored

Value = int | Fraction | None


class Sat(NamedTuple):
    """A counted table of an entry."""

    score: int
    won: bool
    margin: int
    points: int
    sambas: int
    place: bool
    partners: list[str]
    opponents: list[str]


class Sheet:
    """Every entry's tournament, and its metrics."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.scoring: Json = seen.head["scoring"]
        self.sat: dict[str, list[Sat]] = {entry: [] for entry in seen.entries}
        self.byes: dict[str, list[Json]] = {entry: [] for entry in seen.entries}
        for round_ in seen.rounds:
            for table in round_["tables"]:
                self._seat(table)
            for bye in round_["byes"]:
                self.byes[bye["entry"]].append(bye)
        self.total = {entry: self._total(entry) for entry in seen.entries}
        self.average = {entry: self._average(entry) for entry in seen.entries}

    def _seat(self, table: Json) -> None:
        result = self.seen.counted(table)
        if result is None:
            return
        by_side = scored(self.seen.head, result)
        for at, side in enumerate(table["sides"]):
            others = [other for other in table["sides"] if other is not side]
            for entry in side["entries"]:
                self.sat[entry].append(
                    Sat(
                        by_side[at],
                        result["winner"] == at,
                        self._margin(result, at),
                        result["points"][at] if result["points"] else 0,
                        result["sambas"][at] if result["sambas"] else 0,
                        table["place"],
                        [one for one in side["entries"] if one != entry],
                        [one for other in others for one in other["entries"]],
                    )
                )

    def _margin(self, result: Json, side: int) -> int:
        if result["end"] not in ("played", "unfinished"):
            return 0
        points: list[int] = result["points"]
        margin = points[side] - max(p for at, p in enumerate(points) if at != side)
        base: int | None = self.scoring["base"]
        return margin if base is None else max(-base, min(base, margin))

    def _total(self, entry: str) -> int:
        found = sum(sat.score for sat in self.sat[entry]) + self.seen.adjustments.get(entry, 0)
        if not self.seen.individual:
            found += self.scoring["bye"] * len(self.byes[entry])
        return found + self._missed(entry)

    def _missed(self, entry: str) -> int:
        told = self.seen.entries[entry]
        came = [
            change["version"]
            for change in told["presence"]
            if change["present"] and change["version"] <= self.seen.version
        ]
        if self.seen.head["format"] != "swiss" or not told["late"] or not came:
            return 0
        missed = [
            round_
            for round_ in self.seen.rounds
            if entry not in drawn_in(round_) and round_["drawn"] < min(came)
        ]
        each, rounds = int(self.scoring["missed"]), int(self.seen.head["rounds"])
        return each * min(len(missed), rounds // 2)

    def _average(self, entry: str) -> Fraction | None:
        if not self.sat[entry]:
            return None
        played = sum(sat.score for sat in self.sat[entry])
        return Fraction(played + self.seen.adjustments.get(entry, 0), len(self.sat[entry]))

    def metric(self, name: str, entry: str, level: Sequence[str]) -> Value:
        sat, byes = self.sat[entry], self.byes[entry]
        match name:
            case "score":
                return self.total[entry]
            case "average":
                return self.average[entry]
            case "average_but_worst":
                if len(sat) < 2:
                    return self.average[entry]
                kept = sorted(each.score for each in sat)[1:]
                return Fraction(sum(kept) + self.seen.adjustments.get(entry, 0), len(kept))
            case "head_to_head":
                return self._head_to_head(entry, level)
            case "wins":
                return sum(each.won for each in sat)
            case "opponents":
                totals = [self.total[other] for each in sat for other in each.opponents]
                totals += [] if self.seen.individual else [self.total[entry]] * len(byes)
                return sum(totals) - (min(totals) if len(totals) > 1 else 0)
            case "opponents_less_partners":
                met = [other for each in sat for other in each.opponents]
                beside = [other for each in sat for other in each.partners]
                return sum((self.average[o] or 0 for o in met), Fraction()) - sum(
                    (self.average[o] or 0 for o in beside), Fraction()
                )
            case "margin" | "points" | "sambas":
                return sum(int(getattr(each, name)) for each in sat)
            case "played":
                return len(sat) + (0 if self.seen.individual else len(byes))
            case "progress":
                knockout = self.seen.head["format"] == "knockout"
                passed = [1 if knockout and bye["slot"] is None else 2 for bye in byes]
                return sum(passed) + sum(1 if each.place else 2 for each in sat if each.won)
            case _:
                assert name == "lot"
                return self.seen.lot(entry)

    def _head_to_head(self, entry: str, level: Sequence[str]) -> Value:
        if len(level) < 2:
            return None
        for one in level:
            met = {other for each in self.sat[one] for other in each.opponents}
            if any(other not in met for other in level if other != one):
                return None
        return sum(each.score for each in self.sat[entry] if set(each.opponents) & set(level))

    def levelled(self, chain: Sequence[str]) -> tuple[list[list[str]], dict[str, list[Value]]]:
        """Who checked in at some time, in groups that are level, each by number; and values."""
        came = [entry for entry in self.seen.entries if self.seen.came(entry)]
        groups = [sorted(came, key=self.seen.number)]
        values: dict[str, list[Value]] = {entry: [] for entry in came}
        for name in chain:
            split: list[list[str]] = []
            for group in groups:
                told = {entry: self.metric(name, entry, group) for entry in group}
                for entry, value in told.items():
                    values[entry].append(value)
                keys = {entry: _key(name, value) for entry, value in told.items()}
                ordered = sorted(group, key=keys.__getitem__)
                split += [list(level) for _, level in groupby(ordered, keys.__getitem__)]
            groups = split
        return groups, values

    def ranked(self, chain: Sequence[str]) -> list[tuple[int | None, str, list[Value]]]:
        """Rank, entry and values, in order; who played and sat out too seldom at the end."""
        groups, values = self.levelled(chain)
        rows: list[tuple[int | None, str, list[Value]]] = []
        short: list[tuple[int | None, str, list[Value]]] = []
        for group in groups:
            rank = len(rows) + 1
            for entry in group:
                rounds = len(self.sat[entry]) + len(self.byes[entry])
                if rounds < self.seen.head["minimum_rounds"]:
                    short.append((None, entry, values[entry]))
                else:
                    rows.append((rank, entry, values[entry]))
        return rows + short

    def order(self) -> list[str]:
        """Without ties, as draws have it: those level go by lot."""
        groups, _ = self.levelled([*self.seen.head["tiebreaks"], "lot"])
        return [entry for group in groups for entry in group]


def _key(name: str, value: Value) -> tuple[bool, Fraction]:
    if value is None:
        return True, Fraction()
    return False, Fraction(value) * (1 if name == "lot" else -1)


def standings_faults(bundle: Json) -> list[str]:
    """Where the bundle's standings are not what its results come to."""
    seen = Seen(bundle)
    chain = bundle["tournament"]["tiebreaks"]
    expected = [
        {
            "rank": rank,
            "entry": entry,
            "metrics": [
                {"name": name, "value": _shown(name, value, seen)}
                for name, value in zip(chain, values, strict=True)
            ],
        }
        for rank, entry, values in Sheet(seen).ranked(chain)
    ]
    pairs = zip(expected, bundle["standings"], strict=True)
    return [f"standings: {told}, expected {want}" for want, told in pairs if want != told]


def _shown(name: str, value: Value, seen: Seen) -> int | None:
    if value is None:
        return None
    averages = ("average", "average_but_worst", "opponents_less_partners")
    unit = 100 if name in averages and seen.head["scoring"]["type"] != "vp" else 1
    return floor(value * unit + Fraction(1, 2))
