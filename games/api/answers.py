"""Games as answers: what the engine shows of the state, and the service's part around it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, NotRequired, TypedDict
from uuid import UUID

from games.api.clock import ClockAnswer, clock_answer
from games.choices import Away, GameStatus, PresenceState, Spectators, Via, Visibility
from games.engine.answers import (
    ConsentAnswer,
    HandAnswer,
    HandResultAnswer,
    ResultAnswer,
    SideAnswer,
)
from games.engine.match import Match
from games.engine.view import match_view
from games.selectors.absences import away_for_a_hand
from games.selectors.events import last_seq_shown
from games.selectors.games import Acted, GameState
from games.selectors.listed import Summary, sitting_at
from games.selectors.names import Aliases, aliases_get, names_of
from games.store.attendance import attendance_of
from games.store.row import GameRow
from samba_service.accounts.choices import PlayerKind
from samba_service.kit.answers import Digest, Moment, UuidText, Whole
from samba_service.kit.http import version_tag
from samba_service.kit.times import rfc3339

PlayerKindText = Annotated[str, PlayerKind]


class RulesetRefAnswer(TypedDict):
    """The ruleset that the game froze."""

    slug: str
    version: Whole
    sha256: Digest


class PlayerName(TypedDict):
    """A player, by id and name."""

    id: UuidText
    name: str


class SummarySeatAnswer(TypedDict):
    """A chair in a list of games."""

    seat: Whole
    player: PlayerName | None
    kind: PlayerKindText | None


class SeatAnswer(SummarySeatAnswer):
    """A chair, and who sits in it."""

    side: Annotated[Whole, "The seat's number modulo the number of sides."]
    presence: Annotated[Annotated[str, PresenceState] | None, "Null: not known."]
    presence_since: Annotated[
        Moment | None, "Of who is away or gone, when they were last heard of."
    ]
    claimable: Annotated[
        bool, "The game may be claimed: a bot has played to the end of a hand for who is not back."
    ]


VIA_NULL = "How it was sent; null for actions logged before this was noted."


class ActedAnswer(TypedDict):
    """Who acted, when, and how the action was sent."""

    seat: Whole
    player: PlayerName
    at: Moment
    via: Annotated[Annotated[str, Via] | None, VIA_NULL]


class You(TypedDict):
    seat: Whole


class GameSummaryAnswer(TypedDict):
    """A game in a list."""

    id: UUID
    version: Whole
    status: Annotated[str, GameStatus]
    practice: bool
    rated: Annotated[bool, "Its result counts for public ratings."]
    ruleset: RulesetRefAnswer
    visibility: Annotated[str, Visibility]
    spectators: Annotated[str, Spectators]
    seats: list[SummarySeatAnswer]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class GameAnswer(TypedDict):
    """A game as the caller may see it."""

    id: UUID
    version: Annotated[Whole, "Rows of the log."]
    seq: Annotated[Whole, "The last event that the caller may read."]
    status: Annotated[str, GameStatus]
    practice: bool
    ruleset: RulesetRefAnswer
    visibility: Annotated[str, Visibility]
    spectators: Annotated[str, Spectators]
    hints: bool
    phrases: bool
    away: Annotated[str, Away]
    pace_s: float
    rated: Annotated[bool, "Its result counts for public ratings."]
    of_tournament: Annotated[bool, "Its directors can be called."]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    seats: list[SeatAnswer]
    sides: list[SideAnswer]
    you: You | None
    join_code: NotRequired[Annotated[str, "For those who may invite."]]
    acted: NotRequired[
        Annotated[
            ActedAnswer, "With `as_seat` or `at`: the action that made this version, if one did."
        ]
    ]
    hand: HandAnswer | None
    next_commitment: str
    consent: Annotated[ConsentAnswer | None, "The open question; null: none"]
    last_hand: HandResultAnswer | None
    clock: Annotated[ClockAnswer | None, "Null: the players have as much time as they like."]
    result: ResultAnswer | None


def game_tag(game: GameRow) -> str:
    """The entity tag: version and presence, nothing else."""
    return version_tag(game.version, game.presence)


def game_answer(state: GameState, *, now: bool = True) -> GameAnswer:
    """The game as the viewer may see it; the code to join by for those at the table.

    Unless `now`, its clock is without the time of the service.
    """
    game, match, seat = state.game, state.match, state.seat
    shown = match_view(match, state.audience)
    answer: GameAnswer = {
        "id": game.id,
        "version": game.version,
        "seq": last_seq_shown(state),
        "status": game.status,
        "practice": game.practice,
        "ruleset": _ruleset(game),
        "visibility": game.visibility,
        "spectators": game.spectators,
        "hints": game.hints,
        "phrases": game.phrases,
        "away": game.away,
        "pace_s": game.pace_s,
        "rated": game.rated,
        "of_tournament": game.of_tournament,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "seats": _seats(game, match, state.aliases),
        "sides": shown["sides"],
        "you": None if seat is None else {"seat": seat},
        "hand": shown["hand"],
        "next_commitment": shown["next_commitment"],
        "consent": shown["consent"],
        "last_hand": shown["last_hand"],
        "clock": clock_answer(game, shown["clock"], started=match.started, now=now),
        "result": shown["result"],
    }
    if seat is not None and not match.started:
        answer["join_code"] = game.join_code
    if state.acted is not None:
        answer["acted"] = _acted(state.acted, state.aliases)
    return answer


def _acted(acted: Acted, aliases: Aliases) -> ActedAnswer:
    """Who made this version, where somebody looks back at it."""
    name = names_of([acted.player]).get(acted.player, "")
    player = shown_player(acted.player, name, aliases)
    return {"seat": acted.seat, "player": player, "at": rfc3339(acted.at), "via": acted.via}


def _ruleset(game: GameRow | Summary) -> RulesetRefAnswer:
    return {
        "slug": game.ruleset_slug,
        "version": game.ruleset_version,
        "sha256": game.ruleset_sha256,
    }


def _seats(game: GameRow, match: Match, aliases: Aliases) -> list[SeatAnswer]:
    attendance, claimable = attendance_of(game), away_for_a_hand(game, match)
    names = names_of([seat.player for seat in match.occupants if seat is not None])
    seats: list[SeatAnswer] = []
    for number, occupant in enumerate(match.occupants):
        player, kind, shown = None, None, attendance.get(number)
        if occupant is not None:
            player = shown_player(occupant.player, names.get(occupant.player, ""), aliases)
            kind = occupant.kind
        seats.append(
            {
                "seat": number,
                "side": number % match.sides,
                "player": player,
                "kind": kind,
                "presence": shown and shown.presence,
                "presence_since": shown and shown.since,
                "claimable": number in claimable,
            }
        )
    return seats


def shown_player(player_id: str, name: str, aliases: Aliases) -> PlayerName:
    """A player at the table, under the id and the name that the reader may see."""
    alias = aliases.get(player_id)
    if alias is not None:
        return {"id": alias.id, "name": alias.name}
    return {"id": player_id, "name": name}


def game_summaries(games: Sequence[Summary], viewer: UUID | None) -> list[GameSummaryAnswer]:
    """Games in a list, as `viewer` may see them."""
    aliases = aliases_get([game.id for game in games if game.of_tournament], viewer)
    return [_summary(game, aliases.get(game.id, {})) for game in games]


def _summary(game: Summary, aliases: Aliases) -> GameSummaryAnswer:
    sitting = sitting_at(game)
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


def _summary_seat(
    number: int, sitting: Sequence[str] | None, aliases: Aliases
) -> SummarySeatAnswer:
    if sitting is None:
        return {"seat": number, "player": None, "kind": None}
    kind, player, name = sitting
    return {"seat": number, "player": shown_player(player, name, aliases), "kind": kind}
