"""The way to the end of a night: every round closed, and the tournament finished."""

from random import Random

from tests.tournaments.random_director import (
    of_entries,
    of_nights,
    of_rounds,
    of_seasons,
    of_tables,
)
from tests.tournaments.random_director.acts import Step
from tests.tournaments.random_director.desk import Seen, confirmed


def next_step(seen: Seen, random: Random, last: str) -> Step | None:
    """The next step, given what was done last; None at the end, or where nothing leads on."""
    if seen.state == "archived":
        return of_seasons.reopen_season(seen, random) or of_nights.unarchive(seen, random)
    if seen.state == "cancelled":
        return of_nights.reopen(seen, random)
    if seen.state == "finished":
        return of_nights.reopen(seen, random) if unplayed(seen) else None
    if seen.state == "running":
        return _of_rounds(seen, random, last)
    if _refused(last, of_nights.UNPLAYABLE):
        return of_nights.plan_rounds(seen, random)
    return of_nights.start(seen, random) or of_entries.check_in(seen, random)


def unplayed(seen: Seen) -> bool:
    """True if there is a draft that could be played."""
    draft = seen.last_in("draft", "drawing")
    return draft is not None and not draft["error"]


def _refused(last: str, *codes: str) -> bool:
    """True if what was done last was refused so."""
    return any(last.endswith(f"(refused: {code})") for code in codes)


def _of_rounds(seen: Seen, random: Random, last: str) -> Step | None:
    if draft := seen.last_in("draft"):
        if draft["error"]:
            return of_nights.lift_wishes(seen, random) or of_nights.ended(seen)
        if _refused(last, *of_rounds.STALE):
            return of_rounds.redraw(seen, random)
        return of_rounds.publish(seen, random)
    if round_ := seen.last_in("published"):
        open_ = [
            table
            for table in round_["tables"]
            if not confirmed(table) or (seen.knockout and table["result"]["winner"] is None)
        ]
        calls = [call for table in open_ for call in of_tables.end(seen, table, random)]
        return Step("all results", calls) if calls else of_rounds.close(seen, random)
    return of_rounds.draw(seen, random) or of_nights.ended(seen)
