"""A merge is undone after the places in entries have changed: each is again whose it was."""

from typing import Any

import pytest

from tests.factories import api
from tests.kept_worlds import kept_init
from tests.tournaments.clubs import guests_add
from tests.tournaments.engine.simulation import checker
from tests.tournaments.evenings import Evening
from tests.tournaments.twice import Twice
from tests.tournaments.undoing import bundle, kept
from tournaments.models import Entry, Member, Stint, TableSeat

pytestmark = [pytest.mark.django_db, pytest.mark.full]

WHY: Any = {"reason": "She sat there instead."}


class Renamed(Evening):
    """An evening in which Gus sits at the first place of entry 1; Augustus is not entered."""

    @kept_init
    def __init__(self, **given: Any) -> None:
        super().__init__(4, **given)
        self.entry: Entry = self.night.entries[0]
        self.gus = self.entry.stints.all()[0].member
        Member.objects.filter(pk=self.gus.pk).update(own_name="Gus")
        names = ("Augustus", "Cleo", "Dora")
        self.augustus, self.cleo, self.dora = guests_add(self.night.club, *names)

    def substitute(self, out: Member, member: Member, first: int = 1, **given: Any) -> None:
        """Let a member sit for another in entry 1."""
        body = {"out": str(out.pk), "member": str(member.pk), "from_round": first, **given}
        self.post(f"/entries/{self.entry.pk}/substitutes", body, status=201)

    def merge(self, source: Member | None = None, into: Member | None = None) -> None:
        """Gus, or another, becomes Augustus, or another."""
        source, into = source or self.gus, into or self.augustus
        path = f"/clubs/{self.night.club.pk}/members/{source.pk}/merge"
        assert self.post(path, {"into": str(into.pk)})["state"] == "done"

    def unmerge(self, source: Member | None = None) -> None:
        """Undo that; the night is sound afterwards."""
        source = source or self.gus
        self.post(f"/clubs/{self.night.club.pk}/members/{source.pk}/unmerge")
        told = bundle(self.night)
        assert checker.faults(told) == []
        for entry in told["entries"]:
            assert all(each["player"] != each["for"] for each in entry["tenures"])
        assert self.seats() == self.line_ups()

    def stints(self, position: int = 0) -> list[tuple[str, str | None, int, int | None]]:
        """Who sits at the place, for whom, from which round to which."""
        rows = Stint.objects.filter(entry=self.entry, position=position)
        whom = {row.pk: row.replaces.name if row.replaces else None for row in rows}
        return [(row.member.name, whom[row.pk], row.first_round, row.last_round) for row in rows]

    def seats(self) -> dict[int, set[str]]:
        """Who sat for entry 1, by round."""
        rows = TableSeat.objects.filter(entry=self.entry)
        found: dict[int, set[str]] = {}
        for row in rows:
            found.setdefault(row.round.number, set()).add(row.member.name)
        return found

    def line_ups(self) -> dict[int, set[str]]:
        """Who has to, by the stints."""
        rows = list(Stint.objects.filter(entry=self.entry))
        return {
            number: {row.member.name for row in rows if row.covers(number)}
            for number in self.seats()
        }


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_substitute_who_came_and_went_meanwhile_changes_nothing(rounds: int):
    evening = Renamed(rounds=3)
    for _ in range(rounds):
        evening.play()
    before = kept(evening.night)
    evening.merge()
    evening.substitute(evening.augustus, evening.cleo, **WHY)
    evening.substitute(evening.cleo, evening.augustus, **WHY)
    evening.unmerge()
    assert kept(evening.night) == before
    evening.merge()
    evening.unmerge()
    assert kept(evening.night) == before


def test_a_stint_that_was_cut_meanwhile_is_given_back_whole():
    evening = Renamed(rounds=3)
    for _ in range(3):
        evening.play()
    evening.merge()
    evening.substitute(evening.augustus, evening.cleo, 2, to_round=2, **WHY)
    evening.unmerge()
    expected = [("Gus", None, 1, 1), ("Cleo", "Gus", 2, 2), ("Gus", None, 3, None)]
    assert evening.stints() == expected
    evening.merge()


def test_stints_that_were_joined_meanwhile_are_given_back():
    evening = Renamed(rounds=3)
    evening.substitute(evening.gus, evening.cleo, 2, to_round=2)
    evening.merge()
    evening.substitute(evening.cleo, evening.augustus, 2, to_round=2)
    evening.unmerge()
    assert evening.stints() == [("Gus", None, 1, None)]


