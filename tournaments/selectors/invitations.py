"""Invitations to tournaments: to play for an entry, from the start or as a substitute."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from games.models import Invitation
from tournaments.engine.results import Kind, Status
from tournaments.engine.tournament import RoundState, State
from tournaments.models import Entry, Result, Round, Table

TOURNAMENT = "tournament"
"""The kind. The subject is an entry; terms are `position` in it, or `substitute`."""
CONFIRMED = [kind for kind in Kind if kind.status is Status.CONFIRMED]
OPEN_STATES = (State.DRAFT, State.OPEN, State.RUNNING)


def standing() -> Q:
    """Invitations to entries that have not withdrawn, in tournaments that are not over.

    A substitute's invitation is open while its first round can still take a substitute.
    """
    entries = Entry.objects.filter(
        pk=OuterRef("subject"), withdrawn=False, tournament__state__in=OPEN_STATES
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
        | Q(number__gt=first, published__isnull=False)
    )


def subjects(invitations: Iterable[Invitation]) -> dict[UUID, dict[str, Any]]:
    """What each is to: the tournament and the entry."""
    rows = list(invitations)
    entries = Entry.objects.select_related("tournament__club").in_bulk(
        [row.subject for row in rows]
    )
    return {row.pk: _subject(entries.get(row.subject), row.subject) for row in rows}


def _subject(entry: Entry | None, entry_id: UUID) -> dict[str, Any]:
    if entry is None:  # deleted since
        return {"entry": entry_id}
    night = entry.tournament
    shown = {"id": night.pk, "name": night.name, "club": night.club.name}
    return {"tournament": shown, "entry": entry.pk}


def invitations_of_entry(entry: Entry) -> list[Invitation]:
    """The latest to each player who was asked to play for the entry."""
    rows = Invitation.objects.filter(kind=TOURNAMENT, subject=entry.pk).select_related("player")
    return list({row.player_id: row for row in rows.order_by("created_at")}.values())
