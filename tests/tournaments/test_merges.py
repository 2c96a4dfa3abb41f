"""One person, one identity: two members of a club are merged, and parted again."""

from typing import Any
from uuid import UUID

import pytest
from django.db.models import QuerySet

from games.choices import GameStatus
from games.models import Game
from tests.concurrency.together import at_once
from tests.factories import api, erase, player
from tests.kept_worlds import kept
from tests.tournaments.clubs import CLUBS, guests_add, office_give
from tests.tournaments.nights import Night, night, tournament_cancel, tournament_end
from tests.tournaments.test_reopening import played
from tests.tournaments.twice import Twice
from tournaments.choices import Role
from tournaments.models import Member, Merge, Stint, TableSeat, Tournament
from tournaments.selectors.audit import tournament_log
from tournaments.services import identities
from tournaments.services.clubs import guest_of
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.stints import When
from tournaments.services.substitutes import substitute_add

pytestmark = pytest.mark.django_db


def bundle(of: Night) -> dict[str, Any]:
    """What is exported, without the versions that every change adds to."""
    exported: dict[str, Any] = api(of.director).get(f"{of.path}/export").json()
    exported.pop("version")
    return exported


def test_after_a_merge_both_nights_are_one_persons():
    twice = Twice()
    before = twice.nights()
    assert (before[twice.gus.name], before["Augustus"]) == (1, 1)
    answer = twice.merge()
    assert (answer.status_code, answer.json()["state"]) == (200, "done")
    after = twice.nights()
    assert after["Augustus"] == 2
    assert twice.gus.name not in after


def test_an_undone_merge_leaves_everything_as_it_was():
    twice = Twice()
    nights = [twice.league.first, twice.second]
    before = [bundle(each) for each in nights], twice.nights()
    twice.merge()
    assert ([bundle(each) for each in nights], twice.nights()) != before
    undone = twice.call(twice.gus, "unmerge")
    assert (undone.status_code, undone.json()["state"]) == (200, "undone")
    assert ([bundle(each) for each in nights], twice.nights()) == before


@kept
def of_guest(*, account: bool) -> Twice:
    """The other name is a guest's."""
    twice = Twice(account=account)
    Member.objects.filter(pk=twice.other.pk).update(guest=True)
    return twice


def is_guest(twice: Twice) -> bool:
    twice.other.refresh_from_db()
    return twice.other.guest


def test_a_name_that_is_merged_into_a_guest_with_an_account_makes_them_no_member():
    twice = of_guest(account=True)
    guest = twice.other.player
    assert guest is not None
    merge_of_guest(twice)
    assert is_guest(twice), "the next director would enter them without asking"
    evening = night(0, at=twice.league.first, start=False, format="rotating")
    asked = twice.director.post(f"{evening.path}/entries", {"members": [str(guest.pk)]})
    assert asked.json()["invited"]


def merge_of_guest(twice: Twice) -> None:
    """The name is entered for nights that are not over: the guest agrees to the merge."""
    assert twice.merge().json()["awaits"] == ["into"]
    agreed = twice.call(twice.gus, "merge/accept", by=api(twice.other.player))
    assert (agreed.status_code, agreed.json()["state"]) == (200, "done")


def test_a_guest_is_entered_for_no_night_by_a_merge_without_agreeing():
    """The director enters a name, and merges it into a guest who was never asked."""
    twice = of_guest(account=True)
    evening = night(0, at=twice.league.first, start=False, format="rotating")
    [name] = guests_add(twice.club, "Nobody")
    path = f"{evening.path}/entries"
    assert twice.director.post(path, {"members": [str(name.pk)]}).status_code == 201
    asked = twice.merge(name)
    assert (asked.status_code, asked.json()["awaits"]) == (202, ["into"])
    again = twice.call(name, "merge/accept")
    assert again.status_code == 202, "no director agrees for them"
    [entry] = evening.entries
    assert entry.stints.get().member_id == name.pk


def test_a_name_of_nights_that_are_over_is_merged_into_a_guest_at_once():
    twice = of_guest(account=True)
    Tournament.objects.filter(club=twice.club).update(state="finished")
    assert twice.merge().status_code == 200
    assert is_guest(twice)


