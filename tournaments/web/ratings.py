"""A player's ratings: each with a plot of what it was after every day of play, and as a table."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.rulesets import load
from games.web.readers import viewer_of
from samba_service.accounts.selectors import player_get
from samba_service.kit import throttles
from samba_service.kit.plots import Line, Plot
from tournaments.engine.rated_tables import RatedKind
from tournaments.selectors.rating_history import (
    DayRating,
    PlayerRating,
    histories_of,
    rating_history,
    ratings_of_player,
)
from tournaments.selectors.ratings import names_of_players

SHOWN = 12
"""Ratings on a page: one for each ruleset, and some with partners."""
DAYS = 200
"""Of a plot, the latest."""


class Section(NamedTuple):
    """A rating on the page, with the address of its image."""

    title: str
    latest: DayRating
    plot: Plot
    source: str


@require_safe
@login_required
@throttles.limited(throttles.READS)
def ratings_page(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Every rating of the player that the reader may see."""
    player = player_get(player_id)
    if player is None:
        raise Http404
    viewer = viewer_of(request)
    ratings = ratings_of_player(player.pk, viewer=viewer, at_most=SHOWN)
    throttles.take_for_page(request, throttles.READS, len(ratings))  # each has its history
    names = names_of_players({each for rating in ratings for each in rating.players})
    histories = histories_of(ratings, DAYS)
    sections = [_section(player.pk, each, names, histories[each.line]) for each in ratings]
    shown = {"player": player, "sections": sections}
    return render(request, "tournaments/ratings.html", shown)


@require_safe
@login_required
@throttles.limited(throttles.READS)
def rating_image(request: HttpRequest, player_id: UUID, slug: str) -> HttpResponse:
    """The plot of one rating for pages: `kind` and `partners` as in the API."""
    try:
        partners = [UUID(each) for each in request.GET.get("partners", "").split(",") if each]
        kind = RatedKind(request.GET.get("kind") or RatedKind.among(partners))
    except ValueError:
        raise Http404 from None
    players = {player_id, *partners}
    days = rating_history(slug, kind, players, viewer=viewer_of(request), at_most=DAYS)
    if not days:
        raise Http404
    names = names_of_players(players)
    plot = _plot(" & ".join(names[str(each)] for each in sorted(players)), days)
    return HttpResponse(plot.svg(), content_type="image/svg+xml")


def _section(
    player: UUID, rating: PlayerRating, names: Mapping[str, str], days: Sequence[DayRating]
) -> Section:
    partners = [str(each) for each in rating.players if each != player]
    title = load(rating.ruleset).name
    if partners:
        together = " & ".join(names[each] for each in partners)
        title = _("%(ruleset)s, with %(partners)s") % {"ruleset": title, "partners": together}
    query = urlencode({"kind": rating.kind, "partners": ",".join(partners)}, safe=",")
    source = f"{reverse('rating-image', args=[player, rating.ruleset])}?{query}"
    line = " & ".join(names[str(each)] for each in rating.players)
    return Section(title, rating.latest, _plot(line, days), source)


def _plot(line: str, days: Sequence[DayRating]) -> Plot:
    points = [(each.day.toordinal(), each.rating) for each in reversed(days)]
    return Plot(_("Rating by day of play"), _("Day"), [Line(line, points)], _day)


def _day(ordinal: int) -> str:
    return date_format(date.fromordinal(ordinal), "DATE_FORMAT")
