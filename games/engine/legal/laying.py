"""From melds that were found to the actions that lay them."""

from games.engine.actions import LayMelds, NewMeld, TakePile
from games.engine.opening import Meld, Melds, wild_as


def lay(melds: Melds) -> LayMelds:
    """The action that lays `melds`."""
    return LayMelds(tuple([_new_meld(meld) for meld in melds]))


def take_and_lay(upcard: int, melds: Melds) -> TakePile:
    """The action that takes the pile for the first of `melds` and lays the others."""
    first, *others = melds
    with_ = list(first)
    with_.remove(upcard)
    return TakePile(tuple(with_), None, wild_as(first), tuple([_new_meld(m) for m in others]))


def _new_meld(meld: Meld) -> NewMeld:
    return NewMeld(meld, wild_as(meld))
