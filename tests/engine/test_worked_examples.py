"""The worked examples of the rules hold in the rulesets that they name; and score sheets."""

import pytest

from games.engine.errors import Rule
from games.engine.examples import Example, examples
from games.engine.notation import position_in, position_out
from games.engine.scoring.sheet import RULE_OF, score
from games.engine.table.hand import HandState
from tests.engine.positions import after, refusal
from tests.engine.sheets import PRESETS


def natural(rank: str) -> str:
    """Seven cards of a rank."""
    return " ".join(f"{rank}{suit}" for suit in "CCDDHHS")


def numbered(*melds: str) -> str:
    """The melds of a side under their numbers."""
    return ", ".join(f"#{number} {cards}" for number, cards in enumerate(melds, 1))


KINGS, QUEENS, JACKS, NINES, EIGHTS, SEVENS = map(natural, "KQJ987")
SEVEN = numbered("JK JK 2C 2C 2D 2H 2S", *map(natural, "745689"))
"""Seven canastas: of wild cards, of sevens, and five of which four are worth 35 points."""

ROWS = [
    pytest.param(f"{slug} {each.position}", each, id=f"{paragraph} {slug}: {each.says}")
    for paragraph, shown in sorted(examples().items())
    for each in shown
    for slug in each.rulesets
]


@pytest.mark.parametrize(("line", "example"), ROWS)
def test_what_a_player_may_do(line: str, example: Example) -> None:
    start = state = position_in(line)
    *first, last = example.does
    for action in first:
        state = after(state, action, seat=state.to_act[0])
    seat = state.to_act[0] if example.by is None else example.by
    if example.refused is not None:
        assert refusal(state, last, seat) is example.refused
    else:
        assert new_clauses(start, after(state, last, seat=seat)) == example.changes


def new_clauses(start: HandState, end: HandState) -> str:
    """What the line of `end` says that the line of `start` did not."""
    was = position_out(start).split(" | ")
    return " | ".join([clause for clause in position_out(end).split(" | ") if clause not in was])


def test_every_paragraph_by_which_play_is_refused_has_an_example_that_it_refuses() -> None:
    refused = {each.refused for shown in examples().values() for each in shown}
    between_hands = {Rule.GAME_NOT_ACTIVE}
    assert set(Rule) - refused == between_hands
    assert {rule.value for rule in set(Rule) - between_hands} <= set(examples())


MINIMUMS = [
    *[("classic", score, 1, need) for score, need in (
        (-2000, 15), (-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120),
        (6995, 120), (7000, 150), (20000, 150),
    )],
    *[("denexa", score, 1, need) for score, need in ((6995, 120), (7000, 160))],
    *[("bolivia", score, 1, need) for score, need in ((0, 50), (1500, 90), (15000, 150))],
    *[("mexican", score, 1, need) for score, need in (
        (-5, 50), (0, 50), (2995, 50), (3000, 90), (5000, 120), (7495, 120), (7500, 150),
        (8995, 150), (9000, 190),
    )],
    *[("handfoot", score, hand, need) for score in (-500, 0, 20000) for hand, need in (
        (1, 50), (2, 90), (3, 120), (4, 150),
    )],
]  # fmt: skip


@pytest.mark.parametrize(("slug", "score", "hand", "need"), MINIMUMS)
def test_what_the_first_melds_need(slug: str, score: int, hand: int, need: int) -> None:
    assert PRESETS[slug].initial_minimum.at(score, hand) == need


