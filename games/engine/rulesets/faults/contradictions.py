"""Contradictions between the values of a ruleset that are each well-formed."""

from collections.abc import Iterator

from games.engine.cards import RANKS
from games.engine.rulesets.choices import (
    MinimumBasis,
)
from games.engine.rulesets.faults.melds import meld_faults
from games.engine.rulesets.faults.table import table_faults
from games.engine.rulesets.ruleset import MOST_CARDS, Ruleset
from games.engine.rulesets.sections import as_json

MAX_DECKS = 8
MARGIN_STEP = 50
MAX_MARGIN_SD = 50_000


def contradictions(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """(path, message) for everything that would make `rules` unplayable."""
    yield from _ranges(rules)
    yield from _pack_and_seats(rules)
    yield from _minimum(rules)
    yield from _points(rules)
    yield from _tournament(rules)
    yield from meld_faults(rules)
    yield from table_faults(rules)


def _ranges(rules: Ruleset) -> Iterator[tuple[str, str]]:
    limits = {
        "version": (rules.version, 1, 1_000_000),
        "draw.count": (rules.draw.count, 1, 10),
        "pile.takes": (rules.pile.takes, 0, MOST_CARDS),
        "pile.needs": (rules.pile.needs, 1, MOST_CARDS),
        "pile.onto_at_most": (rules.pile.onto_at_most, 0, 100),
        "group.max_size": (rules.group.max_size, 0, 100),
        "group.max_wilds": (rules.group.max_wilds, 0, 100),
        "group.min_naturals": (rules.group.min_naturals, 2, 7),
        "group.naturals_per_wild": (rules.group.naturals_per_wild, 0, 7),
        "group.naturals_beyond": (rules.group.naturals_beyond, 0, 7),
        "sequence.max_wilds": (rules.sequence.max_wilds, 0, 1),
        "sequence.min_naturals": (rules.sequence.min_naturals, 2, 11),
        "wild_meld.max_size": (rules.wild_meld.max_size, 0, 100),
        "threes.max_wilds": (rules.threes.max_wilds, 0, 100),
        "threes.max_size": (rules.threes.max_size, 0, 100),
        "canasta.size": (rules.canasta.size, 4, 11),
        "canasta.many": (rules.canasta.many, 0, 20),
        "red_threes.qualified_canastas": (rules.red_threes.qualified_canastas, 0, 20),
        "going_out.canastas": (rules.going_out.canastas, 0, 20),
        **{
            f"going_out.book.{kind}": (number, 0, 20)
            for kind, number in as_json(rules.going_out.book).items()
        },
        "game.target": (rules.game.target, 0, 1_000_000),
        "game.hand_limit": (rules.game.hand_limit, 0, 1_000),
    }
    for path, (value, low, high) in limits.items():
        if not low <= value <= high:
            yield path, f"{value} is not between {low} and {high}"
    if not rules.game.target and not rules.game.hand_limit:
        yield "game", "neither a target nor a number of hands ends the game"


def _pack_and_seats(rules: Ruleset) -> Iterator[tuple[str, str]]:
    pack, seating = rules.pack, rules.seating
    told = {
        "pack.decks": pack.decks,
        "pack.jokers": pack.jokers,
        "seating.sides": seating.sides,
        "seating.hand_size": seating.hand_size,
        "seating.foot_size": seating.foot_size,
    }
    if not seating.players:
        yield "seating.players", "no table size is allowed"
    whole = set(seating.players)
    for path, numbers in told.items():
        for seats in sorted(set(seating.players) ^ set(numbers)):
            missing = seats in seating.players
            yield f"{path}.{seats}", "is missing" if missing else "is no table size of the ruleset"
        whole &= set(numbers)
    for seats in sorted(whole):
        yield from _table(rules, seats)
    for rank in [*RANKS, "JK"]:
        if rank not in rules.points:
            yield f"points.{rank}", "is missing"


def _table(rules: Ruleset, seats: int) -> Iterator[tuple[str, str]]:
    """One table size, everything about which is told."""
    pack, seating = rules.pack, rules.seating
    sides, hand, foot = (
        seating.sides[seats],
        seating.hand_size[seats],
        seating.foot_size[seats],
    )
    if not 1 <= pack.decks[seats] <= MAX_DECKS:
        yield f"pack.decks.{seats}", f"{pack.decks[seats]} is not between 1 and {MAX_DECKS}"
        return
    if not 0 <= pack.jokers[seats] <= 4 * MAX_DECKS:
        yield f"pack.jokers.{seats}", f"{pack.jokers[seats]} is not between 0 and {4 * MAX_DECKS}"
        return
    if not 2 <= sides <= seats or seats % sides:
        yield f"seating.sides.{seats}", f"{seats} seats do not form {sides} equal sides"
    if foot < 0:
        yield f"seating.foot_size.{seats}", "a second hand has cards or is none"
    if hand < 1:
        yield f"seating.hand_size.{seats}", "a hand has at least one card"
    elif seats * (hand + foot) + 1 > pack.size(seats):
        hands = f"{seats} hands of {hand}" + (f" and {foot}" if foot > 0 else "")
        yield f"seating.hand_size.{seats}", f"{hands} do not fit a pack of {pack.size(seats)}"


def _minimum(rules: Ruleset) -> Iterator[tuple[str, str]]:
    minimum = rules.initial_minimum
    floors = [floor for floor, _ in minimum.brackets]
    first, what = (0, "score") if minimum.basis is MinimumBasis.SCORE else (1, "hand")
    if not floors or floors[0] != first:
        yield "initial_minimum.brackets", f"the first bracket begins with {what} {first}"
    if floors != sorted(set(floors)):
        yield "initial_minimum.brackets", f"the {what}s ascend"
    if minimum.basis is MinimumBasis.SCORE and any(floor % 5 for floor in floors):
        yield "initial_minimum.brackets", "every score is a multiple of 5"
    needs = [minimum.negative, *(need for _, need in minimum.brackets)]
    if not all(0 <= need <= 500 for need in needs):
        yield "initial_minimum", "a minimum is between 0 and 500 points"
    if any(need % 5 for need in needs):
        yield "initial_minimum", "a minimum is a multiple of 5"


def _points(rules: Ruleset) -> Iterator[tuple[str, str]]:
    canasta, red, out = rules.canasta, rules.red_threes, rules.going_out
    kinds = ("natural", "mixed", "samba", "black_samba", "wild", "sevens", "threes", "many_bonus")
    bonuses = {
        **{f"points.{rank}": points for rank, points in rules.points.items()},
        **{f"canasta.{kind}": as_json(canasta)[kind] for kind in kinds},
        "red_threes.each": red.each,
        "red_threes.all": red.all,
        "going_out.bonus": out.bonus,
    }
    penalties = {
        "threes.black_in_hand": rules.threes.black_in_hand,
        "red_threes.in_hand": red.in_hand,
        "going_out.promise": out.promise,
    }
    either = {
        "red_threes.unqualified_each": red.unqualified_each,
        "red_threes.unqualified_all": red.unqualified_all,
        "game.target": rules.game.target,
    }
    for path, value in {**bonuses, **penalties, **either}.items():
        if value % 5:
            yield path, f"{value} is not a multiple of 5"
        if abs(value) > 50_000 and path != "game.target":
            yield path, f"{value} is beyond 50,000 points"
    for path, value in bonuses.items():
        if value < 0:
            yield path, f"{value} is below 0"
    for path, value in penalties.items():
        if value > 0:
            yield path, f"{value} is above 0, and this is a penalty"


def _tournament(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Margins go to steps of 50 on the finest scale of victory points; so do their deviations."""
    path, value = "tournament.margin_sd", rules.tournament.margin_sd
    if value % MARGIN_STEP:
        yield path, f"{value} is not a multiple of {MARGIN_STEP}"
    if not MARGIN_STEP <= value <= MAX_MARGIN_SD:
        yield path, f"{value} is not between {MARGIN_STEP} and {MAX_MARGIN_SD}"
