"""Whatever is called, with whatever in it, is answered as the schema says, and never with a fault.

Callers of all kinds make the calls of the table of rights, spoiled. An answer must have a status
and a media type that the schema has for its call, a success the declared shape, a refusal a code
that the list of problems knows.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from rest_framework.test import APIClient

from games.store.state import matches_forget
from samba_service.accounts.authentication import tokens
from samba_service.kit.problems import CONTENT_TYPE, known_kinds
from tests.access.calls import BODIES, QUERIES
from tests.access.rights import Right, rights
from tests.access.world import CALLERS, Json, World, evening
from tests.contract.fuzzing import ROOT, Call, Fuzzer, template_of
from tests.contract.shapes import conforms, declared
from tests.factories import secret, with_code, with_secret, with_wall_link

pytestmark = pytest.mark.django_db

FUZZED = int(os.environ.get("FUZZED", "190000"))
"""Calls; `test_schemathesis` makes as many more as are missing from 200,000."""
PARTS = 95
VISIT = 20
"""Calls on one line of the table, before all that they have done is undone."""
KEPT = 0.3
"""Of those calls, how many leave what they have done to the next ones."""
LET_IN = 0.8
"""Of the calls, how many are made by somebody who may make them."""
SHOWN = 30
"""Faults of one part that are listed."""
RIGHTS = list(rights())
STATUSES = {kind.code: kind.status for kind in known_kinds()}
ELSEWHERE = {404, 405, 406, 401, 400}
"""Where the schema has no such call: no such address, or no such method there."""


class Callers:
    """A client of each caller, and calls as they should be."""

    def __init__(self, world: World) -> None:
        self.world, self._clients = (
            world,
            {
                name: APIClient(raise_request_exception=False)
                if name not in world.people
                else with_secret(secret(world.people[name]))
                for name in CALLERS
            },
        )

    def call(self, right: Right, caller: str) -> tuple[Call, APIClient]:
        """The call of a line as it should be, and who makes it."""
        who = self.world.people.get(caller)
        place = self.world.place(right.on, None)
        template = f"{ROOT}{right.path}"
        body = BODIES.get(right.call, BODIES.get(right.operation, lambda *_: {}))
        query = QUERIES.get(right.call, QUERIES.get(right.operation, "")).format_map(place)
        named = tuple(parse_qsl(query, keep_blank_values=True))
        sent = None if right.method == "GET" else body(self.world, who)
        call = Call(right.method, template.format_map(place), template, named, sent)
        return call, self._client(right, place, caller)

    def _client(self, right: Right, place: Json, caller: str) -> APIClient:
        """With the code of the place, where the call takes one."""
        if right.path.endswith("/wall") and "wall_token" in place:
            return with_wall_link(place["wall_token"])
        if "/sheet" in right.path and "sheet_code" in place:
            return with_code(place["sheet_code"])
        return self._clients[caller]


def ids(world: World) -> list[str]:
    """Values of placeholders, of all kinds."""
    return sorted({str(value) for place in world.places.values() for value in place.values()})


def fuzzed(world: World, seed: int, calls: int) -> Iterator[str]:
    """Make the calls, and say what is wrong with which answer."""
    rng, fuzzer, callers = Random(seed), Fuzzer(seed, ids(world)), Callers(world)
    statuses: Counter[int] = Counter()
    while statuses.total() < calls:
        right = rng.choice(RIGHTS)
        with world.ready(right.on):
            for _ in range(min(VISIT, calls - statuses.total())):
                good, client = callers.call(right, rng.choice(_likely(right, rng)))
                call = fuzzer.spoiled(good)
                with transaction.atomic():
                    answer = call.send(client)
                    transaction.set_rollback(rng.random() >= KEPT)
                matches_forget()
                statuses[answer.status_code] += 1
                if (fault := fault_of(call, answer)) is not None:
                    yield f"{fault}: {right} as {call!r:.1500}"
        cache.clear()
        tokens.clear()
    print(f"{calls} calls of seed {seed}: {dict(sorted(statuses.items()))}")


def _likely(right: Right, rng: Random) -> Sequence[str]:
    """Mostly those who may."""
    return right.may if right.may and rng.random() < LET_IN else CALLERS


def fault_of(call: Call, answer: Any) -> str | None:
    """What is wrong with an answer, if anything."""
    status = answer.status_code
    media_type = answer.headers.get("Content-Type", "").partition(";")[0]
    answered = f"{status} {media_type} {_body(answer)[:300]!r}"
    if status >= 500:
        return answered
    if call.method in ("HEAD", "OPTIONS"):
        return None
    operation = call.operation
    if operation is None:
        return None if status in ELSEWHERE and _is_problem(answer, media_type) else answered
    if str(status) not in operation["responses"]:
        return f"undeclared {answered}"
    if status >= 400:
        return None if _is_problem(answer, media_type) else f"no problem: {answered}"
    content = operation["responses"][str(status)].get("content", {})
    if media_type not in content and not (not content and not _body(answer)):
        return f"undeclared type: {answered}"
    if media_type == "application/json":
        try:
            conforms(operation["operationId"], json.loads(answer.content), status=status)
        except AssertionError as error:
            return f"shape: {error!s:.500} {answered}"
    return None


def _body(answer: Any) -> bytes:
    if getattr(answer, "streaming", False):
        return b"".join(answer.streaming_content) if not answer.is_async else b"..."
    return bytes(answer.content)


def _is_problem(answer: Any, media_type: str) -> bool:
    if media_type != CONTENT_TYPE:
        return False
    problem = json.loads(answer.content)
    return bool(STATUSES.get(problem["code"]) == problem["status"] == answer.status_code)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_no_call_is_answered_with_a_fault_or_what_the_schema_does_not_have(part: int) -> None:
    declared()  # takes seconds, in which no transaction should wait
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = 0")  # nobody waits for this one
    faults = []
    for fault in fuzzed(evening(), part, FUZZED // PARTS):
        faults.append(fault)
        if len(faults) == SHOWN:
            break
    assert faults == [], "\n\n".join(["", *faults])


@pytest.mark.parametrize(
    ("path", "template"),
    [
        ("players/7", "players/{player_id}"),
        ("players/me", "players/me"),
        ("rulesets/schema", "rulesets/schema"),
        ("rulesets/classic", "rulesets/{slug}"),
        ("games/7/moves/check", "games/{game_id}/moves/check"),
        ("games/7/nothing", ""),
    ],
)
def test_a_spoiled_address_may_be_another_one_that_there_is(path: str, template: str) -> None:
    assert template_of(f"{ROOT}/{path}") == (f"{ROOT}/{template}" if template else "")
