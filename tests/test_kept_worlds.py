"""A world that is copied back is the one that was built."""

import pytest
from django.apps import apps
from django.db import connection, transaction

from tests import kept_worlds
from tests.kept_worlds import OURS
from tests.tournaments.evenings import Evening
from tests.tournaments.nights import night
from tournaments.models.audit import AuditEntry

pytestmark = pytest.mark.django_db


def stored() -> dict[str, list[str]]:
    """Every row of ours, by model."""
    ours = [each for label in OURS for each in apps.get_app_config(label).get_models()]
    return {each.__name__: sorted(map(repr, each._default_manager.values())) for each in ours}


def test_a_copy_has_every_row_of_the_night_that_was_built_and_goes_on_from_there():
    with transaction.atomic():
        built = night(4, publish=True, name="Kept")
        rows = stored()
        transaction.set_rollback(True)
    assert not AuditEntry.objects.exists()
    copied = night(4, publish=True, name="Kept")
    assert stored() == rows
    assert copied == built
    assert copied is not built
    assert copied.enter().number == 5


def test_a_world_that_another_worker_has_built_is_copied_and_its_log_goes_on_after_it(
    monkeypatch: pytest.MonkeyPatch,
):
    with transaction.atomic():
        night(4, publish=True, name="Theirs")
        rows = stored()
        transaction.set_rollback(True)
    monkeypatch.setattr(kept_worlds, "_kept", {})
    with connection.cursor() as cursor:
        cursor.execute("ALTER SEQUENCE tournaments_auditentry_id_seq RESTART WITH 1")
    copied = night(4, publish=True, name="Theirs")
    assert stored() == rows
    last = AuditEntry.objects.latest("pk")
    copied.enter()
    assert AuditEntry.objects.filter(pk__gt=last.pk).count() > 0


def test_what_a_constructor_has_made_is_copied_too():
    with transaction.atomic():
        built = Evening(4, name="Kept")
        rows = stored()
        transaction.set_rollback(True)
    copied = Evening(4, name="Kept")
    assert stored() == rows
    assert (copied.night, copied.names) == (built.night, built.names)
    assert copied.night is not built.night


def test_a_second_night_in_a_test_is_another_one():
    one, other = night(4), night(4)
    assert one.tournament != other.tournament
    assert {entry.pk for entry in one.entries}.isdisjoint(entry.pk for entry in other.entries)
