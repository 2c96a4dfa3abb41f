"""Acts on rounds: drawn, changed by hand, published, corrected, closed, and all of it undone."""

from random import Random

from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.random_director.acts import Shows, Step, act, always, last_is
from tests.tournaments.random_director.desk import (
    Call,
    Seen,
    at_game,
    confirmed,
    names_at,
    sides_of,
)

STALE = ("draft_stale", "draft_outdated")
WHY = "They changed seats."
DRAWN = ("round_drawn",)


@act(weight=120)
def draw(seen: Seen, random: Random) -> Step | None:
    if not seen.running or len(seen.rounds) >= seen.head["rounds"]:
        return None
    if seen.rounds and not seen.is_last("closed"):
        return None
    ask = Call("POST", f"{seen.path}/rounds", {}, ("round_asked", *DRAWN), draws=True)
    return Step(f"draw round {len(seen.rounds) + 1}", [ask], shows=last_is("draft"))


@act(weight=5)
def redraw(seen: Seen, random: Random) -> Step | None:
    draft = seen.last_in("draft")
    if not seen.running or draft is None:
        return None
    here = {each["id"] for each in seen.present}
    kept = [lock["sides"] for lock in draft["locks"]]
    kept = [sides for sides in kept if {one for side in sides for one in side} <= here]
    return Step(f"draw round {draft['number']} again", [redrawn(draft)], shows=locked(kept, draft))


def locked(kept: list[Json], before: Json) -> Shows:
    """The locks of those who are here stay, unless nothing could be drawn.

    In a knockout none does once others go on, by a correction of the round before.
    """

    def shows(now: Seen) -> bool:
        draft = now.last_in("draft")
        if draft is None or draft["error"]:
            return draft is not None
        locks = [lock["sides"] for lock in draft["locks"]]
        others = now.knockout and _in(draft) != _in(before)
        return others or all(sides in locks for sides in kept)

    return shows


def _in(draft: Json) -> set[str]:
    """The entries of a draft."""
    seated = {one["id"] for table in draft["tables"] for one in _seated(table)}
    return seated | {bye["entry"]["id"] for bye in draft["byes"]}


def redrawn(draft: Json) -> Call:
    path = f"/rounds/{draft['id']}/redraw"
    return Call("POST", path, {}, ("redraw_asked", *DRAWN), draws=True)


@act(weight=2)
def stir(seen: Seen, random: Random) -> Step | None:
    """Words or dice join the deals that all tables of the round are to play; nothing undoes it."""
    draft = seen.last_in("draft")
    if not seen.running or draft is None or not seen.head["duplicate"]:
        return None
    body, path = {"phrase": f"{random.randint(1, 6)} again"}, f"/rounds/{draft['id']}/entropy"
    return Step(
        f"stir the deals of round {draft['number']}", [Call("POST", path, body, ("deals_stirred",))]
    )


@act(weight=45)
def publish(seen: Seen, random: Random) -> Step | None:
    draft = seen.last_in("draft")
    if not seen.running or draft is None or draft["error"]:
        return None
    path = f"/rounds/{draft['id']}"
    late = random.random() < 0.5
    body, log = {"late": "next_round"} if late else {}, ("round_published",)
    there = Call("POST", f"{path}/publish", body, log, refusals=STALE)
    back = Call("POST", f"{path}/unpublish", {"reason": WHY}, ("round_unpublished",), reason=WHY)
    says = f"publish round {draft['number']}" + (", those who came since wait" if late else "")
    return Step(says, [there], always(back), last_is("published"))


@act(weight=3)
def unpublish(seen: Seen, random: Random) -> Step | None:
    round_ = seen.last_in("published")
    if not seen.running or round_ is None or any(each["result"] for each in round_["tables"]):
        return None
    path, log = f"/rounds/{round_['id']}", ("round_unpublished",)
    back = Call("POST", f"{path}/unpublish", {"reason": WHY}, log, reason=WHY)
    moved = [change["version"] for each in seen.bundle["entries"] for change in each["presence"]]
    same = max(moved) < seen.rounds[-1]["published"] and not any(
        lock["after_publication"] for lock in round_["locks"]
    )
    same = same and not any(is_cut(each, round_["number"]) for each in seen.entries)
    same = same and not _reseated_since_draw(seen)
    same = same and not (seen.knockout and _corrected_since_draw(seen))
    again = Call("POST", f"{path}/publish", {"late": "next_round"}, ("round_published",))
    undo = always(again) if same else None
    return Step(f"unpublish round {round_['number']}", [back], undo, last_is("draft"))


