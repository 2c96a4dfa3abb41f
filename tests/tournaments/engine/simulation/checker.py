"""The independent checker of a tournament: reads a bundle, and nothing of the engine.

`faults` judges the last published round of a bundle, its standings and its scores; called after
every round of an event it has judged all of it.
"""

from collections import Counter
from collections.abc import Iterator

from tests.tournaments.engine.simulation.fixed import bracket_faults, circle_faults
from tests.tournaments.engine.simulation.individuals import IndividualRound, night_faults
from tests.tournaments.engine.simulation.seen import (
    Json,
    Seen,
    corrected_since,
    drawn_in,
    entries_of,
    scale,
    scored,
)
from tests.tournaments.engine.simulation.standings import standings_faults
from tests.tournaments.engine.simulation.swiss import SwissRound


def faults(bundle: Json) -> list[str]:
    return [
        *_scale(bundle),
        *_scores(bundle),
        *standings_faults(bundle),
        *_ratings(bundle),
        *_last_round(bundle),
    ]


def _scale(bundle: Json) -> Iterator[str]:
    scoring = bundle["tournament"]["scoring"]
    if scoring["base"] is not None:
        base, step, table = scale(scoring["margin_sd"], scoring["hands"])
        if (base, step, list(table)) != (scoring["base"], scoring["step"], scoring["table"]):
            yield "the scale is not that of the formula"


def _scores(bundle: Json) -> Iterator[str]:
    for round_ in bundle["rounds"]:
        for table in round_["tables"]:
            for result in table["results"]:
                void = result["end"] == "void"
                expected = None if void else scored(bundle["tournament"], result)
                if result["scores"] != expected:
                    yield f"scores {result['scores']}, expected {expected}"


def _ratings(bundle: Json) -> Iterator[str]:
    """How many tables each is rated by.

    Where tables share deals, a round counts only once all of them have ended: a bundle does not say
    whether one without a result has, so that either is right of an open round.
    """
    seen = Seen(bundle)
    counts: Counter[object] = Counter()
    at_play: Counter[object] = Counter()
    for round_ in seen.rounds:
        shares = bundle["tournament"]["duplicate"] and round_["state"] == "published"
        in_round = at_play if shares else counts
        for table in round_["tables"]:
            result = seen.counted(table)
            if result is None or result["end"] not in ("played", "unfinished"):
                continue
            if any(_relieved(seen.entries[entry], round_) for entry in entries_of(table)):
                continue
            for side in table["sides"]:
                if seen.individual:
                    in_round.update(side["players"])
                elif sorted(side["players"]) == _own(seen, side["entries"][0]):
                    in_round[side["entries"][0]] += 1
    told = {each["player" if seen.individual else "entry"]: each for each in bundle["ratings"]}
    if any(each["tables"] > counts[key] for key, each in told.items()):
        counts += at_play
    for key, each in told.items():
        if each["tables"] != counts[key] or (each["after"] is None) != (not counts[key]):
            yield f"rating {each}, expected {counts[key]} tables"


def _own(seen: Seen, entry: str) -> list[str]:
    """Those it was entered with: whom a substitute replaces who has not sat before them."""
    stints = seen.entries[entry]["tenures"]
    found = {t["player"] for t in stints if t["for"] is None}
    for t in stints:
        before = [e for e in stints if e["player"] == t["for"] and e["first"] < t["first"]]
        if t["for"] is not None and not before:
            found.add(t["for"])
    return sorted(found)


def _last_round(bundle: Json) -> Iterator[str]:
    rounds = Seen(bundle).rounds
    if not rounds:
        return
    round_ = rounds[-1]
    yield from _places(bundle, round_)
    yield from _reasons(bundle, round_)
    if round_["method"] == "manual":
        return
    yield from _wishes(bundle, round_)
    yield from _forbidden(bundle, round_)
    if corrected_since(bundle, round_):
        return
    match bundle["tournament"]["format"]:
        case "swiss":
            yield from SwissRound(bundle, round_).faults()
        case "round_robin" | "double_round_robin":
            yield from circle_faults(bundle, round_)
        case "knockout":
            yield from bracket_faults(bundle, round_)
        case _:
            yield from IndividualRound(bundle, round_).faults()
            yield from night_faults(bundle)


def _reasons(bundle: Json, round_: Json) -> Iterator[str]:
    """Every table and bye has a reason with a code, which names its entries and no numbers.

    What was drawn and then locked as it was has the reason of the draw.
    """
    names = {entry["id"]: entry["name"] for entry in bundle["entries"]}
    for each in [*round_["tables"], *round_["byes"]]:
        why = each["why"]
        whose = [each["entry"]] if "entry" in each else entries_of(each)
        if not why["code"] or not all(names[entry] in why["text"] for entry in whose):
            yield f"the reason {why} does not name {whose}"
        told = why["code"] in ("set_by_director", "bye_by_director", "sit_out_by_director")
        locks = [k for k in round_["locks"] if {*whose} == {e for s in k["sides"] for e in s}]
        drawn = all(lock["version"] > round_["drawn"] for lock in locks)
        if round_["method"] != "manual" and (not drawn if not told else not locks):
            yield f"{whose} by {why['code']}, with the locks {locks}"


