"""The address of a table as a QR code, for friends who are in the same room."""

from io import BytesIO
from uuid import UUID

import segno
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from samba_service.kit import throttles
from samba_service.kit.http import public_url


@require_safe
@throttles.limited(throttles.READS)
@cache_control(max_age=3600)
def table_code(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game's address. No game is looked up: the code says what the caller knows."""
    url = public_url(request, reverse("table", args=[game_id]))
    drawn = BytesIO()
    segno.make(url, error="m", micro=False).save(drawn, kind="svg", scale=8, light="#fff")
    return HttpResponse(drawn.getvalue(), content_type="image/svg+xml")
