"""Who reads a page of games, and the game as they may see it."""

from uuid import UUID

from django.http import Http404, HttpRequest

from games.choices import Visibility
from games.selectors.games import GameState, game_get
from samba_service.accounts.web.readers import signed_in
from samba_service.kit.errors import NotThere
from samba_service.kit.problems import NOT_AUTHENTICATED, Problem


def viewer_of(request: HttpRequest) -> UUID | None:
    """The player who reads a page; None for a visitor."""
    person = signed_in(request)
    return None if person is None else person.player_id


def game_of_page(request: HttpRequest, game_id: UUID) -> GameState:
    """The game as the reader of a page may see it.

    Raises the 404; and as in the API the 401 for a visitor of a game that is not public.
    """
    viewer = viewer_of(request)
    try:
        state = game_get(game_id=game_id, viewer=viewer)
    except NotThere:
        raise Http404 from None
    if viewer is None and state.game.visibility != Visibility.PUBLIC:
        raise Problem(NOT_AUTHENTICATED)
    return state
