"""The table of a season: the scores of every night, and the best of them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from samba_service.kit.kept import Made, once
from samba_service.kit.rows import row_found
from samba_service.kit.sql import run
from samba_service.kit.times import DAY_S
from tournaments.engine.seasons import (
    SeasonNight,
    SeasonResult,
    SeasonRules,
    contenders,
    night_scores,
    season_results,
    winners,
)
from tournaments.engine.standings import standings
from tournaments.engine.terms import Visibility
from tournaments.engine.tournament import TournamentState
from tournaments.models import Member, Season, Tournament
from tournaments.printing.standings import PlayedNight, SeasonPage, SeasonRow, SeasonScore
from tournaments.selectors.clubs import belongs
from tournaments.selectors.printing import day_of
from tournaments.selectors.rounds import rounds_at_play_of
from tournaments.selectors.standings import redacted, scores_of_many
from tournaments.selectors.tournaments import tournaments_seen

MONTH_S = 30 * DAY_S
"""How long a night is kept: a season is made of those of a year."""


_ENTRIES_PLAYED = """
    WITH of_season AS (
        SELECT e.id, e.number, e.invited, e.tournament_id
        FROM tournaments_entry e JOIN tournaments_tournament t ON t.id = e.tournament_id
        WHERE t.season_id = %s
    ), sat AS (
        SELECT o.tournament_id, o.number, s.member_id, 0 AS tables
        FROM of_season o JOIN tournaments_stint s ON s.entry_id = o.id
        WHERE NOT o.invited AND s.last_round IS NULL
        UNION ALL  -- relieved: no seat in the round that they began
        SELECT o.tournament_id, o.number, s.member_id, 1
        FROM of_season o JOIN tournaments_stint s ON s.entry_id = o.id
        WHERE s.last_hand IS NOT NULL
        UNION ALL
        SELECT o.tournament_id, o.number, s.member_id, 1
        FROM of_season o JOIN tournaments_tableseat s ON s.entry_id = o.id
    ), most AS (
        SELECT DISTINCT ON (tournament_id, member_id) tournament_id, member_id, number
        FROM sat GROUP BY tournament_id, member_id, number
        ORDER BY tournament_id, member_id, sum(tables) DESC, number
    )
    SELECT tournament_id, json_object_agg(member_id, number) FROM most GROUP BY tournament_id
