"""Acts on tables: sheets, awards, voids and corrections; put back, or taken back if the first."""

from random import Random
from typing import Any

from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.random_director.acts import Shows, Step, Undo, act, always
from tests.tournaments.random_director.desk import Call, Seen, at_game, confirmed
from tests.tournaments.scores import total

WHY = "Counted again."


def points(random: Random, sides: int) -> list[int]:
    """Level now and then."""
    found = [5 * random.randint(-40, 900) for _ in range(sides)]
    return [found[0]] * sides if random.random() < 0.06 else found


def sheet(table: Json, found: list[int], by: str = "director") -> Call:
    body = {"hands": total(*found)}
    return Call("POST", f"/tables/{table['id']}/score-sheets", body, ("sheet_entered",), by=by)


def holders(seen: Seen, table: Json) -> list[tuple[str, int]]:
    """Who sits there and has an account, and on which side."""
    sides = enumerate(table["sides"])
    return [(who["id"], at) for at, side in sides for who in side["players"]
            if seen.desk.has_account(who)]  # fmt: skip


def judges(seen: Seen, table: Json) -> list[str]:
    """Who may judge the last sheet: directors, and who sits on another side than its author."""
    author = table["result"]["by"]
    side = author and author["side"]
    return ["director", *(who for who, at in holders(seen, table) if at != side)]


def word(by: str) -> str:
    return "" if by == "director" else ", by who sits there"


def at_play(seen: Seen) -> list[Json]:
    """Tables of the published round without a result that counts."""
    round_ = seen.last_in("published")
    if not seen.running or round_ is None:
        return []
    return [table for table in round_["tables"] if not confirmed(table)]


@act(weight=30)
def enter_a_sheet(seen: Seen, random: Random) -> Step | None:
    tables = [table for table in at_play(seen) if not at_game(table)]
    if not tables:
        return None
    table = random.choice(tables)
    by = random.choice(["director", *(who for who, _ in holders(seen, table))])
    call = sheet(table, points(random, len(table["sides"])), by)
    shows = has(table, "entered", "disputed", "confirmed")
    says = f"enter a sheet at table {table['number']}{word(by)}"
    return Step(says, [call], _take_back(seen, table), shows)


def has(table: Json, *status: str) -> Shows:
    """The table has one more version, and the last has such a status."""
    versions = table["result"]["version"] if table["result"] else 0

    def shows(now: Seen) -> bool:
        result = now.table(table["id"])["result"]
        return result["status"] in status and result["version"] > versions

    return shows


@act(weight=30)
def confirm_a_sheet(seen: Seen, random: Random) -> Step | None:
    table = _told(seen, random, "entered", "disputed")
    if table is None:
        return None
    path, by = f"/score-sheets/{table['result']['id']}/confirm", random.choice(judges(seen, table))
    refusals = ("no_figures",) if by == "director" else ("no_figures", "result_disputed")
    confirm = Call("POST", path, {}, ("sheet_confirmed",), by=by, refusals=refusals)
    says = f"confirm the sheet of table {table['number']}{word(by)}"
    return Step(says, [confirm], shows=has(table, "confirmed"))


@act(weight=15)
def dispute(seen: Seen, random: Random) -> Step | None:
    table = _told(seen, random, "entered")
    if table is None:
        return None
    path, log = f"/score-sheets/{table['result']['id']}/dispute", ("sheet_disputed",)
    body: Json = {"reason": WHY}
    if random.random() < 0.5:
        body["hands"] = total(*points(random, len(table["sides"])))
    by = random.choice(judges(seen, table))
    call = Call("POST", path, body, log, reason=WHY, by=by)
    says = f"dispute the sheet of table {table['number']}{word(by)}"
    return Step(says, [call], shows=has(table, "disputed"))


def _told(seen: Seen, random: Random, *status: str) -> Json | None:
    told = [t for t in at_play(seen) if t["result"] and t["result"]["status"] in status]
    return random.choice(told) if told else None


@act(weight=7)
def results_of_the_rest(seen: Seen, random: Random) -> Step | None:
    """All but a few tables come to their end: sheets said twice, and awards."""
    tables = at_play(seen)
    if not tables:
        return None
    left = random.sample(tables, min(len(tables) - 1, random.choice([0, 0, 0, 1, 2])))
    calls = [call for table in tables if table not in left for call in end(seen, table, random)]
    undone = [_take_back(seen, table) for table in tables if table not in left]
    return Step(
        f"the results of all tables but {len(left)}",
        calls,
        _all_of(undone),
        shows=lambda now: len(at_play(now)) == len(left),
    )


