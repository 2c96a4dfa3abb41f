"""Reading tournaments: as rows; their terms; and the names that a reader sees in their games."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac

from games.choices import InvitationState
from games.engine.rulesets import Rules
from games.models import Invitation, Seat
from games.selectors.invitations import invitations_to
from games.selectors.names import Alias, Aliases
from games.store.rulesets import ruleset_kept
from samba_service.accounts.models import Player
from samba_service.kit.written import row_written
from tournaments.choices import Names
from tournaments.engine.bundle import scoring_in, scoring_out
from tournaments.engine.terms import PLAIN, Format, RulesetRef, TableSize, Terms, Visibility
from tournaments.engine.tournament import TournamentState
from tournaments.errors import TournamentNotFound
from tournaments.models import Assignment, Entry, Member, Round, Stint, Table, Tournament
from tournaments.readers import Reader, reading_as
from tournaments.selectors.clubs import DIRECTING, member_reader, membership, with_caller
from tournaments.selectors.entries import TOURNAMENT

M = TypeVar("M", bound=Model)

_COUNTED = {
    "rounds_published": Coalesce(
        Subquery(
            Round.objects.filter(tournament=OuterRef("pk"), published_version__isnull=False)
            .order_by()
            .values("tournament")
            .values_list(Count("pk"))
        ),
        0,
    )
}
"""What a list counts in its query, by the property of a tournament that then need not count it."""


def row_seen(rows: Callable[[], QuerySet[M]], path: str, id: UUID, viewer: UUID | None) -> M | None:
    """The row with this id, its tournament at `path` with club and season.

    It has the viewer as its `caller`: see `with_caller`.
    """
    return row_written(_with_tournament, rows, path, id=id, viewer=viewer)


def _with_tournament(
    rows: Callable[[], QuerySet[M]], path: str, *, id: UUID, viewer: UUID | None
) -> QuerySet[M]:
    club, season = (f"{path}__{name}".removeprefix("__") for name in ("club", "season"))
    found = rows().filter(pk=id).select_related(club, season)
    return found if viewer is None else with_caller(found, viewer, club=club)


def tournament_rows() -> QuerySet[Tournament]:
    """All tournaments, also those that few may read."""
    return Tournament.objects.all()


def tournament_get(tournament_id: UUID, viewer: UUID | None) -> Tournament:
    """The tournament, if the viewer may read it. Raises TournamentNotFound."""
    found = row_seen(tournament_rows, "", tournament_id, viewer)
    if found is None:
        raise TournamentNotFound
    require_readable(found, viewer, vars(found).get("caller"))
    return found


def require_readable(tournament: Tournament, viewer: UUID | None, member: Member | None) -> None:
    """Raises TournamentNotFound unless the viewer, who is `member` of the club, may read it.

    A draft is for directors, whatever its visibility.
    """
    if tournament.state == TournamentState.DRAFT:
        readable = member is not None and member.role in DIRECTING
    else:
        readable = (
            tournament.visibility != Visibility.CLUB
            or (member is not None and not member.guest)
            or is_entered(tournament.pk, viewer)
            or _is_asked(tournament.pk, viewer)
        )
    if not readable:
        raise TournamentNotFound


def is_entered(tournament_id: UUID, viewer: UUID | None) -> bool:
    """True if the viewer plays in the tournament, or has played in it."""
    if viewer is None:
        return False
    return Stint.objects.filter(entry__tournament=tournament_id, member__player=viewer).exists()


def _is_asked(tournament_id: UUID, viewer: UUID | None) -> bool:
    """True if the viewer has an open invitation to play in the tournament."""
    if viewer is None:
        return False
    entries = Entry.objects.filter(tournament=tournament_id).values("pk")
    return invitations_to(viewer).filter(kind=TOURNAMENT, subject__in=entries).exists()


def tournaments_seen(viewer: UUID | None) -> QuerySet[Tournament]:
    """Those that are listed for the viewer: public ones, those of their clubs, and their own."""
    rows = (
        Tournament.objects.select_related("club", "season")
        .prefetch_related("constraints")
        .defer("ruleset", "overrides")
        .annotate(**_COUNTED)
    )
    public = Q(visibility=Visibility.PUBLIC) & ~Q(state=TournamentState.DRAFT)
    if viewer is None:
        return rows.filter(public)
    mine = Member.objects.filter(player=viewer, left_at=None)
    directed = mine.filter(role__in=DIRECTING).values("club")
    entered = Stint.objects.filter(member__player=viewer).values("entry__tournament")
    clubs = mine.filter(guest=False).values("club")
    shown = ~Q(state=TournamentState.DRAFT) & (Q(club__in=clubs) | Q(pk__in=entered))
    return rows.filter(public | shown | Q(club__in=directed))


def reader_of(
    tournament: Tournament, viewer: UUID | None, member: Member | None, *, scopes: Collection[str]
) -> Reader:
    """The reading rights in the tournament of the viewer, who is `member` of its club.

    Members who are not guests see names and, with a scope of clubs, reasons.

    Players see names once they were drawn in a published round, or accepted a director's
    invitation. Everybody else sees what the club shows of names.
    """
    if member is not None and not member.guest:
        return member_reader(scopes)
    if viewer is not None and _is_welcome(tournament, viewer):
        return Reader(reasons=False)
    return Reader(Names(tournament.club.names), reasons=False)


def _is_welcome(tournament: Tournament, viewer: UUID) -> bool:
    """True if the viewer was drawn in a published round, or accepted a director's invitation."""
    entries = Entry.objects.filter(tournament=tournament, stints__member__player=viewer)
    drawn = Assignment.objects.filter(entry__in=entries, round__published_version__isnull=False)
    directors = Member.objects.filter(club=tournament.club_id, left_at=None, role__in=DIRECTING)
    asked = Invitation.objects.filter(
        kind=TOURNAMENT,
        subject__in=entries.values("pk"),
        player=viewer,
        state=InvitationState.ACCEPTED,
        invited_by__in=directors.values("player"),
    )
    return drawn.exists() or asked.exists()


