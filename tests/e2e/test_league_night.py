"""A club's league night over HTTP, from founding the club to the season table."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from samba_service.devstack.addresses import Address
from tests.e2e.club import Club, Night
from tests.e2e.service import Json, service
from tests.e2e.tables import PaperTable, hands, play_online, result_of
from tests.tournaments.engine.simulation import checker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

PHONES = (
    "Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jana", "Karl", "Lena",
    "Max", "Nora", "Otto", "Pia", "Rosa", "Sven", "Tina", "Uwe",
)  # fmt: skip
WITHOUT = ("Vera", "Walter")
TWICE = PHONES[:6]
LATE, LEAVING = "Uwe", "Gus"
ROUNDS = 4
ONLINE = 3
"""Of the six tables of a round."""
QUICK = {"extends": "classic", "overrides": {"draw": {"count": 10}}}
"""The stock lasts for about ten turns: all that is different is the length of a hand."""
TERMS = {
    "format": "rotating", "ruleset": QUICK, "hands_per_round": 1, "venue": "mixed",
    "house_bots": "novice", "table_seats": [4],
}  # fmt: skip


@pytest.fixture
def address(tmp_path: Path) -> Iterator[Address]:
    with service(tmp_path) as found:
        yield found


def test_a_league_night_from_check_in_to_the_season_table(address: Address) -> None:
    club = Club(address, PHONES, WITHOUT)
    season = club.season("Winter", best=2, minimum=2)
    night = Night(club, **TERMS, name="Monday", season=season, rounds=ROUNDS)
    for name in (*PHONES, *WITHOUT):
        if name != LATE:
            night.enter(name)
    night.director.post(f"{night.path}/start")

    for number in range(1, ROUNDS + 1):
        play_round(night, number)
        if number == 1:
            assert night.come_late(LATE)["late"]
        if number == 3:
            night.change(LEAVING, by=club.phones[LEAVING], withdrawn=True)
        assert checker.faults(night.export()) == []
    night.director.post(f"{night.path}/finish")

    assert_told(night)
    assert_round_trip(night)
    assert_season(club, season, [night, short_night(club, season)])


def play_round(night: Night, number: int) -> None:
    """Draw, publish, play at all tables at once, close."""
    round_ = night.draw()
    assert len(round_["tables"]) == 6
    assert not round_["byes"]
    round_ = night.director.post(f"/rounds/{placed(night, round_)['id']}/publish")
    online = [table for table in round_["tables"] if table["venue"] == "online"]
    paper = [table for table in round_["tables"] if table["venue"] == "table"]
    assert len(online) == ONLINE
    assert night.director.refused(f"/rounds/{round_['id']}/close") == (409, "results_missing")
    with ThreadPoolExecutor(ONLINE) as pool:
        games = [pool.submit(play_online, night.club.callers, each) for each in online]
        for table in paper:
            write_down(night, number, table)
        for game in games:
            game.result()
    for table in online:
        result, game = result_of(night, table), night.director.get(f"/games/{table['game']}")
        assert (result["kind"], result["points"]) == ("game", game["result"]["scores"])
    assert night.director.post(f"/rounds/{round_['id']}/close")["state"] == "closed"


def placed(night: Night, round_: Json) -> Json:
    """The draft with three tables online: those of the bots, and where everybody has a phone."""
    while at_bots := [
        table for table in round_["tables"] if bots(table) and strangers(night, table)
    ]:
        round_ = exchanged(night, round_, at_bots[0])
    free = sorted(
        (table for table in round_["tables"] if not bots(table) and not strangers(night, table)),
        key=lambda table: int(table["number"]),
    )
    there = [table["number"] for table in round_["tables"] if bots(table)]
    there += [table["number"] for table in free][: ONLINE - len(there)]
    for table in round_["tables"]:
        venue = "online" if table["number"] in there else "table"
        if table["venue"] != venue:
            round_ = night.director.patch(
                f"/rounds/{round_['id']}/tables/{table['number']}", {"venue": venue}
            )
    return round_


def exchanged(night: Night, round_: Json, table: Json) -> Json:
    """Somebody without a phone changes places with somebody at a table of cards."""
    assert night.director.refused(f"/rounds/{round_['id']}/publish") == (409, "accounts_missing")
    stays = next(each for each in round_["tables"] if not bots(each) and not strangers(night, each))
    come = iter([entry["id"] for side in stays["sides"] for entry in side["entries"]])
    sides = [
        [next(come) if entry["name"] in WITHOUT else entry["id"] for entry in side["entries"]]
        for side in table["sides"]
    ]
    changed: Json = night.director.patch(
        f"/rounds/{round_['id']}/tables/{table['number']}", {"sides": sides, "reason": "No phone"}
    )
    return changed


def bots(table: Json) -> int:
    return sum(one["kind"] == "bot" for side in table["sides"] for one in side["players"])


def strangers(night: Night, table: Json) -> int:
    """How many at the table have no account."""
    return sum(
        one["id"] in night.club.without.values()
        for side in table["sides"]
        for one in side["players"]
    )


def write_down(night: Night, number: int, table: Json) -> None:
    """One side enters, the other confirms; in round 2 they do not agree, in round 3 they err."""
    paper, told = PaperTable(night, table), hands(number, table["number"])
    if number == 2:
        settle_dispute(night, paper, told)
    elif number == 3:
        err_and_agree(paper, told)
    else:
        paper.settle(told)


def settle_dispute(night: Night, paper: PaperTable, told: list[Json]) -> None:
    """The other side has it differently: the director decides, with a reason."""
    sheet = paper.enter(0, told)
    other = hands(5, paper.number)
    judged = paper.dispute(sheet, 1, reason="Two canastas, not one", hands=other)
    assert judged["status"] == "disputed"
    queue = night.director.get(f"{night.path}/disputes")["results"]
    assert [each["number"] for each in queue] == [paper.number]
    seen = night.director.get(paper.path)["versions"][-1]["id"]
    corrected = night.director.post(
        f"{paper.path}/corrections", {"reason": "Counted again", "hands": other, "seen": seen}
    )
    assert corrected["result"]["status"] == "confirmed"
    assert [each["status"] for each in corrected["versions"]] == [
        "entered", "disputed", "confirmed",
    ]  # fmt: skip


def err_and_agree(paper: PaperTable, told: list[Json]) -> None:
    """A sheet that cannot be is refused; the same by both sides is confirmed."""
    wrong = [{**told[0], "sides": [told[0]["sides"][0], {"side": 1, "total": 101}]}]
    hand = paper.sides[0] or paper.director
    assert hand.refused(f"{paper.path}/score-sheets", {"hands": wrong}) == (
        422, "not_a_multiple_of_five",
    )  # fmt: skip
    sheets = [paper.enter(side, told) for side in (0, 1)]
    assert [sheet["status"] for sheet in sheets] == ["entered", "confirmed"]


def assert_told(night: Night) -> None:
    """Standings, papers and audit show the night."""
    rows = night.standings()
    assert {row["name"] for row in rows} >= {*PHONES, *WITHOUT}
    assert [row["name"] for row in rows if row["withdrawn"] and "bot" not in row["name"]] == [
        LEAVING
    ]
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    for paper in ("pairings.pdf", "score-sheets.pdf", "standings.pdf"):
        assert night.director.read(f"{night.path}/{paper}").startswith(b"%PDF")
    assert len(night.director.read(f"{night.path}/standings.csv").splitlines()) == len(rows) + 1
    acts = Counter(
        entry["act"]
        for entry in night.director.get(f"/clubs/{night.club.id}/audit?limit=200")["results"]
    )
    assert acts["round_published"] == acts["round_closed"] == ROUNDS


def short_night(club: Club, season: str) -> Night:
    """Eight people and one round, all with cards in hand."""
    night = Night(
        club, **{**TERMS, "venue": "table", "house_bots": None}, name="Tuesday", season=season,
        rounds=1,
    )  # fmt: skip
    for name in (*TWICE, *WITHOUT):
        night.enter(name)
    night.director.post(f"{night.path}/start")
    round_ = night.director.post(f"/rounds/{night.draw()['id']}/publish")
    for table in round_["tables"]:
        PaperTable(night, table).settle(hands(1, table["number"]))
    night.director.post(f"/rounds/{round_['id']}/close")
    night.director.post(f"{night.path}/finish")
    return night


def assert_season(club: Club, season: str, nights: list[Night]) -> None:
    """Both nights count for those who were there twice; the others are listed, unqualified."""
    table = club.director.get(f"/seasons/{season}/standings")
    rows = table["results"]
    scores = [
        {each["player"]: each["score"] for each in night["scores"]} for night in table["nights"]
    ]
    assert [night["tournament"] for night in table["nights"]] == [night.id for night in nights]
    assert {row["name"] for row in rows} == {*PHONES, *WITHOUT}
    for row in rows:
        came = [night[row["player"]] for night in scores if row["player"] in night]
        assert (row["total"], len(row["counted"])) == (sum(came), len(came))
    assert_shares(nights[0], {row["name"]: scores[0][row["player"]] for row in rows})
    qualified = [row["name"] for row in rows if row["qualified"]]
    assert {*qualified} == {*TWICE, *WITHOUT}
    assert [row["name"] for row in rows][: len(qualified)] == qualified
    assert club.director.read(f"/seasons/{season}/standings.pdf").startswith(b"%PDF")


def assert_shares(night: Night, shares: dict[str, int]) -> None:
    """A night is worth the share of 20 victory points a table, in hundredths of a percent."""
    for row in night.standings():
        if row["name"] in shares:
            average = next(m["value"] for m in row["metrics"] if m["name"] == "average")
            assert abs(shares[row["name"]] - 5 * average) <= 3


def assert_round_trip(night: Night) -> None:
    """What was exported and imported again is as it was."""
    copy = night.director.post(
        "/tournaments/import", {"club": night.club.id, "bundle": night.export()}
    )
    rows = night.director.get(f"/tournaments/{copy['id']}/standings?limit=200")["results"]
    assert copy["id"] != night.id
    assert [{**row, "entry": None} for row in rows] == [
        {**row, "entry": None} for row in night.standings()
    ]
