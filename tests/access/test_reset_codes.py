"""A forgotten password: who may issue a reset code, for whom, and what it does."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from samba_service.accounts.models import Person, ResetCode
from samba_service.accounts.services import recovery
from tests.concurrency.together import at_once, meet, without_locks
from tests.factories import PASSWORD, api, bot, player
from tests.people.test_erasure import everything_stored
from tests.tournaments.clubs import Cast, cast_of_a_club, club_of, office_give
from tournaments.choices import Role
from tournaments.models import Member

pytestmark = pytest.mark.django_db

ME = "/api/v1/players/me"
RESET = "/api/v1/auth/reset"
NEW = "nine blue herons"


@pytest.fixture
def cast() -> Cast:
    return cast_of_a_club()


def trust(cast: Cast, kind: str = "member") -> None:
    """Let the club's directors issue a code for this member."""
    answer = cast.clients[kind].patch(ME, {"recovery_club": str(cast.club.pk)})
    assert answer.status_code == 200, answer.content


def ask(cast: Cast, by: str = "director", of: str = "member"):
    return cast.clients[by].post(f"{cast.path}/members/{cast.players[of].pk}/reset-code")


def code_of(cast: Cast) -> str:
    trust(cast)
    answer = ask(cast)
    assert answer.status_code == 201, answer.content
    code: str = answer.json()["code"]
    return code


def reset(code: str, password: str = NEW):
    return api().post(RESET, {"code": code, "password": password})


def log_in(cast: Cast, password: str, of: str = "member") -> int:
    body = {"username": cast.players[of].person.username, "password": password, "name": "x"}
    return api().post("/api/v1/auth/tokens", body | {"scopes": ["profile"]}).status_code


def test_a_member_who_named_the_club_gets_a_new_password_by_a_directors_code(cast: Cast):
    code = code_of(cast)
    assert len(code) == 12
    assert reset(f" {code.lower()} ").status_code == 204
    assert (log_in(cast, PASSWORD), log_in(cast, NEW)) == (401, 201)


def test_a_reset_ends_all_tokens_and_sessions_and_those_of_the_bots(
    cast: Cast, django_capture_on_commit_callbacks
):
    member = cast.players["member"]
    session, engine = api(), api(bot(member))
    session.login(username=member.person.username, password=PASSWORD)
    code = code_of(cast)
    assert session.get(ME).status_code == 200
    with django_capture_on_commit_callbacks(execute=True):
        assert reset(code).status_code == 204
    assert [each.get(ME).status_code for each in (cast.member, session, engine)] == [401] * 3


def test_a_code_is_used_by_a_page_too(cast: Cast, client: Client):
    code = code_of(cast)
    wrong = client.post("/new-password", {"code": "x" * 12, "password": NEW})
    assert wrong.status_code == 200
    assert "reset code is not valid" in wrong.content.decode()
    assert log_in(cast, PASSWORD) == 201
    weak = client.post("/new-password", {"code": code, "password": "12345678"})
    assert "too common" in weak.content.decode()

    answer = client.post("/new-password", {"code": code, "password": NEW})

    assert (answer.status_code, answer["Location"]) == (302, "/sign-in")
    assert (log_in(cast, PASSWORD), log_in(cast, NEW)) == (401, 201)


def test_wrong_codes_on_the_page_are_slowed_down(client: Client, settings):
    settings.SAMBA_RATE_LIMITS = True
    there: Any = {"REMOTE_ADDR": "192.0.2.9"}
    sent = {"code": "x" * 12, "password": NEW}
    pages = [client.post("/new-password", sent, **there) for _ in range(11)]
    assert [page.status_code for page in pages] == [200] * 10 + [429]


def test_a_code_works_once(cast: Cast):
    code = code_of(cast)
    assert [reset(code).status_code for _ in range(2)] == [204, 401]


