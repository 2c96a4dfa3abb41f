"""What the viewing seat has to meld with, and what new melds it can form one by one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.engine.cards import ACE, RED_THREES, THREE
from games.engine.legal.by_trial import cards
from games.engine.legal.limits import beside_own, lacking, limits_going_out, limits_of
from games.engine.opening import (
    EVERY_KIND,
    GroupOf,
    Lacking,
    Meld,
    MeldLimits,
    Part,
    SequenceIn,
    WildMeld,
    beside,
    worth,
)
from games.engine.rulesets.choices import Declaring, PerRank
from games.engine.view import SeatView


class Means(NamedTuple):
    """The hand of the seat, and what new melds of it may be and have to be."""

    hand: Sequence[int]
    gained: tuple[int, ...]
    """Cards that come to the hand besides: those under the upcard, when the pile is taken."""
    limits: MeldLimits
    going_out: MeldLimits
    """The same for an action that goes out."""
    need: int
    """The points that the melds must be worth."""
    lacking: Lacking
    """The canastas that the side must make still to go out."""
    droppable: tuple[int, ...]
    """The kinds that may be discarded."""
    one_open: bool
    """True if a canasta lets the side begin another group of its rank."""

    @property
    def undroppable(self) -> list[int]:
        """The kinds in the hand that may not be discarded."""
        return [
            kind for kind, count in enumerate(self.hand) if count and kind not in self.droppable
        ]

    def without(self, cards: Iterable[int]) -> "Means":
        """The means when `cards` have left the hand."""
        left = list(self.hand)
        for card in cards:
            left[card] -= 1
        return self._replace(hand=left)

    def after(self, meld: Meld, *, once_more: bool = False) -> "Means":
        """What is left when the hand has given `meld`; `once_more` if one like it may follow."""
        return self.without(meld)._replace(
            limits=self.limits if once_more else beside(meld, self.limits),
            going_out=self.going_out if once_more else beside(meld, self.going_out),
            need=self.need - worth([meld], self.limits),
            lacking=self.lacking.beside(meld, self.limits),
        )

    def leaves_a_choice(self, melded: Iterable[int]) -> bool:
        """True if two cards stay, one of which may be discarded: then the turn is in no corner.

        If the judge refuses even that, it is not for the number of cards.
        """
        left = list(self.without(melded).hand)
        for card in self.gained:
            left[card] += 1
        return sum(left) > 1 and any(left[kind] for kind in self.droppable)


def means_of(view: SeatView, gained: tuple[int, ...] = ()) -> Means:
    """The means of the viewing seat."""
    rules, own = view.rules, view.by_side[view.side]
    return Means(
        hand=view.hand,
        gained=gained,
        limits=beside_own(limits_of(rules), own, rules),
        going_out=beside_own(limits_going_out(rules), own, rules),
        need=own.minimum or 0,
        lacking=lacking(view),
        one_open=rules.group.per_rank is PerRank.ONE_OPEN,
        droppable=tuple([kind for kind in EVERY_KIND if kind not in rules.undiscardable]),
    )


def gained_with_the_pile(view: SeatView) -> tuple[int, ...]:
    """The cards that the taker of the pile has in hand afterwards, the upcard apart."""
    pile, red = view.rules.pile, view.rules.red_threes
    if pile.aside:
        return ()
    cards_taken = view.pile[-pile.takes :] if pile.takes else view.pile
    laid = red.declaring in (Declaring.TURN, Declaring.DEAL)
    return tuple([card for card in cards_taken[:-1] if not (laid and card in RED_THREES)])


def parts(means: Means) -> list[Part]:
    """The kinds of new melds that the hand can form one by one, whatever they are worth."""
    every: list[Part] = [GroupOf(rank) for rank in range(THREE, ACE + 1)]
    every += [SequenceIn(suit) for suit in range(4)]
    every.append(WildMeld())
    return [part for part in every if next(singles(means, part, means.going_out), None)]


def singles(means: Means, part: Part, limits: MeldLimits | None = None) -> Iterator[Meld]:
    """Every new meld of a kind that the hand can form, the smallest first."""
    limits = means.limits if limits is None else limits
    match part:
        case GroupOf(rank):
            return cards.groups(means.hand, limits.naturals[rank], limits.groups[rank])
        case SequenceIn(suit):
            return cards.sequences(means.hand, suit, limits)
        case WildMeld():
            return cards.wild_melds(means.hand, limits)
