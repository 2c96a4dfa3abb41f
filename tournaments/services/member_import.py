"""Members from a file, all of them or none."""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from samba_service.accounts.models import Player
from samba_service.accounts.names import is_of_erased, is_reserved, is_visible, name_key
from samba_service.accounts.services.codes import code_draw
from samba_service.kit.errors import BadFields
from tournaments.models import Club, Member
from tournaments.printing.members_csv import (
    BadLine,
    MemberRow,
    Members,
    MembersUnreadable,
    Role,
    members_read,
)
from tournaments.selectors.members import members_of
from tournaments.services.changes import club_log
from tournaments.services.clubs import club_lock


class Imported(NamedTuple):
    """The content of the file, and the members made from its rows; none for a trial."""

    read: Members
    members: tuple[Member, ...] = ()


def members_import_try(*, club_id: UUID, content: bytes) -> Imported:
    """What importing the file would do. Raises BadFields, with every bad line."""
    return Imported(_read(club_id, content))


@transaction.atomic
def members_import(*, club_id: UUID, by: Player, content: bytes) -> Imported:
    """Add everybody in a CSV file. Raises BadFields, with every bad line, and adds nobody then."""
    club = club_lock(club_id)
    read = _read(club.pk, content)
    members = Member.objects.bulk_create(_member(club, row) for row in read.rows)
    club_log(club, "members_imported", by=by, members=[str(each.pk) for each in members])
    return Imported(read, tuple(members))


def _member(club: Club, row: MemberRow) -> Member:
    return Member(club=club, own_name=row.name, guest=row.guest, claim_code=code_draw())


def _read(club_id: UUID, content: bytes) -> Members:
    """The file, if every row of it can become a member."""
    known = {member.name_key for member in members_of(club_id)}
    try:
        read = members_read(content)
        rows, problems = read.rows, []
    except MembersUnreadable as unreadable:
        read = Members((), "")
        rows, problems = unreadable.rows, list(unreadable.problems)
    problems += [BadLine(row.line, why) for row in rows for why in _faults(row, known)]
    if problems:
        in_order = sorted(problems, key=lambda problem: problem.line or 0)
        raise BadFields(*((_path(line), f"{why[:1].upper()}{why[1:]}.") for line, why in in_order))
    return read


def _faults(row: MemberRow, known: set[str]) -> Iterator[str]:
    if name_key(row.name) in known:
        yield "the club has a member of this name; give them one that no other has"
    if is_of_erased(row.name):
        yield "such names are kept for erased accounts"
    if is_reserved(row.name):
        yield "such names are kept for the service's own bots"
    if not is_visible(row.name):
        yield "a character in the name that cannot be seen"
    if row.role != Role.MEMBER:
        yield "directors and admins have an account: appoint them when they have joined"


def _path(line: int | None) -> str:
    return "csv" if line is None else f"csv.{line}"
