"""One person, one identity: two members of a club are merged, and parted again."""

from typing import Any
from uuid import UUID

import pytest
from django.db.models import QuerySet
from rest_framework.test import APIClient

from games.models import Game, GameStatus
from games.services.people import player_anonymise
from tests.concurrency.together import at_once
from tests.factories import api, player
from tests.people.test_erasure import everything_stored
from tests.tournaments.clubs import CLUBS, Cast, guests_add, office_give
from tests.tournaments.nights import Night, night
from tests.tournaments.test_season_table import League
from tournaments.models import Member, Merge, Role, TableSeat, Tenure, Tournament
from tournaments.services import identities
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.substitutes import When, substitute_add

pytestmark = pytest.mark.django_db


class Twice:
    """Somebody played the first night of a season as Gus, and the second as `other`."""

    def __init__(self, *, account: bool = False) -> None:
        self.league = League(best=2)
        first = self.league.first
        self.club, self.director = first.club, api(first.director)
        self.gus = self.league.members[0][1]
        self.league.night(500, 0, first=first)
        self.second = self.league._evening()
        if account:
            code = self.club.join_code
            self.other = club_join(code=code, player=player("Augustus")).member
        else:
            [self.other] = guests_add(self.club, "Augustus")
        substitute_add(
            entry=self.second.entries[0], by=first.director, out=self.gus.pk,
            coming=self.other.pk, when=When(1),
        )  # fmt: skip
        self.league.night(900, 0, first=self.second)

    def call(self, member: Member, path: str, body: Any = None, by: APIClient | None = None):
        client = by or self.director
        return client.post(f"{CLUBS}/{self.club.pk}/members/{member.pk}/{path}", body or {})

    def merge(self, source: Member | None = None, into: Member | None = None):
        source, into = source or self.gus, into or self.other
        return self.call(source, "merge", {"into": str(into.pk)})

    def nights(self) -> dict[str, int]:
        """How many nights each name has in the season's table."""
        return {row["name"]: len(row["counted"]) for row in self.league.table()["results"]}


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


@pytest.mark.parametrize("office", [None, Role.DIRECTOR, Role.ADMIN])
def test_a_guest_whom_a_merge_made_a_member_is_one_again_unless_in_office(office: Role | None):
    twice = Twice(account=True)
    Member.objects.filter(pk=twice.other.pk).update(guest=True)
    twice.merge()
    twice.other.refresh_from_db()
    assert not twice.other.guest
    assert twice.other.player is not None
    if office:
        office_give(twice.club, twice.other.player, office)
    assert twice.call(twice.gus, "unmerge").status_code == 200
    twice.other.refresh_from_db()
    assert (twice.other.guest, twice.other.role) == (office is None, office or Role.MEMBER)


def test_undoing_a_merge_leaves_a_guest_as_the_director_made_them_since():
    twice = Twice(account=True)
    twice.merge()
    Member.objects.filter(pk=twice.other.pk).update(guest=True)
    twice.call(twice.gus, "unmerge")
    twice.other.refresh_from_db()
    assert twice.other.guest


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
    assert [each.member_id for each in entry.tenures.all()][1] == twice.other.pk


def test_each_night_concerned_has_it_on_record():
    twice = Twice()
    third = twice.league._evening()
    nights = [twice.league.first, twice.second, third]
    substitute_add(
        entry=third.entries[0], by=third.director, out=twice.gus.pk, coming=twice.other.pk,
        when=When(1),
    )  # fmt: skip
    Tenure.objects.filter(entry__tournament=third.tournament).update(replaces=None)
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
    seated = evening.entries[0].tenures.all()[0].member
    [ida] = guests_add(evening.club, "Ida")
    path = f"{CLUBS}/{evening.club.pk}/members/{ida.pk}/merge"
    client = api(evening.director)
    assert client.post(path, {"into": str(seated.pk)}).json()["code"] == "still_playing"
    Game.objects.filter(table__round__tournament=evening.tournament).update(
        status=GameStatus.FINISHED
    )
    assert client.post(path, {"into": str(seated.pk)}).status_code == 200


# --- Two accounts ------------------------------------------------------------------------------


