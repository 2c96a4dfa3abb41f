"""No page runs anything but its own script."""

import base64
import hashlib
import re
from uuid import UUID

import pytest

from samba_service.devstack.__main__ import web_command
from samba_service.devstack.addresses import Address
from samba_service.kit import throttles
from samba_service.kit.throttles import Rate
from tests.factories import PASSWORD, player

POLICY = "Content-Security-Policy"
REFERENCE = "/api/v1/docs"
PAGES = (
    *("/", "/sign-in", "/sign-up", "/guest", "/score-pad", "/games/new", f"/games/{UUID(int=0)}"),
    "/privacy",
    *(
        f"/games/{UUID(int=0)}/replay",
        f"/games/{UUID(int=0)}/case",
        "/rulesets/new",
        f"/players/{UUID(int=0)}",
        "/cases",
        *("/clubs", f"/clubs/{UUID(int=0)}", f"/tournaments/{UUID(int=0)}"),
        f"/tables/{UUID(int=0)}",
        "/account/programs",
        "/account/clients/new",
        "/oauth/authorize",
    ),
    *(REFERENCE, "/problems/not_found", "/nothing", "/admin/login/", "/problems/nothing"),
)


def rules(policy: str) -> dict[str, list[str]]:
    """The sources that a policy allows, by what they are for."""
    return {each.split()[0]: each.split()[1:] for each in policy.split("; ")}


@pytest.mark.django_db
@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_a_policy_without_foreign_or_inline_code(client, path: str) -> None:
    answer = client.get(path)
    allowed = rules(answer[POLICY])

    assert answer["Content-Type"].startswith("text/html")
    assert allowed["default-src"] == ["'none'"]
    assert allowed["frame-ancestors"] == allowed["base-uri"] == ["'none'"]
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "https:"} & set(answer[POLICY].split())


@pytest.mark.django_db
def test_pages_behind_the_log_in_have_one_too(client) -> None:
    director = player().person
    director.is_staff = director.is_superuser = True
    director.save()
    assert client.login(username=director.username, password=PASSWORD)
    answer = client.get("/admin/")

    assert answer.status_code == 200
    assert rules(answer[POLICY])["default-src"] == ["'none'"]


def test_the_reference_allows_its_own_script_and_no_other(client) -> None:
    page = client.get(REFERENCE)
    inline = re.findall(r"<script>(.*?)</script>", page.content.decode(), re.DOTALL)
    own = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inline]

    assert len(own) == 1
    assert rules(page[POLICY])["script-src"] == ["'self'", f"'sha256-{own[0]}'"]
    assert b"<style" not in page.content
    assert not re.search(rb"\son\w+=|\sstyle=", page.content)
    files = re.findall(r'(?:src|href)="([^"]*)"', page.content.decode())
    assert files
    assert all(each.startswith("/static/") for each in files)


def test_answers_for_programs_have_none(client) -> None:
    assert POLICY not in client.get("/healthz").headers


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "cookie", "looked_up"), [
    ("/api/v1/rulesets", None, False),
    ("/api/v1/rulesets", "sessionid=anything", True),
    ("/admin/login/", None, True),
])  # fmt: skip
def test_only_pages_and_calls_with_a_cookie_look_for_a_session(
    client, path: str, cookie: str | None, looked_up: bool
) -> None:
    headers = {} if cookie is None else {"cookie": cookie}
    asked = client.get(path, headers=headers).wsgi_request
    assert hasattr(asked, "session") is hasattr(asked, "_messages") is looked_up


def test_the_web_server_believes_nobody_about_addresses() -> None:
    assert "--no-proxy-headers" in web_command(Address("127.0.0.1", 8000))


@pytest.mark.django_db
def test_a_page_is_kept_by_no_shared_cache(client) -> None:
    for path in ("/", "/sign-in", "/rules", f"/games/{UUID(int=0)}"):
        assert {"private", "no-cache"} & set(client.get(path)["Cache-Control"].split(", ")), path


@pytest.mark.django_db
def test_a_body_in_a_charset_that_nobody_reads_is_a_bad_request(client) -> None:
    client.cookies["csrftoken"] = "x" * 32
    for path in ("/sign-in", "/oauth/token", "/language"):
        answer = client.post(
            path, b"a=b", content_type="application/x-www-form-urlencoded; charset=utf-16"
        )
        assert answer.status_code in (400, 403), path


@pytest.mark.django_db
def test_what_the_front_page_offers_can_be_touched(client) -> None:
    page = client.get("/").content.decode()

    assert '<h2><a href="/guest">With bots</a></h2>' in page
    assert '<h2><a href="/guest?next=/games/new">With friends</a></h2>' in page
    assert 'value="/games/new"' in client.get("/guest?next=/games/new").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    [
        *("/", "/score-pad", "/sign-in", "/guest", "/texts/de.js"),
        "/rules",
        f"/games/{UUID(int=0)}/points.svg",
        f"/games/{UUID(int=0)}/qr.svg",
        f"/games/{UUID(int=0)}/text",
        f"/players/{UUID(int=0)}/ratings",
        "/account/programs",
        "/oauth/authorize",
    ],
)
def test_a_page_beyond_what_a_reader_may_call_is_refused_in_words(
    client, monkeypatch, path: str
) -> None:
    def spent(_: object, rate: Rate, *_more: object) -> None:
        raise throttles.Bucket(rate, False, 0, 2.5).refusal

    client.force_login(player().person)
    monkeypatch.setattr(throttles, "take", spent)
    answer = client.get(path)

    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "3")
    assert "In 3 seconds you may go on." in answer.content.decode()
