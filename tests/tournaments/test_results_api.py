"""Results over HTTP: what each call answers, and who may make it."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.tournaments.nights import Night, night, player_at, table_of
from tests.tournaments.sheets import COUNTED
from tournaments.models import Round, Table

pytestmark = pytest.mark.django_db


class Paper:
    """A published paper round: its first table, and a client for each who may come near it."""

    def __init__(self, **given: Any) -> None:
        self.night: Night = night(**given)
        self.round: Round = self.night.next_round()
        self.table: Table = table_of(self.round)
        self.path = f"/api/v1/tables/{self.table.id}"
        self.clients: dict[str, APIClient] = {
            "one": api(player_at(self.table, 0)),
            "other": api(player_at(self.table, 1)),
            "elsewhere": api(player_at(table_of(self.round, 2), 0)),
            "director": api(self.night.director),
            "outsider": api(player()),
            "anonymous": api(),
        }

    def enter(self, kind: str = "one", hands: Any = COUNTED, **body: Any) -> Any:
        return self.clients[kind].post(
            f"{self.path}/score-sheets", {"hands": hands, **body}, format="json"
        )

    def judge(self, kind: str, sheet: Any, act: str = "confirm", **body: Any) -> Any:
        path = f"/api/v1/score-sheets/{sheet.json()['id']}/{act}"
        return self.clients[kind].post(path, body, format="json")

    def correct(self, kind: str = "director", **body: Any) -> Any:
        return self.clients[kind].post(f"{self.path}/corrections", body, format="json")

    def read(self, kind: str = "anonymous") -> Any:
        return self.clients[kind].get(self.path).json()


@pytest.fixture
def paper() -> Paper:
    return Paper()


def test_a_sheet_is_entered_and_confirmed(paper: Paper):
    entered = paper.enter()
    assert entered.status_code == 201
    conforms("tables_score_sheets_create", entered.json())
    assert entered.json()["status"] == "entered"
    confirmed = paper.judge("other", entered)
    assert (confirmed.status_code, confirmed.json()["status"]) == (201, "confirmed")
    print(confirmed.json(), paper.read())
    conforms("score_sheets_confirm", confirmed.json())
    conforms("tables_read", paper.read())
