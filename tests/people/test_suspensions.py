"""The staff of the site suspend, ban, let in again and anonymise; each act is on record."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from samba_service.accounts.authentication import callers_ended, tokens
from samba_service.accounts.choices import Scope
from samba_service.accounts.models import Person, Player, StaffAct
from samba_service.accounts.services.access import token_digest
from samba_service.accounts.services.suspensions import account_suspend
from tests.contract.test_error_shape import problem
from tests.factories import PASSWORD, api, bot, player, secret, with_secret
from tests.people.programs import granted, program_of
from tests.tournaments.clubs import club_of

pytestmark = [pytest.mark.django_db, pytest.mark.full]

ROOT = "/api/v1"
ME = f"{ROOT}/players/me"
WHY = "Played for two at one table."


class Desk:
    """Sue of the staff, and Max, about whom people complain."""

    def __init__(self) -> None:
        self.sue, self.max = player("Sue", is_staff=True), player("Max")
        self.staff = api(self.sue, *Scope.values)

    def act(self, deed: str, of: Player | None = None, **body: Any) -> Any:
        path = f"{ROOT}/players/{(of or self.max).pk}/{deed}"
        answer = self.staff.post(path, {"reason": WHY, **body})
        tokens.clear()  # as after the commit
        return answer

    def acts(self) -> list[str]:
        """The latest first."""
        found = self.staff.get(f"{ROOT}/players/{self.max.pk}/staff-acts").json()["results"]
        return [each["act"] for each in found]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def in_days(days: int) -> str:
    return (timezone.now() + timedelta(days=days)).isoformat()


def sign_in(of: Player) -> tuple[Client, Any]:
    """A browser, and what its form answers."""
    browser = Client()
    body = {"username": of.person.username, "password": PASSWORD}
    return browser, browser.post("/sign-in", body)


def issue(of: Player) -> Any:
    body = {"username": of.person.username, "password": PASSWORD}
    return api().post(f"{ROOT}/auth/tokens", {**body, "name": "x", "scopes": ["profile"]})


def test_tokens_sessions_and_the_password_wait_until_then(desk: Desk) -> None:
    texts = [secret(desk.max), secret(bot(desk.max))]
    browser, _ = sign_in(desk.max)
    assert browser.get("/api/v1/players/me").status_code == 200
    made = desk.act("suspend", until=in_days(3))
    assert made.status_code == 200, made.content
    for text in texts:
        refused = problem(with_secret(text).get(ME), 401, "account_suspended")
        assert refused["facts"] == {"until": made.json()["until"], "reason": WHY}
    for path in ("/api/v1/players/me", "/api/v1/tournaments"):
        refused = problem(browser.get(path), 401, "account_suspended")
        assert refused["facts"] == {"until": made.json()["until"], "reason": WHY}
    assert WHY in problem(issue(desk.max), 401, "account_suspended")["detail"]
    _, answer = sign_in(desk.max)
    day = rf"{timezone.now() + timedelta(days=3):%-d %b %Y}, \d\d:\d\d UTC: "
    assert re.search(f"This account is suspended until {day}", answer.content.decode())
    Person.objects.filter(player=desk.max).update(suspended_until=timezone.now())
    tokens.clear()
    assert [with_secret(text).get(ME).status_code for text in texts] == [200, 200]
    assert browser.get("/api/v1/players/me").status_code == 200
    assert issue(desk.max).status_code == 201


def test_a_session_from_before_another_password_does_not_show_it(desk: Desk) -> None:
    browser, _ = sign_in(desk.max)
    desk.max.person.set_password("another long one")
    desk.max.person.save()
    desk.act("suspend")
    problem(browser.get("/api/v1/players/me"), 401, "not_authenticated")


def test_a_call_without_a_session_is_that_of_a_visitor() -> None:
    assert api().get("/api/v1/tournaments").status_code == 200
    problem(api().get(ME), 401, "not_authenticated")


def test_a_wrong_password_does_not_show_that_an_account_is_suspended(desk: Desk) -> None:
    desk.act("suspend")
    body = {"username": desk.max.person.username, "password": "guess", "name": "x"}
    problem(
        api().post(f"{ROOT}/auth/tokens", {**body, "scopes": ["profile"]}),
        401,
        "invalid_credentials",
    )


def test_a_ban_lasts_until_it_is_lifted(desk: Desk) -> None:
    text = secret(desk.max)
    assert desk.act("suspend").json()["until"] is None
    assert problem(with_secret(text).get(ME), 401, "account_suspended")["facts"]["until"] is None
    _, answer = sign_in(desk.max)
    assert "This account is banned" in answer.content.decode()
    assert desk.act("suspend/lift").status_code == 200
    assert with_secret(text).get(ME).status_code == 200
    problem(desk.act("suspend/lift"), 409, "not_suspended")
    assert desk.acts() == ["lifted", "banned"]


def test_the_export_has_what_the_staff_did_and_why_but_not_who(desk: Desk) -> None:
    text = secret(desk.max)
    desk.act("suspend")
    desk.act("suspend/lift")
    exported = with_secret(text).get(f"{ME}/export")
    acts = exported.json()["staff_acts"]
    assert [(each["act"], each["until"], each["reason"]) for each in acts] == [
        ("lifted", None, WHY), ("banned", None, WHY),
    ]  # fmt: skip
    assert str(desk.sue.pk) not in exported.content.decode()


def test_what_is_open_ends_with_the_suspension(desk: Desk) -> None:
    """Streams and programs."""
    caller = tokens.get(token_digest(secret(desk.max)))
    assert caller is not None
    assert callers_ended([caller]) == []
    desk.act("suspend")
    assert callers_ended([caller]) == [caller]


def test_a_program_of_theirs_is_offered_to_nobody(desk: Desk) -> None:
    from samba_service.accounts.selectors import client_find

    program = program_of(desk.max)
    granted(player("Cleo"), program)
    desk.act("suspend")
    assert client_find(program.pk) is None


def named(deed: str, who: Player) -> dict[str, str]:
    return {"name": who.display_name} if deed == "anonymise" else {}


@pytest.mark.parametrize("deed", ["suspend", "suspend/lift", "anonymise"])
def test_nobody_does_it_to_the_staff_or_to_bots(desk: Desk, deed: str) -> None:
    another = player("Stan", is_staff=True)
    for colleague in (desk.sue, another):
        problem(desk.act(deed, colleague, **named(deed, colleague)), 403, "not_on_staff")
    engine = bot(desk.max, "Engine")
    problem(desk.act(deed, engine, **named(deed, engine)), 409, "nobody_behind")


def test_a_second_suspension_needs_the_first_lifted(desk: Desk) -> None:
    desk.act("suspend", until=in_days(1))
    problem(desk.act("suspend"), 409, "already_suspended")


@pytest.mark.parametrize("until", ["2020-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "soon"])
def test_the_end_is_a_moment_to_come(desk: Desk, until: str) -> None:
    refused = problem(desk.act("suspend", until=until), 400, "invalid_fields")
    assert refused["errors"][0]["path"] == "until"
    assert desk.acts() == []


def test_to_anonymise_takes_the_name(desk: Desk) -> None:
    refused = problem(desk.act("anonymise", name="max"), 400, "invalid_fields")
    assert refused["errors"][0]["path"] == "name"
    assert desk.act("anonymise", name="Max").status_code == 200
    desk.max.refresh_from_db()
    assert desk.max.anonymised_at is not None
    assert desk.max.display_name.startswith("Former player ")
    assert not Person.objects.filter(player=desk.max).exists()
    assert desk.acts() == ["anonymised"]
    problem(desk.act("anonymise", name=desk.max.display_name), 409, "nobody_behind")


def test_the_only_admin_of_a_club_is_not_anonymised(desk: Desk) -> None:
    club_of(desk.max, player())
    problem(desk.act("anonymise", name="Max"), 409, "last_admin")
    assert desk.acts() == []


def test_only_the_staff_may(desk: Desk) -> None:
    for path in ("suspend", "suspend/lift", "anonymise"):
        refused = api(player()).post(f"{ROOT}/players/{desk.max.pk}/{path}", {"reason": WHY})
        problem(refused, 403, "insufficient_scope")
    peeking = api(desk.sue, Scope.GAMES_PEEK)
    assert peeking.post(f"{ROOT}/players/{desk.max.pk}/suspend", {"reason": WHY}).status_code == 403


def test_no_row_of_the_log_is_changed_or_deleted(desk: Desk) -> None:
    account_suspend(player_id=desk.max.pk, by=desk.sue, until=None, reason=WHY)
    for sql in ("UPDATE accounts_staffact SET reason = 'x'", "DELETE FROM accounts_staffact"):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
    assert StaffAct.objects.count() == 1
