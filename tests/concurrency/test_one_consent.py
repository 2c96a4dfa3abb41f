"""An entry withdrawn while the player whom it takes agrees: it is one or the other, never half."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Barrier

import pytest

from games.choices import InvitationState
from games.models import Invitation
from games.services.invitations import invitation_accept
from samba_service.accounts.models import Player
from tests.concurrency.soundness import assert_log_without_gaps
from tests.concurrency.together import PATIENCE_S, at_once, without_locks
from tests.factories import player
from tests.tournaments.nights import Night, night
from tournaments.models import Entry, Member
from tournaments.services import entry_changes, substitutes
from tournaments.services.entries import entry_add

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]


def asked_of(of: Night, zed: Player) -> tuple[Entry, Invitation]:
    """An entry of a player from elsewhere, and the invitation that they have not answered."""
    entry = entry_add(
        tournament_id=of.tournament.id, by=of.director, directing=True, members=[zed.id]
    )
    return entry, Invitation.objects.get(player=zed)


def accept_and_withdraw(
    of: Night, zed: Player, entry: Entry, invitation: Invitation
) -> tuple[Counter[str], Entry]:
    """The player accepts while the director withdraws the entry."""
    found = at_once(
        lambda: invitation_accept(invitation_id=invitation.id, by=zed),
        lambda: of.change(entry, withdrawn=True),
    )
    entry.refresh_from_db()
    return found, entry


@pytest.mark.parametrize("attempt", range(3))
def test_an_entry_that_is_withdrawn_while_its_player_accepts_is_theirs_or_nobodys(
    attempt: int,
) -> None:
    of, zed = night(4, format="rotating"), player("Zed")
    found, entry = accept_and_withdraw(of, zed, *asked_of(of, zed))
    accepted = Invitation.objects.get().state == InvitationState.ACCEPTED
    assert found == ({"done": 2} if accepted else {"done": 1, "InvitationOver": 1})
    assert (entry.withdrawn, entry.invited) == (True, not accepted)
    assert entry.stints.filter(member__player=zed).exists() == accepted
    assert Member.objects.filter(player=zed).exists() == accepted
    assert_log_without_gaps(of.tournament)


def _meet(
    barrier: Barrier, real: Callable[..., object], *values: object, **options: object
) -> object:
    barrier.wait(PATIENCE_S)
    return real(*values, **options)


def test_without_the_lock_of_the_tournament_they_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    of, zed = night(4, format="rotating"), player("Zed")
    asked = asked_of(of, zed)
    without_locks(monkeypatch)
    barrier = Barrier(2)
    for module, name in ((substitutes, "guest_of"), (entry_changes, "invitations_withdraw")):
        real = getattr(module, name)
        monkeypatch.setattr(module, name, partial(_meet, barrier, real))
    found, _ = accept_and_withdraw(of, zed, *asked)
    assert found["IntegrityError"] == 1
