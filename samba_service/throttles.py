"""Rate limits: token buckets in Redis, filled and emptied atomically by a script.

Redis is disposable: without it, or when it is slow, calls pass unlimited. Only guessing passwords
does not: it is counted in the process meanwhile, see `login_attempt`.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from math import ceil
from typing import Any

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError
from redis.retry import Retry

from samba_service.problems import RATE_LIMITED, Problem

TIMEOUT_S = 0.1
"""Of each wait for Redis: a hung server must not hang a move."""
PAUSE_S = 5.0
"""After a failure Redis is left alone for so long."""

# KEYS[1]: the bucket; ARGV: tokens per second, size.
# Answers {taken, tokens left, ms until there is another}.
_TAKE = """
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local rate, size = tonumber(ARGV[1]) / 1000, tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or size
tokens = math.min(size, tokens + math.max(0, ms - (tonumber(kept[2]) or ms)) * rate)
local taken = 0
if tokens >= 1 then
  tokens, taken = tokens - 1, 1
end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', ms)
redis.call('PEXPIRE', KEYS[1], math.ceil(size / rate) + 1000)
return {taken, math.floor(tokens), math.ceil(math.max(0, 1 - tokens) / rate)}
"""
_TAKE_SHA1 = hashlib.sha1(_TAKE.encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class Rate:
    """A bucket of `burst` calls that refills by `per_s` each second."""

    name: str
    per_s: float
    burst: int
    by_address: bool = False
    loopback_free: bool = False


READS = Rate("reads", per_s=100, burst=200)
"""Everything that has no rate of its own."""
MOVES = Rate("moves", per_s=20, burst=200)
VERIFICATIONS = Rate("verifications", per_s=0.5, burst=20)
"""Each may be 8 MiB to parse and replay, and no token is needed."""
MOVEMENTS = Rate("movements", per_s=1 / 20, burst=10)
"""Each may plan a whole night: seconds of computing for a hundred players."""
SIGN_UPS = Rate("sign-ups", per_s=10 / 60, burst=10, by_address=True, loopback_free=True)
LOG_INS = Rate("log-ins", per_s=1, burst=100, by_address=True, loopback_free=True)
"""Whatever the name: each costs a slow hash. Enough for a club behind one router."""
LOGINS = Rate("logins", per_s=1 / 30, burst=10)
"""Failures for one name from one address; see `login_attempt`."""


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


class Buckets:
    """The buckets of one Redis server, with a breaker."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._closed_until = 0.0

    def take(self, rate: Rate, who: str) -> Bucket | None:
        """Take a call from the bucket of `who`; None if Redis cannot be asked."""
        if time.monotonic() < self._closed_until:
            return None
        try:
            taken, left, wait_ms = self._evaluate(_key(rate, who), rate.per_s, rate.burst)
        except redis.RedisError:
            self._closed_until = time.monotonic() + PAUSE_S
            return None
        return Bucket(rate, bool(taken), left, wait_ms / 1000)

    def _evaluate(self, *key_and_args: str | float) -> Any:
        """Run the script by its hash; redis-py's own Script costs nearly half as much again."""
        try:
            return self._client.evalsha(_TAKE_SHA1, 1, *key_and_args)
        except NoScriptError:
            return self._client.eval(_TAKE, 1, *key_and_args)

    def fill(self, rate: Rate, who: str) -> None:
        """Fill the bucket of `who`."""
        try:
            self._client.delete(_key(rate, who))
        except redis.RedisError:
            self._closed_until = time.monotonic() + PAUSE_S


class LocalBuckets:
    """The buckets of this process alone, for what must stay limited while Redis is away."""

    KEPT = 10_000
    """At most so many; then they are forgotten, which is better than to run out of memory."""

    def __init__(self) -> None:
        self._tokens: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, rate: Rate, who: str) -> Bucket:
        """Take a call from the bucket of `who`."""
        now = time.monotonic()
        kept, at = self._tokens.get((rate.name, who), (float(rate.burst), now))
        tokens = min(rate.burst, kept + (now - at) * rate.per_s)
        taken = tokens >= 1
        if len(self._tokens) >= self.KEPT:
            self._tokens.clear()
        self._tokens[rate.name, who] = (tokens - taken, now)
        left = tokens - taken
        return Bucket(rate, taken, int(left), max(0.0, 1 - left) / rate.per_s)

    def fill(self, rate: Rate, who: str) -> None:
        """Fill the bucket of `who`."""
        self._tokens.pop((rate.name, who), None)


local_buckets = LocalBuckets()


@cache
def buckets() -> Buckets:
    """Those of this process."""
    return Buckets(
        redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
    )


def _key(rate: Rate, who: str) -> str:
    # Hashed: neither usernames nor addresses stand in Redis.
    digest = hashlib.sha256(f"{settings.SECRET_KEY}{who}".encode()).hexdigest()[:32]
    return f"{settings.REDIS_KEY_PREFIX}rate:{rate.name}:{digest}"


def client_address(request: HttpRequest) -> str:
    """The caller's address: what the outermost of our own NUM_PROXIES proxies saw."""
    proxies: int = settings.REST_FRAMEWORK["NUM_PROXIES"]
    seen = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
    if proxies and len(seen) >= proxies and seen[-proxies]:
        return seen[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))


def is_loopback(request: HttpRequest) -> bool:
    """Whether the call comes from this very machine and nobody passed it on."""
    if not settings.REST_FRAMEWORK["NUM_PROXIES"] and "X-Forwarded-For" in request.headers:
        return False  # a proxy that we were not told of
    try:
        return ip_address(client_address(request)).is_loopback
    except ValueError:
        return False


def take(request: HttpRequest, rate: Rate, token: str | None) -> dict[str, str]:
    """Count a call against `rate`, by token or else by address; the RateLimit headers.

    Raises the 429. An absent Redis lets the call pass: games go on.
    """
    if not settings.SAMBA_RATE_LIMITS or (rate.loopback_free and is_loopback(request)):
        return {}
    by_address = rate.by_address or token is None
    bucket = buckets().take(rate, client_address(request) if by_address else str(token))
    if bucket is None:
        return {}
    if not bucket.taken:
        raise bucket.refusal
    return bucket.headers


def login_attempt(request: HttpRequest, username: str) -> str:
    """Count an attempt to log in and return its bucket, for `login_succeeded`.

    Ten failures, then one attempt each 30 s, for a name from an address: by name alone anybody
    could lock anybody out, by address alone a club behind one router would lock itself out. With
    Redis away each process counts for itself, so that guessing stays slow and nobody is kept out.
    """
    who = f"{username.lower()}\n{client_address(request)}"
    if settings.SAMBA_RATE_LIMITS:
        bucket = buckets().take(LOGINS, who) or local_buckets.take(LOGINS, who)
        if not bucket.taken:
            raise bucket.refusal
    return who


def login_succeeded(who: str) -> None:
    """Only failures count."""
    if settings.SAMBA_RATE_LIMITS:
        buckets().fill(LOGINS, who)
        local_buckets.fill(LOGINS, who)


def limited_login(view: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """The log-in form `view` under the same limit: forms must not be the easier way to guess."""

    def login(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return view(request)
        try:
            attempt = login_attempt(request, request.POST.get("username", ""))
        except Problem as refusal:
            return HttpResponse(refusal.detail, status=refusal.status, headers=refusal.headers)
        response = view(request)
        if response.status_code == 302:
            login_succeeded(attempt)
        return response

    return login
