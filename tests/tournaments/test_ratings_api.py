"""Ratings over HTTP: replayed from all confirmed results; handicaps made from them."""

from typing import Any

import pytest

from games.engine.rulesets import load
from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.kept_worlds import kept
from tests.tournaments.clubs import club_of
from tests.tournaments.nights import Night, night, player_at, table_of
from tests.tournaments.printing.pages import texts
from tests.tournaments.rated import club_lists_work_through, of_club
from tests.tournaments.scores import score, total
from tournaments.engine.rated_tables import Model, PlacedTable, RatedTable, together
from tournaments.engine.ratings import ratings_replay
from tournaments.engine.results import End
from tournaments.models import Club, ClubRatingList, Member, Round, Table
from tournaments.selectors.ratings import rating_changes
from tournaments.services.bundle_import import tournament_import
from tournaments.services.publication import handicaps_for
from tournaments.services.results import result_award, result_correct
from tournaments.services.score_sheets import sheet_enter

pytestmark = pytest.mark.django_db


def ratings(of: Night, kind: str = "partnership", **query: Any) -> list[Any]:
    """In the club of that night, as a director reads them."""
    answer = of_club(of.club, of.director, kind=kind, **query)
    assert answer.status_code == 200, answer.content
    conforms("clubs_ratings", answer.json())
    found: list[Any] = answer.json()["results"]
    return found


@kept
def won(margin: int = 4000, **given: Any) -> Night:
    """A night of one table that side 0 won."""
    evening = night(2, rounds=1, publish=True, **given)
    score(evening, table_of(evening.tournament.rounds.get()), margin, 0)
    return evening


def test_partners_who_stay_together_are_rated_as_one():
    evening = won()
    better, worse = ratings(evening)
    assert (better["rank"], worse["rank"]) == (1, 2)
    assert better["rating"] == -worse["rating"] > 0
    assert better["tables"] == worse["tables"] == 1
    table = Table.objects.get()
    winners = {str(seat.member.public_id) for seat in table.seats.all() if seat.seat % 2 == 0}
    assert {each["id"] for each in better["players"]} == winners
    assert better["name"] == " & ".join(each["name"] for each in better["players"])
    assert better["player"] is None
    [result] = table_of(evening.tournament.rounds.get()).results.filter(kind="confirmation")
    assert better["last_played"] == result.at.date().isoformat()
    assert ratings(evening, "player") == []


def test_where_partners_change_players_are_rated():
    evening = night(4, format="rotating", rounds=1, publish=True)
    score(evening, table_of(Round.objects.get()), 3000, 0)
    told = ratings(evening, "player")
    assert [each["rank"] for each in told] == [1, 1, 3, 3]
    assert {each["player"] for each in told} == {
        str(entry.stints.all()[0].member.public_id) for entry in evening.entries
    }
    assert ratings(evening) == []


def test_what_is_not_confirmed_or_void_rates_nobody():
    evening = night(2, rounds=1, publish=True)
    table = table_of(Round.objects.get())
    sheet_enter(table_id=table.id, by=evening.director, directing=True, hands=total(4000, 0))
    assert ratings(evening) == []
    sheet_enter(table_id=table.id, by=evening.director, directing=True, hands=total(4000, 0))
    assert len(ratings(evening)) == 2
    result_award(table_id=table.id, by=evening.director, reason="wrong deck", end=End.VOID)
    assert ratings(evening) == []


def test_corrected_back_they_are_the_same():
    evening = won()
    won(at=evening)
    before = ratings(evening)
    table = Table.objects.get(round__tournament=evening.tournament)
    for points in ((0, 2000), (4000, 0)):
        result_correct(
            table_id=table.id, by=evening.director, reason="misread", hands=total(*points)
        )
        if points[1]:
            assert ratings(evening) != before
    assert ratings(evening) == before
    ClubRatingList.objects.all().delete()
    assert ratings(evening) == before


@pytest.mark.parametrize("format", ["swiss", "rotating"])
def test_the_cache_changes_no_rating(format):
    evening = night(2 if format == "swiss" else 4, format=format, rounds=1, publish=True)
    score(evening, table_of(evening.tournament.rounds.get()), 4000, 0)
    kind = "partnership" if format == "swiss" else "player"
    assert ratings(evening, kind) == ratings(evening, kind) != []
    changes = rating_changes(evening.tournament)
    assert rating_changes(evening.tournament) == changes
    assert [type(each) for each in rating_changes(evening.tournament)] == [*map(type, changes)]
    assert changes


def test_who_claims_an_account_takes_the_rating_along():
    evening = won(accounts=0)
    member = Member.objects.filter(player=None).first()
    assert member is not None
    before = {each["name"]: each["rating"] for each in ratings(evening)}
    ben = player("Ben")
    api(ben).post("/api/v1/clubs/join", {"code": member.claim_code})
    [row] = [each for each in ratings(evening) if str(ben.pk) in str(each["players"])]
    assert row["rating"] in before.values()
    assert evening.club.members.get(player=ben).pk == member.pk


def test_the_bundle_shows_what_the_night_made_of_ratings():
    evening = won()
    second = won(at=evening)
    bundle = api(second.director).get(f"{second.path}/export").json()
    told = {each["entry"]: each for each in bundle["ratings"]}
    assert {each["tables"] for each in told.values()} == {1}
    listed = {each["name"]: each["rating"] for each in ratings(evening)}
    for entry in bundle["entries"]:
        line = told[entry["id"]]
        assert line["before"] is None
        names = entry["name"].split(" & ")
        [after] = [each for name, each in listed.items() if set(name.split(" & ")) == set(names)]
        assert line["after"] == after


