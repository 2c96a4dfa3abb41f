"""A world that is copied back is the one that was built."""

import pytest
from django.db import transaction

from tests.kept_worlds import rows_written
from tests.tournaments.nights import night
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db


def test_a_copy_has_every_row_of_the_night_that_was_built_and_goes_on_from_there():
    with transaction.atomic():
        built = night(4, publish=True, name="Kept")
        rows = rows_written()
        transaction.set_rollback(True)
    assert not AuditEntry.objects.exists()
    copied = night(4, publish=True, name="Kept")
    assert rows_written() == rows
    assert copied == built
    assert copied is not built
    assert copied.enter().number == 5


def test_a_second_night_in_a_test_is_another_one():
    one, other = night(4), night(4)
    assert one.tournament != other.tournament
    assert {entry.pk for entry in one.entries}.isdisjoint(entry.pk for entry in other.entries)
