"""Contradictions between the values of a ruleset that are each well-formed."""

from collections.abc import Iterator

from games.engine.cards import RANKS
from games.engine.rulesets.choices import MinimumBasis
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.faults.melds import meld_faults
from games.engine.rulesets.faults.table import table_faults


def contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    """(path, message) for everything that would make `rules` unplayable."""
    yield from _pack_and_seats(rules)
    yield from _minimum(rules)
    yield from _end(rules)
    yield from meld_faults(rules)
    yield from table_faults(rules)


def _end(rules: Rules) -> Iterator[tuple[str, str]]:
    if rules.game.target is None and rules.game.hand_limit is None:
        yield "game", "neither a target nor a number of hands ends the game"


def _pack_and_seats(rules: Rules) -> Iterator[tuple[str, str]]:
    pack, seating = rules.pack, rules.seating
    by_table = {
        "pack.decks": pack.decks,
        "pack.jokers": pack.jokers,
        "seating.sides": seating.sides,
        "seating.hand_size": seating.hand_size,
        "seating.foot_size": seating.foot_size,
    }
    if not seating.players:
        yield "seating.players", "no table size is allowed"
    whole = set(seating.players)
    for path, numbers in by_table.items():
        for seats in sorted(set(seating.players) ^ set(numbers)):
            missing = seats in seating.players
            yield f"{path}.{seats}", "is missing" if missing else "is no table size of the ruleset"
        whole &= set(numbers)
    for seats in sorted(whole):
        yield from _table(rules, seats)
    for rank in [*RANKS, "JK"]:
        if rank not in rules.points:
            yield f"points.{rank}", "is missing"


def _table(rules: Rules, seats: int) -> Iterator[tuple[str, str]]:
    """The faults of one table size."""
    pack, seating = rules.pack, rules.seating
    sides, hand, foot = (
        seating.sides[seats],
        seating.hand_size[seats],
        seating.foot_size[seats],
    )
    if sides < 1 or seats % sides:
        yield f"seating.sides.{seats}", f"{seats} seats do not form {sides} equal sides"
    if seats * (hand + foot) + 1 > pack.size(seats):
        hands = f"{seats} hands of {hand}" + (f" and {foot}" if foot > 0 else "")
        yield f"seating.hand_size.{seats}", f"{hands} do not fit a pack of {pack.size(seats)}"


def _minimum(rules: Rules) -> Iterator[tuple[str, str]]:
    minimum = rules.initial_minimum
    floors = [floor for floor, _ in minimum.brackets]
    first, what = (0, "score") if minimum.basis is MinimumBasis.SCORE else (1, "hand")
    if not floors or floors[0] != first:
        yield "initial_minimum.brackets", f"the first bracket begins with {what} {first}"
    if floors != sorted(set(floors)):
        yield "initial_minimum.brackets", f"the {what}s ascend"
    if minimum.basis is MinimumBasis.SCORE and any(floor % 5 for floor in floors):
        yield "initial_minimum.brackets", "every score is a multiple of 5"
    needs = [need for _, need in minimum.brackets]
    if not all(0 <= need <= 500 for need in needs):
        yield "initial_minimum.brackets", "a minimum is between 0 and 500 points"
    if any(need % 5 for need in needs):
        yield "initial_minimum.brackets", "a minimum is a multiple of 5"
