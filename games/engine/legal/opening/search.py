"""Exact search for a set of new melds that meets a requirement.

Sequences are laid first, in each way in which groups might miss the cards less (`layouts`); what
they leave is grouped as well as can be, rank by rank. An upper bound keeps most hands, and most
sequences, from being searched at all.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import gt
from typing import NamedTuple

from games.engine.cards import KINDS, RANK_OF, SUIT_BITS, TWO, copies, expand
from games.engine.legal.opening.bounds import bound, most_canastas, upper_bound, wilds_held
from games.engine.legal.opening.groups import (
    Groups,
    best_groups,
    can_group,
    held_by_rank,
    lay_groups,
)
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
    Layouts,
    runnable_kinds,
    sequences,
)
from games.engine.meld_kinds import SEQUENCE

Melds = tuple[Cards, ...]
_ONE_EACH = (1,) * KINDS


def find_melds(hand: Sequence[int], limits: MeldLimits, required: Requirement) -> Melds | None:
    """New melds that meet what is required, or None if there are none."""
    return _Finder(limits.rules.card_points, Budget()).keeping(hand, limits, required)


def find_each(
    hand: Sequence[int], limits: MeldLimits, need: int, parts: Iterable[MeldClass]
) -> dict[MeldClass, Melds]:
    """New melds worth at least `need` points for each class that can be among such melds.

    A class for which there are none has no entry.
    """
    return _Search(hand, limits, need, limits.rules.card_points, Budget()).each(parts)


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
    finder = _Finder(_ONE_EACH, Budget())
    pool = _with_upcard(hand, required)
    most = upper_bound(pool, limits, _ONE_EACH)
    if most < offered - 1:
        return
    number = required._replace(points=offered - 1)
    melds = finder.find(hand, limits, number)
    if melds is None:
        return
    lasts = sorted([kind for kind in last if hand[kind]], key=points.__getitem__)
    rest = set(expand(_without(pool, chain(*melds))))
    if rest and rest.issubset(lasts) and worth(melds, points) >= required.points:
        yield melds
    for card in (None, *lasts) if most == offered else lasts:
        fewer = hand if card is None else _without(hand, (card,))
        number = required._replace(points=offered - (card is not None))
        melds = finder.find(fewer, limits, number)
        if melds is not None and worth(melds, points) >= required.points:
            yield melds


def worth(melds: Iterable[Cards], points: Sequence[int]) -> int:
    """Card points of melds."""
    return sum([points[card] for meld in melds for card in meld])


class _Finder(NamedTuple):
    """What all steps of a question for melds share."""

    points: Sequence[int]
    """What each kind is worth: card points, or one where cards are counted."""
    budget: Budget

    def keeping(
        self, hand: Sequence[int], limits: MeldLimits, required: Requirement
    ) -> Melds | None:
        """Melds that leave what must stay in the hand."""
        melds = self.find(hand, limits, required)
        if melds is None or not required.keep:
            return melds
        left = _without(_with_upcard(hand, required), chain(*melds))
        if sum([left[kind] for kind in required.kept]) >= required.keep:
            return melds
        # Some card must stay, so each is tried as the one, the cheapest first.
        fewer = required._replace(keep=required.keep - 1)
        for kind in sorted([k for k in required.kept if hand[k]], key=self.points.__getitem__):
            melds = self.keeping(_without(hand, (kind,)), limits, fewer)
            if melds is not None:
                return melds
        return None

    def find(self, hand: Sequence[int], limits: MeldLimits, required: Requirement) -> Melds | None:
        """Melds with the upcard and the canastas that are required, in every way there is."""
        pool, upcard = _with_upcard(hand, required), required.upcard
        if required.canastas and any(map(gt, required.canastas, most_canastas(pool, limits))):
            return None
        if upcard is not None:
            if upper_bound(pool, limits, self.points) < required.points:
                return None
            with_it = _groups(hand, limits, RANK_OF[upcard], (upcard,), least=2)
            return self._first(with_it, pool, limits, required._replace(upcard=None))
        search = _Search(hand, limits, required.points, self.points, self.budget)
        melds = search.one(required.part)
        if melds is None or not required.canastas.beside(melds, limits.rules):
            return melds
        return self._first(_canastas(hand, limits, required.canastas), hand, limits, required)

    def _first(
        self,
        melds: Iterable[Cards],
        hand: Sequence[int],
        limits: MeldLimits,
        required: Requirement,
    ) -> Melds | None:
        """The first of `melds` beside which others meet what remains required, and those."""
        for meld in melds:
            rest = required._replace(
                points=required.points - worth((meld,), self.points),
                part=None if class_of(meld) == required.part else required.part,
                canastas=required.canastas.without(canasta_kind(meld, limits.rules)),
            )
            others = self.find(_without(hand, meld), limits.beside((meld,)), rest)
            if others is not None:
                return (meld, *others)
        return None


def _groups(
    hand: Sequence[int], limits: MeldLimits, rank: int, upcard: Cards = (), least: int = 1
) -> Iterator[Cards]:
    """Groups of a rank with the upcard if any, and `least` or more naturals, the most first."""
    rule = limits.groups[rank]
    if rule is None:
        return
    wilds = copies(hand, limits.wilds)
    for number in range(sum([hand[kind] for kind in limits.naturals[rank]]), least - 1, -1):
        for wild in range(min(len(wilds), rule.max_wilds) + 1):
            if rule.allows(number + len(upcard), wild):
                for naturals in _naturals(hand, limits, rank, number):
                    yield tuple(sorted((*upcard, *naturals, *wilds[:wild])))


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
    """Every canasta that the hand can form and that is one of those wanted.

    Sambas only, as long as these are wanted: they are among the melds in any case.
    """
    for meld in _full_melds(hand, limits):
        kind = canasta_kind(meld, limits.rules)
        if wanted.samba and kind != "samba":
            continue
        if wanted.without(kind) != wanted:
            yield meld


def _full_melds(hand: Sequence[int], limits: MeldLimits) -> Iterator[Cards]:
    size, wilds = limits.rules.canasta.size, copies(hand, limits.wilds)
    for cards in sequences(hand, limits, bool(wilds)):
        if len(cards) >= size:
            yield tuple([wilds[0] if card == ANY_WILD else card for card in cards])
    for rank, rule in enumerate(limits.groups):
        if rank != TWO:
            groups = _groups(hand, limits, rank, least=max(1, size - len(wilds)))
            yield from (meld for meld in groups if len(meld) >= size)
        elif rule is not None:
            sizes = [number for number in range(size, len(wilds) + 1) if rule.allows(0, number)]
            yield from [tuple(sorted(wilds[:number])) for number in sizes]


class _Search:
    """Looks through one hand for new melds that are worth at least `need` points."""

    def __init__(
        self,
        hand: Sequence[int],
        limits: MeldLimits,
        need: int,
        points: Sequence[int],
        budget: Budget,
    ) -> None:
        self._hand, self._limits, self._need, self._points = hand, limits, need, points
        self._wilds = copies(hand, limits.wilds)
        self._worth = [0]
        for kind in self._wilds:
            self._worth.append(self._worth[-1] + points[kind])
        self._open: list[MeldClass] = []
        """Classes of groups that are looked for; one must be among the melds, if there are any."""
        self._layouts = Layouts(hand, limits, len(self._wilds), points, self._promises, budget)

    def one(self, part: MeldClass | None) -> Melds | None:
        """Melds worth enough, one of them of the class `part` if that is given."""
        if part is not None and not can_form(self._hand, part, self._limits):
            return None
        in_suit = part is not None and part.kind == SEQUENCE
        self._open = [] if part is None or in_suit else [part]
        for layout in self._layouts.ways(
            part.rank_or_suit if part is not None and in_suit else None
        ):
            melds = self._with(layout, None if in_suit else part)
            if melds is not None:
                return melds
        return None

    def each(self, parts: Iterable[MeldClass]) -> dict[MeldClass, Melds]:
        """Melds worth enough for each class that can be among such melds."""
        missing = dict.fromkeys(parts)  # a set would have the order of this process alone
        found: dict[MeldClass, Melds] = {}

        def note(melds: Melds) -> None:
            for part in map(class_of, melds):
                if part in missing:
                    found[part] = melds
                    del missing[part]

        groups = [part for part in missing if part.kind != SEQUENCE]
        for layout in self._layouts.ways() if groups else ():
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
            # What sequences come with which groups is of interest while some are missing, too.
            self._open = groups if len(groups) == len(missing) else []
        for part in [part for part in missing if part.kind == SEQUENCE]:
            if part in missing and (melds := self.one(part)) is not None:
                note(melds)
        return found

    def _promises(self, layout: Layout, running: int) -> bool:
        """True if the melds may come to enough with further sequences of these kinds."""
        left, wilds = bytes(layout.left), self._wilds[layout.wilds :]
        if self._open:
            held = held_by_rank(left, self._limits)
            if not any(can_group(each, held, len(wilds), self._limits) for each in self._open):
                return False
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
    return can_group(part, held_by_rank(hand, limits), wilds, limits)


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
