"""The clock of a round by time: paused, extended, called, and given back what an outage took.

While it is paused, nobody moves at its online tables either, where they have a clock.
"""

from contextlib import suppress
from datetime import timedelta
from math import ceil
from typing import Final
from uuid import UUID

from games.choices import GameStatus
from games.engine.turns import CREDIT_S
from games.errors import NoClock, NoHandRunning, NotPaused
from games.models import DueWork, Outage
from games.services.games import last_hand_call, last_hand_take_back
from games.services.outages import OUTAGE
from games.services.pauses import game_hold, game_release
from samba_service.accounts.models import Player
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import RoundTime
from tournaments.models import Round, Tournament
from tournaments.services.changes import (
    automatic_change,
    require_state,
    round_change,
)
from tournaments.services.table_games import games_in

CALL: Final = "last_hand"
"""Kind of due work: call the last hands of round `subject`."""

LONGEST: Final = timedelta(hours=24)
SHORTEST: Final = timedelta(minutes=1)

NEARLY_UP: Final = "The round's time is nearly up."
MORE_TIME: Final = "The round has more time."


def clock_plan(round_: Round) -> None:
    """Make the call of the last hands due when it is time; not while the clock is paused."""
    work = DueWork.objects.filter(kind=CALL, subject=round_.pk)
    due_at = round_.last_call_at
    if due_at is None or round_.paused_at is not None or round_.last_called_at is not None:
        work.delete()
        return
    DueWork.objects.update_or_create(
        kind=CALL,
        subject=round_.pk,
        step=round_.number,
        defaults={"due_at": due_at, "attempts": 0, "locked_until": None},
    )


def clock_pause(*, round_id: UUID, by: Player, reason: str = "") -> Round:
    """Stop the clock of a published round, and those of its online tables.

    A second call changes nothing. Raises WrongTournamentState, NoClock.
    """
    _credit_all(round_id)
    with round_change(round_id, "round_paused", by=by, reason=reason) as (change, round_):
        _require_clock(round_)
        change.void = round_.paused_at is not None
        if not change.void:
            round_.paused_at = change.now
            _save(round_)
            for game in games_in(round_.pk, GameStatus.ACTIVE):
                game_hold(game_id=game.pk, by=by)
    return round_


def clock_resume(*, round_id: UUID, by: Player) -> Round:
    """Let time run again: the round ends as much later as the pause took.

    A table that was paused by itself goes on too. Raises WrongTournamentState, NoClock, NotPaused.
    """
    _credit_all(round_id)
    with round_change(round_id, "round_resumed", by=by) as (change, round_):
        _require_clock(round_)
        if round_.paused_at is None:
            raise NotPaused
        assert round_.starts_at is not None
        assert round_.ends_at is not None
        now = change.now
        round_.ends_at += max(timedelta(0), now - max(round_.paused_at, round_.starts_at))
        round_.paused_at = None
        # What was down meanwhile has taken nothing.
        round_.credited_until = max(round_.credited_until or now, now)
        _save(round_)
        for game in games_in(round_.pk, GameStatus.ACTIVE):
            game_release(game_id=game.pk, by=by)
    return round_


def clock_extend(*, round_id: UUID, by: Player, minutes: int, reason: str = "") -> Round:
    """Give a published round more time, or less.

    If the last hands were called and there is time for others again, the calls are taken back.
    Raises WrongTournamentState, NoClock, RoundTime.
    """
    with round_change(round_id, "round_extended", by=by, reason=reason) as (change, round_):
        _require_clock(round_)
        assert round_.starts_at is not None
        assert round_.ends_at is not None
        change.facts["minutes"] = minutes
        round_.ends_at += timedelta(minutes=minutes)
        if not SHORTEST <= round_.ends_at - round_.starts_at <= LONGEST:
            raise RoundTime
        call_at = round_.last_call_at
        assert call_at is not None
        if round_.last_called_at is not None and call_at > (round_.paused_at or change.now):
            round_.last_called_at = None
            for game in games_in(round_.pk, GameStatus.ACTIVE):
                last_hand_take_back(game_id=game.pk, by=by, reason=MORE_TIME)
        _save(round_)
    return round_