def test_who_comes_back_at_another_place_of_the_entry_keeps_that():
    evening = Renamed(rounds=3)
    evening.play()
    [partner] = [each.member for each in evening.entry.stints.all()][1:]
    evening.merge()
    evening.substitute(evening.augustus, evening.cleo, 2)
    evening.substitute(partner, evening.augustus, 2)
    evening.play()
    evening.unmerge()
    assert evening.stints() == [("Gus", None, 1, 1), ("Cleo", "Gus", 2, None)]
    assert evening.stints(1)[1:] == [("Augustus", partner.name, 2, None)]
    assert evening.seats()[2] == {"Cleo", "Augustus"}


def test_a_round_that_was_corrected_and_a_place_that_was_handed_on_are_given_back():
    evening = Renamed(rounds=3)
    evening.play()
    round_ = evening.publish(evening.draft())
    evening.merge()
    evening.substitute(evening.augustus, evening.cleo, 2)
    evening.substitute(evening.cleo, evening.augustus, 2)
    sides = [[side["entries"][0]["id"] for side in table["sides"]] for table in round_["tables"]]
    (one, two), (three, four) = sides
    swapped = [{"number": 1, "sides": [[three], [two]]}, {"number": 2, "sides": [[one], [four]]}]
    evening.post(f"/rounds/{round_['id']}/corrections", {"tables": swapped, **WHY})
    evening.unmerge()
    assert evening.stints() == [("Gus", None, 1, None)]
    assert {"Gus"} < evening.seats()[2]


def test_a_deleted_entry_stays_deleted_and_a_later_one_stays_where_it_was_entered():
    evening = Renamed(start=False)
    evening.merge()
    assert (
        api(evening.night.director).delete(f"/api/v1/entries/{evening.entry.pk}").status_code == 204
    )
    members = [str(evening.augustus.pk), str(evening.cleo.pk)]
    again = evening.post(
        f"/tournaments/{evening.night.tournament.pk}/entries", {"members": members}, status=201
    )
    evening.unmerge()
    assert Stint.objects.filter(entry=again["id"], member=evening.augustus).exists()
    evening.merge()


# --- Who was replaced --------------------------------------------------------------------------


@pytest.mark.parametrize("back", [False, True])
def test_who_was_only_replaced_is_whom_the_later_ones_replace(back: bool):
    evening = Renamed(rounds=3)
    evening.substitute(evening.gus, evening.cleo)
    evening.merge()
    evening.substitute(evening.cleo, evening.dora, 2, to_round=2)
    if back:
        evening.substitute(evening.cleo, evening.augustus, 3)
    else:
        evening.substitute(evening.cleo, evening.dora, 1, to_round=1)
    evening.play()
    evening.unmerge()
    last = ("Augustus", "Gus", 3, None) if back else ("Cleo", "Gus", 3, None)
    assert evening.stints()[-1] == last
    assert {whom for _, whom, *_ in evening.stints()} <= {"Gus", "Cleo"}
    evening.merge()


@pytest.mark.parametrize("into", ["gus", "other"])
def test_who_substituted_for_their_other_name_substitutes_for_nobody_until_it_is_undone(into: str):
    twice = Twice()
    before = kept(twice.second)
    stays = getattr(twice, into)
    gone = twice.other if into == "gus" else twice.gus
    assert twice.merge(source=gone, into=stays).status_code == 200
    merged = kept(twice.second)
    stints = [each for entry in merged["entries"] for each in entry["tenures"]]
    assert all(each["for"] is None for each in stints)
    assert checker.faults(bundle(twice.second)) == []
    twice.call(gone, "unmerge")
    assert kept(twice.second) == before


@pytest.mark.parametrize("swapped", [False, True])
def test_each_replaces_the_one_of_the_two_whom_they_replaced_before(swapped: bool):
    """Gus sat for Augustus; Cleo replaced Gus in one round, and Dora Augustus in the next."""
    evening = Renamed(rounds=3)
    Member.objects.filter(pk=evening.gus.pk).update(own_name="August")
    evening.substitute(evening.gus, evening.augustus, 1, to_round=2)
    evening.substitute(evening.gus, evening.dora, 3)
    evening.substitute(evening.augustus, evening.cleo, 2, to_round=2)
    expected = [
        ("Augustus", "August", 1, 1), ("Cleo", "Augustus", 2, 2), ("Dora", "August", 3, None),
    ]  # fmt: skip
    assert evening.stints() == expected
    source, into = evening.gus, evening.augustus
    if swapped:
        source, into = into, source
    evening.merge(source, into)
    assert evening.stints()[0][1] is None
    evening.substitute(evening.dora, into, 3)
    evening.substitute(into, evening.dora, 3)
    evening.unmerge(source)
    assert evening.stints() == expected


