"""The state that a log gives."""

from itertools import takewhile
from uuid import UUID

from games.engine.events import GameCreated, HandScored
from games.engine.match import Match, absorb_event
from games.engine.rulesets import logged
from games.errors import LogDamaged
from games.store.derived import ended_a_hand, note_log_head
from games.store.log import LogRow, events_in, rows_get


def fold_row(match: Match | None, row: LogRow, *, before_score: bool = False) -> Match:
    """`match` after one more row; the first row makes it. Raises LogDamaged.

    `before_score`: only up to the score of a hand, so that the table is as the hand left it.
    """
    try:
        events = events_in(row.events)
        if before_score:
            events = [*takewhile(lambda event: not isinstance(event, HandScored), events)]
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


def match_at(game_id: UUID, version: int, *, before_score: bool = False) -> Match:
    """The state of a game at `version`, only from its log. Raises LogDamaged for a short log.

    `before_score`: before that version scored a hand, if it did.
    """
    match, last = None, 0
    for row in rows_get(game_id, until=version):
        ends = before_score and row.version == version
        match, last = fold_row(match, row, before_score=ends), row.version
    if match is None or last != version:
        raise LogDamaged(f"the log ends at version {last}, not {version}")
    return match
