"""How the open sequences of a suit go on, where all their cards are naturals."""

from functools import lru_cache
from itertools import product

from games.engine.opening.layout import Move, Open, cuts_freely


@lru_cache(maxsize=1 << 16)
def moves_of(
    state: Open, ahead: tuple[int, ...], longest: int, *, wasted: bool
) -> tuple[Move, ...]:
    """How a suit's open sequences can go on at a rank, `ahead` being as in `Rank`.

    Where too long a sequence can always be cut, lengths are told apart no further than the
    shortest legal one, and one that could go on never ends while another begins.
    `wasted`: cards that are not used here are of no use at all.
    """
    shortest, lengths = len(ahead), state[1:]
    endless = cuts_freely(shortest, longest)
    bound, closable = lengths[: shortest - 1], lengths[shortest - 1 :]
    free = ahead[0] - sum(bound)
    found: list[Move] = []
    for going in product(*(range(n + 1) for n in (closable if endless else closable[:-1]))):
        ending = endless and going[0] < closable[0]
        if ending and wasted and going[0] < free:
            continue
        for begun in range(1 if ending else free - sum(going) + 1):
            after = [begun, *bound, *going]
            if endless:
                after[-2:] = [after[-2] + after[-1]]
            if _can_finish(after, ahead):
                if endless:
                    after[-1] = min(after[-1], ahead[1] - sum(after[:-1]))
                used = sum(bound) + sum(going) + begun
                found.append((used, (0 if begun else state[0], *after)))
    return tuple(found)


def _can_finish(lengths: list[int], ahead: tuple[int, ...]) -> bool:
    """True if the cards ahead let every sequence that is still too short reach its length."""
    shortest = len(ahead)
    return all(sum(lengths[: shortest - d]) <= ahead[d] for d in range(1, shortest))
