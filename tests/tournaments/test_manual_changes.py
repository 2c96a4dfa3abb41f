"""What a director changes in a draft by hand, and what a redraw keeps of it."""

import pytest

from tests.tournaments.evenings import Evening
from tests.tournaments.nights import Night, night
from tournaments.models import Round
from tournaments.services.draft_edits import ByeLock, TableChange, byes_update, draft_table_update
from tournaments.services.draws import round_draw
from tournaments.services.publication import round_publish
from tournaments.services.rounds import round_redraw
from tournaments.services.settings import tournament_update

from samba_service.kit.errors import BadFields  # isort: skip
from tournaments.errors import WrongTournamentState  # isort: skip
from tournaments.club_errors import ForbiddenPair

pytestmark = [pytest.mark.django_db, pytest.mark.full]

Layout = tuple[dict[int, list[list[int]]], list[int]]


def layout(round_: Round) -> Layout:
    """Entry numbers by table and side, and those without a table."""
    tables: dict[int, list[list[int]]] = {}
    byes: list[int] = []
    for each in round_.assignments.select_related("entry", "table").order_by("side", "position"):
        if each.table is None:
            byes.append(each.entry.number)
        else:
            sides = tables.setdefault(each.table.number, [])
            sides.extend([] for _ in range((each.side or 0) + 1 - len(sides)))
            sides[each.side or 0].append(each.entry.number)
    return tables, byes


def swap(
    held: Night,
    round_: Round,
    table: int,
    sides: list[list[int]],
    *,
    override: bool = False,
    reason: str = "",
) -> None:
    ids = {entry.number: entry.id for entry in held.entries}
    changes: TableChange = {"sides": [[ids[number] for number in side] for side in sides]}
    if override:
        changes["override"] = True
    if reason:
        changes["reason"] = reason
    draft_table_update(round_id=round_.id, number=table, by=held.director, changes=changes)


def redrawn(held: Night, round_: Round) -> Round:
    asked = round_redraw(round_id=round_.id, by=held.director)
    assert round_draw(round_id=asked.id, step=asked.step)
    return Round.objects.get(pk=round_.id)


def test_an_entry_that_comes_changes_places_with_one_that_goes():
    held = night(6)
    round_ = held.draw()
    tables, _ = layout(round_)
    (one,), (other,) = tables[1]
    (third,), (fourth,) = tables[2]
    swap(held, round_, 1, [[one], [fourth]], reason="They share a car.")
    assert layout(round_)[0] == {1: [[one], [fourth]], 2: [[third], [other]], 3: tables[3]}
    assert set(round_.tables.values_list("number", "locked")) == {(1, True), (2, False), (3, False)}


def test_an_entry_with_a_bye_comes_to_a_table_and_the_displaced_has_the_bye():
    held = night(5)
    round_ = held.draw()
    tables, (idle,) = layout(round_)
    (one,), (other,) = tables[1]
    swap(held, round_, 1, [[idle], [other]])
    now, byes = layout(round_)
    assert (now[1], byes) == ([[idle], [other]], [one])
    assert round_publish(round_id=round_.id, by=held.director).published_version


def test_sides_change_within_a_table():
    held = night(4)
    round_ = held.draw()
    (one,), (other,) = layout(round_)[0][1]
    swap(held, round_, 1, [[other], [one]])
    assert layout(round_)[0][1] == [[other], [one]]


def test_partners_of_individuals_are_changed_across_tables():
    held = night(8, format="rotating", accounts=0)
    round_ = held.draw()
    tables, _ = layout(round_)
    (a, b), (c, d) = tables[1]
    (e, f), (g, h) = tables[2]
    swap(held, round_, 1, [[a, e], [c, d]])
    assert layout(round_)[0] == {1: [[a, e], [c, d]], 2: [[b, f], [g, h]]}
    assert round_publish(round_id=round_.id, by=held.director).published_version


@pytest.mark.parametrize(
    ("sides", "detail"),
    [
        pytest.param([[1, 2], [3]], "sides of", id="a side too large"),
        pytest.param([[1], [1]], "one place", id="an entry twice"),
        pytest.param([[1], [5]], "not in this round", id="an entry that is not here"),
    ],
)
def test_sides_that_do_not_fit_are_refused(sides: list[list[int]], detail: str):
    held = night(4)
    held.enter(checked_in=False)
    round_ = held.draw()
    before = layout(round_)
    with pytest.raises(BadFields, match=detail):
        swap(held, round_, 1, sides)
    assert layout(round_) == before


