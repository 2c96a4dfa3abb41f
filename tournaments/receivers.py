"""What happens in clubs and tournaments when something has happened elsewhere."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.models import Player
from games.signals import (
    club_ruleset_changed,
    director_acts,
    game_finished,
    password_reset,
    password_resetting,
    player_erased,
    player_renamed,
    rated_game_ended,
    recovery_club_named,
)
from tournaments import tasks  # noqa: F401  registers the kinds of due work
from tournaments.services import entry_invitations  # noqa: F401  registers how they are answered
from tournaments.services.clubs import club_ruleset_log
from tournaments.services.game_acts import game_act_note
from tournaments.services.member_names import names_follow, own_names_forget
from tournaments.services.members import offices_give_up
from tournaments.services.merges import merged_names_forget
from tournaments.services.online import game_result_take
from tournaments.services.rating_work import rating_due
from tournaments.services.recovery import recovery_club_require, reset_note, reset_require


@receiver(player_erased)
def leave_offices(*, player_id: UUID, **_: Any) -> None:
    """Take an erased account's offices and names away; the memberships stay."""
    offices_give_up(player_id=player_id)
    own_names_forget(player_id=player_id)
    merged_names_forget(player_id=player_id)


@receiver(player_renamed)
def follow_name(*, player: Player, former: str, **_: Any) -> None:
    """A club uses the account's name, unless another member has it."""
    names_follow(player=player, former=former)


@receiver(recovery_club_named)
def require_membership(*, player_id: UUID, club_id: UUID, **_: Any) -> None:
    """An account is recovered by a club of its own only."""
    recovery_club_require(player_id=player_id, club_id=club_id)


@receiver(password_resetting)
def judge_reset(*, player: Player, issued_by: Player, **_: Any) -> None:
    """A reset code works only as long as the same director could issue it again."""
    reset_require(player=player, issued_by=issued_by)


@receiver(password_reset)
def note_reset(*, player: Player, issued_by: Player | None, **_: Any) -> None:
    """A reset by a director's code is on the club's record."""
    reset_note(player=player, issued_by=issued_by)


@receiver(game_finished)
def take_result(*, game_id: UUID, **_: Any) -> None:
    """The result of a tournament's game is its table's."""
    game_result_take(game_id=game_id)


@receiver(director_acts)
def note_act(
    *, game_id: UUID, act: str, by: Player, reason: str, facts: Mapping[str, Any], **_: Any
) -> None:
    """What a director does at a table is on the tournament's record."""
    game_act_note(game_id=game_id, act=act, by=by, reason=reason, facts=facts)


@receiver(club_ruleset_changed)
def note_ruleset(
    *, club_id: UUID, act: str, by: Player, facts: Mapping[str, Any], **_: Any
) -> None:
    """What becomes of a club's house rules is on its record."""
    club_ruleset_log(club_id=club_id, act=act, by=by, facts=facts)


@receiver(rated_game_ended)
def count_game(*, game_id: UUID, **_: Any) -> None:
    """Let a worker count the game for public ratings."""
    rating_due(game_id)
