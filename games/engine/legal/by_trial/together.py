"""New melds laid at once: to reach the initial minimum, or to get round a corner."""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from games.engine.cards import ACE, FOUR, copies
from games.engine.legal.by_trial.means import Means
from games.engine.opening import (
    EVERY_KIND,
    GroupOf,
    Including,
    Melds,
    Part,
    Upcard,
    clear_out,
    find_opening,
    several_per_rank,
)


def together(means: Means, including: Including | None, *, since: int = FOUR) -> Iterator[Melds]:
    """New melds worth what is needed: if the judge accepts any, he accepts one of these.

    Melds that leave a choice of discards are all alike to him. Others leave a card that can be
    discarded or kept, or one fewer, or they go out. Canastas that make room are of the rank `since`
    or above.
    """
    melds = _find(means, including)
    if melds is not None:
        yield melds
        if means.leaves_a_choice(_from_hand(melds, including)):
            return
        yield from _found(_keeping(means, including))
    yield from going_out(means, including)
    if means.one_open and not isinstance(including, Upcard):
        yield from _after_a_canasta(means, including, since)


def _after_a_canasta(means: Means, including: Part | None, since: int) -> Iterator[Melds]:
    """The same with a canasta in front that makes room for another group of its rank.

    That group must follow, or the canasta need not stand in front. Several canastas stand in the
    order of their ranks: in any other they are the same.
    """
    limits = means.limits
    if not _is_enough(means, including):
        return
    for rank in range(since, ACE + 1):
        held = copies(means.hand, limits.naturals[rank]), copies(means.hand, limits.wilds)
        if sum(map(len, held)) < limits.canasta + limits.group.min_size:
            continue
        for wild in range(len(held[1]) + 1):
            natural = limits.canasta - wild
            meld = tuple(sorted(held[0][:natural] + held[1][:wild]))
            if limits.groups[rank].allow(natural, wild) and natural <= len(held[0]):
                rest = including or GroupOf(rank)
                after = means.after(meld, once_more=True)
                for others in together(after, rest, since=rank):
                    yield (meld, *others)


def _is_enough(means: Means, including: Part | None) -> bool:
    """True if the hand would do if a rank might have any number of new groups."""
    freely = means._replace(
        limits=several_per_rank(means.limits), going_out=several_per_rank(means.going_out)
    )
    if _find(freely, including) is not None:
        return True
    return next(going_out(freely, including), None) is not None


def going_out(means: Means, including: Including | None) -> Iterator[Melds]:
    """New melds of the whole hand but for a last card, with the canastas that it takes.

    They may be black threes where `means.going_out` says so.
    """
    if means.lacking.total * means.limits.canasta <= sum(means.hand) + 1:
        yield from _found(_going_out(means, including))


def _found(melds: Iterable[Melds | None]) -> Iterator[Melds]:
    return (each for each in melds if each is not None)


def _from_hand(melds: Melds, including: Including | None) -> list[int]:
    cards = list(chain(*melds))
    if isinstance(including, Upcard):
        cards.remove(including.card)
    return cards


def _find(
    means: Means,
    including: Including | None,
    *,
    keep: int = 0,
    kept: Collection[int] = EVERY_KIND,
) -> Melds | None:
    return find_opening(
        means.hand,
        means.limits,
        means.need,
        keep=keep,
        kept=kept,
        including=including,
    )


def _keeping(means: Means, including: Including | None) -> Iterator[Melds | None]:
    """Melds that leave a choice of discards, then those that leave one card."""
    yield _find(means, including, keep=2, kept=means.droppable)
    for kind in means.undroppable:
        fewer = means.without((kind,))
        yield _find(fewer, including, keep=1, kept=means.droppable)
    yield _find(means, including, keep=1, kept=means.droppable)
    if means.undroppable:
        yield _find(means, including, keep=1)


def _going_out(means: Means, including: Including | None) -> Iterator[Melds | None]:
    """Melds with the canastas that going out needs: with a last discard, and without one."""
    yield _clear(means, including, leave=means.droppable, must_leave=True)
    yield _clear(means, including, leave=())


def _clear(
    means: Means,
    including: Including | None,
    *,
    leave: Collection[int],
    must_leave: bool = False,
) -> Melds | None:
    return clear_out(
        means.hand,
        means.going_out,
        need=means.need,
        leave=leave,
        must_leave=must_leave,
        including=including,
        canastas=means.lacking,
    )
