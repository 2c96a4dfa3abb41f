"""The archive: what is in it does not change, and an admin takes it out again."""

from collections.abc import Callable
from typing import Any

import pytest

from games.choices import GameStatus
from games.models import DueWork
from tests.concurrency.bots_night import bots_night
from tests.contract.test_routes import operations
from tests.factories import NOBODY, api
from tests.games.tables import play_out
from tests.tournaments.nights import Night, night, table_of, tournament_cancel, tournament_end
from tests.tournaments.paper import code, hand
from tests.tournaments.scores import score
from tests.tournaments.undoing import kept, log
from tournaments.models import Season, Table
from tournaments.services.draws import round_draw
from tournaments.services.results import game_result_record
from tournaments.services.rounds import round_request
from tournaments.services.seasons import season_create
from tournaments.services.tournaments import tournament_archive, tournament_unarchive

pytestmark = [pytest.mark.django_db, pytest.mark.full]

ROOT = "/api/v1"
WHY = {"reason": "A sheet was found."}
HANDS = [hand(300, 5), hand(0, 0)]


def over(evening: Night | None = None) -> Night:
    """A finished night of one round."""
    evening = evening or night(4, rounds=1)
    round_ = evening.next_round()
    for table in round_.tables.all():
        score(evening, table, 1000, 200)
    evening.close(round_)
    tournament_end(tournament_id=evening.tournament.id, by=evening.director)
    return evening


def season_of(evening: Night) -> Season:
    """A season that the night counts for."""
    season = season_create(
        club_id=evening.club.pk, by=evening.director, name="Winter", counted_nights=3
    )
    answer = api(evening.director).patch(evening.path, {"season": str(season.pk)})
    assert answer.status_code == 200, answer.content
    return season


def close(evening: Night, season: Season) -> Any:
    return api(evening.admin).post(f"{ROOT}/seasons/{season.pk}/close", {})


def reopen(evening: Night, season: Season) -> Any:
    return api(evening.admin).post(f"{ROOT}/seasons/{season.pk}/reopen", WHY)


def changes(evening: Night) -> dict[tuple[str, str], tuple[str, Any]]:
    """Every call that changes a night, by its method and route: its address and a good body."""
    entry, table = evening.entries[0], Table.objects.filter(round__number=1).first()
    assert table is not None
    result, player = table.last_result, entry.stints.all()[0].member_id
    assert result is not None
    at = f"{ROOT}/rounds/{table.round_id}"
    sides = [[str(each.entry_id)] for each in table.assignments.order_by("side")]
    bodies: dict[tuple[str, str], tuple[str, Any]] = {
        ("patch", "tournaments/{}"): (evening.path, {"name": "Tuesday"}),
        ("patch", "entries/{}"): (f"{ROOT}/entries/{entry.pk}", {"withdrawn": True}),
        ("delete", "entries/{}"): (f"{ROOT}/entries/{entry.pk}", None),
        ("post", "tournaments/{}/entries"): (f"{evening.path}/entries", {"player": str(NOBODY)}),
        ("patch", "tournaments/{}/entries"): (
            f"{evening.path}/entries", [{"id": str(entry.pk), "withdrawn": True}],
        ),
        ("post", "entries/{}/substitutes"): (
            f"{ROOT}/entries/{entry.pk}/substitutes",
            {"out": str(player), "member": str(player), "from_round": 1},
        ),
        ("patch", "rounds/{}"): (at, {"byes": [{"entry": str(entry.pk), "locked": True}]}),
        **{
            ("post", f"rounds/{{}}/{act}"): (f"{at}/{act}", body)
            for act, body in (("pause", {}), ("resume", {}), ("extend", {"minutes": 5}))
        },
        ("patch", "rounds/{}/tables/{}"): (f"{at}/tables/1", {"sides": sides}),
        ("post", "rounds/{}/corrections"): (
            f"{at}/corrections", {**WHY, "tables": [{"number": 1, "sides": sides}]},
        ),
        ("post", "rounds/{}/entropy"): (f"{at}/entropy", {"phrase": "dice"}),
        ("post", "rounds/{}/open-deals"): (f"{at}/open-deals", WHY),
        ("post", "tables/{}/game"): (f"{ROOT}/tables/{table.pk}/game", WHY),
        ("post", "tables/{}/call-director"): (f"{ROOT}/tables/{table.pk}/call-director", WHY),
        ("delete", "tables/{}/call-director"): (f"{ROOT}/tables/{table.pk}/call-director", None),
        ("post", "tables/{}/call-director/answer"): (
            f"{ROOT}/tables/{table.pk}/call-director/answer", {},
        ),
        ("delete", "tables/{}/call-director/answer"): (
            f"{ROOT}/tables/{table.pk}/call-director/answer", None,
        ),
        ("post", "tables/{}/score-sheets"): (
            f"{ROOT}/tables/{table.pk}/score-sheets", {"hands": HANDS},
        ),
        ("post", "tables/{}/take-back"): (f"{ROOT}/tables/{table.pk}/take-back", WHY),
        ("post", "tables/{}/revoke-codes"): (f"{ROOT}/tables/{table.pk}/revoke-codes", {}),
        ("post", "tables/{}/corrections"): (
            f"{ROOT}/tables/{table.pk}/corrections", {**WHY, "hands": HANDS},
        ),
        ("post", "score-sheets/{}/confirm"): (f"{ROOT}/score-sheets/{result.pk}/confirm", {}),
        ("post", "score-sheets/{}/dispute"): (f"{ROOT}/score-sheets/{result.pk}/dispute", WHY),
        ("post", "tournaments/{}/adjustments"): (
            f"{evening.path}/adjustments", {**WHY, "entry": str(entry.pk), "score": -100},
        ),
        ("post", "tournaments/{}/reopen"): (f"{evening.path}/reopen", WHY),
        ("post", "tournaments/{}/wall-links"): (f"{evening.path}/wall-links", {}),
    }  # fmt: skip
    for step in ("start", "finish", "archive", "rounds"):
        bodies["post", f"tournaments/{{}}/{step}"] = f"{evening.path}/{step}", {}
    for step in ("redraw", "publish", "close", "unpublish", "reopen"):
        bodies["post", f"rounds/{{}}/{step}"] = f"{at}/{step}", {}
    return bodies


