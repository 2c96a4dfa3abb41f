"""Options by any ruleset, against every action that is accepted."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine.actions import Action
from games.engine.legal import corner, describe, example, options
from games.engine.legal.corner import Corner
from games.engine.legal.opening import bounds, search
from games.engine.legal.option import TakenWith, TakePileOption
from games.engine.phase import Phase
from games.engine.rulesets import LastDiscard, Passing, Permission, Rules, load, resolve, slugs
from games.engine.rulesets.choices import (
    CardClass,
    Declaring,
    MeldsOfAKind,
    NewSequence,
    Threes,
    TopOntoSequence,
)
from games.engine.rulesets.sections import WildMeldRule
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from tests.depth import cases
from tests.engine import any_samples
from tests.engine.every_action import check
from tests.engine.laws import is_accepted
from tests.engine.positions import CLASSIC, table


def changed(section: str, **values: object) -> Rules:
    """Samba with other values in one section."""
    return replace(CLASSIC, **{section: replace(getattr(CLASSIC, section), **values)})


RULESETS = {
    "stuck": changed("going_out", passing=Passing.STUCK),
    "last discard": changed("going_out", passing=Passing.STUCK, last_discard=LastDiscard.REQUIRED),
    "unasked": changed("going_out", permission=Permission.NONE),
    "asked": changed("going_out", permission=Permission.REQUIRED, passing=Passing.STUCK),
    "promise": changed("going_out", unqualified_may_ask=True, broken_promise_penalty=-100),
    "no jokers": changed("discard", forbidden=(CardClass.JOKER,)),
    "no wilds, no sevens": changed("discard", forbidden=(CardClass.WILD, CardClass.SEVEN)),
    "threes and no discard": changed("threes", last_discard=False),
    "threes never": changed("threes", melding=Threes.NEVER),
    "second hands": changed("seating", foot_size=dict.fromkeys(range(2, 7), 11)),
    "taking back": changed("turn", take_back=True),
    "frozen": changed("pile", frozen_by=(CardClass.WILD, CardClass.RED_THREE)),
    "the top onto melds": changed(
        "pile", top_onto_group=True, top_onto_sequence=TopOntoSequence.PILE, max_meld_size=5
    ),
    "two naturals": changed("pile", new_sequence=NewSequence.TWO_NATURALS, max_meld_size=4),
    "two naturals, aside": changed(
        "pile",
        new_sequence=NewSequence.TWO_NATURALS,
        max_cards_taken=3,
        min_pile_size=2,
        rest_face_down=True,
    ),
    "a part": changed("pile", max_cards_taken=2, top_onto_group=True),
    "wild melds": replace(CLASSIC, wild_meld=WildMeldRule(7, MeldsOfAKind.SEVERAL)),
    "one wild meld": replace(CLASSIC, wild_meld=WildMeldRule(None, MeldsOfAKind.ONE)),
    "a wild in a sequence": changed("sequence", max_wilds=1, min_naturals=2),
    "and one a suit": changed("sequence", max_wilds=1, min_naturals=3, one_per_suit=True),
    "no sequences": replace(CLASSIC, sequence=None),
    "pure": changed("group", wild_on_natural_canasta=False, wild_sevens=False),
    "one group a rank": changed("group", per_rank=MeldsOfAKind.ONE, merge=False),
    "one open group a rank": changed("group", per_rank=MeldsOfAKind.ONE_OPEN, max_size=7),
    "no minimum": changed("initial_minimum", negative=0, brackets=((0, 0),)),
    "one open group a rank, no minimum": replace(
        changed("group", per_rank=MeldsOfAKind.ONE_OPEN, max_size=4),
        canasta=replace(CLASSIC.canasta, size=4),
        initial_minimum=replace(CLASSIC.initial_minimum, negative=0, brackets=((0, 0),)),
    ),
    "groups of threes": replace(
        changed("threes", melding=Threes.ALWAYS, max_size=7),
        red_threes=replace(CLASSIC.red_threes, declaring=Declaring.NEVER),
    ),
    **{slug: load(slug) for slug in slugs()},
}
Shown = dict[tuple[str, ...], dict[str, Any]]


def shown(state: HandState, seat: int) -> Shown:
    """The options of `seat` by their members, as the API shows them, without examples."""
    view = seat_view(state, seat)
    found: Shown = {}
    for option in options(view):
        described = describe(view, option)
        del described["example"]
        names = ("type", "kind", "rank", "suit", "onto", "into", "from")
        target = tuple(str(described.get(name)) for name in names)
        assert target not in found
        found[target] = described
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_options_are_all_that_is_accepted(name: str) -> None:
    rng, seen = Random(name), Counter[str]()
    for _ in range(cases(40, 2000)):
        state = any_samples.some_position(RULESETS[name], rng, hand_size=6)
        for seat in state.to_act:
            seen += check(state, seat, rng)
    assert {"discard", "meld", "lay_off", "draw"} <= set(seen)


KINGS, QUEENS = "KC KD KH KS KC KD KH", "QC QD QH QS QC QD QH"
STUCK, NO_JOKERS = RULESETS["stuck"], RULESETS["no jokers"]
NO_SEVENS = RULESETS["no wilds, no sevens"]
STUCK_WITH_SEVENS = replace(NO_SEVENS, going_out=STUCK.going_out)
LAID_RED_THREES = replace(
    NO_JOKERS, red_threes=replace(CLASSIC.red_threes, declaring=Declaring.TURN)
)


@pytest.mark.parametrize(
    ("state", "target"),
    [
        pytest.param(
            table("JK JK JK", melds=["KC KD KH KS"], rules=NO_JOKERS),
            ("lay_off", "1"),
            id="two jokers, so that the last one can be kept",
        ),
        pytest.param(
            table("9C 9D JK JK", pile="9H", melds=["4C 4D 4H"], rules=NO_JOKERS, phase=Phase.DRAW),
            ("take_pile",),
            id="the pile with a joker, so that the last one can be kept",
        ),
        pytest.param(
            table("9C 9D 9H JK", melds=[QUEENS, "KC KD KH KS KC 2C"], rules=STUCK),
            ("meld", "group", "9"),
            id="a group, as the joker then makes a canasta",
        ),
        pytest.param(
            table("9C 9D 9H KS JK", melds=[QUEENS, "KC KD KH KS KC KD"], rules=NO_SEVENS),
            ("meld", "group", "9"),
            id="a group, as another card can be discarded",
        ),
        pytest.param(
            table("7C 7D 7H 7S 9C 9D 9H", melds=["4C 4D 4H"], rules=NO_SEVENS),
            ("meld", "group", "9"),
            id="a group and three sevens, so that the last one can be kept",
        ),
        pytest.param(
            table(
                "9C 9D JK JK",
                pile="3H 9H",
                melds=["4C 4D 4H"],
                rules=LAID_RED_THREES,
                phase=Phase.DRAW,
            ),
            ("take_pile",),
            id="the same, where the red three in the pile does not come to the hand",
        ),
        pytest.param(
            table("7C 7D 7H 7S 7C KC KD KH 5C", rules=STUCK_WITH_SEVENS),
            ("meld", "group", "K"),
            id="a first meld that leaves a seven beside the card to discard",
        ),
        pytest.param(
            table("3C 3C 3S 4S 4S 5S 5S 6S 6S", melds=[KINGS, QUEENS]),
            ("meld", "group", "3"),
            id="black threes beside two sequences of a suit",
        ),
        pytest.param(
            table(f"{KINGS} KS KC KD 4C 5D", score=1500, rules=RULESETS["one open group a rank"]),
            ("meld", "group", "K"),
            id="a canasta, and then another group of its rank",
        ),
        pytest.param(
            table("9C 9D 9H KS JS JK", score=-5, rules=RULESETS["last discard"]),
            ("meld", "group", "9"),
            id="a first meld that leaves two cards",
        ),
        pytest.param(
            table(f"{KINGS} {QUEENS} 9C 9D 9H 5C", score=7000, rules=RULESETS["last discard"]),
            ("meld", "group", "9"),
            id="a first meld that goes out with a discard",
        ),
    ],
)
def test_a_way_round_a_corner_is_found(state: HandState, target: tuple[str, ...]) -> None:
    assert target in {tuple(part for part in found if part != "None") for found in shown(state, 0)}
    view = seat_view(state, 0)
    assert all(is_accepted(state, 0, example(view, option)) for option in options(view))


def test_a_take_that_reaches_the_minimum_by_itself_leaves_cards_to_end_the_turn() -> None:
    """With a sequence that is dear enough no other meld is laid, which would leave no card."""
    state = table("2D QD KD KD JK", pile="KD", phase=Phase.DRAW, rules=load("sambola"))
    found = options(seat_view(state, 0))
    takes = [option.way for option in found if isinstance(option, TakePileOption)]
    assert takes == [TakenWith.PAIR, TakenWith.SEQUENCE]


UNQUALIFIED_GO_OUT = changed("going_out", canastas=0)
FULL_HAND = "4C 4D 4H 4S 4C 4D 4H 5C 5D 5H 5S 5C 5D 5H 3C 3C 3S 3S"


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(
            table("KC KD KH 4C 4D 4H 3C 3C 3S 3S", rules=UNQUALIFIED_GO_OUT), id="in the hand"
        ),
        pytest.param(
            table(f"{FULL_HAND} KC KD KH KS KC KD 6C 6D 6H", score=7000, seats=2),
            id="in a hand of 27",
        ),
        pytest.param(
            table(
                "KC KD 3C 3C 3S 3S",
                pile="4C 5D 6H QC KS",
                rules=UNQUALIFIED_GO_OUT,
                phase=Phase.DRAW,
            ),
            id="with a pile that keeps the seat from going out",
        ),
        pytest.param(
            table(
                f"{FULL_HAND} KC KD KH KS KC",
                pile="4C 5D 6H QC KS",
                score=7000,
                seats=2,
                phase=Phase.DRAW,
            ),
            id="with a pile at the highest minimum",
        ),
    ],
)
def test_no_example_lays_black_threes_and_keeps_cards(state: HandState) -> None:
    view = seat_view(state, 0)
    for option in options(view):
        assert is_accepted(state, 0, example(view, option)), option


def test_a_wild_card_goes_onto_a_small_sequence_with_the_naturals_that_it_takes() -> None:
    samba = load("black-samba")
    assert samba.sequence is not None
    rules = replace(samba, sequence=replace(samba.sequence, min_naturals=4))
    state = table("8H JK 9C TD", melds=["4H 5H 6H"], rules=rules)
    assert ("lay_off", "1") in {(target[0], target[4]) for target in shown(state, 0)}


def test_what_may_be_tried_near_a_corner_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand of which no card may be discarded, by house rules, and nobody goes out."""
    rules = replace(
        NO_SEVENS,
        group=replace(NO_SEVENS.group, max_wilds=100, naturals_per_wild=0, wild_sevens=True),
        going_out=replace(NO_SEVENS.going_out, canastas=8, passing=Passing.STUCK),
    )
    state = table("2C 2D 2H 2S JK JK 7C 7D 7H", melds=[KINGS, QUEENS], rules=rules)
    asked: list[Action] = []
    accepts = Corner.accepts

    def counted(self: Corner, action: Action) -> bool:
        asked.append(action)
        return accepts(self, action)

    monkeypatch.setattr(corner, "MOST_ASKED", 50)
    monkeypatch.setattr(Corner, "accepts", counted)
    assert [type(option).__name__ for option in options(seat_view(state, 0))] == ["PassOption"]
    assert len(asked) < 50 * 5


