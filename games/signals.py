"""What this app announces. Ids only, never a card."""

from django.dispatch import Signal

tokens_revoked = Signal()
"""After commit: some tokens are no good any more."""

player_erased = Signal()
"""`player_id`; inside the transaction that anonymises, so that whoever keeps names erases them
along with it or not at all."""

move_committed = Signal()
"""`game_id`, `version`; after commit: the game's log has grown to this version."""

bot_turn_due = Signal()
"""`game_id`, `version`; after commit: a bot of ours must act, and nobody is on it yet."""

game_finished = Signal()
"""`game_id`; after commit."""
