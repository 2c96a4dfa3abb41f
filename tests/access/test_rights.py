"""Every call by every caller, and with every scope, is answered as the table of rights says."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import ApiToken, Person, Player, Scope
from games.store.state import matches_forget
from tests.access.calls import BODIES, QUERIES
from tests.access.rights import Right, rights
from tests.access.world import CALLERS, OFFICES, World, evening
from tests.contract.test_routes import operations
from tests.factories import secret, with_secret

RIGHTS = list(rights())
ROOT = "/api/v1"
PLACEHOLDER = re.compile("<str:")
HALVES = pytest.mark.parametrize(
    "lines", [RIGHTS[::2], RIGHTS[1::2]], ids=["one half", "the other"]
)


@pytest.fixture
def world(db: None) -> World:
    """Made once for many callers, since every try is rolled back."""
    return evening()


def is_staff(who: Player) -> bool:
    return Person.objects.filter(player=who, is_staff=True).exists()


class Knocking:
    """A client of one caller, which leaves nothing behind."""

    def __init__(self, world: World, who: Player | None, *scopes: str) -> None:
        self.world, self.who, self.own_token = world, who, None
        self.client = APIClient(raise_request_exception=False)
        if who is not None:
            scopes = scopes or tuple(Scope.values if is_staff(who) else ())
            self.client = with_secret(secret(who, *scopes))
            issued = ApiToken.objects.filter(player=who).latest("created_at")
            ApiToken.objects.filter(pk=issued.pk).update(last_used_at=timezone.now())
            self.own_token = issued.pk

    def answer(self, right: Right) -> str:
        """`yes` if the call did what it is for, otherwise the status."""
        place = self.world.place(right.on, self.own_token)
        path = right.path.format_map(place)
        body = BODIES.get(right.call, BODIES.get(right.operation, lambda *_: {}))
        query = QUERIES.get(right.call, QUERIES.get(right.operation, "")).format_map(place)
        with transaction.atomic():
            self.world.arrange(right.on, self.who)
            sent = [] if right.method == "GET" else [body(self.world, self.who)]
            method = getattr(self.client, right.method.lower())
            answer = method(f"{ROOT}{path}{'?' * bool(query)}{query}", *sent)
            transaction.set_rollback(True)
        matches_forget()
        return _told(answer, many=bool(sent) and isinstance(sent[0], list))


def _told(answer: Any, *, many: bool) -> str:
    status = answer.status_code
    if many and status == 200:
        status = answer.json()["results"][0]["status"]
    assert status < 500, answer.content
    return "yes" if 200 <= status < 300 else str(status)


@HALVES
def test_each_caller_is_answered_as_the_table_says(world: World, lines: list[Right]):
    callers = {name: Knocking(world, world.people.get(name)) for name in CALLERS}
    wrong = []
    for right in lines:
        with world.ready(right.on):
            for caller, knocking in callers.items():
                told, said = knocking.answer(right), right.cells[caller]
                if told != said:
                    wrong.append(f"{right}: {told} for {caller}, not {said}")
    assert wrong == [], "\n" + "\n".join(wrong)


def test_somebody_may_what_a_line_is_about():
    assert [str(right) for right in RIGHTS if not right.may] == []


@HALVES
def test_each_scope_opens_what_the_table_says(world: World, lines: list[Right]):
    narrow = {
        (name, scope): Knocking(world, who, scope)
        for name, who in world.people.items()
        for scope in Scope.values
        if name == "staff" or scope != Scope.GAMES_PEEK
    }
    wrong = []
    for right in lines:
        with world.ready(right.on):
            for scope in Scope.values:
                opened, refused = _parted(right, scope)
                may = [narrow[name, scope] for name in opened if (name, scope) in narrow]
                if may and not any(each.answer(right) == "yes" for each in may):
                    wrong.append(f"{right}: not opened by {scope}")
                for name in refused:
                    if (told := narrow[name, scope].answer(right)) != refusal(right):
                        wrong.append(f"{right}: {told} for {name} with {scope}")
    assert wrong == [], "\n" + "\n".join(wrong)


def _parted(right: Right, scope: str) -> tuple[list[str], list[str]]:
    """Whom the scope is to let in, one of them at least; and who is to be refused with it.

    All of them may with all scopes. Of those who hold an office one is refused, of the others too.
    """
    office = [name for name in right.may if name in OFFICES]
    others = [name for name in right.may if name not in (*OFFICES, "anonymous")]
    if scope in right.own:
        return others, office
    if right.opened_by(scope):
        return right.may, []
    if scope == Scope.GAMES_PEEK:
        return [], ["staff"] if "staff" in right.may else []
    return [], [*office[:1], *others[:1]] if right.depends_on_who else others[:1]


def refusal(right: Right) -> str:
    """With a scope that does not open it, for one who may with all of them."""
    if right.on in ("drafted round", "shared draft"):
        return "404"  # shown only to a token that may direct
    nobody = right.cells["anonymous"]
    return "403" if nobody == "401" else nobody


def test_every_operation_has_a_line():
    known = {
        f"{method.upper()} /{PLACEHOLDER.sub('{', address.removeprefix('api/v1/'))}".replace(
            ">", "}"
        )
        for address, method, _ in operations()
    }
    listed = {right.operation for right in RIGHTS}
    assert (sorted(known - listed), sorted(listed - known)) == ([], [])


def test_no_line_is_there_twice():
    lines = [(right.call, right.on) for right in RIGHTS]
    assert [line for line in lines if lines.count(line) > 1] == []
