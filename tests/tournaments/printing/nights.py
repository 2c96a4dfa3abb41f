"""A night to print."""

from datetime import date

from tournaments.printing.pairings import Bye, PairedTable, Pairings
from tournaments.printing.parts import Occasion, Seated, Side
from tournaments.printing.score_sheets import TableSheet
from tournaments.printing.standings import Metric, StandingRow, StandingsPage

OCCASION = Occasion(tournament="Monday League", club="Samba Kraków", date=date(2026, 1, 12))
NAMES = ("Žofia Őrsi", "Łukasz Wiśniewski", "Δημήτρης Παπαδόπουλος", "Наталья Щербакова")
METRICS = (Metric("score", 2), Metric("head_to_head", 2), Metric("wins"), Metric("margin"))


def sides(*names: str, count: int = 2) -> tuple[Side, ...]:
    """Partners sit apart: the first side has the seats 0, `count`, ..."""
    seated = [Seated(seat, name) for seat, name in enumerate(names)]
    return tuple(Side(tuple(seated[first::count])) for first in range(count))


def table(number: int, *names: str, dealer: int | None = 0) -> PairedTable:
    return PairedTable(number, sides(*(names or NAMES)), dealer)


def pairings(*tables: PairedTable, byes: tuple[Bye, ...] = ()) -> Pairings:
    return Pairings(occasion=OCCASION, round=3, tables=tables, byes=byes)


def address(number: int, side: int) -> str:
    table = f"0198f3c2-7d1e-7c11-9a51-3f1f3f0a4c{number:02}"
    return f"https://samba.example/tables/{table}#ABCDEFGHIJKLMNO{side + 2}"


def sheet(number: int = 1, *names: str, count: int = 2, code: bool = False) -> TableSheet:
    urls = tuple(address(number, side) for side in range(count)) if code else ()
    return TableSheet(number, sides(*(names or NAMES), count=count), urls)


def standings(*rows: StandingRow) -> StandingsPage:
    return StandingsPage(occasion=OCCASION, metrics=METRICS, rows=rows, after="after round 3 of 5")
