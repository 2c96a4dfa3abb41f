"""Who sits for an entry when: nobody twice or lost, whatever is recorded, undone or begun again."""

from typing import Any

import pytest

from tests.factories import api, erase, player
from tests.games_api.test_invitations import answered, wait_for
from tests.tournaments.clubs import guests_add
from tests.tournaments.engine.simulation import checker
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.online_table import Online
from tests.tournaments.paper import code, hand, paths
from tests.tournaments.undoing import bundle, kept
from tournaments.models import Entry, Member, Round, TableSeat

pytestmark = [pytest.mark.django_db, pytest.mark.full]

ROOT = "/api/v1"
WHY = {"reason": "Nobody had told us."}


def entry_at(round_: Round, number: int = 1, side: int = 0) -> Entry:
    return table_of(round_, number).assignments.get(side=side).entry


def sit(night: Night, entry: Entry, out: Member, comes: Member, **when: Any) -> Any:
    """The director lets `comes` sit for `out`; the answer."""
    body = {"out": str(out.pk), "member": str(comes.pk), "from_round": 1, **when}
    return api(night.director).post(f"{ROOT}/entries/{entry.pk}/substitutes", body)


def place(entry: Entry, position: int = 0) -> list[tuple[Any, ...]]:
    """The stints of a place: who, for whom, from when, until when."""
    return [
        (each.member.name, each.replaces and each.replaces.name,
         each.first_round, each.first_hand, each.last_round, each.last_hand)
        for each in entry.stints.filter(position=position).select_related("member", "replaces")
    ]  # fmt: skip


def first(entry: Entry) -> Member:
    """The player whom the place of position 0 began with."""
    return entry.stints.filter(position=0)[0].member


def play(night: Night, round_: Round) -> Round:
    """Every table's result, and the round closed."""
    for table in round_.tables.all():
        path, sheet = f"{ROOT}/tables/{table.pk}/score-sheets", {"hands": [hand(900, 400)] * 2}
        for _ in range(2):
            assert api(night.director).post(path, sheet).status_code == 201
    return night.close(round_)


def played(closed: int, entries: int = 4, **given: Any) -> Night:
    """A night on paper with this many closed rounds."""
    evening = night(entries, **given)
    for _ in range(closed):
        play(evening, evening.next_round())
    return evening


def sound(night: Night) -> None:
    """The checker finds nothing, and nobody sits twice or at a table of five."""
    assert checker.faults(bundle(night)) == []
    for round_ in night.tournament.rounds.filter(published_version__isnull=False):
        for table in round_.tables.all():
            assert table.seats.count() == 4


class TestPastRounds:
    """Somebody had sat in past rounds, in the last of which another came between two hands."""

    def relieved(self) -> tuple[Night, Entry, Member, Member]:
        night = played(1)
        round_ = night.next_round()
        entry = entry_at(round_)
        ana, (sub, real) = first(entry), guests_add(night.club, "Sub", "Real")
        assert sit(night, entry, ana, sub, from_round=2, from_hand=2).status_code == 201
        play(night, round_)
        return night, entry, ana, real

    @pytest.mark.parametrize("until", [{}, {"to_round": 2}])
    def test_who_really_sat_leaves_when_the_other_had_left(self, until: dict[str, int]):
        night, entry, ana, real = self.relieved()
        assert sit(night, entry, ana, real, **until, **WHY).status_code == 201
        assert place(entry) == [
            ("Real", ana.name, 1, None, 2, 1),
            ("Sub", ana.name, 2, 2, None, None),
        ]
        sound(night)

    def test_and_nobody_sits_at_a_table_of_five_after_a_correction_of_its_seats(self):
        night, entry, ana, real = self.relieved()
        sit(night, entry, ana, real, **WHY)
        second = night.tournament.rounds.get(number=2)
        tables = [
            {"number": table.number, "sides": [[str(row.entry_id)] for row in rows]}
            for table in second.tables.all()
            for rows in [list(table.assignments.order_by("-side"))]
        ]
        path = f"{ROOT}/rounds/{second.pk}/corrections"
        answer = api(night.director).post(path, {"tables": tables, **WHY})
        assert answer.status_code == 200, answer.content
        sound(night)

    def test_the_other_way_round_undoes_it(self):
        night, entry, ana, real = self.relieved()
        before = kept(night)
        sit(night, entry, ana, real, **WHY)
        assert sit(night, entry, real, ana, **WHY).status_code == 201
        assert kept(night) == before


