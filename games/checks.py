"""What must hold of the games before a process starts."""

from collections.abc import Iterator

from cryptography.fernet import InvalidToken
from django.core.checks import CheckMessage, Error, Warning
from django.db import DatabaseError
from psycopg_pool import PoolTimeout

from games.models import DealSecret
from games.services.partitions import GAMES, log_room
from games.vault import unseal
from samba_service.kit.preflight import before_start


@before_start
def deal_key() -> Iterator[CheckMessage]:
    """The key of deals opens those of this database: with another no running hand could go on."""
    try:
        last = DealSecret.objects.order_by("-game__created_at", "-hand").first()
    except (DatabaseError, PoolTimeout):
        return  # samba_service.checks says so
    try:
        if last is not None:
            unseal(bytes(last.sealed))
    except InvalidToken:
        hint = "Set SAMBA_DEAL_KEY to its former value, or name that in SAMBA_DEAL_KEY_FALLBACKS."
        text = "SAMBA_DEAL_KEY does not open the deals of this database: running hands would end."
        yield Error(text, hint, id="samba.E041")


@before_start
def room_of_the_log() -> Iterator[CheckMessage]:
    """The log has a partition for the games that begin next."""
    try:
        left = log_room()
    except (DatabaseError, PoolTimeout):
        return  # the migrations are missing, or samba_service.checks says so
    if left < GAMES // 2:
        hint = "A sweeper makes the next partition within a minute: see that one runs."
        yield Warning(f"The log has room for {left} more games.", hint, id="samba.W042")