@pytest.mark.parametrize("over", ["finished", "cancelled"])
def test_a_night_does_not_go_on_with_a_guest_who_was_merged_into_it_when_it_was_over(over: str):
    """The director ends the night, merges a name into a guest, and takes the end back."""
    evening = night(4, accounts=0, format="rotating")
    played(evening)
    director, guest = api(evening.director), player("Guest")
    guest_of(evening.club.pk, guest)
    end = {"finished": tournament_end, "cancelled": tournament_cancel}[over]
    end(tournament_id=evening.tournament.pk, by=evening.director)
    name = evening.entries[0].stints.get().member
    path = f"{CLUBS}/{evening.club.pk}/members/{name.pk}"
    assert director.post(f"{path}/merge", {"into": str(guest.pk)}).json()["state"] == "done"
    back = f"{evening.path}/reopen", {"reason": "One table was forgotten."}
    refused = director.post(*back)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_joined")
    assert refused.json()["facts"] == {"names": ["Guest"]}
    assert director.post(f"{path}/unmerge", {}).status_code == 200
    assert director.post(*back).status_code == 200
    evening.next_round()
    assert not TableSeat.objects.filter(member__player=guest).exists()


def test_a_guest_who_has_agreed_to_a_merge_plays_on_when_a_night_is_reopened():
    evening = night(4, accounts=0, format="rotating")
    played(evening)
    guest = player("Guest")
    guest_of(evening.club.pk, guest)
    name = evening.entries[0].stints.get().member
    claimed = api(guest).post(f"{CLUBS}/join", {"code": name.claim_code})
    assert claimed.status_code == 202
    director = api(evening.director)
    accept = f"{CLUBS}/{evening.club.pk}/members/{name.pk}/merge/accept"
    assert director.post(accept, {}).json()["state"] == "done"
    tournament_end(tournament_id=evening.tournament.pk, by=evening.director)
    back = f"{evening.path}/reopen", {"reason": "One table was forgotten."}
    assert director.post(*back).status_code == 200


def test_a_guest_who_joins_after_a_merge_stays_a_member_when_it_is_undone():
    twice = of_guest(account=True)
    merge_of_guest(twice)
    joined = api(twice.other.player).post(f"{CLUBS}/join", {"code": twice.club.join_code})
    assert joined.status_code == 201
    assert not is_guest(twice)
    assert twice.call(twice.gus, "unmerge").status_code == 200
    assert not is_guest(twice)


def test_a_name_of_a_guest_belongs_to_the_club_while_it_is_merged_with_a_members():
    twice = of_guest(account=False)
    twice.merge()
    assert not is_guest(twice)
    assert twice.call(twice.gus, "unmerge").status_code == 200
    assert is_guest(twice)


@pytest.mark.parametrize("office", [None, Role.DIRECTOR, Role.ADMIN])
def test_a_guest_whose_other_account_is_a_members_is_one_again_unless_in_office(
    office: Role | None,
):
    twice = of_guest(account=True)
    guest, second = twice.other.player, player("Second")
    assert guest is not None
    member = club_join(code=twice.club.join_code, player=second).member
    twice.merge(member, twice.other)
    for holder in (second, guest):
        agreed = twice.call(member, "merge/accept", by=api(holder))
    assert agreed.json()["state"] == "done"
    assert not is_guest(twice)
    if office:
        office_give(twice.club, guest, office)
    assert twice.call(member, "unmerge").status_code == 200
    assert is_guest(twice) is (office is None)
    assert twice.other.role == (office or Role.MEMBER)


def test_undoing_a_merge_leaves_a_guest_as_the_director_made_them_since():
    twice = Twice()
    twice.merge()
    place = f"{CLUBS}/{twice.club.pk}/members/{twice.other.pk}"
    assert twice.director.patch(place, {"guest": True}).status_code == 200
    twice.call(twice.gus, "unmerge")
    assert is_guest(twice)


def test_later_results_stay_where_they_were_entered_when_a_merge_is_undone():
    twice = Twice()
    twice.merge()
    third = twice.league._evening()
    twice.league.night(100, 0, first=third)
    assert twice.nights()["Augustus"] == 2  # the best two of three
    twice.call(twice.gus, "unmerge")
    seats = TableSeat.objects.filter(round__tournament=third.tournament)
    assert seats.filter(member=twice.other).count() == 1
    assert not seats.filter(member=twice.gus).exists()


