"""What is stored about people: every table is named, and counted for a person."""

from datetime import timedelta
from io import StringIO

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from games.models import Block, Move
from samba_service.accounts.models import Person, Player
from samba_service.accounts.services.access import sessions_expire
from samba_service.privacy.stored import OF_NOBODY, STORED, rows_about
from tests.factories import api, player
from tests.games_api.tables import Table
from tournaments.choices import Names
from tournaments.models import Club, Member

ABOUT = (Player, Person, Member)
TABLES = {table: lookups for kind in STORED for table, lookups in kind.tables.items()}


def named(model: type[Model]) -> set[str]:
    """The columns of a table that refer to a player, a person or a member."""
    columns = model._meta.concrete_fields
    return {each.name for each in columns if each.is_relation and each.related_model in ABOUT}


def test_every_table_is_named_once() -> None:
    assert len(TABLES) == sum(len(kind.tables) for kind in STORED)
    assert {each._meta.label for each in apps.get_models()} == TABLES.keys() | OF_NOBODY
    assert not TABLES.keys() & OF_NOBODY


def test_a_table_that_refers_to_people_is_counted_by_all_that_does() -> None:
    missing = [
        f"{model._meta.label}.{column}"
        for model in apps.get_models()
        for column in named(model)
        if column not in {each.split("__")[0] for each in TABLES.get(model._meta.label, ())}
    ]
    assert missing == []


def report(name: str) -> list[str]:
    out = StringIO()
    call_command("person_report", name, stdout=out)
    return [line.strip() for line in out.getvalue().splitlines()]


@pytest.mark.django_db
def test_a_report_counts_what_is_about_one_person_and_shows_none_of_it() -> None:
    table = Table().start()
    ana, ben = table.players[:2]
    Person.objects.filter(player=ana).update(email="canary@example.org")
    Block.objects.create(player=ana, blocked=ben)

    said = report(ana.person.username)

    for line in ("accounts.Person: 1", "games.Seat: 1", "games.Block: 1"):
        assert line in said
    moves = Move.objects.filter(game__id=table.id).count()
    assert f"games.Move: {moves}" in said
    assert "canary@example.org" not in "\n".join(said)
    assert report(str(ana.pk)) == said
    assert "games.Seat: 0" in report(player("Zoe").person.username)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nobody", "00000000-0000-0000-0000-000000000000"])
def test_a_report_about_nobody_is_refused(name: str) -> None:
    with pytest.raises(CommandError, match="no account"):
        call_command("person_report", name)


@pytest.mark.django_db
def test_each_table_can_be_counted() -> None:
    ana = player("Ana")
    counted = {
        table: rows_about(ana, table, lookups) for table, lookups in TABLES.items() if lookups
    }
    assert counted == dict.fromkeys(counted, 0) | {"accounts.Person": 1, "accounts.Player": 1}


@pytest.mark.django_db
def test_the_page_says_for_how_long(client: Client, settings) -> None:
    settings.SAMBA_GUEST_DAYS = 12
    page = client.get("/privacy").content.decode()
    assert page.count("<tr>") == len(STORED) + 1
    assert "12 days after the last call" in page


@pytest.mark.django_db
def test_a_log_in_that_is_over_is_deleted_and_others_stay() -> None:
    over, open_one = Client(), Client()
    for each in (over, open_one):
        each.force_login(player().person)
    past = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(pk=over.session.session_key).update(expire_date=past)

    assert sessions_expire() == 1
    assert Session.objects.get().pk == open_one.session.session_key


@pytest.mark.django_db
def test_where_children_play_no_address_is_stored_and_no_name_is_shown(settings, capsys) -> None:
    ana = player("Ana", email="ana@example.org")
    api(ana).post("/api/v1/clubs", {"name": "Before"}, headers={"Idempotency-Key": "before"})
    settings.SAMBA_CHILDREN = True

    refused = api(ana).patch("/api/v1/players/me", {"email": "ana@example.net"})
    emptied = api(player("Ben")).patch("/api/v1/players/me", {"email": ""})
    made = api(ana).post("/api/v1/clubs", {"name": "Kids"}, headers={"Idempotency-Key": "kids"})
    club = Club.objects.get(name="Kids")
    shown = api(ana).patch(f"/api/v1/clubs/{club.pk}", {"names": "short"})

    assert (refused.status_code, emptied.status_code, shown.status_code) == (400, 200, 400)
    assert made.status_code == 201
    assert club.names == Names.NONE
    call_command("preflight")
    said = capsys.readouterr().err
    assert "1 accounts have an e-mail address" in said
    assert "1 clubs show names to others" in said
