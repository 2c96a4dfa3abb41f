"""Exact search for a set of new melds that meets a requirement.

Sequences are laid first, in each way in which groups might miss the cards less (`layouts`); what
they leave is grouped as well as can be, rank by rank. An upper bound keeps most hands, and most
sequences, from being searched at all.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from games.engine.cards import (
    JOKER_RANK,
    KINDS,
    RANK_OF,
    SUIT_BITS,
    TWO,
    copies,
    expand,
)
from games.engine.legal.opening.bounds import bound, most_canastas, upper_bound, wilds_held
from games.engine.legal.opening.groups import Groups, best_groups, held_by_rank, lay_groups
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.requirement import (
    Canastas,
    Cards,
    MeldClass,
    Requirement,
    canasta_kind,
    class_of,
)
from games.engine.legal.opening.sequences import (
    ANY_WILD,
    Budget,
    Layout,
    layouts,
    runnable_kinds,
    sequences,
)
from games.engine.meld_kinds import SEQUENCE, WILD

Melds = tuple[Cards, ...]
_ONE_EACH = (1,) * KINDS


def find_melds(hand: Sequence[int], limits: MeldLimits, required: Requirement) -> Melds | None:
    """New melds that meet what is required, or None if there are none."""
    return _keeping(hand, limits, required, limits.rules.card_points, Budget())


def find_each(
    hand: Sequence[int], limits: MeldLimits, need: int, parts: Iterable[MeldClass]
) -> dict[MeldClass, Melds]:
    """New melds worth at least `need` points for each class that can be among such melds.

    A class for which there are none has no entry.
    """
    return _Search(hand, limits, need, limits.rules.card_points).each(parts, Budget())


def clearing(
    hand: Sequence[int], limits: MeldLimits, required: Requirement, last: Iterable[int]
) -> Iterator[Melds]:
    """New melds that use the hand up, or leave one card, which is of the kinds `last`.

    The first is the set found soonest, if the card that it leaves is one of these. Then come a set
    of the whole hand and one for each card that may be left, the cheapest card first: this leaves
    the most points to the melds. `required.keep` plays no part.
    """
    offered = sum(hand) + (required.upcard is not None)
    points = limits.rules.card_points
    budget = Budget()
    pool = _with_upcard(hand, required)
    most = upper_bound(pool, limits, _ONE_EACH)
    canastas = required.canastas.total
    if most < offered - 1 or (canastas and most_canastas(pool, limits) < canastas):
        return
    number = required._replace(points=offered - 1)
    melds = _find(hand, limits, number, _ONE_EACH, budget)
    if melds is None:
        return
    lasts = sorted([kind for kind in last if hand[kind]], key=points.__getitem__)
    rest = set(expand(_without(pool, chain(*melds))))
    if rest and rest.issubset(lasts) and worth(melds, points) >= required.points:
        yield melds
    for card in (None, *lasts) if most == offered else lasts:
        fewer = hand if card is None else _without(hand, (card,))
        number = required._replace(points=offered - (card is not None))
        melds = _find(fewer, limits, number, _ONE_EACH, budget)
        if melds is not None and worth(melds, points) >= required.points:
            yield melds


def worth(melds: Iterable[Cards], points: Sequence[int]) -> int:
    """Card points of melds."""
    return sum([points[card] for meld in melds for card in meld])


def _keeping(
    hand: Sequence[int],
    limits: MeldLimits,
    required: Requirement,
    points: Sequence[int],
    budget: Budget,
) -> Melds | None:
    """Melds that leave what must stay in the hand."""
    melds = _find(hand, limits, required, points, budget)
    if melds is None or not required.keep:
        return melds
    left = _without(_with_upcard(hand, required), chain(*melds))
    if sum([left[kind] for kind in required.kept]) >= required.keep:
        return melds
    # Some card must stay, so each is tried as the one, the cheapest first.
    fewer = required._replace(keep=required.keep - 1)
    for kind in sorted([k for k in required.kept if hand[k]], key=points.__getitem__):
        melds = _keeping(_without(hand, (kind,)), limits, fewer, points, budget)
        if melds is not None:
            return melds
    return None


def _find(
    hand: Sequence[int],
    limits: MeldLimits,
    required: Requirement,
    points: Sequence[int],
    budget: Budget,
) -> Melds | None:
    """Melds with the upcard and the canastas that are required, in every way there is."""
    if required.upcard is not None:
        more = _with_upcard(hand, required)
        if upper_bound(more, limits, points) < required.points:
            return None
        for meld in _groups_with(required.upcard, more, limits):
            rest = _after(meld, required._replace(upcard=None), limits, points)
            melds = _find(_without(more, meld), limits.beside((meld,)), rest, points, budget)
            if melds is not None:
                return (meld, *melds)
        return None
    melds = _Search(hand, limits, required.points, points).one(required.part, budget)
    if melds is None or not required.canastas.beside(melds, limits.rules):
        return melds
    for meld in _canastas(hand, limits, required.canastas):
        rest = _after(meld, required, limits, points)
        melds = _find(_without(hand, meld), limits.beside((meld,)), rest, points, budget)
        if melds is not None:
            return (meld, *melds)
    return None


def _after(
    meld: Cards, required: Requirement, limits: MeldLimits, points: Sequence[int]
) -> Requirement:
    """What remains to be required beside a meld."""
    return required._replace(
        points=required.points - worth((meld,), points),
        part=None if class_of(meld) == required.part else required.part,
        canastas=required.canastas.without(canasta_kind(meld, limits.rules)),
    )


def _groups_with(upcard: int, hand: Sequence[int], limits: MeldLimits) -> Iterator[Cards]:
    """Groups of the upcard and two or more naturals of its rank, the largest first."""
    rank = RANK_OF[upcard]
    rule = limits.groups[rank] if rank < JOKER_RANK and rank != TWO else None
    if rule is None:
        return
    left = _without(hand, (upcard,))
    wilds = copies(hand, limits.wilds)
    for number in range(sum([left[kind] for kind in limits.naturals[rank]]), 1, -1):
        for wild in range(min(len(wilds), rule.max_wilds) + 1):
            if rule.allows(number + 1, wild):
                for naturals in _naturals(left, limits, rank, number):
                    yield tuple(sorted((upcard, *naturals, *wilds[:wild])))


def _naturals(hand: Sequence[int], limits: MeldLimits, rank: int, number: int) -> Iterator[Cards]:
    """So many naturals of a rank, in every way that matters to what sequences remain possible."""
    running = runnable_kinds(hand, limits, wilds_held(hand) > 0)
    kinds = limits.naturals[rank]
    alone = copies(hand, [kind for kind in kinds if not running >> 8 * kind & 1])
    others = copies(hand, [kind for kind in kinds if running >> 8 * kind & 1])
    for more in range(max(0, number - len(alone)), min(number, len(others)) + 1):
        for some in subsets(others, more):
            yield (*alone[: number - more], *some)


def _canastas(hand: Sequence[int], limits: MeldLimits, wanted: Canastas) -> Iterator[Cards]:
    """Every canasta that the hand can form and that is one of those wanted."""
    for meld in _full_melds(hand, limits):
        if wanted.without(canasta_kind(meld, limits.rules)) != wanted:
            yield meld


def _full_melds(hand: Sequence[int], limits: MeldLimits) -> Iterator[Cards]:
    size, wilds = limits.rules.canasta.size, copies(hand, limits.wilds)
    for cards in sequences(hand, limits, bool(wilds)):
        if len(cards) >= size:
            yield tuple([wilds[0] if card == ANY_WILD else card for card in cards])
    for rank, rule in enumerate(limits.groups):
        if rule is None:
            continue
        if rank == TWO:
            for number in range(size, len(wilds) + 1):
                if rule.allows(0, number):
                    yield tuple(sorted(wilds[:number]))
            continue
        for number in range(sum([hand[kind] for kind in limits.naturals[rank]]), 0, -1):
            for wild in range(max(0, size - number), min(len(wilds), rule.max_wilds) + 1):
                if rule.allows(number, wild):
                    for naturals in _naturals(hand, limits, rank, number):
                        yield tuple(sorted((*naturals, *wilds[:wild])))


class _Search:
    """Looks through one hand for new melds that are worth at least `need` points."""

    def __init__(
        self, hand: Sequence[int], limits: MeldLimits, need: int, points: Sequence[int]
    ) -> None:
        self._hand, self._limits, self._need, self._points = hand, limits, need, points
        self._wilds = copies(hand, limits.wilds)
        self._worth = [0]
        for kind in self._wilds:
            self._worth.append(self._worth[-1] + points[kind])

    def one(self, part: MeldClass | None, budget: Budget) -> Melds | None:
        """Melds worth enough, one of them of the class `part` if that is given."""
        if part is not None and not can_form(self._hand, part, self._limits):
            return None
        in_suit = part is not None and part.kind == SEQUENCE
        for layout in self._layouts(budget, part.number if part is not None and in_suit else None):
            melds = self._with(layout, None if in_suit else part)
            if melds is not None:
                return melds
        return None

    def each(self, parts: Iterable[MeldClass], budget: Budget) -> dict[MeldClass, Melds]:
        """Melds worth enough for each class that can be among such melds."""
        missing = dict.fromkeys(parts)  # a set would have the order of this process alone
        found: dict[MeldClass, Melds] = {}

        def note(melds: Melds) -> None:
            for part in map(class_of, melds):
                if part in missing:
                    found[part] = melds
                    del missing[part]

        groups = [part for part in missing if part.kind != SEQUENCE]
        for layout in self._layouts(budget) if groups else ():
            melds = self._with(layout, None)
            if melds is None:
                continue
            note(melds)
            groups = [part for part in groups if part in missing]
            for part in groups:
                if (melds := self._with(layout, part)) is not None:
                    note(melds)
            groups = [part for part in groups if part in missing]
            if not groups:
                break
        for part in [part for part in missing if part.kind == SEQUENCE]:
            if part in missing and (melds := self.one(part, budget)) is not None:
                note(melds)
        return found

    def _layouts(self, budget: Budget, suit: int | None = None) -> Iterator[Layout]:
        hand, limits, wilds = self._hand, self._limits, len(self._wilds)
        return layouts(hand, limits, wilds, self._points, self._promises, budget, suit)

    def _promises(self, layout: Layout, running: int) -> bool:
        """True if the melds may come to enough with further sequences of these kinds."""
        left, wilds = bytes(layout.left), self._wilds[layout.wilds :]
        most = bound(left, wilds, self._limits, self._points, running)
        return layout.points + self._worth[layout.wilds] + most >= self._need

    def _with(self, layout: Layout, part: MeldClass | None) -> Melds | None:
        """These sequences, and groups of what they leave, with no more wild cards than it takes."""
        wilds, need = len(self._wilds), self._need - layout.points
        held = held_by_rank(layout.left, self._limits)
        for groups in best_groups(held, wilds, layout.wilds, self._limits, self._points, part):
            used = groups.places
            if groups.points + self._worth[used] < need:
                continue
            while used > groups.spent and groups.points + self._worth[used - 1] >= need:
                used -= 1
            return self._lay(layout, groups, used - groups.spent)
        return None

    def _lay(self, layout: Layout, groups: Groups, extra: int) -> Melds:
        wilds = iter(self._wilds)
        laid = [
            tuple([next(wilds) if card == ANY_WILD else card for card in cards])
            for cards in layout.sequences
        ]
        return (*laid, *lay_groups(layout.left, groups, wilds, extra, self._limits))


def can_form(hand: Sequence[int], part: MeldClass, limits: MeldLimits) -> bool:
    """True if the hand can form a meld of this class."""
    kind, number = part
    wilds = wilds_held(hand)
    if kind == SEQUENCE:
        return bool(runnable_kinds(hand, limits, wilds > 0) & SUIT_BITS[number])
    table = limits.tables[number]
    if table is None:
        return False
    if kind == WILD:
        return table.most_wilds[wilds] > 0
    held = sum([hand[card] for card in limits.naturals[number]])
    return any(choice.naturals and choice.min_wilds <= wilds for choice in table.choices[held])


def subsets(cards: Sequence[int], size: int) -> Iterator[Cards]:
    """Every choice of `size` of the sorted `cards`, equal cards being the same."""
    if not size:
        yield ()
        return
    for place, card in enumerate(cards[: len(cards) - size + 1]):
        if not place or cards[place - 1] != card:
            for others in subsets(cards[place + 1 :], size - 1):
                yield (card, *others)


def _with_upcard(hand: Sequence[int], required: Requirement) -> list[int]:
    """The counts of the hand, and of the upcard if one is required."""
    counts = list(hand)
    if required.upcard is not None:
        counts[required.upcard] += 1
    return counts


def _without(hand: Sequence[int], cards: Iterable[int]) -> list[int]:
    """The counts when `cards` are gone."""
    fewer = list(hand)
    for card in cards:
        fewer[card] -= 1
    return fewer
