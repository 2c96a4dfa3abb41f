"""Every set of melds that a small hand allows, by plain enumeration: slow, and easy to believe.

Nothing here is shared with the engine but the numbering of cards and the fields of the limits.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.engine.cards import IS_WILD, JOKER, RANK_OF, RED_THREES, SEVEN, SUIT_OF, THREE, faces
from games.engine.opening import GroupLimits, Including, Lacking, MeldLimits, Melds, Upcard

Cards = tuple[int, ...]
WILD = "wild"


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


def is_group(cards: Cards, limits: MeldLimits) -> bool:
    """Cards of one rank, with wild cards as the limits allow."""
    ranks = {RANK_OF[card] for card in cards if not IS_WILD[card]}
    if len(ranks) != 1 or ranks & limits.closed_ranks:
        return False
    if any(card in RED_THREES for card in cards) and not limits.threes:
        return False
    rule: GroupLimits | None = group_rule(ranks.pop(), limits)
    wilds = sum(IS_WILD[card] for card in cards)
    naturals = len(cards) - wilds
    if rule is None or len(cards) < rule.min_size or wilds > rule.max_wilds:
        return False
    if rule.max_size and len(cards) > rule.max_size:
        return False
    if wilds and naturals < rule.naturals_per_wild * wilds + rule.naturals_beyond:
        return False
    return naturals >= rule.min_naturals


def group_rule(rank: int, limits: MeldLimits) -> GroupLimits | None:
    """What the groups of a rank may be."""
    if rank == THREE:
        return limits.threes or limits.black_threes
    return limits.sevens if rank == SEVEN and limits.sevens else limits.group


def is_sequence(cards: Cards, limits: MeldLimits) -> bool:
    """Cards of one suit in order, from fours up to aces, a wild card in its place."""
    if not limits.sequence_min <= len(cards) <= limits.sequence_max:
        return False
    naturals = [(place, card) for place, card in enumerate(cards) if not IS_WILD[card]]
    wilds = len(cards) - len(naturals)
    if len(naturals) < 2 or wilds > limits.sequence_wilds:
        return False
    if wilds and len(naturals) < limits.sequence_naturals:
        return False
    lows = {RANK_OF[card] - place for place, card in naturals}
    suits = {SUIT_OF[card] for _, card in naturals}
    if len(lows) > 1 or len(suits) > 1 or suits & limits.closed_suits:
        return False
    low = lows.pop()
    return low > THREE and low + len(cards) <= 13


def is_wild_meld(cards: Cards, limits: MeldLimits) -> bool:
    """Wild cards alone."""
    rule = limits.wild_melds
    if rule is None or not all(IS_WILD[card] for card in cards) or len(cards) < rule.min_size:
        return False
    return not 0 < rule.max_size < len(cards)


def is_meld(cards: Cards, limits: MeldLimits) -> bool:
    """Any of these."""
    return is_group(cards, limits) or is_sequence(cards, limits) or is_wild_meld(cards, limits)


def alone(what: str, limits: MeldLimits) -> bool:
    """True if there may be only one meld of the part."""
    if what == WILD:
        return limits.wild_melds is not None and not limits.wild_melds.several
    name, number = what.split()
    if name == "suit":
        return not limits.several_per_suit
    rule = group_rule(int(number), limits)
    return rule is not None and not rule.several_per_rank


def canasta(meld: Cards, limits: MeldLimits) -> str | None:
    """The kind of canasta or samba that a meld is."""
    wilds = sum(IS_WILD[card] for card in meld)
    if part(meld).startswith("suit"):
        kind = "black_samba" if wilds else "samba"
        return kind if len(meld) == limits.sequence_max else None
    if len(meld) < limits.canasta:
        return None
    if part(meld) == WILD:
        return "wild"
    if part(meld) == f"rank {THREE}" and limits.threes:
        return "threes"
    if part(meld) == f"rank {SEVEN}" and limits.sevens_apart:
        return "sevens"
    return "mixed" if wilds else "natural"


def enough(canastas: tuple[str, ...], wanted: int | Lacking) -> bool:
    """True if the canastas are at least those wanted."""
    if isinstance(wanted, int):
        return len(canastas) >= wanted
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

    `made` are parts of melds that are there already.
    """

    @cache
    def rest(left: Cards, parts: frozenset[str]) -> frozenset[Outcome]:
        if not left:
            return frozenset({NOTHING})
        naturals = [card for card in left if not IS_WILD[card]]
        first = naturals[0] if naturals else left[0]
        found = {kept(first, outcome) for outcome in rest(minus(left, (first,)), parts)}
        for meld in melds_with(first, left, limits):
            what = part(meld)
            if what not in parts or not alone(what, limits):
                after = rest(minus(left, meld), parts | {what})
                found |= {joined(meld, outcome, limits) for outcome in after}
        return frozenset(found)

    return rest(tuple(sorted(hand)), made)


def outcomes_with_upcard(hand: Cards, upcard: int, limits: MeldLimits) -> frozenset[Outcome]:
    """The same when a group of the upcard and at least two of its rank from the hand is melded."""
    found: set[Outcome] = set()
    for meld in melds_with(upcard, tuple(sorted((*hand, upcard))), limits):
        if sum(RANK_OF[card] == RANK_OF[upcard] for card in meld) < 3 or not is_group(meld, limits):
            continue
        left = minus(tuple(sorted((*hand, upcard))), meld)
        after = outcomes(left, limits, frozenset({part(meld)}))
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
    for size in range(limits.sequence_min, limits.sequence_max + 1):
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
        outcome.points + sum(limits.points[card] for card in meld),
        outcome.cards + len(meld),
        outcome.jokers + meld.count(JOKER),
        outcome.parts | {part(meld)},
        tuple(sorted((*outcome.canastas, *([kind] if kind else [])))),
        outcome.left,
    )


def assert_legal(
    melds: Melds, cards: Cards, limits: MeldLimits, including: Including | None = None
) -> None:
    """Every meld is one, and all its cards are held; the upcard's is the first."""
    spare = Counter(cards)
    if isinstance(including, Upcard):
        spare[including.card] += 1
        assert including.card in melds[0]
        same = [card for card in melds[0] if RANK_OF[card] == RANK_OF[including.card]]
        assert len(same) > 2
        assert is_group(melds[0], limits)
    for meld in melds:
        assert is_meld(meld, limits), faces(meld)
        spare.subtract(meld)
    assert min(spare.values()) >= 0, "a card is melded that is not held"
    for what, number in Counter(map(part, melds)).items():
        assert number == 1 or not alone(what, limits), what
