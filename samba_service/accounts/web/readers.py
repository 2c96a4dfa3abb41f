"""Who reads a page."""

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest

from samba_service.accounts.models import Person


def reader_of(request: HttpRequest) -> Person | None:
    """The person who is signed in; None for a visitor."""
    return request.user if isinstance(request.user, Person) else None


class ForPeople(LoginRequiredMixin):
    """A page for those who are signed in; visitors are led to the form for that."""

    request: HttpRequest

    @property
    def person(self) -> Person:
        """Who reads the page."""
        assert isinstance(self.request.user, Person)
        return self.request.user
