"""The metrics that an entry's own rounds give. Higher is better.

A metric is a function of the entry's line, of the field, and of those level with it so far. Its
value is exact: a whole number, a fraction, or None if there is none, which ranks below all.
"""

from fractions import Fraction

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
