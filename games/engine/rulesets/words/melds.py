"""Melds: groups, sequences, wild cards, threes; what canastas earn, and the initial minimum."""

from games.engine.meld_kinds import MELD_SIZE
from games.engine.rulesets.choices import MeldsOfAKind, MinimumBasis, Threes
from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.words import phrases
from games.engine.rulesets.words.phrases import cards, count, sentences, until, wilds

_PER_RANK = {
    MeldsOfAKind.SEVERAL: "a side may have several groups of a rank",
    MeldsOfAKind.ONE_OPEN: (
        "a side begins another group of a rank when those before it are canastas"
    ),
    MeldsOfAKind.ONE: "a side has one group of each rank",
}
_WILD_MELDS = {
    MeldsOfAKind.SEVERAL: "a side may have several such melds",
    MeldsOfAKind.ONE_OPEN: "a side begins another such meld when those before it are canastas",
    MeldsOfAKind.ONE: "a side has one such meld",
}


def groups(rules: Ruleset) -> str:
    """Cards of one rank."""
    group = rules.group
    parts = [
        f"a group is at least {cards(MELD_SIZE)} of one rank",
        f"with at least {count(group.min_naturals, 'natural card')}",
        f"and {wilds(group.max_wilds)}",
    ]
    if group.naturals_per_wild:
        parts.append(f"at least {count(group.naturals_per_wild, 'natural')} for each wild")
    if group.extra_naturals:
        parts.append(f"and {group.extra_naturals} more")
    canasta = (
        "a wild card makes a natural canasta a mixed one"
        if group.wild_on_natural_canasta
        else "a natural canasta takes no wild card"
    )
    return sentences(
        ", ".join(parts),
        f"it {until(group.max_size)}",
        "" if group.wild_sevens else "groups of sevens hold no wild card",
        canasta,
        _PER_RANK[group.per_rank],
        "two groups of a rank may be merged" if group.merge else "groups are not merged",
    )


def sequences(rules: Ruleset) -> str:
    """Cards of one suit in order."""
    sequence = rules.sequence
    if sequence is None:
        return sentences("there are no sequences")
    holding = "without wild cards"
    if sequence.max_wilds:
        naturals = count(sequence.min_naturals, "natural card")
        holding = f"with at least {naturals} and {wilds(sequence.max_wilds)}"
    return sentences(
        f"a sequence is {MELD_SIZE} to {cards(rules.canasta.size)} of one suit in order, "
        f"from the four up to the ace, {holding}",
        "in a hand a side has one sequence of each suit, finished or not"
        if sequence.one_per_suit
        else "a side may have several sequences of a suit",
    )


def wild_melds(rules: Ruleset) -> str:
    """Melds of wild cards alone."""
    meld = rules.wild_meld
    if meld is None:
        return sentences("wild cards are no meld by themselves")
    return sentences(
        f"{MELD_SIZE} wild cards or more are a meld by themselves; it {until(meld.max_size)}",
        _WILD_MELDS[meld.per_side],
    )


def canastas(rules: Ruleset) -> str:
    """What melds of a canasta's size earn."""
    canasta, size = rules.canasta, rules.canasta.size
    samba = f"a sequence of {size} is a samba: {canasta.samba} points"
    if rules.wild_in_sequence:
        samba += f", or with a wild card a black one: {canasta.black_samba}"
    bonus = ""
    if (many := canasta.many) is not None:
        bonus = f"at least {phrases.canastas(rules, many.count)} earn a side {many.bonus} more"
    return sentences(
        f"a group of {cards(size)} or more is a canasta: {canasta.natural} points without wild "
        f"cards, {canasta.mixed} with them",
        "" if rules.sequence is None else samba,
        "" if rules.wild_meld is None else f"a canasta of wild cards earns {canasta.wild}",
        ""
        if canasta.sevens is None
        else f"one of sevens is of a kind of its own and earns {canasta.sevens}",
        f"one of threes earns {canasta.threes}" if rules.threes.melding is Threes.ALWAYS else "",
        bonus,
    )


def minimum(rules: Ruleset) -> str:
    """What the first melds of a side must be worth."""
    rule = rules.initial_minimum
    if rule.basis is MinimumBasis.HAND:
        steps = [f"{need} from hand {first}" for first, need in rule.brackets]
        by = "by the number of the hand, whatever the score"
    else:
        steps = [f"{rule.negative} points below zero"]
        steps += [f"{need} from {floor}" for floor, need in rule.brackets]
        by = "by its score at the start of the hand"
    return sentences(f"the first melds of a side in a hand must be worth, {by}: {', '.join(steps)}")


def threes_melded(rules: Ruleset) -> str:
    """Threes in groups, and black ones in hand."""
    threes = rules.threes
    most = f"with {wilds(threes.max_wilds)}"
    last = "a last card may then be discarded" if threes.last_discard else "no discard may follow"
    melding = {
        Threes.NEVER: "threes are never melded",
        Threes.GOING_OUT: "black threes are melded only in the turn in which the player goes out, "
        f"{most}; such a group {until(threes.max_size)}, and {last}",
        Threes.ALWAYS: f"threes are melded at any time, red and black together, {most}; such a "
        f"group {until(threes.max_size)}",
    }
    each = f"each black three in hand when the hand ends counts {threes.black_in_hand}"
    return sentences(melding[threes.melding], "" if threes.black_in_hand is None else each)
