"""The façade: every format draws its next round only from the value of the tournament."""

from dataclasses import replace

import pytest

from tests.tournaments.engine.events import awarded, event, pairs, played, round_, table
from tournaments.engine.drawing import FORMATS, drafted, draw_round, is_over
from tournaments.engine.draws import Apart, Ban, Basis, Bye, DrawRefused, Lock, Reason, Stationary
from tournaments.engine.results import End
from tournaments.engine.terms import FOUR, Format, TableSize, Venue
from tournaments.engine.tournament import (
    AttendanceData,
    Player,
    RoundData,
    RoundState,
    StintData,
    TournamentData,
)


def met(draw) -> set[frozenset[int]]:
    return {frozenset(entry for side in t.sides for entry in side) for t in draw.tables}


def leaving(tournament: TournamentData, *gone: int) -> TournamentData:
    entries = tuple(
        entry._replace(
            presence=(*entry.presence, AttendanceData(50, present=entry.number not in gone))
        )
        for entry in tournament.entries
    )
    return replace(tournament, entries=entries)


def with_locks(tournament: TournamentData, number: int, *locks: Lock) -> TournamentData:
    """With a round in draft that has these locks."""
    draft = RoundData(number, state=RoundState.DRAFT, locks=locks)
    return replace(tournament, rounds=(*tournament.rounds, draft))


def test_there_are_rules_for_every_format() -> None:
    assert FORMATS.keys() == set(Format)


@pytest.mark.parametrize("format", Format)
def test_the_same_value_gives_the_same_draw_in_any_order_of_its_parts(format: Format) -> None:
    given = event(13, format=format)
    assert draw_round(given, 1) == draw_round(replace(given, entries=given.entries[::-1]), 1)


@pytest.mark.parametrize("format", Format)
def test_who_is_not_there_is_not_drawn(format: Format) -> None:
    draw = draw_round(leaving(event(9, format=format), 3), 1)
    drawn = [entry for t in draw.tables for side in t.sides for entry in side]
    assert sorted([*drawn, *(bye.entry for bye in draw.byes)]) == [1, 2, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("format", Format)
def test_after_the_planned_rounds_nothing_is_drawn(format: Format) -> None:
    with pytest.raises(DrawRefused) as refusal:
        draw_round(event(8, format=format, planned=2), 3)
    assert refusal.value.code == "no_rounds_left"


FIRST = round_(1, pairs(1, 2, 9000, 0), pairs(3, 4, 4000, 0), byes=[5])
SWISS = event(5, FIRST, type="wdl")


def test_a_swiss_shows_what_it_was_drawn_from() -> None:
    basis = draw_round(SWISS, 2).basis
    assert [(each.entry, each.rank, each.score, each.byes) for each in basis] == [
        (1, 1, 2, 0),
        (3, 2, 2, 0),
        (5, 3, 2, 1),
        *((each.entry, rank, 0, 0) for rank, each in zip((4, 5), basis[3:], strict=True)),
    ]
    assert basis[2].floats == ("down",)


def test_floats_go_by_the_scores_that_earlier_rounds_were_drawn_from() -> None:
    unequal = (Basis(1, 1, 2, 0), Basis(2, 2, 0, 0), Basis(3, 3, 0, 0), Basis(4, 4, 0, 0))
    first = FIRST._replace(basis=unequal)
    floats = {each.entry: each.floats for each in draw_round(event(5, first), 2).basis}
    assert floats == {1: ("down",), 2: ("up",), 3: (None,), 4: (None,), 5: ("down",)}


def test_a_forfeit_win_counts_as_a_bye_of_the_basis() -> None:
    walkover = table((3,), (4,), awarded(End.FORFEIT, (2, 0), winner=0))
    given = event(5, round_(1, pairs(1, 2, 9000, 0), walkover, byes=[5]), type="wdl")
    byes = {each.entry: each.byes for each in draw_round(given, 2).basis}
    assert byes == {1: 0, 2: 0, 3: 1, 4: 0, 5: 1}


def test_those_of_a_void_table_may_meet_for_the_first_time() -> None:
    void = table((1,), (2,), played((9000, 0)), awarded(End.VOID, (), winner=None, version=2))
    again = event(2, round_(1, void))
    assert draw_round(again, 2).tables[0].why.cost[0] == 0
    assert draw_round(event(2, round_(1, pairs(1, 2, 9000, 0))), 2).tables[0].why.cost[0] == 1


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROTATING, Format.SWISS_INDIVIDUAL])
def test_locks_of_the_round_to_be_drawn_are_kept(format: Format) -> None:
    sides = ((2, 9), (4, 7)) if format.individual else ((2,), (9,))
    locks = Lock(sides, table=2), Lock(((1,),), bye=True)
    draw = draw_round(with_locks(event(9, format=format), 1, *locks), 1)
    assert draw.tables[1].sides == sides or draw.tables[1].sides == sides[::-1]
    assert 1 in {bye.entry for bye in draw.byes}


