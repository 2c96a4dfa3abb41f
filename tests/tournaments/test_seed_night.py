"""The league night of `make run`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.choices import GameStatus
from tests.games.tables import play_out
from tournaments.choices import Role
from tournaments.models import Club, Entry, Member, Round, Table
from tournaments.models.audit import AuditEntry
from tournaments.services.results import round_collect

pytestmark = pytest.mark.django_db


def seed() -> str:
    call_command("seed_demo", stdout=StringIO())
    output = StringIO()
    call_command("seed_night", stdout=output)
    return output.getvalue()


def test_the_demo_club_has_somebody_in_each_role_and_shows_who() -> None:
    output = seed()

    offices = {member.name: member.role for member in Member.objects.exclude(player=None)}
    assert offices == {
        "Ana": Role.ADMIN, "Ben": Role.DIRECTOR, "Cleo": Role.MEMBER, "Dan": Role.MEMBER,
    }  # fmt: skip
    assert "ana is the club's admin, ben its director, cleo and dan are members" in output


def test_its_people_sit_at_a_table_with_cards_and_bots_at_the_others() -> None:
    seed()

    round_ = Round.objects.get()
    assert round_.state == "published"
    paper = Table.objects.get(venue="table")
    assert {seat.member.name for seat in paper.seats.all()} == {"Ana", "Ben", "Cleo", "Dan"}
    online = Table.objects.filter(venue="online")
    assert [table.game and table.game.status for table in online] == [GameStatus.ACTIVE] * 3


@pytest.mark.full
def test_results_of_its_bots_come_in() -> None:
    seed()
    online = Table.objects.filter(venue="online")

    for table in online:
        assert table.game is not None
        assert play_out(table.game.id).status == GameStatus.FINISHED
    round_collect(round_id=Round.objects.get().id)

    assert [result.kind for table in online for result in table.results.all()] == ["game"] * 3


def test_a_second_start_adds_nothing() -> None:
    seed()
    counted = (Club, Member, Entry, Round, AuditEntry)
    before = [model.objects.count() for model in counted]

    seed()

    assert [model.objects.count() for model in counted] == before


def test_without_the_people_of_the_demo_it_says_what_is_missing() -> None:
    with pytest.raises(CommandError, match="seed_demo first"):
        call_command("seed_night", stdout=StringIO())
