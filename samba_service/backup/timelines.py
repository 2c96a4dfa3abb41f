"""The lines of a server's log: a restored server goes on with one of its own, beside the former.

PostgreSQL numbers them, and `NNNNNNNN.history` says which ones a timeline left, where and why.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from samba_service.backup.errors import BackupError
from samba_service.backup.repository import segment_of

FIRST = "as the server of the backup wrote it"


class Branch(NamedTuple):
    """Where a timeline was left for the next one."""

    timeline: int
    segment: int
    """The segment in which it was left; the next timeline has a copy of its beginning."""
    reason: str
    """`before 2026-11-28 20:15:00+00`, in the words of PostgreSQL."""


@dataclass(frozen=True)
class Timeline:
    number: int
    left: tuple[Branch, ...] = ()
    """The oldest first."""

    @property
    def told(self) -> str:
        """For a person who must choose."""
        reason = f"of a server that was restored: {self.left[-1].reason}" if self.left else FIRST
        return f"{self.number}: {reason}"

    def writer(self, segment: int) -> int:
        """The timeline that wrote a segment which this one has."""
        former = (each.timeline for each in self.left if segment < each.segment)
        return next(former, self.number)

    def has(self, timeline: int, segment: int) -> bool:
        """True if it goes on from what `timeline` had written up to `segment`."""
        ends = (each.segment for each in self.left if each.timeline == timeline)
        return self.number == timeline or segment <= next(ends, -1)


def history_read(number: int, text: str) -> Timeline:
    """A timeline from its history: lines of its parent's number, a place in the log, a reason."""
    lines = (line.strip().split("\t", 2) for line in text.splitlines() if line[:1].isdigit())
    return Timeline(
        number, tuple(Branch(int(parent), segment_of(lsn), why) for parent, lsn, why in lines)
    )


def choices(base: int, end: int, histories: Iterable[Timeline]) -> list[Timeline]:
    """The timelines that go on from a backup on `base`, which itself has the log up to `end`."""
    found = {each.number: each for each in histories}
    later = (each for number, each in sorted(found.items()) if number > base)
    return [found.get(base, Timeline(base)), *(each for each in later if each.has(base, end))]


def chosen(found: Sequence[Timeline], wanted: int | None, *, until: bool) -> Timeline:
    """The one of that number; else the last one. Raises BackupError.

    At a moment in the past each may have another state, so that one must be named.
    """
    named = [each for each in found if each.number == wanted]
    if named:
        return named[0]
    if wanted is None and (len(found) == 1 or not until):
        return found[-1]
    lines = "".join(f"\n  {each.told}" for each in found)
    if wanted is not None:
        raise BackupError(f"this backup does not lead to the timeline {wanted}, but to{lines}")
    raise BackupError(
        "a restored server has gone on from this backup, and each line of the log has its own state"
        f" at that moment. Name one, --timeline 1 (make: TIMELINE=1):{lines}"
    )