def test_a_guest_with_an_account_is_recorded_again_as_who_had_sat_there():
    night = played(0)
    eve, entry = player("Eve"), night.entries[0]
    body = {"out": str(first(entry).pk), "player": str(eve.pk), "from_round": 1}
    path = f"{ROOT}/entries/{entry.pk}/substitutes"
    assert api(night.director).post(path, body).status_code == 202
    assert answered(api(eve), "accept", wait_for(api(eve))[0]).status_code == 200
    play(night, night.next_round())
    guest, [zoe] = Member.objects.get(player=eve), guests_add(night.club, "Zoe")
    before = kept(night)
    assert sit(night, entry, guest, zoe, **WHY).status_code == 201
    assert sit(night, entry, zoe, guest, **WHY).status_code == 201
    assert kept(night) == before


def test_a_player_who_has_left_the_club_is_recorded_again_too():
    night = played(1)
    entry, [zoe] = night.entries[0], guests_add(night.club, "Zoe")
    out = first(entry)
    assert sit(night, entry, out, zoe, **WHY).status_code == 201
    path = f"{ROOT}/clubs/{night.club.pk}/members/{out.pk}"
    assert api(night.admin).delete(path).status_code == 204
    to_come = sit(night, entry, zoe, out, **WHY)
    assert (to_come.status_code, paths(to_come)) == (400, ["to_round"])
    assert sit(night, entry, zoe, out, to_round=1, **WHY).status_code == 201
    assert place(entry) == [
        (out.name, None, 1, None, 1, None),
        ("Zoe", out.name, 2, None, None, None),
    ]
    assert TableSeat.objects.filter(entry=entry, member=out).exists()


def test_once_all_rounds_are_over_no_last_one_need_be_named_for_who_has_left():
    night = played(2, rounds=2)
    entry, [zoe] = night.entries[0], guests_add(night.club, "Zoe")
    before, out = kept(night), first(entry)
    assert sit(night, entry, out, zoe, **WHY).status_code == 201
    path = f"{ROOT}/clubs/{night.club.pk}/members/{out.pk}"
    assert api(night.admin).delete(path).status_code == 204
    assert sit(night, entry, zoe, out, **WHY).status_code == 201
    assert kept(night) == before


def test_a_player_who_has_left_the_club_is_asked_before_they_sit_again():
    night = played(0)
    entry, [zoe] = night.entries[0], guests_add(night.club, "Zoe")
    out = first(entry)
    assert sit(night, entry, out, zoe).status_code == 201
    assert out.player is not None
    path = f"{ROOT}/clubs/{night.club.pk}/members/{out.pk}"
    assert api(night.admin).delete(path).status_code == 204
    assert sit(night, entry, zoe, out).status_code == 202
    assert place(entry)[-1][0] == "Zoe"


def test_seats_are_corrected_back_although_somebody_has_erased_their_account():
    at = Online(hands_per_round=1)
    at.bots(until_hand=99)
    for table in at.round.tables.all():
        body = {"end": "awarded", "award": [1200, 800], **WHY}
        path = f"{ROOT}/tables/{table.pk}/corrections"
        assert at.director.post(path, body).status_code == 201
    before = kept(at.night)
    sides = [[str(row.entry_id)] for row in table_of(at.round).assignments.order_by("side")]
    path = f"{ROOT}/rounds/{at.round.pk}/corrections"
    for given in (sides[::-1], sides):
        answer = at.director.post(path, {"tables": [{"number": 1, "sides": given}], **WHY})
        assert answer.status_code == 200, answer.content
        if given != sides:
            assert at.out.player is not None
            erase(api(at.out.player))
    rounds = [(each["tables"][0]["sides"]) for each in kept(at.night)["rounds"]]
    assert [[side["entries"] for side in each] for each in rounds] == [
        [side["entries"] for side in each["tables"][0]["sides"]] for each in before["rounds"]
    ]


