"""A club's night: announced, entered, drawn, corrected, ended; a round of shared deals."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from games.store.row import clock_read
from tests.contract.stories.examples import Examples
from tests.factories import api, player
from tests.tournaments.clubs import Cast, cast_of_a_club, guests_add
from tournaments.models import Round
from tournaments.services.draws import round_draw
from tournaments.services.joining import club_join
from tournaments.services.table_games import games_deal

ROOT = "/api/v1"


def nights(examples: Examples) -> None:
    cast = cast_of_a_club()
    path = _announced(examples, cast)
    _entered(examples, cast, path)
    _first_round(examples, cast, path)
    _shared_deals(examples, cast)
    _voided(examples, cast)


def _announced(examples: Examples, cast: Cast) -> str:
    terms = {
        "club": str(cast.club.pk),
        "name": "Monday 12",
        "format": "swiss",
        "ruleset": "classic",
        "rounds": 3,
        "hands_per_round": 4,
        "venue": "table",
        "scoring": {"type": "wdl"},
    }
    director = cast.director
    made = examples.of("tournaments_create", director.post(f"{ROOT}/tournaments", terms), terms)
    path = f"{ROOT}/tournaments/{made['id']}"
    renamed = {"name": "Monday 13"}
    examples.of("tournaments_update", director.patch(path, renamed), renamed)
    examples.of("tournaments_read", director.get(path))
    examples.of("tournaments_list", director.get(f"{ROOT}/tournaments"))
    return path


def _entered(examples: Examples, cast: Cast, path: str) -> None:
    names = "Ana", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim"
    *players, substitute = guests_add(cast.club, *names)
    for one, other in zip(players[::2], players[1::2], strict=True):
        pair = {"members": [str(one.pk), str(other.pk)]}
        entry = examples.of(
            "tournaments_entries_create", cast.director.post(f"{path}/entries", pair), pair
        )
        at = f"{ROOT}/entries/{entry['id']}"
        here = {"checked_in": True}
        examples.of("entries_update", cast.director.patch(at, here), here)
    examples.of("entries_read", cast.director.get(at))
    seeded = [
        {"id": entry["id"], "seed": 1},
        {"id": str(players[0].pk), "seed": 2},
    ]
    answer = cast.director.patch(f"{path}/entries", seeded)
    examples.of("tournaments_entries_update", answer, seeded)
    _entered_again(examples, cast, path)
    body = {"out": str(players[-1].pk), "member": str(substitute.pk), "from_round": 2}
    answer = cast.director.post(f"{at}/substitutes", body)
    examples.of("entries_substitutes_create", answer, body)
    examples.of("tournaments_entries_list", cast.director.get(f"{path}/entries?limit=2"))


def _entered_again(examples: Examples, cast: Cast, path: str) -> None:
    """Everybody enters the next night too."""
    terms = {
        "club": str(cast.club.pk), "name": "Monday 14", "format": "swiss", "ruleset": "classic",
        "rounds": 3, "hands_per_round": 4, "venue": "table",
    }  # fmt: skip
    made = cast.director.post(f"{ROOT}/tournaments", terms).json()
    last = {"from": path.rpartition("/")[2]}
    answer = cast.director.post(f"{ROOT}/tournaments/{made['id']}/entries", last)
    examples.of("tournaments_entries_create", answer)


def _first_round(examples: Examples, cast: Cast, path: str) -> None:
    director = cast.director
    examples.of("tournaments_start", director.post(f"{path}/start", {}), {})
    asked = examples.of("tournaments_rounds_create", director.post(f"{path}/rounds", {}), {})
    round_ = f"{ROOT}/rounds/{asked['id']}"
    draw(asked["id"])
    draft = director.get(round_).json()
    swapped = {
        "sides": [
            [draft["tables"][0]["sides"][0]["entries"][0]["id"]],
            [draft["tables"][1]["sides"][1]["entries"][0]["id"]],
        ],
        "reason": "They share a car.",
    }
    examples.of("rounds_tables_update", director.patch(f"{round_}/tables/1", swapped), swapped)
    byes = {"byes": [{"entry": draft["byes"][0]["entry"]["id"], "locked": True}]}
    examples.of("rounds_update", director.patch(round_, byes), byes)
    examples.of("rounds_redraw", director.post(f"{round_}/redraw", {}), {})
    draw(asked["id"])
    why = {"reason": "The wrong round was on the screen."}
    director.post(f"{round_}/publish", {})
    examples.of("rounds_unpublish", director.post(f"{round_}/unpublish", why), why)
    examples.of("rounds_publish", director.post(f"{round_}/publish", {}), {})
    examples.of("rounds_read", director.get(round_))
    examples.of("tournaments_rounds_list", director.get(f"{path}/rounds"))
    _clock(examples, director, round_, asked["id"])
    for table in director.get(round_).json()["tables"]:
        void = {"reason": "The lights went out.", "end": "void"}
        answer = director.post(f"{ROOT}/tables/{table['id']}/corrections", void)
        assert answer.status_code == 201, answer.content
    director.post(f"{round_}/close", {})
    why = {"reason": "A sheet was left over."}
    examples.of("rounds_reopen", director.post(f"{round_}/reopen", why), why)
    sides = [[e["id"] for e in side["entries"]] for side in table["sides"]]
    sat = {
        "tables": [{"number": table["number"], "sides": sides[::-1]}],
        "reason": "They sat the other way round.",
    }
    at = f"{round_}/corrections"
    examples.of("rounds_corrections_create", director.post(at, sat), sat)
    examples.of("rounds_close", director.post(f"{round_}/close", {}), {})
    _ended(examples, cast, path)
    examples.of("tournaments_events_list", director.get(f"{path}/events?limit=3"))


def _ended(examples: Examples, cast: Cast, path: str) -> None:
    """Finished, reopened, finished again; archived and taken out."""
    why, early = {"reason": "A table was forgotten."}, {"rounds": "as_played"}
    for name, caller, body in (
        ("finish", cast.director, early),
        ("reopen", cast.director, why),
        ("finish", cast.director, early),
        ("archive", cast.admin, {}),
        ("unarchive", cast.admin, why),
    ):
        examples.of(f"tournaments_{name}", caller.post(f"{path}/{name}", body), body)
    operator, rated = api(player("Operator", is_staff=True)), {"rated": True}
    examples.of("tournaments_rate", operator.put(f"{path}/rated", rated), rated)


def _shared_deals(examples: Examples, cast: Cast) -> None:
    """A round of two tables on the same deals, ended by the director's sheets."""
    director, path = cast.director, _online_night(cast)
    round_ = f"{ROOT}/rounds/{director.post(f'{path}/rounds', {}).json()['id']}"
    draw(round_.rsplit("/", 1)[1])
    phrase = {"phrase": "three sixes and a one"}
    examples.of("rounds_entropy_add", director.post(f"{round_}/entropy", phrase), phrase)
    tables = director.post(f"{round_}/publish", {}).json()["tables"]
    games_deal(round_id=UUID(round_.rsplit("/", 1)[1]))
    shown = {"side": 0, "points": -100, "reason": "A card was shown."}
    game = f"{ROOT}/games/{tables[0]['game']}"
    examples.of("games_adjustments_create", director.post(f"{game}/adjustments", shown), shown)
    note = {"note": "North said which card it was."}
    noted = cast.clients["admin"].post(f"{game}/case-log", note)
    examples.of("games_case_log_note", noted, note)["id"] = 1  # others were noted before
    listed = examples.of("games_case_log_list", cast.clients["admin"].get(f"{game}/case-log"))
    listed["results"][0]["id"] = 1
    examples.of("cases_list", cast.clients["admin"].get(f"{ROOT}/cases?game={tables[0]['game']}"))
    for table, hands in zip(tables, SHEETS, strict=True):
        why = {"reason": "The line was down."}
        director.post(f"{ROOT}/games/{table['game']}/abandon", why)
        sheet = {**why, "end": "played", "hands": hands}
        answer = director.post(f"{ROOT}/tables/{table['id']}/corrections", sheet)
        assert answer.status_code == 201, answer.content
    why = {"reason": "Both tables were written down by hand."}
    examples.of("rounds_open_deals", director.post(f"{round_}/open-deals", why), why)
    examples.of("rounds_comparison", director.get(f"{round_}/comparison"))


