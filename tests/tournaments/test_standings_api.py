"""Standings over HTTP: only from results, in whatever order they came, as of any version."""

import csv
from io import StringIO
from itertools import permutations
from typing import Any

import pytest
from django.core.cache import cache

from samba_service.accounts.models import Player
from tests.depth import first_of
from tests.factories import api
from tests.kept_worlds import kept
from tests.tournaments.nights import Night, night, player_at, table_of
from tests.tournaments.printing.pages import texts
from tests.tournaments.scores import score, total
from tournaments.engine.results import End
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.selectors.standings import places_of
from tournaments.services.results import adjustment_add, result_award, result_correct
from tournaments.services.rounds import round_deals_reveal

pytestmark = pytest.mark.django_db


def standings(of: Night, **query: Any) -> dict[str, Any]:
    answer = api().get(f"{of.path}/standings", query)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def scores(of: Night) -> dict[str, int]:
    """By entry, what deciding metrics come first."""
    rows = standings(of)["results"]
    return {row["entry"]: row["metrics"][0]["value"] for row in rows}


@kept
def played(entries: int = 4, rounds: int = 1, **given: Any) -> Night:
    """A night whose side 0 won every table, by 200 points for each number of a table."""
    evening = night(entries, **given)
    for _ in range(rounds):
        round_ = evening.next_round()
        for table in round_.tables.all():
            score(evening, table, 200 * table.number, 0)
        evening.close(round_)
    return evening


def test_the_winner_is_first_and_every_metric_is_shown():
    evening = played()
    answer = standings(evening)
    assert answer["version"] == evening.version()
    first = answer["results"][0]
    assert (first["rank"], first["withdrawn"]) == (1, False)
    assert [metric["name"] for metric in first["metrics"]] == evening.tournament.tiebreaks
    assert first["metrics"][0]["value"] > 1000
    assert {row["entry"] for row in answer["results"]} == {str(e.id) for e in evening.entries}


@pytest.mark.parametrize("order", list(permutations(range(3)))[1:])
def test_standings_do_not_depend_on_the_order_of_entry(order):
    evening = night(6, publish=True)
    tables = list(Round.objects.get().tables.all())
    points = [(1200, 300), (500, 700), (100, 100)]
    for at in range(3):
        score(evening, tables[at], *points[at])
    before = standings(evening)["results"]
    for at in order:
        result_correct(
            table_id=tables[at].id, by=evening.director, reason="again",
            hands=total(*points[at]),
        )  # fmt: skip
    assert standings(evening)["results"] == before


def test_corrected_back_they_are_the_same_to_the_bit():
    evening = played(6)
    before = standings(evening)["results"]
    table = table_of(Round.objects.get())
    for points in ((0, 3000), (200, 0)):
        result_correct(
            table_id=table.id, by=evening.director, reason="misread", hands=total(*points)
        )
    assert standings(evening)["results"] == before


def test_as_of_any_version_they_are_what_was_shown_then():
    evening = night(5)
    shown: dict[int, Any] = {}

    def look() -> None:
        answer = standings(evening)
        shown[answer["version"]] = answer["results"]

    look()
    round_ = evening.next_round()
    look()
    for table in round_.tables.all():
        score(evening, table, 400, 100)
        look()
    evening.close(round_)
    late = evening.enter()
    look()
    for gone in (True, False, True):
        evening.change(evening.entries[0], withdrawn=gone)
        look()
        assert [row["withdrawn"] for row in shown[evening.version()]].count(True) == gone
    adjustment_add(
        tournament_id=evening.tournament.id, by=evening.director, entry=late.id, score=-50,
        reason="noise",
    )  # fmt: skip
    look()
    result_award(
        table_id=table_of(round_).id, by=evening.director, reason="wrong seats", end=End.VOID
    )
    look()
    cache.clear()
    for version, results in shown.items():
        assert standings(evening, as_of=version)["results"] == results, version


def test_a_version_that_has_not_come_is_refused_in_words():
    evening = played()
    answer = api().get(f"{evening.path}/standings", {"as_of": 999})
    assert answer.status_code == 400
    [error] = answer.json()["errors"]
    assert error == {
        "path": "as_of", "detail": f"The tournament is at version {evening.version()}.",
    }  # fmt: skip


