"""Acts on entries: who comes, goes, comes late, is substituted, was entered by mistake."""

from random import Random

from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.random_director.acts import Step, act, always
from tests.tournaments.random_director.desk import Call, Seen, confirmed
from tests.tournaments.random_director.of_nights import spares

CHANGED = ("entry_changed",)
FEWEST = 4
"""Nobody sends more away: what cannot be drawn is no tournament any more."""


def at_work(seen: Seen) -> bool:
    return seen.state in ("draft", "open", "running")


@act(weight=4)
def enter(seen: Seen, random: Random) -> Step | None:
    last = 1 if seen.knockout else seen.head["rounds"]
    if not at_work(seen) or (seen.running and len(seen.rounds) >= last):
        return None
    size = len(seen.entries[0]["players"])
    free = spares(seen)
    if len(free) < size or len(seen.entries) >= 40:
        return None
    members = random.sample(free, size)
    return Step(
        "enter " + ("a pair" if size == 2 else "somebody"),
        [Call("POST", f"{seen.path}/entries", {"members": members}, ("entry_added",))],
        lambda answers: [Call("DELETE", f"/entries/{answers[0]['id']}", None, ("entry_deleted",))],
        lambda now: {each["id"] for each in now.entries[-1]["players"]} == {*members},
    )


@act(weight=2)
def delete(seen: Seen, random: Random) -> Step | None:
    """An entry that no round has, made by mistake."""
    idle = [each for each in seen.entries if each["id"] not in seen.drawn]
    if not at_work(seen) or not idle or len(seen.entries) <= FEWEST + 1:
        return None
    entry = random.choice(idle)
    if entry["checked_in"] and not entry["withdrawn"] and len(seen.present) <= FEWEST:
        return None
    gone = Call("DELETE", f"/entries/{entry['id']}", None, ("entry_deleted",))
    left = [each["id"] for each in seen.entries if each is not entry]
    return Step(
        f"delete entry {entry['number']}",
        [gone],
        shows=lambda now: [each["id"] for each in now.entries] == left,
    )


def changed(entry: Json, says: str, **changes: object) -> Step:
    """Change an entry, and back; who comes for the first time is late or not by it."""
    before = {name: entry[name] for name in {*changes, "late"}}
    return Step(
        f"entry {entry['number']} {says}",
        [Call("PATCH", f"/entries/{entry['id']}", changes, CHANGED)],
        always(Call("PATCH", f"/entries/{entry['id']}", before, CHANGED)),
        lambda now: all(now.entry(entry["id"])[name] == new for name, new in changes.items()),
    )


@act(weight=8)
def check_in(seen: Seen, random: Random) -> Step | None:
    """In time or late."""
    away = [each for each in seen.entries if not each["checked_in"] and not each["withdrawn"]]
    if not at_work(seen) or not away:
        return None
    return changed(random.choice(away), "is checked in", checked_in=True)


@act(weight=1)
def check_out(seen: Seen, random: Random) -> Step | None:
    if not at_work(seen) or len(seen.present) <= FEWEST:
        return None
    return changed(random.choice(seen.present), "is not here after all", checked_in=False)


@act(weight=3)
def leave(seen: Seen, random: Random) -> Step | None:
    if not at_work(seen) or len(seen.present) <= FEWEST:
        return None
    return changed(random.choice(seen.present), "leaves", withdrawn=True)


@act(weight=4)
def come_back(seen: Seen, random: Random) -> Step | None:
    gone = [each for each in seen.entries if each["withdrawn"]]
    if not at_work(seen) or not gone:
        return None
    return changed(random.choice(gone), "comes back", withdrawn=False)


@act(weight=1)
def call_late(seen: Seen, random: Random) -> Step | None:
    """Before round 2: what was missed until then is worth what it was."""
    if not at_work(seen) or len(seen.rounds) > 1:
        return None
    entry = random.choice(seen.entries)
    return changed(
        entry, "was late" if not entry["late"] else "was in time", late=not entry["late"]
    )


@act(weight=2)
def give_a_seed(seen: Seen, random: Random) -> Step | None:
    if not at_work(seen) or seen.rounds:
        return None
    number = random.randint(1, 9)
    return changed(random.choice(seen.entries), f"is seeded {number}", seed=number)


@act(weight=4)
def substitute(seen: Seen, random: Random) -> Step | None:
    """From a round to come on, or in the one at play, from its start or from a hand of it."""
    if not at_work(seen):
        return None
    entry = random.choice([each for each in seen.entries if not each["withdrawn"]] or seen.entries)
    published = [each for each in seen.rounds if each["published"] is not None]
    playing = seen.last_in("published")
    first, hand = len(published) + 1, None
    if playing and random.random() < 0.6 and not _settled(playing, entry):
        first, hand = playing["number"], random.choice([None, 2])
    if first > seen.head["rounds"]:
        return None
    sitting = [t for t in entry["tenures"] if _sits(t, first) and t["first_hand"] is None]
    free = spares(seen)
    if not sitting or not free:
        return None
    out, comes = random.choice(sitting)["player"]["id"], random.choice(free)
    body, kind = {"from_round": first, "from_hand": hand}, "player" if seen.accounts else "member"
    path, log = f"/entries/{entry['id']}/substitutes", ("substitute_added",)
    return Step(
        f"somebody sits for entry {entry['number']} from round {first}, hand {hand or 1} on",
        [Call("POST", path, {"out": out, kind: comes, **body}, log)],
        always(Call("POST", path, {"out": comes, kind: out, **body}, log)),
        lambda now: comes in [each["id"] for each in now.entry(entry["id"])["players"]],
    )


def _sits(tenure: Json, number: int) -> bool:
    return tenure["first"] <= number and tenure["last"] is None


def _settled(round_: Json, entry: Json) -> bool:
    """Whether its table has a confirmed result."""
    return any(
        confirmed(table)
        for table in round_["tables"]
        for side in table["sides"]
        for one in side["entries"]
        if one["id"] == entry["id"]
    )
