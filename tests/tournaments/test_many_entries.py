"""Many entries at once: checked in by one call, or entered again from another night."""

from itertools import count
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Invitation
from games.services import invitations
from samba_service.kit import throttles
from tests.factories import NOBODY, api, erase, player
from tests.tournaments.clubs import Cast, guests_add
from tests.tournaments.nights import night
from tests.tournaments.test_rounds_api import ROOT, announced, drawn, entered
from tournaments.api.entries import entry_view
from tournaments.models import Entry, Tournament
from tournaments.models.audit import AuditEntry
from tournaments.selectors.tournaments import entry_rows
from tournaments.services import entry_changes

pytestmark = [pytest.mark.django_db, pytest.mark.full]

_numbers = count(1)


def outcomes(answer: Any) -> list[tuple[int, str | None]]:
    """Status and code of each row, whose indexes are in order."""
    assert answer.status_code == 200, answer.content
    rows = answer.json()["results"]
    assert [row["index"] for row in rows] == list(range(len(rows)))
    assert all(("entry" in row) != ("problem" in row) for row in rows)
    return [(row["status"], row.get("problem", {}).get("code")) for row in rows]


def tell(cast: Cast, path: str, *rows: Any, by: str = "director", **headers: str) -> Any:
    """The answer to many changes at once."""
    return cast.clients[by].patch(f"{path}/entries", list(rows), headers=headers)


def numbers(cast: Cast, path: str) -> dict[int, Any]:
    listed = cast.director.get(f"{path}/entries?limit=200").json()["results"]
    return {each["number"]: each for each in listed}


def field(cast: Cast, entries: int = 4) -> tuple[str, list[str]]:
    """A night, and the ids of entries that nobody has checked in."""
    path = announced(cast, format="rotating")
    members = guests_add(cast.club, *(f"Guest {next(_numbers)}" for _ in range(entries)))
    bodies = [{"members": [str(each.pk)]} for each in members]
    return path, [cast.director.post(f"{path}/entries", body).json()["id"] for body in bodies]


def test_a_director_checks_everybody_in_by_one_call(cast: Cast):
    path, ids = field(cast)
    answer = tell(cast, path, *({"id": each, "checked_in": True} for each in ids))
    assert outcomes(answer) == [(200, None)] * 4
    assert [row["entry"]["checked_in"] for row in answer.json()["results"]] == [True] * 4
    assert all(entry["checked_in"] for entry in numbers(cast, path).values())


def test_a_bad_row_undoes_no_other_and_says_why(cast: Cast):
    path, ids = field(cast)
    elsewhere, [foreign, *_] = field(cast, 1)
    answer = tell(
        cast, path,
        {"id": ids[0], "checked_in": True},
        {"id": str(NOBODY), "checked_in": True},
        {"id": foreign, "checked_in": True},
        {"id": ids[1], "checked_inn": True},
        {"id": ids[1], "seed": 0},
        {"id": ids[1]},
        "everybody",
        {"checked_in": True},
        {"id": ids[2], "checked_in": True, "seed": 3},
    )  # fmt: skip
    bad, unknown = (400, "invalid_fields"), (404, "not_found")
    assert outcomes(answer) == [(200, None), unknown, unknown, *[bad] * 5, (200, None)]
    problem = answer.json()["results"][3]["problem"]
    assert problem["errors"] == [{"path": "checked_inn", "detail": "There is no such field here."}]
    found = [entry["checked_in"] for entry in numbers(cast, path).values()]
    assert found == [True, False, True, False]
    assert not numbers(cast, elsewhere)[1]["checked_in"]


def test_a_row_that_names_an_entry_again_is_refused(cast: Cast):
    path, [one, other] = field(cast, 2)
    before = Tournament.objects.get().version
    rows = [{"id": one, "checked_in": True}, {"id": other, "seed": 1}]
    answer = tell(cast, path, *rows, *[{"id": one, "checked_in": False}] * 3)
    assert outcomes(answer) == [(200, None)] * 2 + [(400, "invalid_fields")] * 3
    [error] = answer.json()["results"][2]["problem"]["errors"]
    assert error == {"path": "id", "detail": "Row 0 already names this entry."}
    assert numbers(cast, path)[1]["checked_in"]
    assert answer.json()["version"] == before + 2


