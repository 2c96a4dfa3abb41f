"""A substitute at a table that is being played online: they take the seat over in the game."""

import pytest

from tests.factories import api
from tests.games.tables import row
from tests.games_api.test_invitations import answered, wait_for
from tests.games_api.test_lobby import refused
from tests.tournaments.clubs import guests_add
from tests.tournaments.engine.simulation import checker
from tests.tournaments.online_table import ROOT, Online, sits
from tests.tournaments.paper import hand, paths
from tests.tournaments.undoing import bundle, kept
from tournaments.engine.bundle import bundle_read
from tournaments.services.results import game_result_record

pytestmark = [pytest.mark.django_db, pytest.mark.full]


# --- Taking the seat over ------------------------------------------------------------------------


def test_the_substitute_plays_on_with_the_cards_of_who_goes():
    at = Online()
    assert at.out.player is not None
    cards = api(at.out.player).get(at.path).json()["hand"]["hands"][0]["cards"]
    comes = at.newcomer()
    answer = at.substitute(comes)
    assert answer.status_code == 201, answer.content
    sits(at, comes)
    assert comes.player is not None
    seen = api(comes.player).get(at.path).json()["hand"]["hands"]
    assert seen[0]["cards"] == cards
    assert [each["seat"] for each in seen if "cards" in each] == [0]
    at.turn()
    at.move()
    assert checker.faults(bundle(at.night)) == []


def test_who_played_nothing_is_relieved_from_the_start_of_the_round():
    at = Online(hands_per_round=1)
    assert at.substitute(at.newcomer()).status_code == 201
    assert at.stints() == [("Sub", None, None, None)]
    played_out(at)
    assert rated(at) == [0, 1], "it counts for the others, and for another pair than entered"


def test_who_has_played_in_the_first_hand_leaves_a_table_that_is_not_rated():
    at = Online(hands_per_round=1)
    at.turn()
    at.move()
    assert at.substitute(at.newcomer()).status_code == 201
    assert at.stints() == [("Sub", 1, None, None)]
    assert bundle_read(bundle(at.night)).tournament
    played_out(at)
    assert rated(at) == [0, 0]


def test_the_game_has_recorded_who_sat_there_and_no_director_records_another():
    at = Online(hands_per_round=1)
    played_out(at)
    before = kept(at.night)
    refused(at.substitute(at.newcomer(), reason="Sam had sat there."), 409, "played_online")
    assert kept(at.night) == before


def test_who_finished_a_game_with_cards_in_hand_is_recorded_without_an_account():
    at = Online(hands_per_round=1)
    at.director.post(f"{at.path}/abandon", {"reason": "The line is down."})
    path = f"{ROOT}/tables/{at.table.pk}/corrections"
    sheet = {"hands": [hand(900, 400)], "reason": "Played with cards."}
    assert at.director.post(path, sheet).status_code == 201
    [name] = guests_add(at.night.club, "Zoe")
    body = {"out": str(at.out.pk), "member": str(name.pk), "from_round": 1, "reason": "Zoe sat."}
    answer = at.director.post(f"{ROOT}/entries/{at.entry.pk}/substitutes", body)
    assert (answer.status_code, at.seat.member) == (201, name)


def test_in_a_later_round_who_went_sat_to_the_end_of_the_round_before():
    at = Online(4)
    for table in at.round.tables.all():
        award = {"reason": "By lot.", "end": "awarded", "award": [1200, 800], "winner": 0}
        at.director.post(f"{ROOT}/tables/{table.pk}/corrections", award)
    at.night.close(at.round)
    at.round = at.night.next_round()
    out = at.seat.member
    at.turn()
    at.move()
    assert at.substitute(at.newcomer(), out, from_round=2).status_code == 201
    assert at.stints() == [(out.name, None, 1, None), ("Sub", 1, None, None)]
    assert checker.faults(bundle(at.night)) == []


def played_out(at: Online) -> None:
    """Bots play the round to its end, and its result is the entry's."""
    at.bots(until_hand=99)
    assert game_result_record(game_id=at.game.pk)
    at.night.close(at.round)


def rated(at: Online) -> list[int]:
    """How many tables of each entry count for ratings."""
    told = bundle(at.night)
    assert checker.faults(told) == []
    return sorted(each["tables"] for each in told["ratings"])


