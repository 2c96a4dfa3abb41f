"""CSV: standings out, safe to open in a spreadsheet (RFC 4180, UTF-8), and members in.

A spreadsheet reads a cell that begins with = + - @ or a tab as a formula. A name must not become
one, so it gets an apostrophe in front (`guarded`), after a semicolon too, where some spreadsheets
begin a new cell in spite of quotation marks. The price: a program that reads the file sees that
apostrophe. `unguarded` removes it, and the import of members uses that; a name that really begins
with '= cannot be distinguished and loses it. Numbers are ours and stay unchanged, also -120.

A file of members is read completely, or refused with every bad line named: UTF-8, with or without a
byte order mark, and what spreadsheets write where the comma is the decimal mark: Windows-1252 with
semicolons. The latter cannot be distinguished from similar encodings (Windows-1250, ...), so the
answer shows which encoding was read, and letters that no name has are refused. Columns by title, in
any order and case: `name`, and if they exist `role`, `guest`.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator, Sequence
from enum import StrEnum
from io import StringIO
from itertools import islice
from typing import Final, NamedTuple

from samba_service.accounts.names import name_key
from tournaments.printing.standings import (
    StandingRow,
    StandingsPage,
    decimal,
)

_FORMULA: Final = r"\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]"
"""Full-width signs too, which East Asian spreadsheets read as the plain ones."""

_RISK: Final = re.compile(rf"(^|[;\t\r\n])(?={_FORMULA})")
_GUARD: Final = re.compile(rf"(^|[;\t\r\n])'(?={_FORMULA})")


def guarded(text: str) -> str:
    """`text` that no spreadsheet reads as a formula."""
    return _RISK.sub(r"\1'", text)


def unguarded(text: str) -> str:
    """The text that `guarded` was given."""
    return _GUARD.sub(r"\1", text)


def standings_csv(standings: StandingsPage) -> bytes:
    """One line per entry, one column per metric by its name in the API, empty where it is null.

    An unranked entry has no rank.
    """
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(("rank", "name", "withdrawn", *(metric.name for metric in standings.metrics)))
    writer.writerows(_entry(row, standings) for row in standings.rows)
    return out.getvalue().encode()


def _entry(row: StandingRow, standings: StandingsPage) -> Sequence[str]:
    values = zip(row.values, standings.metrics, strict=True)
    return (
        "" if row.rank is None else str(row.rank),
        guarded(row.name),
        "yes" if row.withdrawn else "no",
        *(decimal(value, metric.places) for value, metric in values),
    )


BYTES_AT_MOST: Final = 8 * 1024 * 1024

IGNORED_SHOWN: Final = 20
"""Titles of columns that were not read, the first ones."""

LINES_AT_MOST: Final = 5_000
"""Of the file, its titles included."""

NAME_AT_MOST: Final = 40
"""The same as for an account's name."""

_COLUMNS: Final = ("name", "role", "guest")
_YES: Final = frozenset(("yes", "y", "true", "1", "x"))
_NO: Final = frozenset(("", "no", "n", "false", "0"))

_GARBLED: Final = re.compile(r"[\xa1-\xa9\xab-\xb3\xb5\xb6\xb8\xb9\xbb-\xbf\xd7\xf7]")
"""Of Windows-1252: what Polish or Turkish letters of other code pages turn into."""

_FOREIGN_AT_MOST: Final = 0.6
"""Of the letters of a name that are not ASCII; read as Windows-1252, all of a Russian name are."""

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")
"""Includes line breaks and changes of direction."""


class Role(StrEnum):
    MEMBER = "member"
    DIRECTOR = "director"
    ADMIN = "admin"


class MemberRow(NamedTuple):
    line: int
    """Of the file, from 1."""
    name: str
    role: Role
    guest: bool


class Members(NamedTuple):
    rows: tuple[MemberRow, ...]
    encoding: str
    """utf-8 or windows-1252."""
    ignored: tuple[str, ...] = ()
    """Titles of columns that were not read."""


class BadLine(NamedTuple):
    line: int | None
    """None: the whole file."""
    why: str


class MembersUnreadable(Exception):
    """The file was not read; `problems` names every bad line, in order.

    `rows` are the others: a caller that has the club may find more faults in them, and report all
    at once.
    """

    def __init__(self, *problems: BadLine, rows: tuple[MemberRow, ...] = ()) -> None:
        first = "; ".join(
            why if line is None else f"line {line}: {why}" for line, why in problems[:3]
        )
        more = f"; and {len(problems) - 3} more" if len(problems) > 3 else ""
        super().__init__(first + more)
        self.problems = problems
        self.rows = rows


_QUOTES: Final = "a quotation mark that is not closed, or is in the middle of a field"


_Record = tuple[int, tuple[str, ...]]
"""The line where it begins, and its fields."""


