"""The bundle `samba-tournament/1`: a whole tournament as one JSON object, out and in.

Unknown members are ignored. Standings and ratings are not read but computed again each time.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.engine.documents import Fault, read
from games.engine.untyped import as_list, as_object
from tournaments.engine.bundle.codec import RowReader, RowWriter
from tournaments.engine.bundle.document import (
    FORMAT,
    BundleAdjustmentAnswer,
    BundleAnswer,
    BundleBanAnswer,
    BundleEntryAnswer,
    BundlePlayerAnswer,
    BundleRatingAnswer,
    BundleRoundAnswer,
    BundleScoringAnswer,
    BundleStandingAnswer,
    BundleStationaryAnswer,
)
from tournaments.engine.bundle.soundness import CHECKS, Faults, twice, unsound
from tournaments.engine.draws import seed_hash
from tournaments.engine.rated_tables import (
    Model,
    Rated,
    RatingChange,
    change_lines,
    rated_tables,
)
from tournaments.engine.ratings import ratings_replay
from tournaments.engine.results import Scale, Scoring, ScoringType
from tournaments.engine.standings import chain_of, standings
from tournaments.engine.terms import BUNDLED, Format, RulesetRef, TableSize
from tournaments.engine.tournament import TournamentData, TournamentState


def bundle_out(
    tournament: TournamentData, changes: Mapping[Rated, RatingChange] | None = None
) -> BundleAnswer:
    """The bundle. `changes` are its changes of ratings; None: as if it were the first one."""
    writer = RowWriter(tournament)
    return {
        "format": FORMAT,
        "version": tournament.version,
        "tournament": _tournament_out(writer, tournament),
        "players": writer.write(list[BundlePlayerAnswer], tournament.players),
        "entries": writer.write(list[BundleEntryAnswer], tournament.entries),
        "rounds": writer.write(list[BundleRoundAnswer], tournament.rounds),
        "adjustments": writer.write(list[BundleAdjustmentAnswer], tournament.adjustments),
        "standings": _standings(writer, tournament),
        "ratings": _ratings(writer, tournament, changes),
    }


def _tournament_out(writer: RowWriter, given: TournamentData) -> dict[str, Any]:
    return {
        "id": given.id,
        **{
            each.member: each.json(value)
            for each in BUNDLED
            if (value := getattr(given, each.name)) is not None or each.setting.absent is not None
        },
        "state": str(given.state),
        "format": str(given.format),
        "ruleset": given.ruleset._asdict(),
        "table_seats": [size.seats for size in given.tables],
        "table_sides": [size.sides for size in given.tables],
        "seed": given.seed if given.seed and given.seed_shown else None,
        "seed_hash": seed_hash(given.seed) if given.seed else None,
        "phrase": given.phrase,
        "algorithm": given.algorithm,
        "scoring": scoring_out(given.scoring),
        "tiebreaks": list(chain_of(given)),
        "minimum_rounds": given.rounds_to_rank,
        "forbidden": writer.write(list[BundleBanAnswer], given.forbidden),
        "stationary": writer.write(list[BundleStationaryAnswer], given.stationary),
    }


def _standings(writer: RowWriter, tournament: TournamentData) -> list[BundleStandingAnswer]:
    return [
        {
            "rank": each.rank,
            "entry": writer.ids[each.entry],
            "metrics": [{"name": name, "value": value} for name, value in each.metrics],
        }
        for each in standings(tournament)
    ]


def scoring_out(scoring: Scoring) -> BundleScoringAnswer:
    """The scoring with its scale; members without a value are null."""
    base, step, table = scoring.scale or (None, None, None)
    return {
        "type": str(scoring.type),
        "bye": scoring.bye,
        "missed": scoring.missed,
        "bracket": scoring.bracket,
        "margin_sd": scoring.margin_sd,
        "hands": scoring.hands,
        "base": base,
        "step": step,
        "table": None if table is None else list(table),
    }


def _ratings(
    writer: RowWriter, tournament: TournamentData, changes: Mapping[Rated, RatingChange] | None
) -> list[BundleRatingAnswer]:
    changes = _alone(tournament) if changes is None else changes
    return [
        {
            "player": line.player,
            "entry": None if line.entry is None else writer.ids[line.entry],
            "tables": line.change.tables,
            "before": line.change.before,
            "after": line.change.after,
        }
        for line in change_lines(tournament, changes)
    ]


def _alone(tournament: TournamentData) -> Mapping[Rated, RatingChange]:
    """Its changes of ratings if it were the first tournament; empty if no margin is known."""
    if tournament.scoring.margin_sd is None:
        return {}
    tables = rated_tables(tournament)
    replay = ratings_replay(Model(margin_sd=tournament.scoring.margin_sd), tables)
    return replay.changes.get(tournament.id, {})


class BundleUnsound(ValueError):
    """What is wrong in a bundle, each with its path."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{path}: {text}" for path, text in faults))
        self.faults = faults


class Bundle(NamedTuple):
    """A bundle without a fault."""

    given: BundleAnswer
    tournament: TournamentData


def bundle_read(data: object, *more: Faults) -> Bundle:
    """The bundle. Raises BundleUnsound, with every fault by path, those of `more` kinds too."""
    given = as_object(data) or {}
    if given.get("format") != FORMAT:
        raise BundleUnsound([Fault("format", f"must be {FORMAT}")])
    ids = [str((as_object(each) or {}).get("id")) for each in as_list(given.get("entries")) or []]
    bundle, faults = read(BundleAnswer, given, names={"entry": set(ids)}, checks=CHECKS)
    _require([*twice(ids, "entries", "id"), *faults])
    tournament = _tournament_in(bundle)
    older = "minimum_rounds" not in (as_object(given.get("tournament")) or {})
    _require(unsound(tournament, bundle, *more, with_absent=older))
    return Bundle(bundle, tournament)


def _require(faults: Iterable[Fault]) -> None:
    if found := list(faults):
        raise BundleUnsound(found)


def _tournament_in(bundle: BundleAnswer) -> TournamentData:
    reader = RowReader({entry["id"]: entry["number"] for entry in bundle["entries"]})
    given = bundle["tournament"]
    seats, sides = given["table_seats"], given["table_sides"]
    if sides is None:  # older bundles mean pairs, or two single players
        sides = [2 if size < 6 else size // 2 for size in seats]
    return TournamentData(
        **{each.name: each.of_json(given.get(each.member)) for each in BUNDLED},
        version=bundle["version"],
        id=given["id"],
        state=TournamentState(given["state"]),
        format=Format(given["format"]),
        ruleset=RulesetRef(*(given["ruleset"][name] for name in RulesetRef._fields)),
        tables=tuple(map(TableSize, seats, sides)),
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


def scoring_in(given: Mapping[str, Any]) -> Scoring:
    """As a bundle has it, or the column of a tournament."""
    base, step, table = given["base"], given["step"], given["table"]
    scale = Scale(base, step, tuple(table)) if base and step and table else None
    plain = ("bye", "missed", "bracket", "margin_sd", "hands")
    return Scoring(
        type=ScoringType(given["type"]), scale=scale, **{name: given[name] for name in plain}
    )