def test_a_weak_password_is_refused_and_the_code_is_still_good(cast: Cast):
    code = code_of(cast)
    weak = reset(code, "password")
    assert (weak.status_code, weak.json()["errors"][0]["path"]) == (400, "password")
    assert reset(code).status_code == 204


def test_a_newer_code_replaces_the_older(cast: Cast):
    old = code_of(cast)
    new = ask(cast).json()["code"]
    assert [reset(code).status_code for code in (old, new)] == [401, 204]


def test_a_code_is_good_for_15_minutes(cast: Cast):
    code = code_of(cast)
    [issued] = ResetCode.objects.all()
    assert issued.expires_at - issued.issued_at == timedelta(minutes=15)
    ResetCode.objects.update(expires_at=timezone.now())
    refused = reset(code)
    assert (refused.status_code, refused.json()["code"]) == (401, "invalid_reset_code")


@pytest.mark.parametrize("code", ["", "K7RT2M9QXV4B", "x" * 41, 7])
def test_no_other_code_is_good(cast: Cast, code):
    trust(cast)
    assert reset(code).status_code in (400, 401)


def test_wrong_codes_count_as_wrong_log_ins(cast: Cast, settings):
    settings.SAMBA_RATE_LIMITS = True
    code = code_of(cast)
    assert [reset("K7RT2M9QXV4B").status_code for _ in range(11)] == [401] * 10 + [429]
    assert reset(code).status_code == 429


# --- Who may -----------------------------------------------------------------------------------


def refused(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


NOT_RECOVERABLE = (403, "not_recoverable")


def test_nobody_is_recovered_who_did_not_ask_for_it(cast: Cast):
    assert refused(ask(cast)) == NOT_RECOVERABLE


def test_the_wish_can_be_taken_back_and_open_codes_with_it(cast: Cast):
    code = code_of(cast)
    assert cast.member.patch(ME, {"recovery_club": None}).json()["recovery_club"] is None
    assert reset(code).status_code == 401
    assert refused(ask(cast)) == NOT_RECOVERABLE


def test_who_leaves_the_club_is_not_recovered_by_it_nor_on_coming_back(cast: Cast):
    code = code_of(cast)
    assert cast.member.delete(f"{cast.path}/members/{cast.players['member'].pk}").status_code == 204
    assert cast.member.get(ME).json()["recovery_club"] is None
    assert reset(code).status_code == 401
    assert ask(cast).status_code == 404
    cast.member.post("/api/v1/clubs/join", {"code": cast.club.join_code})
    assert refused(ask(cast)) == NOT_RECOVERABLE


def test_staff_are_not_recovered_by_a_club(cast: Cast):
    trust(cast)
    Person.objects.filter(player=cast.players["member"]).update(is_staff=True)
    assert refused(ask(cast)) == NOT_RECOVERABLE


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.ADMIN])
def test_who_holds_an_office_in_another_club_is_not_recovered_by_this_one(cast: Cast, role: Role):
    trust(cast)
    other = club_of(player(), cast.players["member"], name="Storks")
    assert ask(cast).status_code == 201
    office_give(other, cast.players["member"], role)
    assert refused(ask(cast)) == NOT_RECOVERABLE


def test_a_code_is_no_good_once_its_owner_holds_an_office_elsewhere(cast: Cast):
    code = code_of(cast)
    other = club_of(player(), cast.players["member"], name="Storks")
    office_give(other, cast.players["member"], Role.ADMIN)
    assert reset(code).status_code == 401
    assert log_in(cast, PASSWORD) == 201


def test_a_code_is_no_good_once_who_issued_it_is_no_director(cast: Cast):
    code = code_of(cast)
    office_give(cast.club, cast.players["director"], Role.MEMBER)
    assert reset(code).status_code == 401


@pytest.mark.parametrize(
    ("by", "of", "status"),
    [
        ("member", "director", 403),
        ("outsider", "director", 404),
        ("anonymous", "director", 401),
        ("director", "admin", 403),
        ("director", "director", 403),
        ("admin", "director", 201),
    ],
)
def test_nobody_reaches_a_higher_office_by_a_code(cast: Cast, by: str, of: str, status: int):
    trust(cast, of)
    assert ask(cast, by, of).status_code == status


