"""Public ratings of 6,000 players: a night of 250 tables, and the list, in few statements."""

from datetime import timedelta
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from samba_service.accounts.models import Player
from tests.factories import api
from tests.tournaments.nights import night
from tests.tournaments.rated import RATINGS, kept, replayed
from tournaments.engine.results import End, Kind
from tournaments.engine.terms import Venue
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.models import (
    CountedTable,
    Entry,
    Member,
    RatingLine,
    RatingList,
    Result,
    Round,
    Stint,
    Table,
    TableSeat,
    Tournament,
)
from tournaments.services.ratings import rating_due, rating_list_replay, ratings_compute

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLAYERS, NIGHTS, TABLES = 6_000, 50, 250
FEW = 20
"""Statements, however many tables and players."""
SEATS = 4
TODAY = timezone.now().toordinal()


def years(random: Random, people: list[str]) -> RatingList:
    """A list of as many weekly nights, each of other players."""
    ratings = RatingList.objects.create(ruleset_slug="classic", kind="player")
    rows = []
    for week in range(1, NIGHTS + 1):
        source = uuid4()
        here = [people[(week * 997 + at) % PLAYERS] for at in range(SEATS * TABLES)]
        random.shuffle(here)
        for number in range(TABLES):
            four = here[SEATS * number : SEATS * (number + 1)]
            points = [5 * random.randrange(2000) for _ in range(2)]
            rows.append(
                CountedTable(
                    list=ratings, source=source, round=1, number=number + 1, hands=4,
                    day=TODAY - 7 * (NIGHTS + 1 - week), sides=[four[::2], four[1::2]],
                    points=points,
                )
            )  # fmt: skip
    CountedTable.objects.bulk_create(rows, batch_size=1000)
    return ratings


def big_night(random: Random, people: list[Player]) -> Tournament:
    """A finished night of one round that the operator marked; its rows written at once."""
    made = night(0, start=False, format="rotating", rounds=1)
    tournament = made.tournament
    Tournament.objects.filter(pk=tournament.pk).update(
        state=TournamentState.FINISHED, rated=True, finished_at=timezone.now()
    )
    round_ = Round.objects.create(
        tournament=tournament,
        number=1,
        state=RoundState.CLOSED,
        step=1,
        published_version=2,
        closed_version=3,
    )
    here = random.sample(people, SEATS * TABLES)
    members = Member.objects.bulk_create(
        Member(club=made.club, player=each, claim_code=str(at)) for at, each in enumerate(here)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=at + 1, checked_in=True) for at in range(len(here))
    )
    Stint.objects.bulk_create(
        Stint(entry=entry, member=member, position=0)
        for entry, member in zip(entries, members, strict=True)
    )
    tables = Table.objects.bulk_create(
        Table(round=round_, number=at + 1, venue=Venue.TABLE) for at in range(TABLES)
    )
    TableSeat.objects.bulk_create(
        TableSeat(
            round=round_, table=tables[at // SEATS], seat=at % SEATS, entry=entry, member=member
        )
        for at, (entry, member) in enumerate(zip(entries, members, strict=True))
    )
    Result.objects.bulk_create(
        Result(
            table=table, version=3, at=timezone.now(), kind=Kind.CONFIRMATION, end=End.PLAYED,
            points=[5 * random.randrange(2000), 5 * random.randrange(2000)], director=True,
        )
        for table in tables
    )  # fmt: skip
    return tournament


def test_a_night_of_250_tables_among_6000_players_is_rated_and_listed_in_few_statements(
    django_assert_max_num_queries: Any,
) -> None:
    random = Random(6)
    people = Player.objects.bulk_create(
        [Player(display_name=f"Player {at}", rating_public=True) for at in range(PLAYERS)]
    )
    ratings = years(random, [str(each.pk) for each in people])
    rating_list_replay(ratings, since=0)
    assert RatingLine.objects.count() == PLAYERS
    tournament = big_night(random, people)

    def compute() -> None:
        rating_due(tournament.pk)
        with django_assert_max_num_queries(FEW):
            ratings_compute(source_id=tournament.pk)

    compute()
    assert RatingLine.objects.filter(day__gte=TODAY - 1).count() == SEATS * TABLES
    Result.objects.create(
        table=Table.objects.filter(round__tournament=tournament)[0], version=4, points=[0, 500],
        at=timezone.now() + timedelta(seconds=1), kind=Kind.CORRECTION, end=End.PLAYED,
        director=True, reason="Misread",
    )  # fmt: skip
    compute()
    assert kept() == replayed()

    client, query = api(), {"ruleset": "classic", "kind": "player", "limit": "100"}
    assert client.get(RATINGS, query).json()["results"][0]["rank"] == 1
    for start in (0, 3000, 5900):
        with django_assert_max_num_queries(2):
            page = client.get(RATINGS, query | {"cursor": str(start)}).json()["results"]
        assert [line["rank"] for line in page] == sorted(line["rank"] for line in page)
        assert len(page) == 100
