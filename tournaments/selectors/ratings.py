"""Ratings: results in one ruleset, replayed; what is cached could be made again at any moment.

A club's are made of its own tournaments; its members see them, and its handicaps follow them. The
public ones are made of all, and list who asked for it. What was imported counts where the club's
admins say so, and once, whatever copies of it there are: the oldest does.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db.models import Prefetch, Q, QuerySet

from games.engine.rulesets import load
from games.models import Player, PlayerKind
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
from tournaments.models import Club, Member, Result, Table, TableSeat, Tournament
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


def ratings_public(slug: str, kind: RatedKind) -> list[RatingRow]:
    """Who is rated and asked to be listed, the best first; a pair if all of it asked."""
    rows = _listed(slug, _counted(slug, kind))
    ids = {player for row in rows for player in row.players}
    agreed = Player.objects.filter(
        pk__in=ids, rating_public=True, kind=PlayerKind.HUMAN, anonymised_at=None
    )
    public = {str(pk) for pk in agreed.values_list("pk", flat=True)}
    return _ranked(row for row in rows if public.issuperset(row.players))


def ratings_of_club(club: Club, slug: str, kind: RatedKind) -> list[RatingRow]:
    """Everybody who is rated in the club, the best first, level ones at one rank."""
    return _ranked(_listed(slug, _counted(slug, kind, club)))


def _ranked(rows: Iterable[RatingRow]) -> list[RatingRow]:
    """Rows with ranks among these."""
    ranked: list[RatingRow] = []
    for _, level in groupby(rows, key=lambda row: row.rating):
        rank = len(ranked) + 1
        ranked += [row._replace(rank=rank) for row in level]
    return ranked


def _listed(slug: str, copies: "Copies") -> list[RatingRow]:
    """Everybody who is rated, in order; house bots left out."""
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


def names_of(rows: Iterable[RatingRow], club: Club | None = None) -> dict[str, str]:
    """What they are called, by public id: in `club`, or as their accounts."""
    ids = {player for row in rows for player in row.players}
    found = Player.objects.filter(pk__in=ids)
    names = {str(player.pk): player.display_name for player in found}
    if club is not None:
        members = Member.objects.filter(Q(pk__in=ids) | Q(player__in=ids), club=club)
        named = members.select_related("player")
        names |= {str(member.public_id): member.full_name for member in named}
    return names


def rating_changes(tournament: Tournament) -> Mapping[Rated, RatingChange]:
    """What the tournament made of its club's ratings; of a copy, as if it were the original, and
    of one that does not count, as if it did."""
    copies = _counted(tournament.ruleset_slug, kind_of(tournament), tournament.club)
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
    """All that the club knows so far of who is to play in the tournament."""
    counted = _counted(tournament.ruleset_slug, kind_of(tournament), tournament.club)
    return _replay(tournament.ruleset_slug, counted)[0].ratings


Copies = dict[str, Tournament]
"""The tournaments that count, each by the id of the one that it is a copy of, or its own."""


def _counted(slug: str, kind: RatedKind, club: Club | None = None) -> Copies:
    """The tournaments of a club, or of all; imports where their club counts them."""
    counts = Q(imported_from="") | Q(club__imports_rated=True)
    rows = Tournament.objects.filter(counts, ruleset_slug=slug, format__in=kind.formats)
    if club is not None:
        rows = rows.filter(club=club)
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
    for rating, players, rated in sorted(listed, key=_order):
        deviation, tables_ = replay.ratings.deviation(rated), replay.ratings.tables(rated)
        yield (0, players, rating, deviation, tables_, date.fromordinal(last[rated] or 1))


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
