"""The metrics that look beyond an entry's own rounds.

| metric | reads | None |
|---|---|---|
| `head_to_head` | the tables of those level so far against each other | unless all of them met |
| `opponents` | the totals of those met, and the own total for a bye | |
| `opponents_less_partners` | the averages of those met and of those played with | |
| `lot` | the seed and the entry's number; the one metric of which less is better | |
"""

from fractions import Fraction

from tournaments.engine import lots
from tournaments.engine.draws import Entries
from tournaments.engine.standings.field import Field, Line
from tournaments.engine.standings.metrics import Value


def head_to_head(line: Line, field: Field, level: Entries) -> Value:
    """The score at tables against those level so far; None unless all of them met.

    Also None for an entry that is level with no other: there is nobody to compare it with.
    """
    group = frozenset(level)
    if len(group) < 2 or not all(_met_all(field.lines[number], group) for number in level):
        return None
    return sum(
        meeting.score for meeting in line.meetings if not group.isdisjoint(meeting.opponents)
    )


def opponents(line: Line, field: Field, level: Entries) -> Value:
    """The totals of all opponents, the lowest left out if there are two or more.

    A bye counts as an opponent with the entry's own total; the sit-out of an individual as none.
    """
    totals = [field.totals[other] for meeting in line.meetings for other in meeting.opponents]
    if not line.individual:
        totals += [field.totals[line.entry]] * line.byes
    return sum(totals) - (min(totals) if len(totals) > 1 else 0)


def opponents_less_partners(line: Line, field: Field, level: Entries) -> Value:
    """The averages of all opponents minus those of all partners, table by table."""
    against = [_average(field, other) for meeting in line.meetings for other in meeting.opponents]
    beside = [_average(field, other) for meeting in line.meetings for other in meeting.partners]
    return sum(against, Fraction()) - sum(beside, Fraction())


def lot(line: Line, field: Field, level: Entries) -> Value:
    """The entry's lot; lower is better."""
    return lots.lot(field.seed, line.entry) if field.seed else None


def _met_all(line: Line, group: frozenset[int]) -> bool:
    met = {other for meeting in line.meetings for other in meeting.opponents}
    return group <= met | {line.entry}


def _average(field: Field, number: int) -> Fraction:
    average = field.averages[number]
    assert average is not None  # every opponent has a table
    return average
