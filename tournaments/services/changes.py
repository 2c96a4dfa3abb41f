"""The one way in which a tournament or a club changes: locked, counted, and recorded."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from games.choices import WebhookEvent
from games.services.limits import account_of
from games.store.webhooks import WATCHED, webhooks_announce
from samba_service.accounts.models import Player
from samba_service.kit.errors import NotThere, Stale, TooMany
from samba_service.kit.hints import hint
from samba_service.kit.idempotency import joined
from samba_service.kit.rows import row_found
from samba_service.kit.sql import run
from tournaments.club_errors import TooManyChanges
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import TournamentArchived, TournamentNotFound, WrongTournamentState
from tournaments.models import Club, Member, Round, Table, Tournament
from tournaments.models.audit import AuditEntry
from tournaments.selectors.live import topic_of
from tournaments.services.ratings import rating_due

_RESULT = (WebhookEvent.RESULT,)
_EVENTS = {
    "round_published": (WebhookEvent.ROUND_PUBLISHED,),
    "round_closed": (WebhookEvent.ROUND_CLOSED,),
    "tournament_finished": (WebhookEvent.TOURNAMENT_FINISHED,),
    "sheet_confirmed": _RESULT,
    "result_awarded": _RESULT,
    "result_corrected": _RESULT,
    "result_taken_back": _RESULT,
    "game_finished": _RESULT,
}
"""What acts are to webhooks, beside a change."""


@dataclass(slots=True)
class Change:
    """A change under way, under the lock of its tournament."""

    tournament: Tournament
    act: str
    """What was done, in the past tense."""
    now: datetime
    """The database's time, by which games are judged."""
    by: Player | None = None
    """None: the service itself."""
    facts: dict[str, Any] = field(default_factory=dict[str, Any])
    """Ids and numbers for the log; no names."""
    void: bool = False
    """True if nothing was changed after all: then nothing is logged."""

    @property
    def version(self) -> int:
        """The tournament's version after it."""
        return self.tournament.version + 1


class Expected(NamedTuple):
    """The version that a caller has seen of a tournament that they are about to change."""

    tournament: UUID
    version: int


_expected: ContextVar[Expected | None] = ContextVar("expected", default=None)


@contextmanager
def expecting(expected: Expected | None) -> Iterator[None]:
    """Refuse the block's first change of the tournament unless its version is the expected one."""
    token = _expected.set(expected)
    try:
        yield
    finally:
        _expected.reset(token)


def expect(expected: Expected | None) -> None:
    """Set the version that the current `expecting` block expects."""
    _expected.set(expected)


def require_writable(tournament: Tournament, *, of_archived: bool = False) -> None:
    """Raises TournamentArchived; Stale for the first change only: the caller makes the others."""
    expected = _expected.get()
    if expected is not None and expected.tournament == tournament.pk:
        if expected.version != tournament.version:
            raise Stale(tournament.version)
        _expected.set(None)
    if not of_archived:
        require_not_archived(tournament)


def require_not_archived(tournament: Tournament) -> None:
    """Raises TournamentArchived."""
    if tournament.archived_at is not None:
        raise TournamentArchived(
            tournament=str(tournament.pk),
            name=tournament.name,
            with_season=tournament.archived_with_season,
        )


def tournament_lock(tournament_id: UUID) -> Tournament:
    """Lock the tournament until the transaction ends.

    Raises TournamentNotFound, Stale, TournamentArchived.
    """
    locked = Tournament.objects.select_for_update(no_key=True, of=("self",))
    tournament = row_found(locked.select_related("club"), pk=tournament_id)
    if tournament is None:
        raise TournamentNotFound
    require_writable(tournament)
    return tournament


Of = UUID | QuerySet[Any, Any]
"""A tournament by its id, or as the one value of rows in it."""

_COUNT = f"""
    UPDATE tournaments_tournament
    SET version = version + 1, last_entry_number = last_entry_number + %s
    WHERE id = ({{}})
    RETURNING *, samba_now() AS now,
        {WATCHED.format("tournaments_tournament.id, tournaments_tournament.club_id")} AS watched
"""


def version_take(of: Of, entries: int = 0) -> Tournament:
    """Lock the tournament by counting its next version, and the entries that it is to get.

    The row that is returned has both numbers as they were before. Raises TournamentNotFound,
    NotThere.
    """
    sql, params = ("%s", (of,)) if isinstance(of, UUID) else of.query.sql_with_params()
    for tournament in Tournament.objects.raw(_COUNT.format(sql), (entries, *params)):
        tournament.version -= 1
        tournament.last_entry_number -= entries
        return tournament
    raise TournamentNotFound if isinstance(of, UUID) else NotThere


def _columns(tournament: Tournament) -> dict[str, Any]:
    return {each.attname: getattr(tournament, each.attname) for each in Tournament._meta.fields}


