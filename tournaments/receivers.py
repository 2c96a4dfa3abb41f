"""Reactions of clubs and tournaments to events elsewhere."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.dispatch import Signal

from games.signals import club_ruleset_changed, director_acts, game_finished, rated_game_ended
from samba_service.accounts.models import Player
from samba_service.accounts.signals import (
    password_reset,
    password_resetting,
    player_erased,
    player_renamed,
    recovery_club_named,
)
from tournaments.services.changes import game_act_record
from tournaments.services.clubs import club_ruleset_log, names_follow, own_names_forget
from tournaments.services.members import (
    offices_resign,
    recovery_club_require,
    reset_record,
    reset_require,
)
from tournaments.services.merges import merged_names_forget
from tournaments.services.ratings import rating_due
from tournaments.services.results import game_result_record


def leave_offices(*, player: Player, **_: Any) -> None:
    """Remove an erased account's offices and names; the memberships stay."""
    offices_resign(player_id=player.pk)
    own_names_forget(player_id=player.pk)
    merged_names_forget(player_id=player.pk)


def follow_name(*, player: Player, former: str, **_: Any) -> None:
    """A club uses the account's name, unless another member has it."""
    names_follow(player=player, former=former)


def require_membership(*, player_id: UUID, club_id: UUID, **_: Any) -> None:
    """Only a club of its own may recover an account."""
    recovery_club_require(player_id=player_id, club_id=club_id)


def judge_reset(*, player: Player, issued_by: Player, **_: Any) -> None:
    """A reset code works only as long as the same director could issue it again."""
    reset_require(player=player, issued_by=issued_by)


def note_reset(*, player: Player, issued_by: Player | None, **_: Any) -> None:
    """Record in the club's log that a director's code reset a password."""
    reset_record(player=player, issued_by=issued_by)


def take_result(*, game_id: UUID, **_: Any) -> None:
    """The result of a tournament's game is its table's."""
    game_result_record(game_id=game_id)


def note_act(
    *, game_id: UUID, act: str, by: Player, reason: str, facts: Mapping[str, Any], **_: Any
) -> None:
    """Record what a director does at a table in the tournament's log."""
    game_act_record(game_id=game_id, act=act, by=by, reason=reason, facts=facts)


def note_ruleset(
    *, club_id: UUID, act: str, by: Player, facts: Mapping[str, Any], **_: Any
) -> None:
    """Record changes of a club's house rules in its log."""
    club_ruleset_log(club_id=club_id, act=act, by=by, facts=facts)


def count_game(*, game_id: UUID, **_: Any) -> None:
    """Let a worker count the game for public ratings."""
    rating_due(game_id)


RECEIVERS: tuple[tuple[Signal, Callable[..., None]], ...] = (
    (player_erased, leave_offices),
    (player_renamed, follow_name),
    (recovery_club_named, require_membership),
    (password_resetting, judge_reset),
    (password_reset, note_reset),
    (game_finished, take_result),
    (director_acts, note_act),
    (club_ruleset_changed, note_ruleset),
    (rated_game_ended, count_game),
)


def connect() -> None:
    """Connect each receiver to its signal."""
    for signal, receiver in RECEIVERS:
        signal.connect(receiver)