def test_the_hand_that_is_being_played_is_the_newcomers_first():
    at = Online()
    at.bots(until_hand=2)
    early = at.substitute(at.newcomer("Early"), from_hand=1)
    assert (early.status_code, paths(early)) == (400, ["from_hand"])
    later = at.substitute(at.newcomer("Later"), from_hand=3)
    assert (later.status_code, paths(later)) == (400, ["from_hand"])
    assert at.holder is not None
    assert at.holder.bot_level, "nothing has changed"

    comes = at.newcomer()
    assert at.substitute(comes, from_hand=2).status_code == 201

    sits(at, comes)
    assert at.stints() == [(at.out.name, None, 1, 1), ("Sub", 2, None, None)]
    assert checker.faults(bundle(at.night)) == []


def test_at_a_table_that_waits_for_its_time_the_newcomer_plays_from_the_start():
    at = Online(wait=True)
    comes = at.newcomer()
    late = at.substitute(comes, from_hand=2)
    assert (late.status_code, paths(late)) == (400, ["from_hand"])
    assert at.substitute(comes).status_code == 201
    sits(at, comes)
    assert at.stints() == [("Sub", None, None, None)]
    assert at.game.stints.filter(to_version=None).count() == 4


def test_a_seat_that_its_player_has_left_is_taken_over_and_they_do_not_come_back():
    at = Online()
    assert at.out.player is not None
    leaver = api(at.out.player)
    assert leaver.delete(f"{at.path}/seats/me").status_code == 204
    comes = at.newcomer()
    assert at.substitute(comes).status_code == 201
    sits(at, comes)
    refused(leaver.post(f"{at.path}/seats", {}), 409, "game_not_in_lobby")


def test_an_invitation_to_the_seat_from_before_is_good_for_nothing():
    at = Online()
    assert at.out.player is not None
    at.director.put(f"{at.path}/seats/0", {"bot": "novice"})
    at.director.put(f"{at.path}/seats/0", {"player": str(at.out.player.pk)})
    [asked] = wait_for(api(at.out.player))
    comes = at.newcomer()
    assert at.substitute(comes).status_code == 201
    refused(answered(api(at.out.player), "accept", asked), 409, "invitation_over")
    sits(at, comes)


def test_a_player_whom_the_director_seats_becomes_the_substitute_there():
    at = Online()
    comes = at.newcomer()
    assert comes.player is not None
    at.director.put(f"{at.path}/seats/0", {"player": str(comes.player.pk)})
    [asked] = wait_for(api(comes.player))
    answered(api(comes.player), "accept", asked)
    version = row(at.game.pk).version
    assert at.substitute(comes).status_code == 201
    sits(at, comes)
    assert row(at.game.pk).version == version


# --- Undone --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "when"),
    [
        pytest.param(1, {}, id="in the first hand"),
        pytest.param(2, {"to_round": 1}, id="in the second, for the round"),
    ],
)
def test_sent_the_other_way_round_it_is_undone_exactly(hand: int, when: dict[str, int]):
    at = Online(4 if when else 2)
    if hand > 1:
        at.bots(until_hand=hand)
    else:
        at.turn()
        at.move()
    before, comes = kept(at.night), at.newcomer()
    assert at.substitute(comes, **when).status_code == 201
    assert kept(at.night) != before
    assert at.substitute(at.out, comes, **when).status_code == 201
    assert kept(at.night) == before
    sits(at, at.out)


def test_at_a_table_that_waits_it_is_undone_too():
    at = Online(wait=True)
    before, comes = kept(at.night), at.newcomer()
    at.substitute(comes)
    assert at.substitute(at.out, comes).status_code == 201
    assert kept(at.night) == before
    sits(at, at.out)


def test_who_comes_back_after_a_hand_leaves_the_substitute_the_hands_between():
    at = Online()
    at.bots(until_hand=2)
    comes = at.newcomer()
    at.substitute(comes)
    at.bots(until_hand=3)
    assert at.substitute(at.out, comes).status_code == 201
    assert at.stints() == [
        (at.out.name, None, 1, 1),
        ("Sub", 2, 1, 2),
        (at.out.name, 3, None, None),
    ]
    sits(at, at.out)
