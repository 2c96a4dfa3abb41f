"""A club's admins warn members and exclude them, and lift both."""

from typing import Any

import pytest

from games.models import Invitation
from samba_service.accounts.models import Player
from tests.contract.test_error_shape import problem
from tests.factories import api, bot, player
from tests.tournaments.clubs import CLUBS, Cast, guests_add, office_give
from tests.tournaments.nights import night
from tournaments.choices import Role
from tournaments.models import Entry, Member
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.sanctions import WARNINGS, member_exclude

pytestmark = [pytest.mark.django_db, pytest.mark.full]

JOIN = f"{CLUBS}/join"
PARTNERSHIPS = "/api/v1/partnerships"
WHY = "Shouted at a newcomer."


def sanction(cast: Cast, kind: str, *, by: str = "admin", member: Any = None) -> Any:
    """The member is warned or excluded, if none other is named."""
    named = cast.players["member"] if member is None else member
    body = {"member": str(named.pk), "kind": kind, "reason": WHY}
    return cast.clients[by].post(f"{cast.path}/sanctions", body)


def lift(cast: Cast, made: Any, by: str = "admin") -> Any:
    path = f"{cast.path}/sanctions/{made.json()['id']}/lift"
    return cast.clients[by].post(path, {"reason": "They apologised."})


def listed(cast: Cast, kind: str = "admin") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = cast.clients[kind].get(f"{cast.path}/sanctions").json()["results"]
    return found


def join(cast: Cast, client: Any = None) -> Any:
    return (client or cast.member).post(JOIN, {"code": cast.club.join_code})


def test_a_member_reads_a_warning_and_nobody_else_but_admins_does(cast: Cast):
    made = sanction(cast, "warning")
    assert made.status_code == 201, made.content
    assert [(each["kind"], each["reason"]) for each in listed(cast, "member")] == [("warning", WHY)]
    assert listed(cast) == [made.json()]
    assert listed(cast, "director") == []
    assert cast.member.get(cast.path).status_code == 200, "still a member"


def test_the_export_of_a_member_has_them_without_who_made_them(cast: Cast):
    lift(cast, sanction(cast, "warning"))
    sanction(cast, "exclusion")
    answer = cast.member.get("/api/v1/players/me/export")
    found = [(each["kind"], each["reason"], bool(each["lifted_at"]))
             for each in answer.json()["sanctions"]]  # fmt: skip
    assert found == [("exclusion", WHY, False), ("warning", WHY, True)]
    assert str(cast.players["admin"].pk) not in answer.content.decode()
    assert cast.admin.get("/api/v1/players/me/export").json()["sanctions"] == []


def test_a_warning_is_taken_back_once(cast: Cast):
    made = sanction(cast, "warning")
    assert lift(cast, made).status_code == 200
    assert listed(cast, "member")[0]["lifted_at"] is not None
    assert problem(lift(cast, made), 409, "sanction_lifted")


def test_an_excluded_member_is_out_until_an_admin_readmits_them(cast: Cast):
    office_give(cast.club, cast.players["member"], Role.DIRECTOR)
    made = sanction(cast, "exclusion")
    assert made.status_code == 201, made.content
    assert cast.member.get(cast.path).status_code == 404
    assert problem(join(cast), 403, "excluded")
    [gus] = guests_add(cast.club, "Gus")
    claim = cast.member.post(JOIN, {"code": gus.claim_code})
    assert problem(claim, 403, "excluded")
    assert problem(sanction(cast, "exclusion"), 409, "already_excluded")
    assert lift(cast, made).status_code == 200
    assert cast.member.get(cast.path).json()["you"]["role"] == "member", (
        "a readmission gives no office back"
    )
    assert sanction(cast, "exclusion").status_code == 201


def test_who_has_left_is_kept_out_too_and_does_not_come_back_by_the_undo(cast: Cast):
    cast.member.delete(f"{cast.path}/members/{cast.players['member'].pk}")
    made = sanction(cast, "exclusion")
    assert join(cast).status_code == 403
    lift(cast, made)
    assert cast.member.get(cast.path).status_code == 404
    assert join(cast).status_code == 201


def test_bots_of_an_excluded_account_are_out_with_it(cast: Cast):
    engine = bot(cast.players["member"], "Engine")
    club_join(code=cast.club.join_code, player=engine)
    sanction(cast, "exclusion")
    assert not Member.objects.filter(player=engine, left_at=None).exists()
    assert problem(join(cast, api(engine)), 403, "excluded")


