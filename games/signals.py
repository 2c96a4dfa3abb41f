"""What this app announces. Ids only, never a card."""

from django.dispatch import Signal

move_committed = Signal()
"""`game_id`, `version`; after commit: the game's log has grown to this version."""


live_event_added = Signal()
"""`game_id`, `seq`; after commit: readers have new events up to this seq, beside the log."""


notices_added = Signal()
"""`players`; after commit: the logs of these players have grown."""


bot_turn_due = Signal()
"""`game_id`, `version`, `after_s`; after commit: a bot of ours must act after this many seconds,
and no worker plays it yet.
"""


director_acts = Signal()
"""`game_id`, `act` (in the past tense), `by`, `reason`, `facts` (ids and numbers, no names); inside
the transaction of what a director does at a tournament's table, before the game is locked: the
receiver locks the tournament, which comes first. A refusal of the act undoes what it wrote.
"""


club_ruleset_changed = Signal()
"""`club_id`, `act` (in the past tense), `by`, `facts` (ids and numbers, no names); inside the
transaction that stores, hides or restores house rules of a club."""


rated_game_ended = Signal()
"""`game_id`; inside the transaction that finishes or abandons a rated game that had begun."""


game_finished = Signal()
"""`game_id`; after commit."""