def test_who_comes_while_they_are_one_replaces_the_one_who_sat():
    evening = Renamed(rounds=3)
    evening.substitute(evening.gus, evening.augustus)
    evening.merge()
    evening.substitute(evening.augustus, evening.cleo, 2)
    evening.unmerge()
    expected = [("Augustus", "Gus", 1, 1), ("Cleo", "Augustus", 2, None)]
    assert evening.stints() == expected


def test_a_night_that_names_neither_by_now_is_left_as_it_is():
    evening = Renamed(rounds=3)
    evening.substitute(evening.gus, evening.cleo, 2, to_round=2)
    evening.merge(evening.cleo)
    evening.substitute(evening.augustus, evening.gus, 2, to_round=2)
    before = bundle(evening.night)
    evening.unmerge(evening.cleo)
    assert bundle(evening.night) == before, "its version too"


# --- Several merges ----------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["gus", "augustus"])
@pytest.mark.parametrize("replaced", [False, True])
def test_merges_by_steps_are_undone_in_either_order(first: str, replaced: bool):
    evening = Renamed(rounds=3)
    if replaced:
        evening.substitute(evening.gus, evening.augustus)
    before = kept(evening.night), evening.stints()
    evening.play()
    evening.merge()
    evening.substitute(evening.augustus, evening.dora, 2)
    evening.merge(evening.augustus, evening.cleo)
    evening.substitute(evening.dora, evening.cleo, 2)
    order = [evening.gus, evening.augustus]
    for source in order if first == "gus" else reversed(order):
        evening.unmerge(source)
    assert evening.stints() == before[1]
    evening.merge()
    evening.merge(evening.augustus, evening.cleo)


@pytest.mark.parametrize("first", ["gus", "augustus"])
def test_two_names_of_one_place_become_a_third_and_are_two_again(first: str):
    evening = Renamed(rounds=3)
    evening.substitute(evening.gus, evening.augustus)
    before = evening.stints()
    order = [evening.augustus, evening.gus]
    for source in order:
        evening.merge(source, evening.cleo)
    assert evening.stints() == [("Cleo", None, 1, None)]
    evening.play()
    for source in order if first == "augustus" else reversed(order):
        evening.unmerge(source)
    assert evening.stints() == before


def test_what_was_entered_after_the_first_of_two_was_undone_stays():
    """Cleo comes to the place when Gus is a member again: it is not what Augustus had."""
    evening = Renamed(rounds=3)
    evening.merge()
    evening.merge(evening.augustus, evening.cleo)
    evening.unmerge()
    evening.substitute(evening.gus, evening.cleo, 2)
    evening.unmerge(evening.augustus)
    assert evening.stints() == [("Gus", None, 1, 1), ("Cleo", "Gus", 2, None)]


# --- From before -------------------------------------------------------------------------------


def test_a_seat_without_a_stint_is_given_back():
    """An imported night may have such seats."""
    evening = Renamed(rounds=2)
    evening.play()
    seats = TableSeat.objects.filter(entry=evening.entry)
    seat = seats.exclude(member=evening.gus).get()
    TableSeat.objects.filter(pk=seat.pk).update(member=evening.dora)
    evening.merge(evening.dora)
    assert seats.get(pk=seat.pk).member == evening.augustus
    evening.post(f"/clubs/{evening.night.club.pk}/members/{evening.dora.pk}/unmerge")
    assert seats.get(pk=seat.pk).member == evening.dora


def test_one_who_sat_for_either_sits_for_either_again():
    """As an imported night may have it."""
    evening = Renamed(rounds=2)
    evening.substitute(evening.gus, evening.cleo)
    row = Stint.objects.get(entry=evening.entry, member=evening.cleo)
    Stint.objects.filter(pk=row.pk).update(last_round=1)
    row.pk, row.first_round, row.replaces = None, 2, evening.augustus
    row.save()
    before = evening.stints()
    evening.merge()
    evening.unmerge()
    assert evening.stints() == before
