"""Rate limits: token buckets in Redis, filled and emptied atomically by a script.

Redis is disposable: without it, or when it is slow, calls pass unlimited. Only guessing passwords
does not, see `logins`.
"""

import hashlib
import time
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, wraps
from math import ceil
from typing import Any

import redis
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError
from redis.retry import Retry

from samba_service.kit import metrics
from samba_service.kit.addresses import caller_network, is_loopback, is_trusted
from samba_service.kit.problems import RATE_LIMITED, Problem
from samba_service.kit.times import DAY_S

TIMEOUT_S = 0.1
"""Of each wait for Redis: a hung server must not hang a move."""

PAUSE_S = 5.0
"""How long Redis is not called after a failure."""


# KEYS[1]: the bucket; ARGV: tokens per second, size, price (0: only look).
# Answers {taken, tokens left, ms until there is another}.
_TAKE = """
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local rate, size = tonumber(ARGV[1]) / 1000, tonumber(ARGV[2])
local price = math.min(size, tonumber(ARGV[3]))
local need = math.max(1, price)
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or size
tokens = math.min(size, tokens + math.max(0, ms - (tonumber(kept[2]) or ms)) * rate)
local taken = 0
if tokens >= need then
  tokens, taken, need = tokens - price, 1, 1
end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', ms)
redis.call('PEXPIRE', KEYS[1], math.ceil(size / rate) + 1000)
return {taken, math.floor(tokens), math.ceil(math.max(0, need - tokens) / rate)}
"""

