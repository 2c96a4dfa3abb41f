"""What must hold before a process starts where children play."""

from collections.abc import Iterator

from django.conf import settings
from django.core.checks import CheckMessage, Warning
from django.db import DatabaseError
from psycopg_pool import PoolTimeout

from samba_service.accounts.models import Person
from samba_service.kit.preflight import before_start
from tournaments.choices import Names
from tournaments.models import Club


@before_start
def children() -> Iterator[CheckMessage]:
    """Nothing from before the setting is stored or shown that it would not let in."""
    if not settings.SAMBA_CHILDREN:
        return
    try:
        addresses = Person.objects.exclude(email="").count()
        shown = Club.objects.exclude(names=Names.NONE).count()
    except (DatabaseError, PoolTimeout):
        return  # samba_service.checks says so
    if addresses:
        yield Warning(f"{addresses} accounts have an e-mail address.", id="samba.W051")
    if shown:
        hint = 'Their admins choose `"names": "none"`.'
        yield Warning(f"{shown} clubs show names to others.", hint, id="samba.W052")