def test_an_undone_merge_gives_back_seats_that_were_corrected_meanwhile():
    evening = night(4, publish=True)
    [spare] = guests_add(evening.club, "Augustus")
    seats = TableSeat.objects.filter(round__tournament=evening.tournament)
    before = set(seats.values_list("entry", "member"))
    client, source = api(evening.director), f"{CLUBS}/{evening.club.pk}/members/{_guest_at(seats)}"
    client.post(f"{source}/merge", {"into": str(spare.pk)})
    one, other = (
        [[str(each.entry_id)] for each in table.assignments.order_by("side")]
        for table in evening.tournament.rounds.get().tables.all()
    )
    path = f"/api/v1/rounds/{evening.tournament.rounds.get().pk}/corrections"
    swapped = [[other[0], one[1]], [one[0], other[1]]]
    tables = [{"number": at, "sides": sides} for at, sides in enumerate(swapped, start=1)]
    assert client.post(path, {"tables": tables, "reason": "Mixed up."}).status_code == 200
    assert set(seats.values_list("entry", "member")) != before
    assert client.post(f"{source}/unmerge").status_code == 200
    assert set(seats.values_list("entry", "member")) == before


def _guest_at(seats: QuerySet[TableSeat]) -> UUID:
    return seats.filter(member__player=None)[0].member_id


def test_the_one_with_an_account_stays_whichever_was_named():
    twice = Twice(account=True)
    answer = twice.merge(source=twice.other, into=twice.gus).json()
    assert (answer["merged"]["name"], answer["into"]["name"]) == (twice.gus.name, "Augustus")


def test_both_ids_name_the_one_member_from_then_on():
    twice = Twice()
    twice.merge()
    third = twice.league._evening()
    [entry] = [each for each in third.entries if each.number == 1]
    assert [each.member_id for each in entry.stints.all()][1] == twice.other.pk


def test_among_the_members_of_the_club_the_id_that_went_is_nobodys():
    twice = Twice()
    twice.merge()
    gone = f"{CLUBS}/{twice.club.pk}/members/{twice.gus.pk}"
    assert twice.director.patch(gone, {"name": "Gustav"}).status_code == 404
    assert twice.merge().status_code == 404
    assert twice.call(twice.gus, "unmerge").status_code == 200


def test_who_was_never_merged_or_is_themselves_again_is_refused_as_such():
    twice = Twice()
    for _ in range(2):
        refused = twice.call(twice.gus, "unmerge")
        assert (refused.status_code, refused.json()["code"]) == (409, "no_merge")
        twice.merge()
        assert twice.call(twice.gus, "unmerge").status_code == 200
    nobody = Member(id=UUID(int=5), club=twice.club)
    assert twice.call(nobody, "unmerge").status_code == 404


def test_a_night_in_the_archive_that_hinders_a_merge_is_named():
    twice = Twice()
    first = twice.league.first
    desk, [round_] = api(first.admin), first.tournament.rounds.all()
    assert desk.post(f"/api/v1/rounds/{round_.pk}/close", {}).status_code == 200
    for end, how in (("finish", {"rounds": "as_played"}), ("archive", {})):
        assert desk.post(f"{first.path}/{end}", how).status_code == 200
    refused = twice.merge().json()
    assert (refused["code"], refused["facts"]["tournament"]) == ("archived", first.path[-36:])
    assert refused["detail"].startswith(f"The night {refused['facts']['name']} is archived")


def test_each_night_concerned_has_it_on_record():
    twice = Twice()
    third = twice.league._evening()
    nights = [twice.league.first, twice.second, third]
    substitute_add(
        entry=third.entries[0], by=third.director, out=twice.gus.pk, coming=twice.other.pk,
        when=When(1),
    )  # fmt: skip
    Stint.objects.filter(entry__tournament=third.tournament).update(replaces=None)
    versions = [each.version() for each in nights]
    twice.merge()
    assert [each.version() for each in nights] == [versions[0] + 1, versions[1] + 1, versions[2]]
    entries = twice.director.get(f"{CLUBS}/{twice.club.pk}/audit").json()["results"]
    acts = [entry["act"] for entry in entries]
    assert acts.count("member_merged") == 3  # of the club and of two nights
    assert entries[0]["facts"] == {"source": str(twice.gus.pk), "into": str(twice.other.pk)}


