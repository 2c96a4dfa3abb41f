"""The tables that count for ratings: who sat there, and their results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.selectors.rated_games import rated_game_get, rated_games_ended, ruleset_of_rated
from tournaments.engine.bundle import scoring_in
from tournaments.engine.draws import SeatedTable
from tournaments.engine.rated_tables import (
    PlacedTable,
    PublicTable,
    Rated,
    RatedKind,
    public_table,
    rated_tables,
)
from tournaments.engine.results import End, Kind, ResultData
from tournaments.engine.terms import Format
from tournaments.engine.tournament import EntryData, RoundData, StintData, TournamentData
from tournaments.models import Result, Round, Stint, Table, TableSeat, Tournament
from tournaments.selectors.rounds import rounds_at_play_of
from tournaments.selectors.standings import redacted

Copies = Mapping[str, Tournament]
"""The tournaments that count, each by the id of the one that it is a copy of, or its own."""


def kind_of(tournament: Tournament) -> RatedKind:
    """What is rated in it."""
    return RatedKind.of(Format(tournament.format))


def placed_tables(copies: Copies) -> Iterator[PlacedTable]:
    """Every table that counts, with the id of the original tournament."""
    found = {tournament.pk: root for root, tournament in copies.items()}
    tables = _tables().filter(round__tournament__in=found)
    rows = tables.order_by("round__tournament", "round__number", "number")
    by_id = {tournament.pk: tournament for tournament in copies.values()}
    relieved, hidden = _relieved(found), rounds_at_play_of(by_id.values())
    for pk, of_tournament in groupby(rows, key=lambda table: table.round.tournament_id):
        played = _played(found[pk], by_id[pk], of_tournament, relieved.get(pk, ()))
        state = redacted(played, hidden.get(pk, frozenset()))
        yield from rated_tables(state)


def _relieved(tournaments: Iterable[UUID]) -> Mapping[UUID, Sequence[EntryData]]:
    """By tournament, the entries that had a substitute in the middle of a round."""
    within = Q(first_hand__isnull=False) | Q(last_hand__isnull=False)
    rows = Stint.objects.filter(within, entry__tournament__in=tournaments)
    found: dict[UUID, list[EntryData]] = defaultdict(list)
    for each in rows.select_related("entry"):
        spans = each.first_round, each.last_round, each.first_hand, each.last_hand
        entry = EntryData(each.entry.number, stints=(StintData("", None, *spans),))
        found[each.entry.tournament_id].append(entry)
    return found


def _tables() -> QuerySet[Table]:
    results = Result.objects.only("table", "version", "kind", "end", "points", "at")
    seats = TableSeat.objects.select_related("member__player", "entry")
    rounds = Round.objects.only("tournament", "number", "published_version")
    rows = Table.objects.filter(round__published_version__isnull=False)
    return rows.prefetch_related(
        Prefetch("round", rounds), Prefetch("results", results), Prefetch("seats", seats)
    )


def _played(
    root: str, tournament: Tournament, tables: Iterable[Table], entries: Iterable[EntryData]
) -> TournamentData:
    """The part of a tournament that ratings read."""
    return TournamentData(
        id=root,
        format=Format(tournament.format),
        rounds_planned=tournament.rounds_planned,
        seed=tournament.seed,
        scoring=scoring_in(tournament.scoring),
        duplicate=tournament.duplicate,
        hands_per_round=tournament.hands_per_round,
        entries=tuple(entries),
        rounds=tuple(
            RoundData(
                number=round_.number,
                published_version=round_.published_version,
                tables=tuple(map(_seated, of_round)),
            )
            for round_, of_round in groupby(tables, key=lambda table: table.round)
        ),
    )


def _seated(table: Table) -> SeatedTable:
    results = tuple(_bare(result) for result in table.results.all())
    seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
    sides = max((len(result.points or ()) for result in results), default=2) or 2
    return SeatedTable(
        sides=tuple(
            tuple(seat.entry.number for seat in seats[side::sides]) for side in range(sides)
        ),
        results=results,
        number=table.number,
        start_scores=tuple(table.start_scores or ()),
        players=tuple(
            tuple(str(seat.member.public_id) for seat in seats[side::sides])
            for side in range(sides)
        ),
    )


def _bare(row: Result) -> ResultData:
    """The part of a result that ratings read."""
    points = None if row.points is None else tuple(row.points)
    return ResultData(
        version=row.version, kind=Kind(row.kind), end=End(row.end), points=points, at=row.at
    )


class TablePosition(NamedTuple):
    """The place of a table in its source; a game is the first table of the first round."""

    round: int
    number: int


class RatedSource(NamedTuple):
    """Something whose tables may count, in the list of one ruleset and kind."""

    id: UUID
    ruleset_slug: str
    kind: RatedKind


def source_find(source_id: UUID) -> RatedSource | None:
    """The tournament or the rated game of this id, if any."""
    tournament = Tournament.objects.filter(pk=source_id).first()
    if tournament is not None:
        return RatedSource(source_id, tournament.ruleset_slug, kind_of(tournament))
    slug = ruleset_of_rated(source_id)
    return None if slug is None else RatedSource(source_id, slug, RatedKind.PLAYER)


def sources_all() -> list[RatedSource]:
    """Everything that may count: tournaments that are marked, rated games."""
    tournaments = Tournament.objects.filter(rated=True)
    games = [RatedSource(game, slug, RatedKind.PLAYER) for game, slug in rated_games_ended()]
    return [RatedSource(each.pk, each.ruleset_slug, kind_of(each)) for each in tournaments] + games


def tables_counted(source: RatedSource) -> dict[TablePosition, PublicTable]:
    """The tables of the source that count now; players and pairs are keys."""
    tournament = Tournament.objects.filter(pk=source.id).first()
    return dict(_of_game(source.id) if tournament is None else _of_tournament(tournament))


def _of_tournament(tournament: Tournament) -> Iterator[tuple[TablePosition, PublicTable]]:
    if not tournament.counts_in_public:
        return
    for placed in placed_tables({str(tournament.pk): tournament}):
        sides = tuple(tuple(map(key_of, side)) for side in placed.table.sides)
        table = placed.table._replace(sides=sides)
        yield TablePosition(int(placed.round), placed.number), PublicTable(table)


def _of_game(game_id: UUID) -> Iterator[tuple[TablePosition, PublicTable]]:
    """A game rates players: partners play together in that game only."""
    game = rated_game_get(game_id)
    table = None if game is None else public_table(game)
    if table is not None:
        yield TablePosition(1, 1), table


def key_of(rated: Rated) -> str:
    """The key of a player, or of a pair that stays together."""
    return "+".join(sorted(rated)) if isinstance(rated, frozenset) else str(rated)
