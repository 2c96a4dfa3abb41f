"""Taking the pile, as the API shows it."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from games.engine import actions as act
from games.engine.cards import FACES, IS_WILD, RANK_OF, THREE, copies, faces, held_bits
from games.engine.legal import option as opt
from games.engine.legal.by_trial.cards import Run, group_kinds
from games.engine.legal.by_trial.drawing import in_sequence, opening_takes
from games.engine.legal.by_trial.means import gained_with_the_pile, means_of, parts
from games.engine.legal.by_trial.playing import new_meld_option
from games.engine.legal.by_trial.together import going_out
from games.engine.legal.by_trial.trial import Trial
from games.engine.legal.choices import wild_cards
from games.engine.legal.describe_melds import Described, new_meld, room_for_wilds
from games.engine.legal.new_melds import new_meld_options
from games.engine.legal.openings import pile_threes_out
from games.engine.melds import value
from games.engine.opening import GroupOf, part_of
from games.engine.view import SeatView


def take_pile(view: SeatView, option: opt.TakePileOption) -> Described:
    """The pile: what it may be taken with, and what may go along."""
    upcard = view.pile[-1]
    need = view.by_side[view.side].minimum
    choices = _WAYS[option.way](view, option)
    base = max(value((upcard, *cards), view.rules) for cards in choices["with"])
    return {
        "type": "take_pile",
        "card": FACES[upcard],
        "onto": None if option.onto is None else option.onto.id,
        "with": [faces(cards) for cards in choices["with"]],
        "extra": faces(choices["extra"]),
        "max_wilds": choices["max_wilds"],
        "needs": 0 if need is None else max(0, need - base),
        "melds": [] if need is None else [new_meld(view, along) for along in _along(view, option)],
    }


def _with_a_pair(view: SeatView, option: opt.TakePileOption) -> dict[str, Any]:
    rank, meld = RANK_OF[view.pile[-1]], option.onto
    naturals = copies(view.hand, group_kinds(view.rules, rank))
    there = 0 if meld is None else meld.naturals
    most_wilds = room_for_wilds(view, rank, there + 1 + len(naturals), meld)
    extra = naturals if len(naturals) > 2 else []
    return {
        "with": sorted(set(combinations(naturals, 2))),
        "extra": extra + (wild_cards(view) if most_wilds else []),
        "max_wilds": most_wilds,
    }


def _alone(_view: SeatView, _option: opt.TakePileOption) -> dict[str, Any]:
    return {"with": [()], "extra": [], "max_wilds": 0}


def _in_sequence(view: SeatView, option: opt.TakePileOption) -> dict[str, Any]:
    runs = list(in_sequence(view, new=option.onto is None))
    least = min(len(run.cards) for run in runs)
    shortest = [run for run in runs if len(run.cards) == least]
    if option.onto is not None:
        shortest = _accepted(view, shortest, option.onto.id) or shortest
    cards = {card for run in runs if len(run.cards) > least for card in run.cards}
    return {
        "with": sorted({tuple(sorted(run.cards)) for run in shortest}),
        "extra": sorted(card for card in cards if not IS_WILD[card]),
        "max_wilds": int(any(run.as_ is not None for run in shortest)),
    }


def _accepted(view: SeatView, runs: Iterable[Run], onto: int) -> list[Run]:
    """The choices that can be laid off on the meld."""
    trial = Trial(view)
    return [run for run in runs if trial.accepts(act.TakePile(run.cards, onto, run.as_))]


_WAYS = {opt.Way.PAIR: _with_a_pair, opt.Way.ALONE: _alone, opt.Way.SEQUENCE: _in_sequence}


def _along(view: SeatView, option: opt.TakePileOption) -> list[opt.Option]:
    """The new melds that may open the side together with the upcard."""
    if not view.rules.plain:
        return _along_by_trial(view, option)
    along = new_meld_options(view.rules, view.hand, held_bits(view.hand))
    return [*along] if pile_threes_out(view) is None else [*along, opt.GroupOption(THREE)]


def _along_by_trial(view: SeatView, option: opt.TakePileOption) -> list[opt.Option]:
    """The same; black threes only where the seat can go out with them."""
    means = means_of(view, gained_with_the_pile(view))
    along = parts(means)
    if means.going_out.black_threes and GroupOf(THREE) in along:
        takes = opening_takes(view, means, option.way, going_out)
        if Trial(view).first(filter(_lays_threes, takes)) is None:
            along.remove(GroupOf(THREE))
    return list(map(new_meld_option, along))


def _lays_threes(action: act.TakePile) -> bool:
    return any(part_of(meld.cards) == GroupOf(THREE) for meld in action.melds)
