"""Small events counted by hand, and what each rule of standings means."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.engine.events import awarded, event, pairs, played, round_, table
from tournaments.engine.draws import SeatedTable
from tournaments.engine.results import End, Kind
from tournaments.engine.standings import METRICS, default_tiebreaks, places, standings
from tournaments.engine.terms import Format
from tournaments.engine.tournament import (
    AdjustmentData,
    AttendanceData,
    EntryData,
    RoundData,
    TournamentData,
    TournamentState,
    as_of,
)

# 1000 ahead is 1176 : 824, 2000 is 1328 : 672, 10,000 is 2000 : 0
EVENING = event(
    5,
    round_(1, pairs(1, 2, 4200, 3200), pairs(3, 4, 2000, 2000), byes=[5]),
    round_(2, pairs(5, 1, 3000, 5000), pairs(2, 3, 10_600, 100), byes=[4]),
)


def values(tournament: TournamentData, metric: str, *before: str) -> dict[int, int | None]:
    """What `metric` says of each entry, after the metrics `before` in the chain."""
    return {
        standing.entry: standing.metrics[-1][1]
        for standing in standings(tournament, (*before, metric))
    }


def ranks(tournament: TournamentData, *chain: str) -> dict[int, int | None]:
    return {standing.entry: standing.rank for standing in standings(tournament, chain)}


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("score", {1: 2504, 2: 2824, 3: 1000, 4: 2200, 5: 1872}),
        ("average", {1: 1252, 2: 1412, 3: 500, 4: 1000, 5: 672}),
        ("average_but_worst", {1: 1328, 2: 2000, 3: 1000, 4: 1000, 5: 672}),
        ("wins", {1: 2, 2: 1, 3: 0, 4: 0, 5: 0}),
        ("opponents", {1: 2824, 2: 2504, 3: 2824, 4: 2200, 5: 2504}),
        ("margin", {1: 3000, 2: 9000, 3: -10_000, 4: 0, 5: -2000}),
        ("points", {1: 9200, 2: 13_800, 3: 2100, 4: 2000, 5: 3000}),
        ("played", {1: 2, 2: 2, 3: 2, 4: 2, 5: 2}),
        ("progress", {1: 4, 2: 2, 3: 0, 4: 2, 5: 2}),
    ],
)
def test_an_evening_of_five_pairs(metric: str, expected: dict[int, int]) -> None:
    assert values(EVENING, metric) == expected


def test_the_evening_ends_in_this_order() -> None:
    table = standings(EVENING, default_tiebreaks(Format.SWISS))
    assert [(standing.rank, standing.entry) for standing in table] == [
        (1, 2),
        (2, 1),
        (3, 4),
        (4, 5),
        (5, 3),
    ]
    assert table[0].metrics[:5] == (
        ("score", 2824),
        ("head_to_head", None),
        ("wins", 1),
        ("opponents", 2504),
        ("margin", 9000),
    )


INDIVIDUAL = event(
    5,
    round_(1, table((1, 2), (3, 4), played((300, 100))), byes=[5]),
    round_(2, table((5, 1), (2, 3), played((200, 500))), byes=[4]),
    format=Format.ROTATING,
    type="points",
)


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("score", {1: 500, 2: 800, 3: 600, 4: 100, 5: 200}),
        ("average", {1: 25_000, 2: 40_000, 3: 30_000, 4: 10_000, 5: 20_000}),
        ("average_but_worst", {1: 30_000, 2: 50_000, 3: 50_000, 4: 10_000, 5: 20_000}),
        ("opponents_less_partners", {1: 50_000, 2: 30_000, 3: 60_000, 4: 35_000, 5: 45_000}),
        ("opponents", {1: 2000, 2: 1300, 3: 1800, 4: 800, 5: 800}),
        ("played", {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}),
    ],
)
def test_a_rotating_night_of_five_players(metric: str, expected: dict[int, int]) -> None:
    """A sit-out scores nothing and is not played; averages of card points are in hundredths."""
    assert values(INDIVIDUAL, metric) == expected


def test_averages_are_shown_rounded_halves_up_and_compared_exactly() -> None:
    thirds = event(
        4,
        round_(1, pairs(1, 2, 0, 1), pairs(3, 4, 2, 0)),
        round_(2, pairs(1, 2, 1, 0), pairs(3, 4, 1, 0)),
        round_(3, pairs(1, 2, 1, 0), pairs(3, 4, 0, 5)),
        type="vp",
    )
    close = replace(
        thirds,
        adjustments=(AdjustmentData(1, 1, 2), AdjustmentData(1, 2, 1), AdjustmentData(1, 3, -1)),
    )
    assert values(close, "average") == {1: 1001, 2: 1000, 3: 1000, 4: 1000}
    assert ranks(close, "average") == {1: 1, 2: 2, 4: 3, 3: 4}


@pytest.mark.parametrize(("score", "shown"), [(1, 1001), (-1, 1000)])
def test_half_a_hundredth_goes_up(score: int, shown: int) -> None:
    halves = event(
        2,
        round_(1, pairs(1, 2, 0, 0)),
        round_(2, pairs(1, 2, 0, 0)),
        adjustments=[AdjustmentData(1, 1, score)],
    )
    assert values(halves, "average")[1] == shown


def test_entries_level_in_all_share_a_rank_and_the_next_is_counted_on() -> None:
    level = event(4, round_(1, pairs(1, 4, 900, 100), pairs(2, 3, 500, 500), byes=[]), type="wdl")
    assert ranks(level, "score") == {1: 1, 2: 2, 3: 2, 4: 4}


def test_the_lot_separates_whom_nothing_else_does() -> None:
    nobody_played = event(40)
    lots = values(nobody_played, "lot")
    assert all(lot is not None and 0 <= lot < 2**20 for lot in lots.values())
    assert places(nobody_played, ("score",)) == tuple(sorted(lots, key=lambda n: lots[n] or 0))
    assert ranks(nobody_played, "score", "lot")[places(nobody_played, ("score",))[0]] == 1


LEVEL = round_(1, pairs(1, 2, 900, 100), pairs(3, 4, 900, 100))


def test_head_to_head_counts_among_those_level_who_all_met() -> None:
    met = event(4, LEVEL, round_(2, pairs(1, 3, 500, 600), pairs(2, 4, 500, 500)), type="wdl")
    assert values(met, "head_to_head", "score") == {1: None, 2: 1, 3: None, 4: 1}
    circle = event(
        3,
        round_(1, pairs(1, 2, 9, 1), byes=[3]),
        round_(2, pairs(2, 3, 9, 1), byes=[1]),
        round_(3, pairs(3, 1, 5, 5), byes=[2]),
        type="wdl",
        adjustments=[AdjustmentData(1, 1, -1), AdjustmentData(1, 3, 1)],
    )
    assert values(circle, "head_to_head", "played") == {1: 3, 2: 2, 3: 1}
    assert ranks(circle, "played", "head_to_head") == {1: 1, 2: 2, 3: 3}


def test_head_to_head_is_nothing_where_two_of_the_level_have_not_met() -> None:
    assert values(event(4, LEVEL), "head_to_head", "score") == dict.fromkeys(range(1, 5))


def test_partners_at_one_table_have_not_met() -> None:
    """Players 4 and 5 never met; 1, 2 and 3 all did, across the table."""
    first_round = replace(INDIVIDUAL, rounds=INDIVIDUAL.rounds[:1])
    assert values(first_round, "head_to_head", "wins") == dict.fromkeys(range(1, 6))
    assert values(INDIVIDUAL, "head_to_head", "played") == {1: 500, 2: 800, 3: 600} | {
        4: None,
        5: None,
    }


@pytest.mark.parametrize("end", [End.FORFEIT, End.AWARDED])
def test_an_award_counts_as_played_and_won_but_has_no_margin(end: End) -> None:
    result = awarded(end, (1200, 0), winner=0)._replace(points=(0, 700))
    given = event(2, round_(1, table((1,), (2,), result)))
    assert values(given, "score") == {1: 1200, 2: 0}
    assert values(given, "margin") == {1: 0, 2: 0}
    assert values(given, "wins") == {1: 1, 2: 0}
    assert values(given, "played") == {1: 1, 2: 1}


def test_a_void_table_counts_for_nothing() -> None:
    void = played((900, 100))._replace(end=End.VOID)
    given = event(2, round_(1, table((1,), (2,), void)))
    nothing = ("average", "average_but_worst", "head_to_head")
    for metric in METRICS.keys() - {"lot"}:
        value = None if metric in nothing else 0
        assert values(given, metric) == {1: value, 2: value}


@pytest.mark.parametrize("kind", [Kind.SHEET, Kind.DISPUTE])
def test_only_the_last_version_counts_and_only_when_confirmed(kind: Kind) -> None:
    first = played((900, 100), version=30)
    later = played((100, 900), version=40, kind=kind)
    given = event(2, round_(1, table((1,), (2,), first, later)), type="wdl")
    assert values(given, "score") == {1: 0, 2: 0}
    assert values(as_of(given, 39), "score") == {1: 2, 2: 0}
    corrected = later._replace(kind=Kind.CORRECTION)
    again = event(2, round_(1, table((1,), (2,), corrected, first)), type="wdl")
    assert values(again, "score") == {1: 0, 2: 2}


def test_as_of_a_version_nothing_later_is_known() -> None:
    given = event(
        2,
        round_(1, table((1,), (2,), played((900, 100), version=15))),
        round_(2, byes=[1, 2]),
        adjustments=[AdjustmentData(30, 1, -1)],
        type="wdl",
    )
    told = {v: values(as_of(given, v), "score")[1] for v in (11, 14, 15, 21, 22, 29, 30)}
    assert told == {11: 0, 14: 0, 15: 2, 21: 2, 22: 4, 29: 4, 30: 3}


def test_a_round_not_published_gives_nothing() -> None:
    draft = round_(1, pairs(1, 2, 900, 100), byes=[3])._replace(published_version=None)
    assert values(event(3, draft), "score") == {1: 0, 2: 0, 3: 0}


def late(came: int, **changes: Any) -> TournamentData:
    """Three pairs, the third late; it is drawn only in round 4."""
    rounds = [round_(number, pairs(1, 2)) for number in (1, 2, 3)]
    rounds.append(round_(4, pairs(1, 3), byes=[2]))
    base = event(3, *rounds, **changes)
    third = EntryData(3, late=True, presence=(AttendanceData(came, present=True),))
    return replace(base, entries=(*base.entries[:2], third))


@pytest.mark.parametrize(
    ("came", "planned", "score"),
    [
        pytest.param(13, 8, 800, id="after round 1"),
        pytest.param(21, 8, 1600, id="while round 2 was a draft"),
        pytest.param(35, 8, 2400, id="after round 3"),
        pytest.param(35, 5, 1600, id="two of five rounds at most"),
        pytest.param(35, 1, 0, id="none of one round"),
    ],
)
def test_rounds_missed_by_coming_late_are_credited_in_the_first_half(
    came: int, planned: int, score: int
) -> None:
    """Round n is drawn at version 10 n: a round drawn after it came was missed by absence."""
    assert values(late(came, planned=planned), "score")[3] == score
    assert values(late(came, planned=planned), "played")[3] == 0


def test_only_a_swiss_credits_missed_rounds_and_only_to_the_late() -> None:
    assert values(late(35, format=Format.ROUND_ROBIN), "score")[3] == 0
    on_time = late(35)
    absent = replace(
        on_time, entries=tuple(entry._replace(late=False) for entry in on_time.entries)
    )
    assert values(absent, "score")[3] == 0


def test_who_has_not_come_yet_has_no_credit_yet() -> None:
    assert 3 not in values(as_of(late(35), 34), "score")
    assert values(as_of(late(35), 35), "score")[3] == 1600


def test_a_knockout_ranks_by_rounds_won_and_the_place_match() -> None:
    place = SeatedTable(((2,), (4,)), (played((1, 2)),), third_place_match=True)
    cup = event(
        5,
        round_(1, pairs(4, 5, 9, 1), byes=[1, 2, 3]),
        round_(2, pairs(1, 4, 9, 1), pairs(2, 3, 1, 9)),
        round_(3, pairs(1, 3, 9, 1), place),
        format=Format.KNOCKOUT,
    )
    assert values(cup, "progress") == {1: 6, 3: 4, 4: 3, 2: 2, 5: 0}
    assert ranks(cup, *default_tiebreaks(Format.KNOCKOUT)) == {1: 1, 3: 2, 4: 3, 2: 4, 5: 5}


def test_the_default_chains() -> None:
    pairs_chain = ("score", "head_to_head", "wins", "opponents", "margin", "sambas", "played")
    alone = ("average", "average_but_worst", "wins", "opponents_less_partners", "margin", "lot")
    assert {format: default_tiebreaks(format) for format in Format} == {
        Format.SWISS: (*pairs_chain, "lot"),
        Format.ROUND_ROBIN: (*pairs_chain, "lot"),
        Format.DOUBLE_ROUND_ROBIN: (*pairs_chain, "lot"),
        Format.KNOCKOUT: ("progress",),
        Format.ROTATING: alone,
        Format.SWISS_INDIVIDUAL: alone,
    }


def test_the_metrics_are_those_of_the_bundle() -> None:
    pairs_chain = default_tiebreaks(Format.SWISS)
    alone = default_tiebreaks(Format.ROTATING)
    assert METRICS.keys() == {*pairs_chain, *alone, "points", "progress"}
    assert len(METRICS) == 13


def individuals(*rounds: RoundData, minimum: int | None = None, planned: int = 4) -> TournamentData:
    """Five individuals; two pairs play, one sits out."""
    evening = event(5, *rounds, format=Format.ROTATING, planned=planned)
    return replace(evening, minimum_rounds=minimum)


def sat_out(number: int, *, away: int | None = None) -> RoundData:
    """Entry 5 sits out, or is away and nobody sits out."""
    seated = table((1, 2), (3, 4), played((0, 500)))
    return round_(number, seated, byes=[] if away == 5 else [5])


def test_half_of_the_rounds_make_a_rank_and_a_sit_out_by_the_draw_counts_as_one() -> None:
    here = individuals(sat_out(1), sat_out(2))
    assert ranks(here, "score") == {3: 1, 4: 1, 1: 3, 2: 3, 5: 5}
    away = individuals(sat_out(1), sat_out(2, away=5))
    assert ranks(away, "score") == {3: 1, 4: 1, 1: 3, 2: 3, 5: None}
    odd = individuals(sat_out(1), sat_out(2), planned=5)
    assert set(ranks(odd, "score").values()) == {None}, "half of five is three"


def test_of_a_finished_night_no_more_rounds_are_needed_than_were_published() -> None:
    night = individuals(sat_out(1), sat_out(2, away=5), planned=6)
    assert (night.rounds_to_rank, {*ranks(night, "score").values()}) == (3, {None})
    ended = replace(night, state=TournamentState.FINISHED, version=90)
    assert (ended.rounds_to_rank, ranks(ended, "score")[5]) == (2, None)
    assert ranks(ended, "score")[3] == 1
    assert as_of(ended, 90) == replace(ended, minimum_rounds=2)
    assert {*ranks(as_of(ended, 15), "score").values()} == {None}, "as many as at the end"
    chosen = replace(ended, minimum_rounds=1)
    assert (chosen.rounds_to_rank, ranks(chosen, "score")[5]) == (1, 5)


def test_who_played_too_little_comes_last_whatever_the_score() -> None:
    once = round_(1, table((1, 5), (2, 3), played((9000, 0))), byes=[4])
    evening = individuals(once, sat_out(2, away=5))
    assert list(ranks(evening, "average").items())[-1] == (5, None)
    assert ranks(replace(evening, minimum_rounds=1), "average")[5] == 1
    assert places(evening, ("average",))[0] == 5, "a draw goes by strength"


def test_pairs_need_no_number_of_rounds_unless_the_director_sets_one() -> None:
    evening = event(3, round_(1, pairs(1, 2, 900, 0), byes=[3]), round_(2, pairs(2, 3, 0, 0)))
    unset = replace(evening, minimum_rounds=None)
    assert None not in ranks(unset, "score").values()
    assert ranks(replace(evening, minimum_rounds=2), "score") == {3: 1, 2: 2, 1: None}


def test_rounds_missed_by_coming_late_make_no_rank() -> None:
    evening = event(4, round_(1, pairs(1, 2, 0, 0)), round_(2, pairs(3, 4, 0, 0)), minimum=2)
    late = (AttendanceData(15, present=True),)
    entries = tuple(
        each._replace(late=True, presence=late) if each.number > 2 else each
        for each in evening.entries
    )
    score = values(replace(evening, entries=entries), "score")
    assert score[3] == 1000 + 800, "the round missed has scored"
    assert ranks(replace(evening, entries=entries), "score")[3] is None


def test_who_never_checked_in_is_not_in_the_standings() -> None:
    evening = event(3, round_(1, pairs(1, 2, 0, 0)))
    first, second, third = evening.entries
    gone = (AttendanceData(1, present=True), AttendanceData(5, present=False))
    absent = replace(evening, entries=(first, second, third._replace(presence=())))
    assert ranks(absent, "score").keys() == {1, 2}
    left = replace(evening, entries=(first, second, third._replace(presence=gone)))
    assert ranks(left, "score").keys() == {1, 2, 3}
    late = replace(
        evening,
        entries=(first, second, third._replace(presence=(AttendanceData(9, present=True),))),
    )
    assert ranks(as_of(late, 8), "score").keys() == {1, 2}
    assert ranks(as_of(late, 9), "score").keys() == {1, 2, 3}
