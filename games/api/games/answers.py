"""Games as answers: what the engine shows of the state, and the service's part around it."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games.engine.match import Match
from games.engine.view import match_view
from games.models import Game
from games.selectors.games import GameState
from games.selectors.names import Alias, Aliases, aliases_get, names_of
from games.store.row import GameRow
from samba_service.kit.http import version_tag
from samba_service.kit.times import rfc3339

Json = dict[str, Any]


def game_tag(game: GameRow) -> str:
    """The entity tag: version and presence, nothing else."""
    return version_tag(game.version, game.presence)


def game_answer(state: GameState) -> Json:
    """The game as the viewer may see it; the code to join by for those at the table."""
    game, match, seat = state.game, state.match, state.seat
    shown = match_view(match, state.audience)
    code = {} if seat is None or match.started else {"join_code": game.join_code}
    return {
        "id": game.id,
        "version": game.version,
        "seq": game.seq,
        "status": game.status,
        "practice": game.practice,
        "ruleset": _ruleset(game),
        "visibility": game.visibility,
        "spectators": game.spectators,
        "hints": game.hints,
        "away": game.away,
        "rated": game.rated,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "seats": _seats(match, state.aliases),
        "sides": shown["sides"],
        "you": None if seat is None else {"seat": seat},
        **code,
        **_acted(state),
        "hand": shown["hand"],
        "next_commitment": shown["next_commitment"],
        "consent": shown["consent"],
        "last_hand": shown["last_hand"],
        "clock": None,
        "result": shown["result"],
    }


def _acted(state: GameState) -> Json:
    """Who made this version, where somebody looks back at it."""
    if state.acted is None:
        return {}
    seat, player, at, via = state.acted
    name = names_of([player]).get(player, "")
    who = shown_player(player, name, state.aliases)
    return {"acted": {"seat": seat, "player": who, "at": rfc3339(at), "via": via}}


def _ruleset(game: GameRow | Game) -> Json:
    return {
        "slug": game.ruleset_slug,
        "version": game.ruleset_version,
        "sha256": game.ruleset_sha256,
    }


def _seats(match: Match, aliases: Aliases) -> list[Json]:
    names = names_of([seat.player for seat in match.occupants if seat is not None])
    seats: list[Json] = []
    for number, occupant in enumerate(match.occupants):
        place = {"seat": number, "side": number % match.sides}
        if occupant is None:
            seats.append(place | {"player": None, "kind": None, "presence": None})
        else:
            player = shown_player(occupant.player, names.get(occupant.player, ""), aliases)
            seats.append(place | {"player": player, "kind": occupant.kind, "presence": None})
    return seats


def shown_player(player_id: str, name: str, aliases: Aliases) -> Json:
    """A player at the table, under the id and the name that the reader may see."""
    return aliases.get(player_id, Alias(player_id, name))._asdict()


def game_summaries(games: Sequence[Game], viewer: UUID | None) -> list[Json]:
    """Games in a list, as `viewer` may see them; their present occupants are in `occupants`."""
    aliases = aliases_get([game.id for game in games if game.of_tournament], viewer)
    return [_summary(game, aliases.get(game.id, {})) for game in games]


def _summary(game: Game, aliases: Aliases) -> Json:
    sitting = {stint.number: stint for stint in game.occupants}  # type: ignore[attr-defined]  # a Prefetch
    return {
        "id": game.id,
        "version": game.version,
        "status": game.status,
        "practice": game.practice,
        "rated": game.rated,
        "ruleset": _ruleset(game),
        "visibility": game.visibility,
        "spectators": game.spectators,
        "seats": [
            _summary_seat(number, sitting.get(number), aliases) for number in range(game.seats)
        ],
        "created_at": game.created_at,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
    }


def _summary_seat(number: int, stint: Any, aliases: Aliases) -> Json:
    if stint is None:
        return {"seat": number, "player": None, "kind": None}
    player = shown_player(str(stint.player_id), stint.player.display_name, aliases)
    return {"seat": number, "player": player, "kind": stint.kind}