def test_a_name_without_an_account_is_restored_only_by_the_undo(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    made = sanction(cast, "exclusion", member=gus)
    restored = cast.director.post(f"{cast.path}/members/{gus.pk}/restore", {})
    assert problem(restored, 403, "excluded")
    guests_add(cast.club, "Gus")
    assert lift(cast, made).json()["member"]["name"] == "Gus (2)"


def test_a_claimed_name_is_not_taken_from_an_excluded_account(cast: Cast):
    [gus] = guests_add(cast.club, "Gus")
    club_join(code=gus.claim_code, player=cast.players["outsider"])
    sanction(cast, "exclusion", member=gus)
    undo = cast.director.post(f"{cast.path}/members/{gus.pk}/unclaim", {"reason": "Wrong slip."})
    assert problem(undo, 403, "excluded")


def test_who_is_excluded_is_not_invited_and_only_directors_learn_why():
    evening = night(2, start=False)
    out = _excluded(evening)
    path = f"{evening.path}/entries"
    for who in (out, bot(out, "Engine")):
        [partner] = guests_add(evening.club, f"With {who.display_name}")
        body = {"members": [str(who.pk), str(partner.pk)]}
        refused = problem(api(evening.director).post(path, body), 403, "excluded")
        assert WHY not in str(refused)

    friend = club_join(code=evening.club.join_code, player=player("Friend")).member.player
    assert friend is not None
    founded = api(friend).post(PARTNERSHIPS, {"players": [str(out.pk)]}).json()["id"]
    assert api(out).post(f"{PARTNERSHIPS}/{founded}/accept").status_code == 200
    refused = problem(api(friend).post(path, {"partnership": founded}), 400, "invalid_fields")
    assert refused["errors"][0]["detail"] == "There is no such player or member."
    assert not Invitation.objects.exists()


def test_a_substitute_whom_the_club_has_excluded_is_not_asked():
    evening = night(4, start=False)
    out = _excluded(evening)
    evening.start().next_round()
    entry = evening.entries[0]
    body = {
        "out": str(entry.stints.all()[0].member.pk),
        "member": str(out.pk),
        "from_round": 1,
    }
    path = f"/api/v1/entries/{entry.pk}/substitutes"
    problem(api(evening.director).post(path, body), 403, "excluded")
    assert not Invitation.objects.exists()


def test_nobody_does_it_to_themselves(cast: Cast):
    for kind in ("warning", "exclusion"):
        refused = sanction(cast, kind, member=cast.players["admin"])
        assert problem(refused, 403, "not_on_oneself")


def test_an_admin_may_be_excluded_by_another_and_one_stays(cast: Cast):
    other = office_give(cast.club, cast.players["member"], Role.ADMIN)
    assert sanction(cast, "exclusion", by="member", member=cast.players["admin"]).status_code == 201
    assert Member.objects.get(role=Role.ADMIN, left_at=None, club=cast.club) == other


def test_somebody_unknown_to_the_club_is_refused(cast: Cast):
    refused = sanction(cast, "exclusion", member=cast.players["outsider"])
    assert problem(refused, 400, "invalid_fields")["errors"][0]["path"] == "member"


def test_warnings_in_force_are_bounded(cast: Cast):
    for _ in range(WARNINGS):
        made = sanction(cast, "warning")
    assert problem(sanction(cast, "warning"), 409, "too_many")
    lift(cast, made)
    assert sanction(cast, "warning").status_code == 201


def test_each_act_is_in_the_log_of_the_club_and_the_reason_is_not(cast: Cast):
    before = len(cast.audit())
    for kind in ("warning", "exclusion"):
        lift(cast, sanction(cast, kind))
    entries = cast.audit()[: len(cast.audit()) - before]
    assert [each["text"] for each in reversed(entries)] == [
        "Member: warned, by Admin",
        "Member: a warning was taken back, by Admin: They apologised.",
        "Member: excluded from the club, by Admin",
        "Member: no longer excluded from the club, by Admin: They apologised.",
    ]
    assert WHY not in str(entries)


def test_nights_to_come_lose_them_and_a_director_lets_them_come_back():
    evening = night(4, start=False)
    entry, who = _entry_with_account(evening)
    made = member_exclude(member=who, by=evening.admin, reason=WHY)
    assert made.removed
    entry.refresh_from_db()
    assert (entry.withdrawn, entry.sent_away) == (True, True)
    path = f"/api/v1/entries/{entry.pk}"
    assert api(who.player).patch(path, {"withdrawn": False}).status_code == 403
    assert api(evening.director).patch(path, {"withdrawn": False}).status_code == 200


def test_what_has_begun_goes_on_with_them():
    evening = night(4, start=False)
    entry, who = _entry_with_account(evening)
    evening.start().next_round()
    member_exclude(member=who, by=evening.admin, reason=WHY)
    entry.refresh_from_db()
    assert not entry.withdrawn
    assert entry.assignments.exists()


def _excluded(evening: Any) -> Player:
    """Somebody with an account whom the club has excluded."""
    _, out = _entry_with_account(evening)
    member_exclude(member=out, by=evening.admin, reason=WHY)
    assert out.player is not None
    return out.player


def _entry_with_account(evening: Any) -> tuple[Entry, Member]:
    """Somebody with an account is entered too, as a member."""
    who = club_join(code=evening.club.join_code, player=player("Hugo")).member
    [partner] = guests_add(evening.club, "Pia")
    entry = entry_add(
        tournament_id=evening.tournament.pk, by=evening.director, directing=True,
        members=[who.pk, partner.pk],
    )  # fmt: skip
    evening.change(entry, checked_in=True)
    return entry, who


def test_a_member_has_a_limited_number_of_sanctions_lifted_ones_included(cast: Cast, monkeypatch):
    monkeypatch.setattr("tournaments.services.sanctions.SANCTIONS", 1)
    lift(cast, sanction(cast, "warning"))
    assert problem(sanction(cast, "warning"), 409, "too_many")
