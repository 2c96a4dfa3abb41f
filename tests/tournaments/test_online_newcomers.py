"""Who may sit down as a substitute at an online table, and what those who go still see."""

import pytest

from games.models import Invitation
from games.services.peek import hand_peek
from tests.factories import api, bot, erase, player
from tests.games_api.test_blocks import block
from tests.games_api.test_invitations import answered, wait_for
from tests.games_api.test_lobby import refused
from tests.tournaments.clubs import guests_add
from tests.tournaments.nights import night, table_of
from tests.tournaments.online_table import ROOT, Online, sits
from tests.tournaments.paper import paths
from tournaments.models import Member, TableSeat
from tournaments.services.joining import club_join

pytestmark = [pytest.mark.django_db, pytest.mark.full]


# --- Who may -------------------------------------------------------------------------------------


def test_a_member_without_an_account_cannot_sit_at_an_online_table():
    at = Online()
    [guest] = guests_add(at.night.club, "Gus")
    answer = refused(at.substitute(guest), 409, "accounts_missing")
    assert answer["facts"] == {"tables": [1], "names": ["Gus"]}
    sits(at, at.out)


def test_an_account_that_is_no_member_is_asked_and_sits_down_by_accepting():
    at, stranger = Online(), player("Eve")
    wrong = at.substitute(stranger, from_hand=1)
    assert (wrong.status_code, paths(wrong)) == (400, ["from_hand"])
    assert at.substitute(stranger).status_code == 202
    sits(at, at.out)
    at.bots(until_hand=2)
    [asked] = wait_for(api(stranger))
    assert answered(api(stranger), "accept", asked).status_code == 200
    sits(at, Member.objects.get(player=stranger))
    assert at.stints()[1] == ("Eve", 2, None, None), "the hand in which they agreed"


def test_a_block_keeps_nobody_from_a_table_of_a_tournament():
    at = Online()
    comes = at.newcomer()
    partner = TableSeat.objects.get(table=at.table, seat=2).member.player
    assert partner is not None
    assert comes.player is not None
    block(api(partner), comes.player)
    assert at.substitute(comes).status_code == 201
    sits(at, comes)


def seen_elsewhere(at: Online) -> list[Member]:
    """Who knows cards of this table: who held another seat of it, and a bot account of theirs."""
    other = TableSeat.objects.get(table=at.table, seat=1)
    assert other.member.player is not None
    engine = bot(other.member.player)
    at.director.post(
        f"{ROOT}/entries/{other.entry_id}/substitutes",
        {"out": str(other.member_id), "player": str(at.newcomer("Relief").pk), "from_round": 1},
    )
    club_join(code=at.night.club.join_code, player=engine)
    return [other.member, Member.objects.get(player=engine)]


def test_who_has_held_another_seat_of_the_table_is_no_substitute_at_this_one():
    at = Online()
    for who in seen_elsewhere(at):
        answer = refused(at.substitute(who), 409, "has_seen_cards")
        assert answer["facts"] == {"table": 1}
    sits(at, at.out)


def test_who_played_the_same_deals_at_another_table_is_no_substitute():
    at = Online(4, duplicate=True)
    elsewhere = TableSeat.objects.get(round=at.round, table__number=2, seat=0)
    relief = {"out": str(elsewhere.member_id), "player": str(at.newcomer("Relief").pk)}
    path = f"{ROOT}/entries/{elsewhere.entry_id}/substitutes"
    assert at.director.post(path, {**relief, "from_round": 1}).status_code == 201
    refused(at.substitute(elsewhere.member), 409, "has_seen_cards")


def test_who_has_looked_at_the_same_deals_at_another_table_is_no_substitute():
    at = Online(4, duplicate=True)
    eve = at.newcomer("Eve")
    elsewhere = table_of(at.round, 2).game
    assert elsewhere is not None
    assert eve.player is not None
    hand_peek(game_id=elsewhere.pk, by=eve.player.pk, seat=0)
    refused(at.substitute(eve), 409, "has_seen_cards")


