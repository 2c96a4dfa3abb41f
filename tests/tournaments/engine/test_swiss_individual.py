"""Swiss for individuals: partners and opponents of like score."""

from itertools import combinations, permutations
from random import Random

import pytest

from tests.tournaments.engine.checker import matchings
from tests.tournaments.engine.nights import (
    check,
    night,
    opponent_counts,
    partner_counts,
    repeats,
    seating,
    sit_out_counts,
)
from tournaments.engine.draws import DrawRefused, Lock
from tournaments.engine.formats import perfect_matching
from tournaments.engine.formats.night import NightRound
from tournaments.engine.formats.swiss_individual import draw_round, splits


def ranking(*scores: int) -> list[tuple[int, int]]:
    """Entries 1, 2, ... with these scores, which fall."""
    return list(enumerate(scores, 1))


def sides(draw) -> list[tuple[tuple[int, ...], ...]]:
    return [table.sides for table in draw.tables]


def test_blocks_of_four_by_score_with_the_first_and_the_fourth_partners():
    draw = draw_round(night(8, 5), ranking(80, 70, 60, 50, 40, 30, 20, 10))
    assert sides(draw) == [((1, 4), (2, 3)), ((5, 8), (6, 7))]
    assert draw.method == "adaptive"


def test_of_a_block_the_split_without_a_repeat_is_drawn():
    past = (NightRound((((1, 4), (2, 3)), ((5, 6), (7, 8)))),)
    draw = draw_round(night(8, 5, past=past), ranking(80, 70, 60, 50, 40, 30, 20, 10))
    assert sides(draw) == [((1, 3), (2, 4)), ((5, 8), (6, 7))]


def test_where_a_block_has_played_all_its_splits_partners_come_from_the_next():
    first = [((1, 4), (2, 3)), ((1, 3), (2, 4)), ((1, 2), (3, 4))]
    second = [((5, 8), (6, 7)), ((5, 7), (6, 8)), ((5, 6), (7, 8))]
    past = tuple(NightRound(tables) for tables in zip(first, second, strict=True))
    tonight = night(8, 5, past=past)
    draw = draw_round(tonight, ranking(80, 70, 60, 50, 40, 30, 20, 10))
    assert repeats([*past, seating(draw)]) == 0


def test_four_who_played_all_their_splits_repeat_one():
    past = tuple(
        NightRound((table,)) for table in [((1, 4), (2, 3)), ((1, 3), (2, 4)), ((1, 2), (3, 4))]
    )
    draw = draw_round(night(4, 5, past=past), ranking(9, 8, 7, 5))
    assert sides(draw) == [((1, 4), (2, 3))]
    assert draw.tables[0].why.facts["partners"] == [[1, 4, 1], [2, 3, 1]]


def test_the_lowest_sit_out_first_and_nobody_twice_before_everybody_once():
    rng, tonight = Random(3), night(10, 5)
    for _ in range(5):
        scores = sorted(((e, rng.randrange(100)) for e in range(1, 11)), key=lambda s: -s[1])
        draw = draw_round(tonight, scores)
        check(tonight, draw)
        if not tonight.past:
            assert {bye.entry for bye in draw.byes} == {scores[-1][0], scores[-2][0]}
        tonight = tonight.after(seating(draw))
    assert sit_out_counts(tonight.past, range(1, 11)) == [1] * 10


def test_a_round_without_scores_is_drawn_by_the_seed():
    level = [(entry, 0) for entry in range(1, 33)]
    draws = {repr(draw_round(night(32, 5, lots=seed), level)) for seed in "abcabc"}
    assert len(draws) == 3


def test_bans_and_locks_are_kept():
    tonight = night(
        12,
        5,
        locks=(Lock(((1, 12), (2, 11)), 2),),
        never_partners=frozenset({(3, 6), (4, 5)}),
        never_opponents=frozenset({(7, 8)}),
    )
    draw = draw_round(tonight, ranking(*range(120, 0, -10)))
    check(tonight, draw)
    assert not {frozenset((3, 6)), frozenset((4, 5))} & partner_counts([seating(draw)]).keys()
    assert not any(
        {(7 in one) + (8 in one), (7 in other) + (8 in other)} == {1}
        for one, other in sides(draw)
        if {7, 8} <= {*one, *other}
    )


@pytest.mark.parametrize(
    "ban",
    [
        {"never_partners": frozenset({(1, 2), (1, 3), (1, 4)})},
        {"never_opponents": frozenset({(1, 2), (1, 3), (1, 4)})},
    ],
)
def test_bans_that_leave_no_draw_are_refused(ban):
    with pytest.raises(DrawRefused) as refused:
        draw_round(night(4, 5, **ban), ranking(4, 3, 2, 1))
    assert refused.value.code == "no_draw_possible"


@pytest.mark.full
def test_bans_that_partners_by_score_run_into_are_kept_by_a_search():
    """3 and 8 as partners would leave 2 and 4, who may not meet, no table apart."""
    apart = frozenset({(2, 3), (4, 8), (2, 4)})
    tonight = night(8, 4, never_partners=apart, never_opponents=apart)
    for order in permutations(range(1, 9)):
        if order[0] < 3 and order[1] > 6:
            draw = draw_round(tonight, [(entry, 80 - 10 * at) for at, entry in enumerate(order)])
            seated = [{e for side in table.sides for e in side} for table in draw.tables]
            assert not any({a, b} <= table for a, b in apart for table in seated)


