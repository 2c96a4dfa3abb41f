"""Who may look from another seat, or back: players after the hand, staff on record during it."""

from rest_framework.request import Request

from games.errors import DealsNotYet, GameNotFound, NotSeated
from games.selectors.at_version import has_sat, seen_at
from games.selectors.games import GameState
from games.services.peek import hand_peek
from samba_service.accounts.choices import Scope
from samba_service.kit.access import Caller, caller_of, insufficient_scope, require_caller


def state_of_seat(
    request: Request, state: GameState, *, as_seat: int | None = None, at: int | None = None
) -> GameState:
    """The game as `as_seat`, or else the caller's own seat, saw it at version `at`, or sees it."""
    seat = _seat(request, state, as_seat)
    then = seen_at(state, seat=seat, version=state.game.version if at is None else at)
    hand = then.match.hand
    may_follow(request, state, seat, running=hand is not None and _runs(state, hand.number))
    return then


def may_follow(request: Request, state: GameState, seat: int, *, running: bool) -> None:
    """Refuse, or put on record, a look from `seat` at a hand, which may still be running.

    Finished hands are to be seen by nobody while other tables play their deals.
    """
    caller = caller_of(request)
    if not caller.scopes & {Scope.HISTORY_READ, Scope.GAMES_PEEK}:
        raise insufficient_scope(Scope.HISTORY_READ)
    if seat == state.seat and not (state.embargo and state.is_over):
        return
    if running:
        _peek(caller, state, seat)
    elif state.embargo:
        raise DealsNotYet
    elif Scope.GAMES_PEEK not in caller.scopes and not has_sat(state, caller.player_id):
        raise NotSeated


def _seat(request: Request, state: GameState, as_seat: int | None) -> int:
    require_caller(request)
    seat = state.seat if as_seat is None else as_seat
    if seat is None:
        raise NotSeated
    if seat >= state.match.seats:
        raise GameNotFound
    return seat


def _runs(state: GameState, hand: int) -> bool:
    return hand > state.match.hands_played


def _peek(caller: Caller, state: GameState, seat: int) -> None:
    if Scope.GAMES_PEEK not in caller.scopes:
        raise insufficient_scope(Scope.GAMES_PEEK)
    hand_peek(game_id=state.game.id, by=caller.player_id, seat=seat)


def others_log_end(request: Request, state: GameState, seat: int) -> int | None:
    """The last hand whose events the caller may read as `seat`; None for no end.

    Players read the log of another seat up to the last finished hand; staff read on, on record.
    """
    seat = _seat(request, state, seat)
    caller = caller_of(request)
    peeks = Scope.GAMES_PEEK in caller.scopes and state.match.hand is not None
    may_follow(request, state, seat, running=peeks)
    return None if peeks or seat == state.seat else state.match.hands_played
