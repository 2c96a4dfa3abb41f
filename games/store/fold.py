"""The state that a log gives."""

from uuid import UUID

from games.engine.events import GameCreated
from games.engine.match import Match, absorb_event
from games.engine.rulesets import logged
from games.errors import LogDamaged
from games.store.derived import ended_a_hand, note_log_head
from games.store.log import LogRow, events_in, rows_get


def fold_row(match: Match | None, row: LogRow) -> Match:
    """`match` after one more row; the first row makes it. Raises LogDamaged."""
    try:
        events = events_in(row.events)
        for event in events:
            if match is None:
                assert isinstance(event, GameCreated)
                match = Match(event, logged(event.ruleset))
            else:
                absorb_event(match, event)
    except (AssertionError, ArithmeticError, AttributeError, LookupError, ValueError) as error:
        # Without its cause: a traceback's text may hold cards.
        raise LogDamaged(f"version {row.version}: {type(error).__name__}") from None
    if match is None:
        raise LogDamaged(f"version {row.version}: no events")
    if ended_a_hand(events):
        note_log_head(match, row.hash)
    return match


def match_at(game_id: UUID, version: int) -> Match:
    """The state of a game at `version`, only from its log. Raises LogDamaged for a short log."""
    match, last = None, 0
    for row in rows_get(game_id, until=version):
        match, last = fold_row(match, row), row.version
    if match is None or last != version:
        raise LogDamaged(f"the log ends at version {last}, not {version}")
    return match