@pytest.mark.parametrize("format", [Format.SWISS, Format.ROTATING, Format.SWISS_INDIVIDUAL])
def test_a_lock_of_a_forbidden_table_needs_to_be_overriding(format: Format) -> None:
    sides = ((1, 2), (3, 4)) if format.individual else ((1,), (3,))
    banned = replace(event(8, format=format), forbidden=(Ban((3, 1)),))
    with pytest.raises(DrawRefused):
        draw_round(with_locks(banned, 1, Lock(sides)), 1)
    draw = draw_round(with_locks(banned, 1, Lock(sides, override=True)), 1)
    assert frozenset(e for side in sides for e in side) in met(draw)


@pytest.mark.parametrize("apart", [Apart.PARTNERS, Apart.BOTH])
@pytest.mark.parametrize("format", [Format.ROTATING, Format.SWISS_INDIVIDUAL])
def test_forbidden_partners_are_none(format: Format, apart: Apart) -> None:
    plain = event(8, format=format)
    for t in draw_round(plain, 1).tables:
        banned = replace(plain, forbidden=(Ban((t.sides[0][1], t.sides[0][0]), apart),))
        sides = [side for t in draw_round(banned, 1).tables for side in t.sides]
        assert t.sides[0] not in sides


@pytest.mark.parametrize(
    "lock",
    [
        pytest.param(Lock(((1, 2, 3), (4,))), id="three against one"),
        pytest.param(Lock(((1, 2), (3, 3))), id="somebody twice"),
    ],
)
def test_a_lock_that_cannot_be_is_refused(lock: Lock) -> None:
    with pytest.raises(DrawRefused) as refusal:
        draw_round(with_locks(event(8, format=Format.ROTATING), 1, lock), 1)
    assert refusal.value.facts["misshapen"] or refusal.value.facts["twice"]


@pytest.mark.parametrize("format", Format)
def test_a_lock_that_names_somebody_who_left_has_lapsed(format: Format) -> None:
    gone = Lock(((1,), (9,)) if not format.individual else ((1, 2), (3, 9)))
    night = with_locks(event(8, format=format, planned=3), 1, gone)
    draft = drafted(night, 1, draw_round(night, 1))
    assert draft.locks == ()
    assert draft.placed == {*range(1, 9)}


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_where_a_plan_sets_who_meets_the_displaced_take_the_places_left(format: Format) -> None:
    plain = event(8, format=format, planned=3)
    before = draw_round(plain, 1)
    (one,), (two,) = before.tables[0].sides
    (three,), (four,) = before.tables[1].sides
    draw = draw_round(with_locks(plain, 1, Lock(((one,), (three,)))), 1)
    assert [t.sides for t in draw.tables[:2]] == [((one,), (three,)), ((four,), (two,))] or [
        t.sides for t in draw.tables[:2]
    ] == [((one,), (three,)), ((two,), (four,))]
    assert [t.why.code for t in draw.tables[:2]] == ["set_by_director", "displaced"]
    assert draw.tables[2:] == before.tables[2:]
    assert [t.slot for t in draw.tables] == [t.slot for t in before.tables]


@pytest.mark.parametrize("format", [Format.ROUND_ROBIN, Format.KNOCKOUT])
def test_a_lock_of_a_plan_sets_a_table(format: Format) -> None:
    plain = event(8, format=format, planned=3)
    last = draw_round(plain, 1).tables[-1]
    draw = draw_round(with_locks(plain, 1, Lock(last.sides, table=1)), 1)
    assert draw.tables[0].sides == last.sides


