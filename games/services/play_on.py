"""Playing on from a position of a finished hand, for practice: from one seat, against our bots."""

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from games.choices import Away, Visibility
from games.models import Game
from games.selectors.positions import Position
from games.services.authority import Authority
from games.services.games import game_create, game_start, terms_of
from games.services.moves import bot_play, move_play
from games.services.shares import turn_release
from games.services.terms import Practice
from games.store.announce import wake_bot
from samba_service.accounts.models import Player
from samba_service.kit.idempotency import joined


@joined()
def game_play_on(*, game_id: UUID, position: Position, seat: int, by: Player, level: str) -> Game:
    """Create a private practice game of one hand that has come as far as `position`.

    `by` takes over `seat`, house bots of `level` the others. The hand is dealt from the same pack,
    and the moves up to there are played again. Raises what `game_create` and `game_start` raise.
    """
    dealt = position.dealt
    terms = replace(
        terms_of(Game.objects.get(pk=game_id)),
        practice=Practice((dealt.order,), position.scores, 1, dealt.dealer),
        visibility=Visibility.PRIVATE.value,
        away=Away.BOT.value,
        clock=None,
        pace_s=None,
        rated=False,
    )
    bots = {other: level for other in range(terms.seats) if other != seat}
    game = game_create(creator=by, terms=terms, sit=seat, bots=bots)
    row = game_start(game_id=game.id, by=Authority(by))
    for mover, action in position.moves:
        if mover == seat:
            played = move_play(game_id=game.id, player_id=by.pk, action=action)
        else:
            played = bot_play(
                game_id=game.id, seat=mover, action=action, expected_version=row.version
            )
        row = played.game
    turn_release(game_id=game.id, version=row.version)
    if row.bots_to_act:
        transaction.on_commit(lambda: wake_bot(row), robust=True)
    return game
