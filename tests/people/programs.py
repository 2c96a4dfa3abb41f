"""A program of a third party, as its author writes it: it calls addresses and reads answers."""

import base64
import hashlib
import re
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode
from uuid import UUID

from django.db import transaction
from django.test import Client as Browser

from samba_service.accounts.authentication import tokens
from samba_service.accounts.models import OAuthClient, OAuthGrant, Player
from samba_service.accounts.services.oauth import (
    Secrets,
    client_register,
    grant_create,
    grant_of_code,
    grant_redeem,
)
from tests.factories import with_secret

VERIFIER = "a-verifier-of-forty-three-characters-or-more"
BACK = "https://program.example/back"


def challenge_of(verifier: str) -> str:
    """The S256 challenge, computed without the server's library."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def program_of(owner: Player, *redirect_uris: str, name: str = "Scorer") -> OAuthClient:
    """A program that `owner` has registered."""
    uris = redirect_uris or (BACK,)
    return client_register(owner_id=owner.pk, name=name, redirect_uris=uris)


def asking(client: OAuthClient | UUID | str, **more: str | None) -> str:
    """The address to which a program sends a browser; None leaves a parameter out."""
    asked = {
        "response_type": "code",
        "client_id": str(getattr(client, "pk", client)),
        "redirect_uri": BACK,
        "scope": "games:read games:play",
        "state": "as given",
        "code_challenge": challenge_of(VERIFIER),
        "code_challenge_method": "S256",
        **more,
    }
    return "/oauth/authorize?" + urlencode({k: v for k, v in asked.items() if v is not None})


def works(token: str) -> bool:
    """True if the access token is let in now."""
    tokens.clear()
    return bool(with_secret(token).get("/api/v1/auth/tokens/current").status_code == 200)


def browser_of(person: Player) -> Browser:
    """A browser in which the person is signed in."""
    browser = Browser()
    browser.force_login(person.person)
    return browser


class Answer(NamedTuple):
    """What reached the program at its address."""

    to: str
    facts: dict[str, str]


def answer_in(response: Any) -> Answer:
    """Where a redirect leads, and what it carries."""
    assert response.status_code == 302, response.content
    address, _, query = response["Location"].partition("?")
    return Answer(address, dict(parse_qsl(query)))


def consent(person: Player, url: str, decision: str = "allow") -> Answer:
    """Sign in, look at the page, and decide."""
    browser = browser_of(person)
    page = browser.get(url)
    assert page.status_code == 200, page.content
    return answer_in(browser.post(url, {"decision": decision}))


def code_for(person: Player, client: OAuthClient, **more: str) -> str:
    """The code that the program gets for the person's consent."""
    return consent(person, asking(client, **more)).facts["code"]


def granted(person: Player, client: OAuthClient) -> OAuthGrant:
    """What the person lets the program do, without the way there."""
    code = f"code of {person.pk}"
    grant_create(
        client_id=client.pk, person=person.person, scopes=["games:read"],
        redirect_uri=client.redirect_uris[0], code=code, code_challenge=challenge_of(VERIFIER),
    )  # fmt: skip
    with transaction.atomic():
        grant = grant_of_code(code=code, client_id=client.pk)
        assert grant is not None
        secrets = Secrets(f"access {person.pk}", f"refresh {person.pk}")
        grant_redeem(grant=grant, secrets=secrets, scopes=grant.scopes)
    return grant


def redeem(client: OAuthClient, code: str, **more: str | None) -> Any:
    """The answer of the token endpoint to a code."""
    asked = {
        "grant_type": "authorization_code",
        "client_id": str(client.pk),
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
        **more,
    }
    return Browser().post("/oauth/token", {k: v for k, v in asked.items() if v is not None})


def refresh(client: OAuthClient, token: str, **more: str) -> Any:
    """The answer of the token endpoint to a refresh token."""
    asked = {"grant_type": "refresh_token", "client_id": str(client.pk), "refresh_token": token}
    return Browser().post("/oauth/token", asked | more)


def tokens_for(person: Player, client: OAuthClient, **more: str) -> dict[str, Any]:
    """What a program has after the person's consent."""
    answer = redeem(client, code_for(person, client, **more))
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def form_action(page: Any) -> list[str]:
    """Where the forms of a page may lead, by its policy."""
    [rule] = re.findall(r"form-action ([^;]*)", page["Content-Security-Policy"])
    return str(rule).split()
