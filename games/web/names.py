"""Who sits at a table, by names that nobody shares."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def seat_names(game: Mapping[str, Any]) -> list[str]:
    """The names at the seats of a game as its viewer may see it, their own marked."""
    return [_name(game, seat) for seat in range(len(game["seats"]))]


def _name(game: Mapping[str, Any], seat: int) -> str:
    player = game["seats"][seat]["player"]
    name = player["name"] if player else _("seat %(seat)s") % {"seat": seat + 1}
    alike = [each for each in game["seats"] if each["player"] and each["player"]["name"] == name]
    if len(alike) > 1:
        name = _("%(name)s %(number)s") % {"name": name, "number": seat + 1}
    is_own = game["you"] is not None and game["you"]["seat"] == seat
    return _("%(name)s (you)") % {"name": name} if is_own else name
