"""Merges of two accounts, and names that an account claims: who has to agree."""

import pytest
from rest_framework.test import APIClient

from samba_service.accounts.services.people import player_anonymise
from tests.factories import api, player
from tests.people.test_erasure import everything_stored
from tests.tournaments.clubs import CLUBS, Cast, guests_add, office_give
from tests.tournaments.twice import Twice
from tournaments.choices import Role
from tournaments.models import Member, Stint
from tournaments.services.joining import club_join

pytestmark = [pytest.mark.django_db, pytest.mark.full]


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


@pytest.mark.parametrize("scope", ["profile", "tournaments:play"])
def test_a_director_decides_for_others_only_with_a_token_for_directing(cast: Cast, scope: str):
    one, two, _ = two_accounts(cast)
    path = f"{cast.path}/members/{one.pk}/merge"
    cast.director.post(path, {"into": str(two.pk)})
    small = api(cast.players["director"], scope)
    for refused in (small.delete(path), small.post(f"{path}/accept", {})):
        assert (refused.status_code, refused.json()["code"]) == (403, "insufficient_scope")
    director = cast.membership("director")
    own = f"{cast.path}/members/{director.pk}/merge"
    cast.admin.post(own, {"into": str(one.pk)})
    assert small.post(f"{own}/accept", {}).json()["awaits"] == ["into"]
    assert small.delete(own).status_code == 204
    assert api(cast.players["director"], "tournaments:manage").delete(path).status_code == 204


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
    stints = Stint.objects.filter(entry__tournament=twice.second.tournament)
    assert not stints.exclude(replaces=None).exists()


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