def routes_of_a_night() -> set[tuple[str, str]]:
    """Every route below a tournament, an entry, a round, a table or a sheet that changes it.

    Those of the club's people: who runs the site marks what counts for public ratings, and calls
    by the codes of sheets have tests of their own. A link to the wall may be revoked there too.
    """
    found = set()
    for address, method, _ in operations():
        route = address.removeprefix("api/v1/")
        of_night = route.split("/")[0] in (
            "tournaments", "entries", "rounds", "tables", "score-sheets",
        )  # fmt: skip
        if (
            method != "get"
            and of_night
            and "<" in route
            and not route.endswith(("/unarchive", "/rated"))
            and "/sheet" not in route
            and (method, route.split("/")[2:3]) != ("delete", ["wall-links"])
        ):
            parts = ["{}" if part.startswith("<") else part for part in route.split("/")]
            found.add((method, "/".join(parts)))
    return found


def test_an_archived_night_takes_no_change_whatsoever():
    evening = over()
    tournament_archive(tournament_id=evening.tournament.id, by=evening.admin)
    before, version = kept(evening), evening.version()
    calls = changes(evening)
    assert calls.keys() == routes_of_a_night()
    for (method, _), (address, body) in calls.items():
        answer = getattr(api(evening.admin), method)(address, body)
        assert code(answer) == (409, "archived"), (address, answer.content)
    assert (kept(evening), evening.version()) == (before, version)


def test_an_admin_takes_it_out_of_the_archive_and_all_is_as_it_was():
    evening = over()
    before = kept(evening)
    admin = api(evening.admin)
    assert admin.post(f"{evening.path}/archive", {}).json()["archived_at"] is not None
    assert admin.post(f"{evening.path}/unarchive", WHY).json()["archived_at"] is None
    assert kept(evening) == before
    assert log(evening)[-2:] == [
        ("tournament_archived", ""), ("tournament_unarchived", WHY["reason"]),
    ]  # fmt: skip
    assert admin.post(f"{evening.path}/reopen", WHY).json()["state"] == "running"


@pytest.mark.parametrize("with_season", [False, True])
def test_an_archived_night_may_still_be_hidden_from_strangers(*, with_season: bool):
    evening = night(4, rounds=1)
    season = season_of(evening) if with_season else None
    over(evening)
    if season:
        assert close(evening, season).status_code == 200
    else:
        tournament_archive(tournament_id=evening.tournament.id, by=evening.admin)
    assert api().get(evening.path).status_code == 200
    hidden = api(evening.director).patch(evening.path, {"visibility": "club"})
    assert (hidden.status_code, hidden.json()["visibility"]) == (200, "club")
    assert api().get(evening.path).status_code == 404
    both = {"visibility": "public", "name": "Tuesday"}
    assert code(api(evening.director).patch(evening.path, both)) == (409, "archived")


