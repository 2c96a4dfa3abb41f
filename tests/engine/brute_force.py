"""Every set of melds that a small hand allows, by plain enumeration: slow, and easy to believe.

Nothing here is shared with the engine but the numbering of cards and the fields of rulesets.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.engine.cards import IS_WILD, JOKER, RANK_OF, RED_THREES, SEVEN, SUIT_OF, THREE, faces
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.task import Canastas
from games.engine.rulesets.choices import MeldsOfAKind, Threes

Cards = tuple[int, ...]
WILD = "wild"
LEAST = 3
"""Cards with which a meld begins."""


class Outcome(NamedTuple):
    """What one set of melds comes to."""

    points: int
    cards: int
    jokers: int
    """How many of the cards are jokers."""
    parts: frozenset[str]
    """`part` of every meld."""
    canastas: tuple[str, ...]
    """The kind of each, sorted."""
    left: Cards | None
    """The card that is not melded if there is no other; None if there are more."""


NOTHING = Outcome(0, 0, 0, frozenset(), (), ())


def part(meld: Cards) -> str:
    """What a meld is: "rank 5", "suit 2" or "wild"."""
    naturals = [card for card in meld if not IS_WILD[card]]
    if not naturals:
        return WILD
    if len({RANK_OF[card] for card in naturals}) == 1:
        return f"rank {RANK_OF[naturals[0]]}"
    return f"suit {SUIT_OF[naturals[0]]}"


def closed(limits: MeldLimits) -> set[str]:
    """The parts of which there may be no new meld, by `part`."""
    words = {"group": "rank {}", "sequence": "suit {}", "wild": WILD}
    return {words[kind].format(number) for kind, number in limits.closed}


def is_group(cards: Cards, limits: MeldLimits) -> bool:
    """Cards of one rank, with wild cards as the limits allow."""
    rules, group = limits.rules, limits.rules.group
    ranks = {RANK_OF[card] for card in cards if not IS_WILD[card]}
    if len(ranks) != 1 or f"rank {min(ranks)}" in closed(limits):
        return False
    rank, always = ranks.pop(), rules.threes.melding is Threes.ALWAYS
    most, most_wilds = group.max_size, group.max_wilds
    if rank == THREE:
        if any(card in RED_THREES for card in cards) and not always:
            return False
        if not always and not (limits.going_out and rules.threes.melding is Threes.GOING_OUT):
            return False
        most, most_wilds = rules.threes.max_size, rules.threes.max_wilds
    if rank == SEVEN and not group.wild_sevens:
        most_wilds = 0
    wilds = sum(IS_WILD[card] for card in cards)
    naturals = len(cards) - wilds
    if len(cards) < LEAST or wilds > most_wilds or (most is not None and most < len(cards)):
        return False
    if wilds and naturals < group.naturals_per_wild * wilds + group.extra_naturals:
        return False
    return naturals >= group.min_naturals


def is_sequence(cards: Cards, limits: MeldLimits) -> bool:
    """Cards of one suit in order, from fours up to aces, a wild card in its place."""
    sequence = limits.rules.sequence
    if sequence is None or not LEAST <= len(cards) <= limits.rules.canasta.size:
        return False
    naturals = [(place, card) for place, card in enumerate(cards) if not IS_WILD[card]]
    wilds = len(cards) - len(naturals)
    if len(naturals) < 2 or wilds > sequence.max_wilds:
        return False
    if wilds and len(naturals) < sequence.min_naturals:
        return False
    lows = {RANK_OF[card] - place for place, card in naturals}
    suits = {SUIT_OF[card] for _, card in naturals}
    if len(lows) > 1 or len(suits) > 1 or f"suit {min(suits)}" in closed(limits):
        return False
    low = lows.pop()
    return low > THREE and low + len(cards) <= 13


def is_wild_meld(cards: Cards, limits: MeldLimits) -> bool:
    """Only wild cards."""
    rule = limits.rules.wild_meld
    if rule is None or WILD in closed(limits) or len(cards) < LEAST:
        return False
    fits = rule.max_size is None or len(cards) <= rule.max_size
    return fits and all(IS_WILD[card] for card in cards)


def is_meld(cards: Cards, limits: MeldLimits) -> bool:
    """Any of these."""
    return is_group(cards, limits) or is_sequence(cards, limits) or is_wild_meld(cards, limits)


def is_the_last(meld: Cards, limits: MeldLimits) -> bool:
    """True if there may be only one such meld; it comes last of its part."""
    rules = limits.rules
    if part(meld).startswith("suit"):
        return rules.sequence is not None and rules.sequence.one_per_suit
    wild = rules.wild_meld if part(meld) == WILD else None
    many = rules.group.per_rank if wild is None else wild.per_side
    if many is MeldsOfAKind.ONE_OPEN:
        return len(meld) < rules.canasta.size
    return many is MeldsOfAKind.ONE


def canasta(meld: Cards, limits: MeldLimits) -> str | None:
    """The kind of canasta or samba that a meld is."""
    rules, wilds = limits.rules, sum(IS_WILD[card] for card in meld)
    if len(meld) < rules.canasta.size:
        return None
    if part(meld).startswith("suit"):
        return "black_samba" if wilds else "samba"
    if part(meld) == WILD:
        return "wild"
    if part(meld) == f"rank {THREE}" and rules.threes.melding is Threes.ALWAYS:
        return "threes"
    if part(meld) == f"rank {SEVEN}" and rules.canasta.sevens:
        return "sevens"
    return "mixed" if wilds else "natural"


def enough(canastas: tuple[str, ...], wanted: Canastas) -> bool:
    """True if the canastas are at least those wanted."""
    numbers = {
        "total": len(canastas),
        "red": canastas.count("natural") + canastas.count("samba"),
        "black": canastas.count("mixed") + canastas.count("black_samba"),
    }
    return all(
        numbers.get(kind, canastas.count(kind)) >= number
        for kind, number in wanted._asdict().items()
    )


def outcomes(
    hand: Cards, limits: MeldLimits, made: frozenset[str] = frozenset()
) -> frozenset[Outcome]:
    """Every distinct outcome of a set of new melds from `hand`, no melds at all included.

    Of the parts that are `made` there may be no other.
    """

    @cache
    def rest(left: Cards, last: frozenset[str]) -> frozenset[Outcome]:
        if not left:
            return frozenset({NOTHING})
        naturals = [card for card in left if not IS_WILD[card]]
        first = naturals[0] if naturals else left[0]
        found = {kept(first, outcome) for outcome in rest(minus(left, (first,)), last)}
        for meld in melds_with(first, left, limits):
            what, is_last = part(meld), is_the_last(meld, limits)
            if what not in made and not (is_last and what in last):
                after = rest(minus(left, meld), last | {what} if is_last else last)
                found |= {joined(meld, outcome, limits) for outcome in after}
        return frozenset(found)

    return rest(tuple(sorted(hand)), frozenset())


def outcomes_with_upcard(hand: Cards, upcard: int, limits: MeldLimits) -> frozenset[Outcome]:
    """The same when a group of the upcard and at least two of its rank from the hand is melded."""
    found: set[Outcome] = set()
    for meld in melds_with(upcard, tuple(sorted((*hand, upcard))), limits):
        if sum(RANK_OF[card] == RANK_OF[upcard] for card in meld) < 3 or not is_group(meld, limits):
            continue
        left = minus(tuple(sorted((*hand, upcard))), meld)
        made = frozenset({part(meld)}) if is_the_last(meld, limits) else frozenset[str]()
        after = outcomes(left, limits, made)
        found |= {joined(meld, outcome, limits) for outcome in after}
    return frozenset(found)


def melds_with(card: int, left: Cards, limits: MeldLimits) -> Iterator[Cards]:
    """Every meld out of `left` that holds `card`, of sequences those with no lower natural."""
    others = minus(left, (card,))
    wilds = [c for c in others if IS_WILD[c]]
    if IS_WILD[card]:
        yield from [w for more in subsets(wilds) if is_wild_meld(w := (card, *more), limits)]
        return
    mates = [c for c in others if RANK_OF[c] == RANK_OF[card]]
    for naturals in subsets(mates):
        for wild in subsets(wilds):
            if is_group((card, *naturals, *wild), limits):
                yield (card, *naturals, *wild)
    for size in range(LEAST, limits.rules.canasta.size + 1):
        run = tuple(range(card, card + 4 * size, 4))
        yield from [run] * (set(run) <= set(left) and is_sequence(run, limits))
        for wild_card in set(wilds):
            for place in range(size):
                low = card if place else card - 4
                run = tuple(wild_card if step == place else low + 4 * step for step in range(size))
                if set(run) <= set(left) and is_sequence(run, limits):
                    yield run


def subsets(cards: list[int]) -> set[Cards]:
    """Every different choice of cards."""
    return {c for size in range(len(cards) + 1) for c in combinations(cards, size)}


def minus(cards: Cards, gone: Cards) -> Cards:
    """`cards` without `gone`."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def kept(card: int, outcome: Outcome) -> Outcome:
    """`outcome` with one more card that is not melded."""
    return outcome._replace(left=None if outcome.left != () else (card,))