"""
"""Of the entries for which a member sat in a night, that with most tables; of several the first."""


class SeasonTable(NamedTuple):
    """A season in its current state; players are given by the ids of the API."""

    nights: tuple[SeasonNight, ...]
    """Those in which a listed player played, in order of time."""
    results: tuple[SeasonResult, ...]
    tournaments: Mapping[str, Tournament]
    """Of the nights, by id."""
    names: Mapping[str, str]


class _Worth(NamedTuple):
    """A night by the numbers of its entries."""

    scores: Mapping[int, int]
    contenders: Mapping[int, int]
    """The ranks of those who may win it."""


def season_table(season: Season) -> SeasonTable:
    """The season with everything that has been played, without house bots.

    Without guests, too, unless the season counts them: then the best member wins the night. A
    player who sat for an entry gets its score; of several entries in one night, that of the one for
    which they sat most often.
    """
    tournaments = _nights(season)
    members = _listed(season)
    listed = {str(member.pk): str(member.public_id) for member in members}
    played = _entries_played(season)
    worths = _worths(season, tournaments)
    nights: list[SeasonNight] = []
    for tournament in tournaments:
        worth = _Worth(*map(dict, worths[_key(tournament)]))
        sat = {
            listed[member]: number
            for member, number in played.get(tournament.pk, {}).items()
            if member in listed and number in worth.scores
        }
        if sat:
            players = sorted(sat)
            won = winners(worth.contenders, set(sat.values()))
            scores = {player: worth.scores[sat[player]] for player in players}
            night_winners = tuple(player for player in players if sat[player] in won)
            nights.append(SeasonNight(str(tournament.pk), scores, night_winners))
    return SeasonTable(
        nights=tuple(nights),
        results=season_results(rules_of(season), nights),
        tournaments={str(tournament.pk): tournament for tournament in tournaments},
        names={listed[str(member.pk)]: member.name for member in members},
    )


def rules_of(season: Season) -> SeasonRules:
    """By which nights its players are ranked."""
    return SeasonRules(counted_nights=season.counted_nights, required_nights=season.required_nights)


def nights_listed(season: Season, viewer: UUID | None) -> frozenset[str]:
    """The ids of the season's nights that are in the viewer's list of tournaments."""
    found = tournaments_seen(viewer).filter(season=season)
    return frozenset(map(str, found.values_list("pk", flat=True)))


def _nights(season: Season) -> list[Tournament]:
    begun = season.tournaments.filter(state__in=[TournamentState.RUNNING, TournamentState.FINISHED])
    return list(begun.order_by(Coalesce("started_at", "created_at"), "created_at", "id"))


def _listed(season: Season) -> list[Member]:
    """Who may be in the table."""
    rows = Member.objects.filter(club=season.club_id, bot_level="").select_related("player")
    if not season.guests:
        rows = rows.exclude(guest=True)
    return list(rows)


def _entries_played(season: Season) -> Mapping[UUID, Mapping[str, int]]:
    """By tournament, and in it by member, the number of the entry that they played for."""
    return dict(run(_ENTRIES_PLAYED, (season.pk,)).fetchall())


def _key(tournament: Tournament) -> str:
    return f"night:{tournament.pk}:{tournament.version}"


def _worths(season: Season, nights: Sequence[Tournament]) -> Mapping[str, Any]:
    """The columns of a `_Worth` for each night, by `_key`, as the cache has them.

    Those that it lacks are made together, in as many statements as for one.
    """
    kept = cache.get_many(map(_key, nights))
    if len(kept) == len(nights):
        return kept

    def make() -> Made:
        known = cache.get_many(map(_key, nights))  # another caller may have made them meanwhile
        missing = [night for night in nights if _key(night) not in known]
        made, steady = _made(missing)
        cache.set_many({key: made[key] for key in steady}, MONTH_S)
        return Made({**known, **made}, keep=False)

    worths: Mapping[str, Any] = once(f"season:{season.pk}:nights", make, for_s=0)
    return worths


def _made(nights: Sequence[Tournament]) -> tuple[dict[str, Any], list[str]]:
    """What `_worths` lacks, and the keys of those that will not change."""
    states, at_play = scores_of_many(nights), rounds_at_play_of(nights)
    made, steady = {}, []
    for night in nights:
        state, sealed = states[night.pk], at_play.get(night.pk, frozenset())
        shown = redacted(state, sealed)
        places = standings(shown)
        worth = _Worth(night_scores(shown, places), contenders(shown, places))
        made[_key(night)] = [list(each.items()) for each in worth]
        if state.version == night.version and not sealed:
            steady.append(_key(night))
    return made, steady


def seasons_of(club_id: UUID, viewer: UUID | None) -> QuerySet[Season]:
    """The club's seasons that the viewer may read; see `may_read_season`."""
    rows = Season.objects.filter(club=club_id).select_related("club")
    if belongs(club_id, viewer):
        return rows
    hidden = Tournament.objects.filter(season=OuterRef("pk"), visibility=Visibility.CLUB)
    return rows.exclude(Exists(hidden))


def may_read_season(season: Season, viewer: UUID | None) -> bool:
    """True if the viewer may: nights for members make its table one for members."""
    hidden = season.tournaments.filter(visibility=Visibility.CLUB)
    return not hidden.exists() or belongs(season.club_id, viewer)


def season_get(season_id: UUID) -> Season | None:
    """The season."""
    return row_found(Season.objects.select_related("club"), pk=season_id)


def season_paper(season: Season, table: SeasonTable) -> SeasonPage:
    """The table of a season; a player with too few nights has no rank."""
    nights = (table.tournaments[night.tournament] for night in table.nights)
    return SeasonPage(
        name=season.name,
        club=season.club.name,
        counted_nights=season.counted_nights,
        required_nights=season.required_nights,
        nights=tuple(PlayedNight(each.name, day_of(each)) for each in nights),
        rows=tuple(_season_row(row, table) for row in table.results),
    )


def _season_row(row: SeasonResult, table: SeasonTable) -> SeasonRow:
    scores = tuple(
        SeasonScore(night.scores[row.player], night.tournament in row.counted)
        if row.player in night.scores
        else None
        for night in table.nights
    )
    rank = row.rank if row.qualified else None
    return SeasonRow(rank, table.names[row.player], row.total, scores)