def _reseated_since_draw(seen: Seen) -> bool:
    """True if who sat in an earlier round was corrected after the draw of the last one."""
    *earlier, last = seen.rounds
    locks = [lock for each in earlier for lock in each["locks"] if lock["after_publication"]]
    return max([lock["version"] for lock in locks], default=0) > int(last["drawn"])


def _corrected_since_draw(seen: Seen) -> bool:
    """True if a result of an earlier round came after the draw of the last one."""
    *earlier, last = seen.rounds
    tables = [table for each in earlier for table in each["tables"]]
    versions: list[int] = [result["version"] for table in tables for result in table["results"]]
    return max(versions, default=0) > int(last["drawn"])


def is_cut(entry: Json, number: int) -> bool:
    """True if a player came for it between two hands of a round: who begins again plays it all."""
    return any(
        (stint["first"] == number and stint["first_hand"])
        or (stint["last"] == number and stint["last_hand"])
        for stint in entry["tenures"]
    )


@act(weight=16)
def close(seen: Seen, random: Random) -> Step | None:
    round_ = seen.last_in("published")
    if not seen.running or round_ is None or not all(map(confirmed, round_["tables"])):
        return None
    if seen.knockout and any(each["result"]["winner"] is None for each in round_["tables"]):
        return None
    path = f"/rounds/{round_['id']}"
    return Step(
        f"close round {round_['number']}",
        [Call("POST", f"{path}/close", {}, ("round_closed",))],
        always(opened(round_)),
        last_is("closed"),
    )


def opened(round_: Json) -> Call:
    log, path = ("round_reopened",), f"/rounds/{round_['id']}/reopen"
    return Call("POST", path, {"reason": WHY}, log, reason=WHY)


@act(weight=2)
def reopen_round(seen: Seen, random: Random) -> Step | None:
    """The last one that was published; a draft of the next is dropped."""
    closed = [each for each in seen.rounds if each["state"] == "closed"]
    if not seen.running or not closed or seen.is_last("published"):
        return None
    round_ = seen.view(closed[-1]["number"])
    close_again = Call("POST", f"/rounds/{round_['id']}/close", {}, ("round_closed",))
    undo = always(close_again) if round_["number"] == len(seen.rounds) else None
    return Step(f"reopen round {round_['number']}", [opened(round_)], undo, last_is("published"))


@act(weight=9)
def lock_a_table(seen: Seen, random: Random) -> Step | None:
    """Or let it go."""
    draft = seen.last_in("draft")
    if not seen.running or draft is None or draft["error"] or not draft["tables"]:
        return None
    table = random.choice(draft["tables"])
    kept = not table["locked"]
    path, log = f"/rounds/{draft['id']}/tables/{table['number']}", ("table_changed",)
    says = "lock" if kept else "unlock"
    before: Json = {"locked": not kept}
    for lock in draft["locks"]:
        if not kept and lock["table"] == table["number"]:
            before |= {"override": lock["override"]}
            before |= {"reason": lock["reason"]} if lock["reason"] else {}
    return Step(
        f"{says} table {table['number']} ({names_at(table)}) of round {draft['number']}",
        [Call("PATCH", path, {"locked": kept}, log)],
        always(Call("PATCH", path, before, log, reason=before.get("reason", ""))),
        lambda now: now.table_at(draft["number"], table["number"])["locked"] == kept,
    )


@act(weight=6)
def lock_a_bye(seen: Seen, random: Random) -> Step | None:
    """Or let it go."""
    draft = seen.last_in("draft")
    if not seen.running or draft is None or draft["error"] or not draft["byes"]:
        return None
    bye = random.choice(draft["byes"])
    path, log, kept = f"/rounds/{draft['id']}", ("byes_changed",), not bye["locked"]
    entry = bye["entry"]["id"]
    says = "lock" if kept else "unlock"
    return Step(
        f"{says} the bye of entry {bye['entry']['number']} in round {draft['number']}",
        [Call("PATCH", path, {"byes": [{"entry": entry, "locked": kept}]}, log)],
        always(Call("PATCH", path, {"byes": [{"entry": entry, "locked": not kept}]}, log)),
    )


@act(weight=3)
def choose_venue(seen: Seen, random: Random) -> Step | None:
    """A table of a mixed night is online from its publication on."""
    draft = seen.last_in("draft")
    if not seen.running or not seen.mixed or draft is None or draft["error"]:
        return None
    tables = seen.of_people(draft)
    if not tables:
        return None
    table = random.choice(tables)
    now = table["venue"]
    other = "online" if now == "table" else "table"
    path, log = f"/rounds/{draft['id']}/tables/{table['number']}", ("table_changed",)
    return Step(
        f"table {table['number']} of round {draft['number']} is {other}",
        [Call("PATCH", path, {"venue": other}, log)],
        always(Call("PATCH", path, {"venue": now}, log)),
        lambda now: now.table_at(draft["number"], table["number"])["venue"] == other,
    )


