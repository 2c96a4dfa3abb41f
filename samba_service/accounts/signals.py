"""The signals of accounts. They carry only ids."""

from django.dispatch import Signal

tokens_revoked = Signal()
"""After commit: some tokens are no longer valid."""


token_issued = Signal()
"""`digest`; inside the transaction that issues the token."""


player_erased = Signal()
"""`player`; inside the transaction that anonymises, so that receivers erase the names that they
keep together with it or not at all.
"""


player_renamed = Signal()
"""`player`, `former` (the name before); inside the transaction that renames, under the lock of the
player."""


recovery_club_named = Signal()
"""`player_id`, `club_id`; inside the transaction that stores it: a receiver raises BadFields if the
player is not a member of the club.
"""


password_resetting = Signal()
"""`player`, `issued_by`; inside the transaction, before it sets the password by a code that is not
the operator's. A receiver raises ResetCodeInvalid if the code may no longer be used."""


password_reset = Signal()
"""`player`, `issued_by` (None: the operator); inside the transaction that sets the password."""
