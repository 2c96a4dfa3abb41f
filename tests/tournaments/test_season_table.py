"""The table of a season: the best nights of those who came often enough."""

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.contract.shapes import conforms
from tests.factories import api, player
from tests.kept_worlds import kept_init
from tests.tournaments.nights import Night, night
from tests.tournaments.printing.pages import texts
from tests.tournaments.scores import score
from tournaments.engine.results import End
from tournaments.models import Entry, Member, Tournament
from tournaments.services.entries import entry_add
from tournaments.services.members import member_update
from tournaments.services.results import result_award
from tournaments.services.seasons import season_create
from tournaments.services.settings import tournament_update
from tournaments.services.stints import When
from tournaments.services.substitutes import substitute_add

pytestmark = pytest.mark.django_db


def hides(answer: Any, *secrets: str) -> bool:
    """True if the answer is one, and has none of the `secrets` in it."""
    assert answer.status_code == 200, answer.content
    pdf = answer["Content-Type"] == "application/pdf"
    text = "\n".join(texts(answer.content)) if pdf else answer.content.decode()
    return not any(secret in text for secret in secrets)


def names(entry: Entry) -> list[str]:
    return [each.member.name for each in entry.stints.all()]


class League:
    """A club's season; every night has the pairs of the first one, two of them at a table."""

    @kept_init
    def __init__(self, **rules: Any) -> None:
        self.first = night(2, rounds=1, start=False)
        club, director = self.first.club, self.first.director
        self.season = season_create(club_id=club.pk, by=director, name="Winter", **rules)
        self.members = [
            [each.member for each in entry.stints.all()] for entry in self.first.entries
        ]

    @property
    def path(self) -> str:
        return f"/api/v1/seasons/{self.season.pk}"

    def night(self, *points: int, first: Night | None = None, **given: Any) -> Night:
        """One round of one table: the first pair against the second."""
        evening = first or self._evening(**given)
        Tournament.objects.filter(pk=evening.tournament.pk).update(season=self.season)
        evening.start()
        table = evening.next_round().tables.get()
        sides = [each.entry.number for each in table.assignments.order_by("side")]
        score(evening, table, *(points if sides == [1, 2] else points[::-1]))
        return evening

    def _evening(self, **given: Any) -> Night:
        evening = night(0, rounds=1, start=False, **given)
        Tournament.objects.filter(pk=evening.tournament.pk).update(club=self.first.club)
        evening = Night(
            self.first.club, self.first.admin, self.first.director,
            Tournament.objects.get(pk=evening.tournament.pk),
        )  # fmt: skip
        for pair in self.members:
            entry = entry_add(
                tournament_id=evening.tournament.pk, by=evening.director, directing=True,
                members=[member.pk for member in pair],
            )  # fmt: skip
            evening.change(entry, checked_in=True)
        return evening

    def table(self, client: APIClient | None = None) -> Any:
        """The table as the director reads it, or `client`."""
        answer = (client or api(self.first.director)).get(f"{self.path}/standings")
        assert answer.status_code == 200, answer.content
        conforms("seasons_standings", answer.json())
        return answer.json()

    def totals(self) -> dict[str, int]:
        return {row["name"]: row["total"] for row in self.table()["results"]}


def test_the_best_nights_count():
    league = League(counted_nights=2)
    evenings = [
        league.night(0, 700, first=league.first), league.night(900, 0), league.night(0, 100),
    ]  # fmt: skip
    table = league.table()
    assert table["season"] == {
        "id": str(league.season.pk), "best": 2, "minimum": 0, "guests": False,
    }  # fmt: skip
    assert [each["tournament"] for each in table["nights"]] == [
        str(evening.tournament.pk) for evening in evenings
    ]
    ours = {str(member.public_id) for member in league.members[0]}
    assert [set(each["winners"]) == ours for each in table["nights"]] == [False, True, False]
    for row in table["results"]:
        scores = [
            (one["score"], each["tournament"])
            for each in table["nights"]
            for one in each["scores"]
            if one["player"] == row["player"]
        ]
        assert len(scores) == 3
        worst = min(scores)
        assert row["total"] == sum(each for each, _ in scores) - worst[0]
        assert row["counted"] == [each for _, each in scores if each != worst[1]]
    assert sum(one["score"] for one in table["nights"][0]["scores"]) == 2 * 10_000


def test_a_night_that_is_in_no_list_is_not_in_the_season_s_either():
    league = League(counted_nights=2)
    listed = league.night(0, 700, first=league.first)
    hidden = league.night(900, 0)
    Tournament.objects.filter(pk=listed.tournament.pk).update(visibility="public")
    Tournament.objects.filter(pk=hidden.tournament.pk).update(
        visibility="link", name="The secret night"
    )
    told = league.table()
    assert [each["tournament"] for each in told["nights"]] == [
        str(listed.tournament.pk), str(hidden.tournament.pk),
    ]  # fmt: skip
    for stranger in (api(), api(player()), api(league.first.director, "profile")):
        for path in ("", "/standings", "/standings.pdf"):
            assert hides(stranger.get(f"{league.path}{path}"), str(hidden.tournament.pk), "secret")
        expected = json.dumps(told).replace(f'"{hidden.tournament.pk}"', "null")
        assert league.table(stranger) == json.loads(expected), "the figures are the same"


