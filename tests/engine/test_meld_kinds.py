"""What melds may be in rulesets other than Samba."""

import pytest

from games.engine.actions import Merge
from games.engine.cards import THREE
from games.engine.errors import Rule
from games.engine.phase import Phase
from games.engine.rulesets import Rules
from games.engine.table.meld import canasta
from tests.engine import positions
from tests.engine.positions import after, lay_off, meld, on_table, refusal, take, verdict
from tests.engine.preset_tables import OPENED, table
from tests.engine.sheets import PRESETS, changed


@pytest.mark.parametrize(
    ("slug", "cards", "rule"),
    [
        pytest.param("white-knuckle", "KH KD 2C JK", None, id="two naturals, two wilds, no ratio"),
        pytest.param("denexa", "KH 2C JK", Rule.TOO_FEW_NATURALS, id="one natural"),
        pytest.param("denexa", "8C 8D 8H 8S 8C 8D 8H", None, id="seven in a group"),
        pytest.param("denexa", "8C 8D 8H 8S 8C 8D 8H 8S", Rule.TOO_MANY_CARDS, id="eight"),
        pytest.param("official", "8C 8D 8H 8S 8C 8D 8H 8S", None, id="eight where groups are open"),
        pytest.param("handfoot", "8C 8D 2C", None, id="more naturals than wilds"),
        pytest.param("mexican", "KC KD JK", None, id="a set of three with a wild card"),
        pytest.param("mexican", "KC KD JK 2C", Rule.TOO_FEW_NATURALS, id="two of each"),
        pytest.param("handfoot", "7C 7D 7H JK", Rule.TOO_MANY_WILDS, id="a joker with sevens"),
        pytest.param("mexican", "7C 7D 7H", None, id="three sevens"),
        pytest.param("mexican", "5S 6S 2S", Rule.NOT_A_MELD, id="5-6 with a wild card"),
        pytest.param("mexican", "JK JK 2C", None, id="three wild cards"),
        pytest.param("classic", "JK JK 2C", Rule.TOO_FEW_NATURALS, id="no wild melds in classic"),
        pytest.param("denexa", "JK JK 2C", Rule.TOO_FEW_NATURALS, id="no wild melds in denexa"),
        pytest.param("bolivia", "JK 2C", Rule.TOO_FEW_CARDS, id="two wild cards"),
        pytest.param("bolivia", "JK JK JK 2C 2C 2D 2H", None, id="a bolivia at once"),
        pytest.param(
            "bolivia", "JK JK JK 2C 2C 2D 2H 2S", Rule.TOO_MANY_CARDS, id="eight wild cards"
        ),
        pytest.param("mexican", "JK JK JK 2C 2C 2D 2H 2S", None, id="eight in mexican"),
        pytest.param("bolivia", "8C 9C JK", Rule.WILD_IN_SEQUENCE, id="a wild in an escalera"),
        pytest.param("mexican", "3C 3S 3C", Rule.THREE_IN_MELD, id="no threes in mexican"),
        pytest.param("black-samba", "3C 3S 3C", Rule.THREE_IN_MELD, id="no threes in black-samba"),
        pytest.param("handfoot", "3C 3S 2C", Rule.TOO_MANY_WILDS, id="a wild with black threes"),
        pytest.param(
            "handfoot", "3C 3S 3C 3S 3C 3S 3C", Rule.TOO_MANY_CARDS, id="seven black threes"
        ),
        pytest.param("denexa", "3C 3S 3H", Rule.THREE_IN_MELD, id="a red three in denexa"),
        pytest.param("royal", "3C 3H 3D", None, id="threes of both colours"),
        pytest.param("royal", "3H 3D 3H", None, id="red threes alone"),
        pytest.param("royal", "3H 3D 2C JK", None, id="two threes, two wilds"),
        pytest.param("royal", "3H 2C JK", Rule.TOO_FEW_NATURALS, id="one three"),
        pytest.param("royal", "3H 3D 3H 2C 2D JK", Rule.TOO_MANY_WILDS, id="three wilds"),
        pytest.param("royal", "3H 3D 3H 3C 3S 3C 3S 3S", Rule.TOO_MANY_CARDS, id="eight threes"),
        pytest.param("royal", "3H 4H 5H", Rule.THREE_IN_MELD, id="a three below the four"),
    ],
)
def test_a_new_meld(slug: str, cards: str, rule: Rule | None) -> None:
    assert verdict(table(slug, cards, OPENED), meld(cards)) is rule


