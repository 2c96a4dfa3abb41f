"""Of several faults in one call the first in the API's order is answered."""

import pytest

from samba_service.accounts.choices import Scope
from tests.factories import NOBODY, api, player

pytestmark = pytest.mark.django_db

BIG = b" " * (64 * 1024 + 1)
ACCEPT_HTML = {"Accept": "text/html"}


def call(client, *, known: bool = True, method="post", body=b"{", kind="text/plain", headers=None):
    """A call that is wrong in every way at once, except for what the arguments mend."""
    path = "/api/v1/players" if known else f"/api/v1/partnerships/{NOBODY}/accept"
    answer = client.generic(method.upper(), path, body, content_type=kind, headers=headers or {})
    return answer.status_code, answer.json()["code"]


def test_the_order_of_judgement():
    ana = player()
    reader, owner = api(ana, Scope.GAMES_READ), api(ana, Scope.PROFILE)
    assert call(api(), known=False) == (401, "not_authenticated")
    assert call(reader, known=False) == (404, "not_found")
    assert call(reader, method="put") == (405, "method_not_allowed")
    assert call(reader, body=BIG, headers=ACCEPT_HTML) == (403, "insufficient_scope")
    assert call(owner, body=BIG, headers=ACCEPT_HTML) == (406, "not_acceptable")
    assert call(owner, body=BIG) == (413, "body_too_large")
    assert call(owner, headers={"Idempotency-Key": "k" * 201}) == (415, "unsupported_media_type")
    key = {"Idempotency-Key": "k" * 201}
    assert call(owner, kind="application/json", headers=key) == (400, "malformed_json")
    good = b'{"kind": "bot", "display_name": "Engine"}'
    assert call(owner, kind="application/json", body=good, headers=key) == (400, "invalid_header")


def test_malformed_comes_before_a_reused_key():
    client = api(player())
    key = {"Idempotency-Key": "once"}
    good = {"kind": "bot", "display_name": "Engine"}
    assert client.post("/api/v1/players", good, headers=key).status_code == 201
    for body, code in (
        (good | {"x": 1}, "invalid_fields"),
        (good | {"display_name": "B"}, "key_reused"),
    ):
        assert client.post("/api/v1/players", body, headers=key).json()["code"] == code
