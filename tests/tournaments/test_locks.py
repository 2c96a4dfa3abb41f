"""A lock locks what it names: what a redraw does with everybody else, and what it shows."""

from typing import Any

import pytest

from tests.depth import in_the_long_run
from tests.tournaments.evenings import Evening, byes, meetings, placed

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def seat(evening: Evening, round_: Any, table: int, *sides: list[int], **terms: Any) -> Any:
    ids = [str(entry.id) for entry in evening.night.entries]
    body = {"sides": [[ids[one - 1] for one in side] for side in sides], **terms}
    return evening.patch(f"/rounds/{round_['id']}/tables/{table}", body)


def locked(round_: Any) -> list[int]:
    return [table["number"] for table in round_["tables"] if table["locked"]]


def codes(round_: Any) -> list[str]:
    return [each["why"]["code"] for each in (*round_["tables"], *round_["byes"])]


def test_who_changes_a_table_locks_that_table_and_no_other():
    evening = Evening(8)
    round_ = evening.draft()
    (one, _), (third, _) = meetings(round_)[0], meetings(round_)[2]
    changed = seat(evening, round_, 1, one, third)
    assert locked(changed) == [1]
    assert [lock["table"] for lock in changed["locks"]] == [1]
    assert codes(changed) == ["set_by_director", "drawn_by_lot", "displaced", "drawn_by_lot"]
    assert changed["method"] == "manual", "what is not drawn again is the director's own"
    evening.close(evening.publish(changed))


def test_a_table_that_is_unlocked_and_locked_again_is_as_it_was():
    evening = Evening(8)
    round_ = evening.draft()
    for number in (1, 2):
        drafted = evening.patch(f"/rounds/{round_['id']}/tables/{number}", {"locked": True})
    for kept in (False, True):
        again = evening.patch(f"/rounds/{round_['id']}/tables/1", {"locked": kept})
    told = [[(lock["table"], lock["sides"]) for lock in each["locks"]] for each in (drafted, again)]
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("format_", "entries"), [("swiss", 6), ("knockout", 5), in_the_long_run(("round_robin", 4))]
)
def test_a_redraw_draws_the_displaced_again_with_true_reasons(format_: str, entries: int):
    evening = Evening(entries, format=format_)
    evening.play()
    round_ = evening.draft()
    (one, other), (third, _) = meetings(round_)[0], meetings(round_)[1]
    seat(evening, round_, 1, one, third)
    again = evening.redraw(round_)
    assert again["method"] != "manual"
    assert {*one, *third} in [{*a, *b} for a, b in meetings(again)]
    assert locked(again) == [1]
    assert "set_by_director" in codes(again)
    told = next(table["why"] for table in again["tables"] if table["locked"])
    names = [evening.names[each] for each in (*one, *third)]
    assert all(name in told["text"] for name in names)
    assert codes(again).count("set_by_director") == 1
    assert placed(again) == placed(round_)
    assert {*other} <= placed(again)
    evening.close(evening.publish(again))


@pytest.mark.parametrize("format_", ["rotating", "swiss_individual"])
def test_a_redraw_keeps_the_lock_of_a_table_whichever_side_is_named_first(format_: str):
    evening = Evening(8, format=format_, table_seats=[4])
    round_ = evening.draft()
    (one, partner), (two, opponent) = map(sorted, meetings(round_)[0])
    swapped = seat(evening, round_, 1, [opponent, partner], [two, one])
    assert locked(swapped) == [1]
    again = evening.redraw(round_)
    assert locked(again) == [1]
    released = evening.patch(f"/rounds/{round_['id']}/tables/1", {"locked": False})
    assert (locked(released), released["locks"]) == ([], [])


@pytest.mark.parametrize("format_", ["swiss", in_the_long_run("round_robin")])
def test_who_is_displaced_by_who_had_the_bye_has_no_second_bye(format_: str):
    evening = Evening(5, format=format_, rounds=3)
    (had,) = byes(evening.play())
    round_ = evening.draft()
    (idle,) = byes(round_)
    table = next(t for t in round_["tables"] if had in placed({"tables": [t], "byes": []}))
    ((one,), (other,)) = meetings({"tables": [table]})[0]
    rival = other if one == had else one
    changed = seat(evening, round_, table["number"], [rival], [idle])
    assert byes(changed) == [had]
    assert changed["byes"][0]["why"]["code"] == "bye_displaced"
    assert changed["byes"][0]["why"]["facts"]["byes"] == 1
    again = evening.redraw(round_)
    assert byes(again) != [had]
    assert [rival, idle] in [[a[0], b[0]] for a, b in meetings(again)]
    evening.close(evening.publish(again))


