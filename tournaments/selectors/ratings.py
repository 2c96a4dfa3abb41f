"""Ratings: all results in one ruleset, replayed; what is cached could be made anew at any moment.

A tournament that was imported counts once, whatever copies of it there are: the oldest does.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db.models import Prefetch, Q, QuerySet

from games.engine.rulesets import load
from games.models import Player
from tournaments.engine.entries import Entry, Tenure
from tournaments.engine.rated_tables import days_of, rated_tables
from tournaments.engine.ratings import (
    Model,
    PlacedTable,
    Rated,
    RatingChange,
    Ratings,
    Replay,
    ratings_replay,
)
from tournaments.engine.results import End, Kind
from tournaments.engine.results import Result as PureResult
from tournaments.engine.tournament import Format, Round, SeatedTable
from tournaments.engine.tournament import Tournament as PureTournament
from tournaments.models import Member, Result, Table, TableSeat, Tournament
from tournaments.models import Tenure as TenureRow
from tournaments.selectors.shared_deals import rounds_at_play
from tournaments.selectors.standings import DAY_S, told
from tournaments.selectors.state import scoring_of


class RatedKind(StrEnum):
    PLAYER = "player"
    """Where partners change."""
    PARTNERSHIP = "partnership"
    """Those who stay together, as one."""

    @property
    def formats(self) -> list[Format]:
        return [each for each in Format if each.individual is (self is RatedKind.PLAYER)]


def kind_of(tournament: Tournament) -> RatedKind:
    """What is rated in it."""
    individual = Format(tournament.format).individual
    return RatedKind.PLAYER if individual else RatedKind.PARTNERSHIP


class RatingRow(NamedTuple):
    """A line of the list; `players` by their public ids."""

    rank: int
    players: tuple[str, ...]
    rating: int
    """Card points a hand above the average."""
    deviation: int
    tables: int
    last_played: date


def ratings_list(slug: str, kind: RatedKind) -> list[RatingRow]:
    """Everybody who is rated, the best first, level ones at one rank; house bots left out."""
    copies = _counted(slug, kind)
    key = f"ratings:{_fingerprint(copies)}"
    rows = cache.get(key)
    if rows is None:
        rows = list(_rows(slug, copies))
        cache.set(key, rows, DAY_S)
        return [RatingRow(*row) for row in rows]
    return [
        RatingRow(rank, tuple(players), rating, deviation, tables, date.fromisoformat(last))
        for rank, players, rating, deviation, tables, last in rows
    ]


def names_of(rows: Iterable[RatingRow]) -> dict[str, str]:
    """What they are called, by public id."""
    ids = {player for row in rows for player in row.players}
    found = Player.objects.filter(pk__in=ids)
    names = {str(player.pk): player.display_name for player in found}
    members = Member.objects.filter(pk__in=ids - names.keys(), player=None)
    return names | {str(member.pk): member.own_name for member in members}


def rating_changes(tournament: Tournament) -> Mapping[Rated, RatingChange]:
    """What the tournament made of ratings; of a copy, as if it were the original."""
    copies = _counted(tournament.ruleset_slug, kind_of(tournament))
    roots = _roots()
    own = roots.get(str(tournament.pk), str(tournament.pk))
    copies[own] = tournament
    key = f"rating-changes:{tournament.pk}:{_fingerprint(copies)}"
    kept = cache.get(key)
    if kept is not None:
        return {
            frozenset(rated) if isinstance(rated, list) else rated: RatingChange(*change)
            for rated, change in kept
        }
    replay, _ = _replay(tournament.ruleset_slug, copies)
    changes = replay.changes.get(own, {})
    rows = [
        (list(rated) if isinstance(rated, frozenset) else rated, tuple(change))
        for rated, change in changes.items()
    ]
    cache.set(key, rows, DAY_S)
    return changes


def ratings_before(tournament: Tournament) -> Ratings:
    """All that is known so far, for who is to play in the tournament."""
    replay, _ = _replay(
        tournament.ruleset_slug, _counted(tournament.ruleset_slug, kind_of(tournament))
    )
    return replay.ratings


Copies = dict[str, Tournament]
"""The tournaments that count, each by the id of the one that it is a copy of, or its own."""


def _counted(slug: str, kind: RatedKind) -> Copies:
    rows = Tournament.objects.filter(ruleset_slug=slug, format__in=kind.formats)
    roots, counted = _roots(), Copies()
    for tournament in rows.order_by("created_at", "id"):
        counted.setdefault(roots.get(str(tournament.pk), str(tournament.pk)), tournament)
    return counted


def _roots() -> dict[str, str]:
    """Of tournaments that were imported, by id: the original's id, here or elsewhere."""
    imported = Tournament.objects.exclude(imported_from="").order_by("created_at", "id")
    roots: dict[str, str] = {}
    for id, parent in imported.values_list("id", "imported_from"):
        roots[str(id)] = roots.get(parent, parent)
    return roots


