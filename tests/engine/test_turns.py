"""Whose time runs: turns, answers to partners, and several who must act at once."""

from datetime import UTC, datetime, time, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bots import registry
from games.engine.actions import Action, AskOut
from games.engine.cards import expand
from games.engine.clock import ClockTerms, Quiet
from games.engine.events import ClockSet, GameCreated, GameStarted
from games.engine.legal import example, options
from games.engine.match import Match, absorb_event, deal, play
from games.engine.phase import Phase
from games.engine.rulesets import Rules, load, slugs
from games.engine.turns import (
    CREDIT_S,
    Acting,
    Change,
    Downtime,
    clock_first,
    clock_next,
    credit,
    out_of_time,
    running,
)
from games.engine.view import seat_view
from tests.engine.reach import asks

TERMS = ClockTerms(30, bank_s=60)
START = datetime(2026, 1, 10, 20, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def left(clock: ClockSet | None, now: datetime) -> float:
    """Seconds until the time is over."""
    assert clock is not None
    assert clock.turn_due_at is not None
    return (datetime.fromisoformat(clock.turn_due_at) - now).total_seconds()


def changed(
    clock: ClockSet, was: tuple[int, ...], now_to_act: tuple[int, ...], at: float
) -> ClockSet:
    """The clock after those who must act have changed in a turn of seat 0, without bots."""
    bits = [sum(1 << seat for seat in seats) for seats in (was, now_to_act)]
    before, following = (Acting(1, each, 0) for each in bits)
    new = clock_next(TERMS, clock, Change(before, following, turn=0, now=after(at)))
    assert new is not None
    return new


@pytest.fixture
def asked() -> ClockSet:
    """Of six, seat 0 has asked seats 2 and 4 after 40 seconds."""
    first = clock_first(TERMS, 6)
    began = clock_next(TERMS, first, Change(Acting(0, 0, 0), Acting(1, 1, 0), 0, START))
    assert began is not None
    assert left(began, START) == 90
    return changed(began, (0,), (2, 4), 40)


def test_the_time_of_those_who_are_asked_runs_and_the_asker_has_paid(asked):
    assert asked.bank_s == (50, 60, 60, 60, 60, 60)
    assert left(asked, after(40)) == 90


def test_who_answers_later_has_no_more_time_for_it(asked):
    clock = changed(asked, (2, 4), (4,), 80)
    assert clock.bank_s == (50, 60, 50, 60, 60, 60)
    assert left(clock, after(80)) == 50
    assert out_of_time(TERMS, clock, Acting(1, 16, 0), after(131)) == 0
    assert out_of_time(TERMS, clock, Acting(1, 16, 0), after(131.1)) == 16


def test_the_asker_has_the_time_of_a_turn_again_after_the_answer(asked):
    clock = changed(asked, (2, 4), (0,), 75)
    assert clock.bank_s == (50, 60, 55, 60, 55, 60)
    assert left(clock, after(75)) == 80


def test_of_two_who_are_asked_the_one_with_less_time_is_flagged_first(asked):
    clock = asked._replace(bank_s=(50, 60, 5, 60, 60, 60))
    clock = changed(clock, (0,), (2, 4), 40)
    assert left(clock, after(40)) == 35
    assert out_of_time(TERMS, clock, Acting(1, 20, 0), after(77)) == 4
    flagged = clock_next(
        TERMS,
        clock,
        Change(Acting(1, 20, 0), Acting(1, 20, 0), turn=0, now=after(77), flagged=4),
    )
    assert flagged is not None
    assert (flagged.stand_ins, flagged.bank_s[2]) == ((2,), 0)
    assert left(flagged, after(77)) == 53


def test_a_bot_that_plays_a_turn_and_asks_plays_it_to_the_end(asked):
    clock = asked._replace(stand_ins=(0,))
    clock = changed(clock, (2, 4), (0,), 50)
    assert (clock.stand_ins, clock.turn_due_at) == ((0,), None)
    turn_over = Change(Acting(1, 1, 0), Acting(1, 2, 0), turn=1, now=after(51))
    following = clock_next(TERMS, clock, turn_over)
    assert following is not None
    assert (following.stand_ins, left(following, after(51))) == ((), 90)


@pytest.mark.parametrize(
    ("since", "until", "seconds"),
    [(22, 32, 0), (21, 23, 3600 + CREDIT_S), (31, 33, 3600 + CREDIT_S)],
)
def test_of_an_outage_in_quiet_hours_only_what_the_clock_would_have_run_counts(
    since, until, seconds
):
    terms = ClockTerms(172_800, quiet=Quiet(time(22), time(8), "UTC"))
    clock = ClockSet("2026-01-14T10:00:00Z", (0,) * 4, (0,) * 4, "2026-01-10T20:00:00Z")
    midnight = datetime(2026, 1, 10, tzinfo=UTC)
    outage = Downtime(midnight + timedelta(hours=since), midnight + timedelta(hours=until))
    given_back = credit(terms, clock, [outage])
    assert (given_back.seconds if given_back else 0) == seconds


def test_an_outage_counts_only_while_the_time_ran():
    clock = ClockSet("2026-01-10T20:01:30Z", (60,) * 4, (0,) * 4, "2026-01-10T20:00:00Z")
    outages = [Downtime(after(-100), after(-10)), Downtime(after(-20), after(10))]
    given_back = credit(TERMS, clock, outages)
    assert given_back is not None
    assert (given_back.seconds, given_back.turn_due_at) == (10 + CREDIT_S, "2026-01-10T20:01:55Z")
    credited = clock._replace(credited_until=given_back.until)
    assert credit(TERMS, credited, outages) is None
    more = credit(TERMS, credited, [*outages, Downtime(after(5), after(20))])
    assert more is not None
    assert more.seconds == 10 + CREDIT_S


def begun(rules: Rules, seats: int, rng: Random) -> Match:
    match = Match(GameCreated({}, {}, seats, False, (0,) * rules.sides(seats), ""), rules)
    absorb_event(match, GameStarted())
    pack = list(expand(rules.pack_counts(seats)))
    rng.shuffle(pack)
    deal(match, tuple(pack), dealer=0, next_commitment="")
    return match


def chosen(match: Match, seat: int, rng: Random) -> Action:
    """Ask wherever that is possible; else as the bot plays."""
    assert match.hand is not None
    view = seat_view(match.hand, seat)
    if any(type(example(view, option)) is AskOut for option in options(view)):
        return AskOut()
    return registry.policy("novice")(view, (), rng)


def acting(match: Match) -> Acting:
    hand = match.hand
    assert hand is not None
    return Acting(hand.number, sum(1 << seat for seat in hand.to_act), 0)


@pytest.mark.parametrize("slug", [slug for slug in slugs() if asks(load(slug))])
def test_in_every_ruleset_the_time_of_exactly_those_runs_who_must_act(slug):
    rules, rng = load(slug), Random(1)
    seats = max(n for n in rules.seating.players if rules.sides(n) < n)
    match, phases, now = begun(rules, seats, rng), set(), START
    clock = clock_first(TERMS, seats)
    before = Acting(0, 0, 0)
    while match.hand is not None:
        phases.add(match.hand.phase)
        following = acting(match)
        new = clock_next(TERMS, clock, Change(before, following, match.hand.turn, now))
        assert (new is None) == (before == following), "it changes with those who must act"
        if new is not None:
            spent = [seat for seat in range(seats) if new.bank_s[seat] != clock.bank_s[seat]]
            assert all(before.to_act >> seat & 1 for seat in spent)
            began_again = new.since != clock.since
            assert began_again is not (following.to_act & before.to_act == following.to_act)
            clock = new
        assert running(clock, following) == following.to_act
        banks = [clock.bank_s[seat] for seat in match.hand.to_act]
        since = datetime.fromisoformat(clock.since)
        assert left(clock, since) == TERMS.turn_s + min(banks)
        before = following
        now += timedelta(seconds=rng.choice((1, 10, 35)))
        now = min(now, datetime.fromisoformat(clock.turn_due_at or ""))
        seat = rng.choice(match.hand.to_act)
        play(match, seat, chosen(match, seat, rng))
    assert {Phase.DRAW, Phase.PLAY, Phase.ANSWER} <= phases


seat_sets = st.integers(1, 15)


@given(st.lists(st.tuples(seat_sets, st.integers(0, 15), st.integers(0, 200)), max_size=20))
def test_a_bank_only_shrinks_and_time_runs_unless_bots_play(steps):
    clock, before, now = clock_first(TERMS, 4), Acting(0, 0, 0), START
    for to_act, bots, seconds in steps:
        now += timedelta(seconds=seconds)
        following = Acting(1, to_act, bots)
        change = Change(before, following, turn=0, now=now, renewed=before.bots ^ bots)
        new = clock_next(TERMS, clock, change)
        if new is not None:
            assert all(0 <= mine <= was for mine, was in zip(new.bank_s, clock.bank_s, strict=True))
            clock = new
        runs = running(clock, following)
        assert (clock.turn_due_at is not None) == bool(runs)
        assert not runs & bots
        before = following
