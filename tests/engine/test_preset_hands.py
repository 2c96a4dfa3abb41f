"""Whole positions under the rulesets as they ship: minimum, going out, and the end of a game."""

import pytest

from games.engine.actions import Action, AnswerOut, AskOut
from games.engine.cards import cards_of
from games.engine.errors import Rule
from games.engine.events import GameCreated, GameFinished, GameStarted, HandEnded
from games.engine.match import absorb_event, close_hand, deal, replay_match
from games.engine.phase import GameEnd, HandEnd, Phase
from games.engine.scoring.sheet import score
from games.engine.table.hand import HandState
from tests.engine.positions import after, discard, held, lay_off, meld, table, take, verdict
from tests.engine.sheets import PRESETS
from tests.engine.test_book import FIVE_RED, KINGS, MIXED, QUEENS, SAMBA, SEVENS, WILDS

ACES = "AC AC AD AD AH AH AS"
BOOK = [SEVENS, WILDS, MIXED, *FIVE_RED]


@pytest.mark.parametrize(
    ("slug", "total", "melds", "rule"),
    [
        pytest.param("denexa", 7000, ["AC AD AH", "KC KD KH", "9C 9D 9H", "JC JD JH"],
                     Rule.INITIAL_MINIMUM, id="150 points"),
        pytest.param("denexa", 7000, ["AC AD AH AS", "KC KD KH KS", "9C 9D 9H 9S"],
                     None, id="160 points"),
        pytest.param("classic", 7000, ["AC AD AH", "KC KD KH", "9C 9D 9H", "JC JD JH"],
                     None, id="150 points are enough in classic"),
    ],
)  # fmt: skip
def test_the_minimum_of_a_ruleset(
    slug: str, total: int, melds: list[str], rule: Rule | None
) -> None:
    state = table(" ".join([*melds, "4C 5D"]), score=total, rules=PRESETS[slug])
    assert verdict(state, meld(*melds)) is rule


@pytest.mark.parametrize("total", [-500, 0, 20000])
@pytest.mark.parametrize(("number", "need"), [(1, 50), (2, 90), (3, 120), (4, 150)])
def test_v63_in_handfoot_the_number_of_the_hand_decides(total: int, number: int, need: int) -> None:
    assert PRESETS["handfoot"].initial_minimum.at(total, number) == need


@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        pytest.param(["AC AC AC AD", "6C 6D 6H 6C 6D 6H 6S"], Rule.INITIAL_MINIMUM, id="115"),
        pytest.param(["AC AC AC AD", "KC KD KH KS"], None, id="120"),
    ],
)
@pytest.mark.parametrize("total", [-500, 20000])
def test_v63_a_first_meld_of_the_third_hand(
    total: int, melds: list[str], rule: Rule | None
) -> None:
    state = table(" ".join([*melds, "4C 5D"]), score=total, rules=PRESETS["handfoot"])
    third = HandState(state.rules, 4, [total, total], 3)
    state.by_side = third.by_side
    assert verdict(state, meld(*melds)) is rule


@pytest.mark.parametrize(
    ("total", "need"),
    [(-5, 50), (0, 50), (2995, 50), (3000, 90), (5000, 120), (7495, 120), (7500, 150),
     (8995, 150), (9000, 190)],
)  # fmt: skip
def test_v71_the_chart_of_mexican(total: int, need: int) -> None:
    assert PRESETS["mexican"].initial_minimum.at(total, 1) == need


def finished(slug: str, *totals: int) -> GameFinished | None:
    """How a game stands after a hand that brings nobody a point."""
    rules = PRESETS[slug]
    created = GameCreated({}, {}, 4, False, totals, "")
    match = replay_match(created, rules, [GameStarted()])
    pack = [card for card, count in enumerate(rules.pack_counts(4)) for _ in range(count)]
    pack.sort(key=lambda card: card in cards_of("3D 3H"))
    deal(match, tuple(pack), dealer=0, next_commitment="")
    assert match.hand is not None
    match.hand.hands = [bytearray(53) for _ in range(4)]
    match.hand.feet = tuple(bytes(53) for _ in match.hand.feet)
    absorb_event(match, HandEnded(HandEnd.STOCK_EXHAUSTED, None))
    last = close_hand(match)[-1]
    return last if isinstance(last, GameFinished) else None


@pytest.mark.parametrize(
    ("slug", "totals", "winner"),
    [
        pytest.param("denexa", (10000, 9995), 0, id="exactly the target"),
        pytest.param("denexa", (10000, 10100), 1, id="the higher of two"),
        pytest.param("denexa", (10200, 10200), None, id="equal totals are a draw"),
        pytest.param("bolivia", (14995, 15000), 1, id="bolivia plays to 15,000"),
        pytest.param("mexican", (10000, 0), 0, id="mexican to 10,000"),
    ],
)
def test_who_has_won(slug: str, totals: tuple[int, int], winner: int | None) -> None:
    end = finished(slug, *totals)
    assert end is not None
    assert (end.winner, end.draw, end.end) == (winner, winner is None, GameEnd.TARGET)


