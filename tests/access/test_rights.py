"""Every call by every caller, and with every scope, is answered as the table of rights says."""

import re
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from games.models import ApiToken, Person, Player, Scope
from games.selectors.rows import matches_forget
from tests.access.calls import BODIES, QUERIES
from tests.access.rights import Right, rights
from tests.access.world import CALLERS, World
from tests.contract.test_routes import operations
from tests.factories import secret, with_secret

RIGHTS = list(rights())
ROOT = "/api/v1"
PLACEHOLDER = re.compile("<str:")
BEST = ("admin", "director", "player", "guest", "invited", "member", "stranger", "staff")
"""Of those who may, one whose token is narrowed to each scope."""


@pytest.fixture
def world(db: None) -> World:
    """Made once for many callers, since every try is rolled back."""
    return World()


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
            self.own_token = ApiToken.objects.filter(player=who).latest("created_at").pk

    def answer(self, right: Right) -> str:
        """`yes` for whatever is no 401, 403 or 404."""
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
    return str(status) if status in (401, 403, 404) else "yes"


@pytest.mark.parametrize("callers", [CALLERS[::2], CALLERS[1::2]], ids=["one half", "the other"])
def test_each_caller_is_answered_as_the_table_says(world: World, callers: tuple[str, ...]):
    wrong = []
    for caller in callers:
        knocking = Knocking(world, world.people.get(caller))
        for right in RIGHTS:
            told, said = knocking.answer(right), right.cells[caller]
            if told != said:
                wrong.append(f"{right}: {told} for {caller}, not {said}")
    assert wrong == [], "\n" + "\n".join(wrong)


def test_each_scope_opens_what_the_table_says(world: World):
    wrong = []
    lines = {(right.call, right.scopes): right for right in RIGHTS}.values()
    for scope in Scope.values:
        callers = ("staff",) if scope == Scope.GAMES_PEEK else BEST
        narrow = {name: Knocking(world, world.people[name], scope) for name in callers}
        for right in lines:
            may = [narrow[name] for name in callers if right.cells[name] == "yes"]
            if may and right.opened_by(scope):
                if not any(each.answer(right) == "yes" for each in may):
                    wrong.append(f"{right}: not opened by {scope}")
            elif may and (told := may[0].answer(right)) != refusal(right):
                wrong.append(f"{right}: {told} with {scope}, not {refusal(right)}")
    assert wrong == [], "\n" + "\n".join(wrong)


def refusal(right: Right) -> str:
    """With a scope that does not open it, for one who may with all of them."""
    if right.on == "drafted round":
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