def test_after_the_end_nobody_is_invited_to_rounds_that_were_never_played():
    night = played(1)
    end = {"rounds": "as_played"}
    assert api(night.director).post(f"{night.path}/finish", end).status_code == 200
    entry = night.entries[0]
    body = {"out": str(first(entry).pk), "player": str(player().pk), "from_round": 2, **WHY}
    answer = api(night.director).post(f"{ROOT}/entries/{entry.pk}/substitutes", body)
    assert code(answer) == (409, "wrong_state")


# --- A round that begins again -------------------------------------------------------------------


def test_in_a_new_game_of_the_table_who_came_between_two_hands_plays_from_the_first():
    at = Online()
    at.turn()
    at.move()
    sub, third = at.newcomer(), at.newcomer("Third")
    assert at.substitute(sub).status_code == 201
    assert at.stints() == [("Sub", 1, None, None)]
    assert at.director.post(f"{at.path}/abandon", WHY).status_code == 200
    again = at.director.post(f"{ROOT}/tables/{at.table.pk}/game", {})
    assert again.status_code == 201, again.content
    assert at.stints() == [("Sub", None, None, None)]
    assert at.substitute(third, out=sub).status_code == 201
    assert at.substitute(sub, out=third).status_code == 201
    assert at.stints() == [("Sub", None, None, None)]
    sound(at.night)


def test_a_player_who_comes_to_another_table_online_plays_its_new_game_from_the_first_hand():
    at = Online(4)
    at.turn()
    at.move()
    sub = at.newcomer()
    assert at.substitute(sub).status_code == 201
    one, other = (table_of(at.round, number) for number in (1, 2))
    sides = [[str(row.entry_id)] for row in one.assignments.order_by("side")]
    coming = str(other.assignments.get(side=0).entry_id)
    path = f"{ROOT}/rounds/{at.round.pk}/tables/1"
    answer = at.director.patch(path, {"sides": [[coming], sides[1]], "override": True, **WHY})
    assert answer.status_code == 200, answer.content
    [entry] = [each for each in at.night.entries if str(each.pk) == sides[0][0]]
    assert place(entry)[-1][0] == "Sub"
    assert {cut for each in place(entry) for cut in (each[3], each[5])} == {None}


def test_a_player_relieved_at_one_table_comes_to_another_in_its_running_hand():
    at = Online(4)
    zoe, dan = at.newcomer("Zoe"), at.newcomer("Dan")
    assert at.substitute(zoe).status_code == 201
    at.bots(until_hand=2)
    assert at.substitute(dan, out=zoe).status_code == 201
    other = entry_at(at.round, 2)
    assert sit(at.night, other, first(other), zoe).status_code == 201


def test_a_round_on_paper_that_is_unpublished_is_not_cut_any_more():
    night = played(1)
    round_ = night.next_round()
    entry = entry_at(round_)
    ana, [sub] = first(entry), guests_add(night.club, "Sub")
    sit(night, entry, ana, sub, from_round=2, from_hand=2)
    assert api(night.director).post(f"{ROOT}/rounds/{round_.pk}/unpublish", WHY).status_code == 200
    assert place(entry) == [
        (ana.name, None, 1, None, 1, None),
        ("Sub", ana.name, 2, None, None, None),
    ]


def test_a_table_on_paper_that_begins_again_with_others_is_not_cut_any_more():
    night = played(1, entries=4)
    round_ = night.next_round()
    entry = entry_at(round_)
    ana, [sub] = first(entry), guests_add(night.club, "Sub")
    sit(night, entry, ana, sub, from_round=2, from_hand=2)
    one, two = round_.tables.order_by("number")
    [stays, goes], [comes, _] = (
        list(table.assignments.order_by("side").values_list("entry", flat=True))
        for table in (one, two)
    )
    sides = [[str(stays)], [str(comes)]]
    path = f"{ROOT}/rounds/{round_.pk}/tables/{one.number}"
    assert goes != entry.pk
    assert api(night.director).patch(path, {"sides": sides}).status_code == 200
    assert place(entry)[-1] == ("Sub", ana.name, 2, None, None, None)


def test_of_several_who_came_in_turn_the_last_plays_it_for_who_was_entered():
    night = played(0, hands_per_round=4)
    round_ = night.next_round()
    entry = entry_at(round_)
    ana, (sub, third) = first(entry), guests_add(night.club, "Sub", "Third")
    sit(night, entry, ana, sub, from_hand=2)
    sit(night, entry, sub, third, from_hand=3)
    assert api(night.director).post(f"{ROOT}/rounds/{round_.pk}/unpublish", WHY).status_code == 200
    assert place(entry) == [("Third", ana.name, 1, None, None, None)]