def test_a_client_that_has_them_already_gets_304():
    evening = played()
    first = api().get(f"{evening.path}/standings")
    assert first["ETag"].startswith(f'"{evening.version()}-')
    again = api().get(f"{evening.path}/standings", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    evening.change(evening.entries[0], withdrawn=True)
    fresh = api().get(f"{evening.path}/standings", headers={"If-None-Match": first["ETag"]})
    assert [row["withdrawn"] for row in fresh.json()["results"]].count(True) == 1


def test_names_that_change_without_a_version_change_the_tag():
    evening = played()
    path, club = f"{evening.path}/standings", f"/api/v1/clubs/{evening.club.pk}"
    member, named = api(evening.director), next(iter(evening.players.values()))

    def differs(client: Any, tag: str) -> None:
        answer = client.get(path, headers={"If-None-Match": tag})
        assert answer.status_code == 200, "the content is another one"
        assert answer["ETag"] != tag

    api(evening.admin).patch(club, {"names": "short"})
    differs(member, api().get(path)["ETag"])
    before = member.get(path)["ETag"]
    api(named).patch("/api/v1/players/me", {"display_name": "Zenobia Zimt"})
    differs(member, before)
    before = api().get(path)["ETag"]
    assert api(evening.admin).patch(club, {"names": "none"}).status_code == 200
    differs(api(), before)


def test_the_cache_changes_nothing(django_assert_max_num_queries):
    evening = played(8, rounds=2)
    cold = standings(evening)
    with django_assert_max_num_queries(8):
        warm = places_of(Tournament.objects.get())
    assert [str(row.entry.id) for row in warm.rows] == [row["entry"] for row in cold["results"]]
    assert standings(evening) == cold
    cache.clear()
    assert standings(evening) == cold


def test_pages_stay_at_the_version_of_the_first():
    evening = played(6)
    whole = standings(evening)["results"]
    first = standings(evening, limit=4)
    assert first["previous"] is None
    evening.change(evening.entries[0], withdrawn=True)
    second = api().get(first["next"]).json()
    assert first["results"] + second["results"] == whole
    assert (second["version"], second["next"]) == (first["version"], None)
    assert api().get(second["previous"]).json()["results"] == first["results"]
    assert api().get(f"{evening.path}/standings?cursor=x").status_code == 400


def test_as_csv_victory_points_have_their_hundredths():
    evening = played()
    answer = api().get(f"{evening.path}/standings.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'inline; filename="monday-standings.csv"'
    rows = list(csv.DictReader(StringIO(answer.content.decode())))
    names = {str(entry.id): entry.name for entry in evening.entries}
    told = standings(evening)["results"]
    assert [row["name"] for row in rows] == [names[each["entry"]] for each in told]
    assert [row["score"] for row in rows] == [
        f"{each['metrics'][0]['value'] / 100:.2f}" for each in told
    ]


@pytest.mark.parametrize(
    "accept", first_of(["application/json", "text/html", "garbage", "image/*;q=0"])
)
@pytest.mark.parametrize("file", ["standings.csv", "standings.pdf", "pairings.pdf"])
def test_a_path_that_names_a_file_gives_it_whatever_is_accepted(file, accept):
    evening = played()
    answer = api().get(f"{evening.path}/{file}", headers={"Accept": accept})
    kind = "text/csv; charset=utf-8" if file.endswith("csv") else "application/pdf"
    assert (answer.status_code, answer["Content-Type"]) == (200, kind)


@pytest.mark.parametrize("file", ["standings.csv", "standings.pdf"])
def test_a_file_that_cannot_be_had_is_a_problem_whatever_is_accepted(file):
    evening = played()
    headers = {"Accept": "application/pdf, text/csv"}
    answer = api().get(f"{evening.path}/{file}?as_of=1000000", headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_of_the_same_deals_nothing_counts_before_the_last_table_has_ended():
    evening = night(4, accounts=2, venue="online", duplicate=True, rounds=1, publish=True)
    one, two = Round.objects.get().tables.all()

    def award(table: Table) -> None:
        result_award(
            table_id=table.id, by=evening.director, reason="power cut", end=End.AWARDED,
            award=[1500, 500],
        )  # fmt: skip

    def results(by: Player | None) -> list[int]:
        [round_] = api(by).get(f"{evening.path}/export").json()["rounds"]
        return [len(table["results"]) for table in round_["tables"]]

    award(one)
    assert set(scores(evening).values()) == {0}
    assert results(None) == results(player_at(two, 0)) == [0, 0]
    assert results(evening.director) == [1, 0]
    award(two)
    round_deals_reveal(round_id=Round.objects.get().pk, by=evening.director, reason="power cut")
    assert sorted(scores(evening).values()) == [500, 500, 1500, 1500]
    assert results(None) == [1, 1]


def test_who_leaves_an_individual_night_early_is_listed_last_without_a_rank():
    evening = night(9, format="rotating", rounds=4)
    winner = None
    for _ in range(2):
        round_ = evening.next_round()
        for table in round_.tables.all():
            score(evening, table, 9000 if winner is None else 0, 0)
        evening.close(round_)
        if winner is None:
            winner = standings(evening)["results"][0]["entry"]
            evening.change(Entry.objects.get(pk=winner), withdrawn=True)
    rows = standings(evening)["results"]
    assert (rows[-1]["entry"], rows[-1]["rank"]) == (winner, None)
    assert rows[-1]["metrics"][0]["value"] == max(r["metrics"][0]["value"] or 0 for r in rows)
    assert None not in [row["rank"] for row in rows[:-1]], "who sat out counts as present"
    read = list(
        csv.DictReader(StringIO(api().get(f"{evening.path}/standings.csv").content.decode()))
    )
    assert [row["rank"] for row in read[-2:]] == [str(rows[-2]["rank"]), ""]
    [page] = texts(api().get(f"{evening.path}/standings.pdf").content)
    assert f"- {read[-1]['name']} (withdrawn)" in page.replace("\n", " ")


def test_a_director_sets_how_many_rounds_make_a_rank():
    evening = played(5, minimum_rounds=1)
    path = evening.path

    def patched(value: int | None) -> tuple[int, Any]:
        answer = api(evening.director).patch(path, {"minimum_rounds": value})
        return answer.status_code, answer.json()

    assert [row["rank"] for row in standings(evening)["results"]].count(None) == 0
    status, shown = patched(2)
    assert (status, shown["minimum_rounds"]) == (200, 2)
    assert {row["rank"] for row in standings(evening)["results"]} == {None}
    status, problem = patched(4)
    assert (status, problem["code"]) == (422, "tournament_unplayable")
    assert problem["errors"][0]["path"] == "minimum_rounds"
    status, shown = patched(None)
    assert (status, shown["minimum_rounds"]) == (200, 0), "the format's own"
    alone = night(4, format="rotating", rounds=5)
    assert api().get(alone.path).json()["minimum_rounds"] == 3


def test_who_entered_and_never_checked_in_is_not_listed():
    evening = night(4)
    absent = evening.enter(checked_in=False)
    assert str(absent.id) not in scores(evening)
    evening.change(absent, checked_in=True)
    assert str(absent.id) in scores(evening)
    evening.change(absent, withdrawn=True)
    assert str(absent.id) in scores(evening)
