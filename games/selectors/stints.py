"""From when to when a player has had a seat."""

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Move, Seat


def stints_played() -> QuerySet[Seat]:
    """Stints of players who still sit there, or sat there when a hand was played."""
    lobby = Move.objects.filter(game=OuterRef("game__number"), hand=0).order_by("-version")
    last = Coalesce("game__lobby_version", Subquery(lobby.values("version")[:1]))
    return Seat.objects.filter(Q(to_version=None) | Q(to_version__gt=last))
