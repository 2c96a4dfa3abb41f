"""What cannot be played is reported by path, before anybody draws."""

from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.engine.events import event, scoring
from tournaments.engine.draws import Apart, Ban, Stationary
from tournaments.engine.playable import constraint_faults, faults, side_size, start_faults
from tournaments.engine.terms import FOUR, Format, TableSize, Terms, Venue
from tournaments.engine.tournament import StintData, TournamentData

PLAIN = Terms(
    format=Format.SWISS,
    rounds_planned=5,
    hands_per_round=4,
    venue=Venue.TABLE,
    tables=(FOUR,),
    scoring=scoring(),
)
SINGLES, TRIOS, THREE_PAIRS = TableSize(2, 2), TableSize(6, 2), TableSize(6, 3)
NINE = ("score", "wins", "margin", "sambas", "played", "points", "average", "opponents", "lot")


@pytest.mark.parametrize("format", Format)
def test_a_plain_tournament_of_every_format_has_no_fault(format: Format) -> None:
    assert faults(replace(PLAIN, format=format)) == []


@pytest.mark.parametrize(
    ("changes", "paths"),
    [
        pytest.param({"rounds_planned": 0}, ["rounds"], id="no round"),
        pytest.param(
            {"hands_per_round": None}, ["hands_per_round"], id="neither hands nor minutes"
        ),
        pytest.param({"minutes_per_round": 40}, ["hands_per_round"], id="hands and minutes"),
        pytest.param({"hands_per_round": 0}, ["hands_per_round"], id="no hand"),
        pytest.param(
            {"hands_per_round": None, "minutes_per_round": 0}, ["minutes_per_round"], id="no minute"
        ),
        pytest.param(
            {"format": Format.ROTATING, "tables": (SINGLES,)},
            ["ruleset", "table_seats"],
            id="nobody has a partner",
        ),
        pytest.param(
            {"format": Format.SWISS_INDIVIDUAL, "tables": (THREE_PAIRS,)},
            ["ruleset"],
            id="only six",
        ),
        pytest.param({"tables": (THREE_PAIRS,)}, ["ruleset"], id="three sides"),
        pytest.param({"tables": (FOUR, TRIOS)}, ["table_seats"], id="pairs and trios"),
        pytest.param({"duplicate": True}, ["duplicate"], id="duplicate on paper"),
        pytest.param(
            {"duplicate": True, "venue": Venue.MIXED}, ["duplicate"], id="duplicate mixed"
        ),
        pytest.param(
            {
                "format": Format.ROTATING,
                "tables": (FOUR, THREE_PAIRS),
                "duplicate": True,
                "venue": Venue.ONLINE,
            },
            ["table_seats"],
            id="duplicate at tables of two sizes",
        ),
        pytest.param({"house_bots": "club"}, ["house_bots"], id="bots on paper"),
        pytest.param({"tiebreaks": NINE}, ["tiebreaks"], id="nine tie-breaks"),
        pytest.param({"tiebreaks": ("score", "luck")}, ["tiebreaks.1"], id="unknown"),
        pytest.param({"tiebreaks": ("score", "wins", "score")}, ["tiebreaks.2"], id="twice"),
        pytest.param({"tiebreaks": ("progress",)}, ["tiebreaks.0"], id="progress in a swiss"),
        pytest.param(
            {"tiebreaks": ("score",), "format": Format.KNOCKOUT},
            ["tiebreaks.0"],
            id="knockout by score",
        ),
        pytest.param(
            {"tiebreaks": ("opponents_less_partners",)}, ["tiebreaks.0"], id="fixed partners"
        ),
        pytest.param({"tiebreaks": ("lot", "score")}, ["tiebreaks.1"], id="after the lot"),
        pytest.param(
            {"scoring": replace(scoring(), bracket=0)}, ["scoring.bracket"], id="no bracket"
        ),
    ],
)
def test_what_no_field_could_mend_is_reported_at_creation(
    changes: dict[str, Any], paths: list[str]
) -> None:
    assert [fault.path for fault in faults(replace(PLAIN, **changes))] == paths


@pytest.mark.parametrize(
    "changes",
    [
        {"tables": (TRIOS,)},
        {"tables": (SINGLES,)},
        {"format": Format.ROTATING, "tables": (FOUR, TRIOS)},
        {"format": Format.ROTATING, "tables": (FOUR, THREE_PAIRS)},
        {"duplicate": True, "venue": Venue.ONLINE},
        {"house_bots": "club", "venue": Venue.MIXED},
        {"hands_per_round": None, "minutes_per_round": 40},
        {"tiebreaks": NINE[1:]},
        {"tiebreaks": ("progress", "points"), "format": Format.KNOCKOUT},
    ],
)
def test_what_can_be_played_has_no_fault(changes: dict[str, Any]) -> None:
    assert faults(replace(PLAIN, **changes)) == []