@pytest.mark.parametrize(
    ("slug", "totals"),
    [("denexa", (9995, 9995)), ("bolivia", (14995, 0)), ("handfoot", (90000, 0))],
)
def test_below_the_target_the_game_goes_on(slug: str, totals: tuple[int, int]) -> None:
    assert finished(slug, *totals) is None


def test_v53_the_red_three_in_a_frozen_pile_goes_to_the_takers_table() -> None:
    denexa = PRESETS["denexa"]
    state = table("KC KD 4C 5D", melds=[ACES], pile="3H 9C KH", phase=Phase.DRAW, rules=denexa)
    stock = list(state.stock)
    state = after(state, take("KC KD"))
    assert state.by_side[0].red_threes == cards_of("3H")
    assert (held(state), state.stock) == ("4C 5D 9C", stock)


def asked(state: HandState, *answers: bool) -> HandState:
    """Seat 0 asks, its partners answer in turn order until the question is settled."""
    state = after(state, AskOut())
    for answer in answers:
        state = after(state, AnswerOut(answer), seat=state.to_act[0])
    return state


def leaving_by_the_book(hand: str, *answers: bool, seats: int = 4) -> HandState:
    """Seat 0 of handfoot with the whole book on the table, its question answered."""
    state = table(hand, melds=BOOK, seats=seats, rules=PRESETS["handfoot"])
    return asked(state, *answers) if answers else state


def went_out_with(state: HandState) -> int:
    """The points for going out of side 0."""
    assert (state.end, state.out) == (HandEnd.WENT_OUT, 0)
    return sum(line.points for line in score(state)[0].lines if line.code == "went_out")


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        pytest.param("QC QD QH", meld("QC QD QH"), id="without a discard"),
        pytest.param("QC", discard("QC"), id="by a discard"),
    ],
)
def test_v65_the_book_and_a_partners_yes_are_enough_without_any_run(
    hand: str, action: Action
) -> None:
    assert went_out_with(after(leaving_by_the_book(hand, True), action)) == 2000
    assert verdict(leaving_by_the_book(hand), action) is Rule.PERMISSION_NEEDED


@pytest.mark.parametrize(
    ("hand", "threes", "rule"),
    [
        pytest.param("3C 3S 3C", "3C 3S 3C", None, id="all melded"),
        pytest.param("3C 3S 3C 3S 3C 3S", "3C 3S 3C 3S 3C 3S", None, id="six"),
        pytest.param("3C 3S 3C 4C", "3C 3S 3C", Rule.NO_DISCARD_AFTER_THREES, id="a card left"),
        pytest.param("3C 3S", "3C 3S", Rule.TOO_FEW_CARDS, id="two"),
        pytest.param("3C 3S 3C 3S 3C 3S 3C", "3C 3S 3C 3S 3C 3S 3C", Rule.TOO_MANY_CARDS,
                     id="seven"),
    ],
)  # fmt: skip
def test_v66_black_threes_in_handfoot(hand: str, threes: str, rule: Rule | None) -> None:
    assert verdict(leaving_by_the_book(hand, True), meld(threes)) is rule


def test_v67_one_partners_no_is_a_no() -> None:
    no = leaving_by_the_book("QC QD QH", True, False, seats=6)
    assert verdict(no, meld("QC QD QH")) is Rule.PERMISSION_REFUSED
    yes = leaving_by_the_book("QC QD QH", True, True, seats=6)
    assert went_out_with(after(yes, meld("QC QD QH"))) == 2000


@pytest.mark.parametrize(
    ("melds", "hand", "action", "rule"),
    [
        pytest.param([WILDS, *FIVE_RED[:3]], "4S", discard("4S"), None, id="discarded"),
        pytest.param([WILDS, *FIVE_RED[:3]], "4S", lay_off(2, "4S"), Rule.LAST_CARD_IS_DISCARDED,
                     id="none left to discard"),
        pytest.param(FIVE_RED, "4S", discard("4S"), Rule.NOT_QUALIFIED, id="no wild canasta"),
    ],
)  # fmt: skip
def test_going_out_in_mexican(
    melds: list[str], hand: str, action: Action, rule: Rule | None
) -> None:
    assert verdict(table(hand, melds=melds, rules=PRESETS["mexican"]), action) is rule


@pytest.mark.parametrize(
    ("melds", "rule"),
    [
        pytest.param([KINGS, QUEENS], Rule.NOT_QUALIFIED, id="no escalera"),
        pytest.param([KINGS, SAMBA], None, id="a canasta and an escalera"),
        pytest.param([SAMBA, WILDS], None, id="an escalera and a bolivia"),
    ],
)
def test_going_out_in_bolivia(melds: list[str], rule: Rule | None) -> None:
    assert verdict(table("5C", melds=melds, rules=PRESETS["bolivia"]), discard("5C")) is rule
