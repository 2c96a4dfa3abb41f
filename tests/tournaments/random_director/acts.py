"""The table of acts: their names, how often they come, when they are possible, what undoes them."""

from collections.abc import Callable, Sequence
from functools import wraps
from random import Random
from typing import Any, NamedTuple

from tests.tournaments.random_director.desk import Call, Seen

Answers = Sequence[Any]
Undo = Callable[[Answers], Sequence[Call]]
Shows = Callable[[Seen], bool]


class Step(NamedTuple):
    """One act as it is to be done now."""

    says: str
    calls: Sequence[Call]
    undo: Undo | None = None
    """The calls that take it back, given the answers; None where nothing does."""
    shows: Shows | None = None
    """True if the views show afterwards that it was done."""
    answered: Callable[[Answers], bool] | None = None
    """True if the answers say what was done, where the views do not."""
    name: str = ""
    """Of the act, as the table has it."""


Chooser = Callable[[Seen, Random], Step | None]
"""An act as it can be done now; None while it is not possible."""


class Act(NamedTuple):
    name: str
    weight: int
    choose: Chooser


ACTS: list[Act] = []


def act(weight: int) -> Callable[[Chooser], Chooser]:
    """Enter a function into the table, under its name."""

    def enter(choose: Chooser) -> Chooser:
        name = choose.__name__.replace("_", " ")

        @wraps(choose)
        def named(seen: Seen, random: Random) -> Step | None:
            step = choose(seen, random)
            return step and step._replace(name=name)

        ACTS.append(Act(name, weight, named))
        return named

    return enter


def in_state(*states: str) -> Shows:
    """The tournament is in one of these."""
    return lambda seen: seen.state in states


def last_is(*states: str) -> Shows:
    """The latest round is in one of these."""
    return lambda seen: seen.is_last(*states)


def always(*calls: Call) -> Undo:
    """The same calls, whatever was answered."""
    return lambda answers: calls
