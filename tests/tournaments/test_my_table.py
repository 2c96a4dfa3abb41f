"""Where a player is in the last published round."""

from typing import Any

import pytest

from tests.contract.shapes import conforms
from tests.factories import api
from tests.tournaments.nights import Night, night, player_at
from tests.tournaments.paper import COUNTED, Paper, code
from tournaments.models import Assignment
from tournaments.services.stints import When
from tournaments.services.substitutes import substitute_add

pytestmark = pytest.mark.django_db


def own(held: Night, who: Any) -> Any:
    """The answer to one player."""
    answer = api(who).get(f"{held.path}/my-table")
    assert answer.status_code == 200
    conforms("tournaments_my_table", answer.json())
    return answer.json()


def test_a_player_finds_table_seat_partner_and_opponents():
    paper = Paper(accounts=2)
    seats = list(paper.table.seats.select_related("member__player"))
    for each in seats:
        found = own(paper.night, each.member.player)
        assert found["table"]["id"] == str(paper.table.id)
        assert (found["seat"], found["side"]) == (each.seat, each.seat % 2)
        assert [one["name"] for one in found["partners"]] == [seats[each.seat - 2].member.name]
        assert [one["id"] for one in found["opponents"]] == [
            str(other.member.public_id) for other in seats if other.seat % 2 != each.seat % 2
        ]
        assert (found["round"]["number"], found["bye"], found["next"]) == (1, None, None)


def test_the_sheet_so_far_shows_what_the_next_hand_needs():
    paper = Paper()
    who = player_at(paper.table, 1)
    assert own(paper.night, who)["next_minimum"] is None
    paper.enter("one", COUNTED)
    found = own(paper.night, who)
    assert found["table"]["result"]["status"] == "entered"
    assert found["next_minimum"] == [90, 90]


def test_without_a_table_there_is_a_bye_and_why():
    held = night(5)
    round_ = held.next_round()
    bye = Assignment.objects.get(round=round_, table=None)
    who = bye.entry.stints.get(position=0).member.player
    found = own(held, who)
    assert (found["table"], found["seat"], found["partners"]) == (None, None, [])
    assert found["bye"]["why"]["code"] == bye.why_code == "bye_by_lot"
    assert bye.entry.name in found["bye"]["why"]["text"]
    assert found["entry"]["id"] == str(bye.entry_id)


def test_before_the_first_round_there_is_an_entry_and_the_draw_to_come():
    held = night(4)
    who = next(iter(held.players.values()))
    assert own(held, who)["round"] is None
    held.draw()
    found = own(held, who)
    assert (found["round"], found["table"], found["next"]["state"]) == (None, None, "draft")


def test_after_the_round_its_table_stays_until_the_next_is_published():
    paper = Paper(2, rounds=2, format="double_round_robin")
    who = player_at(paper.table, 0)
    paper.correct(hands=COUNTED)
    paper.night.close(paper.round)
    paper.night.draw()
    found = own(paper.night, who)
    assert [found["round"][name] for name in ("number", "state")] == [1, "closed"]
    assert [found["next"][name] for name in ("number", "state")] == [2, "draft"]


def test_a_substitute_finds_the_table_and_who_was_replaced_does_not():
    held = night(4)
    entry = held.entries[0]
    out = entry.stints.get(position=0).member
    coming = held.admin
    substitute_add(entry=entry, by=held.director, out=out.id, coming=coming.id, when=When(1))
    held.next_round()
    assert own(held, coming)["table"] is not None
    assert code(api(out.player).get(f"{held.path}/my-table")) == (404, "not_found")


def test_who_has_no_entry_has_no_table():
    held = night(4)
    assert code(api(held.admin).get(f"{held.path}/my-table")) == (404, "not_found")
    assert code(api().get(f"{held.path}/my-table")) == (401, "not_authenticated")
