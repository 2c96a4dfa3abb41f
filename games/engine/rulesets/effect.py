"""Values of a ruleset without effect: given the other values, nothing depends on them."""

from collections.abc import Iterator

from games.engine.rulesets.choices import (
    Declaring,
    MeldsOfAKind,
    MinimumBasis,
    Permission,
    Threes,
    TopOntoSequence,
)
from games.engine.rulesets.derived import Rules


def without_effect(rules: Rules) -> frozenset[str]:
    """The paths of these values, such as the points of a samba where there are no sequences."""
    return frozenset([*_of_melds(rules), *_of_threes(rules), *_of_the_turn(rules)])


def _of_melds(rules: Rules) -> Iterator[str]:
    group = rules.group
    if rules.sequence is None:
        yield from ("canasta.samba", "going_out.book.samba")
        yield from ("pile.top_onto_sequence", "pile.new_sequence")
    if not rules.sequence_limits.max_wilds:
        yield from ("canasta.black_samba", "going_out.book.black_samba")
    if rules.wild_meld is None:
        yield from ("canasta.wild", "going_out.book.wild")
    if rules.canasta.sevens is None:
        yield "going_out.book.sevens"
    if not group.naturals_per_wild:
        yield "group.extra_naturals"
    if group.max_size is not None and group.max_size <= rules.canasta.size:
        yield "group.wild_on_natural_canasta"
        if group.per_rank is MeldsOfAKind.ONE_OPEN:
            yield "group.merge"
    if group.per_rank is MeldsOfAKind.ONE:
        yield "group.merge"
    if rules.initial_minimum.basis is MinimumBasis.HAND:
        yield "initial_minimum.negative"


def _of_threes(rules: Rules) -> Iterator[str]:
    threes, red = rules.threes, rules.red_threes
    if threes.melding is not Threes.ALWAYS:
        yield from ("canasta.threes", "going_out.book.threes")
    if threes.melding is not Threes.GOING_OUT:
        yield "threes.last_discard"
    if threes.melding is Threes.NEVER:
        yield from ("threes.max_wilds", "threes.max_size")
        if threes.black_in_hand is not None:
            yield "points.3"
    if red.declaring is Declaring.NEVER:
        yield from ("red_threes.replaced", "red_threes.each", "red_threes.all")
        yield from ("red_threes.qualified_canastas", "red_threes.qualified_by_book")
    if red.declaring in (Declaring.NEVER, Declaring.CHOICE):
        yield "draw.last_red_three_ends"
    qualifying = red.qualified_canastas or red.qualified_by_book
    if red.declaring is Declaring.NEVER or not qualifying:
        yield from ("red_threes.unqualified_each", "red_threes.unqualified_all")
    if not red.in_hand:
        yield "red_threes.in_hand_per"


def _of_the_turn(rules: Rules) -> Iterator[str]:
    pile, out = rules.pile, rules.going_out
    if pile.max_cards_taken is None:
        yield "pile.rest_face_down"
    if not pile.top_onto_group and pile.top_onto_sequence is TopOntoSequence.NO:
        yield "draw.must_take"
    if out.permission is Permission.NONE:
        yield from ("going_out.unqualified_may_ask", "going_out.broken_promise_penalty")
