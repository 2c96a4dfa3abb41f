"""A bundle as of one of its versions: who was there, what was published, which result counted."""

from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from itertools import pairwise
from math import floor
from typing import Any

Json = dict[str, Any]


class Seen:
    """What was known of a tournament at `version`; entries go by their ids."""

    def __init__(self, bundle: Json, version: int | None = None) -> None:
        self.bundle = bundle
        self.version: int = bundle["version"] if version is None else version
        self.head: Json = bundle["tournament"]
        self.entries: dict[str, Json] = {entry["id"]: entry for entry in bundle["entries"]}
        self.rounds = [
            round_
            for round_ in sorted(bundle["rounds"], key=lambda each: each["number"])
            if round_["published"] is not None and round_["published"] <= self.version
        ]

    @property
    def individual(self) -> bool:
        return self.head["format"] in ("rotating", "swiss_individual")

    def number(self, entry: str) -> int:
        return int(self.entries[entry]["number"])

    def present(self, entry: str) -> bool:
        known = [
            change
            for change in self.entries[entry]["presence"]
            if change["version"] <= self.version
        ]
        return bool(known) and max(known, key=lambda each: each["version"])["present"]

    def came(self, entry: str) -> bool:
        """Checked in at some time."""
        told = self.entries[entry]["presence"]
        return any(each["present"] and each["version"] <= self.version for each in told)

    def standing(self, table: Json) -> Json | None:
        """The latest version of its result."""
        known = [each for each in table["results"] if each["version"] <= self.version]
        return max(known, key=lambda each: each["version"]) if known else None

    def void(self, table: Json) -> bool:
        last = self.standing(table)
        return last is not None and last["status"] == "confirmed" and last["end"] == "void"

    def counted(self, table: Json) -> Json | None:
        last = self.standing(table)
        if last is None or last["status"] != "confirmed" or last["end"] == "void":
            return None
        return last

    @cached_property
    def adjustments(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for each in self.bundle["adjustments"]:
            if each["version"] <= self.version:
                found[each["entry"]] = found.get(each["entry"], 0) + each["score"]
        return found

    def lot(self, entry: str) -> int | None:
        """From the seed; while it is hidden, as the standings show it; None before the start."""
        if self.lots is not None:
            return bits(f"{self.lots}:lot:{self.number(entry)}")
        (told,) = (row for row in self.bundle["standings"] if row["entry"] == entry)
        value: int | None = next(e["value"] for e in told["metrics"] if e["name"] == "lot")
        return value

    @property
    def lots(self) -> str | None:
        """What lots are drawn from; None while the seed is hidden."""
        seed, phrase = self.head["seed"], self.head["phrase"]
        return f"{seed}:{phrase}" if seed and phrase else seed

    @property
    def lots_known(self) -> bool:
        return self.lots is not None or "lot" in self.head["tiebreaks"]

    def tie(self, number: int, low: int, high: int) -> int:
        """Of two entries in a round; 0 while the seed is hidden."""
        return 0 if self.lots is None else bits(f"{self.lots}:{number}:{low}:{high}")


def bits(text: str) -> int:
    """The first twenty."""
    return int(sha256(text.encode()).hexdigest()[:5], 16)


def entries_of(table: Json) -> list[str]:
    return [entry for side in table["sides"] for entry in side["entries"]]


def corrected_since(bundle: Json, round_: Json) -> bool:
    """True if who sat in an earlier round was corrected after this one was drawn.

    What the draw went by is not in the bundle any more.
    """
    return any(
        lock["after_publication"] and lock["version"] > round_["drawn"]
        for earlier in bundle["rounds"]
        if earlier["number"] < round_["number"]
        for lock in earlier["locks"]
    )


def moved_in(round_: Json) -> set[str]:
    """Those whom the director moved after the publication: the draw answers for the others."""
    return {
        entry
        for lock in round_["locks"]
        if lock["after_publication"]
        for side in lock["sides"]
        for entry in side
    }


def sat_out(bundle: Json, round_: Json) -> list[str]:
    """Who was there when a round was published, and had no table: byes, and who came too late."""
    after = Seen(bundle, round_["published"])
    byes = {bye["entry"] for bye in round_["byes"]}
    drawn = set(drawn_in(round_))
    return [e for e in after.entries if e in byes or (e not in drawn and after.present(e))]


def drawn_in(round_: Json) -> list[str]:
    seated = [entry for table in round_["tables"] for entry in entries_of(table)]
    return seated + [bye["entry"] for bye in round_["byes"]]


@cache
def scale(margin_sd: int, hands: int) -> tuple[int, int, tuple[int, ...]]:
    """Base, step and table from the formula."""
    with localcontext(prec=60):
        b = Decimal("2.5") * margin_sd * Decimal(hands).sqrt()
        step = 50 * int((b / 10_000).to_integral_value(ROUND_CEILING))
        steps = int((b / step).to_integral_value(ROUND_HALF_UP))
        t = (Decimal(5).sqrt() - 1) / 2
        values = [
            1000 + 1000 * (1 - ((3 * Decimal(k) / steps) * t.ln()).exp()) / (1 - t * t * t)
            for k in range(steps + 1)
        ]
        whole = [int(value.quantize(Decimal(1), ROUND_HALF_UP)) for value in values]
    grown = sorted((b - a for a, b in pairwise(whole)), reverse=True)
    table = [1000]
    for increment in grown:
        table.append(table[-1] + increment)
    return steps * step, step, tuple(table)


def scored(head: Json, result: Json) -> list[int]:
    """What each side of a result scores."""
    if result["end"] in ("forfeit", "awarded"):
        return list(result["award"])
    points = result["points"]
    kind = head["scoring"]["type"]
    if kind == "points":
        return list(points)
    found: list[int] = []
    for at, mine in enumerate(points):
        values = [_compared(head, mine - other) for o, other in enumerate(points) if o != at]
        found.append(floor(Fraction(sum(values), len(values)) + Fraction(1, 2)))
    return found


def _compared(head: Json, margin: int) -> int:
    if head["scoring"]["type"] == "wdl":
        return 2 if margin > 0 else 1 if margin == 0 else 0
    base, step, table = scale(head["scoring"]["margin_sd"], head["scoring"]["hands"])
    nearest = floor(Fraction(min(abs(margin), base), step) + Fraction(1, 2))
    return table[nearest] if margin >= 0 else 2000 - table[nearest]
