"""A game as commands read it; who looks into a running hand is named in its log."""

from uuid import UUID

from django.core.management.base import CommandError

from games.errors import GameNotFound
from games.selectors.cases import plays_on
from games.selectors.deal_sets import deals_embargoed
from games.selectors.games import GameState
from games.services.peek import hand_peek
from games.store.row import game_load
from games.store.state import match_of
from samba_service.accounts.models import Person


def peek_note(state: GameState, name: str) -> None:
    """Record that the member of the staff `name` looks into every hand that is being played.

    Raises CommandError for anybody else, for who plays there, and if no hand is being played.
    """
    person = Person.objects.filter(username=name.lower(), is_staff=True).first()
    if person is None:
        raise CommandError(f"{name!r} is nobody of the staff")
    if plays_on(state, person.player_id):
        raise CommandError(f"{name!r} plays in this game, or with its deals")
    for seat in range(state.match.seats):
        if not hand_peek(game_id=state.game.id, by=person.player_id, seat=seat):
            raise CommandError("the hand has ended meanwhile")


def game_of_command(game_id: UUID) -> GameState:
    """The game without a seat and with real names. Raises CommandError for no such game."""
    try:
        loaded = game_load(game_id)
    except GameNotFound:
        raise CommandError(f"there is no game {game_id}") from None
    return GameState(loaded.game, match_of(loaded), None, deals_embargoed(loaded.game))
