"""Acts on entries: who comes, goes, comes late, is substituted, was entered by mistake."""

from random import Random
from uuid import uuid4

from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.random_director.acts import Answers, Step, act, always
from tests.tournaments.random_director.desk import (
    Call,
    Seen,
    confirmed,
    plays_online,
    tables_of,
)
from tests.tournaments.random_director.of_members import spares

CHANGED = ("entry_changed",)
WHY = "Somebody else had sat there."
FEWEST = 4
"""Nobody sends more away: what cannot be drawn is no tournament any more."""


def at_work(seen: Seen) -> bool:
    return seen.state in ("draft", "open", "running")


def may_enter(seen: Seen) -> bool:
    """Until the last round is published, a knockout's first."""
    last = 1 if seen.knockout else seen.head["rounds"]
    return at_work(seen) and not (seen.running and published(seen) >= last)


def published(seen: Seen) -> int:
    """How many rounds have been published."""
    return sum(each["published"] is not None for each in seen.rounds)


@act(weight=3)
def enter(seen: Seen, random: Random) -> Step | None:
    if not may_enter(seen):
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


@act(weight=2)
def enter_last_week(seen: Seen, random: Random) -> Step | None:
    """Those of another night, all at once; who is entered already is left out."""
    if not may_enter(seen):
        return None
    rows = seen.desk.get(f"/tournaments/{seen.desk.last_week}/entries?limit=50")["results"]
    lines = [_players(row) for row in rows]
    free = spares(seen)
    coming = [line for line in lines if {*line} <= {*free}]
    here = {who for each in seen.entries if not each["withdrawn"] for who in _players(each)}
    if not coming or any(line not in coming and not here & {*line} for line in lines):
        return None
    wanted = [201 if line in coming else 409 for line in lines]

    def made(answers: Answers) -> list[str]:
        return [row["entry"]["id"] for row in answers[0]["results"] if "entry" in row]

    log = ("entry_added",) * len(coming)
    return Step(
        f"enter those of last week, {len(coming)} of {len(lines)}",
        [Call("POST", f"{seen.path}/entries", {"from": seen.desk.last_week}, log)],
        lambda answers: [
            Call("DELETE", f"/entries/{id}", None, ("entry_deleted",)) for id in made(answers)
        ],
        lambda now: (
            coming == [[p["id"] for p in e["players"]] for e in now.entries][-len(coming) :]
        ),
        lambda answers: wanted == [row["status"] for row in answers[0]["results"]],
    )


def _players(entry: Json) -> list[str]:
    return [who["id"] for who in entry["players"]]


@act(weight=6)
def change_many(seen: Seen, random: Random) -> Step | None:
    """One list of changes; a row that is refused undoes no other."""
    if not at_work(seen):
        return None
    some = random.sample(seen.entries, random.randint(1, min(4, len(seen.entries))))
    rows = [{"id": each["id"], **_turned(seen, each, random)} for each in some]
    there = len(seen.present) - sum(
        row.get("checked_in") is False or row.get("withdrawn") is True for row in rows
    )
    if there < FEWEST:
        return None
    log, path = CHANGED * len(rows), f"{seen.path}/entries"
    names = [{*row} | {"late"} for row in rows]
    before = [{name: each[name] for name in named}
              for each, named in zip(some, names, strict=True)]  # fmt: skip
    faulty = random.choice([None, {"id": str(uuid4()), "checked_in": True}, {"checked_in": 1}])
    wanted = [200] * len(rows)
    if faulty is not None:
        rows.insert(0, faulty)
        wanted.insert(0, 404 if "id" in faulty else 400)

    def shown(now: Seen) -> bool:
        told = {each["id"]: each for each in now.entries}
        return all(
            told[row["id"]][name] == value
            for row in rows if row is not faulty
            for name, value in row.items()
        )  # fmt: skip

    return Step(
        "change entries " + ", ".join(str(each["number"]) for each in some) + " at once",
        [Call("PATCH", path, rows, log)],
        always(Call("PATCH", path, before, log)),
        shown,
        lambda answers: wanted == [row["status"] for row in answers[0]["results"]],
    )


def _turned(seen: Seen, entry: Json, random: Random) -> Json:
    """Something of an entry that becomes the contrary."""
    names = ["checked_in", "withdrawn"] if entry["checked_in"] else ["checked_in"]
    name = random.choice(names + ["seed"] * (not seen.rounds))
    return {name: _other_seed(entry, random) if name == "seed" else not entry[name]}


def _other_seed(entry: Json, random: Random) -> int:
    return random.choice([number for number in range(1, 10) if number != entry["seed"]])


def changed(seen: Seen, random: Random, entry: Json, says: str, **changes: object) -> Step:
    """Change an entry, and back; who comes for the first time is late or not by it.

    Coming and going is their own as well, but not to come back: a director may have sent them away.
    """
    before = {name: entry[name] for name in {*changes, "late"}}
    own = [who["id"] for who in _sitting(entry) if who["id"] in seen.desk.people]
    if not own or changes.keys() & {"late", "seed"} or changes.get("withdrawn") is False:
        own = ["director"]
    by = random.choice(["director", *own])
    return Step(
        f"entry {entry['number']} {says}" + ", by their own word" * (by != "director"),
        [Call("PATCH", f"/entries/{entry['id']}", changes, CHANGED, by=by)],
        always(Call("PATCH", f"/entries/{entry['id']}", before, CHANGED)),
        lambda now: all(now.entry(entry["id"])[name] == new for name, new in changes.items()),
    )


