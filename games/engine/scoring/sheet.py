"""A hand's score sheet: one line per item, each with its rule. The lines add up to the total."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from games.engine.cards import RED_THREES
from games.engine.events import ScoreLine, SideScore
from games.engine.rulesets import Rules
from games.engine.scoring.counting import Counted, counted
from games.engine.scoring.debt import bonus, dismantled, many_bonus
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld
from games.engine.table.side import has_book

RULE_OF: Final = {
    "natural_canastas": "SCORE-03",
    "mixed_canastas": "SCORE-04",
    "sambas": "SCORE-05",
    "went_out": "SCORE-06",
    "red_threes": "SCORE-07",
    "melded_cards": "SCORE-01",
    "red_threes_in_hand": "SCORE-08",
    "hand_cards": "SCORE-02",
    "black_sambas": "SCORE-09",
    "wild_canastas": "SCORE-10",
    "sevens_canastas": "SCORE-11",
    "threes_canastas": "SCORE-12",
    "many_canastas": "SCORE-13",
    "black_threes_in_hand": "SCORE-14",
    "penalty": "SCORE-15",
    "debt_dismantled": "SCORE-16",
    "adjustment": "SCORE-17",
}
"""By code of a line, the paragraph that it follows. Snapshots number them: new ones come last."""
CANASTA_CODES: Final = {
    "natural": "natural_canastas",
    "mixed": "mixed_canastas",
    "samba": "sambas",
    "black_samba": "black_sambas",
    "wild": "wild_canastas",
    "sevens": "sevens_canastas",
    "threes": "threes_canastas",
}
"""By kind, in the order of the sheet."""
_Item = tuple[str, int, int, str | None]
"""Code, points and count of a line, and its reason where it has one."""
_IN_HAND: Final = ("red_threes_in_hand", "black_threes_in_hand", "hand_cards")


def line(
    code: str, points: int, count: int, reason: str | None = None, melds: Iterable[int] = ()
) -> ScoreLine:
    """The line `code`, with its rule."""
    return ScoreLine(code, points, count, RULE_OF[code], reason, tuple(melds))


def score(state: HandState) -> tuple[SideScore, ...]:
    """The score of every side of an ended hand."""
    return tuple(_side_score(state, side) for side in range(state.sides))


def _side_score(state: HandState, side: int) -> SideScore:
    lines = sheet(counted(state, side), state.rules, state.seats)
    if state.rules.game.debt:
        lines += _debt(state.by_side[side].melds, lines, state.rules)
    return SideScore(side, lines, sum([each.points for each in lines]))


def sheet(side: Counted, rules: Rules, seats: int) -> tuple[ScoreLine, ...]:
    """The lines of a side at a table of `seats`, in order; empty ones are left out.

    What debt cancels is not among them: it depends on the melds, card by card.
    """
    return tuple([line(*item) for item in _items(side, rules, seats) if item[1] or item[2]])


def _items(side: Counted, rules: Rules, seats: int) -> Iterator[_Item]:
    for kind, code in CANASTA_CODES.items():
        if number := side.canastas.get(kind, 0):
            yield (code, number * bonus(kind, rules), number, None)
    canastas = sum(side.canastas.values())
    many = many_bonus(canastas, rules)
    yield ("many_canastas", many, canastas if many else 0, None)
    yield ("went_out", rules.going_out.bonus * side.went_out, int(side.went_out), None)
    yield ("red_threes", _red_threes(side, rules, seats), side.red_threes, None)
    yield ("melded_cards", side.melded.points, side.melded.count, None)
    reds, blacks = side.red_threes_in_hand, side.black_threes_in_hand
    yield ("red_threes_in_hand", rules.red_threes.in_hand * reds, reds, None)
    yield ("black_threes_in_hand", (rules.threes.black_in_hand or 0) * blacks, blacks, None)
    yield ("hand_cards", -side.hand.points, side.hand.count, None)
    yield from by_reason("penalty", side.penalties)


def by_reason(code: str, given: Sequence[tuple[str, int]]) -> Iterator[_Item]:
    """One item for each reason among those `given` with their points."""
    for reason in dict.fromkeys([why for why, _ in given]):
        points = [each for why, each in given if why == reason]
        yield (code, sum(points), len(points), reason)


def _red_threes(side: Counted, rules: Rules, seats: int) -> int:
    red, laid = rules.red_threes, side.red_threes
    qualified = sum(side.canastas.values()) >= red.qualified_canastas
    if qualified and red.qualified_by_book:
        qualified = has_book(side.canastas, rules)
    each, every = red.each, red.all
    if not qualified:
        each, every = red.unqualified_each, red.unqualified_all
    whole = laid == len(RED_THREES) * rules.pack.decks[seats]
    return every if whole and every is not None else each * laid


def _debt(melds: Sequence[Meld], lines: Sequence[ScoreLine], rules: Rules) -> tuple[ScoreLine, ...]:
    """The line of the canastas that are dismantled for the cards in hand, if any."""
    lost, ids = dismantled(melds, *owed(lines), rules)
    return (line("debt_dismantled", -lost, len(ids), melds=ids),) if ids else ()


def owed(lines: Sequence[ScoreLine]) -> tuple[int, int]:
    """What the hands of a side cost by its sheet, and what its red threes on the table earn."""
    cost = -sum([each.points for each in lines if each.code in _IN_HAND])
    return cost, sum([each.points for each in lines if each.code == "red_threes"])
