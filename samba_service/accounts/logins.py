"""Guessing passwords: how often a caller may try to log in, with or without Redis."""

import time
from collections.abc import Callable
from unicodedata import normalize

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from samba_service.kit import throttles
from samba_service.kit.addresses import caller_network
from samba_service.kit.throttles import Bucket, Rate

LOGINS = Rate("logins", per_s=1 / 30, burst=10)
"""Failures for one name from one address; see `login_attempt`."""

RESET_CODES = "\0reset code"
"""The name under which wrong reset codes are counted. No username has this form."""


class LocalBuckets:
    """Buckets in this process's memory, for calls that must stay limited while Redis is away."""

    KEPT = 10_000
    """The most that are kept; beyond that all are forgotten, so that memory does not run out."""

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


def login_attempt(request: HttpRequest, username: str) -> str:
    """Count an attempt to log in and return its bucket, for `login_succeeded`.

    Ten failures, then one attempt each 30 s, for each pair of a name and an address. If we counted
    by name only, anybody could lock anybody out; if by address only, a club behind one router would
    lock itself out. While Redis is away each process counts for itself: guessing stays slow, and
    nobody is locked out. Spaces around a name and wide letters are dropped, as the form drops them.
    """
    name = normalize("NFKC", username.strip()).lower()
    who = f"{name}\n{caller_network(request)}"
    if settings.SAMBA_RATE_LIMITS:
        bucket = throttles.buckets().take(LOGINS, who) or local_buckets.take(LOGINS, who)
        if not bucket.taken:
            raise throttles.refused_by(bucket)
    return who


def login_succeeded(who: str) -> None:
    """Only failures count."""
    if settings.SAMBA_RATE_LIMITS:
        throttles.buckets().fill(LOGINS, who)
        local_buckets.fill(LOGINS, who)


def limited_login(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The log-in form `view` under the same limit: forms must not be the easier way to guess."""

    def login(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST":
            return view(request)
        was_in = request.user.is_authenticated  # led on, whatever name was typed
        throttles.take(request, throttles.LOG_INS, None)
        attempt = login_attempt(request, request.POST.get("username", ""))
        response = view(request)
        if response.status_code == 302 and not was_in:
            login_succeeded(attempt)
        return response

    return login
