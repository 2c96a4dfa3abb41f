"""Reading entries, and invitations to play for one."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Exists, IntegerField, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from games.models import Invitation
from games.selectors.invitations import InvitationSubject, Subjects, invitations_to
from samba_service.kit.sql import run
from tournaments.engine.results import Kind, Status
from tournaments.engine.tournament import GOING_ON, RoundState
from tournaments.models import Entry, Result, Round, Stint, Table, Tournament


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


_NAMES = """
    SELECT sum(hash_record_extended((s.id, e.own_name, g.name, m.id, m.own_name, m.names, p.id,
        p.display_name, p.anonymised_at), 0))
    FROM tournaments_stint s
    JOIN tournaments_entry e ON e.id = s.entry_id
    JOIN tournaments_member m ON m.id = s.member_id
    LEFT JOIN accounts_player p ON p.id = m.player_id
    LEFT JOIN games_partnership g ON g.id = e.partnership_id
    WHERE e.tournament_id = %s
"""


def names_digest(tournament_id: UUID) -> str:
    """Changes with the names in a tournament, which change without a version of it."""
    row = run(_NAMES, (tournament_id,)).fetchone()
    return "" if row is None else str(row[0])


def with_players(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """The entries with everything that their names need."""
    stints = Stint.objects.select_related("member__player", "replaces__player")
    return entries.select_related("partnership").prefetch_related(Prefetch("stints", stints))


TOURNAMENT = "tournament"
"""The kind. The subject is an entry; terms are `position` in it, or `substitute`."""

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
