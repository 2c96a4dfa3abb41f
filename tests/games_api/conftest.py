"""Every answer that any test here gets has a status that the schema has for the operation."""

import re
from functools import cache
from typing import Any

import pytest
from rest_framework.test import APIClient


@cache
def documented() -> dict[tuple[str, str], set[str]]:
    """Statuses by method and path."""
    from tests.contract.shapes import declared  # takes seconds to make, once a process

    return {key: set(operation["responses"]) for key, operation in declared().items()}


@pytest.fixture(autouse=True)
def _statuses_are_documented(monkeypatch):
    generic = APIClient.generic

    def checked(self: APIClient, method: str, *args: Any, **kwargs: Any) -> Any:
        answer = generic(self, method, *args, **kwargs)
        route = getattr(answer.wsgi_request.resolver_match, "route", None)
        path = "/" + re.sub(r"<str:(\w+)>", r"{\1}", route or "")
        if (statuses := documented().get((method.lower(), path))) is not None:
            assert str(answer.status_code) in statuses, (method, path, answer.status_code)
        return answer

    monkeypatch.setattr(APIClient, "generic", checked)
