"""Nights for tests: a club, who entered, rounds drawn and published without any worker."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any, Unpack
from uuid import UUID

from samba_service.accounts.models import Player
from tests.factories import FIRST_NUMBER, player
from tests.kept_worlds import kept
from tests.tournaments.clubs import club_of, guests_add, office_give
from tournaments.api.terms import TournamentRequest, announced
from tournaments.choices import Role
from tournaments.models import Club, Entry, Member, Round, Table, Tournament
from tournaments.selectors.tournaments import entries_of
from tournaments.services.draws import round_draw
from tournaments.services.entries import entry_add, entry_size
from tournaments.services.entry_changes import EntryChange, entry_update
from tournaments.services.joining import club_join
from tournaments.services.publication import round_publish
from tournaments.services.rounds import round_close, round_request
from tournaments.services.settings import tournament_update
from tournaments.services.tournaments import tournament_create, tournament_finish, tournament_start

PAPER: Mapping[str, Any] = {
    "name": "Monday", "format": "swiss", "ruleset": "classic", "rounds": 3, "hands_per_round": 2,
    "venue": "table",
}  # fmt: skip
"""Two hands of `classic` a round, on paper."""
SEED = "7f3a"
"""Of all lots, so that draws are the same each time."""
_names = count(FIRST_NUMBER)


@dataclass
class Night:
    """A tournament of a club, and those who run it and play it."""

    club: Club
    admin: Player
    director: Player
    tournament: Tournament
    players: dict[str, Player] = field(default_factory=dict)
    """Those with an account, by name."""

    @property
    def path(self) -> str:
        return f"/api/v1/tournaments/{self.tournament.id}"

    @property
    def entries(self) -> list[Entry]:
        """In order of registration."""
        return list(entries_of(self.tournament.id))

    @cached_property
    def size(self) -> int:
        """Players of an entry."""
        return entry_size(self.tournament)

    def enter(self, *, accounts: int = 1, checked_in: bool = True) -> Entry:
        """One more entry, by the director; `accounts` of its players have an account."""
        names = [f"Player {next(_names)}" for _ in range(self.size)]
        members = [
            self._account(name) if at < accounts else guests_add(self.club, name)[0]
            for at, name in enumerate(names)
        ]
        entry = entry_add(
            tournament_id=self.tournament.id,
            by=self.director,
            directing=True,
            members=[member.id for member in members],
        )
        return self.change(entry, checked_in=True) if checked_in else entry

    def _account(self, name: str) -> Member:
        self.players[name] = player(name)
        return club_join(code=self.club.join_code, player=self.players[name]).member

    def change(self, entry: Entry, **changes: Unpack[EntryChange]) -> Entry:
        """Check in, withdraw, seed: by the director."""
        return entry_update(entry=entry, by=self.director, directing=True, changes=changes)

    def start(self) -> "Night":
        """Let rounds be drawn."""
        self.tournament = tournament_start(tournament_id=self.tournament.id, by=self.director)
        Tournament.objects.filter(pk=self.tournament.pk).update(seed=SEED)
        self.tournament.refresh_from_db(fields=["seed"])
        return self

    def draw(self) -> Round:
        """The next round, as a draft."""
        asked = round_request(tournament_id=self.tournament.id, by=self.director)
        assert round_draw(round_id=asked.id, step=asked.step)
        return Round.objects.get(pk=asked.id)

    def next_round(self) -> Round:
        """The next round, drawn and published."""
        return round_publish(round_id=self.draw().id, by=self.director)

    def close(self, round_: Round) -> Round:
        """End a round all of whose results are there."""
        return round_close(round_id=round_.id, by=self.director)

    def direct(self, who: Player) -> None:
        """Make a member a director."""
        office_give(self.club, who, Role.DIRECTOR)

    def version(self) -> int:
        """Of the tournament's log, as it is now."""
        return Tournament.objects.get(pk=self.tournament.id).version


def tournament_cancel(*, tournament_id: UUID, by: Player) -> Tournament:
    """Call it off."""
    return tournament_update(tournament_id=tournament_id, by=by, changes={"state": "cancelled"})


def tournament_end(*, tournament_id: UUID, by: Player) -> Tournament:
    """Finish it after the rounds that were played."""
    return tournament_finish(tournament_id=tournament_id, by=by, as_played=True)


@kept
def night(
    entries: int = 4,
    *,
    accounts: int = 1,
    start: bool = True,
    publish: bool = False,
    at: "Night | None" = None,
    **given: Any,
) -> Night:
    """A tournament of this many entries, all checked in; `given` is what `POST /tournaments` takes.

    Each entry has `accounts` players with an account, the others have none. In the club of the
    night `at`, or in one of its own.
    """
    admin, director = (at.admin, at.director) if at else (player("Admin"), player("Director"))
    club = at.club if at else club_of(admin, director)
    office_give(club, director, Role.DIRECTOR)
    body = TournamentRequest(data={"club": str(club.id), **PAPER, **given})
    body.is_valid(raise_exception=True)
    tournament = tournament_create(club=club, by=director, **announced(body.validated_data))
    made = Night(club, admin, director, tournament)
    for _ in range(entries):
        made.enter(accounts=accounts)
    if start:
        made.start()
    if publish:
        made.next_round()
    return made


def table_of(round_: Round, number: int = 1) -> Table:
    """A table of a round, as it is now."""
    return Table.objects.get(round=round_, number=number)


def player_at(table: Table, side: int) -> Player:
    """Somebody with an account on that side of a published table."""
    sides = table.assignments.values("side").distinct().count()
    for seat in table.seats.select_related("member__player"):
        if seat.seat % sides == side and seat.member.player is not None:
            return seat.member.player
    raise AssertionError(f"nobody at side {side} of {table} has an account")


def seen_now(table: UUID | str) -> dict[str, Any]:
    """What a director who has just read the table sends with a correction."""
    last = Table.objects.get(pk=table).last_result
    return {"seen": str(last.pk) if last else None}
