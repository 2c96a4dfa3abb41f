"""What a director sees of a Swiss round: its method, tables, sides, reasons and refusals."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from tests.depth import one_of
from tests.tournaments.engine.checker import matchings, pairs_of
from tournaments.engine.draws import Draw, DrawRefused, Lock, Reason, lot, tie
from tournaments.engine.formats import swiss
from tournaments.engine.formats.constraints import Constraints, table_numbers
from tournaments.engine.formats.swiss_field import Entrant, Field


def field(*entrants: Entrant, round: int = 2, met: tuple[tuple[int, int], ...] = ()) -> Field:
    return Field(
        round=round, lots="7f3a", bracket=200, entrants=entrants, meetings=dict.fromkeys(met, 1)
    )


def ranked(size: int, step: int = 0) -> tuple[Entrant, ...]:
    return tuple(Entrant(n, n, step * (size - n)) for n in range(1, size + 1))


def reasons(draw: Draw) -> dict[int, Reason]:
    """By entry, the reason for its table or bye."""
    found = {e: t.why for t in draw.tables for side in t.sides for e in side}
    return found | {bye.entry: bye.why for bye in draw.byes}


def sides(draw: Draw) -> dict[int, tuple[int, ...]]:
    return {table.number: tuple(e for side in table.sides for e in side) for table in draw.tables}


def test_lots_and_ties_are_the_first_20_bits_of_the_named_hashes():
    """Worked out by `printf 7f3a:lot:3 | sha256sum | cut -c1-5`, and so on."""
    assert lot("7f3a", 3) == 0x25315
    assert tie("7f3a", 2, 9, 4) == tie("7f3a", 2, 4, 9) == 0x9E2CF
    assert tie("7f3a", 2, 9, 0) == 0xF5C60


def test_the_first_round_goes_by_lot_where_nobody_is_seeded():
    draw = swiss.draw(field(*ranked(9), round=1))
    assert draw.method == "random"
    assert draw != swiss.draw(replace(field(*ranked(9), round=1), lots="other"))
    assert {table.why.code for table in draw.tables} == {"drawn_by_lot"}
    assert {bye.why.code for bye in draw.byes} == {"bye_by_lot"}


def test_every_first_round_by_lot_is_as_likely_as_any_other():
    start = field(*ranked(4), round=1)
    seen = Counter(
        frozenset(map(frozenset, pairs_of(swiss.draw(replace(start, lots=str(seed))))))
        for seed in range(600)
    )
    assert len(seen) == 3
    assert min(seen.values()) > 150


def test_the_first_round_folds_a_seeded_field():
    """Seeds 1 to 3 were given; the others follow by lot, and the last of them has the bye."""
    entrants = [Entrant(n, n, seed={4: 1, 6: 2, 1: 3}.get(n)) for n in range(1, 8)]
    unseeded = sorted((2, 3, 5, 7), key=lambda entry: lot("7f3a", entry))
    order = [4, 6, 1, *unseeded]
    draw = swiss.draw(field(*entrants, round=1))
    assert draw.method == "fold"
    assert {frozenset(two) for two in pairs_of(draw)} == {
        frozenset((order[0], order[5])),
        frozenset((order[1], order[4])),
        frozenset((order[2], order[3])),
        frozenset((order[6], None)),
    }


@pytest.mark.parametrize("size", [5, 6])
@pytest.mark.parametrize("seed", "abcdefgh")
def test_a_first_round_by_lot_strays_from_its_order_as_little_as_bans_allow(size, seed):
    start = replace(field(*ranked(size), round=1), lots=seed)
    banned = {frozenset(two) for two in ((1, 2), (1, 3), (2, 3))}
    order: list[int | None] = [*range(1, size + 1)]
    order.sort(key=lambda entry: tie(seed, 1, 0, entry or 0))
    order += [None] * (size % 2)

    def strayed(matching: list[tuple[int, int | None]]) -> tuple[int, int]:
        return (
            sum(order.index(other) - order.index(one) for one, other in matching),
            sum(tie(seed, 1, one, other or 0) for one, other in matching),
        )

    allowed = [m for m in matchings(order) if not banned & {frozenset(two) for two in m}]
    drawn = swiss.draw(start, Constraints(frozenset({(1, 2), (1, 3), (2, 3)})))
    best = min(allowed, key=strayed)
    assert {frozenset(two) for two in pairs_of(drawn)} == {frozenset(two) for two in best}


@pytest.mark.parametrize("seeded", [False, True])
def test_a_ban_holds_in_the_first_round_too(seeded):
    entrants = [Entrant(n, n, seed=n if seeded else None) for n in range(1, 7)]
    start = field(*entrants, round=1)
    for two in combinations(range(1, 7), 2):
        draw = swiss.draw(start, Constraints(frozenset({two})))
        assert frozenset(two) not in {frozenset(each) for each in pairs_of(draw)}


def test_the_best_ranked_sit_at_table_one():
    assert {n: min(e) for n, e in sides(swiss.draw(field(*ranked(8, 100)))).items()} == {
        1: 1,
        2: 3,
        3: 5,
        4: 7,
    }


def test_a_stationary_entry_keeps_its_table_and_the_others_fill_the_rest():
    draw = swiss.draw(field(*ranked(8, 100)), Constraints(stationary={8: 1, 5: 12}))
    assert {n: set(e) for n, e in sides(draw).items()} == {
        1: {7, 8},
        2: {1, 2},
        3: {3, 4},
        12: {5, 6},
    }


def test_a_table_of_two_stationary_entries_takes_the_second_wish_where_the_first_is_taken():
    assert table_numbers([(1, 2), (3, 4), (5, 6)], {1: 2, 3: 2, 4: 5}, {}) == [2, 5, 1]


def test_two_stationary_entries_that_meet_sit_at_the_lower_of_their_tables():
    draw = swiss.draw(field(*ranked(4, 100)), Constraints(stationary={3: 7, 4: 5}))
    assert set(sides(draw)) == {1, 5}


def test_of_two_who_want_one_table_the_lock_wins_then_the_better_ranked():
    wishes = Constraints(locks=(Lock(((7,), (8,)), table=3),), stationary={1: 3, 3: 5, 5: 5})
    draw = swiss.draw(field(*ranked(8, 100)), wishes)
    assert {n: set(e) for n, e in sides(draw).items()} == {
        1: {1, 2},
        2: {5, 6},
        3: {7, 8},
        5: {3, 4},
    }


def test_a_locked_table_is_where_the_director_set_it():
    locks = (Lock(((1,), (4,)), table=2), Lock(((5,),), bye=True))
    draw = swiss.draw(field(*ranked(6, 100)), Constraints(locks=locks, stationary={1: 9}))
    assert {n: set(e) for n, e in sides(draw).items()} == {1: {2, 3}, 2: {1, 4}}
    assert [bye.entry for bye in draw.byes] == [5, 6]
    assert reasons(draw)[1].code == "set_by_director"
    assert reasons(draw)[5].code == "bye_by_director"


def test_who_had_the_first_side_less_has_it_now():
    one, other = Entrant(1, 1, balance=3), Entrant(2, 2, balance=1)
    assert sides(swiss.draw(field(one, other))) == {1: (2, 1)}
    assert sides(swiss.draw(field(one, other._replace(balance=4)))) == {1: (1, 2)}


def test_between_equals_chance_gives_the_first_side():
    start = field(*ranked(2))
    orders = {sides(swiss.draw(replace(start, lots=str(seed))))[1] for seed in range(20)}
    assert orders == {(1, 2), (2, 1)}


REASONS = [
    pytest.param(
        field(*ranked(4)),
        1,
        "closest",
        {"sides": [[1], [2]], "met": 0},
        id="nobody closer",
    ),
    pytest.param(
        field(*ranked(4), met=((1, 2),)),
        4,
        "not_closest",
        {"sides": [[1], [4]], "met": 0},
        id="somebody closer",
    ),
    pytest.param(
        field(*ranked(2), met=((1, 2),)),
        1,
        "met_before",
        {"sides": [[1], [2]], "met": 1},
        id="a rematch",
    ),
    pytest.param(
        field(Entrant(1, 1, 600), Entrant(2, 2, 200)),
        2,
        "closest",
        {"down": 1, "gap": 2, "cause": "alone", "again": False},
        id="alone in its bracket",
    ),
    pytest.param(
        field(*(Entrant(n, n, 200 * (n < 4)) for n in range(1, 5))),
        3,
        "closest",
        {"down": 3, "gap": 1, "cause": "odd"},
        id="an odd bracket",
    ),
    pytest.param(
        field(*(Entrant(n, n, 200 * (n < 3)) for n in range(1, 5)), met=((1, 2),)),
        2,
        "closest",
        {"down": 2, "cause": "met_all"},
        id="met everybody",
    ),
    pytest.param(
        field(*(Entrant(n, n, 200 * (n < 3)) for n in range(1, 5)), met=((3, 4),)),
        1,
        "not_closest",
        {"down": 1, "cause": "others"},
        id="for the others",
    ),
    pytest.param(
        field(Entrant(1, 1, 200, floats=("down", None)), Entrant(2, 2, 0)),
        1,
        "closest",
        {"down": 1, "cause": "alone", "again": True},
        id="a float again",
    ),
    pytest.param(field(*ranked(3)), 3, "bye_lowest", {"entry": 3, "byes": 0}, id="the lowest"),
    pytest.param(
        field(Entrant(1, 1), Entrant(2, 2), Entrant(3, 3, byes=1), met=((2, 3),)),
        2,
        "bye_fewest",
        {"entry": 2},
        id="the last had one",
    ),
    pytest.param(
        field(*ranked(3), met=((1, 2), (2, 3))),
        2,
        "bye_for_better_tables",
        {"entry": 2},
        id="the last is needed",
    ),
    pytest.param(
        field(*(Entrant(n, n, byes=2) for n in (1, 2, 3))),
        3,
        "bye_lowest",
        {"entry": 3, "byes": 2},
        id="again",
    ),
]


@pytest.mark.parametrize(("start", "entry", "code", "facts"), REASONS)
def test_every_table_and_bye_has_its_reason(start, entry, code, facts):
    reason = reasons(swiss.draw(start))[entry]
    assert (reason.code, dict(reason.facts) | facts) == (code, reason.facts)


@pytest.mark.parametrize(
    ("size", "forbidden", "facts"),
    [
        pytest.param(
            2,
            {(1, 2)},
            {"unpaired": [1, 2], "forbidden": [[1, 2]]},
            id="the only two",
        ),
        pytest.param(4, {(1, 2), (1, 3), (1, 4)}, {"forbidden": None}, id="one with nobody"),
    ],
)
@pytest.mark.parametrize("round", [1, 2])
def test_a_draw_that_bans_make_impossible_is_refused_with_the_facts(size, forbidden, facts, round):
    with pytest.raises(DrawRefused) as refusal:
        swiss.draw(field(*ranked(size), round=round), Constraints(frozenset(forbidden)))
    assert refusal.value.code == "no_draw_possible"
    for name, value in facts.items():
        assert refusal.value.facts[name] == value or value is None
    assert "1" in str(refusal.value.facts["unpaired"])


def test_a_ban_on_all_leaves_one_to_the_bye():
    draw = swiss.draw(field(*ranked(3)), Constraints(frozenset({(1, 2), (2, 3)})))
    assert [bye.entry for bye in draw.byes] == [2]


@pytest.mark.parametrize(
    ("locks", "fact"),
    [
        pytest.param((Lock(((1,), (9,))),), {"absent": [9]}, id="not here"),
        pytest.param((Lock(((1,), (2,))), Lock(((1,),), bye=True)), {"entries": [1]}, id="twice"),
        pytest.param(
            (Lock(((1,), (2,)), 1), Lock(((3,), (4,)), 1)), {"tables": [1]}, id="one table"
        ),
        pytest.param((Lock(((1,),)),), {"locks": [[1]]}, id="one side"),
        pytest.param((Lock(((1, 2), (3,))),), {"locks": [[1, 2, 3]]}, id="three entries"),
        pytest.param((Lock(((2,), (1,))),), {"forbidden": [[1, 2]]}, id="forbidden"),
    ],
)
def test_locks_that_cannot_be_are_refused(locks, fact):
    with pytest.raises(DrawRefused) as refusal:
        swiss.draw(field(*ranked(4)), Constraints(frozenset({(1, 2)}), locks))
    assert refusal.value.code == "no_draw_possible"
    assert refusal.value.facts == fact


def test_the_director_may_overrule_a_ban():
    locks = (Lock(((2,), (1,)), override=True),)
    draw = swiss.draw(field(*ranked(4)), Constraints(frozenset({(1, 2)}), locks))
    assert {frozenset(two) for two in pairs_of(draw)} == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.parametrize("size", [0, 1])
def test_fewer_than_two_cannot_be_drawn(size):
    with pytest.raises(DrawRefused) as refusal:
        swiss.draw(field(*ranked(size)))
    assert (refusal.value.code, refusal.value.facts) == ("no_draw_possible", {"entries": size})


def test_everybody_locked_leaves_nothing_to_draw():
    draw = swiss.draw(field(*ranked(2)), Constraints(locks=(Lock(((1,), (2,))),)))
    assert sides(draw)[1] in {(1, 2), (2, 1)}


@pytest.mark.parametrize(("size", "seeded"), one_of(3, product([299, 300], [False, True])))
def test_a_large_first_round_is_drawn_like_a_small_one(size, seeded, monkeypatch):
    entrants = [Entrant(n, n, seed=n if seeded else None) for n in range(1, size + 1)]
    start = field(*entrants, round=1)
    banned = Constraints(frozenset(combinations((1, 2, 3, 140, 150, size - 1, size), 2)))
    near = swiss.draw(start, banned)
    monkeypatch.setattr(swiss, "DENSE", size)
    assert swiss.draw(start, banned) == near


def test_a_large_field_reaches_further_where_the_near_ones_have_all_met():
    """All below 40 ranks away have met: nothing is found among 20 but what is not yet met."""
    size = 300
    met = tuple(two for two in combinations(range(1, size + 1), 2) if two[1] - two[0] < 40)
    draw = swiss.draw(field(*ranked(size), met=met))
    assert all(table.why.cost[0] == 0 for table in draw.tables)


@pytest.mark.full
def test_a_large_field_meets_again_only_where_it_must():
    """Two who have met everybody, one another too, and all others nobody."""
    size = 258
    met = tuple((low, high) for low in (1, 2) for high in range(low + 1, size + 1))
    draw = swiss.draw(field(*ranked(size), met=met))
    assert sum(table.why.cost[0] for table in draw.tables) == 1
