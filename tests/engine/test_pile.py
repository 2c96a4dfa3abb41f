"""The discard pile in rulesets that freeze it or let the top card take it by itself."""

import pytest

from games.arena import new_match
from games.engine.actions import Draw, TakeTop
from games.engine.answers import PileAnswer
from games.engine.cards import FACES, cards_of
from games.engine.errors import Rule
from games.engine.events import HandEnded
from games.engine.phase import HandEnd, Phase
from games.engine.rules.decide import decide
from games.engine.table.hand import HandState
from games.engine.view import Audience
from tests.engine.piles import EIGHTS, FOURS, facts, to_draw
from tests.engine.positions import (
    after,
    hand_seen,
    held,
    on_table,
    refusal,
    table,
    take,
    verdict,
)
from tests.engine.sheets import PRESETS, changed

FREEZING = ["denexa", "official"]
SEVEN_EIGHTS = "8C 8D 8H 8S 8C 8D 8H"


# Only the top card: denexa and official.


@pytest.mark.parametrize("slug", FREEZING)
@pytest.mark.parametrize("top", ["7H", "JH"])
def test_only_the_top_card_continues_an_own_sequence_for_the_whole_pile(
    slug: str, top: str
) -> None:
    before = to_draw(slug, "KC KD", f"5C 6D {top}", "8H 9H TH")
    state = after(before, take("", onto=1))
    assert len(on_table(state)[1].cards) == 4
    assert (held(state), state.pile) == ("5C 6D KC KD", ())
    assert refusal(before, TakeTop(1)) is Rule.UPCARD_DOES_NOT_FIT


@pytest.mark.parametrize(
    ("pile", "own", "with_", "rule"),
    [
        pytest.param("6H", "8H 9H TH", "", Rule.DOES_NOT_FIT, id="a gap"),
        pytest.param("6H", "8H 9H TH", "7H", Rule.UPCARD_DOES_NOT_FIT, id="a gap to be filled"),
        pytest.param("7S", "8H 9H TH", "", Rule.DOES_NOT_FIT, id="another suit"),
        pytest.param("JH", "4H 5H 6H 7H 8H 9H TH", "", Rule.SEQUENCE_TOO_LONG, id="a samba"),
        pytest.param("KS", EIGHTS, "", Rule.DOES_NOT_FIT, id="another rank"),
        pytest.param("8S", EIGHTS, "8H", Rule.NEEDS_NATURAL_PAIR, id="one more from the hand"),
        pytest.param("8S", EIGHTS, "2C", Rule.NEEDS_NATURAL_PAIR, id="a wild card along"),
        pytest.param("7H", "8H 9H TH", "6H", Rule.UPCARD_DOES_NOT_FIT, id="one more in sequence"),
    ],
)
@pytest.mark.parametrize("slug", FREEZING)
def test_the_top_card_must_fit_by_itself(
    slug: str, pile: str, own: str, with_: str, rule: Rule
) -> None:
    state = to_draw(slug, "7H 6H 8H 2C KC", pile, own)
    assert refusal(state, take(with_, onto=1)) is rule


@pytest.mark.parametrize("slug", FREEZING)
@pytest.mark.parametrize("freezer", ["2C", "JK", "3H", "3D"])
def test_a_frozen_pile_takes_a_pair_only_for_a_new_group(slug: str, freezer: str) -> None:
    state = to_draw(slug, "8C 8S KC", f"{freezer} 5C 8S", EIGHTS)
    for with_ in ("", "8C 8S"):
        assert refusal(state, take(with_, onto=1)) is Rule.PILE_FROZEN
    assert facts(state, take("", onto=1)) == {"frozen_by": [freezer]}
    state = after(state, take("8C 8S"))
    assert [len(each.cards) for each in state.all_melds()] == [3, 3], "a second meld of the rank"


@pytest.mark.parametrize("slug", FREEZING)
def test_unfrozen_a_pair_goes_onto_the_own_group_or_makes_another(slug: str) -> None:
    state = to_draw(slug, "8C 8S KC", "5C 8S", EIGHTS)
    assert len(on_table(after(state, take("8C 8S", onto=1)))[1].cards) == 6
    assert [len(each.cards) for each in after(state, take("8C 8S")).all_melds()] == [3, 3]


@pytest.mark.parametrize("slug", FREEZING)
def test_frozen_a_card_that_fits_an_own_sequence_takes_nothing(slug: str) -> None:
    state = to_draw(slug, "KC KD", "2C 5C", "6C 7C 8C")
    assert refusal(state, take("", onto=1)) is Rule.PILE_FROZEN
    assert verdict(to_draw(slug, "KC KD", "4H 5C", "6C 7C 8C"), take("", onto=1)) is None


@pytest.mark.parametrize("slug", sorted(PRESETS))
@pytest.mark.parametrize("top", ["2C", "JK", "3C", "3S"])
def test_a_wild_card_or_a_black_three_on_top_is_never_taken(slug: str, top: str) -> None:
    state = to_draw(slug, f"{top} {top} KC", f"5C {top}", FOURS)
    assert refusal(state, take(f"{top} {top}")) is Rule.PILE_BLOCKED
    assert refusal(state, take("", onto=1)) is Rule.PILE_BLOCKED
    assert refusal(state, TakeTop(1)) is Rule.PILE_BLOCKED


def test_a_pair_joins_the_finished_group_only_where_groups_stay_open() -> None:
    pile, hand = "5C 8S", "8C 8S KC"
    closed = to_draw("denexa", hand, pile, SEVEN_EIGHTS)
    assert refusal(closed, take("8C 8S", onto=1)) is Rule.TOO_MANY_CARDS
    open_ = to_draw("official", hand, pile, SEVEN_EIGHTS)
    assert len(on_table(after(open_, take("8C 8S", onto=1)))[1].cards) == 10


