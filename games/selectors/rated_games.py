"""Rated games that are over: who began them, who left, and how many turns bots played."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db.models import Q

from games.choices import GameStatus
from games.engine.events import GameFinished
from games.engine.phase import GameEnd
from games.models import Game, Seat
from games.store.log import LogRow, rows_get
from games.store.row import game_load
from games.store.state import match_of
from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player

TURNS = ("draw", "take_pile", "take_top")
"""The actions that begin a turn."""


class RatedGame(NamedTuple):
    """A rated game that is over. Players are ids, sides are in order."""

    ended_at: datetime
    abandoned: bool
    sides: tuple[tuple[str, ...], ...]
    """The players who sat there at the first deal."""
    points: tuple[int, ...]
    """By side, from the finished hands."""
    hands: int
    left: frozenset[str]
    """Who of `sides` left the running game, even if they came back."""
    absent: frozenset[str]
    """Who of `left` did not come back."""
    turns: tuple[int, ...]
    """By side."""
    turns_of_bots: tuple[int, ...]
    """By side, those of `turns` that a bot played."""


def ruleset_of_rated(game_id: UUID) -> str | None:
    """The slug of a rated game's ruleset; None if there is no such game."""
    games = Game.objects.filter(pk=game_id, rated=True)
    return games.values_list("ruleset_slug", flat=True).first()


def rated_games_ended() -> list[tuple[UUID, str]]:
    """All rated games that are over, and the slugs of their rulesets."""
    games = Game.objects.filter(rated=True, finished_at__isnull=False)
    return list(games.values_list("id", "ruleset_slug"))


def rated_game_get(game_id: UUID) -> RatedGame | None:
    """The game; None if it is not rated, not over, or never began."""
    loaded = game_load(game_id)
    match = match_of(loaded)
    game, result = loaded.game, match.result
    if not game.rated or not match.started or result is None or game.finished_at is None:
        return None
    rows = list(rows_get(game_id))
    began = _began(game_id, rows)
    turns = _turns(rows, match.sides)
    return RatedGame(
        ended_at=game.finished_at,
        abandoned=game.status == GameStatus.ABANDONED,
        sides=tuple(
            tuple(str(seat.player_id) for seat in began[side :: match.sides])
            for side in range(match.sides)
        ),
        points=points_rated(result),
        hands=match.hands_played - match.voided - (result.end is GameEnd.CONCEDED),
        left=_ids(seat for seat in began if seat.to_version is not None),
        absent=_ids(began) - _ids(Seat.objects.filter(game=game_id, to_version=None)),
        turns=tuple(total for total, _ in turns),
        turns_of_bots=tuple(of_bots for _, of_bots in turns),
    )


def points_rated(result: GameFinished) -> tuple[int, ...]:
    """The final scores; a side that gave up while it led, or a third one, gains nothing by that."""
    if result.end is not GameEnd.CONCEDED or result.winner is None:
        return tuple(result.scores)
    most = result.scores[result.winner]
    return tuple(min(score, most) for score in result.scores)


def _began(game_id: UUID, rows: Iterable[LogRow]) -> list[Seat]:
    """The stints in which the first hand was dealt, in order of seats."""
    first = next(row.version for row in rows if row.hand > 0)
    stints = Seat.objects.filter(game=game_id, from_version__lt=first).order_by("number")
    return list(stints.filter(Q(to_version=None) | Q(to_version__gte=first)))


def _ids(stints: Iterable[Seat]) -> frozenset[str]:
    return frozenset(str(seat.player_id) for seat in stints)


def _turns(rows: Iterable[LogRow], sides: int) -> list[tuple[int, int]]:
    """By side, the number of turns, and the number of those that a bot began."""
    begun = [row for row in rows if row.action and orjson.loads(row.action)["type"] in TURNS]
    actors = {row.actor for row in begun if row.actor is not None}
    bots = set(
        Player.objects.filter(pk__in=actors, kind=PlayerKind.BOT).values_list("pk", flat=True)
    )
    found = [(0, 0)] * sides
    for row in begun:
        assert row.seat is not None
        total, of_bots = found[row.seat % sides]
        found[row.seat % sides] = total + 1, of_bots + (row.actor in bots)
    return found