# --- Where else ---------------------------------------------------------------------


def test_nobody_plays_the_first_hand_at_two_tables():
    night = played(0)
    round_ = night.next_round()
    one, other = entry_at(round_, 1), entry_at(round_, 2)
    zoe, dan = guests_add(night.club, "Zoe", "Dan")
    assert sit(night, one, first(one), zoe).status_code == 201
    assert sit(night, one, zoe, dan, from_hand=2).status_code == 201
    taken = sit(night, other, first(other), zoe)
    assert code(taken) == (409, "already_entered")
    assert sit(night, other, first(other), zoe, from_hand=2).status_code == 201
    assert TableSeat.objects.filter(round=round_, member=zoe).count() == 1


@pytest.mark.parametrize("why", [{}, WHY], ids=["to come", "after the round"])
def test_nobody_sits_at_both_places_of_a_pair_that_is_away(why: dict[str, str]):
    night = played(1 if why else 0, entries=5)
    entry = night.entries[0]
    if why:
        entry = night.tournament.rounds.get(number=1).assignments.get(table=None).entry
    night.change(entry, withdrawn=True)
    ana, ben = (each.member for each in entry.stints.all())
    assert code(sit(night, entry, ana, ben, **why)) == (409, "already_entered")
    assert place(entry) == [(ana.name, None, 1, None, None, None)]


def test_a_round_in_which_one_person_would_sit_twice_for_a_pair_is_not_published():
    night = played(0)
    entry = night.entries[0]
    entry.stints.filter(position=1).update(member=first(entry))  # as a fault would leave it
    round_ = night.draw()
    answer = api(night.director).post(f"{ROOT}/rounds/{round_.pk}/publish", {})
    assert code(answer) == (409, "already_entered")


def test_who_plays_for_another_entry_later_is_still_recorded_and_taken_back_where_they_sat():
    night = played(1)
    entry, (bob, zoe) = night.entries[0], guests_add(night.club, "Bob", "Zoe")
    ana, before = first(entry), place(entry)
    night.change(entry, withdrawn=True)
    body = {"members": [str(ana.pk), str(bob.pk)]}
    assert api(night.director).post(f"{night.path}/entries", body).status_code == 201
    for out, comes in ((ana, zoe), (zoe, ana)):
        assert sit(night, entry, out, comes, to_round=1, **WHY).status_code == 201
    assert place(entry) == before


def test_who_came_late_is_recorded_in_the_round_before_and_not_in_the_next():
    night = played(1)
    entry, (bob, zoe) = night.entries[0], guests_add(night.club, "Bob", "Zoe")
    body = {"members": [str(zoe.pk), str(bob.pk)]}
    assert api(night.director).post(f"{night.path}/entries", body).status_code == 201
    taken = sit(night, entry, first(entry), zoe, **WHY)
    assert code(taken) == (409, "already_entered")
    assert sit(night, entry, first(entry), zoe, to_round=1, **WHY).status_code == 201
    sound(night)


def test_who_would_have_come_in_a_round_that_was_dropped_is_taken_back():
    night = played(1, rounds=3)
    entry, [zoe] = night.entries[0], guests_add(night.club, "Zoe")
    ana, before = first(entry), place(entry)
    assert sit(night, entry, ana, zoe, from_round=3).status_code == 201
    assert api(night.director).patch(night.path, {"rounds": 2}).status_code == 200
    beyond = sit(night, entry, ana, zoe, from_round=4)
    assert (beyond.status_code, paths(beyond)) == (400, ["from_round"])
    assert sit(night, entry, zoe, ana, from_round=3).status_code == 201
    assert place(entry) == before


def test_in_a_knockout_a_tie_has_a_further_hand_and_somebody_may_come_for_it():
    night = played(0, format="knockout", rounds=2)
    round_ = night.next_round()
    entry, [zoe] = entry_at(round_), guests_add(night.club, "Zoe")
    assert sit(night, entry, first(entry), zoe, from_hand=3).status_code == 201
