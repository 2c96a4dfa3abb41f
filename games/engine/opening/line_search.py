"""The exact search where sequences may hold a wild card, or a suit may have one of them at most."""

from collections.abc import Iterator, Sequence
from itertools import product

from games.engine.opening.layout import RUN_RANKS, Meld, Open
from games.engine.opening.limits import MeldLimits
from games.engine.opening.lines import Laying, line_rule, steps_of
from games.engine.opening.partition import Choice, Demand, Gain, Rank, Search, promise


def search(
    counts: Sequence[int], limits: MeldLimits, need: int, demand: Demand
) -> list[Meld] | None:
    """New melds that meet the demand and are worth `need` points, or None if there are none."""
    simple = limits.several_per_suit and not limits.sequence_wilds
    kind = Search if simple else LineSearch
    return kind(counts, limits, need, demand).run()


class LineSearch(Search):
    """A search that keeps account of the wild cards in open sequences."""

    def __init__(
        self, counts: Sequence[int], limits: MeldLimits, need: int, demand: Demand
    ) -> None:
        super().__init__(counts, limits, need, demand)
        self._rule = line_rule(limits, len(self._wilds))

    def _start(self, must: int) -> Open:
        return (must, 1)

    def _choices(self, rank: Rank, opens: tuple[Open, ...], gain: Gain) -> list[Choice]:
        points, spent, room = gain
        held = len(self._wilds)
        steps = [
            steps_of(state, ahead, self._rule)
            for state, ahead in zip(opens, rank.ahead, strict=True)
        ]
        found: list[Choice] = []
        for chosen in product(*steps):
            needed = spent + sum([step.wilds for step in chosen])
            if needed > held:
                continue
            free = room + sum([step.room for step in chosen])
            used = sum([step.move[0] for step in chosen])
            moves = tuple([step.move for step in chosen])
            for option in rank.table.options[rank.held - used]:
                if needed + option.min_wilds <= held:
                    after = Gain(
                        points + rank.points * (used + option.naturals),
                        needed + option.min_wilds,
                        min(held, free + option.max_wilds),
                    )
                    found.append(Choice(after, moves, option, chosen))
        found.sort(key=promise, reverse=True)
        return found

    def _sequences(self, wilds: Iterator[int]) -> Iterator[Meld]:
        for index, suit in enumerate(self._suits):
            laying = Laying(suit, self._rule, wilds)
            for rank, choice in zip(RUN_RANKS, self._chosen, strict=False):
                self._extra = laying.follow(rank, choice.steps[index], self._extra)
            yield from laying.melds
