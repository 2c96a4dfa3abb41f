"""Every action that the engine accepts in a position, found by trying them all: for small hands.

`accepted` is what legal options are measured by; `proposal` makes random actions, most of them
near the edge of the rules, some far beyond it.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from random import Random

from games.engine import actions as act
from games.engine.cards import IS_WILD, KINDS, RANK_OF, RED_THREES, SUIT_OF, expand
from games.engine.codec import action_out
from games.engine.meld_kinds import GROUP
from games.engine.table.hand import HandState
from tests.engine.judge import Judge, kind
from tests.engine.positions import on_table, plain, verdict

Cards = tuple[int, ...]
Maker = Callable[[HandState, Cards, list[int], Random], act.Action]


def subsets(cards: Cards) -> list[Cards]:
    """All sub-multisets of sorted `cards` but the empty one."""
    return sorted({part for size in range(1, len(cards) + 1) for part in combinations(cards, size)})


def without(cards: Cards, gone: Cards) -> Cards:
    """`cards` less `gone`, which are among them."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def is_meld(cards: Cards) -> bool:
    """True if the second judge calls `cards` a meld."""
    meld = {"cards": action_out(act.LayOff(0, cards))["cards"]}
    return kind(meld["cards"]) is not None


def meld_sets(cards: Cards, least: Cards = ()) -> Iterator[tuple[Cards, ...]]:
    """All ways to lay one or more melds out of `cards`, each set once."""
    for first in subsets(cards):
        if first >= least and len(first) >= 3 and is_meld(first):
            yield (first,)
            for more in meld_sets(without(cards, first), first):
                yield (first, *more)


def candidates(state: HandState, seat: int) -> Iterator[act.Action]:
    """Actions of every type, all that the rules could accept among them."""
    hand = expand(state.hands[seat])
    own = [meld.id for meld in state.all_melds()]
    parts = subsets(hand)
    yield from (act.Draw(), act.AskOut(), act.Pass(), act.AnswerOut(True), act.AnswerOut(False))
    yield from (act.Discard(card) for card in sorted(set(hand)))
    yield from (act.TakeTop(meld) for meld in own)
    yield from (act.Merge(into, other) for into, other in product(own, own))
    yield from (act.LayRedThree(part) for part in parts if set(part) <= set(RED_THREES))
    yield from (act.LayOff(meld, part) for meld, part in product(own, parts))
    for melds in meld_sets(hand):
        yield act.LayMelds(tuple(map(act.NewMeld, melds)))
    for part in parts:
        if len(part) > 1:
            yield from (act.TakePile(part, onto) for onto in [None, *own])
            for melds in meld_sets(without(hand, part)):
                yield act.TakePile(part, None, None, tuple(map(act.NewMeld, melds)))


def accepted(state: HandState, seat: int) -> list[act.Action]:
    """All actions of `seat` that the engine accepts."""
    return [action for action in candidates(state, seat) if verdict(state, action, seat) is None]


def judged(state: HandState, scores: list[int], seat: int, action: act.Action) -> bool:
    """True if the second judge accepts `action`."""
    return Judge(plain(state), scores, state.seats, seat).accepts(action_out(action))


def proposal(state: HandState, seat: int, rng: Random, *, eager: int = 1) -> act.Action:
    """A random action that fits the phase, often legal; the more `eager`, the more on melds."""
    hand = expand(state.hands[seat]) or (rng.randrange(KINDS),)
    own = [meld.id for meld in state.all_melds()] or [rng.randrange(4)]
    makers: list[Maker] = [_draw, *[_pile, _top] * eager]
    if state.phase == "play":
        makers = [*[_melds, _off] * eager, _merge, _end]
    if state.phase == "answer" or rng.random() < 0.02:
        makers = [_draw, _pile, _top, _melds, _off, _merge, _end, _answer]
    return rng.choice(makers)(state, hand, own, rng)