@act(weight=12)
def swap(seen: Seen, random: Random) -> Step | None:
    """Two change places in a draft; who draws again without the lock has it as it was."""
    draft = seen.last_in("draft")
    if not seen.running or draft is None or draft["error"]:
        return None
    chosen = _exchange(seen, draft, random)
    if chosen is None:
        return None
    table, sides, says = chosen
    path, log = f"/rounds/{draft['id']}/tables/{table['number']}", ("table_changed",)
    body = {"sides": sides, "override": True, "reason": WHY}
    fresh = seen.desk.log(1)[0].act == "round_drawn" and not draft["locks"]
    free = Call("PATCH", path, {"locked": False}, log)
    return Step(
        f"{says} in the draft of round {draft['number']}",
        [Call("PATCH", path, body, log, reason=WHY)],
        always(free, redrawn(draft)) if fresh else None,
        lambda now: sides_of(now.table_at(draft["number"], table["number"])) == sides,
    )


@act(weight=4)
def reseat(seen: Seen, random: Random) -> Step | None:
    """Two change places in a published round, at tables without a result."""
    round_ = seen.last_in("published")
    if not seen.running or round_ is None:
        return None
    chosen = _exchange(seen, round_, random, unplayed=True)
    if chosen is None or (seen.head["duplicate"] and any(map(at_game, round_["tables"]))):
        return None  # of tables with the same deals none begins again by itself
    table, sides, says = chosen
    path, log = f"/rounds/{round_['id']}/tables/{table['number']}", ("table_reseated",)
    terms = {"override": True, "reason": WHY}
    back = Call("PATCH", path, {"sides": sides_of(table), **terms}, log, reason=WHY)
    cut = any(is_cut(each, round_["number"]) for each in seen.entries)
    return Step(
        f"{says} in round {round_['number']}, which is published",
        [Call("PATCH", path, {"sides": sides, **terms}, log, reason=WHY)],
        None if cut else always(back),
        lambda now: sides_of(now.table(table["id"])) == sides,
    )


def _exchange(
    seen: Seen, round_: Json, random: Random, *, unplayed: bool = False
) -> tuple[Json, list[list[str]], str] | None:
    """A table, its sides once one there has changed places with another of the round, in words."""
    tables = [each for each in seen.of_people(round_) if not (unplayed and each["result"])]
    if not tables:
        return None
    table = random.choice(tables)
    others = [one for each in tables if each is not table for one in _seated(each)]
    others += [bye["entry"] for bye in round_["byes"]]
    here = _seated(table)
    if not others:
        one, other = here[0], here[-1]
    else:
        one, other = random.choice(here), random.choice(others)
    changed = {one["id"]: other["id"], other["id"]: one["id"]}
    sides = [[changed.get(each, each) for each in side] for side in sides_of(table)]
    return table, sides, f"entries {one['number']} and {other['number']} change places"


def _seated(table: Json) -> list[Json]:
    return [one for side in table["sides"] for one in side["entries"]]


@act(weight=3)
def correct_seats(seen: Seen, random: Random) -> Step | None:
    """Who really sat there: at two tables, or at a table and a bye, of any published round."""
    told = [each for each in seen.rounds if each["published"] is not None]
    if seen.state not in ("running", "finished") or not told:
        return None
    round_ = seen.view(random.choice(told)["number"])
    tables = [table for table in seen.of_people(round_) if not at_game(table)]
    if len(tables) < 2 or (seen.state == "finished" and round_["state"] != "closed"):
        return None
    two = random.sample(tables, 2)
    before = [(table["number"], sides_of(table)) for table in two]
    one, other = (random.choice(random.choice(sides)) for _, sides in before)
    change = {one: other, other: one}
    after = [(n, [[change.get(e, e) for e in side] for side in sides]) for n, sides in before]
    path, log = f"/rounds/{round_['id']}/corrections", ("seats_corrected",)

    def call(tables: list[tuple[int, list[list[str]]]]) -> Call:
        body = {"tables": [{"number": n, "sides": sides} for n, sides in tables], "reason": WHY}
        return Call("POST", path, body, log, reason=WHY)

    numbers = " and ".join(str(number) for number, _ in before)
    return Step(
        f"correct who sat at tables {numbers} of round {round_['number']}",
        [call(after)],
        always(call(before)),
        lambda now: [sides_of(now.table(table["id"])) for table in two] == [s for _, s in after],
    )
