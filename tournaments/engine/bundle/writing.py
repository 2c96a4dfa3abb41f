"""Writing a tournament to its bundle; standings and ratings are computed again each time."""

from collections.abc import Mapping
from typing import Any

from tournaments.engine.bundle.document import (
    FORMAT,
    BundleAdjustmentAnswer,
    BundleAnswer,
    BundleAuthorAnswer,
    BundleBasisAnswer,
    BundleByeAnswer,
    BundleEntryAnswer,
    BundleLockAnswer,
    BundleRatingAnswer,
    BundleResultAnswer,
    BundleRoundAnswer,
    BundleScoringAnswer,
    BundleStandingAnswer,
    BundleTableAnswer,
    WhyAnswer,
)
from tournaments.engine.draws import Basis, Bye, Entries, Lock, Reason
from tournaments.engine.entries import EntryData
from tournaments.engine.lots import seed_hash
from tournaments.engine.ratings.margins import Model, Rated, RatingChange, ratings_replay
from tournaments.engine.ratings.tables import change_lines, days_of, rated_tables
from tournaments.engine.reason_texts import reason_text
from tournaments.engine.results import Author, End, ResultData, scores
from tournaments.engine.scoring import Scoring
from tournaments.engine.standings import chain_of, standings
from tournaments.engine.terms import BUNDLED, time_out
from tournaments.engine.tournament import AdjustmentData, RoundData, SeatedTable, TournamentData

Json = dict[str, Any]


def bundle_out(
    tournament: TournamentData, changes: Mapping[Rated, RatingChange] | None = None
) -> BundleAnswer:
    """The bundle. `changes` are its changes of ratings; None: as if it were the first one."""
    writer = _Writer(tournament)
    return {
        "format": FORMAT,
        "version": tournament.version,
        "tournament": writer.tournament_out(),
        "players": [
            {"id": player.id, "name": player.name, "kind": str(player.kind)}
            for player in tournament.players
        ],
        "entries": [_entry(entry) for entry in tournament.entries],
        "rounds": [writer.round_out(round_) for round_ in tournament.rounds],
        "adjustments": [writer.adjustment(each) for each in tournament.adjustments],
        "standings": writer.standings(),
        "ratings": _ratings(tournament, changes),
    }


class _Writer:
    """Names entries by their ids."""

    def __init__(self, tournament: TournamentData) -> None:
        self.tournament = tournament
        self.id = {entry.number: entry.id for entry in tournament.entries}
        self.names = {entry.number: entry.name for entry in tournament.entries}

    def ids(self, entries: Entries) -> list[str]:
        return [self.id[entry] for entry in entries]

    def tournament_out(self) -> Json:
        given = self.tournament
        return {
            "id": given.id,
            **{
                each.member: each.json(value)
                for each in BUNDLED
                if (value := getattr(given, each.name)) is not None
                or each.setting.absent is not None
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
            "forbidden": [
                {"entries": self.ids(ban.entries), "as": str(ban.apart)} for ban in given.forbidden
            ],
            "stationary": [
                {"entry": self.id[each.entry], "table": each.table} for each in given.stationary
            ],
        }

    def round_out(self, round_: RoundData) -> BundleRoundAnswer:
        return {
            "number": round_.number,
            "state": str(round_.state),
            "method": round_.method,
            "drawn": round_.drawn_version,
            "published": round_.published_version,
            "basis": [self.basis(each) for each in round_.basis],
            "locks": [self.lock(lock) for lock in round_.locks],
            "byes": [self.bye(bye) for bye in round_.byes],
            "tables": [self.table(table) for table in round_.tables],
        }

    def basis(self, each: Basis) -> BundleBasisAnswer:
        return {
            "entry": self.id[each.entry],
            "rank": each.rank,
            "score": each.score,
            "byes": each.byes,
            "floats": list(each.floats),
        }

    def lock(self, lock: Lock) -> BundleLockAnswer:
        return {
            "sides": [self.ids(side) for side in lock.sides],
            "table": lock.table,
            "bye": lock.bye,
            "override": lock.override,
            "version": lock.version,
            "reason": lock.reason,
            "after_publication": lock.after_publication,
        }

    def bye(self, bye: Bye) -> BundleByeAnswer:
        return {"entry": self.id[bye.entry], "slot": bye.slot, "why": self.why(bye.why)}

    def table(self, table: SeatedTable) -> BundleTableAnswer:
        players = table.players or ((),) * len(table.sides)
        return {
            "number": table.number,
            "slot": table.slot,
            "place": table.third_place_match,
            "venue": str(table.venue),
            "game": table.game,
            "dealer": table.dealer,
            "start_scores": list(table.start_scores) or None,
            "sides": [
                {"side": at, "entries": self.ids(side), "players": list(sitting)}
                for at, (side, sitting) in enumerate(zip(table.sides, players, strict=True))
            ],
            "why": self.why(table.why),
            "results": [_result(self.tournament.scoring, each) for each in table.results],
        }

    def why(self, why: Reason) -> WhyAnswer:
        return {
            "code": why.code or None,
            "facts": dict(why.facts),
            "text": reason_text(why, self.names),
            "cost": list(why.cost),
        }

    def adjustment(self, each: AdjustmentData) -> BundleAdjustmentAnswer:
        return {
            "version": each.version,
            "entry": self.id[each.entry],
            "score": each.score,
            "reason": each.reason,
            "by": each.by,
        }

    def standings(self) -> list[BundleStandingAnswer]:
        return [
            {
                "rank": each.rank,
                "entry": self.id[each.entry],
                "metrics": [{"name": name, "value": value} for name, value in each.metrics],
            }
            for each in standings(self.tournament)
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


def _entry(entry: EntryData) -> BundleEntryAnswer:
    return {
        "id": entry.id,
        "number": entry.number,
        "name": entry.name,
        "seed": entry.seed,
        "late": entry.late,
        "tenures": [
            {
                "player": stint.player,
                "for": stint.replaces,
                "first": stint.first,
                "first_hand": stint.first_hand,
                "last": stint.last,
                "last_hand": stint.last_hand,
            }
            for stint in entry.stints
        ],
        "presence": [
            {"version": change.version, "present": change.present} for change in entry.presence
        ],
        "withdrawn": entry.withdrawn,
    }


def _result(scoring: Scoring, result: ResultData) -> BundleResultAnswer:
    return {
        "version": result.version,
        "at": None if result.at is None else time_out(result.at),
        "kind": str(result.kind),
        "status": str(result.status),
        "end": str(result.end),
        "by": None if result.by is None else _author(result.by),
        "reason": result.reason,
        "points": _listed(result.points),
        "award": _listed(result.award),
        "scores": None if result.end is End.VOID else list(scores(scoring, result)),
        "winner": result.winner,
        "sambas": _listed(result.sambas),
        "hands": None if result.hands is None else [dict(hand) for hand in result.hands],
    }


def _author(by: Author) -> BundleAuthorAnswer:
    return {"player": by.player, "side": by.side, "director": by.director}


def _listed(values: tuple[int, ...] | None) -> list[int] | None:
    return None if values is None else list(values)


def _ratings(
    tournament: TournamentData, changes: Mapping[Rated, RatingChange] | None
) -> list[BundleRatingAnswer]:
    changes = _alone(tournament) if changes is None else changes
    id = {entry.number: entry.id for entry in tournament.entries}
    return [
        {
            "player": line.player,
            "entry": None if line.entry is None else id[line.entry],
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
