"""Mexican debt: cards in hand cancel melds, and canastas where these do not cover them."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rulesets.sections import ManyCanastas
from games.engine.scoring.debt import Canasta, cheapest
from games.engine.scoring.sheet import line, score
from tests.engine.sheets import PRESETS, changed, counted_hand, group, sheet

MEXICAN = PRESETS["mexican"]

WILD_200 = "JK JK 2C 2D 2H 2S 2C"
SEVENS = group("7", 7)
REDS = [group(rank, 7) for rank in "45689"]
"""Worth 35 points each except the nines, which are worth 70."""

SEVEN_CANASTAS = (WILD_200, SEVENS, *REDS)
SEVEN = counted_hand(MEXICAN, *SEVEN_CANASTAS, hands={2: "AC AD"}, out=1)


def test_the_line_names_the_melds_that_fell() -> None:
    fell = [each for each in score(SEVEN)[0].lines if each.code == "debt_dismantled"]
    assert fell == [line("debt_dismantled", -2500, 1, melds=(7,))]


FIVES, SIXES, KINGS = group("5", 7), group("6", 7), group("K", 7)
"""Canastas of 35, 35 and 70 points."""
MIXED_FIVES, MIXED_SIXES = group("5", 5, "2C 2D"), group("6", 5, "2H 2S")
"""Of 65 points."""


@pytest.mark.parametrize(
    ("melds", "reds", "held", "fallen"),
    [
        pytest.param([FIVES], "", "5C", (1,), id="any debt that nothing covers"),
        pytest.param([FIVES], "", "", (), id="no debt"),
        pytest.param([FIVES, group("6", 3)], "", "KC 5C", (), id="an unfinished meld just covers"),
        pytest.param([FIVES, group("6", 3)], "", "KC KD", (1,), id="or does not"),
        pytest.param([FIVES], "3D", "JK JK", (), id="a red three covers a hundred"),
        pytest.param([FIVES], "3D", "JK JK 5C", (1,), id="and no more"),
        pytest.param([group("5", 9)], "", "KC", (), id="naturals beyond seven"),
        pytest.param([group("5", 9)], "", "KC 5C", (1,), id="cover what they are worth"),
        pytest.param([group("5", 6, "2C JK")], "", "5C", (), id="of a mixed canasta too"),
        pytest.param([group("5", 6, "2C JK")], "", "KC", (1,), id="but never its wilds"),
        pytest.param(["JK JK JK JK 2C 2D 2H 2S"], "", "5C", (1,), id="and wilds cover nothing"),
        pytest.param([FIVES, SIXES, KINGS], "", "JK JK", (1, 3), id="35 and 35 would not do"),
        pytest.param([FIVES, SIXES, KINGS], "", "JK 2C", (3,), id="one rather than two"),
        pytest.param(
            [MIXED_FIVES, MIXED_SIXES, KINGS], "", "JK 2C", (3,), id="one of less bonus than two"
        ),
        pytest.param(
            [group("4", 7), FIVES, SIXES, group("8", 7), "2C 2C 2D 2D 2H 2H 2S"],
            "",
            "JK JK 2C 2D",
            (5,),
            id="the fewest of 2,000 points together",
        ),
        pytest.param(
            [group("5", 9), KINGS], "", "JK", (2,), id="what covers already covers no more"
        ),
        pytest.param([KINGS, group("Q", 7)], "", "JK", (1,), id="the first among equals"),
        pytest.param([FIVES, SEVENS, group("K", 5, "2C 2D")], "", "KC", (3,), id="the least bonus"),
        pytest.param(
            [MIXED_FIVES, MIXED_SIXES, KINGS], "", "JK JK 2C", (1, 2), id="two of less bonus"
        ),
        pytest.param([FIVES, SIXES], "", "JK JK JK", (1, 2), id="all where all do not do"),
    ],
)
def test_what_falls(melds: list[str], reds: str, held: str, fallen: tuple[int, ...]) -> None:
    lines = score(counted_hand(MEXICAN, *melds, red_threes=reds, hands={2: held}))[0].lines
    found = [each.melds for each in lines if each.code == "debt_dismantled"]
    assert found == ([fallen] if fallen else [])


def test_red_threes_that_cost_points_are_no_debt() -> None:
    """Debt is the cards in hand."""
    rules = changed(MEXICAN, red_threes={"qualified_canastas": 2, "unqualified_each": -100})
    state = counted_hand(rules, FIVES, red_threes="3D")
    assert sheet(state) == {
        "natural_canastas": 500,
        "red_threes": -100,
        "melded_cards": 35,
        "total": 435,
    }


def test_without_debt_nothing_falls() -> None:
    rules = changed(MEXICAN, game={"debt": False})
    assert "debt_dismantled" not in sheet(counted_hand(rules, FIVES, hands={2: "JK JK JK"}))


def test_the_canastas_of_others_are_dismantled_only_for_their_own_debt() -> None:
    state = counted_hand(MEXICAN, FIVES, hands={1: "JK JK"})
    assert "debt_dismantled" not in sheet(state)
    assert sheet(state, 1) == {"hand_cards": -100, "total": -100}


def by_trying_all(canastas: list[Canasta], debt: int, many: int, bonus: int) -> tuple[int, ...]:
    """The ids by going through all subsets: the rule as it reads."""

    def rank(fallen: tuple[Canasta, ...]) -> tuple[int, int, tuple[int, ...]]:
        whole, left = len(canastas), len(canastas) - len(fallen)
        lost = sum(each.bonus for each in fallen)
        lost += bonus if left < many <= whole else 0
        return lost, len(fallen), tuple(each.id for each in fallen)

    subsets = [some for size in range(len(canastas) + 1) for some in combinations(canastas, size)]
    enough = [some for some in subsets if sum(each.cover for each in some) >= debt]
    return min(map(rank, enough))[2] if enough else tuple(each.id for each in canastas)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0, 100, 200, 300, 300]), st.integers(0, 8).map(lambda n: 10 * n)
        ),
        min_size=1,
        max_size=9,
    ),
    st.integers(1, 60).map(lambda n: 5 * n),
    st.integers(0, 9),
)
def test_the_search_finds_what_trying_all_subsets_finds(
    drawn: list[tuple[int, int]], debt: int, many: int
) -> None:
    rules = changed(MEXICAN, canasta={"many": ManyCanastas(many, 2000) if many else None})
    canastas = [Canasta(2 * n + 1, bonus, cover) for n, (bonus, cover) in enumerate(drawn)]
    expected = by_trying_all(canastas, debt, many or 100, 2000)
    lost, ids = cheapest(canastas, debt, rules)
    assert ids == expected
    fell = sum(each.bonus for each in canastas if each.id in ids)
    broken = 0 < many <= len(canastas) and len(canastas) - len(ids) < many
    assert lost == fell + 2000 * broken


def test_a_table_full_of_canastas_is_soon_searched() -> None:
    """Thirty canastas have a thousand million subsets; 216 cards are enough for them."""
    canastas = [Canasta(n, 300 + 5 * (n % 7), 35 + 5 * (n % 11)) for n in range(30)]
    _, ids = cheapest(canastas, 1000, MEXICAN)
    assert sum(each.cover for each in canastas if each.id in ids) >= 1000
