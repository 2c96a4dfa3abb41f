"""Django's admin: what the operator reads and edits there, and what nobody finds in it."""

import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import CompositePrimaryKey
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game, RefusedAction, Seat
from samba_service.accounts.models import ApiToken, Person, Player
from samba_service.kit.admin import Reading
from tests.access.world import World, evening
from tests.factories import api, player, secret
from tests.games.tables import bots_game, play_some
from tests.tournaments.clubs import club_of

pytestmark = pytest.mark.django_db

SECRET = {"kit.IdempotencyKey", "games.Snapshot", "sessions.Session"}
"""Not registered; so are deal secrets and boards, whose keys have two columns."""
DJANGOS = {"auth.Permission", "auth.Group", "contenttypes.ContentType"}
NEVER_SHOWN = {
    *("password", "digest", "code_digest", "code_challenge", "join_code", "claim_code", "seed"),
    *("seed_shown", "phrase", "draft", "sealed", "events", "action", "detail", "code", "rule"),
    *("state", "entropy", "points", "hands", "score", "ruleset", "first_dealer", "note"),
}
INLINE = r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*\ssrc=)"
STATEMENTS = 25
SITES: dict[Any, Any] = admin.site._registry


def registered() -> list[tuple[Any, Reading]]:
    return [
        (model, site) for model, site in admin.site._registry.items() if isinstance(site, Reading)
    ]


def operator(**fields: Any) -> tuple[Client, Person]:
    person = player("Olga", is_staff=True, is_superuser=True, **fields).person
    client = Client()
    client.force_login(person)
    return client, person


def list_of(model: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def page_of(row: Any) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def test_every_model_is_registered_but_secrets_and_rows_with_a_key_of_two_columns() -> None:
    left_out = {
        model._meta.label
        for model in apps.get_models()
        if model not in admin.site._registry and not isinstance(model._meta.pk, CompositePrimaryKey)
    }
    assert left_out == SECRET | DJANGOS
    assert len(registered()) == len(admin.site._registry)


def test_no_secret_no_card_and_no_score_is_shown_anywhere() -> None:
    allowed = {
        ("Tournament", "state"),
        ("Round", "state"),
        ("Merge", "state"),
        ("DealSet", "hands"),
    }
    allowed |= {("Invitation", "state"), ("Partnership", "state"), ("CountedTable", "hands")}
    allowed |= {("Webhook", "events"), ("WebhookDelivery", "state")}  # kinds, and how far it is
    shown = {
        (model.__name__, name)
        for model, site in registered()
        for name in {
            *(site.fields or ()),
            *site.list_display,
            *site.search_fields,
            *site.list_filter,
        }
    }
    assert {(model, name) for model, name in shown if name in NEVER_SHOWN} == allowed


@pytest.fixture
def world(db: None) -> World:
    return evening()


def test_every_list_and_page_opens_in_few_statements_and_runs_no_inline_code(world: World) -> None:
    client, _ = operator()
    seen = 0
    for model, site in registered():
        pages = [list_of(model), f"{list_of(model)}?q=x" if site.search_fields else "/admin/"]
        pages += [page_of(row) for row in model._default_manager.all()[:1]]
        pages += [
            f"{page[: -len('change/')]}history/" for page in pages if page.endswith("change/")
        ]
        for path in pages:
            with CaptureQueriesContext(
                connection,
            ) as asked:
                answer = client.get(path)
            assert answer.status_code == 200, path
            assert len(asked) <= STATEMENTS, path
            text = answer.content.decode()
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*\ssrc=)", text), (
                path
            )
            assert "default-src 'none'" in answer["Content-Security-Policy"]
            seen += 1
    assert seen > 100


@pytest.mark.parametrize(
    "asked",
    [
        "accounts/person/?password__startswith=a",
        "accounts/person/?player__bots__tokens__digest__exact=a",
        "accounts/apitoken/?digest__gt=a",
        "accounts/player/?person__password__startswith=a",
        "games/game/?ruleset__contains=a",
        "games/game/?moves__events__contains=AS",
        "games/game/?snapshot__state__contains=AS",
        "games/seat/?game__moves__action__contains=AS",
        "games/refusedaction/?action__contains=AS",
        "games/refusedaction/?code__exact=AS",
        "tournaments/club/?join_code__startswith=A",
        "tournaments/tournament/?seed__startswith=A",
    ],
)
def test_a_list_answers_no_guess_about_what_it_does_not_show(asked: str) -> None:
    client, _ = operator()
    assert client.get(f"/admin/{asked}").status_code == 400


