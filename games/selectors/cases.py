"""Who may look into a game to settle a complaint, and what was refused in it."""

from collections.abc import Collection, Iterable
from functools import cached_property
from uuid import UUID

from django.db.models import Q, QuerySet

from games.choices import GameStatus
from games.errors import NotSeated, NotSettling, PlaysThere
from games.models import CaseEntry, Game, RefusedAction
from games.selectors.directors import admins_get
from games.selectors.games import GameState
from games.selectors.seen_cards import accounts_of
from games.selectors.stints import stints_played
from samba_service.accounts.choices import Scope

_RUNS = (GameStatus.LOBBY, GameStatus.ACTIVE)


class Party:
    """What a player has to do with a game about which somebody complains."""

    def __init__(self, state: GameState, player_id: UUID, scopes: Collection[str]) -> None:
        self._state, self._player_id, self._scopes = state, player_id, scopes

    @cached_property
    def has_sat(self) -> bool:
        """True for who sits at the table, or sat there when a hand was played."""
        if self._state.seat is not None:
            return True
        own = stints_played().filter(player_id=self._player_id, game_id=self._state.game.id)
        return own.exists()

    @cached_property
    def plays_on(self) -> bool:
        """As the function `plays_on`."""
        return plays_on(self._state, self._player_id)

    @cached_property
    def settles(self) -> bool:
        """True for who may look into the game as one who settles complaints.

        The site's staff may (scope `games:peek`), and an admin of the club whose night has the game
        (`club:admin`); neither while they play in it or with its deals.
        """
        admins = admins_get(self._state.game.id) if Scope.CLUB_ADMIN in self._scopes else None
        entitled = Scope.GAMES_PEEK in self._scopes or self._player_id in (admins or ())
        return entitled and not self.plays_on

    def require_settling(self) -> None:
        """Raises PlaysThere, and NotSettling for who does not settle complaints."""
        if not self.settles:
            raise PlaysThere if self.plays_on else NotSettling

    def require_played(self) -> None:
        """Raises NotSeated for who has not sat there, and PlaysThere for who plays on."""
        if not self.has_sat:
            raise NotSeated
        if self.plays_on:
            raise PlaysThere


def plays_on(state: GameState, player_id: UUID) -> bool:
    """True if the player has played in the game, or with its deals, and that is not over.

    A person and the bot accounts that they answer for count as one.
    """
    return state.game.id in played_on([state.game.id], player_id)


def played_on(games: Collection[UUID], player_id: UUID) -> set[UUID]:
    """Those of the games in which, or with whose deals, the player has played, and plays on."""
    deals = dict(Game.objects.filter(pk__in=games).values_list("pk", "deal_set"))
    same = Q(pk__in=games) | Q(deal_set__in=[each for each in deals.values() if each])
    runs = {deal or game for game, deal in _keys(Game.objects.filter(same, status__in=_RUNS))}
    if not runs:
        return set()
    own = stints_played().filter(player__in=accounts_of(player_id)).values("game")
    played = {deal or game for game, deal in _keys(Game.objects.filter(same, pk__in=own))}
    return {game for game, deal in deals.items() if (deal or game) in runs & played}


def _keys(games: QuerySet[Game]) -> Iterable[tuple[UUID, UUID | None]]:
    """Each game, and the deals that it shares."""
    return games.values_list("pk", "deal_set")


def refusals_of(state: GameState) -> QuerySet[RefusedAction]:
    """The refused actions of the finished hands, and of the time before the first one."""
    rows = RefusedAction.objects.filter(game=state.game.id)
    return rows.filter(hand__lte=state.match.hands_played)


def case_log(game_id: UUID) -> QuerySet[CaseEntry]:
    """The looks and acts of those who settle complaints about the game."""
    return CaseEntry.objects.filter(game=game_id)
