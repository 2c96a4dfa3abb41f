"""Writing what webhooks are to be sent, in the transaction of the cause.

A webhook has one piece of due work, however much waits for it: the sweeper that has claimed it
sends one message after the other. A change that no webhook is about costs a look into an index, by
the statement that locks the game or the tournament.
"""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

from samba_service.kit.sql import run

WEBHOOK: Final = "webhook"
"""Kind of due work: something waits to be sent to webhook `subject`; `step` is 0."""

WATCHED: Final = "EXISTS (SELECT FROM games_webhook w WHERE w.subject IN ({}))"
"""True if there is any webhook about one of these ids, also if its address has not answered yet."""

# Locks the webhooks: if an owner deleted one before this commits, the change would be refused.
# Locks work that is there: a sender locks it before it looks if anything is left to send.
# News for an address that has not answered its challenge is kept until it has.
HOOKS: Final = f"""
    watching AS MATERIALIZED (
        SELECT w.id, w.events FROM games_webhook w
        WHERE w.subject = ANY(%s) AND w.events && %s::varchar[] AND w.disabled_at IS NULL
        ORDER BY w.id FOR KEY SHARE
    ), hook_work AS (
        INSERT INTO games_duework AS known (kind, subject, step, attempts, last_error)
        SELECT '{WEBHOOK}', id, 0, 0, '' FROM watching ORDER BY id
        ON CONFLICT (kind, subject, step) DO UPDATE SET due_at = known.due_at
        RETURNING subject
    ), hooked AS (
        INSERT INTO games_webhookdelivery (id, webhook_id, type, subject, version, state, attempts,
            failure)
        SELECT gen_random_uuid(), w.id, event.type, %s, %s, 'waiting', 0, ''
        FROM hook_work JOIN watching w ON w.id = hook_work.subject
            JOIN unnest(%s::varchar[]) AS event (type) ON event.type = ANY(w.events)
        ON CONFLICT (webhook_id, type, subject) WHERE state = 'waiting' AND attempted_at IS NULL
        DO UPDATE SET version = EXCLUDED.version
    )
"""
"""Parts of a statement; its values are `values_of` the news."""


def values_of(
    subject: UUID, version: int, events: Collection[str], watched: Collection[UUID]
) -> tuple[Any, ...]:
    """The values of HOOKS: what is sent, and about which ids webhooks may be to get it."""
    kinds = list(events)
    return list(watched), kinds, subject, version, kinds


def webhooks_announce(
    *, subject: UUID, version: int, events: Collection[str], watched: Collection[UUID]
) -> None:
    """Have these events sent to the webhooks about `watched`."""
    run(f"WITH {HOOKS} SELECT 1", values_of(subject, version, events, watched))
