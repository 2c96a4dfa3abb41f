"""A round published, left and closed by several at once. Real threads, real connections."""

from collections import Counter

import pytest
from django.db import IntegrityError

from games.models import DueWork, Game
from tests.concurrency.soundness import assert_log_without_gaps
from tests.concurrency.together import at_once, meet, without_locks
from tests.tournaments.nights import Night, night, tournament_end
from tests.tournaments.scores import score
from tournaments.engine.tournament import RoundState
from tournaments.models import AttendanceChange, Entry, Round, TableSeat
from tournaments.services import publication, rounds
from tournaments.services.publication import round_publish, seats_assign
from tournaments.services.rounds import round_close, round_redraw

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.concurrency, pytest.mark.full]

CALLS = 8
again = pytest.mark.parametrize("attempt", range(3))
"""Of two calls sometimes the one is first and sometimes the other."""


def publish_together(of: Night, round_: Round) -> Counter[str]:
    """A number of directors publish the draft."""
    return at_once(*[lambda: round_publish(round_id=round_.id, by=of.director)] * CALLS)


def test_of_many_publications_one_gives_seats_and_games() -> None:
    of = night(4, accounts=2, venue="online")
    round_ = of.draw()
    assert publish_together(of, round_) == {"done": 1, "WrongTournamentState": CALLS - 1}
    assert Game.objects.count() == 2
    assert TableSeat.objects.filter(round=round_).count() == 8
    for table in round_.tables.all():
        assert table.game is not None
        seated = {seat.seat: seat.member.player_id for seat in table.seats.all()}
        assert dict(table.game.stints.values_list("number", "player")) == seated
    assert_log_without_gaps(of.tournament)


def test_without_the_lock_publications_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    of = night(4, accounts=2, venue="online")
    round_ = of.draw()
    without_locks(monkeypatch)
    meet(monkeypatch, publication, "seats_assign", CALLS)
    assert publish_together(of, round_)["IntegrityError"] > 0


def publish_and_leave(of: Night, round_: Round, leaver: Entry) -> Counter[str]:
    """The director publishes while an entry withdraws."""
    return at_once(
        lambda: round_publish(round_id=round_.id, by=of.director),
        lambda: of.change(leaver, withdrawn=True),
    )


def had_left(round_: Round) -> bool:
    """True if somebody in the round had left when it was published."""
    published = Round.objects.get(pk=round_.id).published_version
    assert published is not None
    gone = AttendanceChange.objects.filter(present=False, version__lte=published)
    return gone.filter(entry__assignments__round=round_).exists()


@again
def test_who_left_before_the_publication_is_not_in_it(attempt: int) -> None:
    of = night(2, accounts=0, rounds=1)
    round_ = of.draw()
    found = publish_and_leave(of, round_, of.entries[0])
    if found == {"done": 2}:
        assert not had_left(round_)
    else:
        assert found == {"done": 1, "DraftStale": 1}
        assert not TableSeat.objects.filter(round=round_).exists()
    assert_log_without_gaps(of.tournament)


def test_without_the_lock_only_the_log_notices_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    of = night(2, accounts=0, rounds=1)
    round_, [leaver, *_] = of.draw(), of.entries

    def leave_first(given: Round, numbers: None) -> None:
        assert at_once(lambda: of.change(leaver, withdrawn=True)) == {"done": 1}
        seats_assign(given, numbers)

    without_locks(monkeypatch)
    monkeypatch.setattr(publication, "seats_assign", leave_first)
    with pytest.raises(IntegrityError, match="audit"):
        round_publish(round_id=round_.id, by=of.director)


@again
def test_a_draft_is_published_or_drawn_again(attempt: int) -> None:
    of = night(2, accounts=0, rounds=1)
    round_ = of.draw()
    found = at_once(
        lambda: round_publish(round_id=round_.id, by=of.director),
        lambda: round_redraw(round_id=round_.id, by=of.director),
    )
    assert found == {"done": 1, "WrongTournamentState": 1}
    state = Round.objects.get(pk=round_.id).state
    assert TableSeat.objects.filter(round=round_).exists() == (state == RoundState.PUBLISHED)
    assert DueWork.objects.filter(kind="draw").exists() == (state == RoundState.DRAWING)


@again
def test_a_round_is_published_or_its_tournament_ends(attempt: int) -> None:
    of = night(2, accounts=0, rounds=1)
    round_ = of.draw()
    found = at_once(
        lambda: round_publish(round_id=round_.id, by=of.director),
        lambda: tournament_end(tournament_id=of.tournament.id, by=of.director),
    )
    assert found in ({"done": 1, "RoundOpen": 1}, {"done": 1, "WrongTournamentState": 1})


def close_together(of: Night, round_: Round) -> Counter[str]:
    """A number of directors close the round."""
    return at_once(*[lambda: round_close(round_id=round_.id, by=of.director)] * CALLS)


def scored_round(of: Night) -> Round:
    """A published round with all its results."""
    round_ = of.next_round()
    for table in round_.tables.all():
        score(of, table, 5000, 3000)
    return round_


def test_of_many_closings_one_closes() -> None:
    of = night(2, accounts=0, rounds=1)
    round_ = scored_round(of)
    assert close_together(of, round_) == {"done": 1, "WrongTournamentState": CALLS - 1}
    assert_log_without_gaps(of.tournament)


def test_without_the_lock_closings_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: if this fails, the test above proves nothing."""
    of = night(2, accounts=0, rounds=1)
    round_ = scored_round(of)
    without_locks(monkeypatch)
    meet(monkeypatch, rounds, "games_collect", CALLS)
    assert close_together(of, round_)["IntegrityError"] > 0
