"""A knockout from the first round to the champion, as a director runs it."""

from typing import Any

import pytest

from tests.depth import in_the_long_run
from tests.tournaments.engine.simulation import checker
from tests.tournaments.evenings import Evening, byes, meetings, placed
from tests.tournaments.nights import seen_now
from tests.tournaments.undoing import bundle
from tournaments.engine.bundle import bundle_read
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def cup(entries: int) -> Evening:
    return Evening(entries, format="knockout", rounds=max(1, (entries - 1).bit_length()))


def correct(evening: Evening, round_: Any, winner: int) -> None:
    """Another side has won the first table."""
    side = meetings(round_)[0].index([winner])
    table = round_["tables"][0]["id"]
    body = {"reason": "Misread.", "end": "awarded", "award": [1000, 1000], "winner": side}
    evening.post(f"/tables/{table}/corrections", {**body, **seen_now(table)}, status=201)


def finalists(round_: Any) -> list[set[int]]:
    """Who plays the final, and who for third place."""
    tables = sorted(round_["tables"], key=lambda table: bool(table["place"]))
    return [{one for side in meet for one in side} for meet in meetings({"tables": tables})]


@pytest.mark.parametrize("entries", [5, 6, *map(in_the_long_run, (3, 8))])
def test_a_knockout_goes_on_to_its_champion_without_those_who_lost(entries: int):
    evening = cup(entries)
    for _ in range(max(1, (entries - 1).bit_length())):
        final = evening.play()
    assert evening.post(f"/tournaments/{evening.night.tournament.id}/finish")
    assert evening.standings()[1]["rank"] == 1, "entry 1 won every match"
    assert [len(table["sides"]) for table in final["tables"] if not table["place"]] == [2]
    assert any(table["place"] for table in final["tables"]) == (entries >= 4)


def test_who_lost_and_goes_home_makes_no_draft_stale():
    evening = cup(8)
    evening.play()
    round_ = evening.draft()
    beaten = sorted({*range(1, 9)} - placed(round_))
    evening.tell(beaten[0], withdrawn=True)
    evening.publish(round_)
    evening.tell(beaten[1], withdrawn=True)
    evening.close(evening.round(round_))
    evening.play()


def test_a_winner_who_goes_home_makes_the_draft_stale_and_the_other_goes_on():
    evening = cup(8)
    evening.play()
    round_ = evening.draft()
    (gone,), (other,) = meetings(round_)[0]
    evening.tell(gone, withdrawn=True)
    problem = evening.publish(round_, status=409)
    assert (problem["code"], problem["facts"]["left"]) == ("draft_stale", [evening.names[gone]])
    again = evening.redraw(round_)
    assert byes(again) == [other]
    evening.close(evening.publish(again))
    final = evening.play()
    assert other in placed(final)


def test_a_draft_made_before_a_result_was_corrected_is_stale():
    evening = cup(5)
    first = evening.play()
    draft = evening.draft()
    [[(one,), (other,)]] = meetings(first)
    true_winner = max(one, other)
    correct(evening, first, true_winner)
    assert evening.publish(draft, status=409, late="next_round")["code"] == "draft_stale"
    semi = evening.close(evening.publish(evening.redraw(draft)))
    assert true_winner in placed(semi)
    assert min(one, other) not in placed(semi)


@pytest.mark.parametrize("unpublished", [False, True])
def test_a_final_drawn_before_a_semi_final_was_corrected_is_stale(unpublished: bool):
    evening = cup(4)
    semi = evening.play()
    draft = evening.draft()
    if unpublished:
        evening.publish(draft)
        evening.post(f"/rounds/{draft['id']}/unpublish")
    [[(one,), (other,)], [(two,), (three,)]] = meetings(semi)
    correct(evening, semi, max(one, other))
    problem = evening.publish(draft, status=409)
    names = sorted(evening.names[each] for each in (one, other))
    assert (problem["code"], sorted(problem["facts"]["elsewhere"])) == ("draft_stale", names)
    assert "next_round" not in problem["detail"]
    assert evening.publish(draft, status=409, late="next_round")["code"] == "draft_stale"
    final = evening.close(evening.publish(evening.redraw(draft)))
    winners, losers = {max(one, other), min(two, three)}, {min(one, other), max(two, three)}
    assert finalists(final) == [winners, losers]