def end(seen: Seen, table: Json, random: Random) -> list[Call]:
    """A result that counts, and a winner in a knockout."""
    if table["result"] is None and not at_game(table) and random.random() < 0.5:
        found = points(random, len(table["sides"]))
        if not seen.knockout or len(set(found)) > 1:
            two = _of_two_sides(seen, table) if random.random() < 0.6 else None
            return [sheet(table, found, by) for by in two or ["director", "director"]]
    return [decided(table, _award(seen, random, len(table["sides"])))]


def _of_two_sides(seen: Seen, table: Json) -> list[str] | None:
    """One who has an account of each of two sides, if there are such."""
    by_side = {side: who for who, side in holders(seen, table)}
    return [*by_side.values()][:2] if len(by_side) > 1 else None


def decided(table: Json, body: Any) -> Call:
    log = ("result_corrected",) if "hands" in body else ("result_awarded",)
    return Call("POST", f"/tables/{table['id']}/corrections", {**body, "reason": WHY}, log,
                reason=WHY)  # fmt: skip


def _award(seen: Seen, random: Random, sides: int) -> Json:
    winner = random.randrange(sides)
    if random.random() < 0.3:
        return {"end": "forfeit", "winner": winner}
    award = [1200 if side == winner else 800 for side in range(sides)]
    return {"end": "awarded", "award": award, "winner": winner}


@act(weight=5)
def award(seen: Seen, random: Random) -> Step | None:
    table = _any_table(seen, random)
    if table is None:
        return None
    body = _award(seen, random, len(table["sides"]))
    says = f"give table {table['number']} to side {body['winner'] + 1}, {body['end']}"
    return Step(says, [decided(table, body)], _put_back(seen, table), ended(table, body["end"]))


@act(weight=4)
def void(seen: Seen, random: Random) -> Step | None:
    table = _any_table(seen, random)
    if table is None or seen.knockout:
        return None
    says = f"table {table['number']} has not been played after all"
    shows = ended(table, "void")
    return Step(says, [decided(table, {"end": "void"})], _put_back(seen, table), shows)


@act(weight=8)
def correct(seen: Seen, random: Random) -> Step | None:
    table = _any_table(seen, random)
    if table is None or at_game(table):
        return None
    found = points(random, len(table["sides"]))
    if seen.knockout and len(set(found)) == 1:
        return None
    says = f"table {table['number']} ended {' to '.join(map(str, found))}"
    call, shows = decided(table, {"hands": total(*found)}), ended(table, "played", found)
    return Step(says, [call], _put_back(seen, table), shows)


def _any_table(seen: Seen, random: Random) -> Json | None:
    """Of any published round."""
    told = [each for each in seen.rounds if each["published"] is not None]
    if seen.state not in ("running", "finished") or not told:
        return None
    tables = seen.view(random.choice(told)["number"])["tables"]
    table: Json | None = random.choice(tables) if tables else None
    return table


def ended(table: Json, end: str, points: list[int] | None = None) -> Shows:
    """The latest result is this one, with these points if any are given."""

    def shows(now: Seen) -> bool:
        result = now.table(table["id"])["result"]
        return (result["status"], result["end"]) == ("confirmed", end) and points in (
            None, result["points"],
        )  # fmt: skip

    return shows


def _take_back(seen: Seen, table: Json) -> Undo | None:
    """The first result of a table, taken back; None if it has one already.

    A game that ends by it comes back as another, but where all tables play the same deals.
    """
    if table["result"] is not None or not seen.running:
        return None
    at = f"/tables/{table['id']}"
    back = Call("POST", f"{at}/take-back", {"reason": WHY}, ("result_taken_back",), reason=WHY)
    if not at_game(table):
        return always(back)
    if seen.head["duplicate"]:
        return None
    game = Call("POST", f"{at}/game", {"reason": WHY}, ("game_begun_again",), reason=WHY)
    return always(back, game)


def _all_of(undone: list[Undo | None]) -> Undo | None:
    """What undoes all of it; None if something cannot be undone."""
    if None in undone:
        return None
    return lambda answers: [call for undo in undone if undo for call in undo(answers)]


def _put_back(seen: Seen, table: Json) -> Undo | None:
    """The result that stood, decided again; None where one was entered that did not count."""
    former = table["result"]
    if former is None:
        return _take_back(seen, table)
    if not confirmed(table):
        return None
    if former["hands"] is not None and former["end"] in ("played", "unfinished"):
        return always(decided(table, {"hands": former["hands"], "end": former["end"]}))
    if former["end"] == "void":
        return always(decided(table, {"end": "void"}))
    terms = {name: former[name] for name in ("end", "award", "winner")}
    return always(decided(table, terms))
