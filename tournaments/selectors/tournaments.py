"""Reading tournaments: as rows, and their terms from their columns and into them."""

from collections.abc import Callable, Collection
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, Prefetch, Q, QuerySet

from games.choices import InvitationState
from games.engine.rulesets import Rules
from games.models import Invitation
from games.selectors.invitations import invitations_to
from games.store.rulesets import ruleset_kept
from samba_service.kit.written import row_written
from tournaments.choices import Names
from tournaments.engine.bundle.reading import scoring_in
from tournaments.engine.bundle.writing import scoring_out
from tournaments.engine.terms import PLAIN, Format, RulesetRef, TableSize, Terms, Visibility
from tournaments.engine.tournament import TournamentState
from tournaments.errors import TournamentNotFound
from tournaments.models import Assignment, Entry, Member, Round, Stint, Tournament
from tournaments.readers import Reader
from tournaments.selectors.clubs import DIRECTING, member_reader, with_caller
from tournaments.selectors.entries import TOURNAMENT

M = TypeVar("M", bound=Model)


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
    rounds = Prefetch("rounds", Round.objects.only("tournament", "published_version"))
    rows = Tournament.objects.select_related("club", "season").prefetch_related(
        rounds, "constraints"
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
