"""Who reads a page, and how many pages: as many as calls of the API of the same kind."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from samba_service.accounts.web.readers import reader_of
from samba_service.kit import throttles
from samba_service.kit.problems import Problem
from samba_service.kit.throttles import Rate

View = Callable[..., HttpResponse]


def viewer_of(request: HttpRequest) -> UUID | None:
    """The player who reads a page; None for a visitor."""
    person = reader_of(request)
    return None if person is None else person.player_id


def limited(rate: Rate) -> Callable[[View], View]:
    """Each page costs its reader, or the address of a visitor, a call of `rate`; 429 beyond."""

    def decorate(view: View) -> View:
        @wraps(view)
        def take(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            account = str(request.user.pk) if request.user.is_authenticated else None
            try:
                throttles.take(request, rate, account)
            except Problem as refusal:
                return HttpResponse(refusal.detail, status=refusal.status, headers=refusal.headers)
            return view(request, *args, **kwargs)

        return take

    return decorate