def _places(bundle: Json, round_: Json) -> Iterator[str]:
    """Each entry and player once; those there at the draw and still, and nobody else."""
    drawn = drawn_in(round_)
    players = [p for t in round_["tables"] for side in t["sides"] for p in side["players"]]
    for name, times in [*Counter(drawn).items(), *Counter(players).items()]:
        if times > 1:
            yield f"{name} is {times} times in round {round_['number']}"
    then, after = Seen(bundle, round_["drawn"]), Seen(bundle, round_["published"])
    always = {e for e in then.entries if then.present(e) and after.present(e)}
    if bundle["tournament"]["format"] != "knockout" and not always <= set(drawn):
        yield f"{sorted(always - set(drawn))} were there and not drawn"
    if gone := [entry for entry in drawn if not after.present(entry)]:
        yield f"{gone} were drawn and not there"
    for table in round_["tables"]:
        for side in table["sides"]:
            expected = [p for entry in side["entries"] for p in _line_up(then, entry, round_)]
            if side["players"] != expected:
                yield f"{side['players']} sit for {side['entries']}, expected {expected}"
    _bots = bundle["tournament"]["house_bots"]
    fills = bundle["tournament"]["format"] in ("swiss", "rotating", "swiss_individual")
    if _bots and fills and round_["byes"] and not round_["locks"]:
        yield "somebody sits out where bots fill up"


def _relieved(entry: Json, round_: Json) -> bool:
    """True if somebody came or went between two hands of the round."""
    number = round_["number"]
    return any(
        (stint["first"] == number and stint["first_hand"] is not None)
        or (stint["last"] == number and stint["last_hand"] is not None)
        for stint in entry["tenures"]
    )


def _line_up(seen: Seen, entry: str, round_: Json) -> list[str]:
    """Who sits for an entry when the round ends."""
    return [
        stint["player"]
        for stint in seen.entries[entry]["tenures"]
        if stint["first"] <= round_["number"]
        and (stint["last"] is None or round_["number"] <= stint["last"])
        and not (stint["last"] == round_["number"] and stint["last_hand"] is not None)
    ]


def _wishes(bundle: Json, round_: Json) -> Iterator[str]:
    """Locks are kept; tables have numbers of their own, and the stationary stay."""
    numbers = [table["number"] for table in round_["tables"]]
    if len(set(numbers)) < len(numbers) or min(numbers, default=1) < 1:
        yield f"tables {numbers}"
    seated = {
        frozenset(frozenset(side["entries"]) for side in table["sides"]): table["number"]
        for table in round_["tables"]
    }
    byes = [bye["entry"] for bye in round_["byes"]]
    for lock in round_["locks"]:
        sides = frozenset(map(frozenset, lock["sides"]))
        if lock["bye"] and lock["sides"][0][0] not in byes:
            yield f"the bye of {lock['sides']} is not kept"
        if not lock["bye"] and lock["table"] not in (None, seated.get(sides)):
            yield f"table {lock['table']} is not kept"
        if not lock["bye"] and sides not in seated:
            yield f"{lock['sides']} are not kept together"
    yield from _stationary(bundle, round_)


def _stationary(bundle: Json, round_: Json) -> Iterator[str]:
    locked = {lock["table"] for lock in round_["locks"]}
    wished = {each["entry"]: each["table"] for each in bundle["tournament"]["stationary"]}
    taken = {
        table["number"]
        for table in round_["tables"]
        if any(wished.get(entry) == table["number"] for entry in entries_of(table))
    }
    for table in round_["tables"]:
        wishes = {wished[entry] for entry in entries_of(table) if entry in wished}
        if wishes and table["number"] not in wishes | locked and not wishes <= taken | locked:
            yield f"table {table['number']} should be one of {sorted(wishes)}"


def _forbidden(bundle: Json, round_: Json) -> Iterator[str]:
    overridden = {
        frozenset(entry for side in lock["sides"] for entry in side)
        for lock in round_["locks"]
        if lock["override"]
    }
    for ban in bundle["tournament"]["forbidden"]:
        one, other = ban["entries"]
        for table in round_["tables"]:
            if frozenset(entries_of(table)) in overridden or bundle["tournament"]["format"] == (
                "knockout"
            ):
                continue
            sides = [side["entries"] for side in table["sides"]]
            mates = any({one, other} <= set(side) for side in sides)
            foes = {one, other} <= set(entries_of(table)) and not mates
            if (mates and ban["as"] != "opponents") or (foes and ban["as"] != "partners"):
                yield f"{one} and {other} share table {table['number']}"
