"""A bundle enters nobody in a night who would otherwise be asked."""

from typing import Any

import pytest
from django.utils import timezone

from samba_service.accounts.models import Player
from tests.factories import api, erase
from tests.kept_worlds import kept_init
from tests.tournaments.clubs import CLUBS, guests_add
from tests.tournaments.nights import Night, night, tournament_cancel, tournament_end
from tests.tournaments.test_bundle_api import exported, imported
from tests.tournaments.test_reopening import WHY, played
from tournaments.models import Member, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.full]

API = "/api/v1"


class Moved:
    """A night of four, of whom Vera is no member any more when it is exported."""

    @kept_init
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
        player = self.night.entries[0].stints.get().member.player
        assert player is not None
        return player

    def taken(self) -> Night:
        """The night that the import makes."""
        answer = imported(self.bundle, self.night.club, self.night.director)
        assert answer.status_code == 201, answer.content
        of = self.night
        return Night(of.club, of.admin, of.director, Tournament.objects.get(pk=answer.json()["id"]))

    def accounts(self, taken: Night) -> set[Player | None]:
        return {each.member.player for row in taken.entries for each in row.stints.all()}

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


@pytest.mark.parametrize("end", [tournament_end, tournament_cancel])
def test_a_running_night_that_is_imported_and_ended_here_is_reopened_as_any_other(end: Any):
    moved = Moved(how="stays")
    taken = moved.taken()
    end(tournament_id=taken.tournament.pk, by=taken.director)
    api(moved.vera).delete(f"{CLUBS}/{taken.club.pk}/members/{moved.vera.pk}")
    assert reopen(taken).status_code == 200


def reopen(of: Night) -> Any:
    return api(of.director).post(f"{of.path}/reopen", WHY)


@pytest.mark.parametrize("since", ["removed", "guest", "erased"])
def test_who_could_not_be_asked_does_not_keep_an_imported_night_from_going_on(since: str):
    """A name that was removed since, or is a guest's, and an account that is erased."""
    moved = Moved(how="stays", over="finished")
    if since == "erased":
        erase(api(moved.vera))
    else:
        Member.objects.filter(player=moved.vera).update(
            player=None, own_name="Vera", guest=since == "guest",
            left_at=timezone.now() if since == "removed" else None,
        )  # fmt: skip
    assert reopen(moved.taken()).status_code == 200


def test_who_was_merged_since_the_export_is_who_they_are_now():
    """Otherwise nobody could name the player: neither id would find whom the entry has."""
    moved = Moved(how="stays")
    name, [whole] = moved.night.entries[1].stints.get().member, guests_add(moved.night.club, "Ada")
    Member.objects.filter(pk=name.pk).update(player=None, own_name="A.")
    bundle = exported(moved.night.path, moved.night.director)
    path = f"{CLUBS}/{moved.night.club.pk}/members/{name.pk}/merge"
    director = api(moved.night.director)
    assert director.post(path, {"into": str(whole.pk)}).json()["state"] == "done"
    moved.bundle = bundle
    entry = moved.taken().entries[1]
    assert entry.stints.get().member == whole
    [other] = guests_add(moved.night.club, "Other")
    body = {"out": str(name.pk), "member": str(other.pk), "from_round": 2}
    assert director.post(f"{API}/entries/{entry.pk}/substitutes", body).status_code == 201


def test_a_bundle_without_the_id_of_its_night_is_no_night_of_the_club():
    """Else it would be reopened, and count for ratings, as if it had been played here."""
    moved = Moved(over="finished")
    moved.bundle["tournament"]["id"] = ""
    answer = imported(moved.bundle, moved.night.club, moved.night.director)
    assert (answer.status_code, answer.json()["code"]) == (422, "bundle_unsound")
    assert [each["path"] for each in answer.json()["errors"]] == ["tournament.id"]
