"""Hand after hand on the pad: lines, totals, what the next hand needs, and who has won."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.events import SideScore
from games.engine.match import end_of, winner_of
from games.engine.pad.checks import multiples, soundness
from games.engine.pad.errors import SheetFault, UnsoundSheet
from games.engine.pad.lines import hand_score
from games.engine.pad.sheets import HandSheet
from games.engine.phase import GameEnd
from games.engine.rulesets import Rules

_USUAL_SEATS = 4


class PadHand(NamedTuple):
    """The score of a hand, in the form of a record's, and the totals after it."""

    number: int
    score: tuple[SideScore, ...]
    """By side. A side for which only the total was entered has no lines."""
    totals: tuple[int, ...]


class Pad(NamedTuple):
    """A game as far as its score sheets have been entered."""

    hands: tuple[PadHand, ...]
    totals: tuple[int, ...]
    """By side, including the scores at the start."""
    next_minimum: tuple[int, ...]
    """By side, the points that its first melds of the next hand must be worth."""
    end: GameEnd | None
    """Why the game is over at these totals; None while it continues."""
    winner: int | None
    """None while the game continues, and for a draw."""

    @property
    def behind(self) -> tuple[int, ...]:
        """By side, the points that it is behind the highest total."""
        return tuple([max(self.totals) - total for total in self.totals])

    @property
    def draw(self) -> bool:
        """True if the game is over and several sides share the highest total."""
        return self.end is not None and self.winner is None


def keep_score(
    rules: Rules, *, seats: int, hands: Sequence[HandSheet], scores: Sequence[int] = ()
) -> Pad:
    """The pad of a table of `seats`, one of the ruleset's sizes, that began at `scores`, or at 0.

    Hands after the end of the game count like others: a tie may need one. Raises UnsoundSheet with
    everything that cannot be right.
    """
    _require_sound(rules, seats, hands, scores)
    totals, written = tuple(scores) or (0,) * rules.sides(seats), list[PadHand]()
    for number, hand in enumerate(hands, 1):
        score = hand_score(hand, rules, seats)
        totals = tuple([total + side.total for total, side in zip(totals, score, strict=True)])
        written.append(PadHand(number, score, totals))
    end, played = end_of(rules, totals, len(hands)), len(hands)
    return Pad(
        hands=tuple(written),
        totals=totals,
        next_minimum=tuple([rules.initial_minimum.at(total, played + 1) for total in totals]),
        end=end,
        winner=None if end is None else winner_of(totals),
    )


def seats_for(rules: Rules, sides: int) -> int:
    """The number of seats at a table of `sides` sides: four if possible, else the smallest.

    If no table has `sides` sides, choose from all tables: the checks then report the wrong number.
    """
    every = sorted(rules.seating.players)
    sizes = [seats for seats in every if rules.sides(seats) == sides] or every
    return _USUAL_SEATS if _USUAL_SEATS in sizes else sizes[0]


def _require_sound(
    rules: Rules, seats: int, hands: Sequence[HandSheet], scores: Sequence[int]
) -> None:
    fives = [*_start_fives(scores)]
    others = [*_start(scores, rules.sides(seats))]
    for number, hand in enumerate(hands):
        fives += multiples(hand, f"hands.{number}")
        others += soundness(hand, f"hands.{number}", rules, seats)
    if fives or others:
        raise UnsoundSheet(fives, others)


def _start_fives(scores: Sequence[int]) -> Iterator[SheetFault]:
    for side, score in enumerate(scores):
        if score % 5:
            detail = f"Side {side} begins with {score}: scores come in fives"
            yield SheetFault(f"scores.{side}", detail)


def _start(scores: Sequence[int], sides: int) -> Iterator[SheetFault]:
    if scores and len(scores) != sides:
        yield SheetFault("scores", f"There are {len(scores)} scores for {sides} sides")