def last_hands_call(*, round_id: UUID) -> None:
    """Time is nearly up: let the running hands be the last ones. A second call does nothing.

    The night's log says so to tables with real cards.
    """
    _credit_all(round_id)
    if _call(round_id):
        for game in games_in(round_id, GameStatus.ACTIVE):
            with suppress(NoHandRunning):  # it ended just now
                last_hand_call(game_id=game.pk, reason=NEARLY_UP)
        DueWork.objects.filter(kind=CALL, subject=round_id).delete()


def rounds_credit(*, outage_id: int) -> None:
    """Give running rounds back what an outage took, and some more. A second call does nothing."""
    outage = Outage.objects.filter(pk=outage_id).first()
    if outage is not None:
        rounds = Round.objects.filter(
            state=RoundState.PUBLISHED,
            tournament__state=TournamentState.RUNNING,
            ends_at__isnull=False,
            starts_at__lt=outage.until,
        )
        for round_id in rounds.order_by("pk").values_list("pk", flat=True):
            _credit(round_id, outage)
    DueWork.objects.filter(kind=OUTAGE, step=outage_id).delete()


def _credit_all(round_id: UUID) -> None:
    """Give back what is not given back yet."""
    since = Round.objects.values_list("starts_at", "credited_until").filter(pk=round_id).first()
    known = [at for at in since or () if at is not None]
    if known:
        for outage in Outage.objects.filter(until__gt=max(known)).order_by("until"):
            _credit(round_id, outage)


def _credit(round_id: UUID, outage: Outage) -> None:
    of = Round.objects.filter(pk=round_id).values("tournament")
    with automatic_change(of, "round_credited") as change:
        if change is None:
            return
        round_ = Round.objects.get(pk=round_id)
        taken = _taken(round_, outage)
        change.void = not taken or not _is_played(change.tournament, round_)
        if change.void:
            return
        assert round_.ends_at is not None
        seconds = ceil(taken.total_seconds()) + CREDIT_S
        change.facts |= {"round": round_.number, "seconds": seconds}
        round_.ends_at += timedelta(seconds=seconds)
        round_.credited_until = outage.until
        _save(round_)


def _taken(round_: Round, outage: Outage) -> timedelta:
    """How much of the round's time an outage took that is not given back yet."""
    if round_.ends_at is None or round_.starts_at is None:
        return timedelta(0)
    begins = max(filter(None, (outage.since, round_.starts_at, round_.credited_until)))
    ends = min(filter(None, (outage.until, round_.paused_at)))
    return timedelta(0) if begins >= round_.ends_at else max(timedelta(0), ends - begins)


def _call(round_id: UUID) -> bool:
    """Note that the last hands are called; False if they are not, or there is nothing to call."""
    of = Round.objects.filter(pk=round_id).values("tournament")
    with automatic_change(of, "last_hands_called") as change:
        round_ = Round.objects.get(pk=round_id)
        call_at = round_.last_call_at
        if change is None or call_at is None or not _is_played(change.tournament, round_):
            DueWork.objects.filter(kind=CALL, subject=round_id).delete()
            if change is not None:
                change.void = True
            return False
        change.facts["round"] = round_.number
        change.void = round_.last_called_at is not None
        if change.void:
            return True
        if round_.paused_at is not None or change.now < call_at:
            change.void = True
            clock_plan(round_)
            return False
        Round.objects.filter(pk=round_id).update(last_called_at=change.now)
        return True


def _is_played(tournament: Tournament, round_: Round) -> bool:
    return tournament.state == TournamentState.RUNNING and round_.state == RoundState.PUBLISHED


def _require_clock(round_: Round) -> None:
    """Raises WrongTournamentState, NoClock for a round by hands."""
    require_state(round_, RoundState.PUBLISHED)
    if round_.ends_at is None:
        raise NoClock


def _save(round_: Round) -> None:
    round_.save(update_fields=["ends_at", "paused_at", "last_called_at", "credited_until"])
    clock_plan(round_)
