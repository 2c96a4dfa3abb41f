"""House rules with a name, as tests store and read them."""

from typing import Any

from rest_framework.test import APIClient

ROOT = "/api/v1"
RULESETS = f"{ROOT}/rulesets"
LONG: dict[str, Any] = {
    "slug": "long-game",
    "name": "Long game",
    "extends": "classic",
    "overrides": {"game": {"target": 20000}},
}
"""What `stored` stores, unless its members say otherwise."""


def store(client: APIClient, **members: Any) -> Any:
    """The raw answer to who stores house rules."""
    return client.post(RULESETS, LONG | members)


def stored(client: APIClient, **members: Any) -> Any:
    """What was stored."""
    answer = store(client, **members)
    assert answer.status_code == 201, answer.content
    return answer.json()


def change(client: APIClient, slug: str, **members: Any) -> Any:
    """The raw answer to who changes them; what is not said is as `stored` has it."""
    body = {name: value for name, value in LONG.items() if name != "slug"} | members
    return client.put(f"{RULESETS}/{slug}", body)


def changed(client: APIClient, slug: str, **members: Any) -> Any:
    """The version that says so."""
    answer = change(client, slug, **members)
    assert answer.status_code == 200, answer.content
    return answer.json()


def target(of: int) -> dict[str, Any]:
    """Overrides that distinguish one version from another."""
    return {"game": {"target": of}}


def listed(client: APIClient) -> list[str]:
    """The names of house rules in the list of a caller."""
    found = client.get(f"{RULESETS}?limit=200").json()["results"]
    return [each["slug"] for each in found if "owner" in each]
