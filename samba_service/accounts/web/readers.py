"""Who reads a page."""

from typing import Any

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from samba_service.accounts.models import Person
from samba_service.kit import throttles


def signed_in(request: HttpRequest) -> Person | None:
    """The person who is signed in; None for a visitor."""
    return request.user if isinstance(request.user, Person) else None


class ForPeople(LoginRequiredMixin):
    """A page for those who are signed in; visitors are led to the form for that.

    It costs as much as a call of the API that reads. Raises the 429.
    """

    request: HttpRequest

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if (person := signed_in(request)) is not None:
            throttles.take(request, throttles.READS, str(person.pk))
        return super().dispatch(request, *args, **kwargs)

    @property
    def person(self) -> Person:
        """Who reads the page."""
        assert isinstance(self.request.user, Person)
        return self.request.user
