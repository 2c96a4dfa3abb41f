"""Ratings of clubs, replayed from their results, and the public list of who asked to be listed.

What is kept of a club's can be dropped at any moment. They count the club's own tournaments; its
members see them, and its handicaps follow them. An imported tournament counts if the club's admins
want that; of several copies only the oldest counts.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db.models import Max, Q

from games.engine.rulesets import load, slugs
from games.selectors.rulesets import ruleset_is_shipped
from samba_service.accounts.models import Player
from samba_service.kit.sql import run
from samba_service.kit.times import DAY_S
from tournaments.engine.rated_tables import Model, Rated, RatedKind, RatingChange
from tournaments.engine.ratings import Ratings, Replay, Strength, ratings_replay
from tournaments.engine.terms import Format
from tournaments.models import Club, ClubRatingList, Member, RatingList, Tournament
from tournaments.selectors.rated_tables import Copies, kind_of, placed_tables
from tournaments.selectors.rounds import rounds_at_play_of
from tournaments.selectors.tournaments import ruleset_of


class RatingRow(NamedTuple):
    """A line of the list; `players` by their public ids."""

    rank: int
    players: tuple[str, ...]
    rating: int
    """Card points a hand above the average."""
    deviation: int
    tables: int
    last_played: date


class Ranking(NamedTuple):
    """A list of ratings, or a page of one."""

    rows: list[RatingRow]
    computed_at: datetime | None
    """None: nothing has been computed so far."""


def ratings_of_club(club: Club, slug: str, kind: RatedKind) -> Ranking:
    """Everybody who is rated in the club, the best first; equal ratings share a rank.

    As they were when a worker last computed them.
    """
    kept = ClubRatingList.objects.filter(club=club, ruleset_slug=slug, kind=kind.value).first()
    if kept is None:
        return Ranking([], None)
    return Ranking(_ranked(map(_row, kept.lines)), kept.computed_at)


class RatedList(NamedTuple):
    """Which ratings a list has."""

    slug: str
    kind: RatedKind


def lists_of_club(club: Club) -> list[RatedList]:
    """The lists in which the club has ratings, the one of its latest tournament first."""
    played = Tournament.objects.filter(club=club, ruleset_slug__in=slugs())
    rows = played.order_by().values_list("ruleset_slug", "format").annotate(Max("created_at"))
    latest = sorted(rows, key=lambda row: row[2], reverse=True)
    return list(
        dict.fromkeys(RatedList(slug, RatedKind.of(Format(name))) for slug, name, _ in latest)
    )


def _row(line: Sequence[Any]) -> RatingRow:
    """A line of a kept list, without its rank."""
    players, rating, deviation, tables, last = line
    return RatingRow(0, tuple(players), rating, deviation, tables, date.fromisoformat(last))


class ClubResults(NamedTuple):
    """What a club's ratings in one ruleset are computed from."""

    slug: str
    copies: Copies

    @property
    def fingerprint(self) -> str:
        """Changes with everything that changes the ratings; "" if nothing counts."""
        return _fingerprint(self.copies) if self.copies else ""

    def lines(self) -> Iterator[tuple[Any, ...]]:
        """The resulting list, without house bots, as a `ClubRatingList` has it."""
        tables = list(placed_tables(self.copies))
        ratings = ratings_replay(
            Model(margin_sd=load(self.slug).tournament.margin_sd), tables
        ).ratings
        last: dict[Rated, int] = defaultdict(int)
        for placed in tables:
            for rated in (rated for side in placed.table.sides for rated in side):
                last[rated] = max(last[rated], placed.table.day)
        bots = {str(pk) for pk in Member.objects.exclude(bot_level="").values_list("pk", flat=True)}
        listed = [
            (ratings.rating(rated) or 0, _players(rated), rated)
            for rated in ratings.rated
            if bots.isdisjoint(_players(rated))
        ]
        for rating, players, rated in sorted(listed, key=lambda line: (-line[0], line[1])):
            day = date.fromordinal(last[rated] or 1).isoformat()
            yield players, rating, ratings.deviation(rated), ratings.tables(rated), day


def results_of_club(club: Club, slug: str, kind: RatedKind) -> ClubResults:
    """The results of the club that count now."""
    return ClubResults(slug, _counted(slug, kind, club, _roots()))


def names_of(rows: Iterable[RatingRow], club: Club | None = None) -> dict[str, str]:
    """Names by public id: those in `club`, or the accounts'."""
    ids = {player for row in rows for player in row.players}
    names = names_of_players(ids)
    if club is not None:
        members = Member.objects.filter(Q(pk__in=ids) | Q(player__in=ids), club=club)
        named = members.select_related("player")
        names |= {str(member.public_id): member.full_name for member in named}
    return names


def names_of_players(ids: Collection[str | UUID]) -> dict[str, str]:
    """The names of accounts by their public ids."""
    found = Player.objects.filter(pk__in=ids)
    return {str(player.pk): player.display_name for player in found}


