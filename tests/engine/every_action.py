"""Every action that the engine accepts of a small hand, by any ruleset, and what describes it."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from games.engine import actions as act
from games.engine.cards import FOUR, IS_WILD, RANK_OF, RED_THREES, SUIT_OF, THREE, expand
from games.engine.codec import action_in, action_out
from games.engine.legal import describe, example, options, sample
from games.engine.notation import position_out
from games.engine.rulesets import Rules
from games.engine.rulesets.choices import Threes
from games.engine.table.hand import HandState
from games.engine.view import seat_view
from tests.engine.laws import is_accepted
from tests.engine.oracle import Cards, subsets, without

Options = list[dict[str, Any]]
RANKS_OF_A_SEQUENCE = range(FOUR, 13)


def kind_of(cards: Cards, rules: Rules) -> str | None:
    """The only kind of meld that the cards can be."""
    naturals = [card for card in cards if not IS_WILD[card]]
    ranks = {RANK_OF[card] for card in naturals}
    if not naturals:
        return "wild"
    if len(ranks) == 1:
        always = ranks == {THREE} and rules.threes.melding is Threes.ALWAYS
        return "threes" if always else "group"
    one_suit = len({SUIT_OF[card] for card in naturals}) == 1
    runs = len(ranks) == len(naturals) and max(ranks) - min(ranks) < len(cards)
    return "sequence" if one_suit and runs and THREE not in ranks else None


def new_melds(cards: Cards, rules: Rules) -> Iterator[act.NewMeld]:
    """The ways to lay `cards` as one meld."""
    kind = kind_of(cards, rules)
    if len(cards) < 3 or kind is None:
        return
    if kind == "sequence" and any(IS_WILD[card] for card in cards):
        yield from (act.NewMeld(cards, rank) for rank in RANKS_OF_A_SEQUENCE)
    else:
        yield act.NewMeld(cards)


def meld_sets(cards: Cards, rules: Rules, least: Cards = ()) -> Iterator[tuple[act.NewMeld, ...]]:
    """All ways to lay one or more melds out of `cards`, each set once."""
    for first in subsets(cards):
        if first < least:
            continue
        for meld in new_melds(first, rules):
            yield (meld,)
            for more in meld_sets(without(cards, first), rules, first):
                yield (meld, *more)


def every_action(state: HandState, seat: int) -> Iterator[act.Action]:
    """Actions of every type, all that the rules could accept among them."""
    hand, rules = expand(state.hands[seat]), state.rules
    own = [meld.id for meld in state.by_side[seat % state.sides].melds]
    parts = subsets(hand)
    yield from (act.Draw(), act.AskOut(), act.Pass(), act.AnswerOut(True), act.AnswerOut(False))
    yield from map(act.TakeBack, range(1, 4))
    yield from map(act.Discard, sorted(set(hand)))
    yield from map(act.TakeTop, own)
    yield from (act.Merge(into, other) for into, other in product(own, own))
    yield from (act.LayRedThree(part) for part in parts if set(part) <= set(RED_THREES))
    for meld, part in product(own, parts):
        yield from (act.LayOff(meld, part, rank) for rank in _stands_for(part))
    yield from map(act.LayMelds, meld_sets(hand, rules))
    for part in [(), *parts]:
        yield from _takes(state, hand, part, own)


def _takes(state: HandState, hand: Cards, part: Cards, own: list[int]) -> Iterator[act.TakePile]:
    for rank in _stands_for(part):
        yield from (act.TakePile(part, onto, rank) for onto in [None, *own])
        if not own:
            for melds in meld_sets(without(hand, part), state.rules):
                yield act.TakePile(part, None, rank, melds)


def _stands_for(part: Cards) -> Iterator[int | None]:
    yield None
    if sum(IS_WILD[card] for card in part) == 1:
        yield from RANKS_OF_A_SEQUENCE


def every_accepted(state: HandState, seat: int) -> list[act.Action]:
    """All actions of `seat` that the engine accepts."""
    return [each for each in every_action(state, seat) if is_accepted(state, seat, each)]


def within(cards: Cards, option: dict[str, Any]) -> bool:
    """True if `cards` are among the option's cards, and not more of them than it allows."""
    return (
        Counter(faces(cards)) <= Counter(option["cards"])
        and option.get("min", 1) <= len(cards) <= option["max"]
        and sum(IS_WILD[card] for card in cards) <= option["max_wilds"]
    )


