"""Times in which the service does not run as a whole: no player loses time by them."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from games.engine.turns import Downtime
from games.models import GameNow, Heartbeat, Outage
from games.services.work import OVERDUE_S
from samba_service.kit.sql import run

BEAT_S: Final = 5.0
"""How often a sweeper shows that it is alive."""
KEPT: Final = timedelta(days=366)
OUTAGE: Final = "outage"
"""Kind of due work: an app above this one gives time back for the outage with the id `step`."""
GAP: Final = timedelta(seconds=15)
"""A longer time without a sweeper is an outage."""

# All clocks become due, so that the credit is seen soon.
_BEAT = """
    WITH before AS MATERIALIZED (
        SELECT at FROM games_heartbeat WHERE id = 1 FOR UPDATE
    ), gap AS (
        INSERT INTO games_outage (since, until)
        SELECT at, samba_now() FROM before WHERE samba_now() - at > %s RETURNING id
    ), noted AS (
        INSERT INTO games_duework (kind, subject, step, due_at, attempts, last_error)
        SELECT %s, %s, id, samba_now() - make_interval(secs => %s), 0, '' FROM gap
    ), beat AS (
        INSERT INTO games_heartbeat (id, at) VALUES (1, samba_now())
        ON CONFLICT (id) DO UPDATE SET at = EXCLUDED.at
    )
    UPDATE games_duework SET due_at = samba_now() - make_interval(secs => %s), locked_until = NULL
    WHERE kind = 'clock' AND EXISTS (SELECT FROM gap)
"""


def heart_beat() -> None:
    """Record that a sweeper is alive; after an outage, have all running clocks credited.

    To be called before anything overdue is done.
    """
    late_s = OVERDUE_S + 1
    run(_BEAT, (GAP, OUTAGE, UUID(int=0), late_s, late_s))


def outages_forget() -> None:
    """Delete outages that no running turn can have seen."""
    Outage.objects.filter(until__lt=GameNow() - KEPT).delete()


def outages_since(moment: datetime, *, now: datetime) -> list[Downtime]:
    """The outages that were not over at `moment`, the running one among them."""
    rows = Outage.objects.filter(until__gt=moment).order_by("until")
    found = [Downtime(*times) for times in rows.values_list("since", "until")]
    running = outage_running(moment, now=now)
    return found if running is None else [*found, running]


def outage_running(moment: datetime, *, now: datetime) -> Downtime | None:
    """The outage that runs at `now`, if one does; without any sweeper yet, from `moment` on."""
    beat = Heartbeat.objects.values_list("at", flat=True).first()
    if beat is not None and now - beat <= GAP:
        return None
    return Downtime(moment if beat is None else beat, now)
