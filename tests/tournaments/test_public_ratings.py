"""Public ratings: what the site's operator marked counts, once it is over, as it now is."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.utils import timezone

from games import tasks
from games.models import DueWork
from games.tasks import sweep
from samba_service.accounts.models import Player
from samba_service.kit.sql import run
from tests.factories import api, player
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.rated import (
    checkpoints,
    counted,
    ended,
    kept,
    marked,
    public_answer,
    replayed,
    work_through,
)
from tests.tournaments.scores import score, total
from tests.tournaments.test_ratings_api import won
from tournaments.engine.results import End
from tournaments.models import CountedTable, Member, RatingCheckpoint, RatingLine, Result, Table
from tournaments.models.audit import AuditEntry
from tournaments.services.bundle_import import tournament_import
from tournaments.services.joining import club_join
from tournaments.services.ratings import RATE, rating_due, ratings_compute
from tournaments.services.results import result_award, result_correct
from tournaments.services.tournaments import tournament_archive, tournament_reopen

pytestmark = [pytest.mark.django_db, pytest.mark.full]


def listed(kind: str = "partnership", **query: Any) -> Any:
    """The public answer when everybody has asked to be listed."""
    Player.objects.update(rating_public=True)
    return public_answer(kind, **query)


def public(kind: str = "partnership") -> list[Any]:
    """The rows of that."""
    found: list[Any] = listed(kind)["results"]
    return found


def days_ago(evening: Night, days: int) -> None:
    """As if the night had been played then."""
    results = Result.objects.filter(table__round__tournament=evening.tournament)
    run("SET LOCAL session_replication_role = replica", ())  # results are never changed
    results.update(at=F("at") - timedelta(days=days))
    run("SET LOCAL session_replication_role = origin", ())
    rating_due(evening.tournament.pk)
    work_through()


def staff() -> Any:
    """A client of who runs the site, a member of no club."""
    return api(player("Operator", is_staff=True))


# --- What counts ---------------------------------------------------------------------------------


def test_a_night_that_nobody_marked_counts_only_for_its_club():
    ended(won(accounts=2))
    assert public() == []
    assert public_answer()["computed_at"] is None


def test_a_marked_night_counts_once_it_is_finished():
    evening = marked(won(accounts=2))
    assert public() == []
    before = timezone.now()
    ended(evening)
    better, worse = public()
    assert (better["rank"], worse["rank"]) == (1, 2)
    assert better["rating"] == -worse["rating"] > 0
    assert better["tables"] == worse["tables"] == 1
    assert before.isoformat() < public_answer()["computed_at"].replace("Z", "+00:00")
    assert kept() == replayed()


def test_a_night_that_is_reopened_does_not_count_until_it_is_finished_again():
    evening = counted()
    rows = public()
    tournament_reopen(tournament_id=evening.tournament.pk, by=evening.director, reason="More")
    work_through()
    assert public() == []
    assert not RatingLine.objects.exists()
    ended(evening)
    assert public() == rows


def test_only_who_runs_the_site_marks_a_tournament():
    evening = ended(won(accounts=2))
    for who in (evening.director, evening.admin):
        refused = api(who).put(f"{evening.path}/rated", {"rated": True})
        assert (refused.status_code, refused.json()["code"]) == (403, "not_staff")
        assert api(who).patch(evening.path, {"rated": True}).status_code == 400
    assert api(evening.director).get(evening.path).json()["rated"] is False
    answer = staff().put(f"{evening.path}/rated", {"rated": True})
    assert (answer.status_code, answer.json()["rated"]) == (200, True)
    work_through()
    assert len(public()) == 2
    assert AuditEntry.objects.filter(act="tournament_rated").get().facts == {"rated": True}
    assert api(evening.director).get(evening.path).json()["rated"] is True
    staff().put(f"{evening.path}/rated", {"rated": False})
    work_through()
    assert public() == []


def test_staff_mark_no_tournament_that_they_may_not_read():
    evening = ended(won(accounts=2, visibility="club"))
    answer = staff().put(f"{evening.path}/rated", {"rated": True})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    call_command("rate_tournament", str(evening.tournament.pk))
    assert api(evening.director).get(evening.path).json()["rated"] is True


def test_the_operator_marks_a_tournament_at_the_console():
    evening = ended(won(accounts=2))
    call_command("rate_tournament", str(evening.tournament.pk))
    work_through()
    assert len(public()) == 2
    call_command("rate_tournament", str(evening.tournament.pk), "--off")
    work_through()
    assert public() == []
    with pytest.raises(CommandError, match="no such tournament"):
        call_command("rate_tournament", "0b8f6f3e-6a55-4b8e-9d0c-3f1f5a7c2d11")


def test_an_archived_night_is_marked_no_more():
    evening = ended(won(accounts=2))
    tournament_archive(tournament_id=evening.tournament.pk, by=evening.admin)
    refused = staff().put(f"{evening.path}/rated", {"rated": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "archived")


def test_what_was_imported_cannot_be_marked():
    evening = ended(won(accounts=2))
    bundle = api(evening.director).get(f"{evening.path}/export").json()
    copy = tournament_import(club=evening.club, by=evening.director, bundle=bundle)
    assert copy.rated is False
    refused = staff().put(f"/api/v1/tournaments/{copy.pk}/rated", {"rated": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "import_not_rated")


# --- From checkpoints ----------------------------------------------------------------------------


def season(nights: int = 3) -> list[Night]:
    """Nights a week apart, of the same four pairs; the first is the oldest."""
    first = counted(entries=4, accounts=0)
    days_ago(first, 7 * nights)
    made = [first]
    pairs = [[each.member for each in entry.stints.all()] for entry in first.entries]
    for number in range(1, nights):
        evening = night(4, rounds=1, at=first, accounts=0)
        for entry, pair in zip(evening.entries, pairs, strict=True):
            for stint, member in zip(entry.stints.all(), pair, strict=True):
                stint.member = member
                stint.save()
        for table in evening.next_round().tables.all():
            score(evening, table, 1500 * number, 700 * table.number)
        marked(ended(evening))
        days_ago(evening, 7 * (nights - number))
        made.append(evening)
    return made


def test_rows_from_checkpoints_are_those_of_a_whole_replay_to_the_bit():
    season()
    assert len({row.day for row in CountedTable.objects.all()}) == 3
    assert {strength.tables for strength in kept().values()} == {3}
    assert kept() == replayed()
    assert len(checkpoints()) == 12


def test_a_correction_of_an_old_night_replays_all_nights_after_it():
    first, *_ = season()
    before, marks = kept(), checkpoints()
    table = table_of(first.tournament.rounds.get())
    by = first.director
    result_correct(table_id=table.id, by=by, reason="Misread", hands=total(0, 9000))
    assert kept() == before, "the worker has yet to come"
    work_through()
    assert kept() == replayed() != before
    sat = [seat.member.public_id for seat in table.seats.all()]
    for line in RatingLine.objects.all():
        changed = kept()[line.key] != before[line.key]
        assert changed or sat[0] not in line.players
    result_correct(table_id=table.id, by=by, reason="Right at first", hands=total(4000, 0))
    work_through()
    assert (kept(), checkpoints()) == (before, marks)


def test_a_night_between_others_can_be_taken_out_and_put_back():
    _, second, _ = season()
    before, marks = kept(), checkpoints()
    marked(second, rated=False)
    assert kept() == replayed() != before
    assert {strength.tables for strength in kept().values()} == {2}
    marked(second)
    assert (kept(), checkpoints()) == (before, marks)


def test_a_correction_keeps_the_checkpoints_before_it():
    *_, last = season()
    early = checkpoints()[:]
    day = max(day for _, day, *_ in early)
    table = table_of(last.tournament.rounds.get())
    result_award(table_id=table.id, by=last.director, reason="Wrong deck", end=End.VOID)
    work_through()
    assert [row for row in checkpoints() if row[1] < day] == [row for row in early if row[1] < day]
    assert kept() == replayed()


def test_who_claims_a_name_takes_the_public_rating_along():
    evening = counted(accounts=1)
    assert public() == []
    for member in Member.objects.filter(player=None, club=evening.club):
        club_join(code=member.claim_code, player=player())
    work_through()
    assert len(public()) == 2
    assert kept() == replayed()


# --- The worker ----------------------------------------------------------------------------------


def test_whatever_runs_twice_changes_nothing_twice():
    evening = counted()
    before, marks = kept(), checkpoints()
    source = evening.tournament.pk
    assert ratings_compute(source_id=source) is False
    for _ in range(3):
        rating_due(source)
    assert ratings_compute(source_id=source) is True
    assert (kept(), checkpoints()) == (before, marks)
    assert not DueWork.objects.filter(kind=RATE).exists()


def test_the_sweeper_computes_what_no_worker_has_come_to(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tasks, "publish", lambda *_: False)
    evening = ended(won(accounts=2))
    call_command("rate_tournament", str(evening.tournament.pk))
    DueWork.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    assert sweep() == 1
    assert len(public()) == 2


def test_the_operator_makes_all_ratings_again_when_rows_are_lost():
    season()
    before, marks, computed = kept(), checkpoints(), listed()["computed_at"]
    RatingCheckpoint.objects.all().delete()
    RatingLine.objects.update(mean=4711.0)
    gone, *_ = CountedTable.objects.all()
    gone.delete()
    call_command("recount_ratings")
    assert (kept(), checkpoints()) == (before, marks)
    assert listed()["computed_at"] > computed


def test_work_for_what_is_not_there_is_struck_off():
    table = won().tournament.rounds.get().tables.get()
    rating_due(table.pk)
    assert work_through() == 1
    assert not DueWork.objects.filter(kind=RATE).exists()


# --- The list ------------------------------------------------------------------------------------


def test_a_page_leads_to_the_next_with_ranks_among_all():
    counted(entries=8)
    whole = public()
    assert [row["rank"] for row in whole] == [1, 1, 1, 1, 5, 5, 5, 5]
    first = listed(limit=3)
    assert (first["results"], first["previous"]) == (whole[:3], None)
    second = api().get(first["next"]).json()
    assert second["results"] == whole[3:6]
    assert api().get(second["previous"]).json()["results"] == whole[:3]
    last = api().get(second["next"]).json()
    assert (last["results"], last["next"]) == (whole[6:], None)


def test_where_partners_change_players_are_listed():
    counted(entries=4, format="rotating", accounts=1)
    assert len(public("player")) == 4
    assert public() == []
    assert Table.objects.count() == 1
