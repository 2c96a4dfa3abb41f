"""The metrics of standings. Higher is better.

A metric is a function of the entry's line, of the field, and of those level with it so far. Its
value is exact: a whole number, a fraction, or None if there is none, which ranks below all.

Those that look beyond an entry's own rounds:

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

Value = int | Fraction | None


def score(line: Line, field: Field, level: Entries) -> Value:
    """All that counts: tables, byes, rounds missed by coming late, adjustments."""
    return field.totals[line.entry]


def average(line: Line, field: Field, level: Entries) -> Value:
    """Score per table, with adjustments; None without a table."""
    return field.averages[line.entry]


def average_but_worst(line: Line, field: Field, level: Entries) -> Value:
    """The average without the table of the lowest score, if there are two tables or more."""
    if len(line.meetings) < 2:
        return field.averages[line.entry]
    by_table = [meeting.score for meeting in line.meetings]
    return Fraction(sum(by_table) - min(by_table) + line.adjustment, len(by_table) - 1)


def wins(line: Line, field: Field, level: Entries) -> Value:
    """Tables won; a bye does not count."""
    return sum(meeting.won for meeting in line.meetings)


def margin(line: Line, field: Field, level: Entries) -> Value:
    """Margins in card points against the best other side, each capped at ±B."""
    return sum(meeting.margin for meeting in line.meetings)


def points(line: Line, field: Field, level: Entries) -> Value:
    """Card points."""
    return sum(meeting.points for meeting in line.meetings)


def sambas(line: Line, field: Field, level: Entries) -> Value:
    return sum(meeting.sambas for meeting in line.meetings)


def played(line: Line, field: Field, level: Entries) -> Value:
    """Tables and byes; the sit-out of an individual is not played."""
    return len(line.meetings) + (0 if line.individual else line.byes)


def progress(line: Line, field: Field, level: Entries) -> Value:
    """In a knockout: two for a round won or passed by a bye, one for the place match."""
    won = [meeting for meeting in line.meetings if meeting.won]
    passed = 2 * line.byes - line.place_byes
    return passed + sum(1 if meeting.third_place_match else 2 for meeting in won)


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
