"""Plain rulesets: those that differ from the Samba of S001 and S002 in numbers alone.

What a seat may do is worked out for them without asking the judge (`engine.legal`).
"""

from dataclasses import astuple
from typing import TYPE_CHECKING, Final

from games.engine.rulesets.choices import (
    CardClass,
    Declaring,
    LastDiscard,
    NewSequence,
    Passing,
    Permission,
    PerRank,
    Threes,
    TopOntoSequence,
)

if TYPE_CHECKING:
    from games.engine.rulesets.ruleset import Ruleset

_BLOCK: Final = {CardClass.WILD, CardClass.RED_THREE, CardClass.BLACK_THREE}


def is_plain(rules: "Ruleset") -> bool:
    """True if `rules` are."""
    return (
        _begins_plainly(rules)
        and _has_plain_pile(rules)
        and _has_plain_melds(rules)
        and _ends_plainly(rules)
    )


def _begins_plainly(rules: "Ruleset") -> bool:
    draw, red = rules.draw, rules.red_threes
    return (
        not any(rules.seating.foot_size.values())
        and not draw.last_red_three_ends
        and not draw.must_take
        and red.declaring is Declaring.CHOICE
        and not red.replaced
    )


def _has_plain_pile(rules: "Ruleset") -> bool:
    pile = rules.pile
    return (
        set(pile.blocked_by) >= _BLOCK
        and not pile.frozen_by
        and not pile.top_onto_group
        and pile.top_onto_sequence is TopOntoSequence.CARD
        and pile.new_sequence is NewSequence.NO
        and not pile.onto_at_most
        and not pile.takes
        and pile.needs == 1
        and not pile.aside
    )


def _has_plain_melds(rules: "Ruleset") -> bool:
    group, sequence, threes = rules.group, rules.sequence, rules.threes
    return (
        group.wild_sevens
        and group.wild_on_natural_canasta
        and group.per_rank is PerRank.SEVERAL
        and group.merge
        and sequence.max_size > 0
        and not sequence.max_wilds
        and not sequence.one_per_suit
        and not rules.wild_meld.min_size
        and threes.melding is Threes.GOING_OUT
        and threes.last_discard
    )


def _ends_plainly(rules: "Ruleset") -> bool:
    out = rules.going_out
    return (
        not rules.discard.forbidden
        and not any(astuple(out.book))
        and out.permission is not Permission.NONE
        and not out.unqualified_may_ask
        and not out.promise
        and out.last_discard is LastDiscard.OPTIONAL
        and out.passing is Passing.LAST_CARD
        and not rules.turn.take_back
    )
