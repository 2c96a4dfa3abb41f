"""Games as a caller may see them."""

from datetime import datetime
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

from games.choices import GameStatus, Visibility
from games.engine.match import Match
from games.engine.view import Audience, Following, last_hand_shown
from games.errors import GameNotFound
from games.models import Seat
from games.selectors.blocks import is_shut_out
from games.selectors.deal_sets import deals_embargoed
from games.selectors.directors import directors_get
from games.selectors.invitations import invited_to_game
from games.selectors.names import Aliases, aliases_get
from games.selectors.stints import stints_played
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
    viewer: UUID | None = None
    """The player who looks; None for an anonymous caller."""

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

    @property
    def is_paused(self) -> bool:
        """True if the players let no time run."""
        return self.match.clock is not None and self.match.clock.paused_since is not None

    def __repr__(self) -> str:
        return f"<state of {self.game.id} at version {self.game.version}, for seat {self.seat}>"


def game_get(*, game_id: UUID, viewer: UUID | None) -> GameState:
    """The game in its current state. Raises GameNotFound, also if `viewer` may not see it."""
    loaded = game_load(game_id)
    state = GameState(loaded.game, match_of(loaded), None, deals_embargoed(loaded.game))
    return seen_by(state, viewer)


def game_seen(game_id: UUID, viewer: UUID | None) -> bool:
    """True if the viewer may see the game."""
    try:
        game_get(game_id=game_id, viewer=viewer)
    except GameNotFound:
        return False
    return True


def seen_by(state: GameState, viewer: UUID | None) -> GameState:
    """The game with `viewer` looking. Raises GameNotFound if they may not see it."""
    game = state.game
    seat = None if viewer is None else seat_of(state.match, viewer)
    aliases: Aliases = MappingProxyType({})
    if seat is None:
        if not may_see(game, viewer):
            raise GameNotFound
        if game.of_tournament:
            aliases = aliases_get([game.id], viewer).get(game.id, aliases)
    return state._replace(seat=seat, aliases=aliases, viewer=viewer)


def seat_of(match: Match, player_id: UUID) -> int | None:
    """The player's current seat."""
    wanted = str(player_id)
    for seat, occupant in enumerate(match.occupants):
        if occupant is not None and occupant.player == wanted:
            return seat
    return None


def may_see(game: GameRow, player_id: UUID | None) -> bool:
    """True if a caller who does not sit there may see the game.

    A private game is visible to its creator and directors, to those who sat there, to those who are
    invited, and to staff. A lobby is hidden from those whom its creator or a player there has
    blocked, and a game outside tournaments from those who left it before a hand was played.
    """
    if player_id is not None and lobby_is_shut(game, player_id):
        return False
    if game.visibility != Visibility.PRIVATE:
        return True
    if player_id is None:
        return False
    directors = directors_get(game.id)
    is_begun = directors is None and game.status != GameStatus.LOBBY
    sat = stints_played() if is_begun else Seat.objects.all()
    return (
        player_id == game.creator_id
        or player_id in (directors or ())
        or sat.filter(game_id=game.id, player_id=player_id).exists()
        or invited_to_game(player_id).filter(subject=game.id).exists()
        or Person.objects.filter(player_id=player_id, is_staff=True).exists()
    )


def lobby_is_shut(game: GameRow, player_id: UUID) -> bool:
    """True for a lobby outside tournaments whose creator, or a player there, blocked the player."""
    if game.status != GameStatus.LOBBY or player_id == game.creator_id:
        return False
    there = Seat.objects.filter(game_id=game.id, to_version=None).values_list("player", flat=True)
    return is_shut_out(player_id, {game.creator_id, *there}) and directors_get(game.id) is None
