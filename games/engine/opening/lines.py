"""Sequences that may hold a wild card, or of which a suit has one at most: how they come about.

A suit is searched from aces down, its open sequences being lines. A wild card closes a gap in a
line, or stands at an end of it, which is settled when the line ends.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from games.engine.cards import ACE, RANK_OF
from games.engine.opening.layout import Meld, Move, Open, Step, cut, cuts_freely
from games.engine.opening.limits import MeldLimits

_NO_WILD, _WILD, _IN_GAP = 0, 1, 2
"""What a line holds: in the last case its latest card is the wild one, so a natural must follow."""
_GO, _END, _END_WILD = 0, 1, 2
"""What a line does after a rank: it goes on, it ends, it ends and takes a wild card for that."""
_FLAGS: Final = 2


class LineRule(NamedTuple):
    """What sequences may be, where a hand with or without wild cards makes them."""

    shortest: int
    longest: int
    least: int
    """Cards of the shortest sequence with a wild card; 0 where there is none."""
    several: bool

    @property
    def endless(self) -> bool:
        """True if a line may grow beyond the longest sequence, as it can then be cut."""
        return self.several and cuts_freely(max(self.shortest, self.least), self.longest)

    def can_end(self, length: int, wild: int) -> bool:
        """True if the line is a sequence as it stands."""
        return wild != _IN_GAP and length >= (self.least if wild else self.shortest)

    def takes_wild(self, length: int, wild: int) -> bool:
        """True if a wild card can be put to an end of the line that ends."""
        room = self.endless or length < self.longest
        return room and wild == _NO_WILD and 0 < self.least <= length + 1


def line_rule(limits: MeldLimits, wilds: int) -> LineRule:
    """The rule for a hand that has `wilds` wild cards."""
    least = max(limits.sequence_min, limits.sequence_naturals + 1)
    wild = bool(limits.sequence_wilds and wilds and least <= limits.sequence_max)
    return LineRule(
        limits.sequence_min, limits.sequence_max, least if wild else 0, limits.several_per_suit
    )


@lru_cache(maxsize=1 << 16)
def steps_of(state: Open, ahead: tuple[int, ...], rule: LineRule) -> tuple[Step, ...]:
    """What a suit can do at a rank, `ahead` being its cards there and at the ranks below.

    No step is contained in another: none has the same outcome for fewer wilds and more room.
    """
    found: dict[Move, list[Step]] = {}
    for step in _steps(state, ahead, rule):
        others = found.setdefault(step.move, [])
        if not any(o.wilds <= step.wilds and step.room <= o.room for o in others):
            others[:] = [o for o in others if o.wilds < step.wilds or o.room > step.room]
            others.append(step)
    return tuple([step for steps in found.values() for step in steps])


def _steps(state: Open, ahead: tuple[int, ...], rule: LineRule) -> Iterator[Step]:
    here, must, may = ahead[0], state[0], state[1]
    old = [divmod(code, 3) for code in state[_FLAGS:]]
    gaps = [rule.least > 0 and wild == _NO_WILD and ahead[1] > 0 for _, wild in old]
    for naturals in product(*((True, False) if gap else (True,) for gap in gaps)):
        spare = here - sum(naturals)
        most = spare if rule.several else min(spare, may)
        for begun in range(most + 1):
            lines = [_longer(line, rule, n) for line, n in zip(old, naturals, strict=True)]
            lines += [(1, _NO_WILD)] * begun
            flags = (0 if begun else must, may if rule.several or not begun else 0)
            placed = (*naturals, *[True] * begun)
            yield from _endings(lines, placed, flags, ahead, rule)


def _longer(line: tuple[int, int], rule: LineRule, natural: bool) -> tuple[int, int]:
    """(cards, wild) of a line with one more card; cards told apart only as far as it matters."""
    length, wild = line
    most = max(rule.shortest, rule.least) if rule.endless else rule.longest
    return min(length + 1, most), min(wild, _WILD) if natural else _IN_GAP


def _endings(
    lines: Sequence[tuple[int, int]],
    placed: tuple[bool, ...],
    flags: tuple[int, int],
    ahead: tuple[int, ...],
    rule: LineRule,
) -> Iterator[Step]:
    used, gaps = sum(placed), len(placed) - sum(placed)
    for ends in product(*[list(_ends(line, ahead, rule)) for line in lines]):
        going = sorted([line for line, end in zip(lines, ends, strict=True) if end == _GO])
        if sum([wild != _NO_WILD or not rule.least for _, wild in going]) > ahead[1]:
            continue
        ended = [line for line, end in zip(lines, ends, strict=True) if end == _END]
        wilds = gaps + ends.count(_END_WILD)
        room = wilds + sum([rule.takes_wild(*line) for line in ended])
        after = (*flags, *[3 * length + wild for length, wild in going])
        yield Step((used, after), wilds, room, tuple(zip(placed, ends, strict=True)))


def _ends(line: tuple[int, int], ahead: tuple[int, ...], rule: LineRule) -> Iterator[int]:
    length, wild = line
    gap = rule.least and wild == _NO_WILD and ahead[2]
    if (ahead[1] or gap) and (rule.endless or length < rule.longest):
        yield _GO
    if rule.can_end(length, wild):
        yield _END
    elif rule.takes_wild(length, wild):
        yield _END_WILD


class Laying:
    """The sequences of one suit, laid out of the steps from aces down to fours."""

    def __init__(self, suit: int, rule: LineRule, wilds: Iterator[int]) -> None:
        self._suit, self._rule, self._wilds = suit, rule, wilds
        self._open: list[tuple[int, int, list[int]]] = []
        """(length, wild) as the search tells them apart, and the cards from high to low."""
        self.melds: list[Meld] = []

    def follow(self, rank: int, step: Step, extra: int) -> int:
        """Lay the cards of one rank; of `extra` wild cards to spare, how many are left."""
        begun = len(step.lines) - len(self._open)
        lines = self._open + [(0, _NO_WILD, list[int]()) for _ in range(begun)]
        self._open = []
        for (length, wild, cards), (natural, end) in zip(lines, step.lines, strict=True):
            cards.append(4 * rank + self._suit if natural else next(self._wilds))
            length, wild = _longer((length, wild), self._rule, natural)
            if end == _GO:
                self._open.append((length, wild, cards))
                continue
            spare = end == _END and extra > 0 and self._rule.takes_wild(length, wild)
            extra -= spare
            self._end(cards, with_wild=spare or end == _END_WILD)
        self._open.sort(key=lambda line: line[:2])
        return extra

    def _end(self, cards: list[int], *, with_wild: bool) -> None:
        rule = self._rule
        if with_wild:
            # Of a line that must be cut, the low cards take the wild one, within the line's ranks.
            size = len(cards)
            if size >= rule.longest:
                size = min(rule.longest - 1, size - rule.shortest)
            cards, low = cards[: len(cards) - size], cards[len(cards) - size :]
            place = 0 if RANK_OF[low[0]] < ACE else size
            low.insert(place, next(self._wilds))
            self.melds.append(tuple(low[::-1]))
        if cards:
            self.melds += cut(cards, max(rule.shortest, rule.least), rule.longest)
