"""`manage.py seed_night`: a league night in the demo club. A second run adds nothing.

Bots play three tables online, and their results come in; at the fourth sit the demo's people, with
cards in hand and a score sheet to fill in.
"""

from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.bots import registry
from games.management.commands.seed_demo import PASSWORD, PEOPLE, require_demo
from samba_service.accounts.models import Player
from tournaments.api.terms import TournamentRequest, announced
from tournaments.choices import Role
from tournaments.models import Club, Entry, Member, Tournament
from tournaments.services.clubs import club_create
from tournaments.services.draft_edits import TableChange, draft_table_update
from tournaments.services.draws import house_entry_add, round_draw
from tournaments.services.entries import entry_add
from tournaments.services.entry_changes import entry_update
from tournaments.services.joining import club_join
from tournaments.services.members import member_update
from tournaments.services.publication import round_publish
from tournaments.services.rounds import round_request
from tournaments.services.seasons import season_create
from tournaments.services.tournaments import tournament_create, tournament_start

CLUB = "Demo club"
ADMIN, DIRECTOR = "ana", "ben"
PAIRS = (("ana", "ben"), ("cleo", "dan"))
BOT_PAIRS = 6
TERMS: Mapping[str, Any] = {
    "name": "League night", "format": "swiss", "ruleset": "classic", "rounds": 3,
    "hands_per_round": 2, "venue": "mixed",
}  # fmt: skip

People = Mapping[str, Player]


class Command(BaseCommand):
    help = "Makes the demo club and its league night, once, and prints who is what there."

    def handle(self, *_args: Any, **_options: Any) -> None:
        require_demo()
        people: People = {
            player.person.username: player
            for player in Player.objects.filter(person__username__in=PEOPLE).select_related(
                "person"
            )
        }
        if people.keys() != PEOPLE.keys():
            raise CommandError("run seed_demo first: it makes the demo's people")
        with transaction.atomic():
            club = _club(people)
            night = club.tournaments.filter(name=TERMS["name"]).first() or _night(club, people)
        others = " and ".join(name for name in PEOPLE if name not in (ADMIN, DIRECTOR))
        self.stdout.write(
            f"league night: {ADMIN} is the club's admin, {DIRECTOR} its director, {others} are"
            f" members, password {PASSWORD}"
        )
        self.stdout.write(f"bots play it at /tournaments/{night.id}")


def _club(people: People) -> Club:
    """The demo club, created if it does not exist yet."""
    found = Club.objects.filter(name=CLUB, members__player=people[ADMIN]).first()
    if found is not None:
        return found
    admin = club_create(founder=people[ADMIN], name=CLUB)
    joined = {
        name: club_join(code=admin.club.join_code, player=player).member
        for name, player in people.items()
        if name != ADMIN
    }
    member_update(member=joined[DIRECTOR], by=admin, role=Role.DIRECTOR)
    return admin.club


def _night(club: Club, people: People) -> Tournament:
    """A night whose first round is being played."""
    by = people[DIRECTOR]
    season = season_create(club_id=club.id, by=by, name="Demo season", counted_nights=8)
    body = TournamentRequest(data={**TERMS, "club": str(club.id)})
    body.is_valid(raise_exception=True)
    night = tournament_create(club=club, by=by, season=season, **announced(body.validated_data))
    pairs = [_pair(night, by, [people[name] for name in names]) for names in PAIRS]
    bots = [
        house_entry_add(
            tournament_id=night.id, by=by, level=registry.levels()[-1], first=2 * number + 1
        )
        for number in range(BOT_PAIRS)
    ]
    for entry in (*pairs, *bots):
        entry_update(entry=entry, by=by, directing=True, changes={"checked_in": True})
    tournament_start(tournament_id=night.id, by=by)
    _play(night, by, pairs)
    return night


def _pair(night: Tournament, by: Player, players: list[Player]) -> Entry:
    members = Member.objects.filter(club=night.club_id, player__in=players)
    return entry_add(
        tournament_id=night.id, by=by, directing=True, members=[member.id for member in members]
    )


def _play(night: Tournament, by: Player, pairs: list[Entry]) -> None:
    """Draw the first round, the people's pairs at one table with cards, and publish it."""
    asked = round_request(tournament_id=night.id, by=by)
    round_draw(round_id=asked.id, step=asked.step)
    people = asked.tables.get(assignments__entry=pairs[0])
    for table in asked.tables.all():
        changes: TableChange = {"venue": "online"}
        if table == people:
            changes = {"sides": [[pair.id] for pair in pairs], "reason": "With cards in hand"}
        draft_table_update(round_id=asked.id, number=table.number, by=by, changes=changes)
    round_publish(round_id=asked.id, by=by)
