"""Acts on the whole night: start, finish, cancel, archive, settings, adjustments, merges."""

from random import Random
from typing import Any

from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.random_director.acts import Step, act, always, in_state
from tests.tournaments.random_director.desk import Call, Seen, at_game

CHANGED = ("tournament_changed",)
WHY = "The clock was wrong."
UNPLAYABLE = "tournament_unplayable"


def reopened(seen: Seen) -> Call:
    log = ("tournament_reopened",)
    return Call("POST", f"{seen.path}/reopen", {"reason": WHY}, log, reason=WHY)


@act(weight=50)
def start(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("draft", "open") or len(seen.present) < 4:
        return None
    log = ("tournament_started",)
    begin = Call("POST", f"{seen.path}/start", {}, log, refusals=(UNPLAYABLE,))
    undo = always(Call("PATCH", seen.path, {"state": "open"}, CHANGED))
    back = undo if seen.state == "open" else None
    return Step("start the tournament", [begin], back, in_state("running"))


@act(weight=1)
def cancel(seen: Seen, random: Random) -> Step | None:
    if seen.state not in ("draft", "open", "running"):
        return None
    off = Call("PATCH", seen.path, {"state": "cancelled"}, CHANGED)
    undo = None if _waits(seen) else always(reopened(seen))
    return Step("call the tournament off", [off], undo, in_state("cancelled"))


def _waits(seen: Seen) -> bool:
    """True if results wait for the last of the tables that share deals: no game begins again."""
    playing = seen.last_in("published")
    return (
        bool(seen.head["duplicate"])
        and playing is not None
        and any(map(at_game, playing["tables"]))
    )


@act(weight=2)
def finish(seen: Seen, random: Random) -> Step | None:
    if not seen.running or seen.is_last("published"):
        return None
    closed = sum(round_["state"] == "closed" for round_ in seen.rounds)
    if closed < seen.head["rounds"] and random.random() < 0.7:
        return None
    return ended(seen)


def ended(seen: Seen) -> Step:
    """Finish, whether or not rounds are left."""
    closed = sum(round_["state"] == "closed" for round_ in seen.rounds)
    body = {"rounds": "as_played"} if closed < seen.head["rounds"] else {}
    end = Call("POST", f"{seen.path}/finish", body, ("tournament_finished",))
    says, undo = f"finish after {closed} rounds", always(reopened(seen))
    return Step(says, [end], undo, in_state("finished"), name="finish")


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
    if seen.state != "archived" or (seen.season and seen.season["closed_at"]):
        return None
    return Step("unarchive the night", [unarchived(seen)])


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


@act(weight=6)
def change_venue(seen: Seen, random: Random) -> Step | None:
    """Between rounds, or of a draft: all tables move too; what each was in a mixed night is said
    again to undo it.
    """
    head, draft = seen.head, seen.last_in("draft")
    people = [who for each in seen.entries for who in each["players"]]
    if not seen.running or head["duplicate"] or not all(map(seen.desk.has_account, people)):
        return None
    if seen.is_last("published", "drawing") or (draft is not None and draft["error"]):
        return None
    venues = {"online", "mixed"} | ({"table"} if head["house_bots"] is None else set())
    venue = random.choice(sorted(venues - {head["venue"]}))
    undo = [Call("PATCH", seen.path, {"venue": head["venue"]}, CHANGED)]
    if draft is not None and head["venue"] == "mixed":
        undo += [_moved(draft, each) for each in draft["tables"] if each["venue"] != venue]
    return Step(
        f"the venue is {venue}",
        [Call("PATCH", seen.path, {"venue": venue}, CHANGED)],
        always(*undo),
        lambda now: now.head["venue"] == venue and (draft is None or venue in (_at(now), "mixed")),
    )


def _moved(draft: Json, table: Json) -> Call:
    """The table is where it was."""
    path = f"/rounds/{draft['id']}/tables/{table['number']}"
    return Call("PATCH", path, {"venue": table["venue"]}, ("table_changed",))


def _at(seen: Seen) -> str | None:
    """Where all tables of the draft are, if they are in one place."""
    draft = seen.last_in("draft")
    venues = {each["venue"] for each in draft["tables"]} if draft else set[str]()
    return venues.pop() if len(venues) == 1 else None


def alike(one: Any, other: Any) -> bool:
    """The same; of two who are kept apart either may be named first."""
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and "entries" in one:
        return sorted(one["entries"]) == sorted(other["entries"]) and one["as"] == other["as"]
    return bool(one == other)


@act(weight=1)
def show(seen: Seen, random: Random) -> Step | None:
    """At any time: who may read the night is no part of what happened in it."""
    now = seen.night["visibility"]
    other = random.choice([each for each in ("club", "link", "public") if each != now])
    change = Call("PATCH", seen.path, {"visibility": other}, CHANGED)
    back = Call("PATCH", seen.path, {"visibility": now}, CHANGED)
    return Step(
        f"let the night be seen by {other}",
        [change],
        always(back),
        lambda now: now.night["visibility"] == other,
    )


@act(weight=1)
def terms(seen: Seen, random: Random) -> Step | None:
    """Before the start: how it is scored, by hands or by time, and how many rounds are a night."""
    if seen.state not in ("draft", "open"):
        return None
    by_time: Json = {"hands_per_round": None, "minutes_per_round": random.choice([40, 90])}
    by_hands = {"hands_per_round": 2, "minutes_per_round": None}
    changes: Json = random.choice(
        [
            by_hands if seen.head["hands_per_round"] is None or seen.head["duplicate"] else by_time,
            {"scoring": {"type": random.choice(["vp", "points", "wdl"])}},
            {"minimum_rounds": random.choice([None, *range(seen.head["rounds"] + 1)])},
        ]
    )
    before = {name: seen.head[name] for name in changes}
    if "scoring" in changes:
        settable = ("type", "bye", "missed", "bracket", "margin_sd")
        told = seen.head["scoring"]
        before["scoring"] = {name: told[name] for name in settable if told[name] is not None}
    return Step(
        "change the terms: " + ", ".join(f"{name} {value}" for name, value in changes.items()),
        [Call("PATCH", seen.path, changes, CHANGED, refusals=(UNPLAYABLE,))],
        always(Call("PATCH", seen.path, before, CHANGED)),
    )


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