def test_rows_that_change_nothing_make_no_version(cast: Cast):
    path, ids = field(cast, 2)
    rows = [{"id": each, "checked_in": True} for each in ids]
    version = tell(cast, path, *rows).json()["version"]
    again = tell(cast, path, *rows)
    assert outcomes(again) == [(200, None)] * 2
    assert again.json()["version"] == version
    assert AuditEntry.objects.filter(tournament__isnull=False).count() == version


def test_rows_of_others_wait_for_no_lock_and_hold_none(cast: Cast):
    path, ids = field(cast, 3)
    version = Tournament.objects.get().version
    rows = [{"id": each, "checked_in": True} for each in (*ids, str(NOBODY))]
    with CaptureQueriesContext(connection) as queries:
        answer = tell(cast, path, *rows, by="member")
    assert outcomes(answer) == [(403, "not_own_entry")] * 3 + [(404, "not_found")]
    assert not [each["sql"] for each in queries if "FOR NO KEY UPDATE" in each["sql"]]
    assert Tournament.objects.get().version == version


def test_players_change_their_own_rows_and_no_others(cast: Cast):
    path, [foreign, *_] = field(cast, 1)
    me = {"player": str(cast.players["member"].pk)}
    mine = cast.member.post(f"{path}/entries", me).json()["id"]
    rows = [{"id": each, "checked_in": True} for each in (foreign, mine)]
    assert outcomes(tell(cast, path, *rows, by="member")) == [(403, "not_own_entry"), (200, None)]
    seeded = tell(cast, path, {"id": mine, "seed": 1}, by="member")
    assert outcomes(seeded) == [(403, "not_director")]


def test_each_row_is_in_the_log_as_if_it_had_been_called_for(cast: Cast):
    path, ids = field(cast, 3)
    before = Tournament.objects.get().version
    rows = [{"id": ids[0], "checked_in": True}, {"id": ids[1]}, {"id": ids[2], "seed": 1}]
    answer = tell(cast, path, *rows)
    log = AuditEntry.objects.filter(version__gt=before).order_by("version")
    assert [(row.version, row.act, row.facts) for row in log] == [
        (before + 1, "entry_changed", {"entry": ids[0], "checked_in": True}),
        (before + 2, "entry_changed", {"entry": ids[2], "seed": 1}),
    ]
    assert answer.json()["version"] == before + 2
    assert answer["ETag"] == f'"{before + 2}-0"'


def test_who_has_not_seen_the_last_change_changes_none_of_many(cast: Cast):
    path, ids = field(cast, 2)
    version = numbers(cast, path)[1]["version"]
    rows = [{"id": str(NOBODY), "seed": 1}, *({"id": each, "checked_in": True} for each in ids)]
    stale = tell(cast, path, *rows, **{"If-Match": str(version - 1)})
    assert (stale.status_code, stale.json()["version"]) == (412, version)
    foreign = tell(cast, path, *rows, by="member", **{"If-Match": str(version - 1)})
    assert foreign.status_code == 412
    fresh = tell(cast, path, *rows, **{"If-Match": str(version)})
    assert outcomes(fresh) == [(404, "not_found"), (200, None), (200, None)]