def test_a_season_that_strangers_may_not_read_is_not_in_their_list():
    league = League(counted_nights=2)
    evening = league.night(0, 700, first=league.first)
    open_ = season_create(
        club_id=league.first.club.pk, by=league.first.director, name="Open", counted_nights=1
    )
    Tournament.objects.filter(pk=evening.tournament.pk).update(visibility="club")
    path = f"/api/v1/clubs/{league.first.club.pk}/seasons"
    for client, names in ((api(), ["Open"]), (api(league.first.director), ["Open", "Winter"])):
        rows = client.get(path).json()["results"]
        assert [each["name"] for each in rows] == names
        for season in (league.season, open_):
            status = client.get(f"/api/v1/seasons/{season.pk}").status_code
            assert status == (200 if season.name in names else 404)


@pytest.mark.parametrize("visibility", ["link", "public"])
def test_a_season_without_a_night_for_members_only_is_in_the_list_of_strangers(visibility: str):
    league = League(counted_nights=2)
    evening = league.night(0, 700, first=league.first)
    Tournament.objects.filter(pk=evening.tournament.pk).update(visibility=visibility)
    rows = api().get(f"/api/v1/clubs/{league.first.club.pk}/seasons").json()["results"]
    assert [each["name"] for each in rows] == ["Winter"]


def test_who_came_too_seldom_is_listed_below():
    league = League(counted_nights=3, required_nights=2)
    league.night(3000, 0, first=league.first)
    evening = league._evening()
    stranger = Member.objects.create(club=league.first.club, own_name="Zed", claim_code="Z")
    first = evening.entries[0]
    substitute_add(
        entry=first, by=evening.director, out=league.members[0][0].pk, coming=stranger.pk,
        when=When(1),
    )  # fmt: skip
    league.night(3000, 0, first=evening)
    table = league.table()
    winner, gone = (member.name for member in league.members[0][::-1])
    told = {row["name"]: (row["qualified"], len(row["counted"])) for row in table["results"]}
    assert told[winner] == (True, 2)
    assert told[gone] == told["Zed"] == (False, 1)
    assert table["results"][0]["name"] == winner
    assert {row["name"] for row in table["results"][-2:]} == {gone, "Zed"}
    file = api().get(f"{league.path}/standings.pdf", headers={"Accept": "text/html"})
    [page] = texts(file.content)
    assert f"- {gone} " in page.replace("\n", " ")
    assert f"1 {winner} " in page.replace("\n", " ")


@pytest.mark.parametrize("counted", [False, True])
def test_guests_are_listed_where_the_season_counts_them(counted):
    league = League(counted_nights=2, guests=counted)
    by = Member.objects.get(club=league.first.club, player=league.first.director)
    guest = league.members[0][1]
    member_update(member=guest, by=by, guest=True)
    league.night(500, 0, first=league.first)
    table = league.table()
    ids = {row["player"] for row in table["results"]}
    assert (str(guest.public_id) in ids) is counted
    assert len(ids) == 3 + counted
    [one] = table["nights"]
    assert len(one["winners"]) == 1 + counted
    assert {each["player"] for each in one["scores"]} == ids


def test_where_guests_do_not_count_the_best_member_wins_the_night():
    league = League(counted_nights=2)
    Member.objects.filter(pk__in=[each.pk for each in league.members[0]]).update(guest=True)
    league.night(500, 0, first=league.first)
    [one] = league.table()["nights"]
    assert set(one["winners"]) == {str(member.public_id) for member in league.members[1]}


def test_nobody_wins_a_night_without_the_rounds_to_be_ranked():
    league = League(counted_nights=2)
    evening = league._evening(minimum_rounds=1)
    league.night(500, 0, first=evening)
    assert len(league.table()["nights"][0]["winners"]) == 2
    tournament_update(
        tournament_id=evening.tournament.pk, by=evening.director,
        changes={"rounds_planned": 2, "minimum_rounds": 2},
    )  # fmt: skip
    [one] = league.table()["nights"]
    assert one["winners"] == []
    assert len(one["scores"]) == 4, "the night counts all the same"


def test_house_bots_are_never_listed():
    evening = night(3, accounts=2, venue="mixed", house_bots="random", rounds=1, start=False)
    season = season_create(
        club_id=evening.club.pk, by=evening.director, name="Winter", counted_nights=1, guests=True
    )
    Tournament.objects.filter(pk=evening.tournament.pk).update(season=season)
    evening.start()
    for table in evening.next_round().tables.all():
        result_award(
            table_id=table.pk, by=evening.director, reason="late", end=End.AWARDED, award=[900, 900]
        )
    assert Entry.objects.filter(tournament=evening.tournament, house=True).exists()
    table = api().get(f"/api/v1/seasons/{season.pk}/standings").json()
    assert {row["name"] for row in table["results"]} == set(evening.players)
    assert len(table["nights"][0]["scores"]) == 6


def test_a_member_who_claims_an_account_keeps_their_nights():
    league = League(counted_nights=2)
    league.night(500, 0, first=league.first)
    before = league.totals()
    member = league.members[0][1]
    assert member.player is None
    code = Member.objects.get(pk=member.pk).claim_code
    ben = player("Ben")
    assert api(ben).post("/api/v1/clubs/join", {"code": code}).status_code == 201
    after = league.totals()
    assert after["Ben"] == before[member.name]
    assert str(ben.pk) in {row["player"] for row in league.table()["results"]}


def test_a_season_without_nights_has_an_empty_table():
    league = League(counted_nights=2)
    assert league.table()["results"] == league.table()["nights"] == []
    assert "No nights yet." in texts(api().get(f"{league.path}/standings.pdf").content)[0]
    assert api().get(f"/api/v1/seasons/{league.first.club.pk}/standings").status_code == 404


def test_where_the_scoring_is_another_the_rank_decides():
    league = League(counted_nights=2)
    evening = league._evening(scoring={"type": "wdl"})
    league.night(10, 5, first=evening)
    assert sorted(league.totals().values()) == [0, 0, 10_000, 10_000]
