"""What opens something without an account: codes of score sheets, and links to a wall."""

import hashlib
from uuid import UUID

from django.db.models import QuerySet

from tournaments.models import SheetCode, WallLink


def digest_of(code: str) -> bytes:
    """The hash that is stored of a code or a token."""
    return hashlib.sha256(code.encode()).digest()


def code_find(code: str) -> SheetCode | None:
    """The row of a code, also of a revoked one."""
    return SheetCode.objects.filter(digest=digest_of(code)).first()


def wall_link_find(token: str) -> WallLink | None:
    """The link of a token, also a revoked one."""
    return WallLink.objects.filter(digest=digest_of(token)).first()


def wall_links(tournament_id: UUID) -> QuerySet[WallLink]:
    """The links in force, the first made first."""
    return WallLink.objects.filter(tournament=tournament_id, revoked_at=None)