def test_who_plays_sees_nothing_of_a_running_hand_there() -> None:
    client, person = operator()
    game = bots_game()
    play_some(game)
    Seat.objects.filter(game=game, number=0).update(player=person.player, level="")
    refused = RefusedAction.objects.create(
        game=game, seat=1, number=1, hand=1, version=3, player=person.player_id, via="page",
        action='{"type":"discard","card":"QH"}', code="not_held", detail="QH is not held",
        at=game.created_at,
    )  # fmt: skip
    for path in (page_of(game), page_of(refused), list_of(Game), list_of(RefusedAction)):
        text = client.get(path).content.decode()
        assert str(game.id) in text
        assert f'href="/games/{game.id}/case"' in text
        assert not re.search(r"\bQH\b|not_held|discard|cards_drawn", text), path


def test_only_staff_enter_and_others_of_the_staff_read_nothing() -> None:
    client = Client()
    assert client.get(list_of(Player)).status_code == 302
    client.force_login(player("Ana").person)
    assert client.get(list_of(Player)).status_code == 302
    client.force_login(player("Stan", is_staff=True).person)
    assert client.get(list_of(Player)).status_code == 403


def test_nothing_is_added_or_deleted_there(world: World) -> None:
    client, _ = operator()
    for model, _site in registered():
        assert client.get(f"{list_of(model)}add/").status_code == 403
        row = model._default_manager.first()
        if row is not None:
            delete = page_of(row).replace("/change/", "/delete/")
            assert client.post(delete, {"post": "yes"}).status_code == 403


def test_a_change_of_an_account_is_written_down_without_names_and_holds_at_once(
    django_capture_on_commit_callbacks: Any,
) -> None:
    client, person = operator()
    ana = player("Ana")
    caller = api(ana)
    assert caller.get("/api/v1/players/me").status_code == 200

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(page_of(ana.person), {"email": "ana@example.org"})

    assert answer.status_code == 302
    ana.person.refresh_from_db()
    assert (ana.person.email, ana.person.is_active) == ("ana@example.org", False)
    assert caller.get("/api/v1/players/me").status_code == 401
    entry = LogEntry.objects.get()
    assert (entry.user_id, entry.object_id) == (person.pk, entry.object_repr)
    assert "Active" in entry.change_message
    assert "Ana" not in entry.change_message + entry.object_repr


def test_a_form_changes_no_column_that_is_only_shown() -> None:
    client, _ = operator()
    ana = player("Ana")
    former = (ana.person.username, ana.person.password)
    data = {"is_active": "on", "username": "mallory", "password": "x", "player": "1"}
    assert client.post(page_of(ana.person), data).status_code == 302
    ana.person.refresh_from_db()
    assert (ana.person.username, ana.person.password) == former


def test_tokens_are_revoked_and_a_club_is_renamed_with_a_row_of_its_own_log() -> None:
    client, person = operator()
    ana = player("Ana")
    secret(ana)
    token = ApiToken.objects.get(player=ana)
    client.post(list_of(ApiToken), {"action": "revoke", "_selected_action": [str(token.pk)]})
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert LogEntry.objects.get().object_id == str(token.pk)

    club = club_of(ana)
    changed = {"name": "Egrets", "names": club.names, "imports_rated": "on"}
    assert client.post(page_of(club), changed).status_code == 302
    club.refresh_from_db()
    assert (club.name, club.imports_rated) == ("Egrets", True)
    log = apps.get_model("tournaments", "AuditEntry").objects.filter(club=club, actor=person.player)
    assert set(log.values_list("act", flat=True)) == {"club_renamed", "imports_rated_changed"}


def test_the_password_is_changed_on_the_page_of_the_account() -> None:
    client, _ = operator()
    assert client.get("/admin/password_change/")["Location"] == "/account"


def test_the_operator_reads_names_of_rows_in_good_english() -> None:
    names = {str(model._meta.verbose_name_plural) for model, _ in registered()}

    assert {"entries", "OAuth clients", "OAuth grants"} <= names
    assert not {"entrys", "o auth clients", "o auth grants"} & names
