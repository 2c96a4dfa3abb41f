"""Tables of tournaments as ratings read them: who sat there, and the results that count."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from tournaments.engine.bundle.reading import scoring_in
from tournaments.engine.entries import EntryData, StintData
from tournaments.engine.ratings.margins import PlacedTable
from tournaments.engine.ratings.tables import RatedKind, days_of, rated_tables
from tournaments.engine.results import End, Kind, ResultData
from tournaments.engine.terms import Format
from tournaments.engine.tournament import RoundData, SeatedTable, TournamentData
from tournaments.models import Result, Round, Stint, Table, TableSeat, Tournament
from tournaments.selectors.rounds import rounds_at_play
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
    relieved = _relieved(found)
    for pk, of_tournament in groupby(rows, key=lambda table: table.round.tournament_id):
        played = _played(found[pk], by_id[pk], of_tournament, relieved.get(pk, ()))
        state = redacted(played, rounds_at_play(by_id[pk]))
        yield from rated_tables(state, days_of(state))


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
