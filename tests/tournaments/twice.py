"""Somebody whom a club knows under two names, each of which has played a night."""

from typing import Any

from rest_framework.test import APIClient

from tests.factories import api, player
from tests.kept_worlds import kept_init
from tests.tournaments.clubs import CLUBS, guests_add
from tests.tournaments.test_season_table import League
from tournaments.models import Member
from tournaments.services.joining import club_join
from tournaments.services.stints import When
from tournaments.services.substitutes import substitute_add


class Twice:
    """Somebody played the first night of a season as Gus, and the second as `other`."""

    @kept_init
    def __init__(self, *, account: bool = False) -> None:
        self.league = League(counted_nights=2)
        first = self.league.first
        self.club, self.director = first.club, api(first.director)
        self.gus = self.league.members[0][1]
        self.league.night(500, 0, first=first)
        self.second = self.league._evening()
        if account:
            code = self.club.join_code
            self.other = club_join(code=code, player=player("Augustus")).member
        else:
            [self.other] = guests_add(self.club, "Augustus")
        substitute_add(
            entry=self.second.entries[0], by=first.director, out=self.gus.pk,
            coming=self.other.pk, when=When(1),
        )  # fmt: skip
        self.league.night(900, 0, first=self.second)

    def call(self, member: Member, path: str, body: Any = None, by: APIClient | None = None):
        client = by or self.director
        return client.post(f"{CLUBS}/{self.club.pk}/members/{member.pk}/{path}", body or {})

    def merge(self, source: Member | None = None, into: Member | None = None):
        source, into = source or self.gus, into or self.other
        return self.call(source, "merge", {"into": str(into.pk)})

    def nights(self) -> dict[str, int]:
        """How many nights each name has in the season's table."""
        return {row["name"]: len(row["counted"]) for row in self.league.table()["results"]}
