"""Programs of third parties: the consent of a person, and the endpoints of RFC 6749 and its like.

These endpoints are no calls of the API: OAuth 2 has forms, and a shape of errors, of its own.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from samba_service.accounts.choices import GRANTABLE_SCOPES
from samba_service.accounts.redirects import redirect_source
from samba_service.accounts.services.people import require_no_guest
from samba_service.accounts.web.authorization import (
    AccessRefused,
    AccessRequest,
    issuer,
    revocation_answer,
    token_answer,
)
from samba_service.accounts.web.readers import signed_in
from samba_service.accounts.web.scopes import scope_words
from samba_service.kit import throttles
from samba_service.kit.errors import ServiceError
from samba_service.kit.http import public_url
from samba_service.kit.policies import POLICY, policy
from samba_service.kit.problems import Problem, problem_of


def _refused_page(request: HttpRequest, error: str, reason: str, status: int = 400) -> HttpResponse:
    facts = {"error": error, "reason": reason}
    return render(request, "accounts/program_refused.html", facts, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
@throttles.limited(throttles.OAUTH)
def authorize(request: HttpRequest) -> HttpResponse:
    """Ask the person who is signed in if a program may have what it asks for.

    Errors are only shown here (RFC 9700, 4.11.2): anybody may register a client, so that an address
    of ours must not lead to theirs without a click. A person's "no" goes back to the program.
    """
    person = signed_in(request)
    try:
        asked = AccessRequest(request, person)
    except AccessRefused as refusal:
        return _refused_page(request, refusal.error, refusal.description)
    if person is None:
        return redirect_to_login(request.get_full_path())
    try:
        require_no_guest(person.player)
        if request.method == "POST":
            return asked.answer(allowed=request.POST.get("decision") == "allow")
    except ServiceError as refusal:
        detail = problem_of(refusal).wording.said_on_page().detail
        return _refused_page(request, refusal.code, detail, refusal.status)
    return _consent_page(request, asked)


def _consent_page(request: HttpRequest, asked: AccessRequest) -> HttpResponse:
    source = redirect_source(asked.redirect_uri)
    facts = {
        "client": asked.client,
        "scopes": [scope_words(scope) for scope in asked.scopes],
        "source": source,
    }
    page = render(request, "accounts/consent.html", facts)
    # Chromium holds the redirect that answers a form to this rule too.
    page.headers[POLICY] = policy(form_action=f"'self' {source}")
    return page


View = Callable[[HttpRequest], HttpResponse]


def endpoint(view: View) -> View:
    """A form for programs, whose errors are JSON (RFC 6749, 5.2)."""

    @csrf_exempt
    @never_cache
    @require_POST
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        try:
            throttles.take(request, throttles.OAUTH, None)
            request.POST  # noqa: B018  # read here, so that what cannot be read is refused here
        except Problem as refusal:
            facts = {"error": "temporarily_unavailable", "error_description": refusal.detail}
            return JsonResponse(facts, status=refusal.status, headers=refusal.headers)
        except (SuspiciousOperation, MultiPartParserError):
            return JsonResponse({"error": "invalid_request"}, status=400)
        return view(request)

    return answer


@endpoint
def token(request: HttpRequest) -> HttpResponse:
    """Give tokens for a code or for a refresh token."""
    return token_answer(request)


@endpoint
def revoke(request: HttpRequest) -> HttpResponse:
    """End what a token belongs to."""
    return revocation_answer(request)


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """The addresses and abilities of this server (RFC 8414)."""
    facts: dict[str, Any] = {
        "issuer": issuer(request),
        "authorization_endpoint": public_url(request, reverse("oauth-authorize")),
        "token_endpoint": public_url(request, reverse("oauth-token")),
        "revocation_endpoint": public_url(request, reverse("oauth-revoke")),
        "service_documentation": public_url(request, reverse("docs")),
        "scopes_supported": list(GRANTABLE_SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
    }
    return JsonResponse(facts)


urlpatterns = [
    path("oauth/authorize", authorize, name="oauth-authorize"),
    path("oauth/token", token, name="oauth-token"),
    path("oauth/revoke", revoke, name="oauth-revoke"),
    path(".well-known/oauth-authorization-server", metadata, name="oauth-metadata"),
]
