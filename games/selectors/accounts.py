"""An account: a person's player together with the bot accounts that they answer for."""

from uuid import UUID

from django.db.models import Q


def is_account(path: str, player_id: UUID) -> Q:
    """True of rows whose player, at `path`, is this one or one of their bot accounts."""
    return Q(**{path: player_id}) | Q(**{f"{path}__owner": player_id})