def test_a_correction_that_was_taken_back_leaves_the_draft_as_good_as_it_was():
    evening = cup(4)
    semi = evening.play()
    draft = evening.draft()
    for winner in sorted((one for (one,) in meetings(semi)[0]), reverse=True):
        correct(evening, semi, winner)
    evening.close(evening.publish(draft))


def test_a_final_that_the_director_arranged_by_hand_is_not_stale():
    evening = cup(4)
    evening.play()
    draft = evening.draft()
    (winner, _), (_, loser) = ([side["entries"][0] for side in t["sides"]] for t in draft["tables"])
    sides = [[winner["id"]], [loser["id"]]]
    evening.patch(f"/rounds/{draft['id']}/tables/1", {"sides": sides, "reason": "An injury."})
    round_ = evening.publish(draft)
    assert {winner["number"], loser["number"]} in finalists(round_)


@pytest.mark.parametrize("table", [0, in_the_long_run(1)])
def test_third_place_is_for_who_was_drawn_before_the_seats_were_corrected(table: int):
    evening = cup(8)
    first = evening.play()
    swapped = meetings(first)[table]
    (gone,) = min(meetings(first)[1])
    evening.tell(gone, withdrawn=True)
    semi = evening.publish(evening.draft())
    ids = {entry.number: str(entry.id) for entry in evening.night.entries}
    sides = [[ids[one] for one in side] for side in reversed(swapped)]
    number = first["tables"][table]["number"]
    body = {"reason": "They sat the other way.", "tables": [{"number": number, "sides": sides}]}
    evening.post(f"/rounds/{first['id']}/corrections", body)
    evening.close(evening.round(semi))
    final = evening.play()
    assert placed(final) <= placed(semi), "nobody plays who was not drawn in the semi-finals"
    [(other,)] = [side for side in swapped if side != [gone] and side[0] not in placed(semi)]
    assert other not in placed(final)


def test_the_bracket_of_those_who_came_decides_how_many_rounds_there_are():
    evening = cup(5)
    evening.tell(5, withdrawn=True)
    evening.play()
    evening.play()
    refused = evening.post(f"/tournaments/{evening.night.tournament.id}/rounds", status=409)
    assert refused["code"] == "no_rounds_left"
    grown = cup(4)
    late = grown.enter(checked_in=False)
    grown.tell(late, checked_in=True)
    for _ in range(3):
        final = grown.play()
    assert len(final["tables"]) == 2
    assert Tournament.objects.get(pk=grown.night.tournament.pk).rounds_planned == 3


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_published_bracket_keeps_its_rounds(rounds: int):
    evening = cup(4)
    path = f"/tournaments/{evening.night.tournament.id}"
    evening.patch(path, {"rounds": rounds})
    semi = evening.publish(evening.draft())
    problem = evening.patch(path, {"rounds": rounds}, status=400)
    assert problem["errors"][0]["path"] == "rounds"
    evening.patch(path, {"rounds": 2, "name": "Cup"})
    evening.close(semi)
    evening.play()


def test_a_minimum_of_more_rounds_than_the_bracket_needs_leaves_the_ranks():
    evening = Evening(5, format="knockout", rounds=3, minimum_rounds=3)
    evening.tell(5, withdrawn=True)
    for _ in range(2):
        evening.play()
    path = f"/tournaments/{evening.night.tournament.id}"
    evening.post(f"{path}/finish")
    ranks = {number: row["rank"] for number, row in evening.standings().items()}
    assert (ranks[1], [number for number, rank in ranks.items() if rank == 2]) == (1, [2])
    evening.patch(path, {"visibility": "club"})
    told = bundle(evening.night)
    assert checker.faults(told) == []
    assert bundle_read(told).tournament.rounds_to_rank == 2
