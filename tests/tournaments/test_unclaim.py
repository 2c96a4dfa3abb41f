"""A newcomer took somebody else's slip: a director gives the name back."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from games.choices import GameStatus
from games.models import Game
from samba_service.accounts.models import Player
from tests.contract.test_error_shape import problem
from tests.factories import api, erase, player
from tests.tournaments.clubs import CLUBS, Cast, guests_add, office_give
from tests.tournaments.nights import Night, night
from tests.tournaments.rated import counted, of_club, public, work_through
from tests.tournaments.test_archive import over
from tests.tournaments.test_season_table import League
from tests.tournaments.undoing import bundle
from tournaments.choices import Role
from tournaments.club_errors import NotClaimed
from tournaments.models import Member, Merge
from tournaments.selectors.audit import tournament_log
from tournaments.services.joining import club_join, member_unclaim
from tournaments.services.tournaments import tournament_archive

pytestmark = [pytest.mark.django_db, pytest.mark.full]

JOIN = f"{CLUBS}/join"
ME = "/api/v1/players/me"
WHY = {"reason": "Took the slip of somebody else."}


class Slip:
    """Tina's slip was taken by Hugo, who joined with its code."""

    def __init__(self, cast: Cast, name: str = "Tina") -> None:
        self.cast = cast
        [self.tina] = guests_add(cast.club, name)
        self.code = self.tina.claim_code
        self.path = f"{cast.path}/members/{self.tina.pk}"
        self.hugo = player("Hugo")
        self.client = api(self.hugo)
        self.taken = self.client.post(JOIN, {"code": self.code, "recovery": True})
        assert self.taken.status_code == 201, self.taken.content

    def undo(self, by: APIClient | None = None) -> Any:
        return (by or self.cast.director).post(f"{self.path}/unclaim", WHY)


@pytest.fixture
def slip(cast: Cast) -> Slip:
    return Slip(cast)


def test_a_director_gives_a_wrongly_claimed_name_back(slip: Slip):
    answer = slip.undo()
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert (told["id"], told["name"], told["player"]) == (str(slip.tina.pk), "Tina", None)
    assert told["claim_code"] != slip.code
    assert slip.client.get(slip.cast.path).status_code == 404, "he is no member by it any more"
    assert api(player()).post(JOIN, {"code": slip.code}).status_code == 404, "his code is dead"
    tina = api(player("Tina")).post(JOIN, {"code": told["claim_code"]})
    assert tina.json()["you"] == {"member": str(slip.tina.pk), "name": "Tina", "role": "member"}


def test_what_was_played_under_a_name_stays_with_it_before_the_claim_and_after():
    league = League(counted_nights=2)
    first, second = league.first, league._evening()
    tina, director = league.members[0][1], api(league.first.director)
    league.night(500, 0, first=first)
    before = bundle(first), {row["name"]: len(row["counted"]) for row in league.table()["results"]}
    hugo = player("Hugo")
    assert api(hugo).post(JOIN, {"code": tina.claim_code}).status_code == 201
    league.night(900, 0, first=second)
    path = f"{CLUBS}/{first.club.pk}/members/{hugo.pk}"
    assert director.post(f"{path}/unclaim", WHY).status_code == 200
    nights = {row["name"]: len(row["counted"]) for row in league.table()["results"]}
    assert (before[1][tina.own_name], nights[tina.own_name]) == (1, 2)
    assert "Hugo" not in nights
    after, was = bundle(first), before[0]
    changed = {key for key in was if after[key] != was[key]}
    assert changed <= {"version", "ratings"}, "ratings go on with the second night"
    assert "Hugo" not in str(bundle(second))


def test_the_account_joins_again_as_itself(slip: Slip):
    slip.undo()
    again = slip.client.post(JOIN, {"code": slip.cast.club.join_code})
    assert again.status_code == 201
    assert again.json()["you"]["member"] != str(slip.tina.pk)


@pytest.mark.parametrize("how", ["removed", "left", "joined again"])
def test_the_name_comes_back_whatever_the_claimant_did_since(slip: Slip, how: str):
    by = slip.client if how == "left" else slip.cast.admin
    assert by.delete(slip.path).status_code == 204
    if how == "joined again":
        assert slip.client.post(JOIN, {"code": slip.cast.club.join_code}).status_code == 201
    assert slip.undo().status_code == 200
    assert {"Tina"} == {each["name"] for each in slip.cast.members()} & {"Tina", "Hugo"}


