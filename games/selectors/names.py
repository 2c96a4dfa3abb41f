"""Names of players, remembered for a few seconds: a move shows all of the table's."""

from collections.abc import Iterable
from threading import Lock
from time import monotonic

from games.models import Player

NAMES_FRESH_S = 5.0
"""How long a process goes on showing a name that has been changed elsewhere."""
_KEPT = 10_000

_names: dict[str, tuple[float, str]] = {}
_lock = Lock()


def names_of(player_ids: Iterable[str]) -> dict[str, str]:
    """Display names by player id; moves ask for the same few again and again."""
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
    with _lock:
        if len(_names) > _KEPT:
            _names.clear()
        _names.update({player_id: (until, name) for player_id, name in read.items()})
    return read
