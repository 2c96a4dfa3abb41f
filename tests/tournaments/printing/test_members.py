"""Members from the files that clubs have."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.printing.nights import NAMES
from tournaments.printing.csv import (
    BYTES_AT_MOST,
    LINES_AT_MOST,
    BadLine,
    MemberRow,
    Members,
    MembersUnreadable,
    Role,
    members_read,
)

ANA = MemberRow(2, "Ana", Role.MEMBER, False)


def problems(content: bytes) -> tuple[BadLine, ...]:
    with pytest.raises(MembersUnreadable) as refused:
        members_read(content)
    return refused.value.problems


def test_names_are_enough_for_members() -> None:
    assert members_read(b"name\nAna\n") == Members((ANA,), "utf-8")


def test_roles_and_guests_are_read_by_title_in_any_order_and_case() -> None:
    content = "GUEST, Role ,NAME\r\nyes,,Žofia\r\n,Director,Łukasz\r\nNo,admin,Наталья\r\n"

    assert members_read(content.encode()).rows == (
        MemberRow(2, "Žofia", Role.MEMBER, True),
        MemberRow(3, "Łukasz", Role.DIRECTOR, False),
        MemberRow(4, "Наталья", Role.ADMIN, False),
    )


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        pytest.param("name,role\nZoë,member\n".encode(), "utf-8", id="plain"),
        pytest.param("name,role\nZoë,member\n".encode("utf-8-sig"), "utf-8", id="byte order mark"),
        pytest.param("name;role\r\nZoë;member\r\n".encode(), "utf-8", id="semicolons"),
        pytest.param("role\tname\nmember\tZoë".encode(), "utf-8", id="tabs"),
        pytest.param(
            "name;role\r\nZoë;\r\n".encode("cp1252"), "windows-1252", id="a spreadsheet's"
        ),
        pytest.param("name\rZoë\r".encode(), "utf-8", id="old line ends"),
        pytest.param('"name","role"\n"Zoë",""\n'.encode(), "utf-8", id="quotation marks"),
        pytest.param("name\nZoe\u0308\n".encode(), "utf-8", id="decomposed"),
        pytest.param("name\n Zoë\xa0 \n".encode(), "utf-8", id="spaces around"),
    ],
)
def test_files_as_programs_write_them_are_read(content: bytes, encoding: str) -> None:
    read = members_read(content)

    assert read.rows == (MemberRow(2, "Zoë", Role.MEMBER, False),)
    assert read.encoding == encoding


def test_empty_lines_are_skipped_and_still_counted() -> None:
    rows = members_read(b"\nname;role\n;\n\nAna;\n \nBen;\n\n").rows

    assert [(row.line, row.name) for row in rows] == [(5, "Ana"), (7, "Ben")]


def test_columns_that_are_not_read_are_reported() -> None:
    assert members_read(b"Name,Phone,E-Mail\nAna,1,2\n").ignored == ("phone", "e-mail")


def test_the_guard_of_our_own_tables_is_taken_off() -> None:
    assert members_read(b"name\n'-Ana\n").rows[0].name == "-Ana"


def test_every_bad_line_is_named_and_nothing_is_read() -> None:
    lines = [
        "name,role,guest",
        "Ana,,",
        ",director,",
        "Ben,boss,",
        "Cem,,perhaps",
        "ANA,,",
        "Eva,,,more",
    ]
    lines += ["x" * 41 + ",,", "D\x07ora,,", "Fi\u202enn,queen,", "Good,,"]

    assert problems("\n".join(lines).encode()) == (
        BadLine(3, "no name"),
        BadLine(4, "“boss” is no role; there are member, director, admin"),
        BadLine(5, "“perhaps” under guest; it is yes or no"),
        BadLine(6, "the same name as in line 2"),
        BadLine(7, "4 fields below 3 titles"),
        BadLine(8, "the name has 41 letters, at most 40 are allowed"),
        BadLine(9, "a control character or a line break in the name"),
        BadLine(10, "a control character or a line break in the name"),
        BadLine(10, "“queen” is no role; there are member, director, admin"),
    )


def test_a_name_over_two_lines_is_refused_by_its_first() -> None:
    assert problems(b'name\nAna\n"Be\nn"\nCem,x\n') == (
        BadLine(3, "a control character or a line break in the name"),
        BadLine(5, "2 fields below 1 titles"),
    )


def test_a_wrong_quotation_mark_hides_no_other_bad_line() -> None:
    why = "a quotation mark that is not closed, or is in the middle of a field"

    assert problems(b'name,role\nAna,boss\n"Be"n,\nCem,queen\n"Dora,\n') == (
        BadLine(2, "“boss” is no role; there are member, director, admin"),
        BadLine(3, why),
        BadLine(4, "“queen” is no role; there are member, director, admin"),
        BadLine(5, why),
    )


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [
        pytest.param(b"", None, "the file is empty", id="empty"),
        pytest.param(b"\n \n;;\n", None, "the file is empty", id="blank"),
        pytest.param(b"name\n", None, "there are no members below the titles", id="titles alone"),
        pytest.param(b"Ana\nBen\n", 1, "one of them “name”; it says: ana", id="no titles"),
        pytest.param(b"name,Name\nAna,\n", 1, "two columns have the title “name”", id="twice"),
        pytest.param("name\nAna".encode("utf-16"), None, "in UTF-16", id="utf-16"),
        pytest.param("name,role\nAna,\nZoë,".encode("latin-1"), 3, "not in UTF-8", id="latin-1"),
        pytest.param(b"name;role\nAna;\nB\x81;\xe9", 3, "not in UTF-8", id="binary"),
        pytest.param(
            "name;\nŁukasz;".encode("cp1250"), 2, "“£ukasz” is garbled", id="windows-1250"
        ),
        pytest.param(f"name;\n{NAMES[3]};".encode("cp1251"), 2, "is garbled", id="windows-1251"),
        pytest.param(b"name\n" + b"a" * BYTES_AT_MOST, None, "larger than 8 MiB", id="large"),
        pytest.param(b"name\n" * (LINES_AT_MOST + 1), None, "more than 5,000 lines", id="long"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content: bytes, line: int | None, why: str) -> None:
    (problem,) = problems(content)

    assert problem.line == line
    assert why in problem.why


def test_the_message_lists_the_first_few() -> None:
    with pytest.raises(MembersUnreadable, match=r"^line 2: no name; line 3: .*; and 2 more$"):
        members_read(b"name,role\n,member\n,admin\n,member\n,member\n,member\n")


def test_as_many_members_as_allowed_are_read() -> None:
    names = "".join(f"Member {number}\n" for number in range(1, LINES_AT_MOST))

    assert len(members_read(f"name\n{names}".encode()).rows) == LINES_AT_MOST - 1


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_is_uploaded_is_read_or_refused(content: bytes) -> None:
    for upload in (content, b"name;role\n" + content):
        with suppress(MembersUnreadable):
            assert all(row.name for row in members_read(upload).rows)
