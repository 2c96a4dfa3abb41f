"""A world that is copied back is the one that was built."""

import pytest
from django.apps import apps
from django.db import transaction

from tests.tournaments.nights import night
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db


def stored() -> dict[str, list[str]]:
    """Every row of ours, by model."""
    ours = [*apps.get_app_config("games").get_models()]
    ours += apps.get_app_config("tournaments").get_models()
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


def test_a_second_night_in_a_test_is_another_one():
    one, other = night(4), night(4)
    assert one.tournament != other.tournament
    assert {entry.pk for entry in one.entries}.isdisjoint(entry.pk for entry in other.entries)
