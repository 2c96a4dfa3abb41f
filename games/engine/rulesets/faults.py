"""Contradictions between the values of a ruleset that are each well-formed."""

from collections.abc import Iterator

from games.engine.cards import RANKS
from games.engine.rulesets.ruleset import Ruleset

MAX_DECKS = 8
MELD_SIZE = 3


def contradictions(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """(path, message) for everything that would make `rules` unplayable."""
    yield from _ranges(rules)
    yield from _pack_and_seats(rules)
    yield from _melds(rules)
    yield from _minimum(rules)
    yield from _multiples_of_five(rules)


def _ranges(rules: Ruleset) -> Iterator[tuple[str, str]]:
    limits = {
        "version": (rules.version, 1, 1_000_000),
        "pack.decks": (rules.pack.decks, 1, MAX_DECKS),
        "pack.jokers": (rules.pack.jokers, 0, 4 * MAX_DECKS),
        "draw.count": (rules.draw.count, 1, 10),
        "group.max_size": (rules.group.max_size, 0, 100),
        "group.max_wilds": (rules.group.max_wilds, 0, 100),
        "group.min_naturals": (rules.group.min_naturals, 2, 7),
        "group.naturals_per_wild": (rules.group.naturals_per_wild, 0, 7),
        "sequence.max_size": (rules.sequence.max_size, 3, 11),
        "canasta.size": (rules.canasta.size, 4, 11),
        "going_out.canastas": (rules.going_out.canastas, 0, 20),
        "game.target": (rules.game.target, 5, 1_000_000),
        "game.hand_limit": (rules.game.hand_limit, 0, 1_000),
    }
    for path, (value, low, high) in limits.items():
        if not low <= value <= high:
            yield path, f"{value} is not between {low} and {high}"


def _pack_and_seats(rules: Ruleset) -> Iterator[tuple[str, str]]:
    pack, seating = rules.pack, rules.seating
    for seats in sorted(set(seating.sides) ^ set(seating.hand_size)):
        missing = "sides" if seats in seating.hand_size else "hand_size"
        yield f"seating.{missing}.{seats}", "is missing"
    for seats, sides in seating.sides.items():
        if not 2 <= sides <= seats or seats % sides:
            yield f"seating.sides.{seats}", f"{seats} seats do not form {sides} equal sides"
    for seats, size in seating.hand_size.items():
        if size < 1:
            yield f"seating.hand_size.{seats}", "a hand has at least one card"
        elif seats * size + 1 > pack.size:
            yield (
                f"seating.hand_size.{seats}",
                f"{seats} hands of {size} do not fit a pack of {pack.size}",
            )
    for rank in [*RANKS, "JK"]:
        if rank not in rules.points:
            yield f"points.{rank}", "is missing"


def _melds(rules: Ruleset) -> Iterator[tuple[str, str]]:
    size, group, sequence = rules.canasta.size, rules.group, rules.sequence
    if 0 < group.max_size < size:
        yield "group.max_size", f"groups that close at {group.max_size} never reach {size} cards"
    if sequence.max_size != size:
        yield "sequence.max_size", f"a finished sequence is a samba of {size} cards"
    # No variant begins otherwise, and what a seat may do is worked out for these.
    for path, least in (
        ("group.min_size", group.min_size),
        ("sequence.min_size", sequence.min_size),
    ):
        if least != MELD_SIZE:
            yield path, f"a meld begins with {MELD_SIZE} cards"


def _minimum(rules: Ruleset) -> Iterator[tuple[str, str]]:
    floors = [floor for floor, _ in rules.initial_minimum.brackets]
    if floors[0] != 0:
        yield "initial_minimum.brackets", f"the scores from 0 to {floors[0]} have no bracket"
    if floors != sorted(set(floors)):
        yield "initial_minimum.brackets", "the scores ascend"
    needs = [rules.initial_minimum.negative, *(need for _, need in rules.initial_minimum.brackets)]
    if not all(0 <= need <= 500 for need in needs):
        yield "initial_minimum", "a minimum is between 0 and 500 points"


def _multiples_of_five(rules: Ruleset) -> Iterator[tuple[str, str]]:
    canasta, red = rules.canasta, rules.red_threes
    values = {
        **{f"points.{rank}": points for rank, points in rules.points.items()},
        "canasta.natural": canasta.natural,
        "canasta.mixed": canasta.mixed,
        "canasta.samba": canasta.samba,
        "red_threes.each": red.each,
        "red_threes.all": red.all,
        "red_threes.unqualified_each": red.unqualified_each,
        "red_threes.unqualified_all": red.unqualified_all,
        "red_threes.in_hand": red.in_hand,
        "going_out.bonus": rules.going_out.bonus,
        "game.target": rules.game.target,
    }
    for path, value in values.items():
        if value % 5:
            yield path, f"{value} is not a multiple of 5"
        if abs(value) > 50_000 and path != "game.target":
            yield path, f"{value} is beyond 50,000 points"
    for path in values:
        if path.startswith("points.") and values[path] < 0:
            yield path, "card points are not negative"