_TAKE_SHA1 = hashlib.sha1(_TAKE.encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class Rate:
    """A bucket of `burst` calls that refills by `per_s` each second."""

    name: str
    per_s: float
    burst: int
    by_address: bool = False
    """By address, for all callers. In other rates, callers without a token share by address."""
    loopback_free: bool = False


READS = Rate("reads", per_s=100, burst=200)
"""Everything without a rate of its own."""

MOVES = Rate("moves", per_s=20, burst=200)

VERIFICATIONS = Rate("verifications", per_s=0.5, burst=20)
"""Each may be 8 MiB to parse and replay, and no token is needed."""

RECORDS = Rate("records", per_s=4, burst=200)
"""A call, and another for each game of an export: a record replays its game, about 40 ms each."""

MOVEMENTS = Rate("movements", per_s=1 / 20, burst=10)
"""Each may plan a whole night: seconds of computing for a hundred players."""

PREVIEWS = Rate("previews", per_s=1 / 5, burst=30)
"""Each draws a whole night: up to a second of computing; a form asks again after each change."""

DRAWS = Rate("draws", per_s=4, burst=200)
"""One for a club night, 150 for a draw of a thousand: seconds of a worker."""

MEMBERSHIPS = Rate("memberships", per_s=1 / 300, burst=50)
"""Joining clubs, and choosing a name there: each stays in the club's log forever."""

RULESETS = Rate("rulesets", per_s=1 / 30, burst=60)
"""Storing house rules: each version is kept forever."""

WEBHOOKS = Rate("webhooks", per_s=1 / 30, burst=40)
"""Each calls an address that the caller has named."""

SIGN_UPS = Rate("sign-ups", per_s=10 / 60, burst=10, by_address=True, loopback_free=True)

LOG_INS = Rate("log-ins", per_s=1, burst=100, by_address=True, loopback_free=True)
"""For every name: each attempt costs a slow hash. Enough for a club behind one router."""

SHEET_CODES = Rate("sheet-codes", per_s=0.2, burst=60, by_address=True, loopback_free=True)
"""Codes of score sheets that have not worked before: first uses and guesses."""

WALL_LINKS = Rate("wall-links", per_s=0.2, burst=60, by_address=True, loopback_free=True)
"""Links to walls that have not worked before. They do not use up what the codes of sheets have."""

OAUTH = Rate("oauth", per_s=2, burst=100, by_address=True, loopback_free=True)
"""Requests of programs for access, and for tokens: callers without a token."""

REFUSALS = Rate("refusals", per_s=5, burst=200, by_address=True, loopback_free=True)
"""Answers 401, 403 and 404; see `require_welcome`."""

PROBES = Rate("probes", per_s=1, burst=60, by_address=True, loopback_free=True)
"""Of `/readyz`: each asks the database and Redis."""

LIFTS = Rate("lifts", per_s=0.1, burst=3)
"""How often the tokens of an account lift a lock-out."""

WORKED = "worked"

WORKED_S = 30 * DAY_S
"""How long a token that worked is remembered; see `token_worked`."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket's state after a call."""

    rate: Rate
    taken: bool
    left: int
    wait_s: float

    @property
    def headers(self) -> dict[str, str]:
        """RateLimit as the IETF's draft has it: quota, window, remaining, seconds to the next."""
        window = round(self.rate.burst / self.rate.per_s)
        wait = ceil(self.wait_s)
        return {
            "RateLimit-Policy": f'"{self.rate.name}";q={self.rate.burst};w={window}',
            "RateLimit": f'"{self.rate.name}";r={self.left};t={wait}',
        }

    @property
    def refusal(self) -> Problem:
        """The 429."""
        wait = max(1, ceil(self.wait_s))
        return Problem(
            RATE_LIMITED,
            facts={"limit": self.rate.name, "burst": self.rate.burst, "retry_after_s": wait},
            headers={"Retry-After": str(wait), **self.headers},
        )


def refused_by(bucket: Bucket) -> Problem:
    """The 429 of an empty bucket, which is counted."""
    metrics.RATE_LIMITED.labels(bucket.rate.name).inc()
    return bucket.refusal


class Buckets:
    """The buckets of one Redis server, with a breaker."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._closed_until = 0.0
        self._links: list[Any] = []
        """Idle connections; each is used by one thread at a time."""

    def take(self, rate: Rate, who: str, price: int = 1) -> Bucket | None:
        """Take `price` from the bucket of `who`; None if Redis cannot be asked."""
        found = self._ask(self._evaluate, _key(rate.name, who), rate.per_s, rate.burst, price)
        if found is None:
            return None
        taken, left, wait_ms = found
        return Bucket(rate, bool(taken), left, wait_ms / 1000)

    def _evaluate(self, *key_and_args: str | float) -> Any:
        """Run the script by its hash, past redis-py's layers: they cost more than the call."""
        kept = bool(self._links)
        link = self._links.pop() if kept else self._client.connection_pool.make_connection()
        try:
            link.send_command("EVALSHA", _TAKE_SHA1, 1, *key_and_args)
            taken = link.read_response()
        except NoScriptError:
            taken = self._client.eval(_TAKE, 1, *key_and_args)
        except redis.ConnectionError:
            if not kept:
                raise
            self._links.clear()  # the server has ended them all
            return self._evaluate(*key_and_args)
        self._links.append(link)  # none whose call has failed: its answer may still come
        return taken

    def fill(self, rate: Rate, who: str) -> None:
        """Fill the bucket of `who`."""
        self._ask(self._client.delete, _key(rate.name, who))

    def note(self, who: str) -> None:
        """Remember `who` for a while, because their token has worked."""
        self._ask(self._client.set, _key(WORKED, who), 1, WORKED_S)

    def noted(self, who: str) -> bool:
        """True if `who` is remembered; False if Redis cannot be asked."""
        return bool(self._ask(self._client.exists, _key(WORKED, who)))

    def forget(self, who: str) -> None:
        """Forget `who`."""
        self._ask(self._client.delete, _key(WORKED, who))

    def _ask(self, command: Callable[..., Any], *args: Any) -> Any:
        """The answer of Redis; None if it cannot be asked."""
        if time.monotonic() < self._closed_until:
            return None
        try:
            return command(*args)
        except redis.RedisError:
            self._closed_until = time.monotonic() + PAUSE_S
            return None


@cache
def buckets() -> Buckets:
    """The buckets in Redis, over one connection pool for each process."""
    return Buckets(
        redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
    )


def _key(name: str, who: str) -> str:
    # Hashed: Redis has neither usernames nor addresses.
    digest = hashlib.sha256(f"{settings.SECRET_KEY}{who}".encode()).hexdigest()[:32]
    return f"{settings.REDIS_KEY_PREFIX}rate:{name}:{digest}"


def take(request: HttpRequest, rate: Rate, account: str | None, price: int = 1) -> dict[str, str]:
    """Count a call against `rate`, by account or else by address; returns the RateLimit headers.

    Raises the 429. Without Redis the call passes: games go on.
    """
    by_address = rate.by_address or account is None
    if _is_free(request, rate, by_address=by_address):
        return {}
    who = caller_network(request) if by_address else str(account)
    bucket = buckets().take(rate, who, price)
    if bucket is None:
        return {}
    if not bucket.taken:
        raise refused_by(bucket)
    return bucket.headers


def take_for_page(request: HttpRequest, rate: Rate, price: int = 1) -> None:
    """Count a page against `rate`, by its reader or the address of a visitor. Raises the 429."""
    account = str(request.user.pk) if request.user.is_authenticated else None
    take(request, rate, account, price)


View = Callable[..., HttpResponseBase]


def limited(rate: Rate) -> Callable[[View], View]:
    """A page that costs its reader, or the address of a visitor, a call of `rate`.

    Raises the 429, of which `samba_service.edge.pages.Refusals` makes a page.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def take_and_show(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            take_for_page(request, rate)
            return view(request, *args, **kwargs)

        return take_and_show

    return decorate


def _is_free(request: HttpRequest, rate: Rate, *, by_address: bool) -> bool:
    if not settings.SAMBA_RATE_LIMITS:
        return True
    return (rate.loopback_free and is_loopback(request)) or (by_address and is_trusted(request))


def require_welcome(request: HttpRequest) -> bool:
    """Raise the 429 for an address with too many refused calls; True if it is close to that.

    Comes before a caller is looked up, so that guessing tokens and addresses costs us nothing. A
    token that has worked is looked up nevertheless; see `token_has_worked`.
    """
    if _is_free(request, REFUSALS, by_address=True):
        return False
    bucket = buckets().take(REFUSALS, caller_network(request), 0)
    if bucket is None:
        return False
    if not bucket.taken:
        raise refused_by(bucket)
    return bucket.left < REFUSALS.burst // 2


def token_worked(digest: bytes) -> None:
    """The token with `digest` is valid: no lock-out of an address applies to it."""
    if settings.SAMBA_RATE_LIMITS:
        buckets().note(digest.hex())


def token_failed(digest: bytes) -> None:
    """The token with `digest` is invalid, or no longer valid."""
    if settings.SAMBA_RATE_LIMITS:
        buckets().forget(digest.hex())


def token_has_worked(digest: bytes) -> bool:
    """True if the token was valid when it was last seen, or issued, by any process."""
    return buckets().noted(digest.hex())


def lift(request: HttpRequest, account: str) -> None:
    """A token of `account` works at this address: forget what was refused there before."""
    bucket = buckets().take(LIFTS, account)
    if bucket is not None and bucket.taken:
        buckets().fill(REFUSALS, caller_network(request))


def refused(request: HttpRequest, account: str | None) -> dict[str, str]:
    """Count a refused call, by address and against the account's reads; the RateLimit headers.

    Raises the 429 of the account.
    """
    if not _is_free(request, REFUSALS, by_address=True):
        buckets().take(REFUSALS, caller_network(request))
    return {} if account is None else take(request, READS, account)


_payer: ContextVar[Callable[[], None] | None] = ContextVar("payer", default=None)


def set_payer(pay: Callable[[], None] | None) -> None:
    """Set who pays for answers that this call needs to have made."""
    _payer.set(pay)


def pay_for_making() -> None:
    """The answer was not kept and has to be made: take its price. Raises the caller's 429."""
    pay = _payer.get()
    if pay is not None:
        pay()
