"""Melds: groups, sequences, wild cards, threes; what canastas earn, and the initial minimum."""

from games.engine.meld_kinds import MELD_SIZE
from games.engine.rulesets.choices import Declaring, MeldsOfAKind, MinimumBasis, Threes
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.words import phrases
from games.engine.rulesets.words.phrases import (
    cards,
    count,
    has_sequences,
    or_more,
    sentences,
    until,
    wilds,
)

_PER_RANK = {
    MeldsOfAKind.SEVERAL: "a side may have several groups of a rank",
    MeldsOfAKind.ONE_OPEN: (
        "a side begins another group of a rank only when those before it are canastas"
    ),
    MeldsOfAKind.ONE: "a side has at most one group of each rank",
}
_WILD_MELDS = {
    MeldsOfAKind.SEVERAL: "a side may have several such melds, which are never merged",
    MeldsOfAKind.ONE_OPEN: (
        "a side begins another such meld only when those before it are canastas"
    ),
    MeldsOfAKind.ONE: "a side has at most one such meld",
}


def groups(rules: Rules) -> str:
    """Cards of one rank."""
    group = rules.group
    return sentences(
        f"a group is {cards(MELD_SIZE)} or more of one rank, with {wilds(group.max_wilds)}",
        _naturals(rules),
        f"it {until(group.max_size)}",
        "" if group.wild_sevens else "groups of sevens hold no wild card",
        _natural_canasta(rules),
        _PER_RANK[group.per_rank],
        _merging(rules),
    )


def _naturals(rules: Rules) -> str:
    """How many natural cards a group needs, unless its other limits say so already."""
    group = rules.group
    each, more = group.naturals_per_wild, group.extra_naturals
    needs: list[str] = []
    if group.min_naturals > each + more:
        needs.append(f"at least {count(group.min_naturals, 'natural card')}")
    if (each, more) == (1, 0):
        needs.append("at least as many natural cards as wild ones")
    elif (each, more) == (1, 1):
        needs.append("more natural cards than wild ones")
    elif each:
        beyond = f", and {more} more" if more else ""
        needs.append(f"at least {count(each, 'natural card')} for each wild one{beyond}")
    return f"it has {' and '.join(needs)}"


def _natural_canasta(rules: Rules) -> str:
    """The effect of a wild card on a natural canasta, where one could be added."""
    group, threes, size = rules.group, rules.threes, rules.canasta.size
    grows = group.max_wilds and _grows_beyond(size, group.max_size)
    melded = threes.melding is not Threes.NEVER
    if not grows and not (melded and threes.max_wilds and _grows_beyond(size, threes.max_size)):
        return ""
    if group.wild_on_natural_canasta:
        return "a wild card makes a natural canasta a mixed one"
    return "a finished natural canasta takes no wild card"


def _grows_beyond(size: int, closes_at: int | None) -> bool:
    """True if a meld of `size` cards may have more."""
    return closes_at is None or closes_at > size


def _merging(rules: Rules) -> str:
    """The rule for merging groups, where a side can have two that may be joined."""
    group = rules.group
    closed = not _grows_beyond(rules.canasta.size, group.max_size)
    if group.per_rank is MeldsOfAKind.ONE or (group.per_rank is MeldsOfAKind.ONE_OPEN and closed):
        return ""
    return "two groups of a rank may be merged" if group.merge else "groups are not merged"


def sequences(rules: Rules) -> str:
    """Cards of one suit in order."""
    sequence = rules.sequence
    if sequence is None:
        return sentences("there are no sequences")
    holding, fixed = "without wild cards", ""
    if sequence.max_wilds:
        naturals = count(sequence.min_naturals, "natural card")
        holding = f"with at least {naturals} and {wilds(sequence.max_wilds)}"
        fixed = "a wild card in a sequence is never moved or replaced"
    return sentences(
        f"a sequence is {MELD_SIZE} to {cards(rules.canasta.size)} of one suit in order, "
        f"from the four up to the ace, {holding}",
        fixed,
        "in a hand a side has at most one sequence of each suit, finished or not"
        if sequence.one_per_suit
        else "a side may have several sequences of a suit, which are never merged",
    )