SHEETS: list[tuple[str, str, dict[str, int], int]] = [
    ("the side that goes out",
     "classic 4 | over, 0 went out | 0: none | 2: 4C 9C JK"
     " | side 0: #1 5H 6H 7H 8H 9H TH JH, #2 KC KD KH KS KC 2C 2D, #3 AC AD AH AS; red 3D 3H",
     {"sambas": 1500, "mixed_canastas": 300, "went_out": 200, "red_threes": 200,
      "melded_cards": 225, "hand_cards": -65}, 2360),
    ("the others, one of whom holds a red three",
     "classic 4 | over, 1 went out | 0: QS JC 7C 3C | 2: AC AD 3D"
     f" | side 0: #1 {EIGHTS}, #2 QC QD QH; red 3D 3H 3H",
     {"natural_canastas": 500, "red_threes": -300, "melded_cards": 100,
      "red_threes_in_hand": -750, "hand_cards": -70}, -520),
    ("nobody goes out: the stock is exhausted",
     "classic 4 | over, stock exhausted | 0: KC KD KH KS 5C | 2: none"
     " | side 0: #1 8S 9S TS JS QS KS AS, #2 4C 4D 4H 4S 4C 2C JK; red 3H",
     {"sambas": 1500, "mixed_canastas": 300, "red_threes": 100, "melded_cards": 175,
      "hand_cards": -45}, 2030),
    ("six red threes and two canastas",
     f"classic 4 | over, 0 went out | 0: none | 2: none | side 0: #1 {NINES},"
     " #2 JC JD JH JS JC 2H 2S; red 3D 3D 3D 3H 3H 3H",
     {"natural_canastas": 500, "mixed_canastas": 300, "went_out": 200, "red_threes": 1000,
      "melded_cards": 160}, 2160),
    ("six red threes and one canasta",
     "classic 4 | over, 1 went out | 0: AC KC | 2: none"
     " | side 0: #1 JC JD JH JS JC 2H 2S; red 3D 3D 3D 3H 3H 3H",
     {"mixed_canastas": 300, "red_threes": -600, "melded_cards": 90, "hand_cards": -30}, -240),
    ("the side that goes out",
     f"denexa 4 | over, 0 went out | 0: none | 2: AC AD | side 0: #1 {NINES},"
     " #2 4C 5C 6C 7C 8C 9C TC; red 3D 3D 3D 3H 3H 3H",
     {"natural_canastas": 500, "sambas": 500, "went_out": 200, "red_threes": 1000,
      "melded_cards": 120, "hand_cards": -40}, 2280),
    ("six red threes without a canasta",
     "denexa 4 | over, 1 went out | 0: JK | 2: JK 2D"
     " | side 0: #1 QC QD QH QS 2C JK; red 3D 3D 3D 3H 3H 3H",
     {"red_threes": -1000, "melded_cards": 110, "hand_cards": -120}, -1010),
    ("two red threes that nobody laid",
     "denexa 4 | over, 0 went out | 0: none | 2: 3H 3H"
     " | side 0: #1 TC TC TD TD TH TH TS, #2 5C 5C 5D 5H 5S 2C 2D; red 3D",
     {"natural_canastas": 500, "mixed_canastas": 300, "went_out": 200, "red_threes": 100,
      "melded_cards": 135, "red_threes_in_hand": -1000}, 235),
    ("the side that goes out",
     f"handfoot 4 | over, 0 went out | 0: none | 2: 4C 4D JK | side 0: #1 {SEVENS},"
     f" #2 JK JK JK JK 2C 2D 2H, #3 AC AC AD AD AH AH AS, #4 {KINGS}, #5 {QUEENS}, #6 {JACKS},"
     " #7 TC TC TD TD TH TH TS, #8 8C 8C 8D 8H 8S 2C 2S, #9 8H 9H TH JH QH KH AH,"
     " #10 3C 3C 3S 3S; red 3D 3D 3D 3H 3H",
     {"natural_canastas": 2500, "mixed_canastas": 300, "sambas": 2000, "wild_canastas": 2000,
      "sevens_canastas": 2000, "went_out": 2000, "red_threes": 500, "melded_cards": 905,
      "hand_cards": -60}, 12145),
    ("the others, with a second hand that nobody picked up",
     "handfoot 4 | over, 1 went out | 0: KC QC JC | 2: AC AD 4C"
     " | foot 2: 3D JK AC AD KC QD JH TS 9C 8D 7C 6D 5H 4S 4C"
     f" | side 0: #1 {NINES}, #2 6C 6C 6D 6D 6H 6H 6S, #3 5C 5D 5H 5S 2C 2D 2H, #4 JK 2C 2S;"
     " red 3D 3H 3H",
     {"natural_canastas": 1000, "mixed_canastas": 300, "red_threes": 300, "melded_cards": 275,
      "red_threes_in_hand": -100, "hand_cards": -250}, 1525),
    ("the side that goes out, its debt covered",
     "mexican 4 | over, 0 went out | 0: none | 2: 9C 8D 3C | side 0: #1 JK JK JK 2C 2D 2H 2S,"
     f" #2 {SEVENS}, #3 {KINGS} KS, #4 4C 4C 4D 4H 4S 2C 2D, #5 QC QD QH; red 3D 3H",
     {"natural_canastas": 500, "mixed_canastas": 300, "wild_canastas": 2000,
      "sevens_canastas": 1500, "went_out": 0, "red_threes": 200, "melded_cards": 440,
      "black_threes_in_hand": -100, "hand_cards": -15}, 4825),
    ("a debt of 290 of which red threes cover 100: the canasta falls",
     "mexican 4 | over, 1 went out | 0: 3C 3S JK | 2: AC AD"
     " | side 0: #1 TC TC TD TD TH TH TS, #2 4C 4D 4H; red 3D",
     {"natural_canastas": 500, "red_threes": 100, "melded_cards": 85,
      "black_threes_in_hand": -200, "hand_cards": -90, "debt_dismantled": -500}, -105),
    ("of two canastas the one falls that costs less",
     "mexican 4 | over, 1 went out | 0: KC KD KH | 2: QC QD QH"
     f" | side 0: #1 9C 9C 9D 9H 9S 2C 2D, #2 {JACKS}",
     {"natural_canastas": 500, "mixed_canastas": 300, "melded_cards": 160, "hand_cards": -60,
      "debt_dismantled": -300}, 600),
    ("seven canastas, the debt covered by a red three",
     f"mexican 4 | over, 1 went out | 0: none | 2: AC AD | side 0: {SEVEN}; red 3D",
     {"natural_canastas": 2500, "wild_canastas": 2000, "sevens_canastas": 1500,
      "many_canastas": 2000, "red_threes": 100, "melded_cards": 445, "hand_cards": -40}, 8505),
    ("without the red three a canasta falls, and six earn no bonus for many",
     f"mexican 4 | over, 1 went out | 0: none | 2: AC AD | side 0: {SEVEN}",
     {"natural_canastas": 2500, "wild_canastas": 2000, "sevens_canastas": 1500,
      "many_canastas": 2000, "melded_cards": 445, "hand_cards": -40,
      "debt_dismantled": -2500}, 5905),
    ("the side that goes out",
     "bolivia 4 | over, 0 went out | 0: none | 2: KC KD"
     " | side 0: #1 JK JK JK 2C 2D 2H 2S, #2 6H 7H 8H 9H TH JH QH, #3 3C 3C 3S",
     {"sambas": 1500, "wild_canastas": 2500, "went_out": 200, "melded_cards": 305,
      "hand_cards": -20}, 4485),
    ("the others: black threes in the hand cost 100",
     "bolivia 4 | over, 1 went out | 0: 3C 3S | 2: KC"
     " | side 0: #1 9C 9C 9D 9H 9S 2C 2D; red 3D 3H",
     {"mixed_canastas": 300, "red_threes": -200, "melded_cards": 90,
      "black_threes_in_hand": -200, "hand_cards": -10}, -20),
]  # fmt: skip
"""What is scored by side 0, in a hand that is over."""


@pytest.mark.parametrize(
    ("line", "lines", "total"),
    [
        pytest.param(line, lines, total, id=f"{line.split()[0]}: {says}")
        for says, line, lines, total in SHEETS
    ],
)
def test_a_score_sheet(line: str, lines: dict[str, int], total: int) -> None:
    own = score(position_in(line))[0]
    assert {each.code: each.points for each in own.lines} == lines
    assert all(each.rule == RULE_OF[each.code] and each.count for each in own.lines)
    assert own.total == sum(lines.values()) == total
