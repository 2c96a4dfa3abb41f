"""The steps of a novice's turn that lay cards."""

from games.bots.turn import Actions, Turn, is_full, lay_new, lay_off, or_fewer, wild_places
from games.engine.actions import LayMelds, LayRedThree, Merge, NewMeld
from games.engine.cards import RED_THREES, THREE, TWO, WILDS, copies
from games.engine.legal import example
from games.engine.legal.candidates import additions
from games.engine.legal.opening.limits import limits_of
from games.engine.legal.opening.sequences import sequences
from games.engine.legal.option import LayOffOption, MergeOption, RedThreeOption
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE, WILD
from games.engine.rulesets.choices import Threes
from games.engine.table.meld import Meld
from games.engine.table.side import qualified


def go_out_with_threes(turn: Turn) -> Actions:
    """Black threes, which can be laid only in the last turn."""
    if turn.view.rules.threes.melding is not Threes.ALWAYS:
        for option in turn.new(GROUP):
            if option.meld.rank_or_suit == THREE:
                yield example(turn.view, option)


def open_side(turn: Turn) -> Actions:
    """The first melds of the side."""
    view = turn.view
    if not view.by_side[view.side].has_melded:
        for kind in (SEQUENCE, GROUP, WILD):
            for option in turn.new(kind):
                action = example(view, option)
                if not turn.goal.spends_wilds(action):
                    yield action


def lay_red_threes(turn: Turn) -> Actions:
    """At once: waiting until the side has its canastas costs more than it saves (bot_arena)."""
    if turn.of(RedThreeOption):
        for cards in or_fewer(copies(turn.view.hand, RED_THREES)):
            yield LayRedThree(cards)


def extend_sequence(turn: Turn) -> Actions:
    """All cards that continue the longest sequence."""
    view = turn.view
    begun = [option.onto for option in turn.of(LayOffOption) if option.onto.kind == SEQUENCE]
    for longest in sorted(begun, key=lambda meld: -len(meld.cards)):
        natural = [action for action in additions(view, longest) if action.as_ is None]
        yield from reversed(natural)


def fill_sequence(turn: Turn) -> Actions:
    """The cards that complete a sequence with a wild card in it."""
    view = turn.view
    if not view.rules.sequence_limits.max_wilds or turn.goal.keeps_wilds:
        return
    for option in turn.of(LayOffOption):
        if option.onto.kind != SEQUENCE:
            continue
        missing = view.rules.sequence_limits.max_size - len(option.onto.cards)
        for action in additions(view, option.onto):
            spoils = action.as_ is not None and not _may_be_mixed(turn)
            if len(action.cards) == missing and not spoils:
                yield action


def needed_sequence(turn: Turn) -> Actions:
    """A new sequence before all groups, if the side needs one and has none in the suit."""
    if not turn.goal.sequence:
        return
    own = turn.view.by_side[turn.view.side].melds
    begun = {meld.suit for meld in own if meld.kind == SEQUENCE and not is_full(meld, turn.view)}
    suits = [option.meld.rank_or_suit for option in turn.new(SEQUENCE)]
    yield from _sequences(turn, [suit for suit in suits if suit not in begun])


def new_sequence(turn: Turn) -> Actions:
    """The longest sequence in the hand."""
    yield from _sequences(turn, [option.meld.rank_or_suit for option in turn.new(SEQUENCE)])


def _sequences(turn: Turn, suits: list[int]) -> Actions:
    view = turn.view
    found = sequences(view.hand, limits_of(view.rules), False, suits)
    for cards in sorted(found, key=lambda cards: -len(cards)):
        yield LayMelds((NewMeld(cards),))


def extend_group(turn: Turn) -> Actions:
    """Naturals onto the group that is nearest to a canasta, or onto one that is complete."""
    view = turn.view
    groups = [o.onto for o in turn.of(LayOffOption) if o.onto.kind not in (SEQUENCE, WILD)]
    for meld in sorted(groups, key=lambda meld: (is_full(meld, view), -len(meld.cards))):
        naturals = turn.naturals(meld.rank)
        if naturals:
            yield from lay_off(view, meld, naturals)


def new_group(turn: Turn) -> Actions:
    """The naturals of a rank, as many as are allowed."""
    for option in turn.new(GROUP):
        naturals = turn.naturals(option.meld.rank_or_suit)
        most = turn.view.rules.rank_rules[option.meld.rank_or_suit].max_size
        if len(naturals) >= MELD_SIZE:
            yield from lay_new(naturals[:most], MELD_SIZE)


def lay_wild_cards(turn: Turn) -> Actions:
    """Melds of only wild cards, if the ruleset has them."""
    view = turn.view
    wilds = copies(view.hand, WILDS)
    for option in turn.of(LayOffOption):
        if option.onto.kind == WILD:
            yield from lay_off(view, option.onto, wilds)
    if turn.new(WILD):
        yield from lay_new(wilds[: view.rules.rank_rules[TWO].max_size], MELD_SIZE)


def merge(turn: Turn) -> Actions:
    """Two groups of a rank, neither of them a canasta."""
    for into, other in turn.of(MergeOption):
        if not is_full(into, turn.view) and not is_full(other, turn.view):
            yield Merge(into.id, other.id)


def close_with_wilds(turn: Turn) -> Actions:
    """Wild cards that make a group a canasta, unless they are kept for something better."""
    view = turn.view
    if turn.goal.keeps_wilds:
        return
    wilds = copies(view.hand, WILDS)
    for option in turn.of(LayOffOption):
        if not option.onto.wilds and not _may_be_mixed(turn):
            continue
        missing = view.rules.canasta.size - len(option.onto.cards)
        fit = min(wild_places(view, option.onto), len(wilds), view.size - 1)
        if 0 < missing <= fit:
            yield from lay_off(view, option.onto, wilds[:missing])


def _may_be_mixed(turn: Turn) -> bool:
    return not turn.goal.keeps_pure or turn.goal.mixed


def shed_wilds(turn: Turn) -> Actions:
    """Wild cards wherever they fit, if only they keep the hand from going out."""
    view = turn.view
    wilds = copies(view.hand, WILDS)
    if not wilds or view.size - len(wilds) > 1 or not _may_go(turn):
        return
    for option in turn.of(LayOffOption):
        places = wild_places(view, option.onto)
        if places > 0 and not _spoils(turn, option.onto):
            yield from lay_off(view, option.onto, wilds[:places])


def _may_go(turn: Turn) -> bool:
    """True if the side has what going out needs, as far as the table shows it."""
    view = turn.view
    refused = view.permission is not None and view.permission.granted is False
    return not refused and qualified(view.by_side[view.side], view.rules)


def _spoils(turn: Turn, meld: Meld) -> bool:
    """True if wild cards would change the kind of a canasta that going out may need."""
    return bool(turn.view.rules.book) and not meld.wilds and is_full(meld, turn.view)
