"""Writing a tournament to its bundle; standings and ratings are computed again each time."""

from collections.abc import Mapping
from typing import Any

from tournaments.engine.bundle.codec import RowWriter
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
from tournaments.engine.lots import seed_hash
from tournaments.engine.ratings.margins import Model, Rated, RatingChange, ratings_replay
from tournaments.engine.ratings.tables import change_lines, days_of, rated_tables
from tournaments.engine.scoring import Scoring
from tournaments.engine.standings import chain_of, standings
from tournaments.engine.terms import BUNDLED
from tournaments.engine.tournament import TournamentData


def bundle_out(
    tournament: TournamentData, changes: Mapping[Rated, RatingChange] | None = None
) -> BundleAnswer:
    """The bundle. `changes` are its changes of ratings; None: as if it were the first one."""
    writer = RowWriter(tournament)
    return {
        "format": FORMAT,
        "version": tournament.version,
        "tournament": _tournament(writer, tournament),
        "players": writer.write(list[BundlePlayerAnswer], tournament.players),
        "entries": writer.write(list[BundleEntryAnswer], tournament.entries),
        "rounds": writer.write(list[BundleRoundAnswer], tournament.rounds),
        "adjustments": writer.write(list[BundleAdjustmentAnswer], tournament.adjustments),
        "standings": _standings(writer, tournament),
        "ratings": _ratings(writer, tournament, changes),
    }


def _tournament(writer: RowWriter, given: TournamentData) -> dict[str, Any]:
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
    scale = scoring.scale
    return {
        "type": str(scoring.type),
        "bye": scoring.bye,
        "missed": scoring.missed,
        "bracket": scoring.bracket,
        "margin_sd": scoring.margin_sd,
        "hands": scoring.hands,
        "base": None if scale is None else scale.base,
        "step": None if scale is None else scale.step,
        "table": None if scale is None else list(scale.table),
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
    tables = rated_tables(tournament, days_of(tournament))
    replay = ratings_replay(Model(margin_sd=tournament.scoring.margin_sd), tables)
    return replay.changes.get(tournament.id, {})
