"""Red threes that lay themselves, second hands, and the end of a turn."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from games.engine import events as ev
from games.engine.actions import Draw, LayRedThree, Pass
from games.engine.cards import cards_of, faces
from games.engine.errors import Rule
from games.engine.event_view import event_view
from games.engine.match import Match, deal
from games.engine.phase import HandEnd, Phase
from games.engine.rules.decide import decide
from games.engine.rules.laying import came_along
from games.engine.rulesets import Declaring, Rules
from games.engine.rulesets.choices import CardClass, Passing
from games.engine.scoring.sheet import score
from games.engine.snapshot import hand_in, hand_out
from games.engine.table.changes import replay
from games.engine.table.hand import HandState
from games.engine.view import Audience
from tests.depth import cases, first_of
from tests.engine.laws import Game
from tests.engine.oracle import proposal
from tests.engine.positions import (
    after,
    discard,
    hand_seen,
    held,
    lay_off,
    meld,
    refusal,
    table,
    unused_cards,
)
from tests.engine.sheets import CLASSIC, PRESETS, changed

DENEXA, HANDFOOT, MEXICAN = PRESETS["denexa"], PRESETS["handfoot"], PRESETS["mexican"]
AT_TURNS: dict[str, Any] = {"declaring": Declaring.TURN, "replaced": True}
UNREPLACED = changed(CLASSIC, red_threes=AT_TURNS | {"replaced": False})
TURNS = changed(CLASSIC, red_threes=AT_TURNS)
NEVER = changed(CLASSIC, red_threes={"declaring": Declaring.NEVER})
QUEENS = "QC QD QH QS"


def dealt(
    rules: Rules,
    hands: Mapping[int, str] | None = None,
    *,
    upcards: str = "4C",
    stock: str = "",
    feet: Mapping[int, str] | None = None,
    dealer: int = 3,
) -> tuple[Match, list[ev.Event]]:
    """Four players' first hand, and the events of its deal.

    Hands and feet, by place from the dealer's left, begin with the cards named; others hold no red
    three. With seat 3 dealing, the places are the seats.
    """
    known = [*(hands or {}).values(), *(feet or {}).values(), upcards, stock]
    rest = unused_cards(" ".join(known), rules, 4)

    def filled(named: Mapping[int, str], size: int) -> list[int]:
        own = [list(cards_of(named.get(seat, ""))) for seat in range(4)]
        for cards in own:
            cards += [rest.pop(0) for _ in range(size - len(cards))]
        return [cards[number] for number in range(size) for cards in own]

    order = filled(hands or {}, rules.seating.hand_size[4])
    order += filled(feet or {}, rules.seating.foot_size[4])
    order += [*cards_of(upcards), *cards_of(stock), *rest]
    match = Match(ev.GameCreated({}, {}, 4, False, (0, 0), ""), rules)
    match.started = True
    return match, deal(match, tuple(order), dealer=dealer, next_commitment="")


def told(events: Sequence[ev.Event]) -> list[str]:
    """Red threes laid and cards drawn as ``"0 lays 3H 3H"``, ``"0 draws 3D KC"``."""
    lines: list[str] = []
    for event in events:
        if isinstance(event, ev.RedThreeLaid):
            lines.append(f"{event.seat} lays {' '.join(faces(event.cards))}")
        if isinstance(event, ev.CardsDrawn):
            lines.append(f"{event.seat} draws {' '.join(faces(event.cards))}")
    return lines


def laid(state: HandState, side: int = 0) -> str:
    return " ".join(faces(state.by_side[side].red_threes))


def names(events: Sequence[ev.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# -- After the deal -----------------------------------------------------------------------------


def test_dealt_red_threes_are_laid_and_replaced_in_turn_order() -> None:
    hands = {0: "3H", 2: "3D 3H", 3: "3D"}
    match, events = dealt(DENEXA, hands, stock="KC 3H KD 9C 9D")
    assert told(events) == [
        "0 lays 3H",
        "0 draws KC",
        "2 lays 3D 3H",
        "2 draws 3H KD 9C",
        "3 lays 3D",
        "3 draws 9D",
    ]
    state = match.hand
    assert state is not None
    assert [laid(state, side) for side in (0, 1)] == ["3H 3D 3H 3H", "3D"]
    assert state.sizes == [15] * 4
    assert (state.turn, state.phase, state.to_act) == (0, Phase.DRAW, (0,))


def test_the_order_of_the_deal_begins_at_the_dealers_left() -> None:
    _, events = dealt(DENEXA, {0: "3H", 3: "3D"}, stock="KC KD", dealer=1)
    assert told(events) == ["2 lays 3H", "2 draws KC", "1 lays 3D", "1 draws KD"]


def test_dealt_red_threes_are_not_replaced_where_no_red_three_is() -> None:
    match, events = dealt(UNREPLACED, {0: "3H 3D"})
    assert told(events) == ["0 lays 3D 3H"]
    assert match.hand is not None
    assert match.hand.sizes == [13, 15, 15, 15]


def test_the_replacements_of_the_deal_run_out_with_the_stock() -> None:
    """A pack of 62 cards: four hands, the upcard, and one card left."""
    small = changed(
        DENEXA,
        pack={"decks": {4: 1}, "jokers": {4: 10}},
    )
    match, events = dealt(small, {1: "3H", 2: "3D"}, stock="KC")
    assert told(events) == ["1 lays 3H", "1 draws KC", "2 lays 3D"]
    assert match.hand is not None
    assert (match.hand.stock, match.hand.sizes) == ([], [15, 15, 14, 15])


def test_dealt_red_threes_wait_for_the_turn_of_their_holder() -> None:
    match, events = dealt(TURNS, {0: "3H", 1: "3D 3H"}, stock="KC 9C 9D 3D TC TD")
    assert told(events) == ["0 lays 3H", "0 draws KC"]
    state = match.hand
    assert state is not None
    assert held(state, 1).count("3") == 2
    state = after(state, Draw())
    assert told(decide(state, 0, discard("4D"))) == ["1 lays 3D 3H", "1 draws 3D TC TD"]
    state = after(state, discard("4D"))
    assert (laid(state, 1), state.sizes[1]) == ("3D 3H 3D", 15)
    assert (state.turn, state.phase) == (1, Phase.DRAW)


def test_red_threes_that_are_cards_like_others_stay() -> None:
    match, events = dealt(NEVER, {0: "3H"})
    assert names(events) == ["HandDealt"]
    assert match.hand is not None
    state = after(match.hand, Draw())
    assert refusal(state, LayRedThree(cards_of("3H"))) is Rule.RED_THREES_ARE_NO_CHOICE
    assert after(state, discard("3H")).pile[-1:] == cards_of("3H")


def test_by_themselves_means_that_nobody_is_asked() -> None:
    state = table("4D 5D", rules=TURNS)
    assert refusal(state, LayRedThree(cards_of("3H"))) is Rule.RED_THREES_ARE_NO_CHOICE


# -- Drawing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "stock", "drawn", "red"),
    [
        pytest.param(DENEXA, "KC KD", "KC", "", id="one card"),
        pytest.param(DENEXA, "3H KC KD", "3H KC", "3H", id="replaced at once"),
        pytest.param(DENEXA, "3H 3D 3H KC KD", "3H 3D 3H KC", "3H 3D 3H", id="and again"),
        pytest.param(TURNS, "KC 3H KD 9C", "KC 3H KD", "3H", id="the second of two"),
        pytest.param(TURNS, "3H 3D KC KD 9C", "3H 3D KC KD", "3H 3D", id="both"),
        pytest.param(TURNS, "KC 3H", "KC 3H", "3H", id="no stock left"),
        pytest.param(TURNS, "3H", "3H", "3H", id="nothing but it left"),
        pytest.param(UNREPLACED, "KC 3H KD", "KC 3H", "3H", id="not replaced"),
        pytest.param(HANDFOOT, "3H KC 3D KD 9C 9D", "3H KC 3D KD 9C", "3H 3D", id="three cards"),
    ],
)
def test_a_drawn_red_three_is_laid_and_replaced_at_once(
    rules: Rules, stock: str, drawn: str, red: str
) -> None:
    before = table("4D 5D", phase=Phase.DRAW, stock=stock, rules=rules)
    (event,) = decide(before, 0, Draw())
    assert event == ev.CardsDrawn(0, cards_of(drawn), cards_of(red))
    state = replay(before, [event])
    assert laid(state) == red
    assert held(state).split() == sorted(
        {*["4D", "5D"], *drawn.split()} - {"3H", "3D"}, key=faces(range(53)).index
    )
    assert state.phase is Phase.PLAY


def test_a_draw_begins_the_turn_and_what_replaces_dealt_red_threes_does_not() -> None:
    match, events = dealt(TURNS, {0: "3H"}, stock="KC")
    assert event_view(events[-1], 1) == {
        "type": "cards_drawn",
        "seat": 0,
        "count": 1,
        "red_threes": [],
        "replacing": True,
    }
    assert match.hand is not None
    (drawn,) = decide(match.hand, 0, Draw())
    assert "replacing" not in event_view(drawn, 0)


def test_the_player_who_draws_it_sees_the_replacement_and_all_see_the_red_three() -> None:
    state = table("4D 5D", phase=Phase.DRAW, stock="3H KC KD", rules=DENEXA)
    (event,) = decide(state, 0, Draw())
    own, others = event_view(event, 0), event_view(event, 1)
    assert own == {
        "type": "cards_drawn",
        "seat": 0,
        "count": 2,
        "red_threes": ["3H"],
        "cards": ["3H", "KC"],
    }
    assert others == event_view(event, None) == {k: v for k, v in own.items() if k != "cards"}


# -- The last card of the stock -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "last"),
    [
        pytest.param("3H", True, id="the last card is a red three"),
        pytest.param("3H 3D", True, id="so is the last replacement"),
        pytest.param("3H KC", False, id="the last replacement is none"),
        pytest.param("KC 3H", False, id="a card is left"),
        pytest.param("KC", False, id="the last card is none"),
    ],
)
def test_the_turn_of_the_last_red_three_ends_the_hand(stock: str, last: bool) -> None:
    before = table("QC 4D 5D", melds=[QUEENS], phase=Phase.DRAW, stock=stock, rules=DENEXA)
    state = after(before, Draw(), lay_off(1, "QC"))
    assert hand_in(hand_out(state), DENEXA, 4, [0, 0]).so_far == state.so_far
    if not last:
        assert after(state, discard("5D")).phase is Phase.DRAW
        return
    assert refusal(state, discard("5D")) is Rule.NO_DISCARD_AFTER_LAST_RED_THREE
    events = decide(state, 0, Pass())
    assert events == (ev.TurnPassed(0), ev.HandEnded(HandEnd.STOCK_EXHAUSTED, None))
    assert replay(state, events).out is None


def test_a_red_three_with_cards_below_it_is_not_the_last_one() -> None:
    rules = changed(UNREPLACED, draw={"last_red_three_ends": True})
    state = after(table("4D 5D", phase=Phase.DRAW, stock="KC 3H KD", rules=rules), Draw())
    assert after(state, discard("5D")).phase is Phase.DRAW


def test_asking_does_not_make_the_turn_forget_its_last_red_three() -> None:
    canastas = ["7C 7D 7H 7S 7C 7D 7H", "8C 8D 8H 8S 8C 8D 8H"]
    state = table("4D 5D", melds=canastas, phase=Phase.DRAW, stock="3H", rules=DENEXA)
    state = replay(after(state, Draw()), [ev.PermissionAsked(0), ev.PermissionAnswered(2, False)])
    assert after(state, Pass()).end is HandEnd.STOCK_EXHAUSTED


def test_elsewhere_the_last_red_three_is_a_card_like_others() -> None:
    state = after(table("4D 5D", phase=Phase.DRAW, stock="3H", rules=HANDFOOT), Draw())
    assert after(state, discard("5D")).phase is Phase.DRAW


# -- The pile -----------------------------------------------------------------------------------


def test_a_red_three_that_is_turned_up_stays_freezes_and_blocks() -> None:
    match, _ = dealt(DENEXA, upcards="3H")
    hand = hand_seen(match, Audience(0))
    assert (hand["pile"]["top"], hand["pile"]["frozen"], hand["pile"]["blocked"]) == (
        "3H",
        True,
        True,
    )
    assert hand["red_threes"] == [[], []]


def test_a_red_three_out_of_the_pile_is_laid_and_not_replaced() -> None:
    assert came_along(1, cards_of("3H 9C 3D"), DENEXA) == (ev.RedThreeLaid(1, cards_of("3H 3D")),)
    assert came_along(1, cards_of("9C KC"), DENEXA) == ()
    assert came_along(1, cards_of("3H"), CLASSIC) == came_along(1, cards_of("3H"), NEVER) == ()


# -- Second hands -------------------------------------------------------------------------------

FOOT = {0: "3D KC KD", 2: "9C"}


def test_the_foot_follows_the_discard_and_its_red_three_is_not_replaced() -> None:
    state = after(table("QC 4D 5D", melds=[QUEENS], feet=FOOT, rules=HANDFOOT), lay_off(1, "QC"))
    stock = state.stock[:]
    events = decide(state, 0, discard("5D"))
    assert names(events) == ["CardDiscarded", "FootTaken", "RedThreeLaid"]
    state = replay(state, events)
    assert (held(state), laid(state)) == ("4D KC KD", "3D")
    assert [sum(foot) for foot in state.feet] == [0, 0, 1, 0]
    assert (state.turn, state.phase, state.stock) == (1, Phase.DRAW, stock)


def test_a_discard_may_empty_the_hand_when_the_foot_follows() -> None:
    state = after(table("QC 5D", melds=[QUEENS], feet=FOOT, rules=HANDFOOT), lay_off(1, "QC"))
    state = after(state, discard("5D"))
    assert (held(state), state.end, state.phase) == ("KC KD", None, Phase.DRAW)


def test_the_missy_is_taken_by_adding_a_card_to_a_meld_of_the_partner() -> None:
    state = table("QC 4D 5D", melds=[QUEENS], feet=FOOT, rules=MEXICAN)
    assert refusal(state, lay_off(1, "KC")) is Rule.CARD_NOT_HELD
    state = after(state, lay_off(1, "QC"))
    assert refusal(state, lay_off(1, "KC")) is Rule.CARD_NOT_HELD
    state = after(state, discard("5D"))
    assert held(state) == "4D KC KD"


def test_a_player_who_melds_nothing_leaves_the_second_hand_where_it_is() -> None:
    state = table("QC 4D 5D", melds=[QUEENS], feet=FOOT, rules=HANDFOOT)
    events = decide(state, 0, discard("5D"))
    assert names(events) == ["CardDiscarded"]
    assert [sum(foot) for foot in replay(state, events).feet] == [3, 0, 1, 0]


def test_a_new_meld_counts_and_a_second_hand_is_taken_once() -> None:
    state = table("AC AD AH 4D 5D 6D", feet=FOOT, rules=MEXICAN)
    state = after(state, meld("AC AD AH"), discard("4D"))
    assert held(state) == "5D 6D KC KD"
    for seat in (1, 2, 3):
        state = after(state, Draw(), seat=seat)
        state = after(state, discard(held(state, seat).split()[-1]), seat=seat)
    events = decide(after(state, Draw()), 0, discard("KC"))
    assert "FootTaken" not in names(events)


def test_the_next_player_lays_what_was_dealt_after_the_foot_was_taken() -> None:
    hands = {1: "3H 9C 9D 9H"}
    state = table("QC 4D", melds=[QUEENS], feet=FOOT, hands=hands, stock="TC TD", rules=HANDFOOT)
    state = after(state, lay_off(1, "QC"))
    events = decide(state, 0, discard("4D"))
    assert told(events) == ["0 lays 3D", "1 lays 3H", "1 draws TC"]
    assert events[-1] == ev.CardsDrawn(1, cards_of("TC"), (), True)
    state = replay(state, events)
    assert (held(state, 1), state.phase, state.turn) == ("9C 9D 9H TC", Phase.DRAW, 1)


def test_a_foot_is_counted_for_others_and_shown_to_its_taker() -> None:
    event = ev.FootTaken(0, cards_of("3D KC KD"))
    assert event_view(event, 1) == {"type": "foot_taken", "seat": 0, "count": 3}
    assert event_view(event, 0)["cards"] == ["3D", "KC", "KD"]


def test_views_show_how_many_cards_second_hands_have_and_never_which() -> None:
    match, _ = dealt(HANDFOOT, feet={0: "AC"})
    for seat in (None, 0, 1):
        hand = hand_seen(match, Audience(seat))
        assert hand["feet"] == [{"seat": n, "count": 15} for n in range(4)]
    assert match.hand is not None
    feet, *rest = match.hand.feet
    match.hand.feet = (bytes(53), *rest)
    assert hand_seen(match, Audience(0))["feet"][0] == {"seat": 0, "count": 0}
    assert sum(feet) == 15
    classic, _ = dealt(CLASSIC)
    assert hand_seen(classic, Audience(0))["feet"] == []


def test_cards_aside_come_to_the_hand_at_the_end_of_the_turn() -> None:
    state = table("4D 5D", aside="3D 9C 9C", rules=HANDFOOT)
    events = decide(state, 0, discard("5D"))
    assert names(events) == ["CardDiscarded", "AsideTaken", "RedThreeLaid"]
    state = replay(state, events)
    assert (held(state), laid(state), state.set_aside) == ("4D 9C 9C", "3D", ())
    assert event_view(events[1], 2) == {"type": "aside_taken", "seat": 0, "count": 3}


def test_a_second_hand_left_when_the_hand_ends_counts_against_its_side() -> None:
    state = table("4D 5D", hands={2: "4H"}, feet={0: "3D AC"}, aside="KC", rules=HANDFOOT)
    state = replay(state, [ev.HandEnded(HandEnd.STOCK_EXHAUSTED, None)])
    lines = {line.code: line.points for line in score(state)[0].lines}
    assert lines == {"hand_cards": -(3 * 5 + 20 + 10), "red_threes_in_hand": -100}


# -- The first upcard ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [HANDFOOT, MEXICAN], ids=lambda rules: rules.slug)
def test_rejected_upcards_go_below_the_stock(rules: Rules) -> None:
    rejected = "3H 7C JK 2D" if rules is HANDFOOT else "3H 7C JK 2D 3C"
    match, _ = dealt(rules, upcards=f"{rejected} KC", stock="9C")
    assert match.hand is not None
    assert match.hand.pile == cards_of("KC")
    assert match.hand.stock[-1:] == [*cards_of("9C")]
    assert faces(match.hand.stock[: len(rejected.split())][::-1]) == rejected.split()


def test_a_black_three_may_be_turned_up_in_hand_and_foot() -> None:
    match, _ = dealt(HANDFOOT, upcards="3C")
    assert match.hand is not None
    assert match.hand.pile == cards_of("3C")


def test_of_the_deal_a_seat_reads_its_own_hand_and_the_upcard_that_stayed() -> None:
    _, (event, *_) = dealt(MEXICAN, {1: "AC AD"}, upcards="3H 7C KC", feet={1: "JK"})
    view = event_view(event, 1)
    assert (view.pop("upcard"), view.pop("count"), len(view.pop("cards"))) == ("KC", 11, 11)
    assert view.pop("foot_count") == 11
    assert set(view) == {"type", "number", "dealer", "commitment", "next_commitment"}


# -- Laws ---------------------------------------------------------------------------------------

HOUSE_RULES = {
    "red threes at turns": TURNS,
    "red threes not replaced": UNREPLACED,
    "red threes after the deal": changed(
        CLASSIC, red_threes=AT_TURNS | {"declaring": Declaring.DEAL}
    ),
    "no red threes": NEVER,
    "second hands": changed(
        CLASSIC,
        red_threes=AT_TURNS,
        seating={
            "hand_size": dict.fromkeys(range(2, 7), 5),
            "foot_size": dict.fromkeys(range(2, 7), 4),
        },
        deal={"upcard_rejects": (CardClass.RED_THREE, CardClass.WILD)},
        going_out={"canastas": 0},
    ),
    "the last red three": changed(
        CLASSIC,
        red_threes=AT_TURNS,
        draw={"last_red_three_ends": True, "count": 3},
        going_out={"passing": Passing.STUCK},
    ),
}
ALL = {**HOUSE_RULES, **{slug: rules for slug, rules in PRESETS.items() if slug != "classic"}}


@pytest.mark.parametrize("seed", first_of(range(2)))
@pytest.mark.parametrize("name", ALL)
def test_the_laws_hold_under_every_ruleset(name: str, seed: int) -> None:
    rules, rng = ALL[name], Random(seed)
    game = Game(rng.choice(rules.seating.players), rng, 0, rules)
    game.deal()
    for _ in range(cases(800, 8000)):
        if game.match.hand is None:
            game.deal()
        seat = rng.choice(game.hand.to_act)
        action = proposal(game.hand, seat, rng, eager=rng.choice((1, 2, 4)))
        game.play(seat, action, strictly=rng.random() < 0.05)
    assert game.accepted["Draw"] > cases(24, 240)
    assert any(isinstance(event, ev.CardsDrawn) and event.red_threes for event in game.log) is bool(
        rules.self_laying
    )