def test_a_redraw_keeps_what_is_locked():
    held = night(8)
    round_ = held.draw()
    tables, _ = layout(round_)
    (one,), _ = tables[1]
    (third,), _ = tables[3]
    swap(held, round_, 1, [[one], [third]])
    kept = layout(round_)[0]
    held.change(held.entries[tables[4][0][0] - 1], withdrawn=True)
    held.enter()
    now = layout(redrawn(held, round_))[0]
    assert now[1] == kept[1]
    numbers = [n for sides in now.values() for side in sides for n in side]
    assert sorted(numbers) == sorted({*range(1, 10)} - {tables[4][0][0]})


def test_what_is_unlocked_is_drawn_again():
    held = night(6)
    round_ = held.draw()
    drawn = layout(round_)
    (one,), _ = drawn[0][1]
    (third,), _ = drawn[0][2]
    swap(held, round_, 1, [[one], [third]])
    draft_table_update(round_id=round_.id, number=1, by=held.director, changes={"locked": False})
    assert layout(redrawn(held, round_)) == drawn


def test_a_locked_bye_is_kept():
    held = night(5)
    round_ = held.draw()
    tables, (idle,) = layout(round_)
    (one,), (other,) = tables[1]
    swap(held, round_, 1, [[idle], [other]])
    byes: list[ByeLock] = [{"entry": held.entries[one - 1].id, "locked": True}]
    byes_update(round_id=round_.id, by=held.director, byes=byes)
    assert layout(redrawn(held, round_))[1] == [one]


def test_who_is_not_to_meet_meets_only_by_override_and_reason():
    held = night(4)
    one, other = held.entries[0], held.entries[1]
    tournament_update(
        tournament_id=held.tournament.id,
        by=held.director,
        changes={"forbidden": [{"entries": [one.id, other.id], "as": "opponents"}]},
    )
    round_ = held.draw()
    with pytest.raises(ForbiddenPair):
        swap(held, round_, 1, [[1], [2]])
    with pytest.raises(ForbiddenPair):
        swap(held, round_, 1, [[1], [2]], override=True)
    swap(held, round_, 1, [[1], [2]], override=True, reason="They want to.")
    assert layout(redrawn(held, round_))[0][1] == [[1], [2]]


def test_a_changed_table_shows_the_cost_that_a_draw_would_have_shown():
    held = night(4)
    round_ = held.draw()
    (one,), _ = layout(round_)[0][1]
    (third,), _ = layout(round_)[0][2]
    swap(held, round_, 1, [[one], [third]])
    table = round_.tables.get(number=1)
    assert len(table.why_cost) == 6
    assert table.why_code == "set_by_director"
    displaced = round_.tables.get(number=2)
    assert (len(displaced.why_cost), displaced.why_code) == (6, "displaced")


@pytest.mark.parametrize("format_", ["round_robin", "knockout"])
def test_what_a_director_makes_of_a_plan_is_the_directors_own(format_: str):
    held = night(4, format=format_, rounds=3 if format_ == "round_robin" else 2)
    round_ = held.draw()
    (one,), _ = layout(round_)[0][1]
    (third,), _ = layout(round_)[0][2]
    swap(held, round_, 1, [[one], [third]])
    round_.refresh_from_db()
    assert round_.method == "manual"


def test_after_publication_nothing_is_changed_by_hand():
    held = night(4)
    round_ = held.next_round()
    with pytest.raises(WrongTournamentState):
        swap(held, round_, 1, [[1], [2]])


def test_a_table_whose_sides_the_director_chose_and_let_go_is_still_the_directors():
    evening = Evening(4)
    draft = evening.draft()
    table = draft["tables"][0]
    sides = [[one["id"] for one in side["entries"]] for side in table["sides"]]
    path = f"/rounds/{draft['id']}/tables/{table['number']}"
    assert evening.patch(path, {"sides": sides[::-1]})["method"] == "manual"
    evening.patch(path, {"locked": False})
    evening.close(evening.publish(draft))


def test_a_table_that_was_kept_in_a_draw_and_let_go_after_it_is_the_directors():
    """Unpublished and locked again, it is part of the draw again."""
    evening = Evening(6)
    draft = evening.draft()
    path = f"/rounds/{draft['id']}/tables/1"
    evening.patch(path, {"locked": True})
    method = evening.redraw(draft)["method"]
    evening.patch(path, {"locked": False})
    published = evening.publish(draft)
    assert (method, published["method"]) == ("random", "manual")
    evening.post(f"/rounds/{draft['id']}/unpublish")
    evening.patch(path, {"locked": True})
    published = evening.publish(draft)
    assert published["method"] == "random"
    evening.close(published)
