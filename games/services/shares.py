"""Which bots play next: fair shares of the workers' time.

Tables where a person waits come first, then tables of only bots. Within both groups the accounts
take turns; each table of a tournament counts as an account if a person waits there. Outside
tournaments only a bounded number of tables of only bots runs at once, and a game that its last
person has left waits until a player returns. A message to a worker only wakes it; this module
decides what it does.
"""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models.functions import Now

from games.models import BotShare, DueWork
from games.services.work import LEASE_S, LONG_LEASE_S, OVERDUE_S, PATIENCE, ClaimedWork
from games.store.append import BOT
from samba_service.kit.sql import run

KEPT = timedelta(hours=1)
"""An account that has not played for this long has waited long enough to be first."""

_PEOPLE_WAIT = """EXISTS (
        SELECT 1 FROM games_duework w JOIN games_game t ON t.id = w.subject
        WHERE w.kind = 'bot' AND NOT t.bots_only AND w.attempts < %(patience)s
            AND w.due_at <= samba_now())"""
_LEFT = """g.bots_only AND g.account_id IS NOT NULL AND EXISTS (
                SELECT 1 FROM games_seat s
                    JOIN games_move m ON m.game_number = g.number AND m.version = s.to_version
                WHERE s.game_id = g.id AND s.level = '' AND m.made_at > g.started_at)"""
"""True for a game outside tournaments that its last person has left after the first deal."""
_RUNNING = f"""
        SELECT id FROM (
            SELECT id, started_at,
                row_number() OVER (PARTITION BY account_id ORDER BY started_at, id) AS nth
            FROM games_game g WHERE status = 'active' AND bots_only AND account_id IS NOT NULL
                AND NOT ({_LEFT})
        ) own ORDER BY nth, started_at, id LIMIT %(at_once)s"""
"""Games of only bots that run now: the first of every account, then the second of every one."""

# Materialized: a plan that read it twice would claim a second turn.
_CLAIM = f"""
    WITH running AS MATERIALIZED ({_RUNNING}
    ), waiting AS MATERIALIZED (
        SELECT d.kind, d.subject, d.step, g.bots_only, g.account_id, d.due_at,
            CASE WHEN g.account_id IS NOT NULL THEN g.account_id
                WHEN g.bots_only THEN COALESCE(p.owner_id, p.id)
                ELSE g.id END AS share
        FROM games_duework d JOIN games_game g ON g.id = d.subject
            JOIN accounts_player p ON p.id = g.creator_id
        WHERE d.kind = 'bot' AND d.due_at <= samba_now()
            AND (d.locked_until IS NULL OR d.locked_until < clock_timestamp())
            AND (NOT g.bots_only OR (%(bots_only)s AND NOT {_PEOPLE_WAIT}
                AND (g.account_id IS NULL OR g.id IN (SELECT id FROM running))))
    ), fairest AS MATERIALIZED (
        SELECT d.kind, d.subject, d.step, w.share
        FROM waiting w JOIN games_duework d USING (kind, subject, step)
            LEFT JOIN games_botshare s ON s.id = w.share
        WHERE d.locked_until IS NULL OR d.locked_until < clock_timestamp()
        ORDER BY w.bots_only, s.served_at NULLS FIRST, w.due_at
        LIMIT 1 FOR UPDATE OF d SKIP LOCKED
    ), served AS (
        INSERT INTO games_botshare (id, served_at) SELECT share, clock_timestamp() FROM fairest
        ON CONFLICT (id) DO UPDATE SET served_at = EXCLUDED.served_at
    )
    UPDATE games_duework d
    SET attempts = LEAST(d.attempts + 1, %(patience)s),
        locked_until = clock_timestamp() + make_interval(
            secs => CASE WHEN d.attempts + 1 >= %(patience)s THEN %(long_s)s ELSE %(lease_s)s END)
    FROM fairest f WHERE (d.kind, d.subject, d.step) = (f.kind, f.subject, f.step)
    RETURNING d.kind, d.subject, d.step, d.attempts,
        GREATEST(0, EXTRACT(EPOCH FROM samba_now() - d.due_at))::float8
"""


def turn_claim(*, bots_only: bool = True) -> ClaimedWork | None:
    """Claim the turn of the bot that is next by fair shares, so that no other worker plays it.

    Unless `bots_only`, games without people are left to others. They wait as long as a bot has to
    move where a person waits.
    """
    values: dict[str, Any] = {
        "bots_only": bots_only,
        "patience": PATIENCE,
        "at_once": settings.SAMBA_BOTS_ONLY_AT_ONCE,
        "lease_s": LEASE_S,
        "long_s": LONG_LEASE_S,
    }
    row = run(_CLAIM, values).fetchone()
    return None if row is None else ClaimedWork(*row)


def turn_release(*, game_id: UUID, version: int) -> None:
    """Release the rest of a claimed turn to others."""
    DueWork.objects.filter(kind=BOT, subject=game_id, step=version).update(locked_until=None)


def people_wait() -> bool:
    """True if a bot of ours must move where a person waits."""
    return run(f"SELECT {_PEOPLE_WAIT}", {"patience": PATIENCE}).fetchone() == (True,)


def turns_neglected() -> bool:
    """True if bots must move and no worker is at any of their turns."""
    values = {"patience": PATIENCE, "overdue_s": OVERDUE_S}
    return run(_NEGLECTED, values).fetchone() == (True,)


_NEGLECTED = f"""
    SELECT COALESCE(bool_or(due_at < samba_now() - make_interval(secs => %(overdue_s)s)
            AND (locked_until IS NULL OR locked_until < clock_timestamp())), false)
        AND NOT COALESCE(
            bool_or(locked_until > clock_timestamp() AND attempts < %(patience)s), false)
    FROM games_duework JOIN games_game g ON g.id = subject WHERE kind = 'bot' AND NOT ({_LEFT})
"""


def shares_forget() -> None:
    """Delete the times of accounts that have not played for a while."""
    BotShare.objects.filter(served_at__lt=Now() - KEPT).delete()