def wild_melds(rules: Rules) -> str:
    """Melds of only wild cards."""
    meld = rules.wild_meld
    if meld is None:
        return sentences("wild cards by themselves are not a meld")
    return sentences(
        f"{MELD_SIZE} wild cards or more are a meld by themselves, which {until(meld.max_size)}",
        _WILD_MELDS[meld.per_side],
    )


def canastas(rules: Rules) -> str:
    """What melds of a canasta's size earn."""
    canasta, size = rules.canasta, rules.canasta.size
    samba = f"a sequence of {cards(size)} is a samba: {canasta.samba:,} points"
    if rules.sequence_limits.max_wilds:
        samba += f", or with a wild card a black samba: {canasta.black_samba:,}"
    mixed = f", {canasta.mixed:,} with them" if _mixed(rules) else ""
    wild = many = ""
    if (melds := rules.wild_meld) is not None:
        only_wilds = or_more(rules, "wild card", melds.max_size)
        wild = f"{only_wilds} are a canasta of their own: {canasta.wild:,}"
    if canasta.many is not None:
        some = phrases.canastas(rules, canasta.many.count)
        many = f"a side with at least {some} earns {canasta.many.bonus:,} more"
    return sentences(
        f"a group of {or_more(rules, 'card', rules.group.max_size)} is a canasta: "
        f"{canasta.natural:,} points without wild cards{mixed}",
        samba if has_sequences(rules) else "",
        wild,
        ""
        if canasta.sevens is None
        else f"a canasta of sevens is a kind of its own: {canasta.sevens:,}",
        f"a canasta of threes is a kind of its own: {canasta.threes:,}"
        if rules.threes.melding is Threes.ALWAYS
        else "",
        many,
    )


def _mixed(rules: Rules) -> bool:
    """True if some group may hold a wild card."""
    going_out = rules.threes.melding is Threes.GOING_OUT
    return rules.group.max_wilds > 0 or (going_out and rules.threes.max_wilds > 0)


def minimum(rules: Rules) -> str:
    """What the first melds of a side must be worth, and what counts."""
    laid_out = rules.red_threes.declaring is not Declaring.NEVER
    counted = sentences(
        "melds laid together count together, at card points; "
        + ("red threes and bonuses do not count" if laid_out else "bonuses do not count"),
        "when the pile is taken for it, its top card and cards from the hand count, not the rest "
        "of the pile",
    )
    return f"{minimum_points(rules)} {counted}"


def minimum_points(rules: Rules) -> str:
    """What the first melds of a side must be worth: one sentence, also printed on score sheets."""
    rule = rules.initial_minimum
    brackets = list(rule.brackets)
    if rule.basis is MinimumBasis.HAND:
        steps = [f"{need} from hand {first}" for first, need in brackets]
        by = "by the number of the hand, whatever the score"
    else:
        steps = [f"{rule.negative} points below zero"]
        if rule.negative == brackets[0][1]:
            steps = [f"{brackets.pop(0)[1]} points"]
        steps += [f"{need} from {floor:,}" for floor, need in brackets]
        by = "by its score at the start of the hand"
    return sentences(f"the first melds of a side in a hand must be worth, {by}: {', '.join(steps)}")


def threes_melded(rules: Rules) -> str:
    """Threes in groups, and black ones in hand."""
    threes = rules.threes
    most = f"with {wilds(threes.max_wilds)}"
    last = "" if threes.last_discard else "; that player discards nothing"
    melding = {
        Threes.NEVER: "threes are never melded",
        Threes.GOING_OUT: "black threes are melded only by a player who goes out in the same turn, "
        f"{most}{_closing(rules)}{last}",
        Threes.ALWAYS: f"threes are melded at any time, red and black together, {most}; such a "
        f"group {until(threes.max_size)}",
    }
    cost = threes.black_in_hand
    each = "" if cost is None else f"each black three left in hand costs {-cost:,}"
    return sentences(melding[threes.melding], each)


def _closing(rules: Rules) -> str:
    """Where a group of black threes closes, if the pack has cards for more."""
    threes = rules.threes
    there = max(2 * rules.pack.decks[seats] for seats in rules.seating.players) + threes.max_wilds
    if threes.max_size is None or threes.max_size >= there:
        return ""
    return f", at most {threes.max_size} in a group"
