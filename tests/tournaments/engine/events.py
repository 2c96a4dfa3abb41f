"""Tournaments to test standings with, written briefly; and drawn at random."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tournaments.engine.draws import Bye, Reason, SeatedTable
from tournaments.engine.results import (
    End,
    Kind,
    ResultData,
    Scoring,
    ScoringType,
    scale_for,
    winner_of,
)
from tournaments.engine.terms import Format, Venue
from tournaments.engine.tournament import (
    AdjustmentData,
    AttendanceData,
    EntryData,
    RoundData,
    TournamentData,
)

SCALE = scale_for(2000, 4)


def scoring(type: str = "vp") -> Scoring:
    bye, missed = {"vp": (1200, 800), "wdl": (2, 1), "points": (500, 250)}[type]
    return Scoring(type=ScoringType(type), bye=bye, missed=missed, scale=SCALE)


def played(
    points: Sequence[int], *, version: int = 1, kind: Kind = Kind.CONFIRMATION
) -> ResultData:
    return ResultData(version, kind, End.PLAYED, tuple(points), winner=winner_of(points))


def awarded(end: End, award: Sequence[int], *, winner: int | None, version: int = 1) -> ResultData:
    return ResultData(version, Kind.AWARD, end, award=tuple(award), winner=winner)


def table(one: Sequence[int], other: Sequence[int], *results: ResultData) -> SeatedTable:
    return SeatedTable((tuple(one), tuple(other)), results)


def pairs(one: int, other: int, *points: int) -> SeatedTable:
    return table((one,), (other,), *([played(points)] if points else []))


def round_(number: int, *tables: SeatedTable, byes: Sequence[int] = ()) -> RoundData:
    """Round n is drawn at version 10 n and published two later; byes have slots from 0."""
    return RoundData(number, 10 * number, 10 * number + 2, tables, _byes(byes, range(len(byes))))


def _byes(entries: Sequence[int], slots: Sequence[int | None]) -> tuple[Bye, ...]:
    return tuple(Bye(entry, Reason(""), slot) for entry, slot in zip(entries, slots, strict=True))


def event(
    entries: int,
    *rounds: RoundData,
    format: Format = Format.SWISS,
    type: str = "vp",
    planned: int = 5,
    adjustments: Sequence[AdjustmentData] = (),
    minimum: int = 0,
) -> TournamentData:
    return TournamentData(
        format=format,
        rounds_planned=planned,
        hands_per_round=4,
        venue=Venue.TABLE,
        seed="7f3a",
        scoring=scoring(type),
        entries=tuple(
            EntryData(number, presence=(AttendanceData(1, present=True),))
            for number in range(1, entries + 1)
        ),
        rounds=rounds,
        adjustments=tuple(adjustments),
        minimum_rounds=minimum,
    )


@st.composite
def results(draw: st.DrawFn, sides: int, start: int) -> tuple[ResultData, ...]:
    """Some versions, of every end and status; points few enough that ties are common."""
    versions: list[ResultData] = []
    for at in range(draw(st.integers(0, 3))):
        end = draw(st.sampled_from([End.PLAYED, *End]))
        points = tuple(draw(st.integers(-4, 30)) * 500 for _ in range(sides))
        by_play = end in (End.PLAYED, End.UNFINISHED)
        winner = winner_of(points) if by_play else draw(st.sampled_from([None, 0, 1]))
        versions.append(
            ResultData(
                version=start + at,
                kind=draw(st.sampled_from([Kind.CONFIRMATION, *Kind])),
                end=end,
                points=points if by_play or draw(st.booleans()) else None,
                award=None if by_play else tuple(draw(st.integers(0, 2000)) for _ in range(sides)),
                winner=winner,
                sambas=tuple(draw(st.integers(0, 2)) for _ in range(sides)) if by_play else None,
            )
        )
    return tuple(versions)


@st.composite
def tournaments(draw: st.DrawFn) -> TournamentData:
    """Any format: two or three sides, partners, byes, late arrivals, absences, adjustments."""
    format = draw(st.sampled_from(Format))
    count = draw(st.integers(2, 9))
    partners = 2 if format.individual else 1
    rounds = [
        _round(draw, number, count, partners) for number in range(1, draw(st.integers(1, 4)) + 1)
    ]
    planned = draw(st.integers(len(rounds), 6))
    return TournamentData(
        format=format,
        rounds_planned=planned,
        hands_per_round=4,
        venue=Venue.TABLE,
        seed=draw(st.sampled_from(["7f3a", "x"])),
        scoring=scoring(draw(st.sampled_from(["vp", "points", "wdl"]))),
        entries=tuple(_entry(draw, number) for number in range(1, count + 1)),
        rounds=tuple(rounds),
        adjustments=tuple(
            AdjustmentData(draw(st.integers(1, 60)), draw(st.integers(1, count)), -100 * at)
            for at in range(draw(st.integers(0, 2)))
        ),
        minimum_rounds=draw(st.one_of(st.none(), st.integers(0, planned))),
    )


def _entry(draw: st.DrawFn, number: int) -> EntryData:
    versions = sorted(draw(st.sets(st.integers(1, 55), max_size=3)))
    presence = tuple(AttendanceData(version, at % 2 == 0) for at, version in enumerate(versions))
    return EntryData(number, late=draw(st.booleans()), presence=presence)


def _round(draw: st.DrawFn, number: int, count: int, partners: int) -> RoundData:
    order = list(draw(st.permutations(range(1, count + 1))))
    seated: list[SeatedTable] = []
    while len(order) >= 2 * partners and draw(st.integers(0, 9)):
        sides = 3 if len(order) >= 3 * partners and not draw(st.integers(0, 3)) else 2
        taken, order = order[: sides * partners], order[sides * partners :]
        by_side = tuple(tuple(taken[at * partners : (at + 1) * partners]) for at in range(sides))
        place = not draw(st.integers(0, 5))
        seated.append(SeatedTable(by_side, draw(results(sides, 10 * number + 3)), place))
    byes = order[: draw(st.integers(0, len(order)))]
    slots = [draw(st.sampled_from([None, 3])) for _ in byes]
    published = 10 * number + 2 if draw(st.integers(0, 5)) else None
    return RoundData(number, 10 * number, published, tuple(seated), _byes(byes, slots))
