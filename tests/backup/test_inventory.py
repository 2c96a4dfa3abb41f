"""The lines that a restored database is held to: what grew holds, what is not there is found."""

from typing import Any

import pytest

from samba_service.inventory import Comparison, Line, inventory
from tests.factories import NOBODY
from tests.games_api.tables import Table
from tests.tournaments.nights import night

pytestmark = pytest.mark.django_db


def faults(lines: list[Line]) -> list[str]:
    comparison = Comparison()
    comparison.run(iter(lines))
    return comparison.faults


def changed(lines: list[Line], kind: str, **changes: Any) -> list[Line]:
    """The lines, with those of one kind as something else."""
    return [line | changes if kind in line else line for line in lines]


def test_a_game_that_went_on_holds_and_one_that_is_not_the_same_does_not() -> None:
    table = Table().start()
    lines = list(inventory())
    [version] = [line["version"] for line in lines if "game" in line]
    table.move(table.to_act, table.options(table.to_act)[0]["example"])

    assert faults(lines) == []
    name = f"game {table.id}"
    another = changed(lines, "game", hash="00" * 32)
    assert faults(another) == [f"{name} has another hash at version {version}"]
    longer = changed(lines, "game", version=version + 2)
    assert faults(longer) == [f"{name} ends at version {version + 1}, before {version + 2}"]
    unknown = changed(lines, "game", game=str(NOBODY))
    assert faults(unknown) == [f"game {NOBODY} is missing"]


def test_standings_are_held_to_where_the_tournament_has_not_gone_on() -> None:
    tournament = night().tournament
    lines = list(inventory())

    assert faults(lines) == []
    name = f"tournament {tournament.pk}"
    assert faults(changed(lines, "tournament", standings="")) == [f"{name} has other standings"]
    unknown = changed(lines, "tournament", tournament=str(NOBODY))
    assert faults(unknown) == [f"tournament {NOBODY} is missing"]


def test_the_key_of_another_installation_opens_no_running_hand(settings) -> None:
    Table().start()
    lines = list(inventory())
    settings.SAMBA_DEAL_KEY = "of another installation, and long enough"

    assert faults(lines) == ["SAMBA_DEAL_KEY does not open the deals: running hands would end"]


def test_what_is_no_inventory_is_not_taken_for_an_empty_one() -> None:
    assert faults([]) == ["no inventory: it does not begin with samba-inventory/1"]
