"""What this app announces. Ids only, never a card."""

from django.dispatch import Signal

tokens_revoked = Signal()
"""After commit: some tokens are no good any more."""

token_issued = Signal()
"""`digest`; inside the transaction that issues the token."""

player_erased = Signal()
"""`player_id`; inside the transaction that anonymises, so that receivers erase the names that they
keep along with it or not at all."""

player_renamed = Signal()
"""`player`, `former` (the name before); inside the transaction that renames, under the lock of the
player."""

recovery_club_named = Signal()
"""`player_id`, `club_id`; inside the transaction that keeps it: a receiver raises BadFields where
the player is no member of the club."""

password_resetting = Signal()
"""`player`, `issued_by`; inside the transaction, before it sets the password by a code that is not
the operator's. A receiver raises ResetCodeInvalid if the code may no longer be used."""

password_reset = Signal()
"""`player`, `issued_by` (None: the operator); inside the transaction that sets the password."""

move_committed = Signal()
"""`game_id`, `version`; after commit: the game's log has grown to this version."""

bot_turn_due = Signal()
"""`game_id`, `version`; after commit: a bot of ours must act, and nobody is on it yet."""

director_acts = Signal()
"""`game_id`, `act` (in the past tense), `by`, `reason`, `facts` (ids and numbers, no names); inside
the transaction of what a director does at a tournament's table, before the game is locked: the
receiver locks the tournament, which comes first. A refusal of the act undoes what it wrote."""

club_ruleset_changed = Signal()
"""`club_id`, `act` (in the past tense), `by`, `facts` (ids and numbers, no names); inside the
transaction that stores, hides or restores house rules of a club."""

rated_game_ended = Signal()
"""`game_id`; inside the transaction that finishes or abandons a rated game that had begun."""

game_finished = Signal()
"""`game_id`; after commit."""
