"""What an act and its undoing must leave alike, for tests."""

from typing import Any

from tests.factories import api
from tests.tournaments.nights import Night

_VERSIONS = ("version", "drawn", "published")
"""Numbers of the log, which grows by every act and by every undoing."""


def bundle(night: Night) -> Any:
    """The night as its directors export it."""
    answer = api(night.director).get(f"{night.path}/export")
    assert answer.status_code == 200, answer.content
    return answer.json()


def unversioned(part: Any) -> Any:
    """A part of a bundle without the numbers of the log; of a round, whether it has them."""
    if isinstance(part, dict):
        return {
            name: value is not None if name in _VERSIONS else unversioned(value)
            for name, value in part.items()
        }
    return [unversioned(each) for each in part] if isinstance(part, list) else part


def kept(night: Night) -> Any:
    """What is the same before an act and after its undoing."""
    return unversioned(bundle(night))


def log(night: Night) -> list[tuple[str, str]]:
    """Acts and their reasons as the club reads them, the first first."""
    page = api(night.admin).get(f"/api/v1/clubs/{night.club.pk}/audit?limit=200").json()
    return [(each["act"], each["reason"]) for each in reversed(page["results"])]