@pytest.mark.parametrize(
    ("slug", "laid", "cards", "rule"),
    [
        pytest.param("handfoot", "7C 7D 7H", "2C", Rule.TOO_MANY_WILDS, id="a wild onto sevens"),
        pytest.param("handfoot", "8C 8D 8H", "2C 2D", None, id="two wilds onto three"),
        pytest.param(
            "handfoot", "8C 8D 8H", "2C 2D JK", Rule.TOO_FEW_NATURALS, id="three onto three"
        ),
        pytest.param("bolivia", "2C 2C 2D", "2H JK", None, id="wilds onto wilds"),
        pytest.param("bolivia", "2C 2C 2D", "KH", Rule.DOES_NOT_FIT, id="a king onto wilds"),
        pytest.param("bolivia", "2C 2C 2D", "3H", Rule.DOES_NOT_FIT, id="a three onto wilds"),
        pytest.param("mexican", "2C 2C 2D 2H 2S JK JK", "JK", None, id="an eighth in mexican"),
        pytest.param("official", "9C 9D 9H 9S 9C 9D 9H", "2C", Rule.NATURAL_CANASTA, id="official"),
        pytest.param(
            "official", "9C 9D 9H 9S 9C 9D 9H", "2C 9S", Rule.NATURAL_CANASTA, id="with a nine"
        ),
        pytest.param("official", "9C 9D 9H 9S 9C 9D 9H", "9S", None, id="a nine onto seven"),
        pytest.param("official", "9C 9D 9H 9S 9C 9D", "2C", None, id="a wild makes the canasta"),
        pytest.param(
            "official", "9C 9D 9H 9S 9C 9D", "2C 9S", None, id="a wild and a nine at once"
        ),
        pytest.param("official", "9C 9D 9H 9S 9C 9D 2C", "JK", None, id="onto a mixed canasta"),
        pytest.param(
            "mexican", "9C 9D 9H 9S 9C 9D 9H", "JK", None, id="mexican lets it turn mixed"
        ),
        pytest.param("royal", "3C 3D 3H", "3S 3D JK", None, id="threes onto threes"),
        pytest.param("royal", "3C 3D 3H", "4C", Rule.DOES_NOT_FIT, id="a four onto threes"),
        pytest.param(
            "royal", "3C 3D 3H 3S 3C 3D 2C", "3S", Rule.TOO_MANY_CARDS, id="an eighth three"
        ),
    ],
)
def test_laying_off(slug: str, laid: str, cards: str, rule: Rule | None) -> None:
    state = table(slug, cards.partition(" as ")[0], laid)
    assert verdict(state, lay_off(1, cards)) is rule


@pytest.mark.parametrize(
    ("slug", "melds", "kind"),
    [
        ("black-samba", "5S 6S 7S 8S JK TS JS", "black_samba"),
        ("black-samba", "5S 6S 7S 8S 9S TS JS", "samba"),
        ("handfoot", "8C 8D 8H 8S 2C 2D JK", "mixed"),
        ("handfoot", "7C 7D 7H 7S 7C 7D 7H", "sevens"),
        ("bolivia", "7C 7D 7H 7S 7C 7D 7H", "natural"),
        ("bolivia", "2C 2C 2D 2H JK JK JK", "wild"),
        ("royal", "3C 3D 3H 3S 3C 3D JK", "threes"),
    ],
)
def test_seven_cards_make_a_canasta_that_is_complete(slug: str, melds: str, kind: str) -> None:
    rules = PRESETS[slug]
    laid = on_table(after(table(slug, melds, OPENED), meld(melds)))[2]
    assert canasta(laid, rules) == kind
    # In bolivia a group of naturals takes naturals forever.
    assert bool(laid.open_to) == ((slug, kind) == ("bolivia", "natural"))


