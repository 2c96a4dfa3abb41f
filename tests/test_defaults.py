"""The limits of an installation that has set none."""

import gc

import pytest
from django.apps import apps

from samba_service.devstack.folder import REPOSITORY
from samba_service.settings import base

FIGURES = {
    "SAMBA_OPEN_LOBBIES": 20,
    "SAMBA_RUNNING_GAMES": 100,
    "SAMBA_BOTS_ONLY_GAMES": 5,
    "SAMBA_BOTS_ONLY_HANDS": 20,
    "SAMBA_BOTS_ONLY_AT_ONCE": 20,
    "SAMBA_MAX_TOKENS": 50,
    "SAMBA_WEBHOOKS": 10,
    "SAMBA_MAX_ENTRIES": 1_000,
    "SAMBA_MAX_BUNDLE_PLAYERS": 4_000,
    "SAMBA_MAX_MEMBERS": 10_000,
    "SAMBA_KEY_HOURS": 24,
    "SAMBA_REFUSAL_DAYS": 30,
    "SAMBA_NOTICE_DAYS": 7,
    "SAMBA_GUEST_DAYS": 30,
    "SAMBA_LOBBY_HOURS": 24,
}


@pytest.mark.parametrize(("setting", "figure"), FIGURES.items())
def test_a_limit_is_what_is_promised_unless_it_is_set(setting: str, figure: int) -> None:
    assert getattr(base, setting) == figure
    example = (REPOSITORY / "deploy" / "env.example").read_text()
    assert f"#{setting}={figure}\n" in example


def test_python_looks_for_cycles_only_after_thousands_of_new_objects() -> None:
    ours = gc.get_threshold()  # of the suite
    try:
        apps.get_app_config("kit").ready()
        assert gc.get_threshold() == (10_000, *ours[1:])
    finally:
        gc.set_threshold(*ours)
