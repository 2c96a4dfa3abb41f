"""Reading invitations. A kind of subject registers how its invitations are read."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Annotated, NamedTuple, TypedDict
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.choices import GameStatus, InvitationState
from games.models import Game, Invitation
from games.selectors.blocks import apart
from games.selectors.places import ListPosition, newest_first
from samba_service.accounts.selectors import is_account
from samba_service.kit.written import rows_written

GAME = "game"
"""The kind of invitations to a game's table. Terms: `seat` (null: any), and the game's `status` and
the `occupant` of the seat (an id or null) when it was made.
"""
OPEN_FOR = timedelta(days=14)


class InvitedTournamentAnswer(TypedDict):
    id: UUID
    name: str
    club: Annotated[str, "The club's name"]


class InvitationSubject(TypedDict, total=False):
    """What an invitation is to: a seat at a game, or an entry in a tournament."""

    game: UUID
    rated: Annotated[bool, "True if the game counts for public ratings"]
    seat: Annotated[int | None, "Null: any free one"]
    tournament: InvitedTournamentAnswer
    entry: UUID


Subjects = Mapping[UUID, InvitationSubject]
"""By the invitation's id."""


class InvitationKind(NamedTuple):
    """How invitations of one kind are read."""

    standing: Callable[[], Q]
    """Those whose subject can still take the player."""
    subjects: Callable[[Iterable[Invitation]], Subjects]


_KINDS: dict[str, InvitationKind] = {}


def invitation_kind_register(kind: str, how: InvitationKind) -> None:
    """Read invitations of `kind`, up to 20 characters, in this way."""
    _KINDS[kind] = how


def invitations_open(since: datetime | None = None) -> QuerySet[Invitation]:
    """Invitations that can be accepted: unanswered, at most 14 days old, the subject still open.

    `since` is the time 14 days ago, for a query that is written once.
    """
    standing = Q(pk__in=[])
    for kind, how in _KINDS.items():
        standing |= Q(kind=kind) & how.standing()
    made = since or timezone.now() - OPEN_FOR
    return Invitation.objects.filter(standing, state=InvitationState.OPEN, created_at__gte=made)


def invitations_to(player_id: UUID) -> QuerySet[Invitation]:
    """What the player may answer: open invitations to them and to their bot accounts."""
    return _with_players(invitations_open().filter(_shown_to(player_id)))


def invitations_waiting(
    player_id: UUID, *, after: ListPosition | None, limit: int
) -> list[Invitation]:
    """At most `limit` of those whose place comes after `after`, the newest first."""
    since = timezone.now() - OPEN_FOR
    at, id = after or (None, None)
    return rows_written(_waiting, limit=limit, player_id=player_id, since=since, at=at, id=id)


def _waiting(
    player_id: UUID, since: datetime, at: datetime | None, id: UUID | None
) -> QuerySet[Invitation]:
    rows = _with_players(invitations_open(since).filter(_shown_to(player_id)))
    return newest_first(rows, None if at is None or id is None else ListPosition(at, id))


def invitation_to_seat(game_id: UUID, player_id: UUID, seat: int | None) -> Invitation | None:
    """The player's oldest open invitation to the game that allows `seat`; None: any seat."""
    asked = invitations_open().filter(kind=GAME, subject=game_id, player=player_id)
    for invitation in asked.order_by("created_at"):
        if seat is None or invitation.terms["seat"] in (None, seat):
            return invitation
    return None


def invitation_get(invitation_id: UUID, player_id: UUID) -> Invitation | None:
    """An invitation of the player or their bot accounts, also one that is no longer open."""
    rows = Invitation.objects.filter(_shown_to(player_id), pk=invitation_id)
    return _with_players(rows).first()


def _with_players(rows: QuerySet[Invitation]) -> QuerySet[Invitation]:
    return rows.select_related("player", "invited_by")


def _shown_to(player_id: UUID) -> Q:
    """The inviter cannot notice a block: the invitation exists, and nobody answers it."""
    return is_account("player", player_id) & ~Q(apart("player", "invited_by"))


def invitation_subjects(invitations: Iterable[Invitation]) -> Subjects:
    """The subject of each invitation, by its id."""
    rows = list(invitations)
    found: dict[UUID, InvitationSubject] = {}
    for kind, how in _KINDS.items():
        found |= how.subjects([row for row in rows if row.kind == kind])
    return found


def invited_to_game(player_id: UUID) -> QuerySet[Invitation]:
    """Invitations by which the player may see games: answered or not, but not declined."""
    seen = (InvitationState.OPEN, InvitationState.ACCEPTED)
    return Invitation.objects.filter(
        ~Q(apart("player", "invited_by")), kind=GAME, player=player_id, state__in=seen
    )


def _game_standing() -> Q:
    """An invitation of the lobby expires when the game begins, any other when it ends."""
    games = Game.objects.filter(pk=OuterRef("subject"))
    return Q(
        Q(terms__status=GameStatus.LOBBY) & Exists(games.filter(status=GameStatus.LOBBY))
        | Q(terms__status=GameStatus.ACTIVE) & Exists(games.filter(status=GameStatus.ACTIVE))
    )


def _games(invitations: Iterable[Invitation]) -> Subjects:
    rows = list(invitations)
    games = Game.objects.filter(pk__in=[each.subject for each in rows], rated=True)
    rated = set(games.values_list("pk", flat=True))
    return {
        each.pk: {
            "game": each.subject, "rated": each.subject in rated, "seat": each.terms["seat"],
        }
        for each in rows
    }  # fmt: skip


GAME_INVITATIONS = InvitationKind(_game_standing, _games)