def test_a_lock_gives_nobody_a_second_bye_of_a_circle_while_somebody_has_had_none() -> None:
    plain = event(5, format=Format.ROUND_ROBIN, planned=5)
    first = draw_round(plain, 1)
    (had,) = (bye.entry for bye in first.byes)
    played_ = tuple(pairs(t.sides[0][0], t.sides[1][0], 9, 0) for t in first.tables)
    night = replace(plain, rounds=(round_(1, *played_, byes=[had]),))
    second = draw_round(night, 2)
    (idle,) = (bye.entry for bye in second.byes)
    rival = next(
        e for t in second.tables for side in t.sides for e in side
        if had in {x for s in t.sides for x in s} and e != had
    )  # fmt: skip
    draw = draw_round(with_locks(night, 2, Lock(((rival,), (idle,)))), 2)
    assert [bye.entry for bye in draw.byes] != [had]
    assert draw.placed == {1, 2, 3, 4, 5}
    assert {table.why.code for table in draw.tables} == {"set_by_director", "displaced"}


@pytest.mark.parametrize("format", Format)
def test_who_cannot_move_stays_at_its_table(format: Format) -> None:
    given = replace(event(8, format=format), stationary=(Stationary(5, 7),))
    seat = next(t for t in draw_round(given, 1).tables if (5 in t.sides[0] or 5 in t.sides[1]))
    assert seat.number == 7


def test_who_comes_late_to_a_round_robin_takes_the_place_of_the_bye() -> None:
    first = event(3, round_(1, pairs(2, 3, 9, 0), byes=[1]), format=Format.ROUND_ROBIN)
    late = replace(first, entries=(*first.entries, event(4).entries[3]._replace(late=True)))
    assert len(draw_round(late, 2).tables) == 2
    fifth = replace(late, entries=(*late.entries, event(5).entries[4]._replace(late=True)))
    with pytest.raises(DrawRefused) as refusal:
        draw_round(fifth, 2)
    assert refusal.value.facts == {"late": [4, 5]}


CUP = event(
    8,
    round_(1, *(pairs(a, b, 9, 0)._replace(number=s + 1, slot=s) for s, (a, b) in enumerate(
        [(1, 8), (4, 5), (2, 7), (3, 6)]
    ))),
    format=Format.KNOCKOUT,
    planned=3,
)  # fmt: skip


def test_who_withdraws_from_a_knockout_gives_the_opponent_a_bye_in_the_slot() -> None:
    draw = draw_round(leaving(CUP, 4), 2)
    assert [(bye.entry, bye.slot) for bye in draw.byes] == [(1, 0)]
    assert [(t.sides, t.slot) for t in draw.tables] == [(((2,), (3,)), 1)]


def test_who_left_before_a_semi_final_leaves_third_place_to_the_other() -> None:
    semi = round_(2, pairs(2, 3, 9, 0)._replace(number=1, slot=1))
    semi = semi._replace(byes=(Bye(1, Reason("walkover"), 0),))
    cup = leaving(replace(CUP, rounds=(*CUP.rounds, semi)), 4)
    draw = draw_round(cup, 3)
    assert [(t.sides, t.slot, t.third_place_match) for t in draw.tables] == [
        (((1,), (2,)), 0, False)
    ]
    assert [(bye.entry, bye.slot) for bye in draw.byes] == [(3, None)]


@pytest.mark.parametrize("absent", [[], {}, "4", 99, None])
def test_a_reason_of_another_service_names_nobody_who_is_absent(absent: object) -> None:
    semi = round_(2, pairs(2, 3, 9, 0)._replace(number=1, slot=1))
    semi = semi._replace(byes=(Bye(1, Reason("other", {"absent": absent}), 0),))
    draw = draw_round(replace(CUP, rounds=(*CUP.rounds, semi)), 3)
    assert [table.sides for table in draw.tables] == [((1,), (2,))]
    assert not draw.byes