def test_it_is_on_record_with_its_reason(slip: Slip):
    slip.undo()
    [last, *_] = slip.cast.audit()
    assert (last["act"], last["facts"]) == ("member_unclaimed", {"member": str(slip.tina.pk)})
    assert last["text"] == (
        f"Tina: the claim was undone, and no account has the name, by Director: {WHY['reason']}"
    )
    assert slip.cast.director.post(f"{slip.path}/unclaim", {}).status_code == 400


def test_a_night_to_come_has_it_on_record_too():
    evening = night(4, start=False)
    name = evening.entries[0].stints.get(position=1).member
    club_join(code=name.claim_code, player=player("Hugo"))
    path, version = f"{CLUBS}/{evening.club.pk}/members/{name.pk}", evening.version()
    assert api(evening.director).post(f"{path}/unclaim", WHY).status_code == 200
    assert evening.version() == version + 1
    log = tournament_log(evening.tournament.pk).latest("version")
    assert (log.act, log.reason) == ("member_unclaimed", WHY["reason"])
    assert log.facts == {"member": str(name.pk)}


def test_who_took_the_name_meanwhile_keeps_it(slip: Slip):
    guests_add(slip.cast.club, "tina")
    assert slip.undo().json()["name"] == "Tina (2)"


@pytest.mark.parametrize("who", ["a name", "who joined by code", "twice"])
def test_only_a_claim_is_undone(slip: Slip, who: str):
    cast = slip.cast
    if who == "twice":
        slip.undo()
    member = {
        "a name": guests_add(cast.club, "Gus")[0],
        "who joined by code": cast.membership("member"),
        "twice": slip.tina,
    }[who]
    before = cast.audit()
    answer = cast.director.post(f"{cast.path}/members/{member.pk}/unclaim", WHY)
    problem(answer, 409, "not_claimed")
    assert cast.audit() == before


def test_an_office_is_taken_away_first_and_by_an_admin(slip: Slip):
    office_give(slip.cast.club, slip.hugo, Role.DIRECTOR)
    problem(slip.undo(), 409, "holds_office")
    problem(slip.undo(by=slip.client), 409, "holds_office")
    assert slip.cast.admin.patch(slip.path, {"role": "member"}).status_code == 200
    assert slip.undo().status_code == 200


def test_a_club_of_a_wrong_claim_recovers_no_account(slip: Slip):
    assert slip.client.get(ME).json()["recovery_club"] == str(slip.cast.club.pk)
    slip.undo()
    assert slip.client.get(ME).json()["recovery_club"] is None
    assert slip.cast.director.post(f"{slip.path}/reset-code").status_code == 403


def test_who_claims_the_name_between_two_directors_calls_keeps_it(slip: Slip):
    as_both_saw_it = Member.objects.get(pk=slip.tina.pk)
    tina, code = player("Tina"), slip.undo().json()["claim_code"]
    assert api(tina).post(JOIN, {"code": code}).status_code == 201
    with pytest.raises(NotClaimed):
        member_unclaim(member=as_both_saw_it, by=slip.cast.players["director"], reason="Likewise.")
    assert Member.objects.get(pk=slip.tina.pk).player == tina


def test_the_name_is_shown_again_as_before_the_claim(slip: Slip):
    assert slip.client.patch(f"{slip.cast.path}/members/me", {"names": "none"}).status_code == 200
    assert slip.undo().json()["names"] == "full"


def test_what_the_claimant_proposed_goes_with_them(slip: Slip):
    [vera] = guests_add(slip.cast.club, "Vera")
    assert slip.client.post(JOIN, {"code": vera.claim_code}).status_code == 202
    slip.undo()
    place = f"{slip.cast.path}/members/{vera.pk}/merge"
    problem(slip.cast.director.post(f"{place}/accept", {}), 409, "no_merge")
    assert Merge.objects.get().state == "dropped"


def test_an_erased_account_takes_the_name_with_it(slip: Slip):
    assert erase(slip.client).status_code == 204
    problem(slip.undo(), 409, "not_claimed")


