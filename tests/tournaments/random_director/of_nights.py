"""Acts on the whole night: start, finish, cancel, archive, settings, adjustments, merges."""

from random import Random
from typing import Any

from tests.tournaments.random_director.acts import Step, act, always, in_state
from tests.tournaments.random_director.desk import Call, Seen

CHANGED = ("tournament_changed",)
WHY = "The clock was wrong."
UNPLAYABLE = "tournament_unplayable"


def reopened(seen: Seen) -> Call:
    log = ("tournament_reopened",)
    return Call("POST", f"{seen.path}/reopen", {"reason": WHY}, log, reason=WHY)


@act(weight=4)
def start(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("draft", "open") or len(seen.present) < 4:
        return None
    log = ("tournament_started",)
    begin = Call("POST", f"{seen.path}/start", {}, log, refusals=(UNPLAYABLE,))
    return Step("start the tournament", [begin], shows=in_state("running"))


@act(weight=1)
def cancel(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("draft", "open", "running"):
        return None
    off = Call("PATCH", seen.path, {"state": "cancelled"}, CHANGED)
    undo = always(reopened(seen))
    return Step("call the tournament off", [off], undo, in_state("cancelled"))


@act(weight=2)
def finish(seen: Seen, random: Random) -> Step | None:
    if not seen.running or seen.is_last("published"):
        return None
    closed = sum(round_["state"] == "closed" for round_ in seen.rounds)
    if closed < seen.head["rounds"] and random.random() < 0.7:
        return None
    body = {"rounds": "as_played"} if closed < seen.head["rounds"] else {}
    end = Call("POST", f"{seen.path}/finish", body, ("tournament_finished",))
    undo = always(reopened(seen))
    return Step(f"finish after {closed} rounds", [end], undo, in_state("finished"))


@act(weight=12)
def reopen(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("finished", "cancelled"):
        return None
    shows = in_state("draft", "open", "running")
    return Step("reopen the tournament", [reopened(seen)], shows=shows)


@act(weight=4)
def archive(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("finished", "cancelled"):
        return None
    path, log = seen.path, ("tournament_archived",)
    return Step(
        "archive the night",
        [Call("POST", f"{path}/archive", {}, log, by="admin")],
        always(unarchived(seen)),
        in_state("archived"),
    )


def unarchived(seen: Seen) -> Call:
    log = ("tournament_unarchived",)
    body = {"reason": WHY}
    return Call("POST", f"{seen.path}/unarchive", body, log, reason=WHY, by="admin")


@act(weight=30)
def unarchive(seen: Seen, random: Random) -> Step | None:
    return Step("unarchive the night", [unarchived(seen)]) if seen.state == "archived" else None


@act(weight=1)
def phrase(seen: Seen, random: Random) -> Step | None:
    """The lots are drawn from it: before the first round, while nobody has seen the seed, and once
    for all, so that nothing undoes it.
    """
    if not seen.running or seen.rounds or seen.head["seed"] or seen.head["phrase"]:
        return None
    step = settings(seen, "add a phrase to the seed", phrase=f"{random.randint(1, 6)} sixes")
    return step._replace(undo=None)


@act(weight=1)
def rename(seen: Seen, random: Random) -> Step | None:
    if seen.state in ("finished", "cancelled", "archived"):
        return None
    return settings(seen, "rename the night", name=f"Night {random.randint(2, 99)}")


@act(weight=2)
def plan_rounds(seen: Seen, random: Random) -> Step | None:
    """Before round 2: what was missed until then is worth what it was."""
    here = len(seen.present)
    if seen.state not in ("draft", "open", "running") or len(seen.rounds) > 1 or here < 2:
        return None
    rounds = random.randint(max(1, len(seen.rounds)), max(2, min(4, here - 1)))
    if seen.knockout:
        rounds = (here - 1).bit_length()
    if rounds == seen.head["rounds"] or (seen.knockout and seen.rounds):
        return None
    return settings(seen, f"plan {rounds} rounds", rounds=rounds)


@act(weight=2)
def keep_apart(seen: Seen, random: Random) -> Step | None:
    """Before the first draw: the bundle does not say which draw a wish came too late for."""
    if seen.state not in ("draft", "open", "running") or seen.rounds or len(seen.entries) < 8:
        return None
    two = random.sample(seen.entries, 2)
    kind = random.choice(["opponents", "both"] + ["partners"] * seen.individual)
    bans = [*seen.head["forbidden"], {"entries": [each["id"] for each in two], "as": kind}]
    numbers = " and ".join(str(each["number"]) for each in two)
    return settings(seen, f"keep entries {numbers} apart", forbidden=bans)


@act(weight=1)
def keep_in_place(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("draft", "open", "running") or seen.rounds or len(seen.entries) < 8:
        return None
    entry = random.choice(seen.entries)
    rest = [each for each in seen.head["stationary"] if each["entry"] != entry["id"]]
    table = random.randint(1, 2)
    says = f"keep entry {entry['number']} at table {table}"
    return settings(seen, says, stationary=[*rest, {"entry": entry["id"], "table": table}])


@act(weight=1)
def lift_wishes(seen: Seen, random: Random) -> Step | None:
    """Where they leave no draw."""
    failed = seen.last_in("draft")
    if not seen.running or not failed or not failed["error"] or not seen.head["forbidden"]:
        return None
    return settings(seen, "keep nobody apart any more", forbidden=[])


def settings(seen: Seen, says: str, **changes: object) -> Step:
    """Change settings, and back."""
    before = {name: seen.head[name] for name in changes}
    return Step(
        says,
        [Call("PATCH", seen.path, changes, CHANGED, refusals=(UNPLAYABLE,))],
        always(Call("PATCH", seen.path, before, CHANGED)),
        lambda now: all(alike(now.head[name], value) for name, value in changes.items()),
    )


def alike(one: Any, other: Any) -> bool:
    """The same; of two who are kept apart either may be named first."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and "entries" in one:
        return sorted(one["entries"]) == sorted(other["entries"]) and one["as"] == other["as"]
    return bool(one == other)


@act(weight=2)
def adjust(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("running", "finished"):
        return None
    entry, score = random.choice(seen.entries), random.choice([-200, -1, 150])
    body = {"entry": entry["id"], "score": score, "reason": "Late back to the table."}
    path, log = f"{seen.path}/adjustments", ("score_adjusted",)
    reason = "Late back to the table."
    return Step(
        f"adjust the score of entry {entry['number']} by {score}",
        [Call("POST", path, body, log, reason=reason)],
        always(Call("POST", path, {**body, "score": -score}, log, reason=reason)),
        lambda now: now.bundle["adjustments"][-1]["score"] == score,
    )


@act(weight=2)
def merge(seen: Seen, random: Random) -> Step | None:
    """Somebody who plays here becomes a member who does not, or the other way round."""
    if seen.state == "archived" or seen.accounts:
        return None
    entry, free = random.choice(seen.entries), spares(seen)
    if not free:
        return None
    sitting, idle = random.choice(entry["players"])["id"], random.choice(free)
    known = random.random() < 0.6
    gone, stays = (sitting, idle) if known else (idle, sitting)
    path = f"/clubs/{seen.desk.club}/members/{gone}"
    night, club = ("member_merged",) * known, ("merge_proposed", "member_merged")
    back = Call("POST", f"{path}/unmerge", {}, ("member_unmerged",) * known, ("member_unmerged",))
    says = "is" if known else "takes over"
    return Step(
        f"merge: a player of entry {entry['number']} {says} a member who does not play",
        [Call("POST", f"{path}/merge", {"into": stays}, night, club)],
        always(back),
        lambda now: stays in [each["id"] for each in now.entry(entry["id"])["players"]],
    )


def spares(seen: Seen) -> list[str]:
    """Members who are entered nowhere, by the ids that entries name them by."""
    rows = seen.desk.get(f"/clubs/{seen.desk.club}/members?limit=200")["results"]
    entered = {
        who["id"] for entry in seen.entries for tenure in entry["tenures"]
        for who in (tenure["player"], tenure["for"]) if who
    }  # fmt: skip
    free = {row["name"]: row["player"] or row["id"] for row in rows}
    return [free[n] for n in sorted(free) if n.startswith("Player") and free[n] not in entered]
