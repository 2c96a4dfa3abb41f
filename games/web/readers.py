"""Who reads a page of games."""

from uuid import UUID

from django.http import HttpRequest

from samba_service.accounts.web.readers import reader_of


def viewer_of(request: HttpRequest) -> UUID | None:
    """The player who reads a page; None for a visitor."""
    person = reader_of(request)
    return None if person is None else person.player_id