def tournament_of_club(club_id: UUID, tournament_id: UUID) -> Tournament | None:
    """The tournament, if it is one of the club's."""
    return Tournament.objects.filter(club=club_id, pk=tournament_id).first()


def version_of(tournament_id: UUID) -> int:
    """The tournament's version as it is now."""
    return Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)


def ruleset_of(tournament: Tournament) -> Rules:
    """The frozen ruleset."""
    return ruleset_kept(tournament.ruleset_sha256, lambda: tournament.ruleset)


def terms_of(tournament: Tournament) -> Terms:
    return Terms(**terms_values(tournament))


def terms_values(tournament: Tournament) -> dict[str, Any]:
    """The terms by their names."""
    rules = ruleset_of(tournament)
    return {
        **{each.name: each.of_column(getattr(tournament, each.name)) for each in PLAIN},
        "format": Format(tournament.format),
        "ruleset": RulesetRef(
            tournament.ruleset_slug, tournament.ruleset_version, tournament.ruleset_sha256
        ),
        "tables": tuple(TableSize(seats, rules.sides(seats)) for seats in tournament.table_seats),
        "scoring": scoring_in(tournament.scoring),
        "tiebreaks": tuple(tournament.tiebreaks),
    }


def terms_columns(terms: Terms) -> dict[str, Any]:
    """The columns of the terms."""
    return {
        **{each.name: each.column(getattr(terms, each.name)) for each in PLAIN},
        "format": terms.format,
        "ruleset_slug": terms.ruleset.slug,
        "ruleset_version": terms.ruleset.version,
        "ruleset_sha256": terms.ruleset.sha256,
        "table_seats": [size.seats for size in terms.tables],
        "scoring": scoring_out(terms.scoring),
        "tiebreaks": list(terms.tiebreaks),
    }


def aliases_in_games(game_ids: Collection[UUID], viewer: UUID | None) -> Mapping[UUID, Aliases]:
    """By game, the aliases of the players whose account and full name `viewer` may not see."""
    readers = _readers(game_ids, viewer)
    players = _players(readers)
    members = _members({club_id for _, club_id in readers.values() if club_id}, players)
    found: dict[UUID, Aliases] = {}
    for game_id, (reader, club_id) in readers.items():
        with reading_as(reader):
            found[game_id] = {
                str(player.pk): Alias(str(member.public_id), member.name)
                for player in players[game_id]
                for member in [
                    members.get((club_id, player.pk))
                    or Member(id=_stranger_id(game_id, player.pk), player=player)
                ]
                if not member.named_in_full
            }
    return found


_OF_NO_CLUB = Reader(Names.NONE, reasons=False), None


def _readers(
    game_ids: Collection[UUID], viewer: UUID | None
) -> Mapping[UUID, tuple[Reader, UUID | None]]:
    """By game in which some names are hidden from the viewer: the viewer's rights, and the club.

    A game removed from its table belongs to no club any more: it hides everybody.
    """
    tables = Table.objects.filter(game__in=game_ids).select_related("round__tournament__club")
    readers: dict[UUID, Reader] = {}
    found: dict[UUID, tuple[Reader, UUID | None]] = dict.fromkeys(game_ids, _OF_NO_CLUB)
    for table in tables:
        tournament = table.round.tournament
        if tournament.pk not in readers:
            member = membership(tournament.club_id, viewer)
            readers[tournament.pk] = reader_of(tournament, viewer, member, scopes=())
        reader = readers[tournament.pk]
        assert table.game_id is not None
        if reader.names is None:
            del found[table.game_id]
        else:
            found[table.game_id] = reader, tournament.club_id
    return found


def _players(game_ids: Iterable[UUID]) -> Mapping[UUID, set[Player]]:
    """By game everybody who has sat there, without house bots and erased accounts."""
    found: dict[UUID, set[Player]] = defaultdict(set)
    stints = Seat.objects.filter(game__in=game_ids, level="", player__anonymised_at=None)
    for stint in stints.select_related("player"):
        found[stint.game_id].add(stint.player)
    return found


def _members(
    clubs: Collection[UUID], players: Mapping[UUID, set[Player]]
) -> Mapping[tuple[UUID | None, UUID | None], Member]:
    """By club and account, the members of the clubs that these players are."""
    accounts = {player.pk for seated in players.values() for player in seated}
    rows = Member.objects.filter(club__in=clubs, player__in=accounts).select_related("player")
    return {(member.club_id, member.player_id): member for member in rows}


def _stranger_id(game_id: UUID, player_id: UUID) -> UUID:
    """An id for a player who is not a member, valid only in this game, no clue to the account."""
    value = f"{game_id}:{player_id}"
    digest = salted_hmac("tournaments.game_names", value, algorithm="sha256").digest()
    return UUID(bytes=digest[:16], version=4)