def joined(meld: Cards, outcome: Outcome, limits: MeldLimits) -> Outcome:
    """`outcome` with one more meld."""
    kind = canasta(meld, limits)
    return Outcome(
        outcome.points + sum(limits.rules.card_points[card] for card in meld),
        outcome.cards + len(meld),
        outcome.jokers + meld.count(JOKER),
        outcome.parts | {part(meld)},
        tuple(sorted((*outcome.canastas, *([kind] if kind else [])))),
        outcome.left,
    )


def assert_legal(
    melds: tuple[Cards, ...], cards: Cards, limits: MeldLimits, upcard: int | None = None
) -> None:
    """Every meld is one, and all its cards are held; the upcard's is the first."""
    spare = Counter(cards)
    if upcard is not None:
        spare[upcard] += 1
        assert upcard in melds[0]
        assert len([card for card in melds[0] if RANK_OF[card] == RANK_OF[upcard]]) > 2
        assert is_group(melds[0], limits)
    last: set[str] = set()
    for meld in melds:
        assert is_meld(meld, limits), faces(meld)
        spare.subtract(meld)
        assert part(meld) not in last, "another meld of the part came last"
        if is_the_last(meld, limits):
            last.add(part(meld))
    assert min(spare.values()) >= 0, "a card is melded that is not held"
