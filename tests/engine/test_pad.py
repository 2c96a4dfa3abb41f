"""The score pad: what was counted at a table becomes what the engine would have scored."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.novice import novice
from games.bots.random_bot import random_action
from games.engine.notation import position_in
from games.engine.pad import hands_in, keep_score, seats_for, sheet_fields
from games.engine.pad.lines import hand_score
from games.engine.phase import GameEnd
from games.engine.rulesets import Rules, resolve
from games.engine.scoring.sheet import score
from games.engine.table.hand import HandState
from tests.depth import cases
from tests.engine.pad_sheets import as_on_paper, ended_hands, on_the_pad, written
from tests.engine.played import started
from tests.engine.sheets import CLASSIC, PRESETS
from tests.engine.test_scoring_laws import DEARER, TABLES, some_hand, told
from tests.engine.test_worked_examples import SHEETS

POSITIONS = [
    pytest.param(position_in(line), id=f"{line.split()[0]}: {says}") for says, line, *_ in SHEETS
]


@pytest.mark.parametrize("state", POSITIONS)
def test_the_score_sheets_of_the_worked_examples(state: HandState) -> None:
    """Without the checks: in some of them a side that may not go out did."""
    [hand] = hands_in([written(state)])
    found = hand_score(hand, state.rules, state.seats)
    assert found == tuple(as_on_paper(score(state)))


def test_a_hand_as_it_is_written_at_the_table() -> None:
    """The first two worked examples together, as their players would count them."""
    one = {
        "side": 0,
        "counts": {"sambas": 1, "mixed_canastas": 1, "red_threes": 2},
        "melded_cards": 225,
        "hand_cards": 65,
    }
    other = {
        "side": 1,
        "counts": {"natural_canastas": 1, "red_threes": 3},
        "melded_cards": 100,
        "hand_cards": 70,
        "red_threes_in_hand": 1,
    }
    [hand] = on_the_pad(CLASSIC, 4, {"went_out": 0, "sides": [other, one]})
    assert [side.total for side in hand] == [2360, -520]
    assert [line.rule for line in hand[1].lines] == [
        "SCORE-03", "SCORE-07", "SCORE-01", "SCORE-08", "SCORE-02",
    ]  # fmt: skip


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_played_hands_score_line_by_line_as_the_engine_scored_them(
    rules: Rules, seats: int
) -> None:
    """And no check takes a true sheet for a false one."""
    for policies in ((novice,), (novice, random_action)):
        game = started(seats, extends=rules.slug, seats=seats, hands=cases(1, 4))
        game.policies = policies
        ends = list(ended_hands(game))
        pad = keep_score(game.match.rules, seats=seats, hands=hands_in(map(written, ends)))
        assert [hand.score for hand in pad.hands] == [tuple(as_on_paper(score(e))) for e in ends]
        result = game.match.result
        assert result is not None
        assert (pad.totals, pad.winner, pad.draw) == (result.scores, result.winner, result.draw)
        assert pad.end is result.end


@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (6, 0)])
def test_played_hands_under_house_rules_of_debt(seats: int, seed: int) -> None:
    game = started(seed, seats=seats, hands=6, overrides=DEARER)
    game.policies = (random_action,)
    fallen = 0
    for state in ended_hands(game):
        [found] = on_the_pad(state.rules, seats, written(state))
        assert found == tuple(as_on_paper(score(state)))
        fallen += sum(line.code == "debt_dismantled" for side in found for line in side.lines)
    assert fallen


@pytest.mark.parametrize(("rules", "seats"), TABLES)
@settings(max_examples=cases(10, 200))
@given(seed=st.integers(0, 2**32))
def test_hands_laid_out_at_random_score_what_the_rules_say(
    rules: Rules, seats: int, seed: int
) -> None:
    state = some_hand(rules, seats, Random(seed))
    [hand] = hands_in([written(state)])
    found = hand_score(hand, rules, seats)
    assert found == tuple(as_on_paper(score(state)))
    assert [side.total for side in found] == [told(state, side.side) for side in found]


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_every_number_of_a_true_sheet_has_a_field(rules: Rules, seats: int) -> None:
    paths = {field.path for field in sheet_fields(rules, seats)} | {"side"}
    for seed in range(cases(20, 200)):
        for side in written(some_hand(rules, seats, Random(seed)))["sides"]:
            inner = [name for name in ("counts", "debt_dismantled") if name in side]
            nested = {f"{name}.{code}" for name in inner for code in side.pop(name)}
            assert nested | set(side) <= paths | {"penalties"}


def totals_only(*points: int) -> dict[str, Any]:
    return {"sides": [{"side": side, "total": each} for side, each in enumerate(points)]}


def test_a_side_may_give_only_its_total_and_then_has_no_lines() -> None:
    [hand] = on_the_pad(CLASSIC, 4, totals_only(1285, -340))
    assert [(side.lines, side.total) for side in hand] == [((), 1285), ((), -340)]


def test_corrections_have_lines_of_their_own_by_reason() -> None:
    sheet = {
        "side": 0,
        "melded_cards": 30,
        "penalties": [
            {"points": -100, "reason": "did not go out"},
            {"points": -50, "reason": "drew three"},
            {"points": -100, "reason": "did not go out"},
        ],
        "adjustments": [{"points": 100, "reason": "exact deal"}],
    }
    [hand] = on_the_pad(CLASSIC, 4, {"sides": [sheet, {"side": 1, "total": 0}]})
    assert [(line.code, line.points, line.count, line.reason) for line in hand[0].lines] == [
        ("melded_cards", 30, 0, None),
        ("penalty", -200, 2, "did not go out"),
        ("penalty", -50, 1, "drew three"),
        ("adjustment", 100, 1, "exact deal"),
    ]
    assert hand[0].total == -120


@pytest.mark.parametrize(
    ("rules", "scores", "hands", "minimum"),
    [
        pytest.param(CLASSIC, (), [], (50, 50), id="before the first hand"),
        pytest.param(CLASSIC, (1500, 620), [], (90, 50), id="from where a game goes on"),
        pytest.param(CLASSIC, (), [(1495, -5)], (50, 15), id="after a hand"),
        pytest.param(CLASSIC, (1400, 2995), [(100, 5)], (90, 120), id="both together"),
        pytest.param(PRESETS["handfoot"], (), [], (50, 50), id="by the hand: the first"),
        pytest.param(PRESETS["handfoot"], (), [(9000, -500)] * 2, (120, 120), id="the third"),
        pytest.param(PRESETS["handfoot"], (), [(0, 0)] * 5, (150, 150), id="beyond the table"),
    ],
)
def test_the_minimum_of_the_next_hand(
    rules: Rules, scores: tuple[int, ...], hands: list[tuple[int, int]], minimum: tuple[int, ...]
) -> None:
    sheets = hands_in([totals_only(*points) for points in hands])
    pad = keep_score(rules, seats=4, hands=sheets, scores=scores)
    assert pad.next_minimum == minimum


@pytest.mark.parametrize(
    ("rules", "hands", "end", "winner"),
    [
        pytest.param(CLASSIC, [(9995, 0)], None, None, id="five short"),
        pytest.param(CLASSIC, [(9995, 0), (5, 0)], GameEnd.TARGET, 0, id="the target"),
        pytest.param(CLASSIC, [(10000, 10005)], GameEnd.TARGET, 1, id="both: the higher"),
        pytest.param(CLASSIC, [(10000, 10000)], GameEnd.TARGET, None, id="a draw"),
        pytest.param(CLASSIC, [(10000, 10000), (0, 5)], GameEnd.TARGET, 1, id="one hand more"),
        pytest.param(PRESETS["handfoot"], [(9000, 0)] * 3, None, None, id="three hands of four"),
        pytest.param(PRESETS["handfoot"], [(0, 5)] * 4, GameEnd.HAND_LIMIT, 1, id="four hands"),
        pytest.param(
            resolve({"extends": "classic", "overrides": {"game": {"target": 5000}}}),
            [(0, 5000)],
            GameEnd.TARGET,
            1,
            id="house rules",
        ),
    ],
)
def test_when_the_game_is_over_and_who_has_won(
    rules: Rules, hands: list[tuple[int, int]], end: GameEnd | None, winner: int | None
) -> None:
    pad = keep_score(rules, seats=4, hands=hands_in([totals_only(*each) for each in hands]))
    assert (pad.end, pad.winner) == (end, winner)
    assert pad.draw is (end is not None and winner is None)
    assert pad.totals == tuple(map(sum, zip(*hands, strict=True)))


def test_house_rules_count_by_their_own_numbers() -> None:
    rules = resolve(
        {
            "extends": "classic",
            "overrides": {"canasta": {"samba": 2000, "many": 2, "many_bonus": 1000}},
        }
    )
    sheet = {"side": 0, "counts": {"sambas": 1, "natural_canastas": 1}, "melded_cards": 120}
    [hand] = on_the_pad(rules, 4, {"sides": [sheet, {"side": 1}]})
    assert {line.code: line.points for line in hand[0].lines} == {
        "natural_canastas": 500,
        "sambas": 2000,
        "many_canastas": 1000,
        "melded_cards": 120,
    }


@pytest.mark.parametrize(
    ("slug", "sides", "seats"),
    [
        ("classic", 2, 4),
        ("classic", 3, 3),
        ("classic", 5, 5),
        ("handfoot", 2, 4),
        ("quad", 3, 6),
        ("quad", 2, 6),
        ("bolivia", 3, 4),
        ("classic", 4, 4),
    ],
)
def test_the_table_for_a_number_of_sides(slug: str, sides: int, seats: int) -> None:
    assert seats_for(PRESETS[slug], sides) == seats
