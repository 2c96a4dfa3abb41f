"""The log of a club, for its members: the sentences of the API in the language of the reader."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from samba_service.kit import throttles
from tournaments.languages import current_language
from tournaments.rights import SERVICE, reading_as
from tournaments.selectors.audit import audit_of, club_texts
from tournaments.web.readers import member_of_page, start_of

SHOWN = 20
"""Lines of a page."""


@require_safe
@login_required
@throttles.limited(throttles.READS)
def club_log_page(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """What was done in the club and its nights, the latest first, from line `start` on.

    The page of the club shows these lines too.
    """
    member, start = member_of_page(request, club_id), start_of(request)
    rows = audit_of(club_id).order_by("-id")[start : start + SHOWN + 1]
    page = rows[:SHOWN]
    with reading_as(SERVICE):  # as members read it
        texts = club_texts(page, current_language())
    shown = {
        "club": member.club,
        "lines": [(row.at, text) for row, text in zip(page, texts, strict=True)],
        "more": start + SHOWN if len(rows) > SHOWN else None,
    }
    return render(request, "tournaments/club_log.html", shown)
