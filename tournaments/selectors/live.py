"""The log of a tournament as its open calls read it: the same rows as the page."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from uuid import UUID

from django.db.models import Q

from samba_service.kit.access import Caller
from samba_service.kit.framing import Item
from samba_service.kit.hints import Topic
from samba_service.kit.http import json_bytes
from samba_service.kit.live import Mark, Read, Reader
from tournaments.choices import TOURNAMENT
from tournaments.engine.terms import Visibility
from tournaments.engine.tournament import TournamentState
from tournaments.errors import TournamentNotFound
from tournaments.models import Tournament
from tournaments.rights import Rights, reading_as
from tournaments.selectors.audit import log_events, tournament_log
from tournaments.selectors.clubs import tournament_rights
from tournaments.selectors.tournaments import is_readable, tournament_get

BATCH = 100
"""Rows that a stream is sent at a time."""


def topic_of(tournament_id: UUID) -> Topic:
    """What readers of the tournament wait for news of."""
    return Topic(TOURNAMENT, tournament_id)


def is_read_out(tournament: Tournament) -> bool:
    """True if its streams end with what there is: only an end of its games changes an archive."""
    return tournament.archived_at is not None


class TournamentSource:
    """Reads tournaments for their open calls; a `kit.live.Source`. A mark is a version."""

    def marks(self, ids: Collection[UUID]) -> Mapping[UUID, Mark]:
        return dict(Tournament.objects.filter(pk__in=ids).values_list("pk", "version"))

    def shut_out(self, readers: Sequence[Reader]) -> Iterable[Reader]:
        """Only of drafts and of what is for the club: the rest is for everybody."""
        asked = {(each.topic.id, each.viewer) for each in readers}
        closed = Q(state=TournamentState.DRAFT) | Q(visibility=Visibility.CLUB)
        nights = Tournament.objects.filter(closed, pk__in={night for night, _ in asked})
        ids = set(nights.values_list("pk", flat=True))
        out = {each for each in asked if each[0] in ids and not is_readable(*each)}
        return [each for each in readers if (each.topic.id, each.viewer) in out]

    def read(self, topic_id: UUID, readers: Sequence[Reader]) -> Sequence[Read | None]:
        seen = cache(_rows_seen)  # many read alike
        return [_read(topic_id, each, seen) for each in readers]


def _read(
    tournament_id: UUID, reader: Reader, seen: Callable[[UUID, int, Rights], Sequence[Item]]
) -> Read | None:
    try:
        tournament = tournament_get(tournament_id, reader.viewer)
    except TournamentNotFound:
        return None
    return _next(tournament, reader, seen)


def log_read(tournament: Tournament, reader: Reader) -> Read:
    """What the reader of the log gets next."""
    return _next(tournament, reader, _rows_seen)


def _next(
    tournament: Tournament, reader: Reader, seen: Callable[[UUID, int, Rights], Sequence[Item]]
) -> Read:
    items = seen(tournament.pk, reader.after, _rights(tournament, reader.caller))
    reader.mark = tournament.version
    if items:
        reader.after = items[-1].seq
    more = len(items) == BATCH
    return Read(items, more, ended=not more and is_read_out(tournament))


def _rights(tournament: Tournament, caller: Caller | None) -> Rights:
    member = vars(tournament).get("caller")
    viewer = None if caller is None else caller.player_id
    return tournament_rights(
        tournament, viewer, member, scopes=() if caller is None else caller.scopes
    )


def _rows_seen(tournament_id: UUID, after: int, rights: Rights) -> Sequence[Item]:
    """The rows after a version, as somebody with these rights may see them."""
    rows = tournament_log(tournament_id).filter(version__gt=after).order_by("version")[:BATCH]
    with reading_as(rights):
        shown = log_events(list(rows))
    return [Item(each["version"], json_bytes(each)) for each in shown]