def test_a_copy_does_not_count_again():
    evening = won()
    before = ratings(evening)
    bundle = api().get(f"{evening.path}/export").json()
    Club.objects.update(imports_rated=True)
    copy = tournament_import(club=evening.club, by=evening.director, bundle=bundle)
    other = player()
    again = api().get(f"/api/v1/tournaments/{copy.pk}/export").json()
    tournament_import(club=club_of(other, name="Storks"), by=other, bundle=again)
    assert ratings(evening) == before
    assert rating_changes(copy) == rating_changes(evening.tournament) != {}


def test_a_worker_computes_a_clubs_list_once_somebody_looks():
    evening = won()
    path = f"/api/v1/clubs/{evening.club.pk}/ratings?ruleset=classic&kind=partnership"

    def looked() -> Any:
        return api(evening.director).get(path).json()

    assert (looked()["computed_at"], looked()["results"]) == (None, [])
    assert club_lists_work_through() == 1, "asked for once, though two looked"
    first = looked()
    assert first["computed_at"] is not None
    assert [row["tables"] for row in first["results"]] == [1, 1]
    assert club_lists_work_through() == 0, "nothing has changed since"

    won(at=evening)
    assert looked() == first, "the list that there is, until a worker has computed the next"
    assert club_lists_work_through() == 1
    assert looked()["computed_at"] > first["computed_at"]
    assert len(looked()["results"]) == 4


def test_a_club_in_which_nothing_counts_asks_no_worker():
    evening = night(2, rounds=1)
    assert ratings(evening, "player") == []
    assert not ClubRatingList.objects.exists()


def test_a_page_leads_to_the_next():
    evening = won()
    won(at=evening)
    whole, director = ratings(evening), api(evening.director)
    path = f"/api/v1/clubs/{evening.club.pk}/ratings?ruleset=classic&kind=partnership&limit=3"
    answer = director.get(path).json()
    assert answer["results"] == whole[:3]
    assert director.get(answer["next"]).json()["results"] == whole[3:]


@pytest.mark.parametrize(
    ("query", "path"),
    [
        pytest.param("", "ruleset", id="no ruleset"),
        pytest.param("ruleset=whist", "ruleset", id="unknown ruleset"),
        pytest.param("ruleset=classic&kind=bot", "kind", id="unknown kind"),
    ],
)
def test_a_list_of_nothing_is_refused(query, path):
    answer = api().get(f"/api/v1/ratings?{query}")
    assert answer.status_code == 400
    assert [error["path"] for error in answer.json()["errors"]] == [path]


def handicapped(venue: str = "table") -> tuple[Night, Round]:
    """A pair has lost to another twice by a lot; then they meet in a night of handicaps."""
    evening = night(2, rounds=1, accounts=2, venue=venue, handicap=True)
    first = night(2, rounds=1, accounts=2, at=evening)
    pairs = [[each.member for each in entry.stints.all()] for entry in evening.entries]
    other = [each for entry in first.entries for each in entry.stints.all()]
    for stint, theirs in zip(other, [one for pair in pairs for one in pair], strict=True):
        stint.member = theirs
        stint.save()
    table = first.next_round().tables.get()
    entries = [each.entry.number for each in table.assignments.order_by("side")]
    score(first, table, *((9000, 0) if entries == [1, 2] else (0, 9000)))
    return evening, evening.next_round()


def test_the_weaker_side_starts_ahead():
    evening, round_ = handicapped()
    table = round_.tables.get()
    sides = [each.entry.number for each in table.assignments.order_by("side")]
    weaker = sides.index(2)
    assert table.start_scores is not None
    assert table.start_scores[1 - weaker] == 0 < table.start_scores[weaker]
    assert table.start_scores[weaker] % 100 == 0
    told = {frozenset(each["name"].split(" & ")): each["rating"] for each in ratings(evening)}
    margin = 2 * (max(told.values()) - min(told.values()))
    assert abs(table.start_scores[weaker] - 0.75 * margin) <= 52
    assert handicaps_for(round_) == {1: tuple(table.start_scores)}
    bundle = api().get(f"{evening.path}/export").json()
    assert bundle["rounds"][0]["tables"][0]["start_scores"] == table.start_scores
    [sheet] = texts(api().get(f"{evening.path}/score-sheets.pdf").content)
    assert f"{table.start_scores[weaker]:,} " in sheet.replace("\n", " ")


def test_a_game_begins_with_the_handicap():
    _, round_ = handicapped("online")
    table = round_.tables.get()
    log = f"/api/v1/games/{table.game_id}/events"
    [created] = api(player_at(table, 0)).get(log, {"limit": 1}).json()["results"]
    assert created["start_scores"] == table.start_scores != [0, 0]


def test_ratings_are_made_from_what_was_played_without_the_handicap():
    evening, round_ = handicapped()
    table = round_.tables.get()
    entered = score(evening, table, 0, 0)
    assert entered.points == table.start_scores
    played = [
        PlacedTable(name, 1, 1, RatedTable(1, (("better",), ("worse",)), (points, 0), 2))
        for name, points in (("first", 9000), ("second", 0))
    ]
    expected = ratings_replay(Model(margin_sd=load("classic").tournament.margin_sd), played)
    assert ratings(evening)[0]["rating"] == expected.ratings.rating("better")
    assert rating_changes(evening.tournament)[together(_pair(table, 0))].tables == 1


def _pair(table: Table, side: int) -> list[str]:
    return [str(seat.member.public_id) for seat in table.seats.all() if seat.seat % 2 == side]


def test_without_the_option_everybody_starts_from_nothing():
    assert won().tournament.handicap is False
    assert Table.objects.get().start_scores is None
