"""Calls that are impossible just now: each must be refused, and change nothing."""

from collections.abc import Iterator
from typing import NamedTuple
from uuid import uuid4

from tests.tournaments.random_director.desk import Call, Seen, at_game, confirmed, sides_of
from tests.tournaments.random_director.of_tables import at_play, holders
from tests.tournaments.scores import total

WHY = {"reason": "A slip."}
STALE = "stale_version"


class Slip(NamedTuple):
    """A call that must be refused."""

    says: str
    call: Call
    code: str | None = None
    """By this code, where there is only one reason."""
    tag: str | None = None


def slips(seen: Seen) -> Iterator[Slip]:
    """In words, and as calls."""
    yield from map(_slip, _of_the_night(seen))
    yield from map(_slip, _of_entries(seen))
    for round_ in seen.rounds[-2:]:
        yield from map(_slip, _of_a_round(seen, round_["number"]))


def _slip(told: tuple[str, Call]) -> Slip:
    return Slip(*told)


def slips_of_players(seen: Seen) -> Iterator[Slip]:
    """Those who have accounts, and judge what is not theirs to judge."""
    for table in at_play(seen):
        sitting, result = holders(seen, table), table["result"]
        sheet = {"hands": total(*[100] * len(table["sides"]))}
        enter = Call("POST", f"/tables/{table['id']}/score-sheets", sheet)
        for who in sorted(
            seen.desk.people.keys() - {"director", "admin", *(w for w, _ in sitting)}
        ):
            yield Slip("enter a sheet for others", enter._replace(by=who), "not_seated")
        for who, side in sitting:
            if result and result["by"] and result["by"]["side"] == side:
                path = f"/score-sheets/{result['id']}/confirm"
                yield Slip("confirm one's own sheet", Call("POST", path, by=who), "own_sheet")


def _of_the_night(seen: Seen) -> Iterator[tuple[str, Call]]:
    over = seen.state in ("finished", "cancelled", "archived")
    if seen.state not in ("draft", "open"):
        yield "start once more", Call("POST", f"{seen.path}/start")
    if over or seen.is_last("published"):
        yield "change the venue at play", Call("PATCH", seen.path, {"venue": "mixed"})
    if over or seen.state == "open":
        yield "draw although it does not run", Call("POST", f"{seen.path}/rounds")
        yield "finish although it does not run", Call("POST", f"{seen.path}/finish")
    if seen.running and len(seen.rounds) < seen.head["rounds"]:
        yield "finish with rounds left", Call("POST", f"{seen.path}/finish")
    if seen.rounds or seen.state in ("open", "finished", "archived"):
        yield "add a phrase at the wrong time", Call("PATCH", seen.path, {"phrase": "too late"})
    if not over:
        yield "reopen what is not over", Call("POST", f"{seen.path}/reopen", WHY)
        yield "archive what is not over", Call("POST", f"{seen.path}/archive", by="admin")
    if seen.state == "archived":
        yield "rename an archived night", Call("PATCH", seen.path, {"name": "Other"})
        yield "reopen an archived night", Call("POST", f"{seen.path}/reopen", WHY)
    else:
        yield (
            "unarchive what is not archived",
            Call("POST", f"{seen.path}/unarchive", WHY, by="admin"),
        )
    if len(seen.rounds) > 1:
        yield "plan fewer rounds than were drawn", Call("PATCH", seen.path, {"rounds": 1})


def _of_entries(seen: Seen) -> Iterator[tuple[str, Call]]:
    one, other = seen.entries[0], seen.entries[-1]
    who, whom = one["players"][0]["id"], other["players"][0]["id"]
    if one["id"] in seen.drawn:
        yield "delete an entry that a round has", Call("DELETE", f"/entries/{one['id']}")
    if seen.state in ("finished", "cancelled", "archived"):
        yield (
            "let an entry leave after the end",
            Call("PATCH", f"/entries/{one['id']}", {"withdrawn": True}),
        )
    members = [each["id"] for each in one["players"]]
    if not one["withdrawn"]:
        yield "enter somebody twice", Call("POST", f"{seen.path}/entries", {"members": members})
        if whom != who and not other["withdrawn"]:
            body = {"out": whom, "member": who, "from_round": max(1, len(seen.rounds))}
            yield (
                "let somebody sit for two entries",
                Call("POST", f"/entries/{other['id']}/substitutes", body),
            )
    if who != whom:
        path = f"/clubs/{seen.desk.club}/members/{who}/merge"
        yield "merge two who play tonight", Call("POST", path, {"into": whom})
    body = {"entry": str(uuid4()), "score": 5, **WHY}
    yield "adjust the score of nobody", Call("POST", f"{seen.path}/adjustments", body)


def _of_a_round(seen: Seen, number: int) -> Iterator[tuple[str, Call]]:
    round_ = seen.view(number)
    path, state, tables = f"/rounds/{round_['id']}", round_["state"], round_["tables"]
    if state not in ("draft", "drawing"):
        yield f"publish round {number} once more", Call("POST", f"{path}/publish")
        yield f"redraw round {number}, which is published", Call("POST", f"{path}/redraw")
    if state != "closed":
        yield f"reopen round {number}, which is open", Call("POST", f"{path}/reopen", WHY)
    if state != "published":
        yield f"unpublish round {number}, which is {state}", Call("POST", f"{path}/unpublish", WHY)
        yield f"close round {number}, which is {state}", Call("POST", f"{path}/close")
    if any(later["published"] for later in seen.rounds if later["number"] > number):
        yield f"reopen round {number} under a later one", Call("POST", f"{path}/reopen", WHY)
    if not all(map(confirmed, tables)):
        yield f"close round {number} without all results", Call("POST", f"{path}/close")
    if any(table["result"] for table in tables):
        yield f"unpublish round {number} with results", Call("POST", f"{path}/unpublish", WHY)
    if not tables:
        return
    first, last = tables[0], tables[-1]
    twice = {"number": first["number"], "sides": [sides_of(first)[0]] * len(first["sides"])}
    yield (
        "correct an entry into two seats",
        Call("POST", f"{path}/corrections", {"tables": [twice], **WHY}),
    )
    if first is not last and state in ("published", "closed"):
        sides = [sides_of(last)[0], *sides_of(first)[1:]]
        half = {"tables": [{"number": first["number"], "sides": sides}], **WHY}
        yield "correct half of an exchange", Call("POST", f"{path}/corrections", half)
    if first["result"] is None or state != "published":
        back = f"/tables/{first['id']}/take-back"
        yield "take back what cannot be taken back", Call("POST", back, WHY)
    if first["result"] and state != "draft":
        sides = sides_of(first)[::-1]
        yield (
            "reseat a table with a result",
            Call("PATCH", f"{path}/tables/{first['number']}", {"sides": sides, **WHY}),
        )
    if confirmed(first) or state == "closed":
        yield "enter a sheet where a result counts", Call(
            "POST", f"/tables/{first['id']}/score-sheets",
            {"hands": total(5, 10)},
        )  # fmt: skip
    if at_game(first) and state == "published":
        hands = {"hands": total(*[100] * len(first["sides"])), **WHY}
        yield "correct a running game", Call("POST", f"/tables/{first['id']}/corrections", hands)
    if seen.knockout:
        yield (
            "void a table of a knockout",
            Call("POST", f"/tables/{first['id']}/corrections", {"end": "void", **WHY}),
        )
    body = {"end": "awarded", "award": [0] * 9, **WHY}
    yield "award to nine sides", Call("POST", f"/tables/{first['id']}/corrections", body)
