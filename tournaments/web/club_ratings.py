"""The ratings in a club, for its members."""

from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.rulesets import load
from samba_service.kit import throttles
from tournaments.engine.rated_tables import RatedKind
from tournaments.selectors.ratings import (
    RatedList,
    RatingRow,
    lists_of_club,
    names_of,
    ratings_of_club,
)
from tournaments.services.ratings import club_ratings_request
from tournaments.web.readers import member_of_page, start_of

SHOWN = 100
"""Lines of a page."""


class ListChoice(NamedTuple):
    """A list of the club, to be looked at."""

    title: str
    query: str
    is_shown: bool


class RatingShown(NamedTuple):
    rating: RatingRow
    name: str
    is_reader: bool


@require_safe
@login_required
@throttles.limited(throttles.READS)
def club_ratings_page(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A list of the club from its line `start` on: the one chosen, or that of the last night."""
    member = member_of_page(request, club_id)
    lists = lists_of_club(member.club)
    shown = _wanted(request, lists)
    start = start_of(request)
    if shown is None:
        return render(request, "tournaments/club_ratings.html", {"club": member.club})
    club_ratings_request(club=member.club, slug=shown.slug, kind=shown.kind)
    ranking = ratings_of_club(member.club, shown.slug, shown.kind)
    page = ranking.rows[start : start + SHOWN]
    names = names_of(page, member.club)
    own = str(member.public_id)
    lines = [
        RatingShown(row, " & ".join(names[each] for each in row.players), own in row.players)
        for row in page
    ]
    more = start + SHOWN if len(ranking.rows) > start + SHOWN else None
    found = {
        "club": member.club,
        "choices": [ListChoice(_title(each), _query(each), each == shown) for each in lists],
        "lines": lines,
        "computed_at": ranking.computed_at,
        "more": more and _query(shown, start=more),
    }
    return render(request, "tournaments/club_ratings.html", found)


def _wanted(request: HttpRequest, lists: list[RatedList]) -> RatedList | None:
    """The list that is asked for, else the first; None if there is none. Raises the 404."""
    if "ruleset" not in request.GET:
        return lists[0] if lists else None
    for each in lists:
        if (each.slug, each.kind) == (request.GET["ruleset"], request.GET.get("kind")):
            return each
    raise Http404


def _title(wanted: RatedList) -> str:
    kind = _("pairs") if wanted.kind is RatedKind.PARTNERSHIP else _("players")
    return f"{load(wanted.slug).name}, {kind}"


def _query(wanted: RatedList, **more: int) -> str:
    return urlencode({"ruleset": wanted.slug, "kind": wanted.kind.value, **more})