def two_accounts(cast: Cast) -> tuple[Member, Member, APIClient]:
    """The club's member, and a second account that joined, with its client."""
    second = player("Second")
    joined = club_join(code=cast.club.join_code, player=second).member
    return cast.membership("member"), joined, api(second)


def test_of_two_accounts_both_holders_agree(cast: Cast):
    one, two, second = two_accounts(cast)
    asked = cast.director.post(f"{cast.path}/members/{one.pk}/merge", {"into": str(two.pk)})
    assert (asked.status_code, asked.json()["awaits"]) == (202, ["merged", "into"])
    halfway = second.post(f"{cast.path}/members/{two.pk}/merge/accept", {})
    assert (halfway.status_code, halfway.json()["awaits"]) == (202, ["merged"])
    assert cast.membership("member").merged_into is None
    done = cast.member.post(f"{cast.path}/members/{one.pk}/merge/accept", {})
    assert (done.status_code, done.json()["state"]) == (200, "done")
    assert cast.member.get(cast.path).status_code == 404
    back = cast.member.post(f"{CLUBS}/join", {"code": cast.club.join_code})
    assert back.json()["code"] == "member_exists"


@pytest.mark.parametrize("who", ["member", "director"])
def test_either_holder_or_a_director_may_refuse(cast: Cast, who: str):
    one, two, _ = two_accounts(cast)
    cast.director.post(f"{cast.path}/members/{one.pk}/merge", {"into": str(two.pk)})
    path = f"{cast.path}/members/{one.pk}/merge"
    assert cast.clients[who].delete(path).status_code == 204
    refused = cast.member.post(f"{path}/accept", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_merge")


def test_nobody_agrees_for_another(cast: Cast):
    one, two, _ = two_accounts(cast)
    cast.director.post(f"{cast.path}/members/{one.pk}/merge", {"into": str(two.pk)})
    bystander = player("Bystander")
    club_join(code=cast.club.join_code, player=bystander)
    for client, status in ((cast.director, 202), (cast.admin, 202), (api(bystander), 409)):
        answer = client.post(f"{cast.path}/members/{one.pk}/merge/accept", {})
        assert answer.status_code == status
    assert cast.membership("member").merged_into is None
    assert api(bystander).get(f"{cast.path}/merges").json()["results"] == []
    assert len(cast.member.get(f"{cast.path}/merges").json()["results"]) == 1


@pytest.mark.parametrize(
    ("who", "status"), [("member", 403), ("outsider", 404), ("anonymous", 401), ("admin", 200)]
)
def test_directors_merge(cast: Cast, who: str, status: int):
    one, two = guests_add(cast.club, "Gus", "Augustus")
    path, body = f"{cast.path}/members/{one.pk}", {"into": str(two.pk)}
    assert cast.clients[who].post(f"{path}/merge", body).status_code == status
    cast.director.post(f"{path}/merge", body)
    assert cast.clients[who].post(f"{path}/unmerge", {}).status_code == status


def test_who_was_merged_after_a_substitution_substitutes_for_nobody():
    twice = Twice()
    twice.merge()
    tenures = Tenure.objects.filter(entry__tournament=twice.second.tournament)
    assert not tenures.exclude(replaces=None).exists()


def test_the_last_admin_is_not_merged_away(cast: Cast):
    admin, director = cast.membership("admin"), cast.membership("director")
    path = f"{cast.path}/members/{admin.pk}/merge"
    cast.admin.post(path, {"into": str(director.pk)})
    refused = cast.director.post(f"{path}/accept", {})
    assert refused.json()["code"] == "last_admin"
    office_give(cast.club, cast.players["member"], Role.ADMIN)
    assert cast.director.post(f"{path}/accept", {}).status_code == 200
    assert cast.membership("director").role == Role.DIRECTOR, "an office is not inherited"


# --- Claims ------------------------------------------------------------------------------------


def test_a_second_name_is_claimed_with_a_directors_word():
    twice = Twice(account=True)
    claimant = api(twice.other.player)
    claimed = claimant.post(f"{CLUBS}/join", {"code": twice.gus.claim_code})
    assert (claimed.status_code, claimed.json()["awaits"]) == (202, ["director"])
    assert twice.nights()["Augustus"] == 1
    listed = twice.director.get(f"{CLUBS}/{twice.club.pk}/merges").json()["results"]
    assert [each["id"] for each in listed] == [claimed.json()["id"]]
    own = twice.call(twice.gus, "merge/accept", by=claimant)
    assert (own.status_code, own.json()["awaits"]) == (202, ["director"])
    assert twice.call(twice.gus, "merge/accept").status_code == 200
    assert twice.nights()["Augustus"] == 2


class Returning:
    """Augustus has left the club, and claims the name Gus with the wish to be recoverable."""

    def __init__(self) -> None:
        self.twice = Twice(account=True)
        assert self.twice.other.player is not None
        self.client = api(self.twice.other.player)
        self.club = f"{CLUBS}/{self.twice.club.pk}"
        assert self.client.delete(f"{self.club}/members/{self.twice.other.pk}").status_code == 204
        body = {"code": self.twice.gus.claim_code, "recovery": True}
        self.claimed = self.client.post(f"{CLUBS}/join", body)

    def recovery_club(self) -> str | None:
        club: str | None = self.client.get("/api/v1/players/me").json()["recovery_club"]
        return club

    def reset_code(self) -> int:
        path = f"{self.club}/members/{self.twice.other.pk}/reset-code"
        return self.twice.director.post(path, {}).status_code


def test_who_left_and_claims_a_name_is_in_the_club_again_once_it_is_confirmed():
    returning = Returning()
    assert (returning.claimed.status_code, returning.claimed.json()["awaits"]) == (
        202, ["director"],
    )  # fmt: skip
    assert returning.client.get(returning.club).status_code == 404
    assert returning.reset_code() == 404, "nobody's account is the club's before that"
    assert returning.twice.call(returning.twice.gus, "merge/accept").status_code == 200
    assert returning.client.get(returning.club).status_code == 200
    assert returning.twice.nights()["Augustus"] == 2
    assert returning.recovery_club() == str(returning.twice.club.pk)
    assert returning.reset_code() == 201


def test_who_came_back_by_a_merge_is_gone_again_when_it_is_undone():
    returning = Returning()
    returning.twice.call(returning.twice.gus, "merge/accept")
    assert returning.twice.call(returning.twice.gus, "unmerge").status_code == 200
    assert returning.client.get(returning.club).status_code == 404
    assert returning.recovery_club() is None


def test_who_comes_back_gets_a_number_if_another_has_the_name_by_now():
    returning = Returning()
    guests_add(returning.twice.club, "augustus")
    assert returning.twice.call(returning.twice.gus, "merge/accept").status_code == 200
    assert returning.twice.nights()["Augustus (2)"] == 2


def test_a_claim_that_is_refused_leaves_no_club_that_could_recover_the_account():
    returning = Returning()
    assert returning.recovery_club() == str(returning.twice.club.pk)
    path = f"{returning.club}/members/{returning.twice.gus.pk}/merge"
    assert returning.twice.director.delete(path).status_code == 204
    assert returning.recovery_club() is None


def test_the_claim_code_of_who_was_merged_is_good_for_nothing():
    twice = Twice()
    twice.merge()
    answer = api(player()).post(f"{CLUBS}/join", {"code": twice.gus.claim_code})
    assert answer.status_code == 404


def test_an_erased_account_leaves_no_name_of_who_was_merged_into_it():
    twice = Twice(account=True)
    Member.objects.filter(pk=twice.gus.pk).update(own_name="Canary-Gus")
    twice.merge()
    assert "Canary-Gus" in everything_stored()
    assert twice.other.player is not None
    player_anonymise(player_id=twice.other.player.pk)
    assert "Canary-Gus" not in everything_stored()


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
        assert entered.log.filter(act="member_merged").exists(), "a night changed unseen"
        assert not TableSeat.objects.filter(member=twice.gus).exists()
        assert not twice.gus.tenures.exists()

    def test_eight_merges_at_once_are_one(self):
        twice = Twice()
        answers = at_once(*[lambda: str(twice.merge().status_code)] * 8)
        assert answers["200"] >= 1
        assert set(answers) <= {"200", "404", "400"}
        assert Merge.objects.get().state == "done"
        assert twice.nights()["Augustus"] == 2
