"""The turn: drawing, the discard pile, discarding."""

from games.engine.rulesets.choices import NewSequence, Passing, Permission, TopOntoSequence
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.words.phrases import (
    ALL_OF,
    ONE_OF,
    cards,
    has_second_hands,
    listed,
    sentences,
)


def drawing(rules: Rules) -> str:
    """The stock, and its end."""
    draw = rules.draw
    fewer = ", fewer if fewer are left" if draw.count > 1 else ""
    red = (
        "if the last card of the stock is a red three, the player who draws it lays it, may still "
        "meld, and ends the turn and the hand with a pass instead of the discard"
    )
    bonus = ", and nobody earns the bonus for going out" if rules.going_out.bonus else ""
    must = (
        "but a top card that fits a meld of the side by itself must then be taken, if the rules "
        "allow it"
    )
    return sentences(
        f"a turn begins with {cards(draw.count)} from the stock{fewer}",
        red if draw.last_red_three_ends else "",
        f"once the stock is empty, a player who wants to draw ends the hand{bonus}"
        + (f"; {must}" if draw.must_take else ""),
    )


def pile(rules: Rules) -> str:
    """Taking the discard pile."""
    rule = rules.pile
    own = f" of at most {cards(rule.max_meld_size)}" if rule.max_meld_size is not None else ""
    blocking = [ONE_OF[each] for each in rule.blocked_by]
    return sentences(
        "instead of drawing, a player may take the pile with two natural cards from the hand "
        "that match its top card: they are melded with it at once, as a new group or onto a group "
        f"of the side{own}",
        _only_upcard(rules, own),
        _NEW_SEQUENCE[rule.new_sequence].format(own=own),
        _taken(rules),
        _TOP_CARD if rule.top_onto_sequence is TopOntoSequence.CARD else "",
        f"nothing is taken while {listed(blocking, 'or')} is on top",
        _frozen(rules),
    )


_TOP_CARD = (
    "a top card that continues a sequence of the side may also be taken by itself, instead of "
    "drawing; the pile then stays"
)
_NEW_SEQUENCE = {
    NewSequence.NO: "",
    NewSequence.TWO_NATURALS: "two natural cards from the hand that make three in a row with the "
    "top card take the pile too, as a new sequence or onto a sequence of the side{own}",
    NewSequence.WITH_WILD: "one wild card and at least one natural card from the hand that make a "
    "new sequence with the top card take the pile too",
}


def _only_upcard(rules: Rules, own: str) -> str:
    """The rule for taking the pile with only its top card."""
    onto_sequence = rules.pile.top_onto_sequence
    group = f"fits a group of the side{own} that is no canasta yet"
    sequence = f"continues a sequence of the side{own}"
    fits = [
        group if rules.pile.top_onto_group else "",
        sequence if onto_sequence is TopOntoSequence.PILE else "",
    ]
    if any(fits):
        where = listed([each for each in fits if each], "or")
        return f"the top card is enough to take the pile if it {where}"
    return "" if onto_sequence is TopOntoSequence.CARD else "the top card by itself is not enough"


def _taken(rules: Rules) -> str:
    """How much of the pile the taker gets in addition to the top card, and where it goes."""
    rule = rules.pile
    most, fewest = rule.max_cards_taken, rule.min_pile_size
    least = f"; a pile of fewer than {cards(fewest)} is not taken" if fewest > 1 else ""
    if most is None:
        return f"the player then takes the rest of the pile into the hand{least}"
    if most == 1:
        return f"only the top card is taken, and the rest of the pile stays{least}"
    more = "the next card" if most == 2 else f"the next {cards(most - 1)}"
    few = ", or as many as there are" if fewest < most else ""
    where = f"takes {more} of the pile into the hand{few}"
    if rule.rest_face_down:
        where = f"lays {more} of the pile aside face down{few}, and picks them up after the discard"
    return f"the player then {where}; the rest stays{least}"


def _frozen(rules: Rules) -> str:
    freezing = [ONE_OF[each] for each in rules.pile.frozen_by]
    if not freezing:
        return ""
    return (
        f"while {listed(freezing, 'or')} is anywhere in the pile, it is frozen: only two natural "
        "cards for a new group take it"
    )


def discarding(rules: Rules) -> str:
    """The end of the turn."""
    forbidden = [ALL_OF[each] for each in rules.discard.forbidden]
    return sentences(
        "a turn ends with the discard of a card",
        f"{listed(forbidden)} may not be discarded" if forbidden else "",
        _passing(rules),
        "until the discard, what was laid in the turn can be taken back"
        if rules.turn.take_back
        else "what has been laid on the table stays there",
    )


def _passing(rules: Rules) -> str:
    """When a turn ends without a discard."""
    asked = rules.going_out.permission is not Permission.NONE
    moment = "right after the draw or a partner's no" if asked else "right after the draw"
    last = "drew a red three as the last card of the stock"
    ends = rules.draw.last_red_three_ends
    if rules.going_out.passing is Passing.STUCK:
        also = f", or if they {last}" if ends else ""
        return f"a player passes only if {moment} they can neither discard nor go out{also}"
    passes = ["a player with one card left who may not go out keeps it and passes"]
    # A player who may discard any card, and waits for no second hand, is never stuck.
    if rules.discard.forbidden or has_second_hands(rules):
        passes.append(f"so does a player who {moment} can neither discard nor go out")
    if ends:
        passes.append(f"so does a player who {last}")
    return "; ".join(passes)
