"""A ruleset told in sentences, made from its values: house rules read as well as shipped ones."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.sections import Permission


class Chapter(NamedTuple):
    """What the ruleset says about one topic."""

    topic: str
    text: str


def in_words(rules: Ruleset) -> tuple[Chapter, ...]:
    """The rules of `rules`, chapter by chapter."""
    return (
        Chapter("The pack", _pack(rules)),
        Chapter("The players", _seating(rules)),
        Chapter("Card points", _points(rules)),
        Chapter("Drawing", f"A turn begins with {_cards(rules.draw.count)} from the stock."),
        Chapter("Groups", _groups(rules)),
        Chapter("Sequences", _sequences(rules)),
        Chapter("Canastas and sambas", _canastas(rules)),
        Chapter("The initial minimum", _minimum(rules)),
        Chapter("Red threes", _red_threes(rules)),
        Chapter("Going out", _going_out(rules)),
        Chapter("The end of the game", _end(rules)),
    )


def _pack(rules: Ruleset) -> str:
    pack, tables = rules.pack, rules.seating.players
    packs = {(pack.decks[seats], pack.jokers[seats]) for seats in tables}

    def cards(seats: int) -> str:
        decks, jokers = pack.decks[seats], pack.jokers[seats]
        return (
            f"{_count(decks, 'deck')} of 52 cards and {_count(jokers, 'joker')}, "
            f"{pack.size(seats)} cards in all"
        )

    if len(packs) == 1:
        return f"{cards(tables[0])}. Twos and jokers are wild."
    each = "; ".join(f"{seats} players use {cards(seats)}" for seats in tables)
    return f"{each}. Twos and jokers are wild."


def _seating(rules: Ruleset) -> str:
    def line(seats: int) -> str:
        sides = rules.sides(seats)
        who = "each for themselves" if sides == seats else f"in {sides} sides of {seats // sides}"
        return f"{seats} play {who}, with {_cards(rules.seating.hand_size[seats])} each"

    return f"{'; '.join(line(seats) for seats in rules.seating.players)}."


def _points(rules: Ruleset) -> str:
    names = {"JK": "jokers", "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}
    ranks: dict[int, list[str]] = {}
    for rank, points in rules.points.items():
        ranks.setdefault(points, []).append(names.get(rank, f"{rank}s"))
    lines = (f"{_list(ranks[points])} {points}" for points in sorted(ranks, reverse=True))
    return f"{'; '.join(lines)}."


def _groups(rules: Ruleset) -> str:
    group = rules.group
    parts = [
        f"A group is at least {_cards(group.min_size)} of one rank",
        f"with at least {_count(group.min_naturals, 'natural card')}",
        f"and at most {_count(group.max_wilds, 'wild card')}",
    ]
    if group.naturals_per_wild:
        parts.append(f"at least {_count(group.naturals_per_wild, 'natural')} for each wild")
    size = f"It closes at {_cards(group.max_size)}" if group.max_size else "It may grow without end"
    return f"{', '.join(parts)}. {size}."


def _sequences(rules: Ruleset) -> str:
    sequence = rules.sequence
    return (
        f"A sequence is {sequence.min_size} to {_cards(sequence.max_size)} of one suit in order, "
        "from the four up to the ace, without wild cards."
    )


def _canastas(rules: Ruleset) -> str:
    canasta = rules.canasta
    return (
        f"A group of {_cards(canasta.size)} or more is a canasta: {canasta.natural} points without "
        f"wild cards, {canasta.mixed} with them. A sequence of {canasta.size} is a samba: "
        f"{canasta.samba} points."
    )


def _minimum(rules: Ruleset) -> str:
    minimum = rules.initial_minimum
    steps = [f"{minimum.negative} points below zero"]
    steps += [f"{need} from {floor}" for floor, need in minimum.brackets]
    return (
        "The first melds of a side in a hand must be worth, by its score at the start of the hand: "
        f"{', '.join(steps)}."
    )


def _red_threes(rules: Ruleset) -> str:
    red = rules.red_threes
    return (
        "A player lays red threes when they like; none is replaced. Each laid one counts "
        f"{red.each}, all of the pack together {red.all}; for a side with fewer than "
        f"{_count(red.qualified_canastas, 'canasta')} {red.unqualified_each} and "
        f"{red.unqualified_all}. Whoever holds any when the hand ends counts {red.in_hand}."
    )


def _going_out(rules: Ruleset) -> str:
    out = rules.going_out
    asking = {
        Permission.OPTIONAL: "A partner may be asked first, and the answer binds.",
        Permission.REQUIRED: "The partners must be asked first, and their answer binds.",
    }
    return (
        f"A side that goes out has at least {_count(out.canastas, 'canasta')} or sambas and earns "
        f"{out.bonus} points. {asking[out.permission]}"
    )


def _end(rules: Ruleset) -> str:
    game = rules.game
    limit = f", or after {_count(game.hand_limit, 'hand')}" if game.hand_limit else ""
    return (
        f"The game ends with the hand in which a side reaches {game.target} points{limit}; the "
        "highest total wins, equal ones draw."
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _cards(number: int) -> str:
    return _count(number, "card")


def _list(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
