"""Options after the draw, each with an action that the judge accepts."""

from collections.abc import Iterator
from itertools import permutations

from games.engine import actions as act
from games.engine.cards import RED_THREES, WILDS, copies
from games.engine.legal import option as opt
from games.engine.legal.by_trial import cards
from games.engine.legal.by_trial.means import Means, means_of, parts, singles
from games.engine.legal.by_trial.together import together
from games.engine.legal.by_trial.trial import Trial
from games.engine.legal.laying import lay
from games.engine.melds import SEQUENCE, WILD, Meld
from games.engine.opening import GroupOf, Part, SequenceIn, adapt_opening, part_of
from games.engine.view import SeatView


def play_options(trial: Trial) -> list[opt.Option]:
    """What may be done between the draw and the end of the turn."""
    view = trial.view
    found: list[opt.Option] = []
    kinds = tuple([k for k, n in enumerate(view.hand) if n and trial.accepts(act.Discard(k))])
    if kinds:
        found.append(opt.DiscardOption(kinds))
    threes = trial.first(map(act.LayRedThree, cards.all_subsets(copies(view.hand, RED_THREES))))
    if threes is not None:
        found.append(opt.RedThreeOption(threes))
    means = means_of(view)
    found += _new_melds(trial, means)
    found += _lay_offs(trial, means)
    found += _merges(trial)
    if trial.accepts(act.Pass()):
        found.append(opt.PassOption())
    if trial.accepts(act.AskOut()):
        found.append(opt.AskOption())
    if most := _taken_back(trial):
        found.append(opt.TakeBackOption(most))
    return found


def new_meld_option(part: Part, example: act.LayMelds | None = None) -> opt.Option:
    """The option of a kind of new meld."""
    match part:
        case GroupOf(rank):
            return opt.GroupOption(rank, example)
        case SequenceIn(suit):
            return opt.SequenceOption(suit, example)
        case _:
            return opt.WildMeldOption(example)


def _new_melds(trial: Trial, means: Means) -> Iterator[opt.Option]:
    minimum = trial.view.by_side[trial.view.side].minimum
    find = _opening if minimum else _addition  # of a minimum of 0 any meld is worth enough
    for part, action in find(trial, means):
        yield new_meld_option(part, action)


def _addition(trial: Trial, means: Means) -> Iterator[tuple[Part, act.LayMelds]]:
    """New melds of a side that has melded: one alone does, unless it leads into a corner."""
    for part in parts(means):
        action = _alone(trial, means, part)
        if action is not None:
            yield part, action


def _alone(trial: Trial, means: Means, part: Part) -> act.LayMelds | None:
    for meld in singles(means, part):
        action = lay((meld,))
        if trial.accepts(action):
            return action
        if means.leaves_a_choice(meld):
            return None
    return trial.first(map(lay, together(means, part)))


def _opening(trial: Trial, means: Means) -> Iterator[tuple[Part, act.LayMelds]]:
    """New melds of a side that has not melded, those that reach the minimum together."""
    known = next((m for m in together(means, None) if trial.accepts(lay(m))), None)
    if known is None:
        return
    there = set(map(part_of, known))
    for part in parts(means):
        if part in there:
            yield part, lay(known)
            continue
        adapted = adapt_opening(means.hand, means.limits, means.need, known, part)
        action = None if adapted is None else trial.first([lay(adapted)])
        action = action or trial.first(map(lay, together(means, part)))
        if action is not None:
            yield part, action


def _lay_offs(trial: Trial, means: Means) -> Iterator[opt.Option]:
    view = trial.view
    for meld in view.by_side[view.side].melds:
        action = _lay_off(trial, means, meld)
        if action is not None:
            yield opt.LayOffOption(meld, action)


def _lay_off(trial: Trial, means: Means, meld: Meld) -> act.LayOff | None:
    """One card onto `meld`; more only where one leads into a corner."""
    corner = False
    for run in additions(trial.view, meld):
        if len(run.cards) > 1 and not corner:
            return None
        action = act.LayOff(meld.id, run.cards, run.as_)
        if trial.accepts(action):
            return action
        corner |= not means.leaves_a_choice(run.cards)
    return None


def additions(view: SeatView, meld: Meld) -> Iterator[cards.Run]:
    """Every choice of held cards that could be laid onto an own meld, the fewest first."""
    rules, hand = view.rules, view.hand
    if meld.kind == SEQUENCE:
        ranks = range(meld.rank, meld.rank + len(meld.cards))
        sizes = range(1, rules.sequence.max_size - len(meld.cards) + 1)
        wild = meld.wilds < rules.sequence.max_wilds
        for kinds in cards.around(meld.suit, ranks, sizes):
            yield from cards.filled(hand, kinds, wild=wild)
        return
    kinds = WILDS if meld.kind == WILD else (*cards.group_kinds(rules, meld.rank), *WILDS)
    yield from map(cards.Run, cards.all_subsets(copies(hand, kinds)))


def _merges(trial: Trial) -> Iterator[opt.Option]:
    own = trial.view.by_side[trial.view.side]
    twins = [meld for meld in own.melds if meld.suit < 0 and meld.rank in own.twins]
    for into, other in permutations(twins, 2):
        if into.rank == other.rank and trial.accepts(act.Merge(into.id, other.id)):
            yield opt.MergeOption(into, other)


def _taken_back(trial: Trial) -> int:
    """How many actions of the turn can be taken back."""
    played = trial.view.played
    done = 0 if played is None else played.actions
    return next((n for n in range(done, 0, -1) if trial.accepts(act.TakeBack(n))), 0)