def members_read(content: bytes) -> Members:
    """The members in `content`. Raises MembersUnreadable, and then nothing was read."""
    text, encoding = _decoded(content)
    records, broken = _records(text)
    if not records:
        raise MembersUnreadable(*broken or [BadLine(None, "the file is empty")])
    titles = _titles(records[0])
    rows, problems = _rows(titles, records[1:], encoding)
    if broken or problems:
        raise MembersUnreadable(*sorted([*broken, *problems]), rows=tuple(rows))
    if not rows:
        raise MembersUnreadable(BadLine(None, "there are no members below the titles"))
    others = (_short(title) for title in titles if title and title not in _COLUMNS)
    ignored = tuple(islice(others, IGNORED_SHOWN))
    return Members(tuple(rows), encoding, ignored)


def _decoded(content: bytes) -> tuple[str, str]:
    """The text, and its encoding."""
    if len(content) > BYTES_AT_MOST:
        raise MembersUnreadable(BadLine(None, f"larger than {BYTES_AT_MOST // 2**20} MiB"))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise MembersUnreadable(BadLine(None, "in UTF-16; save it as CSV in UTF-8"))
    try:
        return content.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError as failure:
        line = content.count(b"\n", 0, failure.start) + 1
    if b";" in content.split(b"\n", 1)[0]:
        try:
            return content.decode("cp1252"), "windows-1252"
        except UnicodeDecodeError as failure:
            line = content.count(b"\n", 0, failure.start) + 1
    raise MembersUnreadable(BadLine(line, "not in UTF-8; save the file as CSV in UTF-8"))


def _records(text: str) -> tuple[list[_Record], list[BadLine]]:
    """Records with content, and lines that are no records."""
    lines = list(StringIO(text, newline=""))
    if len(lines) > LINES_AT_MOST:
        raise MembersUnreadable(BadLine(None, f"more than {LINES_AT_MOST:,} lines"))
    titles = next((line for line in lines if line.strip()), "")
    reader = csv.reader(lines, delimiter=max(",;\t", key=titles.count), strict=True)
    records: list[_Record] = []
    broken: list[BadLine] = []
    while reader.line_num < len(lines):
        begins = reader.line_num + 1
        try:
            fields = tuple(next(reader, ()))
        except csv.Error:
            broken.append(BadLine(begins, _QUOTES))
            continue
        if any(field.strip() for field in fields):
            records.append((begins, fields))
    return records, broken


def _titles(record: _Record) -> tuple[str, ...]:
    line, fields = record
    titles = tuple(field.strip().casefold() for field in fields)
    if "name" not in titles:
        found = ", ".join(title for title in titles if title)
        why = f"the first line must be titles, one of them “name”; it says: {found}"
        raise MembersUnreadable(BadLine(line, _short(why, 200)))
    for title in _COLUMNS:
        if titles.count(title) > 1:
            raise MembersUnreadable(BadLine(line, f"two columns have the title “{title}”"))
    return titles


def _rows(
    titles: tuple[str, ...], records: list[_Record], encoding: str
) -> tuple[list[MemberRow], list[BadLine]]:
    rows: list[MemberRow] = []
    problems: list[BadLine] = []
    seen: dict[str, int] = {}
    for line, fields in records:
        cells = dict(zip(titles, fields, strict=False))
        written = re.sub(" +", " ", cells.get("name", "").strip(" \t\xa0"))
        name = unicodedata.normalize("NFC", unguarded(written))
        found = [*_faults(name, encoding), *_faults_of_others(titles, fields, cells)]
        before = seen.setdefault(name_key(name), line)
        if name and before != line:
            found.append(f"the same name as in line {before}")
        problems += [BadLine(line, why) for why in found]
        if not found:
            role = Role(_word(cells, "role") or "member")
            rows.append(MemberRow(line, name, role, guest=_word(cells, "guest") in _YES))
    return rows, problems


def _word(cells: dict[str, str], title: str) -> str:
    return cells.get(title, "").strip().casefold()


def _faults(name: str, encoding: str) -> Iterator[str]:
    if not name:
        yield "no name"
    if len(name) > NAME_AT_MOST:
        yield f"the name has {len(name)} letters, at most {NAME_AT_MOST} are allowed"
    if _CONTROL.search(name):
        yield "a control character or a line break in the name"
    if encoding != "utf-8" and _garbled(name):
        yield f"“{_short(name)}” is garbled; save the file as CSV in UTF-8"


def _garbled(name: str) -> bool:
    """True if Windows-1252 was the wrong reading of a name."""
    letters = [letter for letter in name if letter.isalpha()]
    foreign = sum(not letter.isascii() for letter in letters)
    many = len(letters) > 3 and foreign > _FOREIGN_AT_MOST * len(letters)
    return many or _GARBLED.search(name) is not None


def _faults_of_others(
    titles: tuple[str, ...], fields: tuple[str, ...], cells: dict[str, str]
) -> Iterator[str]:
    if any(field.strip() for field in fields[len(titles) :]):
        yield f"{len(fields)} fields below {len(titles)} titles"
    role, guest = _word(cells, "role"), _word(cells, "guest")
    if role and role not in set(Role):
        yield f"“{_short(role)}” is no role; there are {', '.join(Role)}"
    if guest not in _YES | _NO:
        yield f"“{_short(guest)}” under guest; it is yes or no"


def _short(text: str, most: int = 40) -> str:
    shown = "".join(letter if letter.isprintable() else "�" for letter in text)
    return shown if len(shown) <= most else shown[: most - 1] + "…"
