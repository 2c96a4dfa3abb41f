"""Reading a bundle: the tournament that it contains, or every fault in it by path.

Unknown members are ignored. Standings and ratings are not read but computed again.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.engine.documents import Fault, read
from games.engine.untyped import as_list, as_object
from tournaments.engine.bundle.codec import RowReader
from tournaments.engine.bundle.document import (
    FORMAT,
    BundleAdjustmentAnswer,
    BundleAnswer,
    BundleBanAnswer,
    BundleEntryAnswer,
    BundlePlayerAnswer,
    BundleRoundAnswer,
    BundleStationaryAnswer,
)
from tournaments.engine.bundle.soundness import CHECKS, Faults, twice, unsound
from tournaments.engine.scoring import Scale, Scoring, ScoringType
from tournaments.engine.terms import BUNDLED, Format, RulesetRef, TableSize
from tournaments.engine.tournament import TournamentData, TournamentState


class BundleUnsound(ValueError):
    """What is wrong in a bundle, each with its path."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{path}: {text}" for path, text in faults))
        self.faults = faults


class Bundle(NamedTuple):
    """A bundle without a fault."""

    given: BundleAnswer
    tournament: TournamentData


def bundle_in(data: object) -> TournamentData:
    """The tournament. Raises BundleUnsound, with every fault by path."""
    return bundle_read(data).tournament


def bundle_read(data: object, *more: Faults) -> Bundle:
    """The bundle. `more` kinds of faults are asked for too. Raises BundleUnsound."""
    given = as_object(data) or {}
    if given.get("format") != FORMAT:
        raise BundleUnsound([Fault("format", f"must be {FORMAT}")])
    ids = [str((as_object(each) or {}).get("id")) for each in as_list(given.get("entries")) or []]
    bundle, faults = read(BundleAnswer, given, names={"entry": set(ids)}, checks=CHECKS)
    _require([*twice(ids, "entries", "id"), *faults])
    tournament = _tournament(bundle)
    older = "minimum_rounds" not in (as_object(given.get("tournament")) or {})
    _require(unsound(tournament, bundle, *more, with_absent=older))
    return Bundle(bundle, tournament)


def _require(faults: Iterable[Fault]) -> None:
    found = list(faults)
    if found:
        raise BundleUnsound(found)


def _tournament(bundle: BundleAnswer) -> TournamentData:
    reader = RowReader({entry["id"]: entry["number"] for entry in bundle["entries"]})
    given = bundle["tournament"]
    return TournamentData(
        **{each.name: each.of_json(given.get(each.member)) for each in BUNDLED},
        version=bundle["version"],
        id=given["id"],
        state=TournamentState(given["state"]),
        format=Format(given["format"]),
        ruleset=RulesetRef(*(given["ruleset"][name] for name in RulesetRef._fields)),
        tables=_table_sizes(given["table_seats"], given["table_sides"]),
        seed=given["seed"] or "",
        seed_shown=bool(given["seed"]),
        phrase=given["phrase"] or None,
        algorithm=given["algorithm"],
        scoring=scoring_in(given["scoring"]),
        tiebreaks=tuple(given["tiebreaks"]),
        forbidden=reader.read(list[BundleBanAnswer], given["forbidden"]),
        stationary=reader.read(list[BundleStationaryAnswer], given["stationary"]),
        players=reader.read(list[BundlePlayerAnswer], bundle["players"]),
        entries=reader.read(list[BundleEntryAnswer], bundle["entries"]),
        rounds=reader.read(list[BundleRoundAnswer], bundle["rounds"]),
        adjustments=reader.read(list[BundleAdjustmentAnswer], bundle["adjustments"]),
    )


def _table_sizes(seats: list[int], sides: list[int] | None) -> tuple[TableSize, ...]:
    """Bundles without sides mean pairs, or two single players."""
    own = [2 if size < 6 else size // 2 for size in seats] if sides is None else sides
    return tuple(map(TableSize, seats, own))


def scoring_in(given: Mapping[str, Any]) -> Scoring:
    """As a bundle has it, or the column of a tournament."""
    base, step, table = given["base"], given["step"], given["table"]
    scale = Scale(base, step, tuple(table)) if base and step and table else None
    plain = ("bye", "missed", "bracket", "margin_sd", "hands")
    return Scoring(
        type=ScoringType(given["type"]), scale=scale, **{name: given[name] for name in plain}
    )