SHEETS = [
    [
        {"sides": [{"side": side, "total": total} for side, total in enumerate(totals)]}
        for totals in table
    ]
    for table in (((1285, 640), (410, 905)), ((850, 720), (1120, -45)))
]
"""Of two tables, two hands each."""


def _clock(examples: Examples, director: Any, round_: str, round_id: str) -> None:
    """The round is by time for a while, and there is no time left to call."""
    now = clock_read()
    rows = Round.objects.filter(pk=round_id)
    rows.update(starts_at=now, ends_at=now + timedelta(hours=1))
    dark = {"reason": "The lights went out."}
    examples.of("rounds_pause", director.post(f"{round_}/pause", dark), dark)
    examples.of("rounds_resume", director.post(f"{round_}/resume", {}), {})
    more = {"minutes": 10, "reason": "The last table began late."}
    examples.of("rounds_extend", director.post(f"{round_}/extend", more), more)
    rows.update(ends_at=None)


def _voided(examples: Examples, cast: Cast) -> None:
    """A hand at an online table with deals of its own is voided."""
    director, path = cast.director, _online_night(cast, duplicate=False)
    round_ = f"{ROOT}/rounds/{director.post(f'{path}/rounds', {}).json()['id']}"
    draw(round_.rsplit("/", 1)[1])
    tables = director.post(f"{round_}/publish", {}).json()["tables"]
    games_deal(round_id=UUID(round_.rsplit("/", 1)[1]))
    why = {"reason": "Two players saw each other's cards."}
    game = f"{ROOT}/games/{tables[0]['game']}"
    examples.of("games_void_hand", director.post(f"{game}/void-hand", why), why)


NAMES = ("Lea", "Max", "Nia", "Otto", "Pia", "Quin", "Rosa", "Sam")


def _online_night(cast: Cast, *, duplicate: bool = True) -> str:
    """Two tables of pairs with accounts, about to be drawn."""
    terms = {
        "club": str(cast.club.pk),
        "name": "Same deals",
        "format": "swiss",
        "ruleset": "classic",
        "rounds": 2,
        "hands_per_round": 2,
        "duplicate": duplicate,
    }
    director = cast.director
    path = f"{ROOT}/tournaments/{director.post(f'{ROOT}/tournaments', terms).json()['id']}"
    names = NAMES if duplicate else [f"{name} B." for name in NAMES]
    people = [club_join(code=cast.club.join_code, player=player(name)).member for name in names]
    for one, other in zip(people[::2], people[1::2], strict=True):
        pair = {"members": [str(one.pk), str(other.pk)]}
        entry = director.post(f"{path}/entries", pair).json()
        director.patch(f"{ROOT}/entries/{entry['id']}", {"checked_in": True})
    assert director.post(f"{path}/start", {}).status_code == 200
    return path


def draw(round_id: str) -> None:
    round_ = Round.objects.get(pk=round_id)
    assert round_draw(round_id=round_.pk, step=round_.step)
