"""Tables to test at: who sits there, and how a game gets on."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games.engine.actions import Action
from games.engine.legal import example, options
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.view import seat_view
from games.models import Game, Presence, Seat
from games.selectors.events import events_since
from games.selectors.games import game_get
from games.services.authority import Authority
from games.services.bots import bot_turns_play
from games.services.claims import CLAIM
from games.services.consent import consent_give
from games.services.games import game_create, game_start
from games.services.locked import match_lock_any, rows_log
from games.services.moves import PlayedMove, move_play
from games.services.seats import seat_take
from games.services.terms import GameTerms
from games.store.row import GameRow, game_load
from games.store.state import match_of
from samba_service.accounts.models import Player
from tests.kept_worlds import kept


def person(name: str = "Ana") -> Player:
    """A player without an account."""
    return Player.objects.create(display_name=name)


def table(*, bots: Iterable[int] = (), hand_limit: int = 0, **options: Any) -> Game:
    """A game of `classic` in the lobby, its creator at seat 0 unless a bot sits there."""
    overrides = {"game": {"hand_limit": hand_limit}}
    seats = dict.fromkeys(bots, "random")
    who: dict[str, Any] = {"creator": person(), "sit": None if 0 in seats else 0, "bots": seats}
    who |= {name: options.pop(name) for name in (*who, "players", "counts") if name in options}
    what = {
        "rules": resolve({"extends": "classic", "overrides": overrides}),
        "overrides": overrides,
        "seats": 4,
    }
    return game_create(**who, terms=GameTerms(**{**what, **options}))


def bots_game(*, hand_limit: int = 1, start: bool = True, **options: Any) -> Game:
    """A game of four bots; nobody plays it on yet."""
    game = table(bots=range(4), hand_limit=hand_limit, **options)
    if start:
        game_start(game_id=game.id, by=Authority(game.creator))
    return game


def people_game(**options: Any) -> tuple[Game, list[Player]]:
    """A running game of people: four, unless `seats` says otherwise."""
    game = table(**options)
    others = ("Ben", "Cleo", "Dan", "Eve", "Finn")[: game.seats - 1]
    players = [game.creator, *map(person, others)]
    for player in players[1:]:
        seat_take(game_id=game.id, player=player)
    game_start(game_id=game.id, by=Authority(game.creator))
    return game, players


def play_out(game_id: UUID) -> GameRow:
    """Let the bots play until a human must act or the game is over."""
    while bot_turns_play(game_id=game_id, version=row(game_id).version):
        pass
    return row(game_id)


@kept
def played_game(hand_limit: int) -> Game:
    """A public game that four bots have played to its end."""
    game = bots_game(hand_limit=hand_limit, visibility="public")
    play_out(game.id)
    return game


def play_some(game: Game) -> None:
    """Ten actions of bots."""
    for _ in range(10):
        bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0)


def row(game_id: UUID) -> GameRow:
    """The game's row as committed."""
    return game_load(game_id).game


def log_read(
    game_id: UUID, seat: int | None, *, after: int = 0, limit: int = 10_000
) -> list[dict[str, Any]]:
    """The log as a seat may read it, or for None somebody who does not play."""
    seen = game_get(game_id=game_id, viewer=None)._replace(seat=seat)
    return [{**event} for event in events_since(seen, after=after, limit=limit)]


def state(game_id: UUID) -> Match:
    """The game's state as committed."""
    return match_of(game_load(game_id))


def turn(game_id: UUID) -> int:
    """The seat that must act."""
    hand = state(game_id).hand
    assert hand is not None
    return hand.to_act[0]


def some_action(game_id: UUID) -> Action:
    """A legal action of the seat that must act."""
    match = state(game_id)
    assert match.hand is not None
    view = seat_view(match.hand, match.hand.to_act[0])
    return example(view, options(view)[-1])


def play(game_id: UUID, player: Player, action: Action, version: int | None = None) -> PlayedMove:
    """One move, in a transaction of its own."""
    with transaction.atomic():
        return move_play(
            game_id=game_id, player_id=player.id, action=action, expected_version=version
        )


def seat_for(game_id: UUID, player: Player) -> int | None:
    return game_get(game_id=game_id, viewer=player.pk).seat


def to_act(game_id: UUID) -> int:
    """The first seat that must act."""
    hand = state(game_id).hand
    assert hand is not None
    return hand.to_act[0]


def unheard_since(game_id: UUID, heard_at: datetime) -> None:
    """Nobody who sits at the table has been heard of since then."""
    sitting = Seat.objects.filter(game=game_id, level="", to_version=None)
    Presence.objects.filter(game=game_id).delete()
    Presence.objects.bulk_create(
        Presence(game_id=game_id, player_id=each, heard_at=heard_at)
        for each in sitting.values_list("player", flat=True)
    )


@transaction.atomic
def claim_ask(game_id: UUID, *, by: int, asked: Collection[int], claimed: int) -> None:
    """Have a seat ask those at `asked` to give up because of the player at `claimed`."""
    locked = match_lock_any(game_id)
    occupant = locked.match.occupants[by]
    assert occupant is not None
    events, _ = consent_give(locked, about=CLAIM, seat=by, asked=asked, claimed=claimed)
    rows_log(locked, events, actor=UUID(occupant.player), hand=locked.hand_number)
