"""The turn: drawing, the discard pile, discarding."""

from games.engine.rulesets.choices import NewSequence, Passing, Permission, TopOntoSequence
from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.words.phrases import ALL_OF, ONE_OF, cards, listed, sentences


def drawing(rules: Ruleset) -> str:
    """The stock, and its end."""
    draw = rules.draw
    red = "if the last card drawn from it is a red three, the hand ends with that turn"
    must = "but where the top card of the pile alone takes it, it must be taken"
    return sentences(
        f"a turn begins with {cards(draw.count)} from the stock, or what is left of it",
        red if draw.last_red_three_ends else "",
        "a draw from an empty stock ends the hand" + (f", {must}" if draw.must_take else ""),
    )


def pile(rules: Ruleset) -> str:
    """Taking the discard pile."""
    rule = rules.pile
    own = f" of at most {cards(rule.max_meld_size)}" if rule.max_meld_size is not None else ""
    blocking = [ONE_OF[each] for each in rule.blocked_by]
    return sentences(
        "in place of the draw the pile is taken with two natural cards from the hand that match "
        f"its top card: they are melded at once, as a new group or onto an own one{own}",
        _top_alone(rules),
        _NEW_SEQUENCE[rule.new_sequence].format(own=own),
        _taken(rules),
        f"it is blocked while {listed(blocking, 'or')} is on top",
        _frozen(rules),
    )


_NEW_SEQUENCE = {
    NewSequence.NO: "",
    NewSequence.TWO_NATURALS: "two cards from the hand that make a sequence with the top card "
    "take it too, as a new sequence or onto the own one{own}",
    NewSequence.WITH_WILD: "a natural card or more in sequence with the top card, and one wild "
    "card, take it too, as a new sequence",
}
_ONTO_SEQUENCE = {
    TopOntoSequence.NO: "",
    TopOntoSequence.CARD: "a top card that alone continues an own sequence may be taken by itself, "
    "in place of the draw",
    TopOntoSequence.PILE: "a top card that alone continues an own sequence takes the pile",
}


def _top_alone(rules: Ruleset) -> str:
    group = "a top card that alone fits an own group that is no canasta takes the pile"
    told = [
        group if rules.pile.top_onto_group else "",
        _ONTO_SEQUENCE[rules.pile.top_onto_sequence],
    ]
    return "; ".join(each for each in told if each) or "the top card alone is not enough"


def _taken(rules: Ruleset) -> str:
    rule = rules.pile
    much = (
        "the whole pile is taken"
        if rule.max_cards_taken is None
        else f"at most {cards(rule.max_cards_taken)} are taken from the top"
    )
    needs = f", of a pile of at least {rule.min_pile_size}" if rule.min_pile_size > 1 else ""
    where = (
        "; those below the top card lie face down until the discard" if rule.rest_face_down else ""
    )
    return much + needs + where


def _frozen(rules: Ruleset) -> str:
    freezing = [ONE_OF[each] for each in rules.pile.frozen_by]
    if not freezing:
        return ""
    return (
        f"while {listed(freezing, 'or')} lies in it, it is frozen: only two natural cards for a "
        "new group take it"
    )


def discarding(rules: Ruleset) -> str:
    """The end of the turn."""
    forbidden = [ALL_OF[each] for each in rules.discard.forbidden]
    asked = rules.going_out.permission is not Permission.NONE
    cause = "the draw, or the partners' no," if asked else "the draw"
    passing = {
        Passing.LAST_CARD: "whoever has one card left that may not be discarded keeps it and "
        f"passes; so does a player to whom {cause} leaves nothing else to do",
        Passing.STUCK: f"a player passes only where {cause} leaves nothing else to do",
    }
    return sentences(
        "a turn ends with the discard of a card",
        f"{listed(forbidden)} may not be discarded" if forbidden else "",
        passing[rules.going_out.passing],
        "until the discard, what was melded in the turn can be taken back"
        if rules.turn.take_back
        else "what was melded stays",
    )
