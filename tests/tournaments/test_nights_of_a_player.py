"""The nights in which a player played: their own, and for those who belong to the club."""

from typing import Any

import pytest

from samba_service.accounts.models import Player
from tests.factories import api, player
from tests.tournaments.nights import Night, night
from tournaments.models import Entry
from tournaments.services.joining import club_join

pytestmark = pytest.mark.django_db

TOURNAMENTS = "/api/v1/tournaments"


def nights(of: Player, by: Player | None) -> list[str]:
    """The ids in the answer to `by` about the nights of `of`."""
    answer = api(by).get(TOURNAMENTS, {"player": str(of.pk)})
    assert answer.status_code == 200, answer.content
    return [each["id"] for each in answer.json()["results"]]


def played(evening: Night) -> tuple[Player, Player]:
    """Two people with accounts who are entered."""
    one, other, *_ = evening.players.values()
    return one, other


def test_a_player_finds_their_nights_the_newest_first() -> None:
    evening = night(2, start=False)
    later = night(2, start=False, at=evening)
    one, _ = played(evening)
    assert nights(one, one) == [str(evening.tournament.pk)]
    other, _ = played(later)
    assert nights(other, one) == [str(later.tournament.pk)], "of the same club"


def test_a_public_night_does_not_say_to_strangers_who_came() -> None:
    evening = night(2, start=False, visibility="public")
    one, _ = played(evening)
    stranger = player("Olga")
    assert api(stranger).get(TOURNAMENTS).json()["results"] != []
    assert nights(one, stranger) == nights(one, None) == []
    assert nights(one, evening.director) == [str(evening.tournament.pk)]

    club_join(code=evening.club.join_code, player=stranger)
    assert nights(one, stranger) == [str(evening.tournament.pk)]


def test_an_invitation_that_was_not_accepted_is_no_night() -> None:
    evening = night(2, start=False)
    one, _ = played(evening)
    Entry.objects.filter(stints__member__player=one).update(invited=True)
    assert nights(one, one) == []


@pytest.mark.parametrize("wanted", ["me", "1", ""])
def test_a_player_is_named_by_id(wanted: Any) -> None:
    assert api(player("Olga")).get(TOURNAMENTS, {"player": wanted}).status_code == 400