def test_canastas_that_make_room_for_another_group_are_not_tried_in_every_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hands full of canastas of five: one far from 500 points, one that may reach them."""
    searched: list[None] = []

    def counted(*args: Any) -> Any:
        searched.append(None)
        return bounds.bound(*args)

    monkeypatch.setattr(search, "bound", counted)
    shipped = load("handfoot")
    rules = replace(
        shipped,
        canasta=replace(shipped.canasta, size=5),
        initial_minimum=replace(shipped.initial_minimum, brackets=((1, 500),)),
    )
    low = "4C 4C 4D 4D 4H 4S 5C 5C 5D 5H 5H 5S 6C 6C 6D 6D 6H 6H TC TD TH TS 2C 2D 2H JK JK"
    for hand in (f"{low} 7C 7D", f"{KINGS} {QUEENS} {low}"):
        options(seat_view(table(hand, rules=rules), 0))
    assert 0 < len(searched) < 100


def test_a_seat_may_hold_more_cards_than_a_byte_counts() -> None:
    eight = {"pack": {"decks": 8}, "seating": {"hand_size": {"2": 100}}}
    rules = resolve({"extends": "black-samba", "overrides": eight})
    state = table("KC KD KH 5C", stock="", seats=2, rules=rules)
    assert state.sizes[1] > 255
    assert options(seat_view(state, 0))


def test_the_shortest_sequence_that_takes_the_pile_may_have_three_cards_of_the_hand() -> None:
    """Where a sequence with a wild card holds three naturals, two of them come from the hand."""
    overrides = {
        "pile": {"new_sequence": "with_wild"},
        "sequence": {"max_wilds": 1, "min_naturals": 3},
    }
    rules = resolve({"extends": "classic", "overrides": overrides})
    state = table("9D JD JK 4C", melds=[KINGS], pile="TD", phase=Phase.DRAW, rules=rules)
    view = seat_view(state, 0)
    (take,) = [each for each in options(view) if type(each).__name__ == "TakePileOption"]
    assert describe(view, take)["with"] == [["9D", "JD", "JK"]]