def test_once_the_deals_are_open_nobody_new_comes_to_a_table_that_still_plays_them():
    at = Online(4, duplicate=True)
    path = f"{ROOT}/rounds/{at.round.pk}/open-deals"
    assert at.director.post(path, {"reason": "Table 2 has gone home."}).status_code == 200
    refused(at.substitute(at.newcomer("Eve")), 409, "has_seen_cards")
    assert at.out.player is not None
    seat = f"{at.path}/seats/0"
    assert at.director.put(seat, {"bot": "novice"}).status_code == 200
    assert at.director.put(seat, {"player": str(at.out.player.pk)}).status_code == 202, "is asked"


def test_an_account_that_has_seen_cards_is_not_even_asked():
    at = Online()
    other = TableSeat.objects.get(table=at.table, seat=1).member.player
    assert other is not None
    engine = bot(other)
    refused(at.substitute(engine), 409, "has_seen_cards")
    assert not Invitation.objects.exists()


def test_a_game_that_has_ended_takes_no_substitute_before_its_result_is_in():
    at = Online(hands_per_round=1)
    at.bots(until_hand=99)
    refused(at.substitute(at.newcomer()), 409, "result_confirmed")


def test_at_a_table_whose_game_was_ended_only_the_line_up_changes():
    at = Online()
    at.director.post(f"{at.path}/abandon", {"reason": "The line is down."})
    comes = at.newcomer()
    assert at.substitute(comes, from_hand=2).status_code == 201
    assert at.seat.member == comes
    assert at.stints()[1] == ("Sub", 2, None, None)


# --- What who went sees --------------------------------------------------------------------------


def test_who_went_sees_of_the_running_hand_what_a_stranger_sees():
    at = Online(visibility="public")
    assert at.out.player is not None
    at.turn()
    at.move()
    version = api(at.out.player).get(at.path).json()["version"]
    at.substitute(at.newcomer())
    gone, stranger = api(at.out.player), api(player("Eve"))
    for tail in ("", "/events?limit=500", "/hands", "/hands/1", "/record", "/legal-actions",
                 "/hands/1/proof", "/events?limit=500&after=0", "/hint"):  # fmt: skip
        mine, theirs = (each.get(f"{at.path}{tail}") for each in (gone, stranger))
        assert mine.status_code == theirs.status_code, tail
        if mine.status_code == 200:
            assert mine.json() == theirs.json(), tail
    for tail in (f"?as_seat=0&at={version}", f"?at={version}", "?as_seat=0", "?as_seat=1"):
        assert gone.get(f"{at.path}{tail}").status_code == 403, tail
    for seat in range(4):
        log = gone.get(f"{at.path}/events?as_seat={seat}&limit=500").json().get("results", [])
        assert not [event for event in log if event["hand"] and "cards" in event], seat
    refused(gone.post(f"{at.path}/moves", {"action": {"type": "draw"}}), 403, "not_seated")
    refused(gone.post(f"{at.path}/moves/check", {"action": {"type": "draw"}}), 403, "not_seated")
    refused(gone.post(f"{at.path}/seats", {}), 409, "game_not_in_lobby")
    refused(gone.get(f"{at.night.path}/my-table"), 404, "not_found")


def test_a_private_table_of_the_club_is_not_taken_back_by_who_went():
    at = Online(visibility="club")
    assert at.out.player is not None
    at.substitute(at.newcomer())
    gone = api(at.out.player)
    assert gone.get(at.path).json()["you"] is None
    refused(gone.post(f"{at.path}/seats", {"seat": 0}), 409, "game_not_in_lobby")
    refused(gone.post(f"{at.path}/abandon", {}), 403, "not_seated")
    refused(gone.post(f"{at.path}/entropy", {"value": "ab" * 16}), 403, "not_seated")


def test_an_erased_account_is_seated_at_no_table():
    evening = night(4, accounts=2, venue="online")
    erase(api(next(iter(evening.players.values()))))
    draft = evening.draw()
    answer = api(evening.director).post(f"{ROOT}/rounds/{draft.pk}/publish", {})
    refused(answer, 409, "accounts_missing")
