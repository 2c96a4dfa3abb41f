"""Who comes late sits in a free chair for the running round, and is drawn in the next."""

from typing import Any

import pytest

from tests.factories import player
from tests.tournaments.clubs import guests_add
from tests.tournaments.evenings import Evening, byes, meetings, placed
from tests.tournaments.undoing import kept
from tournaments.models import Member
from tournaments.services.joining import club_join

pytestmark = [pytest.mark.django_db, pytest.mark.full]


class Chair:
    """Where one entry sits in a published round."""

    def __init__(self, evening: Evening, round_: Any, number: int) -> None:
        self.evening, self.round = evening, round_
        self.place, self.entry, self.holder = next(
            ((table["number"], side["side"], at), entry["id"], who["id"])
            for table in round_["tables"]
            for side in table["sides"]
            for at, (entry, who) in enumerate(zip(side["entries"], side["players"], strict=True))
            if entry["number"] == number
        )

    def give(self, out: str, coming: str) -> None:
        """Let one sit there instead of another, for this round only."""
        number = self.round["number"]
        body = {"out": out, "member": coming, "from_round": number, "to_round": number}
        self.evening.post(f"/entries/{self.entry}/substitutes", body, status=201)

    def sitting(self) -> Any:
        """The id of who sits there now."""
        number, at_side, at = self.place
        found = self.evening.round(self.round)["tables"]
        [table] = (each for each in found if each["number"] == number)
        return table["sides"][at_side]["players"][at]["id"]


def drawn_next(evening: Evening, member: Member) -> int:
    """Enter somebody who is here; the number of their entry."""
    path = f"/tournaments/{evening.night.tournament.id}/entries"
    entry = evening.post(path, {"members": [str(member.pk)]}, status=201)
    evening.patch(f"/entries/{entry['id']}", {"checked_in": True})
    number: int = entry["number"]
    evening.names[number] = member.name
    return number


def test_who_comes_late_takes_the_chair_of_who_has_left_and_is_drawn_next():
    evening = Evening(8, format="rotating", rounds=2)
    round_ = evening.publish(evening.draft())
    evening.tell(1, withdrawn=True)
    chair, [late] = Chair(evening, round_, 1), guests_add(evening.night.club, "Late")
    chair.give(chair.holder, str(late.pk))
    number = drawn_next(evening, late)
    assert chair.sitting() == str(late.pk)
    evening.close(round_)
    scored = evening.standings()[1]["metrics"][0]["value"]
    assert scored, "the result of the chair is the entry's that has left"
    following = evening.publish(evening.draft())
    assert placed(following) == {*range(2, 9), number}
    evening.close(following)


def test_the_chair_is_given_back_by_the_same_call_the_other_way_round():
    evening = Evening(8, format="rotating", rounds=2)
    round_ = evening.publish(evening.draft())
    evening.tell(1, withdrawn=True)
    chair, [late] = Chair(evening, round_, 1), guests_add(evening.night.club, "Late")
    drawn_next(evening, late)
    before = kept(evening.night)
    chair.give(chair.holder, str(late.pk))
    assert kept(evening.night) != before
    chair.give(str(late.pk), chair.holder)
    assert kept(evening.night) == before


def draw_again(evening: Evening, round_: Any, kept_tables: list[Any]) -> Any:
    """Take the publication back, and draw all but these tables again."""
    evening.post(f"/rounds/{round_['id']}/unpublish")
    for table in kept_tables:
        evening.patch(f"/rounds/{round_['id']}/tables/{table['number']}", {"locked": True})
    return evening.publish(evening.redraw(round_))


def test_those_who_sit_out_have_a_table_with_who_comes_late_and_the_others_keep_theirs():
    evening = Evening(7, format="rotating", rounds=2, table_seats=[4])
    round_ = evening.publish(evening.draft())
    idle = set(byes(round_))
    [late] = guests_add(evening.night.club, "Late")
    number = drawn_next(evening, late)
    again = draw_again(evening, round_, round_["tables"])
    assert meetings(again)[:1] == meetings(round_)
    assert {one for side in meetings(again)[1] for one in side} == {*idle, number}
    evening.close(again)


def test_a_house_bot_makes_room_for_who_comes_late_and_the_others_keep_their_table():
    evening = Evening(
        7, accounts=1, format="rotating", venue="mixed", house_bots="novice", rounds=2
    )
    round_ = evening.publish(evening.draft())
    kept_tables = [table for table in round_["tables"] if table["venue"] == "table"]
    came = club_join(code=evening.night.club.join_code, player=player("Late")).member
    number = drawn_next(evening, came)
    again = draw_again(evening, round_, kept_tables)
    assert meetings(again)[kept_tables[0]["number"] - 1] in meetings(round_)
    assert placed(again) == {*range(1, 8), number}
