"""`Idempotency-Key`: a retried POST has one effect and one answer.

The key is claimed by an INSERT at the start of the effect's own transaction. A second request with
the same key waits at the unique index for the first: if that commits, its answer is replayed; if it
fails, its claim is gone with it and the second is handled like a first. There is no window between
the two, and a crash leaves nothing to clean up.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast
from uuid import UUID

import orjson
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.http import HttpResponse
from psycopg.errors import LockNotAvailable
from rest_framework.request import Request

from samba_service.kit.http import json_response
from samba_service.kit.problems import INVALID_HEADER, Problem, problem_kind

KEY_LENGTH = 200

_UNREPLAYABLE = "The answer must have a status of 2xx to be kept; raise a Problem to refuse."


KEY_REUSED = problem_kind(
    "key_reused",
    422,
    "The Idempotency-Key was used for another request",
    "A key belongs to one call with one body. Use a new key for a new call.",
)

KEY_IN_FLIGHT = problem_kind(
    "key_in_flight",
    409,
    "The first request with this Idempotency-Key is still running",
    "Repeat the call a moment later, with the same key.",
)


# A key older than `SAMBA_KEY_HOURS` is taken over as if it had never been used.
_CLAIM = """
INSERT INTO kit_idempotencykey AS kept (owner, key, request_hash) VALUES (%s, %s, %s)
ON CONFLICT (owner, key) DO UPDATE
   SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = now()
 WHERE kept.created_at < now() - make_interval(hours => %s)
RETURNING id
"""

_READ = "SELECT request_hash, status, body FROM kit_idempotencykey WHERE owner = %s AND key = %s"

_KEEP = "UPDATE kit_idempotencykey SET status = %s, body = %s WHERE id = %s"


@dataclass(frozen=True, slots=True)
class Answer:
    """A success: the answer that a replay repeats."""

    render: Callable[[], bytes]
    status: int = 201
    headers: Mapping[str, str] = field(default_factory=dict)
    """Sent with the first answer; a replay has only the body."""

    @classmethod
    def of(cls, data: Any, *, status: int = 201, **headers: str) -> "Answer":
        """`data` as JSON, or what `data` returns: a function is called as late as possible."""

        def render() -> bytes:
            return orjson.dumps(data() if callable(data) else data, option=orjson.OPT_UTC_Z)

        return cls(render, status, headers)


def idempotency_key(request: Request) -> str | None:
    """The request's key, if it has one. Raises a 400 for an invalid one."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not (1 <= len(key) <= KEY_LENGTH and key.isprintable()):
        raise Problem(
            INVALID_HEADER, f"Idempotency-Key takes 1 to {KEY_LENGTH} printable characters."
        )
    return key


def answer_once(request: Request, effect: Callable[[], Answer]) -> HttpResponse:
    """Run `effect` in a transaction, or replay the answer that it gave to the same key.

    The answer is rendered after the commit, when no lock is held any more; before it if it has to
    be kept for a key.

    Call it when the body has been found well-formed: malformed requests are refused before keys
    are looked at. `effect` refuses by raising, which takes the claim back too.
    """
    key = idempotency_key(request)
    with transaction.atomic(), _whole():
        if key is not None:
            return _answer_by_key(request, key, effect)
        answer = effect()
    return json_response(answer.render(), status=answer.status, headers=answer.headers)


def _answer_by_key(request: Request, key: str, effect: Callable[[], Answer]) -> HttpResponse:
    owner, digest = cast(Any, request.user).pk, request_hash(request)
    claim = _claim(owner, key, digest)
    if claim is None:
        return _replay(owner, key, digest)
    answer = effect()
    if not 200 <= answer.status < 300:
        raise ValueError(_UNREPLAYABLE)
    body = answer.render()
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [answer.status, body, claim])
    return json_response(body, status=answer.status, headers=answer.headers)


_in_effect: ContextVar[bool] = ContextVar("in_effect", default=False)


@contextmanager
def _whole() -> Iterator[None]:
    token = _in_effect.set(True)
    try:
        yield
    finally:
        _in_effect.reset(token)


@contextmanager
def joined() -> Iterator[None]:
    """A transaction; within an effect of `answer_once` a part of the effect's, all or nothing.

    Who catches what a part raises, and goes on, opens a transaction of their own around it.
    """
    with transaction.atomic(savepoint=not _in_effect.get()):
        yield


def request_hash(request: Request) -> bytes:
    """What a key identifies: the address and the body, whatever the order of its members."""
    body = orjson.dumps(request.data, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(b"\0".join((request.get_full_path().encode(), body))).digest()


def _claim(owner: UUID, key: str, digest: bytes) -> int | None:
    """The id of the row that is now ours; None if an answer is kept under the key."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_CLAIM, [owner, key, digest, settings.SAMBA_KEY_HOURS])
            row = cursor.fetchone()
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise Problem(KEY_IN_FLIGHT, headers={"Retry-After": "1"}) from None
        raise
    return None if row is None else row[0]


def _replay(owner: UUID, key: str, digest: bytes) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute(_READ, [owner, key])
        kept_digest, status, body = cursor.fetchone()
    if bytes(kept_digest) != digest:
        raise Problem(KEY_REUSED)
    return json_response(bytes(body), status=status, headers={"Idempotent-Replayed": "true"})
