"""/status for people: what of the service works now, since when, and when it did not."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from psycopg_pool import PoolTimeout

from games.selectors.vitals import Gap, beat_read, due_kinds, gaps_within
from games.services.outages import GAP
from games.services.work import PATIENCE
from games.store.append import BOT
from games.store.webhooks import WEBHOOK
from samba_service.health import redis_state
from samba_service.kit import throttles

KEPT_S = 5
"""How long what was found is shown to everybody."""
LATE_S = 60.0
"""Work that has been due for longer is behind."""
SPAN = timedelta(days=30)
MOST_GAPS = 10


class Found(NamedTuple):
    """What a look at the service has found; each is True for what works."""

    database: bool = False
    clocks: bool = False
    bots: bool = False
    rounds: bool = False
    news: bool = False
    """True if Redis answers: without it, news come a second later."""
    gaps: tuple[Gap, ...] = ()

    @property
    def works(self) -> bool:
        """True if everything does."""
        return all((self.database, self.clocks, self.bots, self.rounds, self.news))

    @property
    def since(self) -> datetime | None:
        """The end of the last gap."""
        return self.gaps[0].until if self.gaps else None


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """503 without the database. It reads no session: who is signed in does not matter here."""
    throttles.take(request, throttles.PROBES, None)
    found = _look()
    facts = {"found": found, "days": SPAN.days}
    return render(request, "status.html", facts, status=200 if found.database else 503)


def _look() -> Found:
    kept = cache.get("status")
    if kept is not None:
        gaps = [Gap(*map(datetime.fromisoformat, each)) for each in kept["gaps"]]
        return Found(**{**kept, "gaps": tuple(gaps)})
    found = _ask()
    written = [[at.isoformat() for at in gap] for gap in found.gaps]
    cache.set("status", {**found._asdict(), "gaps": written}, KEPT_S)
    return found


def _ask() -> Found:
    try:
        beat, due = beat_read(), due_kinds(stuck_from=PATIENCE)
        gaps = tuple(gaps_within(SPAN, most=MOST_GAPS))
    except (DatabaseError, PoolTimeout):
        return Found()
    late = {each.kind for each in due if each.oldest_s > LATE_S} - {WEBHOOK}
    clocks = beat.age_s <= GAP.total_seconds()
    return Found(True, clocks, BOT not in late, not late - {BOT}, redis_state() == "ok", gaps)
