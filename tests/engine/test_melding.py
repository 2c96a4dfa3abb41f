"""What a meld is, and what may be added to it."""

import pytest

from games.engine.actions import LayMelds, LayOff, Merge, NewMeld
from games.engine.cards import RANKS, cards_of
from games.engine.errors import Rule
from games.engine.table.meld import canasta
from tests.engine.positions import CLASSIC, after, lay_off, meld, on_table, refusal, table, verdict

OPENED = ["4C 4D 4H"]
"""On the table where a test is not about the initial minimum."""


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        pytest.param(
            "KH KD KS KC KH KD 2C 2D JK", Rule.TOO_MANY_WILDS, id="six naturals, three wilds"
        ),
        pytest.param("6S 7S 8S JK", Rule.WILD_IN_SEQUENCE, id="a joker beside a sequence"),
        pytest.param("4S 5S 6S", None, id="four is low"),
        pytest.param("AS 4S 5S", Rule.NOT_A_MELD, id="the ace is high only"),
        pytest.param("6S 7S 9S", Rule.NOT_A_MELD, id="a gap"),
        pytest.param("6S 7S 8H", Rule.NOT_A_MELD, id="two suits"),
        pytest.param("6S 7S 7S 8S", Rule.NOT_A_MELD, id="a rank twice"),
        pytest.param("KH KD QH", Rule.NOT_A_MELD, id="neither a group nor a sequence"),
        pytest.param("4S 5S 6S 7S 8S 9S TS", None, id="seven in sequence"),
        pytest.param("4S 5S 6S 7S 8S 9S TS JS", Rule.SEQUENCE_TOO_LONG, id="eight in sequence"),
        pytest.param("9S 9H 9D 9C 9S 9H 9D 9C", None, id="eight of a rank"),
        pytest.param("KH KD", Rule.TOO_FEW_CARDS, id="two cards"),
        pytest.param("KH 2C", Rule.TOO_FEW_CARDS, id="two cards, one wild"),
        pytest.param("2C 2D JK", Rule.TOO_FEW_NATURALS, id="wild cards alone"),
        pytest.param("3H 3D 3H", Rule.THREE_IN_MELD, id="red threes"),
        pytest.param("3C 3S 3H", Rule.THREE_IN_MELD, id="black threes with a red one"),
        pytest.param("3S 4S 5S", Rule.THREE_IN_MELD, id="a three below the four"),
    ],
)
def test_a_new_meld(cards: str, rule: Rule | None) -> None:
    assert verdict(table(f"{cards} 5H 6D 7H", melds=OPENED), meld(cards)) is rule


@pytest.mark.parametrize(
    ("on_table", "cards", "rule"),
    [
        pytest.param("KH KD KS KC", "2C 2D", None, id="two wilds on four naturals"),
        pytest.param("KH KD KS", "2C 2D", Rule.TOO_FEW_NATURALS, id="two wilds on three naturals"),
        pytest.param("KH KD 2C", "2D", Rule.TOO_FEW_NATURALS, id="a second wild on two naturals"),
        pytest.param("KH KD 2C", "2D KC KS", None, id="a second wild with two more naturals"),
        pytest.param("KH KD KS", "QH", Rule.DOES_NOT_FIT, id="another rank"),
        pytest.param(
            "KH KD KS", "KS QS", Rule.DOES_NOT_FIT, id="one card that fits, one that does not"
        ),
        pytest.param("6S 7S 8S", "5S 9S", None, id="one card at either end"),
        pytest.param("6S 7S 8S", "9H", Rule.DOES_NOT_FIT, id="another suit"),
        pytest.param("6S 7S 8S", "7S", Rule.DOES_NOT_FIT, id="a rank that is there"),
        pytest.param("6S 7S 8S", "2S", Rule.WILD_IN_SEQUENCE, id="a wild card onto a sequence"),
        pytest.param("4S 5S 6S", "3S", Rule.DOES_NOT_FIT, id="a three below the four"),
        pytest.param(
            "5S 6S 7S 8S 9S", "TS JS QS", Rule.SEQUENCE_TOO_LONG, id="eight by laying off"
        ),
        pytest.param("QS KS AS", "4S", Rule.DOES_NOT_FIT, id="four does not follow the ace"),
    ],
)
def test_laying_off(on_table: str, cards: str, rule: Rule | None) -> None:
    assert verdict(table(f"{cards} 5H 6D 7H", melds=[on_table]), lay_off(1, cards)) is rule


def test_a_joker_makes_a_natural_canasta_mixed() -> None:
    state = table("JK 4C 5H", melds=["9C 9D 9H 9S 9C 9D 9H"])
    assert canasta(on_table(state)[1], CLASSIC) == "natural"
    state = after(state, lay_off(1, "JK"))
    assert canasta(on_table(state)[1], CLASSIC) == "mixed"
    assert [own.canastas for own in state.by_side] == [1, 0]


