"""Every call by every caller, and with every scope, is answered as the table of rights says."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from games.store.state import matches_forget
from samba_service.accounts.authentication import tokens
from samba_service.accounts.choices import STAFF_SCOPES, Scope
from samba_service.accounts.models import ApiToken, Person, Player
from tests.access.calls import BODIES, QUERIES
from tests.access.rights import Right, rights
from tests.access.world import CALLERS, ELSEWHERE, OFFICES, Json, World, evening
from tests.contract.test_routes import operations
from tests.depth import LONG, first_of
from tests.factories import secret, with_code, with_secret, with_wall_link

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

    def __init__(self, world: World, who: Player | None) -> None:
        self.world, self.who, self.own_token = world, who, None
        self.client = APIClient(raise_request_exception=False)
        if who is not None:
            self.client = with_secret(secret(who, *(Scope.values if is_staff(who) else ())))
            issued = ApiToken.objects.filter(player=who).latest("created_at")
            ApiToken.objects.filter(pk=issued.pk).update(last_used_at=timezone.now())
            self.own_token = issued.pk

    def answer(self, right: Right, *scopes: str) -> str:
        """`yes` if the call did what it is for, otherwise the status.

        Where `scopes` are given, the token has only these.
        """
        place = self.world.place(right.on, self.own_token)
        path = right.path.format_map(place)
        body = BODIES.get(right.call, BODIES.get(right.operation, lambda *_: {}))
        query = QUERIES.get(right.call, QUERIES.get(right.operation, "")).format_map(place)
        with transaction.atomic():
            self.world.arrange(right.on, self.who)
            if scopes:
                self._narrow(scopes)
            sent = [] if right.method == "GET" else [body(self.world, self.who)]
            method = getattr(self._client(right, place), right.method.lower())
            answer = method(f"{ROOT}{path}{'?' * bool(query)}{query}", *sent)
            transaction.set_rollback(True)
        if scopes:
            tokens.clear()
        matches_forget()
        if right.call.endswith("· strips") and answer.status_code == 200 and not _is_coded(answer):
            return "404"
        return _told(answer, many=bool(sent) and isinstance(sent[0], list))

    def _client(self, right: Right, place: Json) -> APIClient:
        """With the code of the place where the call takes one, and then nothing else."""
        if right.path.endswith("/wall") and "wall_token" in place:
            return with_wall_link(place["wall_token"])
        if "/sheet" not in right.path or "sheet_code" not in place:
            return self.client
        return with_code(place["sheet_code"])

    def _narrow(self, scopes: tuple[str, ...]) -> None:
        assert self.own_token is not None
        ApiToken.objects.filter(pk=self.own_token).update(scopes=sorted(scopes))
        tokens.clear()


def _is_coded(paper: Any) -> bool:
    """True if strips with codes are on it: of papers only these are kept nowhere."""
    return bool(paper.headers.get("Cache-Control") == "no-store")


def _told(answer: Any, *, many: bool) -> str:
    status = answer.status_code
    if many and status == 200:
        status = answer.json()["results"][0]["status"]
    assert status < 500, answer.content
    return "yes" if 200 <= status < 300 else str(status)


@HALVES
@pytest.mark.parametrize("of_the_line", first_of(["one for each answer", "the others"]))
def test_each_caller_is_answered_as_the_table_says(
    world: World, lines: list[Right], of_the_line: str
):
    callers = {name: Knocking(world, world.people.get(name)) for name in CALLERS}
    wrong = []
    for at, right in enumerate(lines):
        tried = _tried(at)
        one_each = list({right.cells[caller]: caller for caller in tried}.values())
        with world.ready(right.on):
            for caller in tried:
                if (caller in one_each) == (of_the_line == "one for each answer"):
                    told, said = callers[caller].answer(right), right.cells[caller]
                    if told != said:
                        wrong.append(f"{right}: {told} for {caller}, not {said}")
    assert wrong == [], "\n" + "\n".join(wrong)


def _tried(at: int) -> list[str]:
    """The callers of a line, each in turn the first; of those from elsewhere in a short run two."""
    *others, _admin = ELSEWHERE
    left_out = () if LONG else {*others} - {others[at % len(others)]}
    tried = [caller for caller in CALLERS if caller not in left_out]
    turn = at % len(tried)
    return tried[turn:] + tried[:turn]


def test_somebody_may_what_a_line_is_about():
    assert [str(right) for right in RIGHTS if not right.may] == []


@HALVES
@pytest.mark.full
def test_each_scope_opens_what_the_table_says(world: World, lines: list[Right]):
    people = {name: Knocking(world, who) for name, who in world.people.items()}
    wrong = []
    for at, right in enumerate(lines):
        with world.ready(right.on):
            for scope in _enough(right, at):
                may = _let_in(right, scope)
                if may and not any(people[name].answer(right, scope) == "yes" for name in may):
                    wrong.append(f"{right}: not opened by {scope}")
            for name, scopes in _too_little(right):
                if (told := people[name].answer(right, *scopes)) != refusal(right):
                    wrong.append(f"{right}: {told} for {name} with {' or '.join(scopes)}")
    assert wrong == [], "\n" + "\n".join(wrong)


def _enough(right: Right, at: int) -> list[str]:
    """The scopes that let somebody in; in a short run one where every scope does."""
    if right.scopes in (("any",), ("none",)) and not LONG:
        return [Scope.values[at % len(Scope.values)]]
    return [scope for scope in Scope.values if right.opened_by(scope)]


def _let_in(right: Right, scope: str) -> list[str]:
    """Of whom one at least is let in by the scope: all of them may with all scopes."""
    return [
        name
        for name in right.may
        if name != "anonymous"
        and (scope not in STAFF_SCOPES or name == "staff")
        and not (scope in right.own and name in OFFICES)
    ]


def _too_little(right: Right) -> Iterator[tuple[str, list[str]]]:
    """Whom to refuse, and with which scopes: all at once that do not let them in.

    Where scopes let in only together, each by itself. All of these callers may with all scopes. Of
    those who hold an office one is refused, of the others too; with what is enough for one's own,
    all who hold an office.
    """
    office = [name for name in right.may if name in OFFICES]
    others = [name for name in right.may if name not in (*OFFICES, "anonymous")]
    first = [*office[:1], *others[:1]] if right.depends_on_who else others[:1]
    shut = [scope for scope in Scope.values if not right.opened_by(scope)]
    plain = [scope for scope in shut if scope not in STAFF_SCOPES]
    refused = dict.fromkeys(first, plain)
    if right.own:
        refused |= {name: [*plain, *right.own] for name in office}
    if "staff" in right.may:
        theirs = [scope for scope in shut if scope in STAFF_SCOPES]
        refused["staff"] = [*refused.get("staff", []), *theirs]
    together = any("+" in scope for scope in right.scopes)
    for name, scopes in refused.items():
        if together:
            yield from ((name, [scope]) for scope in scopes)
        elif scopes:
            yield name, scopes


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
