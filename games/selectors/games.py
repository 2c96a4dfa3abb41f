"""Games as a caller may see them."""

from collections.abc import Iterable
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.choices import GameStatus, Visibility
from games.engine.match import Match
from games.engine.view import Audience, Following, last_hand_shown
from games.errors import GameNotFound
from games.models import Game, Seat
from games.selectors.blocks import is_shut_out, shutting_out
from games.selectors.deal_sets import deals_embargoed
from games.selectors.directors import directors_get
from games.selectors.invitations import invited_to_game
from games.selectors.names import Aliases, aliases_get
from games.store.row import GameRow, game_load
from games.store.state import match_of
from samba_service.accounts.models import Person


class Acted(NamedTuple):
    """Who acted, when, and how the action was sent."""

    seat: int
    player: str
    at: datetime
    via: str | None


class GameState(NamedTuple):
    """A game, its state with everything hidden, and the seat of the viewer, if any.

    Only `games.engine.view` may turn the state into an answer.
    """

    game: GameRow
    match: Match
    seat: int | None
    embargo: bool = False
    """True if other tables may still play its deals."""
    aliases: Aliases = MappingProxyType({})
    """Of the players whose account is hidden from the viewer."""
    acted: Acted | None = None
    """The action that made this version, when an earlier one is read."""

    @property
    def audience(self) -> Audience:
        """The viewer, as `games.engine.view` knows them."""
        return Audience(self.seat, Following(self.game.spectators), self.embargo)

    @property
    def last_hand_shown(self) -> int:
        """The number of the last hand that they may follow."""
        return last_hand_shown(self.match, self.audience)

    @property
    def is_over(self) -> bool:
        return self.game.status not in (GameStatus.LOBBY, GameStatus.ACTIVE)

    def __repr__(self) -> str:
        return f"<state of {self.game.id} at version {self.game.version}, for seat {self.seat}>"


def game_get(*, game_id: UUID, viewer: UUID | None) -> GameState:
    """The game in its current state. Raises GameNotFound, also if `viewer` may not see it."""
    loaded = game_load(game_id)
    match = match_of(loaded)
    seat = None if viewer is None else seat_of(match, viewer)
    aliases: Aliases = MappingProxyType({})
    if seat is None:
        if not may_see(loaded.game, viewer):
            raise GameNotFound
        if loaded.game.of_tournament:
            aliases = aliases_get([game_id], viewer).get(game_id, aliases)
    return GameState(loaded.game, match, seat, deals_embargoed(loaded.game), aliases)


def seat_of(match: Match, player_id: UUID) -> int | None:
    """The player's current seat."""
    wanted = str(player_id)
    for seat, occupant in enumerate(match.occupants):
        if occupant is not None and occupant.player == wanted:
            return seat
    return None


def may_see(game: GameRow, player_id: UUID | None) -> bool:
    """True if a caller who does not sit there may see the game.

    A private game is visible to its creator and directors, to those who sat there or are invited,
    and to staff. A lobby is hidden from those whom its creator or a player there has blocked.
    """
    if player_id is not None and lobby_is_shut(game, player_id):
        return False
    if game.visibility != Visibility.PRIVATE:
        return True
    if player_id is None:
        return False
    return (
        player_id == game.creator_id
        or player_id in (directors_get(game.id) or ())
        or Seat.objects.filter(game_id=game.id, player_id=player_id).exists()
        or invited_to_game(player_id).filter(subject=game.id).exists()
        or Person.objects.filter(player_id=player_id, is_staff=True).exists()
    )


def lobby_is_shut(game: GameRow, player_id: UUID) -> bool:
    """True for a lobby outside tournaments whose creator, or a player there, blocked the player."""
    if game.status != GameStatus.LOBBY or player_id == game.creator_id:
        return False
    there = Seat.objects.filter(game_id=game.id, to_version=None).values_list("player", flat=True)
    return is_shut_out(player_id, {game.creator_id, *there}) and directors_get(game.id) is None


def games_list(
    *,
    viewer: UUID | None,
    status: str | None = None,
    player: UUID | None = None,
    ruleset: str | None = None,
    mine: bool = False,
) -> QuerySet[Game]:
    """Games that are listed for `viewer`: the public ones, and their own.

    `mine` keeps only the latter. Unordered; `summaries_of` reads what a list shows of them.
    """
    concerned, public = Q(pk__in=[]), Q(visibility=Visibility.PUBLIC)
    if viewer is not None:
        concerned = Q(pk__in=_concerning(viewer))
        public &= ~_shutting_out(viewer)
    visible = concerned if mine else concerned | public
    games = Game.objects.filter(visible)
    if status is not None:
        games = games.filter(status=status)
    if ruleset is not None:
        games = games.filter(ruleset_slug=ruleset)
    if player is not None:
        at_table = Seat.objects.filter(game=OuterRef("pk"), player=player, to_version=None)
        # Games of tournaments have no account; they hide some of their players from strangers.
        games = games.filter(Exists(at_table), concerned | Q(account__isnull=False))
    return games


def _concerning(player_id: UUID) -> QuerySet[Game, UUID]:
    """The ids of games that the player created, sits at, or is invited to and may see."""
    created = Game.objects.filter(creator=player_id).values_list("pk", flat=True)
    seated = Seat.objects.filter(player=player_id, to_version=None).values_list("game", flat=True)
    subjects = invited_to_game(player_id).values("subject")
    invited = Game.objects.filter(~_shutting_out(player_id), pk__in=subjects)
    return created.union(seated, invited.values_list("pk", flat=True))


class SittingPlayer(NamedTuple):
    """Who sits at a game now."""

    kind: str
    player: str
    name: str


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
    sitting: dict[int, SittingPlayer]
    """By seat."""

    @property
    def of_tournament(self) -> bool:
        return self.account_id is None


SUMMARY_COLUMNS = Summary._fields[:-1]


def summaries_of(rows: Iterable[Any]) -> list[Summary]:
    """`rows` of SUMMARY_COLUMNS, with those who sit there."""
    found = {row[0]: Summary._make([*row, {}]) for row in rows}
    sitting = Seat.objects.filter(game__in=found, to_version=None).order_by()
    for game_id, number, kind, player, name in sitting.values_list(
        "game_id", "number", "kind", "player_id", "player__display_name"
    ):
        found[game_id].sitting[number] = SittingPlayer(kind, str(player), name)
    return list(found.values())


def _shutting_out(player_id: UUID) -> Q:
    """The lobbies for which `lobby_is_shut` is true; games of tournaments have no account."""
    who = shutting_out(player_id)
    there = Seat.objects.filter(game=OuterRef("pk"), player__in=who, to_version=None)
    lobby = Q(status=GameStatus.LOBBY, account__isnull=False)
    return lobby & (Q(creator__in=who) | Q(Exists(there)))
