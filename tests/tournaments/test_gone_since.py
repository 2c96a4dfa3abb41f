"""What somebody else has deleted since the caller found it: not found, whatever was to be done."""

from collections.abc import Callable
from typing import Any

import pytest

from samba_service.kit.errors import NotThere
from tests.factories import NOBODY, player
from tests.tournaments.nights import night
from tournaments.models import Round, Tournament
from tournaments.services import changes
from tournaments.services.draft_edits import byes_update, draft_table_update
from tournaments.services.entry_changes import entry_delete, entry_update
from tournaments.services.publication import round_publish, round_unpublish
from tournaments.services.reseating import round_correct, table_reseat
from tournaments.services.rounds import (
    _drop,
    round_add_entropy,
    round_close,
    round_deals_reveal,
    round_redraw,
    round_reopen,
)
from tournaments.services.stints import When
from tournaments.services.substitutes import substitute_add

pytestmark = pytest.mark.django_db

MOVED = {"number": 1, "changes": {"sides": []}}
CALLS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (round_redraw, {}),
    (round_publish, {}),
    (round_close, {}),
    (round_unpublish, {}),
    (round_reopen, {}),
    (round_add_entropy, {"value": b"dice"}),
    (round_deals_reveal, {"reason": "Why not."}),
    (draft_table_update, MOVED),
    (table_reseat, MOVED),
    (byes_update, {"byes": []}),
    (round_correct, {"tables": [], "reason": "Misread."}),
]


def name_of(value: object) -> str:
    return getattr(value, "__name__", "")


@pytest.mark.parametrize(("call", "how"), CALLS, ids=name_of)
def test_a_round_that_is_gone_is_not_found(call: Callable[..., Any], how: dict[str, Any]):
    with pytest.raises(NotThere):
        call(round_id=NOBODY, by=player(), **how)


@pytest.mark.parametrize(("call", "how"), CALLS, ids=name_of)
def test_a_draft_that_a_reopening_dropped_while_the_call_waited_is_not_found(
    call: Callable[..., Any], how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
):
    evening = night(4)
    draft, lock = evening.draw(), changes.version_take

    def lock_at_last(*values: Any, **options: Any) -> Tournament:
        locked = lock(*values, **options)
        for round_ in Round.objects.filter(pk=draft.pk):
            _drop(round_)
        return locked

    monkeypatch.setattr(changes, "version_take", lock_at_last)
    with pytest.raises(NotThere):
        call(round_id=draft.pk, by=evening.director, **how)


def test_an_entry_that_was_deleted_meanwhile_is_not_found():
    evening = night(2, start=False)
    [entry, _] = evening.entries
    about: dict[str, Any] = {"entry": entry, "by": evening.director, "directing": True}
    entry_delete(**about)
    with pytest.raises(NotThere):
        entry_delete(**about)
    with pytest.raises(NotThere):
        entry_update(**about, changes={"checked_in": False})
    out = entry.stints.all()[0].member_id
    with pytest.raises(NotThere):
        substitute_add(entry=entry, by=evening.director, out=out, coming=out, when=When(1))
