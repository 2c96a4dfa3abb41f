"""What an act and its undoing leave alike: everything but versions and what is only ever added."""

from collections import Counter
from typing import Any

from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.random_director.desk import Seen
from tests.tournaments.undoing import unversioned


def exact(seen: Seen) -> Json:
    """The night as its views show it, part by part.

    Who ends it before the first draw has seen the seed: reopened, it has another, and other lots.
    """
    bundle = unversioned(seen.bundle)
    secret = {"seed"} if _is_drawn(bundle) else {"seed", "seed_hash"}
    night = {name: value for name, value in bundle["tournament"].items() if name not in secret}
    head = ("archived_at", "finished_at", "started_at", "visibility", "season")
    return {
        "the tournament": night | {name: seen.night[name] for name in head},
        "its entries": [_entry(each) for each in bundle["entries"]],
        "who is checked in": [_attendance(each) for each in seen.entries],
        "its rounds": [_round(each, night) for each in bundle["rounds"]],
        "what is locked": _locked(seen),
        "what was adjusted": _sums(bundle["adjustments"]),
        "the standings": _standings(seen, bundle),
        "the ratings": bundle["ratings"],
    }


def _is_drawn(bundle: Json) -> bool:
    return any(round_["drawn"] for round_ in bundle["rounds"])


def _entry(entry: Json) -> Json:
    """Coming and going is only ever added to: here it is whether they are there."""
    presence = entry["presence"]
    return {**entry, "presence": bool(presence) and presence[-1]["present"]}


def _standings(seen: Seen, bundle: Json) -> list[Any]:
    """In order. Who was checked in by mistake is listed from then on, with nothing.

    They have met nobody, so that those with whom they are level have no `head_to_head`.
    """
    idle = {each["id"] for each in bundle["entries"]} - seen.drawn
    idle -= {each["id"] for each in seen.present}
    rows = [row for row in bundle["standings"] if row["entry"] not in idle]
    if not _is_drawn(bundle):
        return sorted(row["entry"] for row in rows)
    return [
        (row["rank"] is None, row["entry"],
         [each for each in row["metrics"] if not idle or each["name"] != "head_to_head"])
        for row in rows
    ]  # fmt: skip


def _attendance(entry: Json) -> list[Any]:
    names = ("number", "checked_in", "withdrawn", "late", "seed", "players", "tenures")
    return [entry[name] for name in names]


def _round(round_: Json, night: Json) -> Json:
    """A table has the latest result; who decided it, and how often, is in the log.

    Who publishes again begins another game, by other deals if tables share them: theirs say who
    deals first. A lock names who sits together; which side comes first, a draw of individuals says.
    """
    tables = []
    for table in round_["tables"]:
        last = table["results"][-1] if table["results"] else None
        names = ("status", "end", "points", "award", "scores", "winner", "sambas")
        shown = {**table, "game": table["game"] is not None}
        shown["results"] = last and {name: last[name] for name in names}
        if night["duplicate"] and shown["game"]:
            del shown["dealer"]
        tables.append(shown)
    locks = [{**lock, "sides": sorted(map(sorted, lock["sides"]))} for lock in round_["locks"]]
    # One that is set again comes last; their order decides nothing.
    return {**round_, "tables": tables, "locks": sorted(locks, key=lambda lock: lock["sides"])}


def _locked(seen: Seen) -> Any:
    if seen.last is None:
        return None
    view = seen.view(seen.last["number"])
    tables = [(table["number"], table["locked"], table["venue"]) for table in view["tables"]]
    byes = [(bye["entry"]["number"], bye["locked"]) for bye in view["byes"]]
    return view["state"], view["error"], tables, byes


def _sums(adjustments: list[Json]) -> Json:
    found: Counter[str] = Counter()
    for each in adjustments:
        found[each["entry"]] += each["score"]
    return {entry: score for entry, score in found.items() if score}