@pytest.mark.parametrize("published", [False, True], ids=["in a draft", "in a published round"])
def test_a_stationary_entry_moved_by_hand_is_warned_of(published: bool):
    evening = Evening(6)
    wish = {"stationary": [{"entry": str(evening.night.entries[2].id), "table": 2}]}
    evening.patch(f"/tournaments/{evening.night.tournament.id}", wish)
    round_ = evening.draft()
    assert round_["warnings"] == []
    if published:
        evening.publish(round_)
    at = next(t for t in round_["tables"] if t["number"] == 2)
    ((one,), (other,)) = meetings({"tables": [at]})[0]
    rival = other if one == 3 else one
    ((first,), _) = meetings(round_)[0]
    changed = seat(evening, round_, 1, [first], [3])
    (warning,) = changed["warnings"]
    assert (warning["code"], warning["facts"]) == (
        "stationary_moved", {"entry": 3, "table": 2, "now": 1}
    )  # fmt: skip
    assert evening.names[3] in warning["text"]
    assert rival in placed(changed)
    if published:
        return
    again = evening.redraw(round_)
    assert 3 in placed({"tables": [t for t in again["tables"] if t["number"] == 1], "byes": []})
    assert evening.round(round_)["warnings"] == []
    evening.close(evening.publish(again))


def test_two_who_are_kept_apart_are_seated_together_with_a_warning():
    evening = Evening(4)
    ids = [str(entry.id) for entry in evening.night.entries[:2]]
    wish = {"forbidden": [{"entries": ids, "as": "opponents"}]}
    evening.patch(f"/tournaments/{evening.night.tournament.id}", wish)
    changed = seat(evening, evening.draft(), 1, [1], [2], override=True, reason="They ask for it.")
    assert [(each["code"], sorted(each["facts"]["entries"])) for each in changed["warnings"]] == [
        ("kept_apart", [1, 2])
    ]


@pytest.mark.parametrize("format_", ["round_robin", in_the_long_run("swiss")])
def test_a_lock_lapses_when_somebody_it_names_goes_home(format_: str):
    evening = Evening(6, format=format_)
    round_ = evening.draft()
    ((one,), _), ((third,), _) = meetings(round_)[0], meetings(round_)[1]
    seat(evening, round_, 1, [one], [third])
    evening.tell(third, withdrawn=True)
    again = evening.redraw(round_)
    assert (again["error"], again["locks"], locked(again)) == (None, [], [])
    evening.close(evening.publish(again))


def test_a_lock_that_leaves_no_draw_can_be_taken_back():
    evening = Evening(4)
    round_ = evening.draft()
    ((one,), (other,)) = meetings(round_)[0]
    evening.patch(f"/rounds/{round_['id']}/tables/1", {"locked": True})
    ids = [str(evening.night.entries[each - 1].id) for each in (one, other)]
    wish = {"forbidden": [{"entries": ids, "as": "opponents"}]}
    evening.patch(f"/tournaments/{evening.night.tournament.id}", wish)
    assert evening.redraw(round_)["error"]["code"] == "no_draw_possible"
    evening.patch(f"/rounds/{round_['id']}/tables/1", {"locked": False})
    again = evening.redraw(round_)
    assert again["error"] is None
    evening.close(evening.publish(again))


@pytest.mark.parametrize(
    ("format_", "entries", "code"),
    [
        ("swiss", 7, "bye_lowest_of_rest"),
        ("swiss", 3, "bye_left_over"),
        ("rotating", 5, "sat_out_of_rest"),
    ],
)
def test_a_bye_is_not_said_to_be_of_the_lowest_while_the_director_seats_somebody_lower(
    format_: str, entries: int, code: str
):
    evening = Evening(entries, format=format_, rounds=3)
    evening.play()
    draft = evening.draft()
    (idle,) = byes(draft)
    (_, *beside), other = meetings(draft)[0]
    seat(evening, draft, 1, [idle, *beside], other)
    again = evening.redraw(draft)
    (bye,) = again["byes"]
    assert bye["why"]["code"] == code
    assert bye["entry"]["name"] in bye["why"]["text"]
    evening.close(evening.publish(again))
