"""Deals that several tables share: committed, stirred by the director, opened by force."""

from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now

from games.engine.rulesets import Rules, sha256
from games.engine.shuffle import ROUND
from games.errors import DealSetBegun, DealSetNotFound, SeatsNotAllowed, TooMuchEntropy
from games.models import Board, DealSet
from games.services.deals import seed_commit
from games.services.terms import hands_limited
from samba_service.accounts.models import Player

ENTROPY_LIMIT = 16
"""Contributions of the director."""
ENTROPY_BYTES = 64
"""Of one contribution, at most."""


@transaction.atomic
def deal_set_create(*, rules: Rules, seats: int, hands: int) -> DealSet:
    """Commit to `hands` deals for tables of `seats` under `rules`; every table ends after them.

    Raises SeatsNotAllowed, and ValueError for no hands at all.
    """
    if hands < 1:
        raise ValueError("a set has at least one deal")
    if seats not in rules.seating.sides:
        raise SeatsNotAllowed(allowed=list(rules.seating.players))
    made = DealSet.objects.create(
        ruleset_sha256=sha256(hands_limited(rules, hands)), seats=seats, hands=hands
    )
    for number in range(1, hands + 1):
        promise = seed_commit(
            deal_id=str(made.id), hand=number, rules=rules, seats=seats, scope=ROUND
        )
        Board(deal_set=made, number=number, **promise._asdict()).save(force_insert=True)
    return made


@transaction.atomic
def deal_set_add_entropy(*, deal_set_id: UUID, value: bytes) -> DealSet:
    """Stir the director's phrase or dice into all deals of the set, before any table deals.

    Raises DealSetNotFound, DealSetBegun, TooMuchEntropy, and ValueError for a value that is not of
    1 to `ENTROPY_BYTES` bytes.
    """
    if not 1 <= len(value) <= ENTROPY_BYTES:
        raise ValueError(f"1 to {ENTROPY_BYTES} bytes")
    deal_set = deal_set_lock(deal_set_id)
    if deal_set.begun_at is not None:
        raise DealSetBegun
    if len(deal_set.entropy) >= ENTROPY_LIMIT:
        raise TooMuchEntropy(limit=ENTROPY_LIMIT)
    deal_set.entropy.append(value.hex())
    deal_set.save(update_fields=["entropy"])
    return deal_set


@transaction.atomic
def deal_set_reveal(*, deal_set_id: UUID, by: Player, reason: str) -> DealSet:
    """Show the deals though a table may still play them; who did it and why is recorded.

    A second call changes nothing. Raises DealSetNotFound, and ValueError without a reason.
    """
    if not reason:
        raise ValueError("a reason is required")
    deal_set = deal_set_lock(deal_set_id)
    if deal_set.opened_at is None:
        deal_set.opened_by, deal_set.opened_reason = by, reason
        deal_set.opened_at = Now()
        deal_set.save(update_fields=["opened_at", "opened_by", "opened_reason"])
        deal_set.refresh_from_db()
    return deal_set


def deal_set_lock(deal_set_id: UUID) -> DealSet:
    """The set, locked; after the lock of a game that exists already. Raises DealSetNotFound."""
    deal_set = DealSet.objects.select_for_update(no_key=True).filter(pk=deal_set_id).first()
    if deal_set is None:
        raise DealSetNotFound
    return deal_set


def deal_set_begin(deal_set_id: UUID) -> None:
    """A table deals for the first time: from now on the set takes no tables and no entropy."""
    DealSet.objects.filter(pk=deal_set_id, begun_at=None).update(begun_at=Now())
