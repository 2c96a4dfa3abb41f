"""Options at the start of a turn, each with an action that the judge accepts."""

from collections.abc import Callable, Iterator

from games.engine import actions as act
from games.engine.cards import ACE, FOUR, RANK_OF, SUIT_OF, WILDS, copies
from games.engine.legal import option as opt
from games.engine.legal.by_trial import cards
from games.engine.legal.by_trial.means import Means, gained_with_the_pile, means_of
from games.engine.legal.by_trial.together import together
from games.engine.legal.by_trial.trial import Trial
from games.engine.legal.laying import lay, take_and_lay
from games.engine.melds import SEQUENCE, WILD, Meld
from games.engine.opening import Including, Melds, Upcard
from games.engine.rulesets.choices import NewSequence
from games.engine.view import SeatView

Search = Callable[[Means, Including | None], Iterator[Melds]]


def draw_options(trial: Trial) -> list[opt.Option]:
    """Draw, take the pile, or take its top card."""
    view = trial.view
    found: list[opt.Option] = []
    if trial.accepts(act.Draw()):
        found.append(opt.DrawOption(min(view.rules.draw.count, view.stock_size)))
    if not view.pile or view.pile[-1] in view.rules.blocking:
        return found
    means = means_of(view, gained_with_the_pile(view))
    if view.by_side[view.side].minimum is not None:
        return [*found, *_to_open(trial, means)]
    own = view.by_side[view.side].melds
    found += [opt.TakeTopOption(meld) for meld in own if trial.accepts(act.TakeTop(meld.id))]
    for meld in (*own, None):
        found += _takes(trial, means, meld)
    return found


def _takes(trial: Trial, means: Means, onto: Meld | None) -> Iterator[opt.Option]:
    """The pile for an own meld, or for a new one."""
    for way in opt.Way:
        action = trial.first(takes(trial.view, means, onto, way))
        if action is not None:
            yield opt.TakePileOption(onto, action, way)


def takes(view: SeatView, means: Means, onto: Meld | None, way: opt.Way) -> Iterator[act.TakePile]:
    """What the pile may be taken with, the fewest cards first; more only to get round a corner."""
    meld_id = None if onto is None else onto.id
    for run in _choices(view, onto, way):
        if len(run.cards) > 2 and means.leaves_a_choice(run.cards):
            return
        yield act.TakePile(run.cards, meld_id, run.as_)


def _choices(view: SeatView, onto: Meld | None, way: opt.Way) -> Iterator[cards.Run]:
    upcard = view.pile[-1]
    if way is opt.Way.ALONE:
        if onto is not None:
            yield cards.Run(())
    elif way is opt.Way.SEQUENCE:
        if onto is None or (onto.kind == SEQUENCE and onto.suit == SUIT_OF[upcard]):
            yield from in_sequence(view, new=onto is None)
    elif onto is None or (onto.kind not in (SEQUENCE, WILD) and onto.rank == RANK_OF[upcard]):
        yield from map(cards.Run, _of_the_rank(view))


def _of_the_rank(view: SeatView) -> Iterator[tuple[int, ...]]:
    """Two naturals of the upcard's rank or more, and any wild cards."""
    naturals = copies(view.hand, cards.group_kinds(view.rules, RANK_OF[view.pile[-1]]))
    wilds = copies(view.hand, WILDS)
    sizes = range(2, len(naturals) + len(wilds) + 1)
    return cards.with_wilds(naturals, wilds, 2, sizes)


def in_sequence(view: SeatView, *, new: bool) -> Iterator[cards.Run]:
    """Cards that make a sequence with the upcard, as the ruleset lets the pile be taken for one."""
    upcard, rules = view.pile[-1], view.rules
    with_wild = rules.pile.new_sequence is NewSequence.WITH_WILD
    if rules.pile.new_sequence is NewSequence.NO or (with_wild and not new):
        return
    least = max(rules.sequence.min_size, rules.sequence.min_naturals + 1)
    sizes = range(least, rules.sequence.max_size + 1) if with_wild else range(3, 4)
    rank = RANK_OF[upcard]
    for size in sizes:
        for low in range(max(FOUR, rank - size + 1), min(rank, ACE + 1 - size) + 1):
            kinds = list(cards.window(SUIT_OF[upcard], low, size))
            kinds.remove(upcard)
            for run in cards.filled(view.hand, kinds, wild=with_wild):
                if (run.as_ is not None) is with_wild:
                    yield run


def _to_open(trial: Trial, means: Means) -> Iterator[opt.Option]:
    """The pile for the first melds of a side."""
    for way in (opt.Way.PAIR, opt.Way.SEQUENCE):
        action = trial.first(opening_takes(trial.view, means, way, together))
        if action is not None:
            yield opt.TakePileOption(None, action, way)


def opening_takes(
    view: SeatView, means: Means, way: opt.Way, search: Search
) -> Iterator[act.TakePile]:
    """The pile for a new meld, with what others `search` finds to reach the initial minimum."""
    upcard = view.pile[-1]
    if way is opt.Way.PAIR:
        for melds in search(means, Upcard(upcard)):
            yield take_and_lay(upcard, melds)
    elif way is opt.Way.SEQUENCE:
        for run in in_sequence(view, new=True):
            for others in search(_after(means, run, upcard), None):
                yield act.TakePile(run.cards, None, run.as_, lay(others).melds)


def _after(means: Means, run: cards.Run, upcard: int) -> Means:
    """The means that are left beside a sequence with the upcard."""
    places = [(run.as_ if card in WILDS else RANK_OF[card], card) for card in (*run.cards, upcard)]
    hand = list(means.hand)
    hand[upcard] += 1
    return means._replace(hand=hand).after(tuple([card for _, card in sorted(places)]))
