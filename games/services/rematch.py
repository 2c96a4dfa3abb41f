"""A rematch: a new game with the terms of another one, and the same people at the same seats."""

from uuid import UUID

from django.db import transaction

from games.engine.events import GameCreated
from games.engine.match import Match
from games.engine.rulesets import logged
from games.errors import NoRematch, NotSeated
from games.models import Game
from games.selectors.games import game_get
from games.services.lifecycle import game_create
from games.services.terms import Terms
from games.store.log import events_in, rows_get
from samba_service.accounts.models import Player


@transaction.atomic
def game_rematch(*, game_id: UUID, by: Player) -> Game:
    """Open a lobby like the game `game_id`, for a player who sits there, or sat there at its end.

    The player, the house bots and the player's own bot accounts get the same seats; all other
    people are invited to theirs. In a rated game the seats of bots stay empty. Shared deals and
    starting scores are not taken over. Raises GameNotFound, NotSeated, NoRematch for a practice
    game, and what `game_create` raises.
    """
    seen = game_get(game_id=game_id, viewer=by)
    if seen.seat is None:
        raise NotSeated
    game = Game.objects.get(pk=game_id)
    if game.practice:
        raise NoRematch
    others = _others(seen.match, except_seat=seen.seat)
    bots = {seat: each.bot_level for seat, each in others.items() if each.bot_level}
    return game_create(
        creator=by,
        terms=_terms(game),
        sit=seen.seat,
        bots={} if game.rated else bots,
        wanted={seat: each for seat, each in others.items() if seat not in bots},
    )


def _others(match: Match, *, except_seat: int) -> dict[int, Player]:
    """The other players at the table, by seat, without erased accounts."""
    ids = {
        seat: UUID(occupant.player)
        for seat, occupant in enumerate(match.occupants)
        if occupant is not None and seat != except_seat
    }
    players = Player.objects.filter(anonymised_at=None).in_bulk(ids.values())
    return {seat: players[each] for seat, each in ids.items() if each in players}


def _terms(game: Game) -> Terms:
    created = events_in(next(rows_get(game.pk)).events)[0]
    assert isinstance(created, GameCreated)
    return Terms(
        rules=logged(created.ruleset),
        overrides=created.overrides,
        seats=game.seats,
        dealer=game.first_dealer,
        visibility=game.visibility,
        spectators=game.spectators,
        hints=game.hints,
        away=game.away,
        rated=game.rated,
    )
