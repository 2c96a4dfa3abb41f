"""Standings as CSV (RFC 4180, UTF-8), safe to open in a spreadsheet.

A spreadsheet reads a cell that begins with = + - @ or a tab as a formula. A name must not become
one, so it gets an apostrophe in front (`guarded`), after a semicolon too, where some spreadsheets
begin a new cell in spite of quotation marks. The price: a program that reads the file sees that
apostrophe. `unguarded` removes it, and the import of members uses that; a name that really begins
with '= cannot be distinguished and loses it. Numbers are ours and stay unchanged, also -120.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from tournaments.printing.standings import (
    SeasonPage,
    SeasonRow,
    StandingRow,
    StandingsPage,
    decimal,
)

_FORMULA: Final = r"\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]"
"""Full-width signs too, which East Asian spreadsheets read as the plain ones."""

_RISK: Final = re.compile(rf"(^|[;\t\r\n])(?={_FORMULA})")

_GUARD: Final = re.compile(rf"(^|[;\t\r\n])'(?={_FORMULA})")

_BOM: Final = b"\xef\xbb\xbf"


def guarded(text: str) -> str:
    """`text` that no spreadsheet reads as a formula."""
    return _RISK.sub(r"\1'", text)


def unguarded(text: str) -> str:
    """The text that `guarded` was given."""
    return _GUARD.sub(r"\1", text)


def standings_csv(standings: StandingsPage, *, bom: bool = False) -> bytes:
    """One line per entry, one column per metric by its name in the API, empty where it is null.

    An unranked entry has no rank.

    `bom` puts a byte order mark in front: without it Excel reads names in another encoding, with it
    a plain CSV reader finds it in the first title.
    """
    titles = ("rank", "name", "withdrawn", *(metric.name for metric in standings.metrics))
    return _csv(titles, (_entry(row, standings) for row in standings.rows), bom=bom)


def _entry(row: StandingRow, standings: StandingsPage) -> Sequence[str]:
    values = zip(row.values, standings.metrics, strict=True)
    return (
        "" if row.rank is None else str(row.rank),
        guarded(row.name),
        "yes" if row.withdrawn else "no",
        *(decimal(value, metric.places) for value, metric in values),
    )


def season_csv(season: SeasonPage, *, bom: bool = False) -> bytes:
    """One line per player, one column per night; an unranked player has no rank."""
    nights = (f"{night.date.isoformat()} {night.tournament}" for night in season.nights)
    titles = ("rank", "name", "total", "counted", *map(guarded, nights))
    return _csv(titles, map(_player, season.rows), bom=bom)


def _player(row: SeasonRow) -> Sequence[str]:
    scores = (None if score is None else score.value for score in row.nights)
    return (
        "" if row.rank is None else str(row.rank),
        guarded(row.name),
        decimal(row.total, 2),
        str(sum(score is not None and score.counted for score in row.nights)),
        *(decimal(score, 2) for score in scores),
    )


def _csv(titles: Sequence[str], rows: Iterable[Sequence[str]], *, bom: bool) -> bytes:
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(titles)
    writer.writerows(rows)
    return (_BOM if bom else b"") + out.getvalue().encode()
