"""Judges rounds of a circle and of a bracket."""

from collections.abc import Iterator

from tests.tournaments.engine.simulation.seen import (
    Json,
    Seen,
    corrected_since,
    drawn_in,
    entries_of,
)


def circle_faults(bundle: Json, round_: Json) -> Iterator[str]:
    """Everyone meets whom the circle gives: places whose sum is the round's, modulo the circle."""
    seen = Seen(bundle, round_["published"])
    if not seen.lots_known:
        return
    first = min(seen.rounds, key=lambda each: each["number"])
    order = by_seed(seen, drawn_in(first))
    for later in seen.rounds:
        order += [entry for entry in sorted(drawn_in(later), key=seen.number) if entry not in order]
    size = len(order) + len(order) % 2
    place = {entry: at for at, entry in enumerate(order, start=1)}
    turn = (round_["number"] - 1) % (size - 1)
    alone = turn * (size // 2) % (size - 1) + 1
    due: dict[str, str | None] = {}
    for entry, at in place.items():
        other = alone if at == size else (2 * alone - at - 1) % (size - 1) + 1
        other = size if other == at else other
        due[entry] = order[other - 1] if other <= len(order) else None
    bans = {frozenset(ban["entries"]) for ban in bundle["tournament"]["forbidden"]}
    locked = {entry for lock in round_["locks"] for side in lock["sides"] for entry in side}
    strange: list[str] = []
    for table in round_["tables"]:
        one, other = entries_of(table)
        if locked & {one, other}:
            continue
        if due[one] != other:
            strange.append(f"{one} meets {other}, due {due[one]}")
        for earlier in seen.rounds[:-1]:
            planned = not earlier["locks"] and earlier["method"] == "circle" and not strange
            if planned and [one, other] in [entries_of(each) for each in earlier["tables"]]:
                yield f"{one} and {other} meet again on the same sides"
    for bye in round_["byes"]:
        rival = due[bye["entry"]]
        if bye["entry"] in locked or not rival or rival not in drawn_in(round_):
            continue
        if frozenset((bye["entry"], rival)) not in bans:
            strange.append(f"{bye['entry']} has a bye, due {rival}")
            yield from _second_bye(seen, round_, bye["entry"], locked, bans)
    if len(strange) > 3 * len(round_["locks"]):
        yield "; ".join(strange)


def _second_bye(
    seen: Seen, round_: Json, entry: str, locked: set[str], bans: set[frozenset[str]]
) -> Iterator[str]:
    """Who was displaced has none while somebody whom no lock names has had none."""
    had = {bye["entry"] for each in seen.rounds[:-1] for bye in each["byes"]}
    for table in round_["tables"]:
        one, other = entries_of(table)
        free = not locked & {one, other} and entry in had
        for out, stays in ((one, other), (other, one)):
            if free and out not in had and frozenset((entry, stays)) not in bans:
                yield f"{entry} has a bye again, and {out} had none"


def by_seed(seen: Seen, entries: list[str]) -> list[str]:
    def key(entry: str) -> tuple[bool, int, int]:
        seed = seen.entries[entry]["seed"]
        return seed is None, seed or 0, seen.lot(entry) or 0

    return sorted(entries, key=key)


def bracket_faults(bundle: Json, round_: Json) -> Iterator[str]:
    seen = Seen(bundle, round_["drawn"])
    held = slots(round_)
    if 1 << bundle["tournament"]["rounds"] != 2 * len(_slots_of(bundle, {"number": 1})):
        yield f"{bundle['tournament']['rounds']} rounds of a bracket with {held} in round 1"
    if round_["number"] == 1:
        if seen.lots_known:
            yield from _seeded(seen, round_, held)
        return
    (before,) = (each for each in bundle["rounds"] if each["number"] == round_["number"] - 1)
    advanced, losers = _came_through(seen, before)
    strange: list[str] = []
    for slot in range(len(_slots_of(bundle, before)) // 2):
        due = {advanced.get(2 * slot), advanced.get(2 * slot + 1)} - {None}
        here = sorted(entry for entry in due if entry and seen.present(entry))
        if sorted(held.get(slot, [])) != here:
            strange.append(f"slot {slot} holds {held.get(slot)}, due {here}")
    if len(_slots_of(bundle, before)) != 2:
        due_place: list[str] = []
    else:
        due_place = sorted(entry for entry in losers if seen.present(entry))
        if len(losers) < 2:
            due_place = []
    place = [entry for table in round_["tables"] if table["place"] for entry in entries_of(table)]
    place += [bye["entry"] for bye in round_["byes"] if bye["slot"] is None]
    if sorted(place) != due_place:
        strange.append(f"third place is played by {place}, due {due_place}")
    if len(strange) > 2 * len(round_["locks"]):
        yield "; ".join(strange)


def slots(round_: Json) -> dict[int, list[str]]:
    found = {t["slot"]: entries_of(t) for t in round_["tables"] if t["slot"] is not None}
    return found | {b["slot"]: [b["entry"]] for b in round_["byes"] if b["slot"] is not None}


def _slots_of(bundle: Json, round_: Json) -> range:
    """Those of a round, empty ones too."""
    (first,) = (each for each in bundle["rounds"] if each["number"] == 1)
    return range(len(slots(first)) >> (round_["number"] - 1))


def _came_through(seen: Seen, round_: Json) -> tuple[dict[int, str], list[str]]:
    """Winners by slot, and who lost, or was not there to lose."""
    advanced = {b["slot"]: b["entry"] for b in round_["byes"] if b["slot"] is not None}
    losers: list[str] = []
    for table in round_["tables"]:
        result = seen.counted(table)
        if table["slot"] is not None and result is not None:
            advanced[table["slot"]] = table["sides"][result["winner"]]["entries"][0]
            losers += table["sides"][1 - result["winner"]]["entries"]
    if round_["number"] > 1:
        (before,) = (e for e in seen.bundle["rounds"] if e["number"] == round_["number"] - 1)
        came, _ = _came_through(Seen(seen.bundle, round_["drawn"]), before)
        drawn = drawn_in(round_)  # a director may have let one of them play elsewhere
        for bye in round_["byes"]:
            if bye["slot"] is not None:
                both = [came.get(2 * bye["slot"]), came.get(2 * bye["slot"] + 1)]
                if corrected_since(seen.bundle, round_) and "absent" in bye["why"]["facts"]:
                    absent = bye["why"]["facts"]["absent"]
                    both = [entry for entry in seen.entries if seen.number(entry) == absent]
                losers += [entry for entry in both if entry and entry not in drawn]
    return advanced, losers


def _seeded(seen: Seen, round_: Json, held: dict[int, list[str]]) -> Iterator[str]:
    """The best 2, 4, 8, … are in different halves, quarters, …; the best have the byes."""
    order = by_seed(seen, drawn_in(round_))
    width = len(held)
    if (
        width & (width - 1)
        or not width <= len(order) <= 2 * width
        or sorted(held) != [*range(width)]
    ):
        yield f"{len(order)} entries in {width} slots"
    slot = {entry: at for at, entries in held.items() for entry in entries}
    best = 2 if not round_["locks"] else 3 * width
    while best <= 2 * width:
        parts = {slot[entry] * best // (2 * width) for entry in order[: best // 2]}
        if len(parts) < len(order[: best // 2]):
            yield f"of the best {best // 2} two are in one part of the bracket"
        best *= 2
    if round_["locks"]:
        return
    byes = 2 * width - len(order)
    if {bye["entry"] for bye in round_["byes"]} != set(order[:byes]):
        yield "the best have not the byes"
    for entries in held.values():
        if len(entries) == 2 and sum(order.index(entry) + 1 for entry in entries) != 2 * width + 1:
            yield f"{entries} meet in round 1"
