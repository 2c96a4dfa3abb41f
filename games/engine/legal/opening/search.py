"""Exact search for a set of new melds that meets a requirement.

Sequences are laid first, in each way that takes few cards from groups (`Layouts`). The remaining
cards are grouped as well as possible, rank by rank. An upper bound saves the search for most hands
and most sequences.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from games.engine.cards import (
    JOKER_RANK,
    KINDS,
    RANK_OF,
    SUIT_BITS,
    copies,
    expand,
    subsets,
    wilds_held,
)
from games.engine.legal.new_meld import Cards, MeldClass, Melds, canasta_kind, class_of, worth
from games.engine.legal.opening.bounds import bound, upper_bound
from games.engine.legal.opening.groups import (
    Groups,
    best_groups,
    can_group,
    held_by_rank,
    lay_groups,
)
from games.engine.legal.opening.limits import MeldLimits
from games.engine.legal.opening.sequences import (
    ANY_WILD,
    MOST_LAYOUTS,
    Layout,
    Layouts,
    runnable_kinds,
    sequences,
)
from games.engine.legal.opening.task import MeldTask
from games.engine.meld_kinds import SEQUENCE

_ONE_EACH = (1,) * KINDS


def find_melds(task: MeldTask) -> Melds | None:
    """New melds that meet what is required, or None if there are none."""
    return _Finder(task.limits.rules.card_points, iter(range(MOST_LAYOUTS))).keeping(task)


def find_each(task: MeldTask, classes: Sequence[MeldClass]) -> dict[MeldClass, Melds]:
    """New melds worth the required points, for each class that can be among such melds.

    A class that cannot has no entry.
    """
    return _Search(task, task.limits.rules.card_points, iter(range(MOST_LAYOUTS))).each(classes)


def clearing(task: MeldTask, last: Iterable[int]) -> Iterator[Melds]:
    """New melds that use up the hand, or leave one card of the kinds `last`.

    The first is the set found soonest, if it leaves a card of these kinds. Then come a
    set of the whole hand and one for each card that may be left, the card with the fewest points
    first: this leaves the most points to the melds. `required.keep` is ignored.
    """
    points, pool = task.limits.rules.card_points, task.with_upcard()
    offered, finder = sum(pool.hand), _Finder(_ONE_EACH, iter(range(MOST_LAYOUTS)))
    if upper_bound(pool.hand, task.limits, _ONE_EACH) < offered - 1:
        return
    melds = finder.find(task.asking(points=offered - 1))
    if melds is None:
        return
    lasts = sorted([kind for kind in last if task.hand[kind]], key=points.__getitem__)
    rest = set(expand(pool.without(chain(*melds)).hand))
    if rest and rest.issubset(lasts) and worth(melds, points) >= task.required.points:
        yield melds
    for left in ((), *[(card,) for card in lasts]):
        melds = finder.find(task.without(left).asking(points=offered - len(left)))
        if melds is not None and worth(melds, points) >= task.required.points:
            yield melds


class _Finder(NamedTuple):
    """What all steps of one search share."""

    points: Sequence[int]
    """What each kind is worth: card points, or one where cards are counted."""
    looks: Iterator[int]
    """One counter for each layout search: how many layouts they may still look at together."""

    def keeping(self, task: MeldTask) -> Melds | None:
        """Melds that leave the cards that must stay in the hand."""
        melds, required = self.find(task), task.required
        if melds is None or not required.keep:
            return melds
        left = task.with_upcard().without(chain(*melds)).hand
        if sum([left[kind] for kind in required.kept]) >= required.keep:
            return melds
        # Some card must stay, so each is tried as that card, the one with the fewest points first.
        fewer = task.asking(keep=required.keep - 1)
        for kind in sorted([k for k in required.kept if task.hand[k]], key=self.points.__getitem__):
            melds = self.keeping(fewer.without((kind,)))
            if melds is not None:
                return melds
        return None

    def find(self, task: MeldTask) -> Melds | None:
        """Melds with the upcard and the canastas that are required, in every possible way."""
        limits, required, pool = task.limits, task.required, task.with_upcard()
        if required.upcard is not None:
            if upper_bound(pool.hand, limits, self.points) < required.points:
                return None
            return self._first(_groups(task, RANK_OF[required.upcard], least=2), pool)
        melds = _Search(task, self.points, self.looks).one(required.meld_class)
        for meld in melds or ():
            required = required.after(meld, self.points, limits.rules)
        if melds is None or not any(required.canastas):
            return melds
        return self._first(_canastas(task), task)

    def _first(self, melds: Iterable[Cards], task: MeldTask) -> Melds | None:
        """The first of `melds` with which others meet the rest of what is required, and these."""
        for meld in melds:
            others = self.find(task.after(meld, self.points))
            if others is not None:
                return (meld, *others)
        return None


def _groups(task: MeldTask, rank: int, least: int = 1) -> Iterator[Cards]:
    """Groups of a rank with the upcard, if any, and `least` or more naturals, the most first."""
    hand, limits, upcard = task.hand, task.limits, task.required.upcard
    rule, first = limits.groups[rank], () if upcard is None else (upcard,)
    if rule is None:
        return
    wilds = copies(hand, limits.wilds)
    for number in range(sum([hand[kind] for kind in rule.natural_kinds]), least - 1, -1):
        for wild in range(min(len(wilds), rule.max_wilds) + 1):
            if rule.allows(number + len(first), wild):
                for naturals in _naturals(task, rank, number):
                    yield tuple(sorted((*first, *naturals, *wilds[:wild])))


def _naturals(task: MeldTask, rank: int, number: int) -> Iterator[Cards]:
    """`number` naturals of a rank, in every way that matters to the remaining sequences."""
    hand, kinds = task.hand, task.limits.rules.rank_rules[rank].natural_kinds
    running = runnable_kinds(hand, task.limits, wilds_held(hand) > 0)
    free = copies(hand, [kind for kind in kinds if not running >> 8 * kind & 1])
    others = copies(hand, [kind for kind in kinds if running >> 8 * kind & 1])
    for more in range(max(0, number - len(free)), min(number, len(others)) + 1):
        for some in subsets(others, more):
            yield (*free[: number - more], *some)


def _canastas(task: MeldTask) -> Iterator[Cards]:
    """Every canasta that the hand can form and that is one of those wanted.

    Only sambas, as long as these are wanted: the melds include them in any case.
    """
    hand, limits, wanted = task.hand, task.limits, task.required.canastas
    size, wilds = limits.rules.canasta.size, copies(hand, limits.wilds)
    runs = (
        tuple([wilds[0] if card == ANY_WILD else card for card in cards])
        for cards in sequences(hand, limits, bool(wilds))
    )
    least = max(0, size - len(wilds))
    groups = chain.from_iterable(_groups(task, rank, least) for rank in range(JOKER_RANK))
    for meld in chain(runs, groups):
        kind = canasta_kind(meld, limits.rules) if len(meld) >= size else None
        if kind is None or (wanted.samba and kind != "samba"):
            continue
        if wanted.without(kind) != wanted:
            yield meld


class _Search:
    """Looks through one hand for new melds that are worth the required points."""

    def __init__(self, task: MeldTask, points: Sequence[int], looks: Iterator[int]) -> None:
        self._hand, self._limits, self._need = task.hand, task.limits, task.required.points
        self._points, self._wilds = points, copies(task.hand, task.limits.wilds)
        self._worth = [0]
        for kind in self._wilds:
            self._worth.append(self._worth[-1] + points[kind])
        self._group: MeldClass | None = None
        """A class of groups that the melds must include."""
        self._layouts = Layouts(
            task.hand, task.limits, len(self._wilds), points, self._promises, looks
        )

    def one(self, wanted: MeldClass | None) -> Melds | None:
        """Melds worth enough, including one of the class `wanted` if that is given."""
        if wanted is not None and not can_form(self._hand, wanted, self._limits):
            return None
        suit = wanted.rank_or_suit if wanted is not None and wanted.kind == SEQUENCE else None
        self._group = wanted if suit is None else None
        for layout in self._layouts.ways(suit):
            if (melds := self._with(layout, self._group)) is not None:
                return melds
        return None

    def each(self, classes: Sequence[MeldClass]) -> dict[MeldClass, Melds]:
        """Melds worth enough for each class that can be among such melds."""
        layouts = self._layouts.ways()
        layout = next((each for each in layouts if self._with(each, None) is not None), None)
        if layout is None:
            return {}
        found: dict[MeldClass | None, Melds] = {}
        for wanted in (None, *classes):
            if wanted in found:
                continue
            # Most classes of groups are possible with the same sequences.
            in_groups = wanted is None or wanted.kind != SEQUENCE
            melds = (self._with(layout, wanted) if in_groups else None) or self.one(wanted) or ()
            for each in map(class_of, melds):
                found.setdefault(each, melds)
        return {wanted: found[wanted] for wanted in classes if wanted in found}

    def _promises(self, layout: Layout, running: int) -> bool:
        """True if the melds may be worth enough with further sequences of these kinds."""
        wilds = len(self._wilds) - layout.wilds
        if self._group and not can_group(self._group, layout.by_rank, wilds, self._limits):
            return False
        return self._reaches(layout, running)

    def _reaches(self, layout: Layout, running: int) -> bool:
        most = bound(
            layout.left,
            layout.by_rank,
            self._wilds[layout.wilds :],
            self._limits,
            self._points,
            running,
        )
        return layout.points + self._worth[layout.wilds] + most >= self._need

    def _with(self, layout: Layout, wanted: MeldClass | None) -> Melds | None:
        """These sequences, and groups of the remaining cards with as few wild cards as possible."""
        if layout.sequences and not self._reaches(layout, 0):
            return None
        wilds, need, held = len(self._wilds), self._need - layout.points, layout.by_rank
        for groups in best_groups(held, wilds, layout.wilds, self._limits, self._points, wanted):
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


def can_form(hand: Sequence[int], meld_class: MeldClass, limits: MeldLimits) -> bool:
    """True if the hand can form a meld of this class."""
    kind, number = meld_class
    wilds = wilds_held(hand)
    if kind == SEQUENCE:
        return bool(runnable_kinds(hand, limits, wilds > 0) & SUIT_BITS[number])
    return can_group(meld_class, held_by_rank(hand, limits), wilds, limits)