@pytest.mark.parametrize(
    ("format", "tables", "size"),
    [
        (Format.SWISS, (FOUR,), 2),
        (Format.SWISS, (TRIOS,), 3),
        (Format.KNOCKOUT, (SINGLES,), 1),
        (Format.ROTATING, (FOUR, TRIOS), 1),
    ],
)
def test_an_entry_has_as_many_players_as_a_side(
    format: Format, tables: tuple[TableSize, ...], size: int
) -> None:
    assert side_size(replace(PLAIN, format=format, tables=tables)) == size


def started(entries: int, **changes: Any) -> TournamentData:
    """Ready to start, with entries of as many players as they need."""
    base = event(entries, **changes)
    size = 1 if base.format.individual else 2
    return replace(
        base,
        entries=tuple(
            entry._replace(stints=tuple(StintData(f"{entry.number}{at}") for at in range(size)))
            for entry in base.entries
        ),
    )


@pytest.mark.parametrize(
    ("format", "entries", "rounds", "fault"),
    [
        (Format.SWISS, 6, 5, None),
        (Format.SWISS, 6, 6, "6 entries play at most 5 rounds of a Swiss"),
        (Format.SWISS, 5, 5, None),
        (Format.SWISS, 5, 6, "5 entries play at most 5 rounds of a Swiss"),
        (Format.SWISS, 1, 1, "at least 2 entries are needed; 1 is checked in"),
        (Format.ROUND_ROBIN, 6, 5, None),
        (Format.ROUND_ROBIN, 6, 4, None),
        (Format.ROUND_ROBIN, 6, 6, "6 entries play at most 5 rounds of a round robin"),
        (Format.DOUBLE_ROUND_ROBIN, 5, 10, None),
        (Format.DOUBLE_ROUND_ROBIN, 5, 11, "5 entries play at most 10 rounds of a double"),
        (Format.KNOCKOUT, 8, 3, None),
        (Format.KNOCKOUT, 9, 4, None),
        (Format.KNOCKOUT, 9, 3, "9 entries play exactly 4 rounds of a knockout"),
        (Format.KNOCKOUT, 2, 2, "2 entries play exactly 1 round of a knockout"),
        (Format.ROTATING, 4, 6, None),
        (Format.ROTATING, 3, 1, "at least 4 entries are needed; 3 are checked in"),
        (Format.SWISS_INDIVIDUAL, 3, 1, "at least 4 entries are needed; 3 are checked in"),
    ],
)
def test_a_field_has_its_number_of_rounds(
    format: Format, entries: int, rounds: int, fault: str | None
) -> None:
    found = start_faults(started(entries, format=format, planned=rounds))
    assert len(found) == (fault is not None)
    assert fault is None or found[0].text.startswith(fault)


def test_an_entry_of_the_wrong_size_is_named() -> None:
    given = started(4, planned=3)
    alone = given.entries[2]._replace(name="Cleo", stints=(StintData("c"),))
    (fault,) = start_faults(replace(given, entries=(*given.entries[:2], alone, given.entries[3])))
    assert fault == ("entries.2", "2 sit for an entry; Cleo has 1")


def test_nobody_sits_for_two_entries() -> None:
    given = started(4, planned=3)
    twice = given.entries[3]._replace(stints=(StintData("10"), StintData("41")))
    (fault,) = start_faults(replace(given, entries=(*given.entries[:3], twice)))
    assert fault == ("entries", "player 10 sits for 2 entries")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"forbidden": (Ban((1, 9)),)}, "forbidden.0.entries"),
        ({"forbidden": (Ban((2, 2)),)}, "forbidden.0"),
        ({"forbidden": (Ban((1, 2)), Ban((1, 2), Apart.PARTNERS))}, "forbidden.1"),
        ({"stationary": (Stationary(9, 1),)}, "stationary.0.entry"),
        ({"stationary": (Stationary(1, 1), Stationary(1, 2))}, "stationary.1.entry"),
        ({"stationary": (Stationary(1, 0),)}, "stationary.0.table"),
    ],
)
def test_wishes_name_entries_that_there_are(changes: dict[str, Any], path: str) -> None:
    given = replace(started(4, planned=3), **changes)
    assert [fault.path for fault in constraint_faults(given)] == [path]
    assert start_faults(given) == constraint_faults(given)
