"""Reactions to events of other apps and of this one."""

from collections.abc import Callable, Collection
from typing import Any
from uuid import UUID

from django.dispatch import Signal

from games.selectors import notices
from games.selectors.live import topic_of
from games.services.blocks import blocks_forget
from games.services.deserted import lobbies_close
from games.services.invitations import invitations_forget
from games.services.notices import notices_erase
from games.services.partnerships import partnerships_end_all
from games.services.rulesets import house_rulesets_forget
from games.services.seats import seats_release
from games.services.webhooks import webhooks_forget
from games.signals import bot_turn_due, live_event_added, move_committed, notices_added
from games.tasks import bot_turn
from samba_service.accounts.models import Player
from samba_service.accounts.signals import player_erased
from samba_service.kit.hints import hint
from samba_service.kit.nudge import nudge, nudge_later


def wake_bot(*, game_id: UUID, version: int, after_s: float, **_: Any) -> None:
    """Wake a worker for the bot that must act, when it is to act."""
    if after_s:
        nudge_later(after_s, bot_turn, str(game_id), version)
    else:
        nudge(bot_turn, str(game_id), version)


def hint_readers(*, game_id: UUID, **_: Any) -> None:
    """Wake those who wait for news of the game."""
    hint(topic_of(game_id))


def forget_player(*, player: Player, **_: Any) -> None:
    """End an erased player's partnerships, delete what only they had, and empty their seats."""
    partnerships_end_all(player=player)
    invitations_forget(player=player)
    blocks_forget(player=player)
    house_rulesets_forget(player=player)
    lobbies_close(player_id=player.pk)
    seats_release(player_id=player.pk)
    notices_erase(player_id=player.pk)
    webhooks_forget(player=player)


def hint_players(*, players: Collection[UUID], **_: Any) -> None:
    """Wake those who wait for news of these players' logs."""
    for each in players:
        hint(notices.topic_of(each))


RECEIVERS: tuple[tuple[Signal, Callable[..., None]], ...] = (
    (move_committed, hint_readers),
    (live_event_added, hint_readers),
    (notices_added, hint_players),
    (bot_turn_due, wake_bot),
    (player_erased, forget_player),
)


def connect() -> None:
    """Connect each receiver to its signal."""
    for signal, receiver in RECEIVERS:
        signal.connect(receiver)
