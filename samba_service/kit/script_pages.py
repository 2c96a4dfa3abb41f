"""Pages whose scripts fetch from the API what they show."""

from typing import Any

from django.conf import settings
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.generic import TemplateView

from samba_service.kit import throttles


def script_page(template: str) -> Any:
    """The view of a page whose scripts may change things.

    A cookie has the token against forged calls. It counts as a read.
    """
    shown = TemplateView.as_view(
        template_name=template,
        extra_context={"public_url": settings.SAMBA_PUBLIC_URL.rstrip("/")},
    )
    return throttles.limited(throttles.READS)(ensure_csrf_cookie(shown))
