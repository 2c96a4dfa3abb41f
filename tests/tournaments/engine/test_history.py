"""What earlier rounds leave behind for the next draw."""

from tournaments.engine.draws import Bye, Draw, DrawnTable, Reason
from tournaments.engine.pairing.field import Past, balance, floats, meetings, unplayed_rounds

WHY = Reason("")


def past(*tables: tuple[int, int], bye: int | None = None, **more: frozenset[int]) -> Past:
    """A round where entry n was in bracket n // 10."""
    drawn = [DrawnTable(n, ((a,), (b,)), WHY) for n, (a, b) in enumerate(tables, start=1)]
    byes = () if bye is None else (Bye(bye, WHY),)
    entries = [*sum(tables, ()), *(each.entry for each in byes)]
    return Past(Draw("matching", tuple(drawn), byes), {n: n // 10 for n in entries}, **more)


def test_meetings_are_counted_whichever_had_the_first_side():
    assert meetings([past((2, 1), (3, 4)), past((1, 2))]) == {(1, 2): 2, (3, 4): 1}


def test_at_a_void_table_nobody_met():
    assert meetings([past((1, 2), (3, 4), void=frozenset({1}))]) == {(3, 4): 1}


def test_a_win_by_forfeit_counts_as_a_bye():
    assert unplayed_rounds([past((1, 2), bye=3), past((1, 3), forfeits=frozenset({1}), bye=2)]) == {
        1: 1,
        2: 1,
        3: 1,
    }


def test_first_sides_are_counted_against_second_ones():
    counts = balance([past((1, 2)), past((1, 3))])
    assert (counts[1], counts[2], counts[3]) == (2, -1, -1)


def test_floats_are_those_of_the_last_two_rounds_latest_first():
    rounds = [past((20, 10)), past((10, 11), bye=20), past((12, 20))]
    assert floats(rounds)(20) == ("down", "down")
    assert floats(rounds)(10) == (None, None)
    assert floats(rounds)(12) == ("up", None)
    assert floats(rounds[:1])(10) == ("up",)
    assert floats(rounds[:2])(10) == (None, "up")
    assert floats([])(10) == ()