@pytest.mark.parametrize(
    ("slug", "first", "second", "rule"),
    [
        pytest.param("denexa", "QC QD 2C JK", "QS QC 2D", Rule.TOO_MANY_WILDS, id="three wilds"),
        pytest.param(
            "official",
            "QC QD QH QS QC QD QH",
            "QS QC 2D",
            Rule.NATURAL_CANASTA,
            id="natural canasta",
        ),
        pytest.param("official", "QC QD QH QS QC QD QH", "QS QC QD", None, id="naturals alone"),
        pytest.param("official", "QC QD QH QS", "QC QD QH QS 2D", None, id="none was a canasta"),
        pytest.param("mexican", "QC QD QH", "KC KD KH", Rule.CANNOT_MERGE, id="nothing is merged"),
        pytest.param("handfoot", "QC QD QH QS 2C 2D JK", "QC QD QH", Rule.CANNOT_MERGE, id="many"),
        pytest.param("bolivia", "2C 2C 2D", "2H 2S JK", Rule.CANNOT_MERGE, id="wild melds"),
        pytest.param("royal", "3C 3D 3H", "3S 3S 3D", None, id="threes"),
        pytest.param("royal", "3C 3D 3H 3S", "3C 3D 3H 3S", Rule.TOO_MANY_CARDS, id="eight threes"),
    ],
)
def test_merging(slug: str, first: str, second: str, rule: Rule | None) -> None:
    state = table(slug, "", first, second)
    assert verdict(state, Merge(1, 2)) is rule
    assert verdict(state, Merge(2, 1)) is rule


@pytest.mark.parametrize(
    ("slug", "score", "melds", "rule"),
    [
        pytest.param("mexican", 7500, ["JK JK 2C"], Rule.INITIAL_MINIMUM, id="120 miss 150"),
        pytest.param("black-samba", 0, ["4C 5C JK"], None, id="60 with a wild in the sequence"),
        pytest.param("black-samba", 1500, ["4C 5C JK"], Rule.INITIAL_MINIMUM, id="60 miss 90"),
        pytest.param("royal", 0, ["3C 3D JK"], None, id="60 with threes"),
        pytest.param("royal", 1500, ["3C 3D JK"], Rule.INITIAL_MINIMUM, id="60 of threes miss 90"),
        pytest.param("handfoot", 20_000, ["KC KD KH", "QC QD 2C"], None, id="70 in hand 1"),
    ],
)
def test_all_melds_count_towards_the_initial_minimum(
    slug: str, score: int, melds: list[str], rule: Rule | None
) -> None:
    assert verdict(table(slug, " ".join(melds), score=score), meld(*melds)) is rule


def test_threes_at_any_time_are_a_meld_like_others() -> None:
    state = after(table("royal", "3C 3D JK", OPENED), meld("3C 3D JK"))
    laid = on_table(state)[2]
    assert (laid.kind, laid.rank, laid.naturals, laid.wilds) == ("threes", THREE, 2, 1)
    assert not state.by_side[0].threes_laid()
    assert verdict(state, lay_off(1, "5H")) is Rule.DOES_NOT_FIT


def test_black_threes_on_going_out_are_a_group() -> None:
    melds = ["KC KD KH KS KC KD KH", "4S 5S 6S 7S 8S 9S TS"]
    state = positions.table("3C 3S 3C 5H", melds=melds, rules=PRESETS["bolivia"])
    state = after(state, meld("3C 3S 3C"))
    assert on_table(state)[3].kind == "group"
    assert state.by_side[0].threes_laid()


def test_a_sevens_canasta_takes_no_wild_card_by_house_rule_either() -> None:
    rules: Rules = changed(PRESETS["classic"], group={"wild_sevens": False})
    state = table("classic", "7C 7D JK KC KD", OPENED, rules=rules)
    assert refusal(state, meld("7C 7D JK")) is Rule.TOO_MANY_WILDS
    assert verdict(state, meld("KC KD JK")) is None


@pytest.mark.parametrize(
    ("slug", "further"), [("bolivia", "JK 2C 2D"), ("black-samba", "8S 9S JK as T")]
)
def test_melds_of_every_kind_help_the_pile_to_reach_the_minimum(slug: str, further: str) -> None:
    hand = f"KC KD {further.partition(' as ')[0]}"
    state = table(slug, hand, pile="KH", phase=Phase.DRAW, score=1500)
    assert refusal(state, take("KC KD")) is Rule.INITIAL_MINIMUM
    assert on_table(after(state, take("KC KD", further)))[2].wilds
