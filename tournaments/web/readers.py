"""Who reads a page of a club, and so what they may see there: as in the API."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from games.web.readers import viewer_of
from samba_service.kit import throttles
from tournaments.api.standings import COUNTING
from tournaments.errors import TournamentNotFound
from tournaments.models import Member, Round, Season
from tournaments.rights import NOBODY, read_as, reading_as
from tournaments.selectors.clubs import club_rights, membership, tournament_rights
from tournaments.selectors.rounds import round_rows
from tournaments.selectors.seasons import may_read_season, season_get
from tournaments.selectors.tournaments import require_readable, row_seen

View = Callable[..., HttpResponseBase]


def reads_standings(view: View) -> View:
    """A page that shows standings: read as nobody until it has found who may see what.

    It costs a call, and what standings cost that have to be made. Raises the 429.
    """

    @wraps(view)
    def read(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        throttles.take_for_page(request, throttles.READS)
        throttles.set_payer(partial(throttles.take_for_page, request, throttles.READS, COUNTING))
        try:
            with reading_as(NOBODY):
                return view(request, *args, **kwargs)
        finally:
            throttles.set_payer(None)

    return read


def season_of_page(request: HttpRequest, season_id: UUID) -> Season:
    """The season, which the page is read with the rights of its reader. Raises the 404."""
    viewer = viewer_of(request)
    season = season_get(season_id)
    if season is None or not may_read_season(season, viewer):
        raise Http404
    read_as(club_rights(season.club_id, viewer, scopes=()))
    return season


def member_of_page(request: HttpRequest, club_id: UUID) -> Member:
    """Whose page it is: a member of the club. Raises the 404, the 403 for guests."""
    member = membership(club_id, viewer_of(request))
    if member is None:
        raise Http404
    if member.guest:
        raise PermissionDenied
    return member


def start_of(request: HttpRequest) -> int:
    """The line with which a page of a long list begins. Raises the 404."""
    start = request.GET.get("start", "0")
    if not (start.isascii() and start.isdecimal() and len(start) < 7):
        raise Http404
    return int(start)


def round_of_page(request: HttpRequest, round_id: UUID) -> Round:
    """The published round, which the page is read with the rights of its reader. Raises the 404."""
    viewer = viewer_of(request)
    found = row_seen(round_rows, "tournament", round_id, viewer)
    if found is None or found.published_version is None:
        raise Http404
    member = vars(found).get("caller")
    try:
        require_readable(found.tournament, viewer, member)
    except TournamentNotFound:
        raise Http404 from None
    read_as(tournament_rights(found.tournament, viewer, member, scopes=()))
    return found
