"""What earlier rounds leave behind for the next draw."""

from tournaments.engine.draws import Basis, Bye, Reason, SeatedTable
from tournaments.engine.formats.constraints import meetings
from tournaments.engine.formats.swiss_field import balance, floats, unplayed_rounds
from tournaments.engine.results import End, Kind, ResultData
from tournaments.engine.tournament import RoundData


def past(*tables: tuple[int, int], bye: int | None = None, end: End | None = None) -> RoundData:
    """A round where entry n was in bracket n // 10; `end` is that of the first table."""
    byes = () if bye is None else (Bye(bye, Reason()),)
    entries = [*sum(tables, ()), *(each.entry for each in byes)]
    seated = [SeatedTable(((a,), (b,)), number=n) for n, (a, b) in enumerate(tables, start=1)]
    if end is not None:
        result = ResultData(1, Kind.AWARD, end, award=(1200, 0), winner=0)
        seated[0] = seated[0]._replace(results=(result,))
    basis = tuple(Basis(entry, 1, entry, 0) for entry in entries)
    return RoundData(1, tables=tuple(seated), byes=byes, basis=basis)


def test_meetings_are_counted_whichever_had_the_first_side():
    assert meetings([past((2, 1), (3, 4)), past((1, 2))]) == {(1, 2): 2, (3, 4): 1}


def test_at_a_void_table_nobody_met():
    assert meetings([past((1, 2), (3, 4), end=End.VOID)]) == {(3, 4): 1}


def test_a_win_by_forfeit_counts_as_a_bye():
    assert unplayed_rounds([past((1, 2), bye=3), past((1, 3), end=End.FORFEIT, bye=2)]) == {
        1: 1,
        2: 1,
        3: 1,
    }


def test_first_sides_are_counted_against_second_ones():
    counts = balance([past((1, 2)), past((1, 3))])
    assert (counts[1], counts[2], counts[3]) == (2, -1, -1)


def test_floats_are_those_of_the_last_two_rounds_latest_first():
    rounds = [past((20, 10)), past((10, 11), bye=20), past((12, 20))]
    assert floats(rounds, 10)(20) == ("down", "down")
    assert floats(rounds, 10)(10) == (None, None)
    assert floats(rounds, 10)(12) == ("up", None)
    assert floats(rounds[:1], 10)(10) == ("up",)
    assert floats(rounds[:2], 10)(10) == (None, "up")
    assert floats([], 10)(10) == ()
