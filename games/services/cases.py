"""What those who settle complaints do with a game: looks and notes, each a row that stays."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from games.choices import CaseAct
from games.errors import NoteNotThere, RulingsFull
from games.models import CaseEntry
from games.store.row import game_lock
from samba_service.accounts.models import Player
from samba_service.kit.idempotency import joined

NOTES_AT_MOST: Final = 100
"""Notes about one game."""
NOTES_OF_ONE: Final = 40
"""Notes of one author about one game, so that others have room for theirs."""
ONE_LOOK: Final = timedelta(minutes=10)
"""Within this time all looks of one player at a game are one."""


def look_record(*, game_id: UUID, by: UUID) -> None:
    """Record that the player looks into the game to settle a complaint."""
    looks = CaseEntry.objects.filter(game=game_id, actor=by, act=CaseAct.LOOKED)
    looked = looks.filter(at__gt=Now() - ONE_LOOK)
    if looked.exists():
        return
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=by)  # a page asks for all at once
        if not looked.exists():
            CaseEntry.objects.create(game_id=game_id, actor_id=by, act=CaseAct.LOOKED)


@transaction.atomic
def note_add(*, game_id: UUID, by: Player, note: str) -> CaseEntry:
    """Write a note, for those who settle complaints about the game. Raises RulingsFull."""
    game_lock(game_id)
    notes = CaseEntry.objects.filter(game=game_id, act=CaseAct.NOTED)
    if notes.count() >= NOTES_AT_MOST:
        raise RulingsFull(what="notes", limit=NOTES_AT_MOST)
    if notes.filter(actor=by).count() >= NOTES_OF_ONE:
        raise RulingsFull(what="notes of yours", limit=NOTES_OF_ONE)
    made = CaseEntry.objects.create(game_id=game_id, actor=by, act=CaseAct.NOTED, note=note)
    made.refresh_from_db()
    return made


def note_take_back(*, game_id: UUID, entry_id: int, by: Player) -> None:
    """Take a note back, one's own or another's; it stays to be read. Raises NoteNotThere."""
    notes = CaseEntry.objects.filter(game=game_id, act=CaseAct.NOTED, taken_back_by=None)
    note = notes.filter(pk=entry_id).first()
    if note is None:
        raise NoteNotThere
    try:
        with joined(), transaction.atomic():
            CaseEntry.objects.create(
                game_id=game_id, actor=by, act=CaseAct.NOTE_TAKEN_BACK, takes_back=note
            )
    except IntegrityError:
        raise NoteNotThere from None