@pytest.mark.parametrize("slug", FREEZING)
def test_a_side_that_has_not_melded_takes_with_what_reaches_the_minimum(slug: str) -> None:
    state = to_draw(slug, "KC KD 9C 9D 9H 4S", "QC KS")
    assert refusal(state, take("KC KD")) is Rule.INITIAL_MINIMUM
    assert [len(each.cards) for each in after(state, take("KC KD", "9C 9D 9H")).all_melds()] == [
        3,
        3,
    ]
    assert refusal(state, take("", onto=1)) is Rule.UNKNOWN_MELD


@pytest.mark.parametrize("slug", FREEZING)
def test_further_melds_are_never_laid_with_only_the_top_card(slug: str) -> None:
    state = to_draw(slug, "KC KD KH 5S", "QC 8S", EIGHTS)
    assert refusal(state, take("", "KC KD KH", onto=1)) is Rule.MELDS_ONLY_TO_OPEN


# An empty stock: denexa and official.


@pytest.mark.parametrize("slug", FREEZING)
@pytest.mark.parametrize(
    ("pile", "own"),
    [
        pytest.param("5C 8S", EIGHTS, id="a group"),
        pytest.param("5C 7H", "8H 9H TH", id="a sequence"),
    ],
)
def test_without_a_stock_a_top_card_that_fits_must_be_taken(slug: str, pile: str, own: str) -> None:
    state = to_draw(slug, "KC KD", pile, own, stock="")
    assert refusal(state, Draw()) is Rule.MUST_TAKE
    assert facts(state, Draw()) == {"upcard": pile.split()[-1], "meld": 1}
    assert after(state, take("", onto=1)).phase is Phase.PLAY


@pytest.mark.parametrize(
    ("slug", "hand", "pile", "own"),
    [
        pytest.param("denexa", "KC KD", "2C 5C 8S", EIGHTS, id="frozen"),
        pytest.param("denexa", "8C 8D", "5C 8S", FOURS, id="a pair may be declined"),
        pytest.param("denexa", "KC KD", "5C 8S", SEVEN_EIGHTS, id="onto a finished group"),
        pytest.param("denexa", "KC KD", "5C 3C", FOURS, id="blocked"),
        pytest.param("denexa", "KC KD", "", FOURS, id="no pile"),
        pytest.param("classic", "KC KD", "5C 8S", EIGHTS, id="classic takes for no group"),
        pytest.param("classic", "KC KD", "5C 7H", "8H 9H TH", id="classic may decline"),
    ],
)
def test_otherwise_drawing_from_an_empty_stock_ends_the_hand(
    slug: str, hand: str, pile: str, own: str
) -> None:
    state = to_draw(slug, hand, pile, own, stock="")
    assert decide(state, 0, Draw()) == (HandEnded(HandEnd.STOCK_EXHAUSTED, None),)


def test_a_take_that_would_be_illegal_is_not_demanded() -> None:
    """The only card of the pile would leave an empty hand, and the side may not go out."""
    state = to_draw("denexa", "", "8S", EIGHTS, stock="")
    assert refusal(state, take("", onto=1)) is Rule.NOT_QUALIFIED
    assert decide(state, 0, Draw()) == (HandEnded(HandEnd.STOCK_EXHAUSTED, None),)


def test_where_only_the_card_is_taken_it_is_demanded_too() -> None:
    rules = changed(PRESETS["classic"], draw={"must_take": True})
    state = table(
        "KC KD", pile="5C 7H", melds=["8H 9H TH"], stock="", rules=rules, phase=Phase.DRAW
    )
    assert refusal(state, Draw()) is Rule.MUST_TAKE


@pytest.mark.parametrize("slug", FREEZING)
def test_with_cards_in_the_stock_nobody_must_take(slug: str) -> None:
    state = to_draw(slug, "KC KD", "5C 8S", EIGHTS, stock="9C JH")
    assert verdict(state, Draw()) is None


# What everybody sees of the pile.

WILD = {"2C", "2D", "2H", "2S", "JK"}
REDS, BLACKS, SEVENS = {"3H", "3D"}, {"3C", "3S"}, {"7C", "7D", "7H", "7S"}
BLOCKED = dict.fromkeys(PRESETS, WILD | REDS | BLACKS) | {
    "handfoot": WILD | BLACKS,
    "mexican": WILD | BLACKS | SEVENS,
}
FROZEN: dict[str, set[str]] = {
    **{slug: set() for slug in PRESETS},
    "denexa": WILD | REDS,
    "official": WILD | REDS,
    "black-samba": WILD,
    "sambola": WILD,
}
"""By ruleset, the cards that block the pile on top, and those that freeze it anywhere in it."""


@pytest.mark.parametrize("slug", sorted(PRESETS))
def test_the_view_says_whether_the_pile_is_blocked_and_whether_it_is_frozen(slug: str) -> None:
    state = to_draw(slug, "KC", "", FOURS)
    assert (shown(state)["frozen"], shown(state)["blocked"]) == (False, False)
    for card, face in enumerate(FACES):
        for state.pile in ((card, *cards_of("5C")), (*cards_of("5C"), card)):
            on_top = state.pile[-1] == card
            assert shown(state)["frozen"] is (face in FROZEN[slug])
            assert shown(state)["blocked"] is (on_top and face in BLOCKED[slug])


def shown(state: HandState) -> PileAnswer:
    """The pile as everybody sees it."""
    match = new_match(state.rules, state.seats)
    match.hand = state
    return hand_seen(match, Audience())["pile"]