def seated() -> tuple[Night, Member, Player]:
    """A night with a running online table where the name sits that the player claimed."""
    evening = night(2, accounts=1, venue="online", rounds=1, start=False)
    names = [entry.stints.get(position=1).member for entry in evening.entries]
    claimants = [player(), player("Hugo")]
    for name, claimant in zip(names, claimants, strict=True):
        club_join(code=name.claim_code, player=claimant)
    evening.start()
    evening.next_round()
    return evening, names[1], claimants[1]


def test_who_sits_at_a_running_online_table_plays_it_to_its_end():
    evening, name, hugo = seated()
    game = Game.objects.get(table__round__tournament=evening.tournament)
    path, director = f"{CLUBS}/{evening.club.pk}/members/{name.pk}/unclaim", api(evening.director)
    told = problem(director.post(path, WHY), 409, "still_playing")
    assert "online table" in told["detail"]
    version = evening.version()
    Game.objects.filter(pk=game.pk).update(status=GameStatus.FINISHED)
    assert director.post(path, WHY).status_code == 200
    assert evening.version() == version + 1
    assert str(hugo.pk) not in director.get(f"{evening.path}/export").content.decode()
    for reader in (director, api(hugo)):
        assert reader.get(f"/api/v1/games/{game.pk}").status_code == 200


def test_a_night_in_the_archive_does_not_hinder_it_and_stays_as_it_is():
    evening = over(night(4, rounds=1, accounts=1))
    name = evening.entries[0].stints.get(position=1).member
    club_join(code=name.claim_code, player=player("Hugo"))
    tournament_archive(tournament_id=evening.tournament.pk, by=evening.admin)
    before = evening.version()
    path = f"{CLUBS}/{evening.club.pk}/members/{name.pk}/unclaim"
    answer = api(evening.director).post(path, WHY)
    assert answer.status_code == 200, answer.content
    assert evening.version() == before


def test_a_merge_that_was_done_before_can_still_be_undone(slip: Slip):
    [gus] = guests_add(slip.cast.club, "Gus")
    place = f"{slip.cast.path}/members/{gus.pk}"
    merged = slip.cast.director.post(f"{place}/merge", {"into": str(slip.tina.pk)})
    assert merged.json()["state"] == "done"
    slip.undo()
    assert slip.cast.director.post(f"{place}/unmerge", {}).status_code == 200
    assert {"Gus", "Tina"} <= {each["name"] for each in slip.cast.members()}


def test_what_others_were_to_agree_with_the_claimant_goes_too(slip: Slip):
    """The claimant's account was to become Vera's: by it Tina would, whom nobody has asked."""
    vera = club_join(code=slip.cast.club.join_code, player=player("Vera")).member
    asked = slip.cast.director.post(f"{slip.path}/merge", {"into": str(vera.pk)})
    assert asked.json()["awaits"] == ["merged", "into"]
    slip.undo()
    accept = f"{slip.cast.path}/members/{vera.pk}/merge/accept"
    problem(api(vera.player).post(accept, {}), 409, "no_merge")


def test_a_public_rating_that_was_played_under_the_name_goes_from_the_account():
    evening = counted(3000, 4, format="rotating", accounts=0)
    name, hugo = evening.entries[0].stints.get().member, player("Hugo")
    club_join(code=name.claim_code, player=hugo)
    work_through()
    assert api(hugo).patch(ME, {"rating_public": True}).status_code == 200
    assert [row["player"] for row in public("player")] == [str(hugo.pk)]
    path = f"{CLUBS}/{evening.club.pk}/members/{name.pk}/unclaim"
    assert api(evening.director).post(path, WHY).status_code == 200
    work_through()
    assert public("player") == []


def test_the_clubs_rating_goes_from_the_account_also_if_it_joins_again():
    evening = over(night(4, rounds=1, accounts=0, format="rotating"))
    name, hugo = evening.entries[0].stints.get().member, player("Hugo")
    club_join(code=name.claim_code, player=hugo)
    assert str(hugo.pk) in rated_in(evening)
    path = f"{CLUBS}/{evening.club.pk}/members/{name.pk}/unclaim"
    assert api(evening.director).post(path, WHY).status_code == 200
    assert api(hugo).post(JOIN, {"code": evening.club.join_code}).status_code == 201
    assert str(hugo.pk) not in rated_in(evening), "what he has there was played by another"


def rated_in(evening: Night) -> str:
    return str(of_club(evening.club, evening.director, kind="player").json()["results"])
