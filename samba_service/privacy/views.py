"""The page that says what is stored about a person."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from samba_service.privacy.stored import STORED, erased, until


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored, for how long, and what an erasure leaves, for everybody."""
    rows = [(gettext(kind.what), until(kind), erased(kind)) for kind in STORED]
    return render(request, "privacy.html", {"rows": rows})


urlpatterns = [path("privacy", privacy, name="privacy")]
