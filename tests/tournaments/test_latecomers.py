"""Who comes or leaves while a draft is open, and what a director does about it."""

from typing import Any

import pytest

from tests.tournaments.evenings import Evening, byes, placed

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def test_a_draft_names_who_came_and_who_left_since_it_was_drawn():
    evening = Evening(5)
    round_ = evening.draft()
    late = evening.enter()
    evening.tell(2, withdrawn=True)
    problem = evening.publish(round_, status=409)
    assert problem["code"] == "draft_stale"
    facts = {"came": [evening.names[late]], "left": [evening.names[2]], "elsewhere": []}
    assert problem["facts"] == facts
    assert f"{evening.names[late]} came and {evening.names[2]} left" in problem["detail"]


def test_who_left_is_never_published_past():
    evening = Evening(5)
    round_ = evening.draft()
    evening.tell(2, withdrawn=True)
    problem = evening.publish(round_, status=409, late="next_round")
    assert problem["facts"] == {"came": [], "left": [evening.names[2]], "elsewhere": []}
    assert 2 not in placed(evening.publish(evening.redraw(round_)))


def test_who_left_and_came_back_while_the_draft_was_open_makes_it_not_stale():
    evening = Evening(5)
    round_ = evening.draft()
    evening.tell(2, withdrawn=True)
    evening.tell(2, withdrawn=False)
    assert placed(evening.publish(round_)) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("format_", "entries"),
    [("swiss", 5), ("rotating", 9), ("swiss_individual", 9), ("round_robin", 5)],
)
def test_who_comes_while_a_draft_is_open_plays_from_the_next_round_on(format_: str, entries: int):
    evening = Evening(entries, format=format_)
    round_ = evening.draft()
    late = evening.enter()
    evening.publish(round_, status=409)
    published = evening.publish(round_, late="next_round")
    assert late not in placed(published)
    evening.close(published)
    log = evening.director.get(f"{evening.night.path}/events").json()["results"]
    told = [each["facts"] for each in log if each["type"] == "round_published"]
    assert told == [{"round": 1, "late": [late]}]
    assert late in placed(evening.play())


def test_a_round_missed_by_coming_late_scores_as_lateness_does():
    evening = Evening(4, rounds=2)
    round_ = evening.draft()
    late = evening.enter()
    evening.close(evening.publish(round_, late="next_round"))
    score = evening.standings()[late]["metrics"][0]
    assert (score["name"], score["value"]) == ("score", 800)
    assert evening.night.entries[late - 1].late


def basis(evening: Evening, number: int) -> dict[int, Any]:
    bundle = evening.export()
    ids = {entry["id"]: entry["number"] for entry in bundle["entries"]}
    return {ids[each["entry"]]: each for each in bundle["rounds"][number - 1]["basis"]}


def test_a_round_missed_by_coming_late_counts_as_a_bye_when_a_swiss_is_drawn():
    evening = Evening(4, rounds=3)
    round_ = evening.draft()
    late = evening.enter()
    evening.close(evening.publish(round_, late="next_round"))
    second = evening.play()
    assert basis(evening, 2)[late]["byes"] == 1
    assert byes(second) != [late], "who has had none has the bye"


def test_a_round_missed_by_coming_late_is_none_of_those_needed_to_be_ranked():
    evening = Evening(8, format="swiss_individual", rounds=4)
    round_ = evening.draft()
    late = evening.enter()
    evening.close(evening.publish(round_, late="next_round"))
    evening.play()
    assert evening.standings()[late]["rank"] is None, "one of two rounds"
    evening.play()
    assert evening.standings()[late]["rank"] is not None


def test_who_came_back_while_a_draft_was_open_has_sat_out_and_scores_nothing_for_it():
    evening = Evening(5, rounds=4)
    evening.play()
    evening.tell(3, withdrawn=True)
    round_ = evening.draft()
    evening.tell(3, withdrawn=False)
    before = evening.standings()[3]["metrics"][0]["value"]
    had = basis(evening, 1)[3]["byes"] + (3 in byes(evening.round({"id": first_id(evening)})))
    evening.close(evening.publish(round_, late="next_round"))
    assert evening.standings()[3]["metrics"][0]["value"] == before
    evening.play()
    assert basis(evening, 3)[3]["byes"] == had + 1


def first_id(evening: Evening) -> str:
    found: str = evening.director.get(f"{evening.night.path}/rounds").json()["results"][0]["id"]
    return found


@pytest.mark.parametrize("format_", ["rotating", "swiss_individual"])
def test_an_individual_who_missed_a_round_by_coming_late_has_sat_out(format_: str):
    evening = Evening(8, format=format_, rounds=3)
    round_ = evening.draft()
    late = evening.enter()
    evening.close(evening.publish(round_, late="next_round"))
    second = evening.play()
    assert byes(second) != [late]
    assert len(byes(second)) == 1


def test_what_to_do_with_latecomers_has_one_answer():
    evening = Evening(4)
    problem = evening.publish(evening.draft(), status=400, late="never")
    assert [error["path"] for error in problem["errors"]] == ["late"]


def test_a_round_that_could_not_be_drawn_is_not_published():
    evening = Evening(2, rounds=1)
    one, other = (str(entry.id) for entry in evening.night.entries)
    wish = {"forbidden": [{"entries": [one, other], "as": "opponents"}]}
    evening.patch(f"/tournaments/{evening.night.tournament.id}", wish)
    problem = evening.publish(evening.draft(), status=409)
    assert (problem["code"], problem["facts"]["code"]) == ("no_draft", "no_draw_possible")
