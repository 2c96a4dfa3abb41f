"""Reading tournaments: as rows, their entries and invitations to play for one, their terms."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import (
    Count,
    Exists,
    IntegerField,
    Model,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Coalesce

from games.engine.rulesets import Rules
from games.models import Invitation
from games.selectors.invitations import InvitationSubject, Subjects, invitations_to
from games.store.rulesets import ruleset_kept
from samba_service.kit.listed import Listed
from samba_service.kit.written import row_written
from tournaments.choices import TOURNAMENT
from tournaments.engine.bundle import scoring_in, scoring_out
from tournaments.engine.results import Kind, Status
from tournaments.engine.terms import PLAIN, Format, RulesetRef, TableSize, Terms, Visibility
from tournaments.engine.tournament import GOING_ON, RoundState, TournamentState
from tournaments.errors import TournamentNotFound
from tournaments.models import Entry, Member, Result, Round, Stint, Table, Tournament
from tournaments.selectors.clubs import DIRECTING, with_caller

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


def is_readable(tournament_id: UUID, viewer: UUID | None) -> bool:
    """True if the viewer may read the tournament."""
    try:
        tournament_get(tournament_id, viewer)
    except TournamentNotFound:
        return False
    return True


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


def tournaments_list(
    *,
    viewer: UUID | None,
    club: UUID | None = None,
    season: UUID | None = None,
    state: str | None = None,
    format: str | None = None,
    player: UUID | None = None,
) -> Listed[Tournament]:
    """Those that are listed for the viewer, and have this club, season, state and format.

    With `player` those in which they play or played, as far as the viewer is one of the club's
    people or plays there too: a public list of nights does not say who came.
    """
    wanted = {"club": club, "season": season, "state": state, "format": format}
    return Listed(_listed, {"viewer": viewer, "player": player, **wanted})


def _listed(viewer: UUID | None, player: UUID | None, **wanted: Any) -> QuerySet[Tournament]:
    given = {name: value for name, value in wanted.items() if value is not None}
    rows = tournaments_seen(viewer)
    if player is not None:
        entered = Stint.objects.filter(member__player=player, entry__invited=False)
        rows = rows.filter(_of_own_clubs(viewer), pk__in=entered.values("entry__tournament"))
    return (
        rows.filter(**given)
        .select_related("club", "season")
        .prefetch_related("constraints")
        .defer("ruleset", "overrides")
        .annotate(**_COUNTED)
    )


def tournaments_seen(viewer: UUID | None) -> QuerySet[Tournament]:
    """Those that are listed for the viewer: public ones, those of their clubs, and their own."""
    public = Q(visibility=Visibility.PUBLIC) & ~Q(state=TournamentState.DRAFT)
    return Tournament.objects.filter(public | _of_own_clubs(viewer))


def results_for_all(club_id: UUID) -> QuerySet[Tournament]:
    """The club's public nights that have begun, the latest first."""
    begun = [TournamentState.RUNNING, TournamentState.FINISHED]
    rows = tournaments_seen(None).filter(club=club_id, state__in=begun).select_related("club")
    return rows.order_by(Coalesce("started_at", "created_at").desc(), "id")


def _of_own_clubs(viewer: UUID | None) -> Q:
    """Those of the viewer's clubs, and those in which they play."""
    if viewer is None:
        return Q(pk__in=())
    mine = Member.objects.filter(player=viewer, left_at=None)
    directed = mine.filter(role__in=DIRECTING).values("club")
    entered = Stint.objects.filter(member__player=viewer).values("entry__tournament")
    clubs = mine.filter(guest=False).values("club")
    shown = ~Q(state=TournamentState.DRAFT) & (Q(club__in=clubs) | Q(pk__in=entered))
    return shown | Q(club__in=directed)


def tournament_of_club(club_id: UUID, tournament_id: UUID) -> Tournament | None:
    """The tournament, if it is one of the club's."""
    return Tournament.objects.filter(club=club_id, pk=tournament_id).first()


def entries_of(tournament_id: UUID) -> QuerySet[Entry]:
    """Entries that all their players have agreed to, in order, with their players."""
    return with_players(Entry.objects.filter(tournament=tournament_id, invited=False))


def entries_seen(
    tournament: Tournament, viewer: UUID | None, *, directing: bool
) -> QuerySet[Entry]:
    """The entries; those without every player's consent only for directors and own players."""
    rows = with_players(tournament.entries.all())
    if directing:
        return rows
    if viewer is None:
        return rows.filter(invited=False)
    own = Stint.objects.filter(entry=OuterRef("pk"), member__player=viewer)
    asked = invitations_to(viewer).filter(kind=TOURNAMENT, subject=OuterRef("pk"))
    return rows.filter(Q(invited=False) | Exists(own) | Exists(asked))


def entry_rows(tournament_id: UUID | None = None) -> QuerySet[Entry]:
    """Entries, of this tournament if one is named, also those that a player has not agreed to."""
    if tournament_id is None:
        return with_players(Entry.objects.all())
    rows = Entry.objects.filter(tournament=tournament_id).prefetch_related("tournament")
    return with_players(rows)


def with_players(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """The entries with everything that their names need."""
    stints = Stint.objects.select_related("member__player", "replaces__player")
    return entries.select_related("partnership").prefetch_related(Prefetch("stints", stints))


CONFIRMED = [kind for kind in Kind if kind.status is Status.CONFIRMED]


def standing() -> Q:
    """Invitations to entries that have not withdrawn, in tournaments that are not over.

    A substitute's invitation is open while its first round can still take a substitute.
    """
    entries = Entry.objects.filter(
        pk=OuterRef("subject"), withdrawn=False, tournament__state__in=GOING_ON
    )
    return Q(Exists(entries)) & ~Q(Exists(_rounds_past()))


def _rounds_past() -> QuerySet[Round]:
    """The rounds that end a substitute's invitation.

    They are its first round, once that is closed or the entry's table has a confirmed result, and
    later rounds that are published.
    """
    first = Cast(
        KeyTextTransform("from_round", KeyTransform("substitute", OuterRef("terms"))),
        IntegerField(),
    )
    last = Result.objects.filter(table=OuterRef("pk")).order_by("-version")
    decided = Table.objects.alias(kind=Subquery(last.values("kind")[:1])).filter(
        assignments__entry=OuterRef(OuterRef("subject")), round=OuterRef("pk"), kind__in=CONFIRMED
    )
    rounds = Round.objects.filter(tournament__entries=OuterRef("subject"))
    return rounds.filter(
        Q(number=first) & (Q(state=RoundState.CLOSED) | Exists(decided))
        | Q(number__gt=first, published_version__isnull=False)
    )


def subjects(invitations: Iterable[Invitation]) -> Subjects:
    """The subject of each: the tournament and the entry."""
    rows = list(invitations)
    entries = Entry.objects.select_related("tournament__club").in_bulk(
        [row.subject for row in rows]
    )
    return {row.pk: _subject(entries.get(row.subject), row.subject) for row in rows}


def _subject(entry: Entry | None, entry_id: UUID) -> InvitationSubject:
    if entry is None:  # deleted since
        return {"entry": entry_id}
    night = entry.tournament
    return {
        "tournament": {"id": night.pk, "name": night.name, "club": night.club.name},
        "entry": entry.pk,
    }


def invitations_of_entry(entry: Entry) -> list[Invitation]:
    """The latest to each player who was asked to play for the entry."""
    rows = Invitation.objects.filter(kind=TOURNAMENT, subject=entry.pk).select_related("player")
    return list({row.player_id: row for row in rows.order_by("created_at")}.values())


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
