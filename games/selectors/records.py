"""Games as records, out of their logs."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

import orjson
from django.db.models import Exists, OuterRef, QuerySet

from games.choices import GameStatus
from games.engine.codec import action_in
from games.engine.match import Match
from games.engine.record import GameRecord, MadeBy, RecordRow, record_out
from games.errors import DealsNotYet
from games.models import Game
from games.selectors.deal_sets import deals_embargoed, not_embargoed
from games.selectors.deals import proofs_get
from games.selectors.names import Aliases, names_of
from games.selectors.stints import stints_played
from games.store.log import LogRow, events_in, rows_get
from games.store.row import game_load
from games.store.state import match_of
from samba_service.kit.times import rfc3339


def record_get(game_id: UUID, *, aliases: Aliases = MappingProxyType({})) -> GameRecord:
    """The record of the game's finished hands, without the running one.

    `aliases` replace the names that the reader may not see.

    Raises DealsNotYet while other tables may play its deals.
    """
    loaded = game_load(game_id)
    if deals_embargoed(loaded.game):
        raise DealsNotYet
    match = match_of(loaded)
    rows = list(rows_get(game_id))
    proofs = proofs_get(loaded.game, match.hands_played, rows)
    names = _names(match, rows, aliases)
    seated = [names.get(seat.player, "") if seat is not None else "" for seat in match.occupants]
    return record_out(str(game_id), [_row(row, names) for row in rows], names=seated, proofs=proofs)


def _names(match: Match, rows: Iterable[LogRow], aliases: Aliases) -> dict[str, str]:
    """The names of those who sit there, and of all who have acted, by player id."""
    players = {seat.player for seat in match.occupants if seat is not None}
    players |= {str(row.actor) for row in rows if row.action and row.actor is not None}
    return names_of(players) | {player: alias.name for player, alias in aliases.items()}


def _row(row: LogRow, names: Mapping[str, str]) -> RecordRow:
    events = events_in(row.events)
    if not row.action:
        return RecordRow(row.version, row.seat, None, events)
    acted = MadeBy(names.get(str(row.actor), ""), rfc3339(row.made_at), row.via or None)
    return RecordRow(row.version, row.seat, action_in(orjson.loads(row.action)), events, acted)


def games_played(
    *, player_id: UUID, since: datetime | None = None, until: datetime | None = None
) -> QuerySet[Game]:
    """Finished games in which the player sat, by the time at which they ended, the first first.

    Those whose deals other tables still play are left out.
    """
    sat = stints_played().filter(player_id=player_id, game=OuterRef("pk"))
    ended = Game.objects.filter(not_embargoed(), status=GameStatus.FINISHED)
    games = ended.filter(Exists(sat)).defer("ruleset")
    if since is not None:
        games = games.filter(finished_at__gte=since)
    if until is not None:
        games = games.filter(finished_at__lt=until)
    return games.order_by("finished_at", "id")