def rating_changes(tournament: Tournament) -> Mapping[Rated, RatingChange]:
    """The tournament's changes of its club's ratings; for a copy, as if it were the original, and
    for one that does not count, as if it did.
    """
    roots = _roots()
    copies = _counted(tournament.ruleset_slug, kind_of(tournament), tournament.club, roots)
    own = roots.get(str(tournament.pk), str(tournament.pk))
    copies[own] = tournament
    key = f"rating-changes:{tournament.pk}:{_fingerprint(copies)}"
    kept = cache.get(key)
    if kept is not None:
        return {
            frozenset(rated) if isinstance(rated, list) else rated: RatingChange(*change)
            for rated, change in kept
        }
    changes = _replay(tournament, copies).changes.get(own, {})
    rows = [
        (list(rated) if isinstance(rated, frozenset) else rated, tuple(change))
        for rated, change in changes.items()
    ]
    cache.set(key, rows, DAY_S)
    return changes


def ratings_before(tournament: Tournament) -> Ratings:
    """The club's ratings so far of all who are to play in the tournament."""
    counted = _counted(tournament.ruleset_slug, kind_of(tournament), tournament.club, _roots())
    return _replay(tournament, counted).ratings


def _replay(tournament: Tournament, copies: Copies) -> Replay:
    """By the model of a shipped ruleset; for named house rules it is the tournament's."""
    slug = tournament.ruleset_slug
    rules = load(slug) if ruleset_is_shipped(slug) else ruleset_of(tournament)
    return ratings_replay(Model(margin_sd=rules.tournament.margin_sd), list(placed_tables(copies)))


def _counted(
    slug: str, kind: RatedKind, club: Club, roots: Mapping[str, str]
) -> dict[str, Tournament]:
    """The tournaments of a club; imports, whose originals are `roots`, where it counts them."""
    counts = Q(imported_from="") | Q(club__imports_rated=True)
    rows = Tournament.objects.filter(counts, club=club, ruleset_slug=slug, format__in=kind.formats)
    counted: dict[str, Tournament] = {}
    for tournament in rows.defer("ruleset").order_by("created_at", "id"):
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
    """Changes with every result, with the accounts of members, and when shared deals are shown."""
    members = Member.objects.filter(club__in={each.club_id for each in copies.values()})
    claimed = members.exclude(player=None).order_by("pk").values_list("pk", "player")
    hidden = rounds_at_play_of(copies.values())
    versions = sorted(
        (root, str(each.pk), each.version, sorted(hidden.get(each.pk, ())))
        for root, each in copies.items()
    )
    return sha256(f"{list(claimed)} {versions}".encode()).hexdigest()


def _players(rated: Rated) -> tuple[str, ...]:
    return tuple(sorted(rated)) if isinstance(rated, frozenset) else (str(rated),)


AT_MOST = 3
"""Players who may be rated as one."""


def each_player(condition: str) -> str:
    """In SQL: every one of a line's `players` is a person with an account of this condition.

    Scalar subqueries: a page looks up only the players of its own lines and of those before it.
    """
    return " AND ".join(
        f"""(cardinality(players) < {at} OR coalesce((
            SELECT kind = 'human' AND ({condition}) FROM accounts_player WHERE id = players[{at}]
        ), FALSE))"""
        for at in range(1, AT_MOST + 1)
    )


_ASKED = each_player("rating_public")

_LISTED = f"""
    SELECT players, mean, variance, tables, day FROM tournaments_ratingline
    WHERE list_id = %s AND {_ASKED} ORDER BY rating DESC, players OFFSET %s LIMIT %s
"""

_LEVEL_BEFORE = f"""
    SELECT count(*) FROM tournaments_ratingline
    WHERE list_id = %s AND rating = %s AND players < %s::uuid[] AND {_ASKED}
"""


class RankingPage(NamedTuple):
    """Some rows of a list, and whether there are more."""

    ranking: Ranking
    more: bool


def ratings_public(slug: str, kind: RatedKind, *, start: int, limit: int) -> RankingPage:
    """The rated players who asked to be listed, and the pairs both of whom did, from `start` on.

    The best come first; equal ratings share a rank among those listed.
    """
    ratings = RatingList.objects.filter(ruleset_slug=slug, kind=kind.value).first()
    if ratings is None:
        return RankingPage(Ranking([], None), more=False)
    found = run(_LISTED, (ratings.pk, start, limit + 1)).fetchall()
    rows = [_listed_row(*line) for line in found[:limit]]
    level = 0
    if start and rows:
        query = (ratings.pk, rows[0].rating, list(rows[0].players))
        [(level,)] = run(_LEVEL_BEFORE, query).fetchall()
    ranked = _ranked(rows, start, level)
    return RankingPage(Ranking(ranked, ratings.computed_at), more=len(found) > limit)


def _listed_row(
    players: list[object], mean: float, variance: float, tables: int, day: int
) -> RatingRow:
    """A line of the list, without its rank."""
    strength = Strength(mean, variance, tables, day)
    return RatingRow(
        0,
        tuple(map(str, players)),
        strength.rating,
        strength.deviation,
        tables,
        date.fromordinal(day or 1),
    )


def _ranked(rows: Iterable[RatingRow], start: int = 0, level_before: int = 0) -> list[RatingRow]:
    """The rows from `start` on with their ranks; `level_before` others share that of the first."""
    ranked: list[RatingRow] = []
    for at, row in enumerate(rows, start):
        if not ranked:
            rank = at - level_before + 1
        elif row.rating != ranked[-1].rating:
            rank = at + 1
        ranked.append(row._replace(rank=rank))
    return ranked
