"""Contradictions between a ruleset's values for the deal, the pile, threes and going out."""

from collections.abc import Callable, Iterator

from games.engine.cards import BLACK_THREES, IS_WILD, JOKER, RANK_OF, RED_THREES, SEVEN
from games.engine.rulesets.choices import (
    CardClass,
    Declaring,
    LastDiscard,
    Permission,
    Threes,
    TopOntoSequence,
)
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.sections import as_json

_IN_CLASS: dict[CardClass, Callable[[int], bool]] = {
    CardClass.WILD: lambda kind: IS_WILD[kind],
    CardClass.JOKER: lambda kind: kind == JOKER,
    CardClass.SEVEN: lambda kind: RANK_OF[kind] == SEVEN,
    CardClass.RED_THREE: lambda kind: kind in RED_THREES,
    CardClass.BLACK_THREE: lambda kind: kind in BLACK_THREES,
}
"""True if a kind of card is meant."""


def table_faults(rules: Rules) -> Iterator[tuple[str, str]]:
    """(path, message) for every contradiction that is not about melds."""
    yield from _upcard(rules)
    yield from _pile(rules)
    yield from _top_of_the_pile(rules)
    yield from _discard(rules)
    yield from _red_threes(rules)
    yield from _going_out(rules)


def _upcard(rules: Rules) -> Iterator[tuple[str, str]]:
    """After the deal there must be an upcard, whatever the order of the pack."""
    rejected = rules.deal.upcard_rejects
    for seats in rules.seating.players:
        try:
            kinds = enumerate(rules.pack_counts(seats))
            seating = rules.seating
            dealt = seats * (seating.hand_size[seats] + seating.foot_size[seats])
        except KeyError:  # reported elsewhere
            continue
        bad = sum(n for kind, n in kinds if any(_IN_CLASS[each](kind) for each in rejected))
        left = rules.pack.size(seats) - dealt
        if bad >= left > 0:
            message = f"all {left} cards left by {seats} players may be among the {bad} rejected"
            yield "deal.upcard_rejects", message


def _pile(rules: Rules) -> Iterator[tuple[str, str]]:
    pile = rules.pile
    most = pile.max_cards_taken
    if most is not None and most < pile.min_pile_size:
        yield "pile.min_pile_size", f"of a pile of {pile.min_pile_size} at most {most} are taken"
    if pile.rest_face_down and (most is None or most < 2):
        message = "`max_cards_taken` does not say how many cards are face down"
        yield "pile.rest_face_down", message
    fits = pile.top_onto_group or pile.top_onto_sequence is not TopOntoSequence.NO
    if rules.draw.must_take and not fits:
        yield "draw.must_take", "the top card never joins a meld by itself"


def _top_of_the_pile(rules: Rules) -> Iterator[tuple[str, str]]:
    """Cards that can be on top and cannot be melded with a natural pair must block."""
    blocked, red = rules.pile.blocked_by, rules.red_threes
    laid = red.declaring in (Declaring.TURN, Declaring.DEAL)
    missing = [card for card in (CardClass.WILD, CardClass.BLACK_THREE) if card not in blocked]
    if CardClass.RED_THREE not in blocked and not (
        laid and CardClass.RED_THREE in rules.deal.upcard_rejects
    ):
        missing.append(CardClass.RED_THREE)
    for card in missing:
        yield "pile.blocked_by", f"{card.value} may be on top and cannot be taken"


def _discard(rules: Rules) -> Iterator[tuple[str, str]]:
    forbidden, threes, red = rules.discard.forbidden, rules.threes.melding, rules.red_threes
    if CardClass.BLACK_THREE in forbidden and threes is Threes.NEVER:
        yield "discard.forbidden", "a black three could never leave a hand"
    if (
        CardClass.RED_THREE in forbidden
        and red.declaring is Declaring.NEVER
        and threes is not Threes.ALWAYS
    ):
        yield "discard.forbidden", "a red three could never leave a hand"


def _red_threes(rules: Rules) -> Iterator[tuple[str, str]]:
    red = rules.red_threes
    by_themselves = red.declaring in (Declaring.TURN, Declaring.DEAL)
    if rules.threes.melding is Threes.ALWAYS and red.declaring is not Declaring.NEVER:
        yield "red_threes.declaring", "red threes that are melded are not laid out"
    if not by_themselves:
        if red.replaced:
            yield "red_threes.replaced", "red threes do not come to the table by themselves"
        if rules.draw.last_red_three_ends:
            message = "red threes do not come to the table by themselves"
            yield "draw.last_red_three_ends", message
    if red.unqualified_all == 0:
        yield "red_threes.unqualified_all", "null says that they count nothing more together"
    if red.declaring is Declaring.NEVER:
        for name in ("each", "all", "unqualified_each", "unqualified_all"):
            if as_json(red)[name]:
                yield f"red_threes.{name}", "red threes are not laid out"


def _going_out(rules: Rules) -> Iterator[tuple[str, str]]:
    out = rules.going_out
    if out.permission is Permission.NONE:
        if out.unqualified_may_ask:
            yield "going_out.unqualified_may_ask", "partners are not asked"
        if out.broken_promise_penalty:
            yield "going_out.broken_promise_penalty", "partners are not asked"
    if (
        out.last_discard is LastDiscard.REQUIRED
        and rules.threes.melding is Threes.GOING_OUT
        and not rules.threes.last_discard
    ):
        yield "threes.last_discard", "going out takes a discard"
