"""Score lines: what is counted makes them, and logs, snapshots and answers carry them."""

import json

import pytest

from games.engine.codec import event_in, event_out, score_in, score_out
from games.engine.event_view import event_view
from games.engine.events import GameCreated, HandScored, PenaltyGiven, ScoreLine, SideScore
from games.engine.match import LastHand, Match
from games.engine.phase import HandEnd
from games.engine.scoring.counting import Cards, Counted
from games.engine.scoring.sheet import RULE_OF, line, score
from games.engine.scoring.sheet import sheet as sheet_of
from games.engine.snapshot import hand_in, hand_out, match_in, match_out
from games.engine.table.changes import evolve
from games.engine.table.hand import HandState
from tests.engine.sheets import CLASSIC, PRESETS, counted_hand, group, sheet

CODES = {
    "melded_cards", "hand_cards", "natural_canastas", "mixed_canastas", "sambas", "black_sambas",
    "wild_canastas", "sevens_canastas", "threes_canastas", "many_canastas", "red_threes",
    "red_threes_in_hand", "black_threes_in_hand", "went_out", "penalty", "debt_dismantled",
    "adjustment",
}  # fmt: skip
PROMISE = PenaltyGiven(2, "going_out.promise", -100)
PLAIN = line("melded_cards", 225, 17)
FINED = line("penalty", -200, 2, "going_out.promise")
FALLEN = line("debt_dismantled", -2800, 2, melds=(3, 5))
SCORE = (SideScore(0, (PLAIN, FINED), 25), SideScore(1, (PLAIN, FALLEN), -2575))


def fined(*penalties: PenaltyGiven) -> HandState:
    state = counted_hand(PRESETS["denexa"], group("9", 3))
    for penalty in penalties:
        state = evolve(state, penalty)
    return state


def test_every_line_of_the_interface_has_its_paragraph() -> None:
    assert set(RULE_OF) == CODES
    assert sorted(RULE_OF.values()) == [f"SCORE-{number:02}" for number in range(1, 18)]


def test_the_numbers_that_old_snapshots_gave_the_codes_still_hold() -> None:
    assert list(RULE_OF)[:8] == [
        "natural_canastas",
        "mixed_canastas",
        "sambas",
        "went_out",
        "red_threes",
        "melded_cards",
        "red_threes_in_hand",
        "hand_cards",
    ]


def test_a_broken_promise_is_a_line_with_its_reason() -> None:
    """The side pays, whichever player asked."""
    state = fined(PROMISE)
    assert sheet(state) == {"melded_cards": 30, "penalty": -100, "total": -70}
    assert score(state)[0].lines[-1] == ScoreLine(
        "penalty", -100, 1, "SCORE-15", "going_out.promise"
    )
    assert sheet(state, 1) == {"total": 0}


def test_penalties_of_one_reason_are_one_line() -> None:
    state = fined(
        PROMISE, PenaltyGiven(0, "other", -50), PenaltyGiven(0, "going_out.promise", -100)
    )
    lines = [each for each in score(state)[0].lines if each.code == "penalty"]
    assert lines == [
        line("penalty", -200, 2, "going_out.promise"),
        line("penalty", -50, 1, "other"),
    ]


def test_a_penalty_is_logged_and_read_by_everybody() -> None:
    logged = json.loads(json.dumps(event_out(PROMISE)))
    assert event_in(logged) == PROMISE
    assert logged == {
        "type": "penalty_given",
        "seat": 2,
        "reason": "going_out.promise",
        "points": -100,
    }
    assert [event_view(PROMISE, seat) for seat in (None, 1, 2)] == [logged] * 3


def test_penalties_outlast_a_snapshot() -> None:
    state = fined(PROMISE, PROMISE)
    again = hand_in(json.loads(json.dumps(hand_out(state))), state.rules, 4, [0, 0])
    assert again.penalties == state.penalties
    assert score(again) == score(state)


def test_a_hand_without_penalties_says_nothing_of_them() -> None:
    """Snapshots from before there were any read as ones without."""
    assert "penalties" not in hand_out(fined())
    assert hand_in(hand_out(fined()), PRESETS["denexa"], 4, [0, 0]).penalties == ()


def test_reason_and_melds_are_there_only_where_there_are_any() -> None:
    plain = {"code": "melded_cards", "points": 225, "count": 17, "rule": "SCORE-01"}
    fine = {
        "code": "penalty",
        "points": -200,
        "count": 2,
        "rule": "SCORE-15",
        "reason": "going_out.promise",
    }
    fallen = {"code": "debt_dismantled", "points": -2800, "count": 2, "rule": "SCORE-16"}
    assert score_out(SCORE) == [
        {"side": 0, "lines": [plain, fine], "total": 25},
        {"side": 1, "lines": [plain, fallen | {"melds": [3, 5]}], "total": -2575},
    ]


def test_a_sheet_is_read_as_it_was_written() -> None:
    assert score_in(json.loads(json.dumps(score_out(SCORE)))) == SCORE
    scored = HandScored(4, SCORE)
    assert event_in(json.loads(json.dumps(event_out(scored)))) == scored
    assert event_view(scored, None)["score"] == score_out(SCORE)


def test_a_snapshot_keeps_the_last_sheet_whole() -> None:
    match = Match(GameCreated({}, {}, 4, False, (0, 0), ""), CLASSIC)
    match.last_hand = LastHand(4, 1, HandEnd.WENT_OUT, 2, SCORE, "5a" * 32)
    written = json.loads(json.dumps(match_out(match)))
    assert match_in(written, CLASSIC).last_hand == match.last_hand
    assert written["last_hand"][4][0][0] == [list(RULE_OF).index("melded_cards"), 225, 17]


NOTHING = Counted({}, melded=Cards(0), hand=Cards(0))
POINTS = Counted({}, melded=Cards(100), hand=Cards(70))
OUT = Counted({"samba": 1, "mixed": 1}, Cards(225, 18), Cards(65, 3), red_threes=2, went_out=True)
OTHERS = Counted({"natural": 1}, Cards(100, 10), Cards(70, 6), red_threes=3, red_threes_in_hand=1)


@pytest.mark.parametrize(
    ("side", "points"),
    [
        pytest.param(OUT, [300, 1500, 200, 200, 225, -65], id="the side that went out"),
        pytest.param(OTHERS, [500, -300, 100, -750, -70], id="the others"),
        pytest.param(NOTHING, [], id="nothing"),
        pytest.param(POINTS, [100, -70], id="points alone, the cards not counted"),
    ],
)
def test_only_counts_make_a_sheet(side: Counted, points: list[int]) -> None:
    """As at a table, where nobody names the cards."""
    assert [each.points for each in sheet_of(side, CLASSIC, 4)] == points


def test_the_sheet_shows_who_went_out_also_where_it_pays_nothing() -> None:
    """Mexican Samba lists no bonus."""
    sheet = sheet_of(NOTHING._replace(went_out=True), PRESETS["mexican"], 4)
    assert [(each.code, each.points, each.count) for each in sheet] == [("went_out", 0, 1)]
