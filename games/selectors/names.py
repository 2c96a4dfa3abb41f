"""Names of players, remembered for a few seconds: every move shows all names of the table.

Some readers of a tournament's game may not see who plays there; they see aliases. Tournaments are
an app above this one, which registers the function that returns the aliases.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from time import monotonic
from typing import NamedTuple
from uuid import UUID

from samba_service.accounts.models import Player
from samba_service.kit.recent import Recent

NAMES_FRESH_S = 5.0
"""How long a process may show a name that has been changed elsewhere."""

_names: Recent[str, tuple[float, str]] = Recent(10_000)


def names_of(player_ids: Iterable[str]) -> dict[str, str]:
    """Display names by player id; moves need the same few repeatedly."""
    now = monotonic()
    found = {}
    unknown = []
    for player_id in player_ids:
        kept = _names.get(player_id)
        if kept is not None and kept[0] > now:
            found[player_id] = kept[1]
        else:
            unknown.append(player_id)
    if unknown:
        found |= _names_read(unknown, now + NAMES_FRESH_S)
    return found


def _names_read(player_ids: list[str], until: float) -> dict[str, str]:
    rows = Player.objects.filter(pk__in=player_ids).values_list("id", "display_name")
    read = {str(player_id): name for player_id, name in rows}
    for player_id, name in read.items():
        _names.keep(player_id, (until, name))
    return read


class Alias(NamedTuple):
    """The id and the name that a reader sees instead of an account's."""

    id: str
    name: str


Aliases = Mapping[str, Alias]
"""By player id. A player without an alias appears under their own id and name."""
AliasesOf = Callable[[Collection[UUID], UUID | None], Mapping[UUID, Aliases]]
"""Takes games and a reader who sits at none of them; returns the aliases by game."""


def _no_aliases(_game_ids: Collection[UUID], _viewer: UUID | None) -> Mapping[UUID, Aliases]:
    return {}


_aliases_of: AliasesOf = _no_aliases


def aliases_register(aliases_of: AliasesOf) -> None:
    """Let `aliases_get` return what `aliases_of` returns."""
    global _aliases_of
    _aliases_of = aliases_of


def aliases_get(game_ids: Collection[UUID], viewer: UUID | None) -> Mapping[UUID, Aliases]:
    """By game of a tournament, the aliases under which `viewer` sees its players.

    Games without any are missing. Other games have none and need no call.
    """
    return _aliases_of(game_ids, viewer) if game_ids else {}