def test_a_member_without_an_account_has_nothing_to_recover(cast: Cast):
    gus = cast.director.post(f"{cast.path}/members", {"name": "Gus"}).json()["id"]
    answer = cast.director.post(f"{cast.path}/members/{gus}/reset-code")
    assert refused(answer) == NOT_RECOVERABLE
    assert "it takes an account that names this club" in answer.json()["detail"]


@pytest.mark.parametrize("kind", ["outsider", "guest"])
def test_only_a_club_of_ones_own_can_be_named(cast: Cast, kind: str):
    if kind == "guest":
        Member.objects.filter(pk=cast.membership("member").pk).update(guest=True)
    answer = cast.clients["member" if kind == "guest" else kind].patch(
        ME, {"recovery_club": str(cast.club.pk)}
    )
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == ["recovery_club"]


def test_a_bot_has_no_password_to_recover(cast: Cast):
    answer = api(bot(cast.players["member"])).patch(ME, {"recovery_club": None})
    assert answer.status_code == 400


def test_joining_offers_it_to_who_may_change_the_account(cast: Cast):
    body = {"code": cast.club.join_code, "recovery": True}
    narrow = api(cast.players["outsider"], "tournaments:play")
    assert refused(narrow.post("/api/v1/clubs/join", body)) == (403, "insufficient_scope")
    assert cast.outsider.post("/api/v1/clubs/join", body).status_code == 201
    assert cast.outsider.get(ME).json()["recovery_club"] == str(cast.club.pk)
    assert ask(cast, of="outsider").status_code == 201


# --- On record ---------------------------------------------------------------------------------


def test_the_account_shows_for_30_days_who_issued_a_code(cast: Cast):
    code = code_of(cast)
    [shown] = cast.member.get(ME).json()["password_resets"]
    assert (shown["issued_by"]["name"], shown["used_at"]) == ("Director", None)
    reset(code)
    member = api(cast.players["member"])
    assert member.get(ME).json()["password_resets"][0]["used_at"] is not None
    ResetCode.objects.update(issued_at=timezone.now() - timedelta(days=30))
    assert member.get(ME).json()["password_resets"] == []


def test_the_audit_log_has_the_code_issued_and_used_but_not_the_code(cast: Cast):
    code = code_of(cast)
    reset(code)
    used, issued = cast.audit()[:2]
    assert (issued["act"], issued["actor"]["name"]) == ("reset_code_issued", "Director")
    assert (used["act"], used["actor"]["name"]) == ("password_reset", "Member")
    assert code not in everything_stored()


def test_the_operator_issues_a_code_for_anybody(cast: Cast):
    said = StringIO()
    call_command("reset_code", cast.players["admin"].person.username.upper(), stdout=said)
    assert reset(said.getvalue().split()[0]).status_code == 204
    assert log_in(cast, NEW, "admin") == 201
    [shown] = api(cast.players["admin"]).get(ME).json()["password_resets"]
    assert shown["issued_by"] is None
    with pytest.raises(CommandError, match="no account"):
        call_command("reset_code", "nobody")


class TestRaces:
    pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

    def uses(self, cast: Cast) -> dict[str, int]:
        code = code_of(cast)
        return at_once(*[lambda: str(reset(code).status_code)] * 8)

    def test_of_eight_uses_of_a_code_at_once_one_sets_the_password(self, cast: Cast):
        assert self.uses(cast) == {"204": 1, "401": 7}

    def test_without_the_lock_it_is_set_several_times(self, cast: Cast, monkeypatch):
        """The control: if this fails, the test above proves nothing."""
        without_locks(monkeypatch)
        meet(monkeypatch, recovery, "password_check", callers=8)
        assert self.uses(cast)["204"] > 1
