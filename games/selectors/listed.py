"""Lists of games."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextField
from django.db.models.expressions import RawSQL
from django.db.models.lookups import In

from games.choices import GameStatus, Visibility
from games.models import Game, Seat
from games.selectors.blocks import is_blocked, shutting_out
from games.selectors.invitations import invited_to_game
from samba_service.kit.listed import Listed

_SITTING = RawSQL(
    """(
        SELECT json_agg(json_build_array(s.number, s.kind, s.player_id, p.display_name))::text
        FROM games_seat s JOIN accounts_player p ON p.id = s.player_id
        WHERE s.game_id = games_game.id AND s.to_version IS NULL
    )""",
    (),
    TextField(),
)
"""One text for a game, because psycopg takes longer for its rows than PostgreSQL."""


class _AnyOf(In):
    """`IN`, by which PostgreSQL looks every id up, however many there are: it reads no others."""

    def get_rhs_op(self, connection: Any, rhs: str) -> str:
        return f"= ANY (ARRAY{rhs})"


class Summary(NamedTuple):
    """What a list shows of a game."""

    id: UUID
    version: int
    status: str
    practice: bool
    rated: bool
    ruleset_slug: str
    ruleset_version: int
    ruleset_sha256: str
    visibility: str
    spectators: str
    seats: int
    account_id: UUID | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    sitting: str | None
    """See `sitting_at`."""

    @property
    def of_tournament(self) -> bool:
        return self.account_id is None


def sitting_at(game: Summary) -> dict[int, list[str]]:
    """By seat, who sits there: the kind, the id and the name of a player."""
    rows = orjson.loads(game.sitting or "[]")
    return {seat: player for seat, *player in rows}


def games_list(
    *,
    viewer: UUID | None,
    status: str | None = None,
    player: UUID | None = None,
    ruleset: str | None = None,
    mine: bool = False,
) -> Listed[Summary]:
    """Games that are listed for `viewer`: the public ones, and their own.

    `mine` keeps only the latter. Unordered.
    """
    given = {"viewer": viewer, "status": status, "player": player, "ruleset": ruleset, "mine": mine}
    blocked = viewer is not None and is_blocked(viewer)
    return Listed(_listed, {**given, "blocked": blocked}, Summary._make)


def _listed(
    viewer: UUID | None,
    status: str | None,
    player: UUID | None,
    ruleset: str | None,
    mine: bool,
    blocked: bool,
) -> QuerySet[Game, Any]:
    concerned, public, shut_out = Q(pk__in=[]), Q(visibility=Visibility.PUBLIC), Q(pk__in=[])
    visible = concerned
    if viewer is not None:
        if blocked:
            shut_out = _shutting_out(viewer)
        own = _concerning(viewer, shut_out)
        concerned, visible = Q(pk__in=own), Q(_AnyOf(F("pk"), own.query))
    if not mine:
        visible = public & ~shut_out | concerned
    games = Game.objects.filter(visible)
    if status is not None:
        games = games.filter(status=status)
    if ruleset is not None:
        games = games.filter(ruleset_slug=ruleset)
    if player is not None:
        at_table = Seat.objects.filter(game=OuterRef("pk"), player=player, to_version=None)
        # Games of tournaments have no account; they hide some of their players from strangers.
        games = games.filter(Exists(at_table), Q(account__isnull=False) | concerned)
    return games.annotate(sitting=_SITTING).values_list(*Summary._fields)


def _concerning(player_id: UUID, shut_out: Q) -> QuerySet[Game, UUID]:
    """The ids of games that the player created, sits at, or is invited to and may see.

    There may be thousands: in a condition it comes last, as what is true without it needs none.
    """
    created = Game.objects.filter(creator=player_id).values_list("pk", flat=True)
    stints = Seat.objects.filter(player=player_id, to_version=None).order_by()
    seated = stints.values_list("game", flat=True)
    subjects = invited_to_game(player_id).values("subject")
    invited = Game.objects.filter(~shut_out, pk__in=subjects)
    return created.union(seated, invited.values_list("pk", flat=True))


def _shutting_out(player_id: UUID) -> Q:
    """The lobbies for which `lobby_is_shut` is true; games of tournaments have no account."""
    who = shutting_out(player_id)
    there = Seat.objects.filter(game=OuterRef("pk"), player__in=who, to_version=None)
    lobby = Q(status=GameStatus.LOBBY, account__isnull=False)
    return lobby & (Q(creator__in=who) | Q(Exists(there)))
