"""The limits of an installation that has set none."""

import pytest

from samba_service.devstack.folder import REPOSITORY
from samba_service.settings import base

FIGURES = {
    "SAMBA_OPEN_LOBBIES": 20,
    "SAMBA_RUNNING_GAMES": 100,
    "SAMBA_BOTS_ONLY_GAMES": 5,
    "SAMBA_BOTS_ONLY_HANDS": 20,
    "SAMBA_BOTS_ONLY_AT_ONCE": 20,
    "SAMBA_MAX_TOKENS": 50,
    "SAMBA_MAX_ENTRIES": 1_000,
    "SAMBA_MAX_BUNDLE_PLAYERS": 4_000,
}


@pytest.mark.parametrize(("setting", "figure"), FIGURES.items())
def test_a_limit_is_what_is_promised_unless_it_is_set(setting: str, figure: int) -> None:
    assert getattr(base, setting) == figure
    example = (REPOSITORY / "deploy" / "env.example").read_text()
    assert f"#{setting}={figure}\n" in example
