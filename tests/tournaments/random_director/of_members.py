"""Acts on members: two who are one person, merged and taken apart again."""

from random import Random

from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.random_director.acts import Step, act, always
from tests.tournaments.random_director.desk import Call, Seen, plays_online

MERGED, PROPOSED = "member_merged", "merge_proposed"


@act(weight=2)
def merge(seen: Seen, random: Random) -> Step | None:
    """Somebody who plays here becomes a member who does not, or the other way round.

    The one with an account stays; two with accounts agree to it themselves.
    """
    free = spares(seen) + former_names(seen)
    if seen.state == "archived" or not free:
        return None
    entry, idle = random.choice(seen.entries), random.choice(free)
    sitting = random.choice(entry["players"])["id"]
    people = seen.desk.people
    known = random.random() < 0.6
    if (sitting in people) != (idle in people):
        known = idle in people
    gone, stays = (sitting, idle) if known else (idle, sitting)
    path, night = f"/clubs/{seen.desk.club}/members/{gone}", (MERGED,) * known
    refusals = ("still_playing", "played_together")
    calls = [Call("POST", f"{path}/merge", {"into": stays}, night, (PROPOSED, MERGED))]
    if gone in people and stays in people:
        if plays_online(seen, entry):
            return None  # refused only once both have agreed, when it is proposed already
        proposed = calls[0]._replace(log=(), club=(PROPOSED,))
        one = Call("POST", f"{path}/merge/accept", {}, by=gone)
        other = Call("POST", f"{path}/merge/accept", {}, night, (MERGED,), by=stays)
        calls = [proposed, one, other]
    back = Call("POST", f"{path}/unmerge", {}, ("member_unmerged",) * known, ("member_unmerged",))
    says = "is" if known else "takes over"
    return Step(
        f"merge: a player of entry {entry['number']} {says} a member who does not play",
        [calls[0]._replace(refusals=refusals), *calls[1:]],
        always(back),
        lambda now: stays in [each["id"] for each in now.entry(entry["id"])["players"]],
    )


def spares(seen: Seen) -> list[str]:
    """Members who are entered nowhere, by the ids that entries name them by."""
    return _free(seen, "Player")


def former_names(seen: Seen) -> list[str]:
    """Members without an account in a night of accounts, who play nowhere: for merges."""
    return _free(seen, "Name")


def _free(seen: Seen, called: str) -> list[str]:
    entered = {
        who["id"] for entry in seen.entries for stint in entry["tenures"]
        for who in (stint["player"], stint["for"]) if who
    }  # fmt: skip
    free = {row["name"]: _id(row) for row in seen.members if row["name"].startswith(called)}
    return [free[name] for name in sorted(free) if free[name] not in entered]


def _id(member: Json) -> str:
    return str(member["player"] or member["id"])
