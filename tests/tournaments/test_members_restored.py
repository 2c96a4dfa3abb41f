"""A member who was removed by mistake comes back as the same person, with all that they played."""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from tests.contract.test_error_shape import problem
from tests.factories import api, player
from tests.tournaments.clubs import CLUBS, Cast, guests_add
from tests.tournaments.evenings import Evening
from tests.tournaments.nights import Night
from tests.tournaments.test_rounds_api import announced
from tournaments.models import Member
from tournaments.services.merges import member_merge

pytestmark = pytest.mark.django_db


def removed(cast: Cast, name: str = "Gus") -> Member:
    [member] = guests_add(cast.club, name)
    assert cast.admin.delete(place(cast, member)).status_code == 204
    return member


def place(cast: Cast, member: Any) -> str:
    return f"{cast.path}/members/{member.pk}"


def names(cast: Cast) -> list[str]:
    return [each["name"] for each in cast.members()]


def entries(held: Night, by: APIClient) -> Any:
    return by.get(f"{held.path}/entries").json()["results"]


def test_a_member_removed_by_mistake_is_the_same_member_again(cast: Cast):
    gus = removed(cast)
    assert "Gus" not in names(cast)
    answer = cast.director.post(f"{place(cast, gus)}/restore", {})
    assert answer.status_code == 200, answer.content
    assert (answer.json()["id"], answer.json()["name"]) == (str(gus.pk), "Gus")
    assert answer.json()["claim_code"] == gus.claim_code
    assert "Gus" in names(cast)


def test_who_is_removed_in_the_middle_of_a_night_plays_on_and_is_entered_again():
    evening = Evening(4)
    held, director, admin = evening.night, evening.director, api(evening.night.admin)
    sat = held.entries[0].stints.get(position=0).member
    round_ = evening.publish(evening.draft())
    at = f"{CLUBS}/{held.club.pk}/members/{sat.pk}"
    assert admin.delete(at).status_code == 204
    assert director.patch(at, {"guest": False}).status_code == 404
    assert director.post(f"{at}/restore", {}).status_code == 200
    assert director.patch(at, {"guest": False}).status_code == 200
    [first] = [each for each in entries(held, director) if each["number"] == 1]
    assert str(sat.pk) in [each["id"] for each in first["players"]]
    evening.close(round_)
    evening.play()


def test_who_was_removed_is_not_entered_before_they_are_restored(cast: Cast):
    gus, path = removed(cast), announced(cast, format="rotating")
    body = {"members": [str(gus.pk)]}
    told = problem(cast.director.post(f"{path}/entries", body), 400, "invalid_fields")
    [error] = told["errors"]
    assert (error["path"], "/restore` comes first" in error["detail"]) == ("members", True)
    assert cast.director.get(f"{path}/entries").json()["results"] == []
    cast.director.post(f"{place(cast, gus)}/restore", {})
    assert cast.director.post(f"{path}/entries", body).status_code == 201


def test_the_claim_code_of_who_came_back_is_good_again(cast: Cast):
    gus = removed(cast)
    cast.director.post(f"{place(cast, gus)}/restore", {})
    joined = cast.outsider.post(f"{CLUBS}/join", {"code": gus.claim_code})
    assert (joined.status_code, joined.json()["you"]["member"]) == (201, str(gus.pk))


@pytest.mark.parametrize("by", ["admin", "member"])
def test_who_has_an_account_comes_back_by_joining(cast: Cast, by):
    member = cast.membership("member")
    assert cast.clients[by].delete(place(cast, member)).status_code == 204
    for named in (member.pk, member.player_id):
        answer = cast.admin.post(f"{cast.path}/members/{named}/restore", {})
        assert (answer.status_code, answer.json()["code"]) == (409, "comes_back_by_code")
    assert "Member" not in names(cast)
    back = cast.member.post(f"{CLUBS}/join", {"code": cast.club.join_code})
    assert back.json()["you"]["member"] == str(member.pk)


def test_a_name_that_somebody_has_by_now_is_taken_and_another_one_helps(cast: Cast):
    gus = removed(cast)
    cast.director.post(f"{cast.path}/members", {"name": "gus"})
    refused = cast.director.post(f"{place(cast, gus)}/restore", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "name_taken")
    free = refused.json()["facts"]["free"]
    answer = cast.director.post(f"{place(cast, gus)}/restore", {"name": free})
    assert (answer.status_code, answer.json()["name"]) == (200, free)
    assert cast.audit()[0]["text"] == f"{free}: renamed and back in the club, by Director"


def test_who_is_there_stays_as_they_are_and_nothing_is_on_record(cast: Cast):
    gus = removed(cast)
    for _ in range(2):
        assert cast.director.post(f"{place(cast, gus)}/restore", {}).status_code == 200
    acts = [each["act"] for each in cast.audit()]
    assert acts[:2] == ["member_restored", "member_removed"]
    assert cast.audit()[0]["text"] == "Gus: back in the club, by Director"
    there = cast.director.post(f"{place(cast, cast.membership('member'))}/restore", {"name": "X"})
    assert (there.status_code, there.json()["name"]) == (200, "Member")


def test_either_id_of_a_merged_member_restores_the_one_person(cast: Cast):
    one, other = guests_add(cast.club, "Gus", "August")
    member_merge(member=one, into=other.pk, by=cast.membership("director"))
    cast.admin.delete(place(cast, other))
    answer = cast.director.post(f"{place(cast, one)}/restore", {})
    assert (answer.status_code, answer.json()["id"]) == (200, str(other.pk))
    one.refresh_from_db()
    assert one.left_at is not None


def test_nobody_is_brought_into_a_club_that_never_had_them(cast: Cast):
    elsewhere = api(player()).post(CLUBS, {"name": "Egrets"}).json()
    stray = Member.objects.get(club=elsewhere["id"])
    bot = Member.objects.create(
        club=cast.club, own_name="Novice 1", bot_level="novice", claim_code="BOT"
    )
    for named in (stray.pk, bot.pk, uuid4()):
        assert cast.admin.post(f"{cast.path}/members/{named}/restore", {}).status_code == 404
