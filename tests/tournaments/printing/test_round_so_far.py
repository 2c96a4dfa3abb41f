"""The round so far, as one PDF."""

from tests.tournaments.printing.nights import NAMES, OCCASION, pairings, sheet, standings, table
from tests.tournaments.printing.pages import sizes, texts
from tests.tournaments.printing.test_sheets import BLACK_SAMBA, CLASSIC
from tournaments.printing.parts import SheetColumn
from tournaments.printing.round_papers import RoundSoFar, TableResult, round_pdf
from tournaments.printing.score_sheets import Sheets
from tournaments.printing.standings import StandingRow


def so_far(columns: tuple[SheetColumn, ...] = CLASSIC) -> bytes:
    tables = [table(1), table(2)]
    sheets = Sheets(
        occasion=OCCASION, round=3, columns=columns, sheets=(sheet(2),), hands=4, first_minimum=50
    )
    return round_pdf(
        RoundSoFar(
            pairings=pairings(*tables),
            results=tuple(
                TableResult(each.number, each.sides, result)
                for each, result in zip(tables, ("1,200 : 800", ""), strict=True)
            ),
            standings=standings(StandingRow(1, "Ana", (6120, None, 3, -450))),
            sheets=sheets,
        )
    )


def test_it_has_all_that_a_night_goes_on_with() -> None:
    tables, results, ranks, open_table = texts(so_far())

    assert tables.startswith("Round 3\n")
    assert results.startswith("Round 3: results\n")
    assert f"1 {NAMES[0]} & {NAMES[2]} against {NAMES[1]} & {NAMES[3]} 1,200 : 800" in results
    assert ranks.startswith("Standings\n")
    assert open_table.startswith("Table 2\n")


def test_pages_that_need_it_are_landscape() -> None:
    upright, *_, wide = sizes(so_far(BLACK_SAMBA))

    assert upright == (595, 842)
    assert wide == (842, 595)


def test_the_same_round_gives_the_same_bytes() -> None:
    assert so_far() == so_far()