def _fingerprint(copies: Copies) -> str:
    """Changes with every result, when a member becomes a player, and when shared deals are told."""
    claimed = Member.objects.exclude(player=None).count()
    versions = sorted(
        (root, str(each.pk), each.version, sorted(rounds_at_play(each)) if each.duplicate else [])
        for root, each in copies.items()
    )
    return sha256(f"{claimed} {versions}".encode()).hexdigest()


def _replay(slug: str, copies: Copies) -> tuple[Replay, list[PlacedTable]]:
    tables = list(_placed(copies))
    model = Model(margin_sd=load(slug).tournament.margin_sd)
    return ratings_replay(model, tables), tables


def _rows(slug: str, copies: Copies) -> Iterator[tuple[Any, ...]]:
    replay, tables = _replay(slug, copies)
    last: dict[Rated, int] = defaultdict(int)
    for placed in tables:
        for rated in (rated for side in placed.table.sides for rated in side):
            last[rated] = max(last[rated], placed.table.day)
    bots = {str(pk) for pk in Member.objects.exclude(bot_level="").values_list("pk", flat=True)}
    listed = [
        (replay.ratings.rating(rated) or 0, _players(rated), rated)
        for rated in replay.ratings.rated
        if bots.isdisjoint(_players(rated))
    ]
    rank = 1
    for rating, level in groupby(sorted(listed, key=_order), key=itemgetter(0)):
        together = list(level)
        for _, players, rated in together:
            deviation, tables_ = replay.ratings.deviation(rated), replay.ratings.tables(rated)
            yield (rank, players, rating, deviation, tables_, date.fromordinal(last[rated] or 1))
        rank += len(together)


def _order(line: tuple[int, tuple[str, ...], Rated]) -> tuple[int, tuple[str, ...]]:
    return -line[0], line[1]


def _players(rated: Rated) -> tuple[str, ...]:
    return tuple(sorted(rated)) if isinstance(rated, frozenset) else (str(rated),)


def _placed(copies: Copies) -> Iterator[PlacedTable]:
    """Every table that counts, its tournament by the original's id."""
    found = {tournament.pk: root for root, tournament in copies.items()}
    tables = _tables().filter(round__tournament__in=found)
    rows = tables.order_by("round__tournament", "round__number", "number")
    by_id = {tournament.pk: tournament for tournament in copies.values()}
    relieved = _relieved(found)
    for pk, of_tournament in groupby(rows, key=lambda table: table.round.tournament_id):
        played = _played(found[pk], by_id[pk], of_tournament, relieved.get(pk, ()))
        state = told(played, rounds_at_play(by_id[pk]))
        yield from rated_tables(state, days_of(state))


def _relieved(tournaments: Iterable[UUID]) -> Mapping[UUID, Sequence[Entry]]:
    """By tournament, the entries that had a substitute in the middle of a round."""
    within = Q(first_hand__isnull=False) | Q(last_hand__isnull=False)
    rows = TenureRow.objects.filter(within, entry__tournament__in=tournaments)
    found: dict[UUID, list[Entry]] = defaultdict(list)
    for each in rows.select_related("entry"):
        spans = each.first_round, each.last_round, each.first_hand, each.last_hand
        entry = Entry(each.entry.number, tenures=(Tenure("", None, *spans),))
        found[each.entry.tournament_id].append(entry)
    return found


def _tables() -> QuerySet[Table]:
    results = Result.objects.only("table", "version", "kind", "end", "points", "at")
    seats = TableSeat.objects.select_related("member", "entry")
    rows = Table.objects.filter(round__published__isnull=False).select_related("round")
    return rows.prefetch_related(Prefetch("results", results), Prefetch("seats", seats))


def _played(
    root: str, tournament: Tournament, tables: Iterable[Table], entries: Iterable[Entry]
) -> PureTournament:
    """As much of a tournament as ratings read."""
    return PureTournament(
        id=root,
        format=Format(tournament.format),
        planned=tournament.rounds_planned,
        seed=tournament.seed,
        scoring=scoring_of(tournament.scoring),
        duplicate=tournament.duplicate,
        hands_per_round=tournament.hands_per_round,
        entries=tuple(entries),
        rounds=tuple(
            Round(
                number=round_.number,
                published=round_.published,
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


def _bare(row: Result) -> PureResult:
    """What of a result decides whether it counts, and for what."""
    points = None if row.points is None else tuple(row.points)
    return PureResult(
        version=row.version, kind=Kind(row.kind), end=End(row.end), points=points, at=row.at
    )
