"""In a club no two are called the same, whatever the case or the spaces: the newcomer chooses."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from samba_service.accounts.models import Player
from tests.factories import api, bot, erase, player
from tests.games_api.test_invitations import answered, wait_for
from tests.people.test_erasure import everything_stored
from tests.tournaments.clubs import CLUBS, Cast, club_of, guests_add
from tests.tournaments.printing.pages import texts
from tests.tournaments.test_rounds_api import ROOT, announced
from tournaments.models import Member
from tournaments.services.joining import club_join

pytestmark = pytest.mark.django_db

JOIN, ME = f"{CLUBS}/join", "/api/v1/players/me"
SAME = ["Member", "member", " MEMBER", "mem ber", "\uff2dember", "Mem\u3164ber", "Member\ufe0f"]


def taken(answer: Any) -> str:
    """The free name that a refusal offers."""
    assert (answer.status_code, answer.json()["code"]) == (409, "name_taken"), answer.content
    free: str = answer.json()["facts"]["free"]
    return free


def name_of(cast: Cast, who: Player) -> str:
    return Member.objects.get(club=cast.club, player=who).name


# --- Coming ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAME)
def test_a_second_account_of_one_name_joins_under_another(cast: Cast, name):
    second = player(name.strip())
    free = taken(api(second).post(JOIN, {"code": cast.club.join_code}))
    assert free == f"{name.strip()} (2)"
    joined = api(second).post(JOIN, {"code": cast.club.join_code, "name": free})
    assert (joined.status_code, joined.json()["you"]["name"]) == (201, free)
    assert api(second).get(ME).json()["display_name"] == name.strip(), "only in this club"
    assert free in [each["name"] for each in cast.members()]


def test_another_s_name_is_nobody_s_to_choose(cast: Cast):
    code = cast.club.join_code
    taken(cast.outsider.post(JOIN, {"code": code, "name": "DIRECTOR"}))
    taken(cast.member.patch(f"{cast.path}/members/me", {"name": "direc tor"}))
    assert cast.outsider.post(JOIN, {"code": code, "name": "Novice 3"}).status_code == 400


def test_one_name_serves_in_two_clubs(cast: Cast):
    other = club_of(player("Member"))
    assert club_join(code=other.join_code, player=cast.players["director"]).member.name


def test_who_claims_a_name_may_keep_it(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    claimant = player("member")
    taken(api(claimant).post(JOIN, {"code": gus.claim_code}))
    claimed = api(claimant).post(JOIN, {"code": gus.claim_code, "name": "GUS"})
    assert claimed.json()["you"] == {"member": str(gus.pk), "name": "GUS", "role": "member"}


def test_who_enters_from_elsewhere_has_a_name_for_the_club(cast: Cast):
    path, stranger = announced(cast, format="rotating"), player("Member")
    body = {"player": str(stranger.pk)}
    taken(api(stranger).post(f"{path}/entries", body))
    entered = api(stranger).post(f"{path}/entries", body | {"name": "Memo"})
    assert (entered.status_code, entered.json()["name"]) == (201, "Memo")


def test_a_bot_account_is_no_second_of_a_member(cast: Cast):
    path, engine = announced(cast, format="rotating"), bot(cast.players["director"], "MEMBER")
    taken(cast.director.post(f"{path}/entries", {"player": str(engine.pk)}))
    named = {"player": str(engine.pk), "name": "Engine"}
    entered = cast.director.post(f"{path}/entries", named)
    assert (entered.status_code, entered.json()["name"]) == (201, "Engine")


def test_who_accepts_an_invitation_has_a_name_for_the_club(cast: Cast):
    path, stranger = announced(cast, format="rotating"), player("Member")
    cast.director.post(f"{path}/entries", {"members": [str(stranger.pk)]})
    [invitation] = wait_for(api(stranger))
    free = taken(answered(api(stranger), "accept", invitation))
    assert [each["id"] for each in wait_for(api(stranger))] == [invitation["id"]], "still open"
    accept = f"/api/v1/invitations/{invitation['id']}/accept"
    assert api(stranger).post(accept, {"name": free}).json()["state"] == "accepted"
    assert name_of(cast, stranger) == free


def test_a_director_adds_nobody_twice(cast: Cast):
    guests_add(cast.club, "Gus")
    taken(cast.director.post(f"{cast.path}/members", {"name": "gus"}))
    [hal] = guests_add(cast.club, "Hal")
    taken(cast.director.patch(f"{cast.path}/members/{hal.pk}", {"name": "G us"}))
    again = cast.director.patch(f"{cast.path}/members/{hal.pk}", {"name": "HAL"})
    assert again.json()["name"] == "HAL", "one's own name is free"


def test_a_file_names_every_row_that_is_there_already(cast: Cast):
    guests_add(cast.club, "Ben Miller")
    rows = "name\nbenmiller\nAna\nCleo\nA N A\n"
    refused = cast.director.post(f"{cast.path}/members/import", {"csv": rows})
    assert refused.status_code == 400
    assert {each["path"]: each["detail"] for each in refused.json()["errors"]} == {
        "csv.2": "The club has a member of this name; give them one that no other has.",
        "csv.5": "The same name as in line 3.",
    }


# --- Changing, leaving, coming back ------------------------------------------------------------


def test_an_account_that_takes_a_member_s_name_keeps_its_former_one_there(cast: Cast):
    rename = {"display_name": "director"}
    assert cast.member.patch(ME, rename).json()["display_name"] == "director"
    who = cast.players["member"]
    assert name_of(cast, who) == "Member"
    cast.member.patch(ME, {"display_name": "Miriam"})
    assert name_of(cast, who) == "Member", "a name of the club's own stays"
    taken(api(player("member")).post(JOIN, {"code": cast.club.join_code}))
    mine = f"{cast.path}/members/me"
    assert cast.member.patch(mine, {"name": None}).json()["name"] == "Miriam"


def test_a_changed_name_is_watched_over_at_once(cast: Cast):
    cast.member.patch(ME, {"display_name": "Miriam"})
    taken(api(player("miriam")).post(JOIN, {"code": cast.club.join_code}))
    assert api(player("Member")).post(JOIN, {"code": cast.club.join_code}).status_code == 201


def test_an_account_called_as_the_club_calls_it_has_one_name_again(cast: Cast):
    mine = f"{cast.path}/members/me"
    assert cast.member.patch(mine, {"name": "Memo"}).json()["name"] == "Memo"
    for name in ("Memo", "Miriam"):
        cast.member.patch(ME, {"display_name": name})
    assert name_of(cast, cast.players["member"]) == "Miriam"


def test_who_leaves_leaves_the_name(cast: Cast):
    who = cast.membership("member")
    cast.member.delete(f"{cast.path}/members/{who.pk}")
    assert api(player("Member")).post(JOIN, {"code": cast.club.join_code}).status_code == 201
    free = taken(cast.member.post(JOIN, {"code": cast.club.join_code}))
    back = cast.member.post(JOIN, {"code": cast.club.join_code, "name": free})
    assert back.json()["you"] == {"member": str(who.pk), "name": "Member (2)", "role": "member"}


def test_an_undone_merge_gives_back_the_name_or_one_with_a_number(cast: Cast):
    gus, hal = guests_add(cast.club, "Gus", "Hal")
    place = f"{cast.path}/members/{gus.pk}"
    assert cast.director.post(f"{place}/merge", {"into": str(hal.pk)}).status_code == 200
    [other] = guests_add(cast.club, "GUS")
    assert cast.director.post(f"{place}/unmerge", {}).status_code == 200
    names = {each["id"]: each["name"] for each in cast.members()}
    assert (names[str(gus.pk)], names[str(other.pk)]) == ("Gus (2)", "GUS")


def test_an_erased_account_leaves_no_name_of_the_club_s_own(cast: Cast):
    canary = player("Director")
    joined = {"code": cast.club.join_code, "name": "Canaria"}
    assert api(canary).post(JOIN, joined).status_code == 201
    assert "canaria" in everything_stored().lower()
    assert erase(api(canary)).status_code == 204
    assert "canaria" not in everything_stored().lower()
    former = [each for each in cast.members() if each["name"].startswith("Former player")]
    assert len(former) == 1
    guests_add(cast.club, "Canaria")


# --- Shown -------------------------------------------------------------------------------------


def test_the_club_s_name_is_used_wherever_the_club_names_them(cast: Cast):
    path, stranger = announced(cast, format="rotating"), player("Member")
    enter = {"player": str(stranger.pk), "name": "Memo"}
    api(stranger).post(f"{path}/entries", enter)
    for name in ("Gus", "Hal", "Ida"):
        [guest] = guests_add(cast.club, name)
        cast.director.post(f"{path}/entries", {"members": [str(guest.pk)]})
    for entry in cast.director.get(f"{path}/entries").json()["results"]:
        cast.director.patch(f"{ROOT}/entries/{entry['id']}", {"checked_in": True})
    cast.director.post(f"{path}/start", {})
    for address in (f"{path}/entries", f"{path}/standings", f"{path}/export"):
        shown = cast.member.get(address).content.decode()
        assert "Memo" in shown, address
        assert '"Member"' not in shown, address
    assert "Memo" in "".join(texts(cast.director.get(f"{path}/standings.pdf").content))
    actors = {each["actor"]["name"] for each in cast.audit() if each["actor"]}
    assert {"Memo", "Director", "Admin"} <= actors


# --- Kept by the database ----------------------------------------------------------------------


def test_the_database_keeps_two_of_one_name_apart(cast: Cast):
    row = Member(club=cast.club, own_name="MEMBER", claim_code="X")
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.bulk_create([row])