@pytest.mark.parametrize("body", [{}, [], [{}] * 201, "all", None])
def test_a_body_is_a_list_of_at_most_two_hundred(cast: Cast, body: object):
    path = announced(cast)
    answer = cast.director.patch(f"{path}/entries", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_fields")


def test_nothing_is_changed_of_a_night_that_is_over(cast: Cast):
    path, [one, *_] = field(cast, 1)
    cast.director.patch(path, {"state": "cancelled"})
    for who in ("director", "member"):
        answer = tell(cast, path, {"id": one, "checked_in": True}, by=who)
        assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")


def test_many_rows_cost_more_than_one(cast: Cast, settings: Any, monkeypatch: pytest.MonkeyPatch):
    settings.SAMBA_RATE_LIMITS = True
    path, [one, *_] = field(cast, 1)
    taken: list[int] = []

    def take(request: Any, rate: Any, account: Any, price: int) -> dict[str, str]:
        taken.append(price)
        return {}

    monkeypatch.setattr(throttles, "take", take)
    tell(cast, path, *[{"id": one, "checked_in": True}] * 20)
    assert sum(taken) == 11


def copy(cast: Cast, path: str, source: str, by: str = "director", **headers: str) -> Any:
    body = {"from": source.rpartition("/")[2]}
    return cast.clients[by].post(f"{path}/entries", body, headers=headers)


def test_the_pairs_of_last_week_are_entered_again(cast: Cast):
    last, path = announced(cast), announced(cast)
    entered(cast, last, 4)
    answer = copy(cast, path, last)
    assert outcomes(answer) == [(201, None)] * 4
    here, there = numbers(cast, path), numbers(cast, last)
    assert [(n, each["name"]) for n, each in here.items()] == [
        (n, each["name"]) for n, each in there.items()
    ]
    assert {each["players"][0]["id"] for each in here.values()} == {
        each["players"][0]["id"] for each in there.values()
    }
    assert not any(each["checked_in"] for each in here.values()), "they come in the evening"
    first = answer.json()["results"][0]
    assert first["copy_of"] == {name: there[1][name] for name in ("id", "number", "name")}


def test_who_is_no_member_is_asked_and_a_guest_by_name_is_not(cast: Cast):
    last, path = announced(cast, format="rotating"), announced(cast, format="rotating")
    [gus] = guests_add(cast.club, "Gus")
    cast.admin.patch(f"{cast.path}/members/{gus.pk}", {"guest": True})
    outsider, member = cast.players["outsider"], cast.players["member"]
    cast.outsider.post(f"{last}/entries", {"player": str(outsider.pk)})
    for one in (gus, member):
        cast.director.post(f"{last}/entries", {"members": [str(one.pk)]})
    answer = copy(cast, path, last)
    assert outcomes(answer) == [(202, None), (201, None), (201, None)]
    assert [row["entry"]["invited"] for row in answer.json()["results"]] == [True, False, False]
    assert Invitation.objects.get().player == outsider


def test_who_withdrew_left_or_was_erased_is_left_out_with_a_reason(cast: Cast):
    last, path = announced(cast, format="rotating"), announced(cast, format="rotating")
    gone, left, stays = guests_add(cast.club, "Gone", "Left", "Stays")
    for one in (gone, left, cast.players["member"], stays, cast.players["outsider"]):
        cast.director.post(f"{last}/entries", {"members": [str(one.pk)]})
    entry = numbers(cast, last)[1]["id"]
    cast.director.patch(f"{ROOT}/entries/{entry}", {"withdrawn": True})
    cast.admin.delete(f"{cast.path}/members/{left.pk}")
    erase(cast.member)
    answer = copy(cast, path, last)
    assert outcomes(answer) == [
        *[(409, "entry_left_out")] * 3,
        (201, None),
        (409, "entry_left_out"),
    ]
    problems = [row["problem"] for row in answer.json()["results"] if "problem" in row]
    assert [each["facts"]["because"] for each in problems] == [
        "withdrawn", "left", "erased", "not_agreed",
    ]  # fmt: skip
    assert problems[0]["detail"] == "The entry had withdrawn on that night."
    assert [each["name"] for each in numbers(cast, path).values()] == ["Stays"]
    assert list(numbers(cast, path)) == [1], "numbers have no gaps"


def test_a_pair_that_one_has_entered_already_is_not_entered_twice(cast: Cast):
    last, path = announced(cast), announced(cast)
    entered(cast, last, 2)
    assert outcomes(copy(cast, path, last)) == [(201, None)] * 2
    again = copy(cast, path, last)
    assert outcomes(again) == [(409, "already_entered")] * 2
    assert len(numbers(cast, path)) == 2


def test_a_retry_enters_nobody_twice_and_answers_the_same(cast: Cast):
    last, path = announced(cast), announced(cast)
    entered(cast, last, 2)
    first, second = (copy(cast, path, last, **{"Idempotency-Key": "once"}) for _ in range(2))
    assert first.content == second.content
    assert outcomes(second) == [(201, None)] * 2


def test_a_partnership_comes_under_its_name_while_it_lasts(cast: Cast):
    ana, ben = cast.players["member"], cast.players["admin"]
    body = {"players": [str(ben.pk)], "name": "The Egrets"}
    pair = cast.member.post(f"{ROOT}/partnerships", body).json()["id"]
    cast.admin.post(f"{ROOT}/partnerships/{pair}/accept", {})
    last, path, later = (announced(cast) for _ in range(3))
    entry = cast.director.post(f"{last}/entries", {"partnership": pair})
    assert entry.status_code == 201, entry.content
    [row] = copy(cast, path, last).json()["results"]
    assert (row["entry"]["name"], row["entry"]["partnership"]) == ("The Egrets", pair)
    api(ana).post(f"{ROOT}/partnerships/{pair}/leave", {})
    [row] = copy(cast, later, last).json()["results"]
    assert (row["status"], row["entry"]["partnership"]) == (201, None)


def test_invitations_stay_bounded(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    """One call does not ask more people than thirty calls might."""
    monkeypatch.setattr(invitations, "OPEN_AT_MOST", 2)
    last, path = announced(cast, format="rotating"), announced(cast, format="rotating")
    for name in "Ana", "Ben", "Cleo":
        one = player(name)
        assert api(one).post(f"{last}/entries", {"player": str(one.pk)}).status_code == 201
    [gus] = guests_add(cast.club, "Gus")
    cast.director.post(f"{last}/entries", {"members": [str(gus.pk)]})
    answer = copy(cast, path, last)
    assert outcomes(answer) == [(202, None), (202, None), (409, "too_many"), (201, None)]
    assert [row["entry"]["number"] for row in answer.json()["results"] if "entry" in row] == [
        1,
        2,
        3,
    ]


def test_a_full_night_takes_no_more(cast: Cast, settings: Any):
    last, path = announced(cast), announced(cast)
    entered(cast, last, 3)
    settings.SAMBA_MAX_ENTRIES = 2
    full = (409, "too_many_entries")
    assert outcomes(copy(cast, path, last)) == [(201, None), (201, None), full]


def test_what_one_call_does_not_enter_the_next_does(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(entry_changes, "COPIED_AT_ONCE", 2)
    last, path = announced(cast), announced(cast)
    entered(cast, last, 3)
    answer = copy(cast, path, last)
    assert outcomes(answer) == [(201, None), (201, None), (409, "too_many")]
    detail = answer.json()["results"][2]["problem"]["detail"]
    assert detail == "One call takes 2 entries; send the others in the next one."
    again = [(409, "already_entered")] * 2
    assert outcomes(copy(cast, path, last)) == [*again, (201, None)]


def test_only_a_night_of_the_same_club_and_size_is_copied(cast: Cast):
    path, individuals = announced(cast), announced(cast, format="rotating")
    elsewhere = night(2, rounds=1)
    for source in (path, individuals, elsewhere.path, f"{ROOT}/tournaments/{NOBODY}"):
        refused = copy(cast, path, source)
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (400, "from")
    assert not numbers(cast, path)


def test_entering_everybody_is_the_directors(cast: Cast):
    last, path = announced(cast), announced(cast)
    refused = copy(cast, path, last, by="member")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_director")


def test_house_bots_are_not_copied(cast: Cast):
    last = announced(cast, format="rotating", venue="mixed", house_bots="novice", rounds=4)
    path = announced(cast, format="rotating")
    entered(cast, last, 7, players=1)
    cast.director.post(f"{last}/start", {})
    drawn(cast, last)
    assert Entry.objects.filter(house=True).exists()
    assert len(outcomes(copy(cast, path, last))) == 7


def test_answers_of_many_entries_take_no_more_queries_than_of_few():
    found = []
    for entries in (2, 6):
        tournament = night(entries, rounds=1, start=False).tournament
        with CaptureQueriesContext(connection) as queries:
            assert len([entry_view(each) for each in entry_rows(tournament.pk)]) == entries
        found.append(len(queries))
    assert found[0] == found[1]
