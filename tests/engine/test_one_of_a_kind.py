"""How many melds of a rank, a suit or of wild cards a side may have."""

import pytest

from games.engine.errors import Rule
from games.engine.phase import Phase
from games.engine.rulesets.choices import MeldsOfAKind
from tests.engine.positions import meld, refusal, take, verdict
from tests.engine.preset_tables import OPENED, table
from tests.engine.sheets import PRESETS, changed

FULL = "9C 9D 9H 9S 9C 9D 9H"


@pytest.mark.parametrize(
    ("slug", "on_table", "new", "rule"),
    [
        pytest.param("denexa", ["8C 8D 8H 8S 8C 8D 8H"], ["8S 8C 8D"], None, id="a second set"),
        pytest.param("denexa", ["8C 8D 8H"], ["8S 8C 8D"], None, id="several groups of a rank"),
        pytest.param(
            "mexican", ["8C 8D 8H"], ["8S 8C 8D"], Rule.ONE_OF_A_KIND, id="a second group"
        ),
        pytest.param("mexican", [FULL], ["9S 9C 9D"], Rule.ONE_OF_A_KIND, id="after a canasta"),
        pytest.param(
            "mexican", [OPENED], ["9S 9C 9D", "9H 9S 9C"], Rule.ONE_OF_A_KIND, id="at once"
        ),
        pytest.param("mexican", ["9C 9D 9H"], ["8C 8D 8H"], None, id="groups of two ranks"),
        pytest.param("handfoot", ["9C 9D 9H"], ["9S 9C 9D"], Rule.ONE_OF_A_KIND, id="one is open"),
        pytest.param("handfoot", [FULL], ["9S 9C 9D"], None, id="none is open"),
        pytest.param(
            "handfoot", [FULL, "9C 9D 9H"], ["9S 9C 9D"], Rule.ONE_OF_A_KIND, id="a third"
        ),
        pytest.param("handfoot", [OPENED], [FULL, "9S 9C 9D"], None, id="a canasta, then another"),
        pytest.param(
            "handfoot", [OPENED], ["9S 9C 9D", FULL], Rule.ONE_OF_A_KIND, id="canasta last"
        ),
        pytest.param("handfoot", ["4C 5C 6C"], ["9C TC JC"], Rule.ONE_OF_A_KIND, id="clubs twice"),
        pytest.param("handfoot", ["4C 5C 6C"], ["9D TD JD"], None, id="sequences of two suits"),
        pytest.param(
            "handfoot", ["4C 5C 6C 7C 8C 9C TC"], ["9C TC JC"], Rule.ONE_OF_A_KIND, id="a samba"
        ),
        pytest.param(
            "handfoot", [OPENED], ["4C 5C 6C", "9C TC JC"], Rule.ONE_OF_A_KIND, id="two at once"
        ),
        pytest.param("handfoot", ["4C 5C 6C"], ["4D 4H 4S"], None, id="a group is no sequence"),
        pytest.param(
            "handfoot", ["2C 2C 2D"], ["2H 2S JK"], Rule.ONE_OF_A_KIND, id="a wild meld is open"
        ),
        pytest.param(
            "handfoot", ["2C 2C 2D 2H 2S JK JK"], ["2H 2S JK"], None, id="no wild meld is open"
        ),
        pytest.param("bolivia", ["2C 2C 2D"], ["2H 2S JK"], None, id="several wild melds"),
        pytest.param(
            "mexican",
            ["2C 2C 2D"],
            ["2H 2S JK"],
            Rule.ONE_OF_A_KIND,
            id="a second meld of wild cards",
        ),
        pytest.param("mexican", [OPENED], ["2C 2C 2D"], None, id="the first wild meld"),
        pytest.param(
            "bolivia", ["2C 2C 2D 2H 2S JK JK"], ["2H 2S JK"], None, id="a second bolivia"
        ),
        pytest.param("royal", ["3C 3C 3D"], ["3H 3S 3D"], None, id="several groups of threes"),
    ],
)
def test_several_melds_of_a_kind(
    slug: str, on_table: list[str], new: list[str], rule: Rule | None
) -> None:
    state = table(slug, " ".join(new), *on_table)
    assert verdict(state, meld(*new)) is rule


def test_the_pile_starts_no_second_group_of_a_rank_either() -> None:
    rules = changed(PRESETS["classic"], group={"per_rank": MeldsOfAKind.ONE_OPEN, "merge": False})
    state = table("classic", "KC KD", "KH KS KC", pile="KD", phase=Phase.DRAW, rules=rules)
    assert refusal(state, take("KC KD")) is Rule.ONE_OF_A_KIND
    assert verdict(state, take("KC KD", onto=1)) is None


def test_one_meld_of_wild_cards_by_house_rule_leaves_several_groups_of_a_rank() -> None:
    rules = changed(PRESETS["bolivia"], wild_meld={"per_side": MeldsOfAKind.ONE})
    melds = ["2C 2C 2D", "KC KD KH"]
    state = table("bolivia", "2H 2S JK KS KC KD", *melds, rules=rules)
    assert refusal(state, meld("2H 2S JK")) is Rule.ONE_OF_A_KIND
    assert verdict(state, meld("KS KC KD")) is None
