"""A club's results for everybody, to be linked to, or shown on a page of its own."""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from samba_service.kit.policies import POLICY, policy
from tournaments.choices import Names
from tournaments.engine.results import ScoringType
from tournaments.models import Season, Tournament
from tournaments.rights import Rights, read_as
from tournaments.selectors.clubs import club_get
from tournaments.selectors.printing import begins_at
from tournaments.selectors.seasons import season_table, seasons_of
from tournaments.selectors.standings import RankedEntry, places_of
from tournaments.selectors.tournaments import results_for_all
from tournaments.web.readers import reads_standings
from tournaments.web.seasons import hundredths, nights_of, rows_of

SHOWN = 20
"""The latest nights and seasons, by which to choose one."""
FRAMED = policy(frame_ancestors="*")
"""Any page may show this one in itself: there is nothing to press that does anything."""

M = TypeVar("M", bound=Model)


class StandingLine(NamedTuple):
    place: RankedEntry
    score: int | str | None


@require_safe
@reads_standings
def results_page(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A night and a season, as a visitor may see them: 404 unless the club wants the page.

    The latest ones, or those that are asked for.
    """
    club = club_get(club_id)
    if club is None or not club.results_public:
        raise Http404
    read_as(Rights(Names(club.names), reasons=False))
    nights, seasons = results_for_all(club.pk), seasons_of(club.pk, None)
    shown = {
        "user": AnonymousUser(),
        "club": club,
        "nights": [(each, begins_at(each)) for each in nights[:SHOWN]],
        "seasons": seasons[:SHOWN],
        **_night(_chosen(request, "night", nights)),
        **_season(_chosen(request, "season", seasons)),
    }
    page = render(request, "tournaments/results.html", shown)
    page.headers[POLICY] = FRAMED
    page.xframe_options_exempt = True  # as Django's decorator does
    return page


def _chosen(request: HttpRequest, name: str, rows: QuerySet[M]) -> M | None:
    """The row that is asked for, or the first if there is one. Raises the 404."""
    if name not in request.GET:
        return rows.first()
    try:
        found = rows.filter(pk=UUID(request.GET[name])).first()
    except ValueError:
        found = None
    if found is None:
        raise Http404
    return found


def _night(night: Tournament | None) -> dict[str, Any]:
    if night is None:
        return {}
    return {"night": night, "night_at": begins_at(night), "standings": [*_standings(night)]}


def _standings(night: Tournament) -> Iterator[StandingLine]:
    in_hundredths = night.scoring["type"] == ScoringType.VICTORY_POINTS
    for place in places_of(night).rows:
        value = place.metrics[0][1] if place.metrics else None
        if value is not None and in_hundredths:
            yield StandingLine(place, hundredths(value))
        else:
            yield StandingLine(place, value)


def _season(season: Season | None) -> dict[str, Any]:
    if season is None:
        return {}
    table = season_table(season)
    rows = [*rows_of(table, viewer=None)]
    return {"season": season, "season_nights": nights_of(season, table, None), "rows": rows}
