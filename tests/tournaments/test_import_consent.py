"""A bundle enters nobody in a night who would otherwise be asked."""

from typing import Any

import pytest

from games.models import Player
from tests.factories import api
from tests.tournaments.clubs import CLUBS
from tests.tournaments.nights import Night, night, tournament_cancel, tournament_end
from tests.tournaments.test_bundle_api import exported, imported
from tests.tournaments.test_reopening import WHY, played
from tournaments.models import Member, Tournament

pytestmark = pytest.mark.django_db

API = "/api/v1"


class Moved:
    """A night of four, of whom Vera is no member any more when it is exported."""

    def __init__(self, *, how: str = "left", over: str = "") -> None:
        self.night = night(4, accounts=1, format="rotating")
        self.vera = self._vera()
        played(self.night)
        if over == "finished":
            tournament_end(tournament_id=self.night.tournament.pk, by=self.night.director)
        elif over == "cancelled":
            tournament_cancel(tournament_id=self.night.tournament.pk, by=self.night.director)
        members = Member.objects.filter(player=self.vera)
        if how == "left":
            path = f"{CLUBS}/{self.night.club.pk}/members/{self.vera.pk}"
            assert api(self.vera).delete(path).status_code == 204
        elif how == "guest":
            members.update(guest=True)
        self.bundle = exported(self.night.path, self.night.director)

    def _vera(self) -> Player:
        player = self.night.entries[0].tenures.get().member.player
        assert player is not None
        return player

    def taken(self) -> Night:
        """The night that the import makes."""
        answer = imported(self.bundle, self.night.club, self.night.director)
        assert answer.status_code == 201, answer.content
        of = self.night
        return Night(of.club, of.admin, of.director, Tournament.objects.get(pk=answer.json()["id"]))

    def accounts(self, taken: Night) -> set[Player | None]:
        return {each.member.player for row in taken.entries for each in row.tenures.all()}

    def sits(self, taken: Night) -> bool:
        """True if Vera is seated in the last round."""
        seats = Member.objects.filter(seats__round__tournament=taken.tournament)
        return seats.filter(player=self.vera).exists()


@pytest.mark.parametrize("how", ["left", "guest"])
def test_a_running_night_that_is_imported_goes_on_without_the_account_of_who_is_no_member(how: str):
    moved = Moved(how=how)
    taken = moved.taken()
    assert moved.vera not in moved.accounts(taken)
    assert len(moved.accounts(taken) - {None}) == 3, "members are those whom the bundle names"
    name = moved.vera.display_name
    [stands] = [row for row in taken.entries if row.number == 1]
    assert stands.name.startswith(name), "the night is complete, with a name in her place"
    taken.next_round()
    assert not moved.sits(taken)
    assert api(moved.vera).get(f"{API}/players/me/invitations").json()["results"] == []


def test_who_is_a_member_is_that_member_in_an_imported_night():
    moved = Moved(how="stays")
    assert moved.vera in moved.accounts(moved.taken())


@pytest.mark.parametrize("over", ["finished", "cancelled"])
def test_a_night_that_is_over_keeps_who_played_it_and_does_not_go_on_without_asking(over: str):
    moved = Moved(over=over)
    taken = moved.taken()
    assert moved.vera in moved.accounts(taken)
    refused = reopen(taken)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_joined")
    assert refused.json()["facts"] == {"names": [moved.vera.display_name]}
    joined = api(moved.vera).post(f"{CLUBS}/join", {"code": taken.club.join_code})
    assert joined.status_code == 201
    assert reopen(taken).status_code == 200
    taken.next_round()


def test_a_running_night_that_is_imported_and_ended_here_is_reopened_as_any_other():
    moved = Moved(how="stays")
    taken = moved.taken()
    tournament_end(tournament_id=taken.tournament.pk, by=taken.director)
    api(moved.vera).delete(f"{CLUBS}/{taken.club.pk}/members/{moved.vera.pk}")
    assert reopen(taken).status_code == 200


def reopen(of: Night) -> Any:
    return api(of.director).post(f"{of.path}/reopen", WHY)