@contextmanager
def tournament_change(
    of: Of,
    act: str,
    *,
    by: Player | None,
    reason: str = "",
    entries: int = 0,
    of_archived: bool = False,
) -> Iterator[Change]:
    """Change a tournament: one transaction, one version, one row of its log.

    `act` is in the past tense, `by` None for the service itself. The block adds `entries`, whose
    numbers are counted with the version. `of_archived` is for the act that takes a night out of the
    archive, and for acts that change nothing in it. Raises TournamentNotFound, Stale,
    TournamentArchived.
    """
    with joined():
        tournament = version_take(of, entries)
        require_writable(tournament, of_archived=of_archived)
        change = Change(tournament, act, vars(tournament)["now"], by)
        counted = tournament.counts_in_public
        before = _columns(tournament)
        before["last_entry_number"] += entries
        yield change
        if change.void:
            Tournament.objects.filter(pk=tournament.pk).update(version=before["version"])
            return
        now = _columns(tournament)
        if changed := [name for name in now if now[name] != before[name]]:
            tournament.save(update_fields=changed)
        tournament.version = change.version
        if counted or tournament.counts_in_public:
            rating_due(tournament.pk)
        AuditEntry.objects.create(
            club_id=tournament.club_id,
            tournament=tournament,
            version=tournament.version,
            at=timezone.now(),
            actor=by,
            act=change.act,
            facts=change.facts,
            reason=reason,
        )
        if vars(tournament)["watched"]:
            webhooks_announce(
                subject=tournament.pk,
                version=tournament.version,
                events=[WebhookEvent.TOURNAMENT_CHANGED, *_EVENTS.get(change.act, ())],
                watched=[tournament.pk, tournament.club_id],
            )
        transaction.on_commit(lambda: hint(topic_of(tournament.pk)), robust=True)


@contextmanager
def automatic_change(of: Of, act: str) -> Iterator[Change | None]:
    """A change by the service itself; None for an archived night, which cannot change."""
    with tournament_change(of, act, by=None, of_archived=True) as change:
        change.void = change.tournament.archived_at is not None
        yield None if change.void else change


@contextmanager
def round_change(
    round_id: UUID, act: str, *, by: Player, reason: str = ""
) -> Iterator[tuple[Change, Round]]:
    """Change a round, which is read under the lock. Raises what `tournament_change` does."""
    of = Round.objects.filter(pk=round_id).values("tournament")
    with tournament_change(of, act, by=by, reason=reason) as change:
        round_ = reload(Round.objects.select_related("deal_set"), round_id)
        round_.tournament = change.tournament
        change.facts["round"] = round_.number
        yield change, round_


def entering_allow(tournament: Tournament, by: Player) -> None:
    """Raise TooMany unless a player's account may enter the locked tournament once more.

    Numbers of entries are never used again, so deleted entries count. What the account enters as a
    director does not.
    """
    if _counted(tournament, by, entered=1) > settings.SAMBA_ENTRIES_OF_PLAYER:
        raise TooMany(what="entries in one tournament", limit=settings.SAMBA_ENTRIES_OF_PLAYER)


def changing_allow(tournament: Tournament, by: Player) -> None:
    """Raise TooManyChanges unless a player's account may change its entries here once more."""
    limit: int = settings.SAMBA_CHANGES_OF_PLAYER
    if _counted(tournament, by, changed=1) > limit:
        raise TooManyChanges(what="changes of your entries in one tournament", limit=limit)


_COUNT_USE = """
    INSERT INTO tournaments_accountuse AS used (tournament_id, account_id, entered, changed)
    VALUES (%(tournament)s, %(account)s, %(entered)s, %(changed)s)
    ON CONFLICT (tournament_id, account_id) DO UPDATE
    SET entered = used.entered + excluded.entered, changed = used.changed + excluded.changed
    RETURNING entered, changed
"""


def _counted(tournament: Tournament, by: Player, *, entered: int = 0, changed: int = 0) -> int:
    """Count one more act of the account; returns how often it has done that, this one included."""
    values = {"tournament": tournament.pk, "account": account_of(by)}
    row = run(_COUNT_USE, values | {"entered": entered, "changed": changed}).fetchone()
    assert row is not None
    return int(row[0] * entered + row[1] * changed)


def require_state_in(state: str, *allowed: str, way: str = "") -> None:
    """Raises WrongTournamentState for another state of a tournament or a round.

    `way` is what the refusal advises, if it is not the usual next step.
    """
    if state not in allowed:
        raise WrongTournamentState(state=state, allowed=allowed, way=way)


def require_state(round_: Round, state: RoundState, *, way: str = "") -> None:
    """Raises WrongTournamentState unless the tournament runs and the round is in `state`."""
    require_state_in(round_.tournament.state, TournamentState.RUNNING)
    require_state_in(round_.state, state, way=way)


def club_log(club: Club, act: str, *, by: Player | None, reason: str = "", **facts: Any) -> None:
    """Record a change of the club itself, in the transaction that makes it."""
    AuditEntry.objects.create(
        club=club, at=timezone.now(), actor=by, act=act, facts=facts, reason=reason
    )


def game_act_record(
    *, game_id: UUID, act: str, by: Player, reason: str, facts: Mapping[str, Any]
) -> None:
    """Log the act, under the lock of the tournament, which is taken before that of the game.

    That of an archived tournament too: its games may still be ended.
    """
    table = Table.objects.select_related("round__tournament").filter(game=game_id).first()
    if table is None:
        return
    tournament = table.round.tournament
    with tournament_change(tournament.pk, act, by=by, reason=reason, of_archived=True) as change:
        change.facts |= {"table": str(table.pk), **facts}
        player = change.facts.pop("player", None)
        member = player and Member.objects.filter(club=tournament.club_id, player=player).first()
        if member:
            change.facts["member"] = str(member.pk)


M = TypeVar("M", bound=Model)

Row = TypeVar("Row")


def reload(rows: QuerySet[M, Row], pk: UUID) -> Row:
    """The row of `rows` with this id. Raises NotThere."""
    try:
        return rows.get(pk=pk)
    except ObjectDoesNotExist:
        raise NotThere from None
