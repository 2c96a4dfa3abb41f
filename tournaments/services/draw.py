"""The draw: computed by a worker outside any lock, and written exactly once.

A draw that is asked for is a row of due work and a `step` of its round. Whoever draws compares the
step and the state under the lock before writing; of many draws one is kept, and the kept one was
made from what is true when it is kept. A draw that fails leaves a draft with an error, to be drawn
again.
"""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from games.models import DueWork
from games.services.work import work_add, work_done
from samba_service.rows import row_found
from tournaments.engine import DrawRefused, drafted, draw_round, house_bots_wanted
from tournaments.engine.tournament import Round as Draft
from tournaments.engine.tournament import RoundState
from tournaments.engine.tournament import State as TournamentState
from tournaments.engine.tournament import Tournament as State
from tournaments.models import Round, Tournament
from tournaments.selectors.state import tournament_state
from tournaments.services.draft import draft_store
from tournaments.services.house import house_entries_set
from tournaments.services.log import Change, automatic_change

DRAW = "draw"
"""Kind of due work: round `subject` is to be drawn, as asked at version `step`."""
TRIES = 5
"""Attempts before we leave the draw to the sweeper because the tournament keeps changing."""

FAILED = DrawRefused(
    "draw_failed",
    "the service made an error: draw the round again by `/redraw`, and report it if that fails too",
)
"""What the director reads of a draw that nobody could make."""

LEASE = timedelta(seconds=30)
"""Longer than any draw takes; so long nobody takes up one whose worker died."""


def draw_ask(change: Change, round_: Round) -> None:
    """Have `round_` drawn: the work is due once the transaction commits, and a worker is woken."""
    round_.state, round_.step, round_.error = RoundState.DRAWING, change.version, None
    round_.save()
    work_add(kind=DRAW, subject=round_.id, step=round_.step)


def round_draw(*, round_id: UUID, step: int) -> bool:
    """Draw the round as it was asked for at `step`; returns True if this call did it.

    A second call does nothing. If the director's rules leave no draw, the draft keeps the error; so
    it does for an error of ours, which is then raised. Raises DrawOvertaken if the tournament keeps
    changing.
    """
    try:
        return _draw(round_id, step)
    except (DrawOvertaken, OperationalError, InterfaceError):
        raise  # the sweeper tries again
    except Exception:  # whatever it is: an error of ours must not trap the night
        draw_give_up(round_id=round_id, step=step)
        raise


def draw_give_up(*, round_id: UUID, step: int) -> None:
    """Make of a round that nobody could draw a draft with an error, which can be drawn again."""
    tournament_id = row_found(Round.objects.values_list("tournament", flat=True), pk=round_id)
    if tournament_id is None:
        return
    with automatic_change(tournament_id, "round_drawn") as change:
        if change is not None and not _is_due(round_id, step):
            change.void = True
        elif change is not None:
            _write(change, round_id, FAILED)
        work_done(kind=DRAW, subject=round_id, step=step)


def _draw(round_id: UUID, step: int) -> bool:
    for _ in range(TRIES):
        asked = row_found(Round.objects.values_list("tournament", "number"), pk=round_id)
        state = asked and _state_for(asked[0], round_id, step)
        if asked is None or state is None:
            return False
        number = asked[1]
        try:
            draft: Draft | DrawRefused = drafted(state, number, draw_round(state, number))
        except DrawRefused as refused:
            draft = refused
        if _kept(round_id, step, state, draft):
            return True
    raise DrawOvertaken


class DrawOvertaken(Exception):
    """Everything changed while the draw was being made, again and again."""


def _state_for(tournament_id: UUID, round_id: UUID, step: int) -> State | None:
    """What the draw is made from, the house bots seated; None where nothing is to be drawn."""
    with transaction.atomic():
        with automatic_change(tournament_id, "house_bots_seated") as change:
            if change is not None:
                change.void = True
            if change is None or not _is_due(round_id, step):
                work_done(kind=DRAW, subject=round_id, step=step)
                return None
            _lease(round_id, step)
            state = tournament_state(change.tournament)
            change.void = not house_entries_set(change, house_bots_wanted(state))
        return state if change.void else tournament_state(Tournament.objects.get(pk=tournament_id))


def _lease(round_id: UUID, step: int) -> None:
    """Keep the sweeper off while this draw is being made."""
    until = timezone.now() + LEASE
    DueWork.objects.filter(kind=DRAW, subject=round_id, step=step).update(locked_until=until)


def _is_due(round_id: UUID, step: int) -> bool:
    """True if it is still asked for: not drawn, not asked for again, the tournament not over."""
    asked = Round.objects.filter(pk=round_id, step=step, state=RoundState.DRAWING)
    return asked.filter(tournament__state=TournamentState.RUNNING).exists()


def _kept(round_id: UUID, step: int, state: State, draft: Draft | DrawRefused) -> bool:
    """Write the draft, unless another was kept or the tournament is another now than `state`."""
    with automatic_change(UUID(state.id), "round_drawn") as change:
        if change is None:
            return False
        change.void = True
        current = tournament_state(change.tournament)
        if not _is_due(round_id, step) or replace(current, version=state.version) != state:
            return False
        change.void = False
        _write(change, round_id, draft)
        work_done(kind=DRAW, subject=round_id, step=step)
    return True


def _write(change: Change, round_id: UUID, draft: Draft | DrawRefused) -> None:
    """Make the round a draft: as it was drawn, or with the error that stood in the way."""
    round_ = Round.objects.get(pk=round_id)
    round_.state = RoundState.DRAFT
    if isinstance(draft, DrawRefused):
        round_.error = {"code": draft.code, "detail": draft.detail, "facts": draft.facts}
        round_.save()
        change.facts["error"] = draft.code
    else:
        draft_store(round_, change.tournament, draft)
    change.facts |= {"round": round_.number, "method": round_.method}
