"""Level novice: melds all it can at once, takes every pile, discards the least useful card.

It plays only from its hand and the table, and remembers nothing. Every action comes from an option
of `engine.legal`. An action other than the option's example is left out if it would be refused, so
that none is illegal in any ruleset. Where going out needs canastas of certain kinds, it keeps cards
for them (`goal`).
"""

from random import Random
from typing import Final

from games.bots import melding
from games.bots.goal import goal_of
from games.bots.policy import Log
from games.bots.turn import Actions, Step, Turn, is_full
from games.engine.actions import Action, AnswerOut, AskOut, Discard, TakePile, TakeTop
from games.engine.cards import FOUR, IS_WILD, JOKER, RANK_OF, RED_THREES, THREE, copies, expand
from games.engine.legal import example, is_legal, options
from games.engine.legal.candidates import discards
from games.engine.legal.option import (
    AskOption,
    DiscardOption,
    DrawOption,
    PassOption,
    TakeBackOption,
    TakenWith,
    TakePileOption,
    TakeTopOption,
)
from games.engine.phase import Phase
from games.engine.rulesets.choices import Threes
from games.engine.rulesets.ranges import MOST_CARDS
from games.engine.table.meld import value
from games.engine.view import SeatView


def novice(view: SeatView, _log: Log, _rng: Random, /) -> Action:
    """The next action; nothing in it is random."""
    if view.phase is Phase.ANSWER:
        return AnswerOut(partner_may_go_out(view))
    turn = Turn(view, options(view), goal_of(view))
    for step in _DRAWING if view.phase is Phase.DRAW else _PLAYING:
        for action in step(turn):
            if is_legal(view, action):
                return action
    return _plainest(turn)


def partner_may_go_out(view: SeatView) -> bool:
    """True if the own hand costs the side no more than going out earns it."""
    rules = view.rules
    cost = value(expand(view.hand), rules)
    if any(view.hand[kind] for kind in RED_THREES):
        cost -= rules.red_threes.in_hand
    return cost <= rules.going_out.bonus


def _plainest(turn: Turn) -> Action:
    """Draw or pass; if neither is possible, anything that moves the turn to its end."""
    plainest = [option for option in turn.found if isinstance(option, DrawOption | PassOption)]
    others = [option for option in turn.found if not isinstance(option, TakeBackOption)]
    return example(turn.view, (plainest or others)[0])


def _take_pile(turn: Turn) -> Actions:
    """Every pile, with all naturals of its rank: onto a group below a canasta, or as a new one."""
    view, piles = turn.view, turn.of(TakePileOption)
    if not view.by_side[view.side].has_melded:
        takes = (example(view, pile) for pile in piles)
        yield from (take for take in takes if not turn.goal.spends_wilds(take))
        return
    piles.sort(key=lambda pile: 1 if pile.onto is None else 2 * is_full(pile.onto, view))
    for pile in piles:
        action = example(view, pile)
        naturals = copies(view.hand, view.rules.rank_rules[RANK_OF[view.pile[-1]]].natural_kinds)
        keeps_one = len(naturals) < view.size + len(view.pile) - 1
        never_closes = view.rules.rank_rules[RANK_OF[view.pile[-1]]].max_size == MOST_CARDS
        if pile.way is TakenWith.PAIR and keeps_one and never_closes:
            assert isinstance(action, TakePile)
            yield action._replace(with_=tuple(naturals))
        yield action


def _take_top(turn: Turn) -> Actions:
    tops = turn.of(TakeTopOption)
    if tops:
        yield TakeTop(max(tops, key=lambda top: len(top.onto.cards)).onto.id)


def _ask(turn: Turn) -> Actions:
    """Ask if going out with the last card needs the answer."""
    if turn.of(AskOption) and not turn.of(DiscardOption):
        yield AskOut()


def _discard(turn: Turn) -> Actions:
    if turn.of(DiscardOption):
        yield Discard(min(discards(turn.view), key=lambda card: _usefulness(turn, card)))


def _usefulness(turn: Turn, card: int) -> int:
    """How useful a card may become: pairs count most, then neighbours in its suit."""
    hand, rank = turn.view.hand, RANK_OF[card]
    threes = turn.view.rules.threes.melding is Threes.ALWAYS
    if IS_WILD[card] or (card in RED_THREES and not threes):
        return 200 + (card == JOKER)
    if rank == THREE and not threes:
        return 0
    first = 4 * rank
    use = 4 * (sum(hand[first : first + 4]) - 1)
    if card in turn.goal.kept and hand[card] == 1:
        use += 100
    if rank == THREE:
        return use
    for step, worth in ((-2, 2), (-1, 3), (1, 3), (2, 2)):
        if FOUR <= rank + step <= 12 and hand[card + 4 * step]:
            use += worth
    return use


_DRAWING: Final[tuple[Step, ...]] = (_take_pile, _take_top)
_PLAYING: Final[tuple[Step, ...]] = (
    melding.go_out_with_threes,
    melding.open_side,
    melding.lay_red_threes,
    melding.extend_sequence,
    melding.fill_sequence,
    melding.needed_sequence,
    melding.extend_group,
    melding.new_group,
    melding.new_sequence,
    melding.merge,
    melding.lay_wild_cards,
    melding.close_with_wilds,
    melding.shed_wilds,
    _ask,
    _discard,
)