@act(weight=5)
def check_in(seen: Seen, random: Random) -> Step | None:
    """In time or late."""
    away = [each for each in seen.entries if not each["checked_in"] and not each["withdrawn"]]
    if not at_work(seen) or not away:
        return None
    return changed(seen, random, random.choice(away), "is checked in", checked_in=True)


@act(weight=1)
def check_out(seen: Seen, random: Random) -> Step | None:
    if not at_work(seen) or len(seen.present) <= FEWEST:
        return None
    return changed(
        seen, random, random.choice(seen.present), "is not here after all", checked_in=False
    )


@act(weight=3)
def leave(seen: Seen, random: Random) -> Step | None:
    if not at_work(seen) or len(seen.present) <= FEWEST:
        return None
    return changed(seen, random, random.choice(seen.present), "leaves", withdrawn=True)


@act(weight=4)
def come_back(seen: Seen, random: Random) -> Step | None:
    gone = [each for each in seen.entries if each["withdrawn"]]
    if not at_work(seen) or not gone:
        return None
    return changed(seen, random, random.choice(gone), "comes back", withdrawn=False)


@act(weight=1)
def call_late(seen: Seen, random: Random) -> Step | None:
    """Before round 2: what was missed until then is worth what it was."""
    if not at_work(seen) or len(seen.rounds) > 1:
        return None
    entry = random.choice(seen.entries)
    says = "was in time" if entry["late"] else "was late"
    return changed(seen, random, entry, says, late=not entry["late"])


@act(weight=1)
def give_a_seed(seen: Seen, random: Random) -> Step | None:
    if not at_work(seen) or seen.rounds:
        return None
    entry = random.choice(seen.entries)
    number = _other_seed(entry, random)
    return changed(seen, random, entry, f"is seeded {number}", seed=number)


@act(weight=3)
def substitute(seen: Seen, random: Random) -> Step | None:
    """From a round to come on, or in the one at play, from its start or from a hand of it."""
    if not at_work(seen):
        return None
    entry = random.choice([each for each in seen.entries if not each["withdrawn"]] or seen.entries)
    playing = seen.last_in("published")
    first, hand = published(seen) + 1, None
    if playing and random.random() < 0.6 and not _settled(playing, entry):
        online = plays_online(seen, entry)
        first, hand = playing["number"], None if online else random.choice([None, 2])
    if first > seen.head["rounds"]:
        return None
    sitting = [t for t in entry["tenures"] if _sits(t, first) and t["first_hand"] is None]
    free = spares(seen)
    if not sitting or not free:
        return None
    out, comes = random.choice(sitting)["player"]["id"], random.choice(free)
    body, people = {"from_round": first, "from_hand": hand}, seen.desk.people
    path, log = f"/entries/{entry['id']}/substitutes", ("substitute_added",)

    def call(out: str, comes: str) -> Call:
        kind = "player" if comes in people else "member"
        return Call("POST", path, {"out": out, kind: comes, **body}, log)

    return Step(
        f"somebody sits for entry {entry['number']} from round {first}, hand {hand or 1} on",
        [call(out, comes)],
        always(call(comes, out)),
        lambda now: comes in [each["id"] for each in now.entry(entry["id"])["players"]],
    )


@act(weight=3)
def correct_players(seen: Seen, random: Random) -> Step | None:
    """Who really sat for an entry on paper, in one round or from it on, whatever is confirmed."""
    told = [each for each in seen.rounds if each["published"] is not None]
    free = spares(seen)
    if seen.state not in ("running", "finished") or not told or not free:
        return None
    round_, entry = seen.view(random.choice(told)["number"]), random.choice(seen.entries)
    first, last = round_["number"], random.choice([None, round_["number"]])
    sitting = [t for t in entry["tenures"] if _sat(t, first) and t["first_hand"] is None]
    concerned = [seen.view(each["number"]) for each in told if first <= each["number"]]
    tables = [table for each in concerned for table in tables_of(each, entry)]
    if not sitting or any(table["venue"] == "online" for table in tables):
        return None
    if round_["state"] != "closed" and not _settled(round_, entry):
        return None
    out, comes = random.choice(sitting)["player"]["id"], random.choice(free)
    body = {"from_round": first, "from_hand": random.choice([None, 2]), "to_round": last}
    path, log = f"/entries/{entry['id']}/substitutes", ("substitute_added",)

    def call(out: str, comes: str) -> Call:
        kind = "player" if comes in seen.desk.people else "member"
        given = {"out": out, kind: comes, **body, "reason": WHY}
        return Call("POST", path, given, log, reason=WHY)

    there = [table["id"] for table in tables_of(round_, entry)]
    return Step(
        f"correct who sat for entry {entry['number']} in round {first}"
        + (" and after it" if last is None else ""),
        [call(out, comes)],
        always(call(comes, out)),
        lambda now: all(comes in _sitting_at(now.table(id)) for id in there),
    )


def _sitting_at(table: Json) -> list[str]:
    """Ids of those who sat at a table."""
    return [one["id"] for side in table["sides"] for one in side["players"]]


def _sat(stint: Json, number: int) -> bool:
    """True if the player sat at the end of a round."""
    until = stint["last"] is None or stint["last"] - bool(stint["last_hand"]) >= number
    return bool(stint["first"] <= number and until)


def _sitting(entry: Json) -> list[Json]:
    """Who plays for an entry, and has not been relieved."""
    return [each["player"] for each in entry["tenures"] if each["last"] is None]


def _sits(stint: Json, number: int) -> bool:
    return stint["first"] <= number and stint["last"] is None


def _settled(round_: Json, entry: Json) -> bool:
    """True if its table has a confirmed result."""
    return any(map(confirmed, tables_of(round_, entry)))
