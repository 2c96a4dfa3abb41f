"""Invitations answered and sent at once: one player a seat, one answer each, never too many."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from games.models import Invitation, Seat
from games.services import invitations, locked
from games.services.authority import Authority
from games.services.invitations import invitation_accept, invitation_decline
from games.services.table_invitations import player_invite
from games.store.row import game_load
from samba_service.accounts.models import Player
from tests.concurrency.together import at_once, meet
from tests.factories import player
from tests.games.tables import table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

INVITED, GAMES = 6, 4


def last_seat() -> list[tuple[Invitation, Player]]:
    """Invitations to a table with one free seat."""
    game = table(bots=(1, 2), creator=player("Ana"))
    people = [player() for _ in range(INVITED)]
    return [
        (player_invite(game_id=game.id, by=Authority(game.creator), player=each), each)
        for each in people
    ]


def accept_together(asked: list[tuple[Invitation, Player]]) -> tuple[Counter[str], int]:
    """All accept; how that ended, and how many of them sit at the table."""
    found = at_once(
        *(partial(invitation_accept, invitation_id=each.id, by=who) for each, who in asked)
    )
    people = [who for _, who in asked]
    return found, Seat.objects.filter(player__in=people, to_version=None).count()


def test_of_many_who_accept_the_last_seat_at_once_one_has_it() -> None:
    assert accept_together(last_seat()) == ({"done": 1, "GameFull": INVITED - 1}, 1)
    states = Counter(Invitation.objects.values_list("state", flat=True))
    assert states == {"accepted": 1, "open": INVITED - 1}, "who got no seat may still decline"


def test_without_the_lock_of_the_game_they_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    asked = last_seat()
    monkeypatch.setattr(locked, "game_lock", game_load)
    meet(monkeypatch, locked, "append", INVITED)
    found, seated = accept_together(asked)
    assert (found["done"], found["GameFull"], seated) == (1, 0, 1)


def test_an_invitation_that_is_accepted_and_declined_at_once_has_one_answer() -> None:
    game, ben = table(creator=player("Ana")), player("Ben")
    asked = player_invite(game_id=game.id, by=Authority(game.creator), player=ben)
    found = at_once(
        *[lambda: invitation_accept(invitation_id=asked.id, by=ben)] * 4,
        *[lambda: invitation_decline(invitation_id=asked.id, by=ben)] * 4,
    )
    assert found == {"done": 1, "InvitationOver": 7}
    asked.refresh_from_db()
    sits = Seat.objects.filter(player=ben, to_version=None).exists()
    assert sits == (asked.state == "accepted")


def invitations_of_one(monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], object]]:
    """One account invites to many games, of which it may to one."""
    monkeypatch.setattr(invitations, "OPEN_AT_MOST", 1)
    ana = player("Ana")
    pairs = [(table(creator=ana), player()) for _ in range(GAMES)]
    return [
        partial(player_invite, game_id=game.id, by=Authority(ana), player=who)
        for game, who in pairs
    ]


def test_invitations_that_are_sent_at_once_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert at_once(*invitations_of_one(monkeypatch)) == {"done": 1, "TooMany": GAMES - 1}


def test_without_the_lock_of_the_count_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    calls = invitations_of_one(monkeypatch)
    monkeypatch.setattr(invitations, "run", lambda *_: None)
    meet(monkeypatch, invitations, "_close", GAMES)
    assert at_once(*calls) == {"done": GAMES}
