"""What players may do with their entries: how often, and what a director's decision is worth."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from samba_service.accounts.models import Player
from tests.contract.test_error_shape import problem
from tests.factories import api, bot, player
from tests.games_api.test_invitations import answered, wait_for
from tests.tournaments.nights import Night, night
from tournaments.models import AttendanceChange, Entry, Member
from tournaments.selectors.audit import tournament_log
from tournaments.services.joining import club_join

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def at(entry: Entry) -> str:
    return f"/api/v1/entries/{entry.pk}"


def holders(entry: Entry) -> list[Player]:
    """The players with an account who play for the entry."""
    return [each.member.player for each in entry.stints.all() if each.member.player]


def open_night(entries: int = 1) -> Night:
    """Of individuals, each with an account; it has not begun."""
    return night(entries, format="rotating", start=False)


def strangers_entry(of: Night) -> tuple[Entry, APIClient, Player]:
    """A stranger has entered by themselves."""
    stranger = player()
    answer = api(stranger).post(f"{of.path}/entries", {"player": str(stranger.pk)})
    assert answer.status_code == 201, answer.content
    return Entry.objects.get(pk=answer.json()["id"]), api(stranger), stranger


def changed(answer: Any) -> Any:
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_what_is_so_already_makes_no_version_and_nothing_in_the_log():
    of = open_night()
    [entry] = of.entries
    version, comings = of.version(), AttendanceChange.objects.count()
    for who in (*holders(entry), of.director):
        for _ in range(3):
            told = changed(api(who).patch(at(entry), {"checked_in": True, "withdrawn": False}))
            assert (told["checked_in"], told["version"]) == (True, version)
    assert (of.version(), AttendanceChange.objects.count()) == (version, comings)


def test_only_what_is_new_is_in_the_log():
    of = open_night()
    [entry] = of.entries
    changed(api(of.director).patch(at(entry), {"checked_in": True, "seed": 3}))
    facts = tournament_log(of.tournament.pk).values_list("facts", flat=True).first()
    assert facts == {"entry": str(entry.pk), "seed": 3}


def test_a_player_comes_and_goes_so_often_their_bots_included_and_the_director_any_time(settings):
    settings.SAMBA_CHANGES_OF_PLAYER = 3
    of = open_night()
    entry, stranger, account = strangers_entry(of)
    robot = bot(account)
    entered = api(robot).post(f"{of.path}/entries", {"player": str(robot.pk)})
    robots = f"/api/v1/entries/{entered.json()['id']}"
    for here in (True, False):
        changed(stranger.patch(at(entry), {"checked_in": here}))
    changed(api(robot).patch(robots, {"checked_in": True}))
    version = of.version()
    for who, where, here in ((stranger, at(entry), True), (api(robot), robots, False)):
        told = problem(who.patch(where, {"checked_in": here}), 409, "too_many")
        assert told["facts"]["limit"] == 3
        assert "3 times, as often as it may: ask a director" in told["detail"]
    rows = [{"id": str(entry.pk), "withdrawn": True}]
    [row] = changed(stranger.patch(f"{of.path}/entries", rows))["results"]
    assert (row["status"], row["problem"]["code"]) == (409, "too_many")
    assert of.version() == version
    assert changed(stranger.patch(at(entry), {"checked_in": False}))["version"] == version
    for here in (True, False) * 2:
        changed(api(of.director).patch(at(entry), {"checked_in": here}))
    other, client, _ = strangers_entry(of)
    assert changed(client.patch(at(other), {"checked_in": True}))["checked_in"]


def test_what_a_director_does_is_not_counted_as_the_players(settings):
    settings.SAMBA_CHANGES_OF_PLAYER = 1
    of = open_night()
    entry, stranger, _ = strangers_entry(of)
    for here in (True, False, True):
        changed(api(of.director).patch(at(entry), {"checked_in": here}))
    changed(stranger.patch(at(entry), {"checked_in": False}))
    robot = bot(of.director)
    mine = api(robot).post(f"{of.path}/entries", {"player": str(robot.pk)}).json()["id"]
    own = api(of.director).post(f"{of.path}/entries", {"player": str(of.director.pk)})
    for here in (True, False, True):
        changed(api(of.director).patch(f"/api/v1/entries/{own.json()['id']}", {"checked_in": here}))
    changed(api(robot).patch(f"/api/v1/entries/{mine}", {"checked_in": True}))


def test_whom_a_director_sent_away_comes_back_by_directors_only():
    of = open_night()
    entry, stranger, account = strangers_entry(of)
    changed(api(of.director).patch(at(entry), {"withdrawn": True}))
    back = stranger.patch(at(entry), {"withdrawn": False, "checked_in": True})
    told = problem(back, 403, "withdrawn_by_director")
    assert told["facts"] == {"entry": entry.number}
    rows = [{"id": str(entry.pk), "withdrawn": False}]
    [row] = changed(stranger.patch(f"{of.path}/entries", rows))["results"]
    assert row["problem"]["code"] == "withdrawn_by_director"
    problem(stranger.delete(at(entry)), 403, "withdrawn_by_director")
    again = stranger.post(f"{of.path}/entries", {"player": str(account.pk)})
    problem(again, 403, "withdrawn_by_director")
    assert Entry.objects.get(pk=entry.pk).withdrawn
    changed(api(of.director).patch(at(entry), {"withdrawn": False}))
    for withdrawn in (True, False):
        told = changed(stranger.patch(at(entry), {"withdrawn": withdrawn}))
        assert told["withdrawn"] is withdrawn


@pytest.mark.parametrize(
    ("director", "status"),
    [
        pytest.param(False, 403, id="a player's"),
        pytest.param(True, 200, id="a director's"),
    ],
)
def test_an_older_invitation_restores_an_entry_that_a_director_sent_away_if_it_is(
    director: bool, status: int
):
    of = night(2, start=False)
    away, friend, other = player("Away"), player("Friend"), player("Other")
    club_join(code=of.club.join_code, player=friend)
    if director:
        of.direct(friend)

    def enters(who: Player, partner: Player) -> Any:
        founded = api(who).post("/api/v1/partnerships", {"players": [str(partner.pk)]})
        pair = founded.json()["id"]
        assert api(partner).post(f"/api/v1/partnerships/{pair}/accept", {}).status_code == 200
        return api(who).post(f"{of.path}/entries", {"partnership": pair}).json()

    entry, asked = enters(away, other), enters(friend, away)
    assert asked["invited"]
    changed(api(of.director).patch(f"/api/v1/entries/{entry['id']}", {"withdrawn": True}))
    [invitation] = wait_for(api(away))
    assert answered(api(away), "accept", invitation).status_code == status


def test_whom_a_director_sent_away_does_not_come_back_as_a_bot_nor_one_bot_as_another():
    of = open_night()
    entry, _, account = strangers_entry(of)
    robot, other = bot(account), bot(account, "Other")

    def enters(who: Player) -> Any:
        return api(who).post(f"{of.path}/entries", {"player": str(who.pk)})

    robots = enters(robot).json()["id"]
    changed(api(of.director).patch(at(entry), {"withdrawn": True}))
    problem(enters(other), 403, "withdrawn_by_director")
    changed(api(of.director).patch(at(entry), {"withdrawn": False}))
    changed(api(of.director).patch(f"/api/v1/entries/{robots}", {"withdrawn": True}))
    problem(enters(other), 403, "withdrawn_by_director")
    assert api(account).delete(at(entry)).status_code == 204
    assert enters(account).status_code == 201, "their owner may come without them"


def test_what_a_player_withdrew_their_partner_restores_when_they_have_been_replaced():
    of = night(1, accounts=2, start=False)
    [entry] = of.entries
    one, other = holders(entry)
    changed(api(one).patch(at(entry), {"withdrawn": True}))
    substitute = club_join(code=of.club.join_code, player=player()).member
    out = entry.stints.get(member__player=one).member_id
    body = {"out": str(out), "member": str(substitute.pk), "from_round": 1}
    assert api(of.director).post(f"{at(entry)}/substitutes", body).status_code == 201
    assert not changed(api(other).patch(at(entry), {"withdrawn": False}))["withdrawn"]


@pytest.mark.parametrize("more", [{}, {"checked_in": True}, {"checked_in": False}])
def test_to_withdraw_once_more_releases_nobody_whom_a_director_sent_away(more):
    of = open_night()
    entry, stranger, _ = strangers_entry(of)
    changed(api(of.director).patch(at(entry), {"withdrawn": True, "checked_in": not more}))
    changed(stranger.patch(at(entry), {"withdrawn": True, **more}))
    problem(stranger.patch(at(entry), {"withdrawn": False}), 403, "withdrawn_by_director")


def test_who_withdrew_before_the_director_sent_them_away_does_not_come_back():
    of = open_night()
    entry, stranger, _ = strangers_entry(of)
    changed(stranger.patch(at(entry), {"withdrawn": True}))
    version = of.version()
    for _ in range(2):
        changed(api(of.director).patch(at(entry), {"withdrawn": True}))
    assert of.version() == version + 1
    problem(stranger.patch(at(entry), {"withdrawn": False}), 403, "withdrawn_by_director")


def test_a_partner_who_directs_withdraws_the_pair_as_a_player_does():
    of = night(1, accounts=2, start=False)
    [entry] = of.entries
    one, other = holders(entry)
    of.direct(one)
    changed(api(one).patch(at(entry), {"withdrawn": True}))
    assert not changed(api(other).patch(at(entry), {"withdrawn": False}))["withdrawn"]


def remove(of: Night, who: Player) -> None:
    member = Member.objects.get(club=of.club, player=who)
    answer = api(of.admin).delete(f"/api/v1/clubs/{of.club.pk}/members/{member.pk}")
    assert answer.status_code == 204


def test_who_was_removed_from_the_club_may_withdraw_and_not_check_in_again():
    of = open_night()
    entry, stranger, account = strangers_entry(of)
    changed(stranger.patch(at(entry), {"checked_in": True}))
    remove(of, account)
    changed(stranger.patch(at(entry), {"checked_in": False}))
    told = problem(stranger.patch(at(entry), {"checked_in": True}), 403, "left_club")
    assert "only a director checks you in" in told["detail"]
    changed(stranger.patch(at(entry), {"withdrawn": True}))
    problem(stranger.patch(at(entry), {"withdrawn": False}), 403, "left_club")
    back = {"withdrawn": False, "checked_in": True}
    assert changed(api(of.director).patch(at(entry), back))["checked_in"]


def test_the_partner_of_who_was_removed_still_checks_the_pair_in():
    of = night(1, accounts=2, start=False)
    [entry] = of.entries
    one, other = holders(entry)
    changed(api(of.director).patch(at(entry), {"checked_in": False}))
    remove(of, one)
    problem(api(one).patch(at(entry), {"checked_in": True}), 403, "left_club")
    assert changed(api(other).patch(at(entry), {"checked_in": True}))["checked_in"]
