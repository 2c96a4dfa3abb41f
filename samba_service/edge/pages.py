"""HTML: what its pages may load, their middlewares and languages, and the API's reference."""

import base64
import hashlib
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.views import redirect_to_login
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.utils.decorators import sync_and_async_middleware
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from samba_service.accounts.services.guests import guest_life_s, guest_seen
from samba_service.accounts.web.readers import signed_in
from samba_service.kit import problems, throttles
from samba_service.kit.plots import STYLE
from samba_service.kit.policies import POLICY, policy
from samba_service.kit.problems import Problem

# The cookie is there for those who have logged in; others call with a token that they type in.
SCRIPT = """
SwaggerUIBundle({
  url: "schema",
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  requestInterceptor: (request) => {
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
    if (token && !["GET", undefined].includes(request.method)) {
      request.headers["X-CSRFToken"] = token[1];
    }
    return request;
  },
});
"""


def hash_of(text: str) -> str:
    """How a policy names the script or style between its tags."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


ANY_PAGE = policy()
IMAGE = policy(script_src="'none'", style_src=hash_of(STYLE))
"""Of a plot or a code that is opened by itself."""
REFERENCE = policy(script_src=f"'self' {hash_of(SCRIPT)}", img_src="'self' data:")


@sync_and_async_middleware
def content_security_policy(get_response: Callable[[HttpRequest], Any]) -> Callable[..., Any]:
    """Middleware: every page and image has a policy, its view's own or else the strictest."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return _with_policy(get_response(request))

    async def async_middleware(request: HttpRequest) -> HttpResponse:
        return _with_policy(await get_response(request))

    return async_middleware if iscoroutinefunction(get_response) else middleware


def _with_policy(response: HttpResponse) -> HttpResponse:
    kind = response.headers.get("Content-Type", "")
    if kind.startswith("text/html"):
        response.headers.setdefault(POLICY, ANY_PAGE)
    if kind.startswith("image/svg+xml"):
        response.headers.setdefault(POLICY, IMAGE)
    if kind.startswith(("text/html", "image/svg+xml")):
        response.headers.setdefault("Cache-Control", "private, no-cache")  # most are personal
    return response


class Gzip(GZipMiddleware):
    """Compresses what is complete: an item of a stream does not wait for the next one."""

    def process_response(self, request: HttpRequest, response: Any) -> Any:
        if "X-Accel-Buffering" in response.headers:
            return response
        return super().process_response(request, response)


class OfPages(MiddlewareMixin):
    """A middleware that API calls without a cookie skip: they have no session to look for."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        following = getattr(get_response, "__wrapped__", None)
        # The first in a row of them passes by all.
        self._beyond: Any = following._beyond if isinstance(following, OfPages) else get_response

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith("/api/") and not request.META.get("HTTP_COOKIE"):
            return self._beyond(request)
        return super().__call__(request)


class Cors(CorsMiddleware):
    """A call that names no origin gets no headers for one: most calls are no browser's."""

    def __call__(self, request: HttpRequest) -> Any:
        if "HTTP_ORIGIN" in request.META or self.async_mode:
            return super().__call__(request)
        response: Any = self.get_response(request)
        if request.path_info.startswith("/api/"):
            vary = response.headers.get("Vary")
            response.headers["Vary"] = f"{vary}, origin" if vary else "origin"
        return response


class Sessions(OfPages, SessionMiddleware):
    pass


class Languages(OfPages, LocaleMiddleware):
    """The language of a page is its reader's choice; of the API see `kit.languages`."""

    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith("/api/"):
            return self.get_response(request)
        return super().__call__(request)


class Csrf(OfPages, CsrfViewMiddleware):
    pass


class Users(OfPages, AuthenticationMiddleware):
    pass


class Guests(OfPages):
    """A page is a call of the guest who reads it: the account and its only session live on."""

    def process_request(self, request: HttpRequest) -> None:
        if request.path_info.startswith("/api/"):
            return  # noted by its authentication
        person = signed_in(request)
        if person is not None and guest_seen(person):
            request.session.set_expiry(guest_life_s())


class Refusals(OfPages):
    """What a page refuses by a problem: 401 leads to the log-in, 429 says how long to wait."""

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponseBase | None:
        if not isinstance(fault, Problem) or request.path_info.startswith("/api/"):
            return None
        if fault.status == 401:
            return redirect_to_login(request.get_full_path())
        return _too_fast(request, fault) if fault.status == 429 else None


def _too_fast(request: HttpRequest, fault: Problem) -> HttpResponse:
    wait = {"seconds": int(fault.headers["Retry-After"])}
    response = render(request, "429.html", wait, status=fault.status)
    for name, value in fault.headers.items():
        response.headers[name] = value
    return response


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The 404 of an address at which nothing is, counted as the refused calls of its caller are.

    Who has been refused too often gets the 429 instead, which looks for nothing.
    """
    try:
        throttles.require_welcome(request)
    except Problem as fault:
        if request.path_info.startswith("/api/"):
            return problems.problem_response(request, fault)
        return _too_fast(request, fault)
    throttles.refused(request, None)
    return problems.handler404(request, exception)


class Messages(OfPages, MessageMiddleware):
    pass


class Frames(OfPages, XFrameOptionsMiddleware):
    pass


@require_safe
@throttles.limited(throttles.READS)
@cache_control(max_age=3600)
def texts(request: HttpRequest, language: str) -> HttpResponseBase:
    """What the scripts of the pages say, in one language."""
    with override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE):
        return JavaScriptCatalog.as_view(packages=["samba_service"])(request)


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The browsable reference: Swagger UI, only from our own files."""
    response = render(request, "reference.html", {"script": SCRIPT})
    response.headers[POLICY] = REFERENCE
    return response