@pytest.mark.parametrize("step", ["archive", "unarchive"])
def test_the_archive_is_the_admins(step: str):
    evening = over()
    body = WHY if step == "unarchive" else {}
    assert code(api(evening.director).post(f"{evening.path}/{step}", body)) == (403, "not_admin")


@pytest.mark.parametrize("step", ["archive", "unarchive"])
def test_a_night_that_goes_on_is_neither_archived_nor_taken_out(step: str):
    evening = night(4)
    body = WHY if step == "unarchive" else {}
    assert code(api(evening.admin).post(f"{evening.path}/{step}", body)) == (409, "wrong_state")


def _draw(evening: Night) -> Callable[[], bool]:
    asked = round_request(tournament_id=evening.tournament.id, by=evening.director)
    return lambda: round_draw(round_id=asked.id, step=asked.step)


def _result(evening: Night) -> Callable[[], bool]:
    game = table_of(evening.next_round()).game
    assert game is not None
    play_out(game.id)
    game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    return lambda: game_result_record(game_id=game.id)


@pytest.mark.parametrize("late", [_draw, _result])
def test_a_worker_that_comes_late_changes_nothing_and_goes_on(late: Any):
    evening = bots_night()
    work = late(evening)
    tournament_cancel(tournament_id=evening.tournament.id, by=evening.director)
    tournament_archive(tournament_id=evening.tournament.id, by=evening.admin)
    version = evening.version()
    assert not work()
    assert evening.version() == version
    assert not DueWork.objects.filter(kind="draw").exists()


def test_a_closed_season_archives_its_nights_and_reopened_returns_them():
    evening = night(4, rounds=1)
    season = season_of(evening)
    over(evening)
    before = kept(evening)
    closed = close(evening, season)
    assert (closed.status_code, closed.json()["closed_at"] is None) == (200, False)
    assert code(api(evening.director).patch(evening.path, {"name": "x"})) == (409, "archived")
    assert code(close(evening, season)) == (409, "season_closed")
    assert code(api(evening.admin).post(f"{evening.path}/unarchive", WHY)) == (409, "season_closed")
    assert reopen(evening, season).json()["closed_at"] is None
    assert kept(evening) == before
    assert log(evening)[-2:] == [
        ("tournament_unarchived", WHY["reason"]), ("season_reopened", WHY["reason"]),
    ]  # fmt: skip
    assert code(reopen(evening, season)) == (409, "season_not_closed")
    assert api(evening.director).post(f"{evening.path}/reopen", WHY).status_code == 200


def test_a_night_that_was_archived_by_itself_stays_so_when_its_season_reopens():
    evening = night(4, rounds=1)
    season = season_of(evening)
    over(evening)
    tournament_archive(tournament_id=evening.tournament.id, by=evening.admin)
    close(evening, season)
    reopen(evening, season)
    assert api().get(evening.path).json()["archived_at"] is not None
    tournament_unarchive(tournament_id=evening.tournament.id, by=evening.admin, reason="so")
    assert api().get(evening.path).json()["archived_at"] is None


def test_a_season_with_a_night_that_is_not_over_stays_open():
    evening = night(4)
    season = season_of(evening)
    refused = close(evening, season)
    assert code(refused) == (409, "nights_open")
    assert refused.json()["facts"] == {
        "tournaments": [str(evening.tournament.id)],
        "names": [evening.tournament.name],
    }
    assert f"not over: {evening.tournament.name}. Finish each, call off" in refused.json()["detail"]
    assert api().get(f"{ROOT}/seasons/{season.pk}").json()["closed_at"] is None


def test_no_night_joins_a_closed_season():
    evening = night(4)
    season = season_create(
        club_id=evening.club.pk, by=evening.director, name="Winter", counted_nights=3
    )
    close(evening, season)
    director = api(evening.director)
    assert code(director.patch(evening.path, {"season": str(season.pk)})) == (409, "season_closed")
    body = {
        "club": str(evening.club.pk), "season": str(season.pk), "name": "Late", "format": "swiss",
        "ruleset": "classic", "rounds": 3, "hands_per_round": 4, "venue": "table",
    }  # fmt: skip
    assert code(director.post(f"{ROOT}/tournaments", body)) == (409, "season_closed")


def test_only_an_admin_closes_a_season():
    evening = night(4, rounds=1)
    season = season_of(evening)
    over(evening)
    answer = api(evening.director).post(f"{ROOT}/seasons/{season.pk}/close", {})
    assert code(answer) == (403, "not_admin")
