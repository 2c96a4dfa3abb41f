"""Changes of a round or table are shown after the commit: nobody waits for what is only read."""

from typing import Any

import pytest
from django.db import connection

from tests.factories import api
from tests.tournaments.nights import Night, night
from tournaments.api import rounds, tables
from tournaments.api.rounds import round_view
from tournaments.api.tables import table_history_view

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each round or table that is shown, True if a transaction was open."""
    found: list[bool] = []

    def noting(show: Any) -> Any:
        def show_and_note(*given: Any, **how: Any) -> Any:
            found.append(connection.in_atomic_block)
            return show(*given, **how)

        return show_and_note

    monkeypatch.setattr(rounds, "round_view", noting(round_view))
    monkeypatch.setattr(tables, "table_history_view", noting(table_history_view))
    return found


def post(at: Night, path: str, body: Any = None, *, key: str = "") -> None:
    headers = {"Idempotency-Key": key} if key else {}
    answer = api(at.director).post(f"/api/v1{path}", body or {}, headers=headers)
    assert answer.status_code in (200, 201), answer.content


def test_what_a_director_does_with_a_round_is_shown_after_the_commit(shown: list[bool]) -> None:
    at = night(4)
    draft = at.draw()
    post(at, f"/rounds/{draft.pk}/publish")
    post(at, f"/rounds/{draft.pk}/unpublish")
    post(at, f"/rounds/{draft.pk}/publish")
    for table in draft.tables.all():
        void = {"end": "void", "reason": "rained off"}
        post(at, f"/tables/{table.pk}/corrections", void)
        post(at, f"/tables/{table.pk}/take-back", {"reason": "it cleared"})
        post(at, f"/tables/{table.pk}/corrections", void)
    post(at, f"/rounds/{draft.pk}/close")
    post(at, f"/rounds/{draft.pk}/reopen")
    assert shown == [False] * len(shown) != []


def test_an_answer_that_is_kept_for_a_key_is_made_in_the_transaction(shown: list[bool]) -> None:
    at = night(4)
    post(at, f"/rounds/{at.draw().pk}/publish", key="once")
    assert shown == [True]
