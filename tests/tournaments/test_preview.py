"""A director asks what a night would be, before it is announced."""

import pytest

from tests.factories import api, player
from tests.tournaments.clubs import club_of
from tests.tournaments.read_pages import statements_made
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ASKED = {"format": "rotating", "ruleset": "classic", "entries": 11, "rounds": 3}


@pytest.fixture
def director():
    return player("Mara")


@pytest.fixture
def at(director) -> str:
    return f"/api/v1/clubs/{club_of(director).pk}/night-preview"


def test_a_director_sees_tables_and_sit_outs_and_nothing_is_stored(director, at):
    found = api(director).post(at, ASKED)

    assert found.status_code == 200
    shown = found.json()
    assert [sorted(each["tables"]) for each in shown["rounds"]] == [[4, 6]] * 3
    assert [each["without_table"] for each in shown["rounds"]] == [1, 1, 1]
    assert (shown["sit_outs_fewest"], shown["sit_outs_most"]) == (0, 1)
    assert (shown["rounds_fewest"], shown["rounds_most"]) == (1, None)
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status", "path"),
    [
        ({"entries": 3}, 400, "entries"),
        ({"entries": 101}, 400, "entries"),
        ({"rounds": 13}, 400, "rounds"),
        ({"ruleset": "nowhere"}, 422, "extends"),
        ({"ruleset": {"extends": "classic", "overrides": {"seating": 1}}}, 422, "seating"),
    ],
)
def test_what_cannot_be_played_is_named(director, at, changes, status, path):
    found = api(director).post(at, ASKED | changes)

    assert found.status_code == status
    assert found.json()["errors"][0]["path"] == path


def test_more_entries_and_rounds_cost_no_more_statements(director, at):
    client = api(director)
    client.post(at, ASKED)

    def counted(asked) -> int:
        return min(statements_made(lambda: client.post(at, asked)) for _ in range(2))

    counts = [counted(ASKED), counted(ASKED | {"entries": 40, "rounds": 6})]
    assert counts[0] == counts[1] <= 12
