"""The table of a season, with a plot of how players came to their totals."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, get_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.web.readers import viewer_of
from samba_service.kit.plots import COLOURS, Line, Plot
from samba_service.kit.strict import zones
from samba_service.kit.templatetags.moments import day_of_year
from tournaments.engine.seasons import SeasonResult, season_run
from tournaments.models import Season
from tournaments.rights import current_rights
from tournaments.selectors.printing import begins_at
from tournaments.selectors.seasons import SeasonTable, nights_listed, rules_of, season_table
from tournaments.web.readers import reads_standings, season_of_page

LINES = len(COLOURS)
"""Of a plot, so that each looks different."""
UNIT = 100
"""Scores are in hundredths of a percent."""


class Night(NamedTuple):
    """A column of the table."""

    at: datetime
    name: str
    tournament: str
    """Empty, as the name: in no list for the reader."""


class Row(NamedTuple):
    """A line of the table."""

    rank: int | None
    """None: too few nights."""
    player: str
    name: str
    total: str
    scores: SafeString
    """Their cells, one for each night, in HTML: a template takes too long for thousands."""
    is_reader: bool


@require_safe
@reads_standings
def season_page(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The table, and the runs of the best, of the reader and of one other player."""
    season = season_of_page(request, season_id)
    viewer = viewer_of(request)
    table = season_table(season)
    asked = _asked(request, table)
    image = reverse("season-image", args=[season.pk])
    shown = {
        "season": season,
        "is_member": current_rights().names is None,
        "nights": nights_of(season, table, viewer),
        "rows": [*rows_of(table, viewer)],
        "plot": _plot(season, table, viewer, asked, day_of_year),
        "source": f"{image}?{urlencode({'player': asked})}" if asked else image,
    }
    return render(request, "tournaments/season.html", shown)


@require_safe
@reads_standings
def season_image(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """The plot for pages."""
    season = season_of_page(request, season_id)
    table = season_table(season)
    with timezone.override(_zone(request)):
        plot = _plot(season, table, viewer_of(request), _asked(request, table), _day)
        return HttpResponse(plot.svg(), content_type="image/svg+xml")


def _zone(request: HttpRequest) -> ZoneInfo:
    """In which the days of an image are; a page leaves its own to the browser. Raises the 404."""
    name = request.GET.get("time_zone", "UTC")
    if name not in zones():
        raise Http404
    return ZoneInfo(name)


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), "MONTH_DAY_FORMAT")


def _asked(request: HttpRequest, table: SeasonTable) -> str:
    """The player whose run is wanted; empty for nobody. Raises the 404."""
    player = request.GET.get("player", "")
    if player and player not in {row.player for row in table.results}:
        raise Http404
    return player


def nights_of(season: Season, table: SeasonTable, viewer: UUID | None) -> list[Night]:
    """The columns; a night that is in no list for the viewer is only a day."""
    listed = nights_listed(season, viewer)
    found = [table.tournaments[night.tournament] for night in table.nights]
    return [
        Night(begins_at(each), each.name, str(each.pk))
        if str(each.pk) in listed
        else Night(begins_at(each), "", "")
        for each in found
    ]


def rows_of(table: SeasonTable, viewer: UUID | None) -> Iterator[Row]:
    """The lines, the best first."""
    for result in table.results:
        yield Row(
            result.rank if result.qualified else None,
            result.player,
            table.names[result.player],
            hundredths(result.total),
            _cells(table, result),
            is_reader=result.player == str(viewer),
        )


def _cells(table: SeasonTable, result: SeasonResult) -> SafeString:
    """A player's scores; those that do not count in brackets, none of a night without them."""
    counted, point = set(result.counted), get_format("DECIMAL_SEPARATOR")
    cells = []
    for night in table.nights:
        score = night.scores.get(result.player)
        text = "" if score is None else _decimal(score, point)
        if text and night.tournament not in counted:
            text = f'<span class="soft">({text})</span>'
        cells.append(f'<td class="number">{text}</td>')
    return SafeString("".join(cells))


def hundredths(value: int) -> str:
    """As a decimal number in the reader's language."""
    return _decimal(value, get_format("DECIMAL_SEPARATOR"))


def _decimal(value: int, point: str) -> str:
    return f"{value / UNIT:.2f}".replace(".", point)


def _plot(
    season: Season,
    table: SeasonTable,
    viewer: UUID | None,
    asked: str,
    written: Callable[[datetime], str],
) -> Plot:
    """Totals after each night, in whole percent. Partners who had the same nights share a line."""
    runs: dict[tuple[int | None, ...], list[str]] = {}
    for player in _wanted(table, viewer, asked):
        scores = tuple(night.scores.get(player) for night in table.nights)
        runs.setdefault(scores, []).append(player)
    lines = [_line(season, table, together) for together in [*runs.values()][:LINES]]
    title = _("Total after each night, in percent")
    days = [written(begins_at(table.tournaments[night.tournament])) for night in table.nights]
    return Plot(title, _("Night"), lines, lambda number: days[number - 1])


def _wanted(table: SeasonTable, viewer: UUID | None, asked: str) -> list[str]:
    """All players in order, those first who are shown in any case."""
    first = (asked, str(viewer))
    return sorted((row.player for row in table.results), key=lambda each: each not in first)


def _line(season: Season, table: SeasonTable, together: Sequence[str]) -> Line:
    run = season_run(rules_of(season), table.nights, together[0])
    name = " & ".join(table.names[each] for each in together)
    return Line(name, [(number, round(total / UNIT)) for number, total in enumerate(run, 1)])