@pytest.mark.parametrize("seed", range(20))
def test_tables_of_one_block_more_or_less_are_those_where_opponents_met_least(seed):
    """Of all ways to seat the pairs drawn: like blocks first, then least met."""
    random = Random(seed)
    tonight, order = night(12, 8), list(range(1, 13))
    for _ in range(5):
        draw = draw_round(tonight, [(entry, 0) for entry in order])
        block = {entry: at // 4 for at, entry in enumerate(order)}
        against = opponent_counts(tonight.past)

        def price(tables, block=block, against=against):
            gaps = [sum(block[e] for e in a) - sum(block[e] for e in b) for a, b in tables]
            foes = [frozenset((x, y)) for a, b in tables for x in a for y in b]
            return sum(gap**2 for gap in gaps), sum(against.get(two, 0) for two in foes)

        pairs = [side for table in draw.tables for side in table.sides]
        seatings = matchings([*pairs])  # type: ignore[list-item]  # pairs for entries
        assert price(sides(draw)) == min(map(price, seatings))
        tonight = tonight.after(seating(draw))
        random.shuffle(order)


@pytest.mark.parametrize(("six", "ways"), [((2, 2, 2), 15), ((3, 3), 10)])
def test_a_table_of_six_takes_a_remainder_of_two(six, ways):
    assert len(set(splits((1, 2, 3, 4, 5, 6), six[0]))) == ways
    tonight = night(14, 5, six=six)
    for _ in range(3):
        draw = draw_round(tonight, ranking(*range(140, 0, -10)))
        check(tonight, draw)
        assert not draw.byes
        tonight = tonight.after(seating(draw))
    large = [{e for s in t for e in s} for p in tonight.past for t in p.tables if t[2:] or t[0][2:]]
    assert not large[0] & large[1], "others sit at the table of six the next time"


@pytest.mark.parametrize("hundredths", [False, True])
def test_the_reason_has_ranks_and_sums_in_the_unit_of_the_scoring(hundredths: bool):
    draw = draw_round(night(4, 5), ranking(800, 700, 600, 500), hundredths=hundredths)
    why = draw.tables[0].why
    assert (why.code, why.facts["ranks"]) == ("by_standing", [1, 2, 3, 4])
    assert (why.facts["sums"], why.facts.get("hundredths", False)) == ([1300, 1300], hundredths)


def fewest_repeats(entries: list[int], before: dict[frozenset[int], int]) -> int:
    """By trial of all pairings: how many partnerships must repeat."""
    if not entries:
        return 0
    first, *rest = entries
    return min(
        before.get(frozenset((first, mate)), 0)
        + fewest_repeats([e for e in rest if e != mate], before)
        for mate in rest
    )


@pytest.mark.parametrize("players", [4, 5, 7, 8, 9])
def test_partners_repeat_only_where_all_pairings_do(players):
    rng, tonight = Random(players), night(players, 9)
    for _ in range(9):
        scores = [(entry, rng.randrange(2000)) for entry in sorted(tonight.present)]
        scores.sort(key=lambda score: -score[1])
        draw = draw_round(tonight, scores)
        check(tonight, draw)
        assert draw == draw_round(tonight, list(scores))
        before = partner_counts(tonight.past)
        drawn = sum(before.get(pair, 0) for pair in partner_counts([seating(draw)]))
        playing = [entry for table in sides(draw) for side in table for entry in side]
        assert drawn == fewest_repeats(playing, before)
        tonight = tonight.after(seating(draw))


@pytest.mark.parametrize("players", [4, 13, 22, 35, 60])
def test_a_night_of_coming_and_going_stays_fair(players):
    rng, tonight = Random(players), night(players, 8)
    steady, newcomer = set(tonight.present), players + 1
    for _ in range(8):
        scores = [(entry, rng.randrange(2000)) for entry in sorted(tonight.present)]
        draw = draw_round(tonight, sorted(scores, key=lambda score: -score[1]))
        check(tonight, draw)
        present, late = {*tonight.present, newcomer}, {*tonight.late, newcomer}
        newcomer += 1
        if len(present) > 5:
            present -= {rng.choice(sorted(present))}
        steady &= present
        tonight = night(present, 8, past=(*tonight.past, seating(draw)), late=frozenset(late))
    sat = sit_out_counts(tonight.past, steady)
    assert not sat or max(sat) - min(sat) <= 1
    if players > 16:
        assert repeats(tonight.past) == 0


@pytest.mark.parametrize("seed", range(30))
def test_the_best_pairs_are_the_best_of_all_level_by_level(seed):
    rng = Random(seed)
    players = range(2 * rng.randrange(1, 4))
    costs = {
        pair: (rng.randrange(3), rng.randrange(50), rng.randrange(9))
        for pair in combinations(players, 2)
        if rng.random() < 0.8
    }
    totals = []
    for order in permutations(players):
        pairs = list(zip(order[::2], order[1::2], strict=True))
        if all(pair in costs for pair in pairs):
            totals.append(tuple(map(sum, zip(*(costs[pair] for pair in pairs), strict=True))))
    found = perfect_matching(players, costs)
    assert (found is None) == (not totals)
    if found is not None:
        assert tuple(map(sum, zip(*(costs[p] for p in found), strict=True))) == min(totals)
