"""Links to the wall of a night: directors make and revoke them.

A token has 128 bits, and is shown once: only its hash is stored.
"""

import secrets
from typing import NamedTuple
from uuid import UUID

from samba_service.accounts.models import Player
from samba_service.kit.errors import NotThere
from tournaments.club_errors import ClubHasTooMany
from tournaments.errors import NightHasTooMany
from tournaments.models import WallLink
from tournaments.selectors.codes import digest_of, wall_links
from tournaments.services.changes import tournament_change

LINKS_AT_MOST = 10
"""In force, of one night."""
MADE_AT_MOST = 100
"""Of one night, those that were revoked included."""
TOKEN_BYTES = 16


class MadeLink(NamedTuple):
    link: WallLink
    token: str


def wall_link_make(*, tournament_id: UUID, by: Player) -> MadeLink:
    """Make a link. Raises TournamentNotFound, TournamentArchived, NightHasTooMany,
    ClubHasTooMany.
    """
    with tournament_change(tournament_id, "wall_link_made", by=by) as change:
        if wall_links(tournament_id).count() >= LINKS_AT_MOST:
            raise NightHasTooMany(what="links to its wall", limit=LINKS_AT_MOST)
        if WallLink.objects.filter(tournament=tournament_id).count() >= MADE_AT_MOST:
            raise ClubHasTooMany(what="links to the wall of this night", limit=MADE_AT_MOST)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        link = WallLink.objects.create(
            tournament_id=tournament_id, digest=digest_of(token), made_at=change.now
        )
        change.facts["link"] = str(link.pk)
    return MadeLink(link, token)


def wall_link_revoke(*, tournament_id: UUID, link_id: UUID, by: Player) -> None:
    """Let a link open nothing any more; of an archived night too.

    Raises TournamentNotFound, and NotThere for a link that is not in force here.
    """
    with tournament_change(tournament_id, "wall_link_revoked", by=by, of_archived=True) as change:
        if not wall_links(tournament_id).filter(pk=link_id).update(revoked_at=change.now):
            raise NotThere
        change.facts["link"] = str(link_id)