def faces(cards: Cards) -> list[str]:
    """Cards as the API shows them."""
    shown: list[str] = action_out(act.LayOff(0, cards))["cards"]
    return shown


def melds_fall_under(melds: tuple[act.NewMeld, ...], choices: Options, rules: Rules) -> bool:
    """True if an option describes each of the new melds."""
    return all(
        any(
            option["kind"] == kind_of(meld.cards, rules) and within(meld.cards, option)
            for option in choices
        )
        for meld in melds
    )


def pile_falls_under(action: act.TakePile, option: dict[str, Any], rules: Rules) -> bool:
    """True if a take is a minimal choice, cards that may be added, and melds of the option."""
    along, extra = Counter(faces(action.with_)), Counter(option["extra"])
    pairs = [Counter(pair) for pair in option["with"]]
    return (
        option["onto"] == action.onto
        and any(pair <= along and along - pair <= extra for pair in pairs)
        and sum(IS_WILD[card] for card in action.with_) <= option["max_wilds"]
        and melds_fall_under(action.melds, option["melds"], rules)
    )


def falls_under(action: act.Action, choices: Options, rules: Rules) -> bool:
    """True if the options describe `action`."""
    shown = action_out(action)
    same = [option for option in choices if option["type"] == shown["type"]]
    match action:
        case act.LayMelds(melds):
            return melds_fall_under(melds, same, rules)
        case act.TakePile():
            return any(pile_falls_under(action, option, rules) for option in same)
        case act.LayOff(onto, cards):
            return any(o["onto"] == onto and within(cards, o) for o in same)
        case act.LayRedThree(cards):
            return any(Counter(faces(cards)) <= Counter(o["cards"]) for o in same)
        case act.Discard():
            return any(shown["card"] in option["cards"] for option in same)
        case act.AnswerOut(answer):
            return any(answer in option["answers"] for option in same)
        case act.TakeTop(onto):
            return any(option["onto"] == onto for option in same)
        case act.Merge(into, from_):
            return any((o["into"], o["from"]) == (into, from_) for o in same)
        case act.TakeBack(count):
            return any(count is None or count <= option["max"] for option in same)
    return bool(same)


def singles(option: dict[str, Any]) -> list[act.Action]:
    """The actions that an option lists one by one; each must be legal."""
    shown: list[dict[str, Any]] = []
    match option["type"]:
        case "discard":
            shown = [{"type": "discard", "card": card} for card in option["cards"]]
        case "answer_out":
            shown = [{"type": "answer_out", "answer": answer} for answer in option["answers"]]
        case "take_back":
            shown = [{"type": "take_back", "count": n + 1} for n in range(option["max"])]
        case "merge" | "take_top":
            shown = [{name: option[name] for name in option if name not in ("card", "example")}]
    return list(map(action_in, shown))


def check(state: HandState, seat: int, rng: Random) -> Counter[str]:
    """Hold the options of `seat` against all that is accepted; returns what was seen."""
    view = seat_view(state, seat)
    found = options(view)
    choices = [describe(view, option) for option in found]
    assert bool(found) is (seat in state.to_act)
    for option, shown in zip(found, choices, strict=True):
        assert is_accepted(state, seat, example(view, option)), (shown, position_out(state))
        assert is_accepted(state, seat, sample(view, [option], rng)), (shown, position_out(state))
        assert action_in(shown["example"]) == example(view, option)
        assert falls_under(example(view, option), choices, state.rules), (
            shown,
            position_out(state),
        )
        for action in singles(shown):
            assert is_accepted(state, seat, action), (shown, position_out(state))
    everything = every_accepted(state, seat) if seat in state.to_act else []
    for action in everything:
        assert falls_under(action, choices, state.rules), (action, choices, position_out(state))
    return Counter(option["type"] for option in choices)
