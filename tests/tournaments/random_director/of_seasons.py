"""Acts on the season that the night may count for: joined, left, closed, reopened."""

from random import Random

from tests.tournaments.random_director.acts import Step, act, always, in_state
from tests.tournaments.random_director.desk import Call, Seen

WHY = "A sheet was found."


@act(weight=2)
def join_or_leave_season(seen: Seen, random: Random) -> Step | None:
    if seen.state in ("finished", "cancelled", "archived"):
        return None
    now = seen.season and seen.season["id"]
    other = None if now else seen.desk.season
    log = ("tournament_changed",)
    return Step(
        "let the night count for no season" if now else "let the night count for the season",
        [Call("PATCH", seen.path, {"season": other}, log)],
        always(Call("PATCH", seen.path, {"season": now}, log)),
        lambda now: (now.season and now.season["id"]) == other,
    )


@act(weight=8)
def close_season(seen: Seen, random: Random) -> Step | None:
    """It archives the night, unless that is in the archive by itself."""
    over = ("finished", "cancelled", "archived")
    if seen.state not in over or not seen.season or seen.season["closed_at"]:
        return None
    archived = seen.state == "archived"
    path, log = f"/seasons/{seen.season['id']}", ("tournament_archived",) * (not archived)
    close = Call("POST", f"{path}/close", {}, log, ("season_closed",), by="admin")
    undo = always(_reopened(seen, with_night=not archived))
    return Step("close the season", [close], undo, in_state("archived"))


@act(weight=30)
def reopen_season(seen: Seen, random: Random) -> Step | None:
    if seen.state != "archived" or not seen.season or not seen.season["closed_at"]:
        return None
    with_night = seen.night["archived_at"] == seen.season["closed_at"]
    return Step("reopen the season", [_reopened(seen, with_night=with_night)])


def _reopened(seen: Seen, *, with_night: bool) -> Call:
    assert seen.season is not None
    path, log = f"/seasons/{seen.season['id']}/reopen", ("tournament_unarchived",) * with_night
    return Call("POST", path, {"reason": WHY}, log, ("season_reopened",), reason=WHY, by="admin")