def test_a_result_that_was_corrected_since_puts_nobody_into_a_semi_final() -> None:
    """Entry 4 had won, left, and lost the semi-final so; that 5 had won is known too late."""
    first = CUP.rounds[0]
    tables = [
        table._replace(results=(*table.results, played((0, 900), version=90)))
        if table.sides == ((4,), (5,)) else table
        for table in first.tables
    ]  # fmt: skip
    semi = round_(2, pairs(2, 3, 9, 0)._replace(number=1, slot=1))
    semi = semi._replace(byes=(Bye(1, Reason("walkover"), 0),), drawn_version=50)
    cup = replace(CUP, rounds=(first._replace(tables=tuple(tables)), semi))
    draw = draw_round(leaving(cup, 4), 3)
    assert not [table for table in draw.tables if table.third_place_match]
    assert [(bye.entry, bye.slot) for bye in draw.byes] == [(3, None)]


def test_a_knockout_table_without_a_winner_keeps_the_next_round_back() -> None:
    first = CUP.rounds[0]
    tied = pairs(1, 8, 5, 5)._replace(number=1, slot=0)
    open_ = replace(CUP, rounds=(first._replace(tables=(tied, *first.tables[1:])),))
    with pytest.raises(DrawRefused) as refusal:
        draw_round(open_, 2)
    assert (refusal.value.code, refusal.value.facts) == ("winner_missing", {"tables": [1]})


def test_individuals_play_at_a_table_of_six_where_the_ruleset_has_one() -> None:
    six = replace(event(10, format=Format.ROTATING), tables=(FOUR, TableSize(6, 3)))
    assert sorted(len(t.sides) for t in draw_round(six, 1).tables) == [2, 3]
    assert len(draw_round(event(10, format=Format.ROTATING), 1).byes) == 2


def test_a_new_player_of_a_swiss_night_is_ranked_last_and_drawn() -> None:
    night = event(
        5,
        round_(1, table((1, 2), (3, 4), played((500, 100)))),
        format=Format.SWISS_INDIVIDUAL,
        type="points",
    )
    *others, newcomer = night.entries
    late = newcomer._replace(late=True, presence=(AttendanceData(20, present=True),))
    night = replace(night, entries=(*others, late))
    assert [bye.entry for bye in draw_round(night, 2).byes] == [5]


@pytest.mark.parametrize(("type", "unit"), [("vp", True), ("points", None)])
def test_reasons_by_standing_have_victory_points_with_their_hundredths(
    type: str, unit: bool | None
) -> None:
    first = round_(1, table((1, 2), (3, 4), played((500, 100))))
    night = event(4, first, format=Format.SWISS_INDIVIDUAL, type=type)
    (drawn,) = draw_round(night, 2).tables
    assert (drawn.why.code, drawn.why.facts.get("hundredths")) == ("by_standing", unit)


def test_a_draft_names_who_sits_where_and_the_deal_goes_round() -> None:
    base = event(2, format=Format.SWISS)
    entries = tuple(
        entry._replace(
            stints=(
                StintData(f"{entry.number}a", last=1),
                StintData(f"{entry.number}b"),
                StintData(f"{entry.number}c", f"{entry.number}a", first=2),
            )
        )
        for entry in base.entries
    )  # fmt: skip
    given = replace(base, entries=entries, players=(Player("1a"),), version=17, venue=Venue.ONLINE)
    for number, dealer, last in ((1, 0, "a"), (2, 1, "c"), (5, 0, "c")):
        draft = drafted(given, number, draw_round(given, number))
        (only,) = draft.tables
        assert (only.dealer, only.venue, draft.drawn_version) == (dealer, Venue.ONLINE, 17)
        assert (draft.state, draft.published_version) == (RoundState.DRAFT, None)
        for side, players in zip(only.sides, only.players, strict=True):
            assert set(players) == {f"{side[0]}b", f"{side[0]}{last}"}


def test_it_is_over_when_every_planned_round_is_closed() -> None:
    closed = FIRST._replace(state=RoundState.CLOSED)
    assert is_over(event(5, closed, planned=1))
    assert not is_over(event(5, closed, planned=2))
    assert not is_over(event(5, FIRST, planned=1))