@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        pytest.param("KC KD KH", "QC QD QH", Rule.CANNOT_MERGE, id="two ranks"),
        pytest.param("KC KD KH", "QC KC AC", Rule.CANNOT_MERGE, id="a group and a sequence"),
        pytest.param("5C 6C 7C", "5C 6C 7C", Rule.CANNOT_MERGE, id="two sequences"),
    ],
)
def test_merging(first: str, second: str, rule: Rule | None) -> None:
    state = table("4C 4D", melds=[first, second])
    assert verdict(state, Merge(1, 2)) is rule
    assert verdict(state, Merge(2, 1)) is rule


def test_two_canastas_merged_count_as_one() -> None:
    kings, more = "KC KD KH KS KC KD KH", "KS KC KD KH KS 2C JK"
    state = after(table("4C 4D", melds=[kings, more]), Merge(1, 2))
    assert [own.canastas for own in state.by_side] == [1, 0]


def test_a_meld_is_not_merged_with_itself() -> None:
    assert refusal(table("4C 4D", melds=["KC KD KH"]), Merge(1, 1)) is Rule.CANNOT_MERGE


def test_a_second_sequence_in_a_suit_is_kept_apart() -> None:
    state = after(table("6C 7C 8C 4C", melds=["6C 7C 8C"]), meld("6C 7C 8C"))
    assert len(state.all_melds()) == 2


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        pytest.param(lay_off(3, "KS"), Rule.UNKNOWN_MELD, id="lay off onto no meld"),
        pytest.param(lay_off(2, "QS"), Rule.NOT_YOUR_MELD, id="lay off onto their meld"),
        pytest.param(Merge(1, 3), Rule.UNKNOWN_MELD, id="merge with no meld"),
        pytest.param(Merge(2, 1), Rule.NOT_YOUR_MELD, id="merge into their meld"),
        pytest.param(Merge(1, 2), Rule.NOT_YOUR_MELD, id="merge their meld into one's own"),
    ],
)
def test_melds_of_others_are_not_changed(action: LayOff | Merge, rule: Rule) -> None:
    state = table("KS QS 4C", melds=["KC KD KH"], theirs=["QC QD QH"])
    assert refusal(state, action) is rule


def test_a_partner_lays_off_onto_the_sides_meld() -> None:
    state = table("4C 5C", melds=["KC KD KH"], hands={2: "KS 5D 6D"})
    state.turn = 2
    assert len(on_table(after(state, lay_off(1, "KS"), seat=2))[1].cards) == 4


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_single_players_have_melds_of_their_own(seats: int) -> None:
    state = table("QS 4C", seats=seats, melds=["KC KD KH"], theirs=["QC QD QH"])
    assert refusal(state, lay_off(2, "QS")) is Rule.NOT_YOUR_MELD


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        pytest.param(meld("KH KH KD"), Rule.CARD_NOT_HELD, id="a card twice that is held once"),
        pytest.param(meld("KH KD KS", "KH QD QS"), Rule.CARD_NOT_HELD, id="a card in two melds"),
        pytest.param(lay_off(1, "4S"), Rule.CARD_NOT_HELD, id="laying off"),
    ],
)
def test_only_cards_in_the_hand_are_played(action: LayOff, rule: Rule) -> None:
    assert refusal(table("KH KD KS QD QS 5H", melds=OPENED), action) is rule


@pytest.mark.parametrize(
    "action",
    [
        pytest.param(LayMelds((NewMeld(cards_of("KH KD 2C"), RANKS.index("K")),)), id="new meld"),
        pytest.param(LayOff(1, cards_of("2C"), RANKS.index("7")), id="laying off"),
    ],
)
def test_no_rank_is_named_for_a_wild_card_outside_a_sequence(action: LayMelds | LayOff) -> None:
    state = table("KH KD 2C 5H", melds=["4C 5C 6C"])
    assert refusal(state, action) is Rule.AS_WITHOUT_WILD_IN_SEQUENCE


def test_a_samba_is_complete_with_seven_cards() -> None:
    state = after(table("TC JC 5H", melds=["4C 5C 6C 7C 8C 9C"]), lay_off(1, "TC"))
    assert canasta(on_table(state)[1], CLASSIC) == "samba"
    assert [own.canastas for own in state.by_side] == [1, 0]
    assert refusal(state, lay_off(1, "JC")) is Rule.SEQUENCE_TOO_LONG


def test_laying_no_meld_at_all_is_refused():
    state = table("KH KD KS 4C")
    assert refusal(state, LayMelds(())) is Rule.TOO_FEW_CARDS
