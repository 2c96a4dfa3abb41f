"""An option as the API shows it: its members, and an example that would be accepted."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from games.engine.cards import (
    FACES,
    IS_WILD,
    RANKS,
    RED_THREES,
    SUITS,
    THREE,
    copies,
    faces,
    held_bits,
)
from games.engine.codec import action_out
from games.engine.legal import option as opt
from games.engine.legal.actions import example
from games.engine.legal.candidates import (
    GroupCards,
    additions,
    discards,
    for_group,
    for_own_group,
    for_pile,
    new_meld_classes,
    new_melds,
    pile_takes,
)
from games.engine.legal.corner import Corner
from games.engine.legal.drawing import gained_with_the_pile, opening_takes
from games.engine.legal.new_meld import OF_RANK, Cards, MeldClass
from games.engine.legal.opening.limits import limits_after
from games.engine.meld_kinds import GROUP, MELD_SIZE, SEQUENCE
from games.engine.rulesets.choices import Threes
from games.engine.table.meld import value, wilds_in
from games.engine.view import SeatView

Described = dict[str, Any]
"""An `action_answers.Option`, or a part of one."""


def describe(view: SeatView, option: opt.Option) -> Described:
    """`option` in the form in which the API lists legal actions, cards as faces."""
    described = _DESCRIBE[type(option)](view, option)
    return described | {"example": action_out(example(view, option))}


def _new_meld(view: SeatView, meld_class: MeldClass, missing: int | None) -> Described:
    """A new meld: its kind, the cards that it may hold, and how many.

    If the side needs `missing` points for its first melds, also the most points that this meld can
    be worth, and how many are then still missing.
    """
    kind, number = meld_class
    if kind == SEQUENCE:
        limits = limits_after(view.by_side[view.side], view.rules)
        found = [*new_melds(view.hand, meld_class, limits)]
        named, cards = {"kind": kind, "suit": SUITS[number]}, _in_sequence(view, found)
        points = max(value(cards, view.rules) for cards in found)
    else:
        rule = view.rules.rank_rules[number]
        group = for_group(view.hand, rule)
        named, cards = {"kind": rule.meld_kind}, _in_group(group)
        if named["kind"] == GROUP:
            named["rank"] = RANKS[number]
        wilds = sorted(group.wilds, key=view.rules.card_points.__getitem__, reverse=True)
        dearest = [group.naturals[:most] + wilds[:wild] for most, wild in group.numbers()]
        points = max(value(cards, view.rules) for cards in dearest)
    described = {"type": "meld", **named, "min": MELD_SIZE, **cards}
    if missing is None:
        return described
    return {**described, "points": points, "needs": max(0, missing - points)}


def _in_group(group: GroupCards) -> Described:
    """The cards that a group may get, and how many of them."""
    numbers = [*group.numbers()]
    most_wilds = max(wilds for _, wilds in numbers)
    return {
        "cards": faces(group.naturals + (group.wilds if most_wilds else [])),
        "max": max(naturals + wilds for naturals, wilds in numbers),
        "max_wilds": most_wilds,
    }


def _in_sequence(view: SeatView, found: Sequence[Cards]) -> Described:
    """The cards of all sequences in `found`, every copy held, and the largest number of them."""
    kinds = sorted({card for cards in found for card in cards}, key=lambda k: (IS_WILD[k], k))
    return {
        "cards": faces(copies(view.hand, kinds)),
        "max": max(map(len, found)),
        "max_wilds": max(map(wilds_in, found)),
    }


def _lay_off(view: SeatView, option: opt.LayOffOption) -> Described:
    meld = option.onto
    if meld.kind != SEQUENCE:
        return {"type": "lay_off", "onto": meld.id, **_in_group(for_own_group(view, meld))}
    found = [lay_off.cards for lay_off in additions(view, meld)]
    return {"type": "lay_off", "onto": meld.id, **_in_sequence(view, found)}


def _take_pile(view: SeatView, option: opt.TakePileOption) -> Described:
    """The pile: what it may be taken with, and which new melds may be laid in the same action."""
    upcard, need = view.pile[-1], view.by_side[view.side].minimum
    with_, extra, max_wilds = _pile_cards(view, option)
    base = max(value((upcard, *cards), view.rules) for cards in with_)
    missing = 0 if need is None else max(0, need - base)
    along = () if need is None else _along(view, option)
    return {
        "type": "take_pile",
        "card": FACES[upcard],
        "onto": None if option.onto is None else option.onto.id,
        "with": [faces(cards) for cards in with_],
        "extra": faces(extra),
        "max_wilds": max_wilds,
        "needs": missing,
        "melds": [_new_meld(view, meld_class, missing) for meld_class in along],
    }


def _pile_cards(
    view: SeatView, option: opt.TakePileOption
) -> tuple[list[Cards], Iterable[int], int]:
    """The fewest cards that take the pile, the others that may be added, and how many wild ones."""
    if option.way is opt.TakenWith.PAIR:
        group = for_pile(view, option.onto)
        most_wilds = max(wilds for _, wilds in group.numbers())
        naturals = group.naturals if len(group.naturals) > 2 else []
        extra = naturals + (group.wilds if most_wilds else [])
        return sorted(set(combinations(group.naturals, 2))), extra, most_wilds
    found = [take.with_ for take in pile_takes(view, option.onto, option.way)]
    fewest = [cards for cards in found if len(cards) == len(found[0])]
    others = {card for cards in found for card in cards if len(cards) > len(found[0])}
    extra = sorted(card for card in others if not IS_WILD[card])
    return sorted({tuple(sorted(cards)) for cards in fewest}), extra, max(map(wilds_in, fewest))


def _along(view: SeatView, option: opt.TakePileOption) -> Iterator[MeldClass]:
    """The new melds that may be laid with the upcard to open the side."""
    yield from new_meld_classes(view, held_bits(view.hand))
    if view.rules.threes.melding is Threes.GOING_OUT:
        corner = Corner(view, gained_with_the_pile(view))
        if any(map(corner.accepts, opening_takes(view, option.way, OF_RANK[THREE]))):
            yield OF_RANK[THREE]


_DESCRIBE: Final[dict[type, Callable[[SeatView, Any], Described]]] = {
    opt.DrawOption: lambda _view, option: {"type": "draw", "count": option.count},
    opt.TakePileOption: _take_pile,
    opt.TakeTopOption: lambda view, option: {
        "type": "take_top",
        "card": FACES[view.pile[-1]],
        "onto": option.onto.id,
    },
    opt.NewMeldOption: lambda view, option: _new_meld(
        view, option.meld, view.by_side[view.side].minimum
    ),
    opt.LayOffOption: _lay_off,
    opt.MergeOption: lambda _view, option: {
        "type": "merge",
        "into": option.into.id,
        "from": option.from_.id,
    },
    opt.RedThreeOption: lambda view, _option: {
        "type": "lay_red_three",
        "cards": faces(copies(view.hand, RED_THREES)),
    },
    opt.DiscardOption: lambda view, _option: {"type": "discard", "cards": faces(discards(view))},
    opt.AskOption: lambda _view, _option: {"type": "ask_out"},
    opt.AnswerOption: lambda _view, _option: {"type": "answer_out", "answers": [True, False]},
    opt.PassOption: lambda _view, _option: {"type": "pass"},
    opt.TakeBackOption: lambda _view, option: {"type": "take_back", "max": option.most},
}
