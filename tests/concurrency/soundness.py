"""What is true of a tournament's rows at any moment, no matter who was killed or overtaken."""

from collections import Counter

from games.models import DueWork
from tournaments.engine.tournament import RoundState
from tournaments.models import Member, Round, Stint, Tournament
from tournaments.models.audit import AuditEntry


def assert_one_round(tournament: Tournament, number: int = 1) -> Round:
    """Exactly one round of this number, the last one, drawn whole or not at all."""
    rounds = list(tournament.rounds.all())
    assert [each.number for each in rounds] == list(range(1, number + 1))
    assert_whole_or_absent(rounds[-1])
    assert_log_without_gaps(tournament)
    assert_bots_seated_once(tournament)
    return rounds[-1]


def assert_whole_or_absent(round_: Round) -> None:
    """A draft has everybody present in one place and no work left; before it there is nothing."""
    works = list(DueWork.objects.filter(kind="draw", subject=round_.id))
    if round_.state == RoundState.DRAWING:
        assert [work.step for work in works] == [round_.step]
        assert (round_.drawn_version is None) == (not round_.assignments.exists())
        return
    assert works == []
    assert_whole(round_)


def assert_whole(round_: Round) -> None:
    """Every entry that is present has one assignment, and the tables are full and numbered."""
    present = {entry.id for entry in round_.tournament.entries.all() if entry.present}
    placed = Counter(round_.assignments.values_list("entry", flat=True))
    assert placed == dict.fromkeys(present, 1)
    tables = list(round_.tables.prefetch_related("assignments"))
    assert [table.number for table in tables] == list(range(1, len(tables) + 1))
    for table in tables:
        assert {each.side for each in table.assignments.all()} in ({0, 1}, {0, 1, 2})


def assert_log_without_gaps(tournament: Tournament) -> None:
    """One row of the log for every version, in order, and rows of no other."""
    logged = AuditEntry.objects.filter(tournament=tournament).order_by("id")
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.id)
    assert list(logged.values_list("version", flat=True)) == list(range(1, version + 1))


def assert_bots_seated_once(tournament: Tournament) -> None:
    """No more house entries than the largest gap, and nobody sits for two."""
    house = tournament.entries.filter(house=True)
    seated = Stint.objects.filter(entry__in=house).values_list("member", flat=True)
    assert len(seated) == len(set(seated))
    assert house.count() <= 1, "of pairs, one more makes the number even"
    assert Member.objects.filter(club=tournament.club).exclude(bot_level="").count() == len(seated)