def some_meld(hand: Cards, rng: Random) -> Cards:
    """Cards that look like a meld: a rank with wilds, a run in a suit, or anything."""
    card = rng.choice(hand)
    if rng.random() < 0.5:
        same = [c for c in hand if RANK_OF[c] == RANK_OF[card]]
        wilds = [c for c in hand if IS_WILD[c] and c not in same]
        chosen = rng.sample(same, rng.randint(1, len(same)))
        return tuple(chosen + rng.sample(wilds, rng.randint(0, min(len(wilds), rng.randint(0, 3)))))
    run = sorted({c for c in hand if SUIT_OF[c] == SUIT_OF[card] and not IS_WILD[c]})
    start = rng.randrange(len(run)) if run else 0
    return tuple(run[start : start + rng.randint(3, 8)]) or (card,)


def _draw(_state: HandState, _hand: Cards, _own: list[int], _rng: Random) -> act.Action:
    return act.Draw()


def _pile(state: HandState, hand: Cards, own: list[int], rng: Random) -> act.Action:
    top = RANK_OF[state.pile[-1]] if state.pile else 5
    same = [card for card in hand if RANK_OF[card] == top]
    with_ = rng.sample(same, min(len(same), rng.choice((2, 2, 2, 3))))
    wilds = [card for card in hand if IS_WILD[card] and card not in with_]
    with_ += rng.sample(wilds, rng.randint(0, min(len(wilds), 1)))
    rest = without(hand, tuple(with_))
    melds: list[act.NewMeld] = []
    while rest and rng.random() < 0.5:
        melds.append(act.NewMeld(some_meld(rest, rng)))
        rest = without(rest, melds[-1].cards)
    groups = [m.id for m in state.all_melds() if m.kind == GROUP and m.rank == top]
    onto = rng.choice([None, *groups, *([rng.choice(own)] if rng.random() < 0.1 else [])])
    return act.TakePile(tuple(with_), onto, None, tuple(melds))


def _top(_state: HandState, _hand: Cards, own: list[int], rng: Random) -> act.Action:
    return act.TakeTop(rng.choice(own))


def _melds(_state: HandState, hand: Cards, _own: list[int], rng: Random) -> act.Action:
    melds = [some_meld(hand, rng)]
    rest = without(hand, melds[0])
    while rest and rng.random() < 0.5:
        melds.append(some_meld(rest, rng))
        rest = without(rest, melds[-1])
    return act.LayMelds(tuple(act.NewMeld(cards) for cards in melds))


def _off(state: HandState, hand: Cards, own: list[int], rng: Random) -> act.Action:
    meld = on_table(state).get(rng.choice(own))
    if meld is None or rng.random() < 0.05:
        return act.LayOff(rng.choice(own), tuple(rng.sample(hand, 1)))
    if meld.kind == GROUP:
        fits = [card for card in hand if RANK_OF[card] == meld.rank or IS_WILD[card]]
    else:
        fits = sorted({c for c in hand if SUIT_OF[c] == meld.suit} - set(meld.cards))
    chosen = rng.sample(fits, min(len(fits), rng.choice((1, 1, 1, 2, 3)))) or [rng.choice(hand)]
    return act.LayOff(meld.id, tuple(chosen))


def _merge(state: HandState, _hand: Cards, own: list[int], rng: Random) -> act.Action:
    pairs = [
        (one.id, other.id)
        for one, other in permutations(state.all_melds(), 2)
        if one.rank == other.rank and one.kind == other.kind
    ]
    into, other = rng.choice(pairs or [(rng.choice(own), rng.choice(own))])
    return act.Merge(into, other)


def _end(_state: HandState, hand: Cards, _own: list[int], rng: Random) -> act.Action:
    reds = [card for card in hand if card in RED_THREES]
    if reds and rng.random() < 0.3:
        return act.LayRedThree(tuple(reds[: rng.randint(1, len(reds))]))
    last = act.Discard(rng.choice(hand))
    endings: list[act.Action] = [act.Pass(), act.AskOut(), act.TakeBack(), last]
    return rng.choices(endings, (1, 1, 0.2, 5))[0]


def _answer(_state: HandState, _hand: Cards, _own: list[int], rng: Random) -> act.Action:
    return act.AnswerOut(rng.random() < 0.5)