def test_who_were_entered_in_one_night_are_two_people():
    twice = Twice()
    partner = twice.league.members[0][0]
    refused = twice.merge(twice.gus, twice.league.members[1][1]).json()
    assert refused["code"] == "played_together"
    [table] = refused["facts"]["tables"]
    assert table == {"tournament": str(twice.league.first.tournament.pk), "round": 1, "table": 1}
    assert twice.merge(twice.gus, partner).status_code == 409
    assert not Merge.objects.exists()


def test_an_entry_in_the_same_night_counts_though_nothing_was_played():
    twice = Twice()
    evening = twice.league._evening()
    entry_add(
        tournament_id=evening.tournament.pk, by=evening.director, directing=True,
        members=[twice.other.pk, guests_add(twice.club, "Ida")[0].pk],
    )  # fmt: skip
    [place] = twice.merge().json()["facts"]["tables"]
    assert place == {"tournament": str(evening.tournament.pk), "round": None, "table": None}


def test_nobody_is_merged_with_themselves_or_with_a_stranger():
    twice = Twice()
    assert twice.merge(twice.gus, twice.gus).json()["code"] == "same_person"
    stranger = twice.call(twice.gus, "merge", {"into": str(player().pk)})
    assert (stranger.status_code, stranger.json()["errors"][0]["path"]) == (400, "into")


def test_who_sits_at_an_online_table_is_merged_when_it_has_ended():
    evening = night(2, accounts=2, venue="online", rounds=1, publish=True)
    seated = evening.entries[0].stints.all()[0].member
    [ida] = guests_add(evening.club, "Ida")
    path = f"{CLUBS}/{evening.club.pk}/members/{ida.pk}/merge"
    client = api(evening.director)
    assert client.post(path, {"into": str(seated.pk)}).json()["code"] == "still_playing"
    Game.objects.filter(table__round__tournament=evening.tournament).update(
        status=GameStatus.FINISHED
    )
    assert client.post(path, {"into": str(seated.pk)}).status_code == 200


# --- Races -------------------------------------------------------------------------------------


class TestRaces:
    pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency]

    def test_who_is_entered_meanwhile_is_one_person_all_the_same(self, monkeypatch):
        """The merge looks again once it holds the locks."""
        twice = Twice()
        evening = twice.league._evening
        late: list[object] = []
        real = identities.nights_of

        def entered_meanwhile(member: Member):
            found = real(member)
            if not late:
                late.append(at_once(evening))
            return found

        monkeypatch.setattr("tournaments.services.merges.nights_of", entered_meanwhile)
        assert twice.merge().status_code == 200
        assert late == [{"done": 1}]
        entered = Tournament.objects.latest("created_at")
        assert tournament_log(entered.pk).filter(act="member_merged").exists(), (
            "a night changed unseen"
        )
        assert not TableSeat.objects.filter(member=twice.gus).exists()
        assert not twice.gus.stints.exists()

    def test_eight_merges_at_once_are_one(self):
        twice = Twice()
        answers = at_once(*[lambda: str(twice.merge().status_code)] * 8)
        assert answers["200"] >= 1
        assert set(answers) <= {"200", "404", "400"}
        assert Merge.objects.get().state == "done"
        assert twice.nights()["Augustus"] == 2


def test_who_is_erased_leaves_no_name_in_what_was_merged_into_them_by_several_steps():
    evening = night(4, accounts=0)
    first, second = guests_add(evening.club, "Zoe Maiden", "Zoe Married")
    cleo = player("Cleo")
    account = club_join(code=evening.club.join_code, player=cleo).member
    entry_add(
        tournament_id=evening.tournament.pk, by=evening.director, directing=True,
        members=[first.pk, guests_add(evening.club, "Yan")[0].pk],
    )  # fmt: skip
    for gone, into in ((first, second), (second, account)):
        merge = api(evening.director).post(
            f"{CLUBS}/{evening.club.pk}/members/{gone.pk}/merge", {"into": str(into.pk)}
        )
        assert merge.status_code == 200, merge.content
    erase(api(cleo))
    admin = api(evening.admin)
    pages = [f"{CLUBS}/{evening.club.pk}/{page}" for page in ("audit", "merges", "members")]
    for page in (*pages, f"{evening.path}/events", f"{evening.path}/export"):
        assert "Zoe" not in admin.get(page).content.decode(), page
