"""Standings of a tournament and of a season on paper."""

from dataclasses import replace
from datetime import date

import pytest

from tests.tournaments.printing.nights import NAMES, OCCASION, standings
from tests.tournaments.printing.pages import sizes, spans, texts
from tournaments.engine.standings import INDIVIDUALS, KNOCKOUT, PAIRS
from tournaments.printing.page import Paper
from tournaments.printing.standings import (
    NIGHTS_AT_MOST,
    Metric,
    PlayedNight,
    SeasonPage,
    SeasonRow,
    SeasonScore,
    StandingRow,
    StandingsPage,
    decimal,
    season_pdf,
    standings_pdf,
)
from tournaments.printing.text import ELLIPSIS

EVERY_METRIC = (
    *("score", "average", "average_but_worst", "head_to_head", "wins", "opponents"),
    *("opponents_less_partners", "margin", "points", "sambas", "played", "progress", "lot"),
)


def season(nights: int, *rows: SeasonRow) -> SeasonPage:
    played = tuple(PlayedNight("night", date(2026, 1, 1 + number)) for number in range(nights))
    return SeasonPage(
        name="Winter", club="Samba", counted_nights=8, required_nights=3, nights=played, rows=rows
    )


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        pytest.param(6120, 2, "61.20", id="hundredths"),
        pytest.param(5, 2, "0.05", id="less than one"),
        pytest.param(-5, 2, "-0.05", id="less than nothing"),
        pytest.param(-1230, 0, "-1230", id="whole"),
        pytest.param(None, 2, "", id="does not apply"),
    ],
)
def test_values_are_written_in_their_unit(value: int | None, places: int, shown: str) -> None:
    assert decimal(value, places) == shown


def test_every_metric_is_named_and_shown() -> None:
    rows = (
        StandingRow(1, NAMES[0], (6120, None, 3, -450)),
        StandingRow(1, NAMES[1], (6120, 0, 3, -450)),
    )

    (page,) = texts(standings_pdf(standings(*rows)))

    lines = [" ".join(line.split()) for line in page.split("\n")]
    assert lines[0] == "Standings"
    assert lines[1].startswith("after round 3 of 5 · Monday League")
    assert f"1 {NAMES[0]} 61.20 3 -450" in " ".join(lines)
    assert f"1 {NAMES[1]} 61.20 0.00 3 -450" in " ".join(lines)
    for title in ("score", "head to", "wins", "margin"):
        assert title in " ".join(lines)


def test_names_of_metrics_that_leave_something_open_are_explained() -> None:
    metrics = tuple(map(Metric, ("score", "opponents_less_partners", "lot")))
    rows = (StandingRow(1, NAMES[0], (6120, 0, 3)),)
    page = replace(standings(*rows), metrics=metrics)
    [words] = texts(standings_pdf(page))
    assert "less those of all partners" in words
    assert "less is better" in words
    assert "what all opponents scored" not in words


def test_no_title_of_a_metric_is_cut() -> None:
    for names in (INDIVIDUALS, PAIRS, KNOCKOUT):
        metrics = tuple(Metric(name) for name in names)
        shown = StandingsPage(
            occasion=OCCASION,
            metrics=metrics,
            rows=(StandingRow(1, NAMES[0], (1,) * len(names)),),
        )
        for paper in Paper:
            (page,) = texts(standings_pdf(shown, paper))
            head = page.partition(NAMES[0])[0]
            assert ELLIPSIS not in head
            for metric in metrics:
                assert metric.shown.split()[-1] in head


def test_who_withdrew_stays_listed() -> None:
    (page,) = texts(
        standings_pdf(standings(StandingRow(1, "Ana", (0, None, 0, 0), withdrawn=True)))
    )

    assert "Ana (withdrawn)" in page


def test_eight_metrics_fit_next_to_long_names() -> None:
    metrics = tuple(Metric(name) for name in EVERY_METRIC[:8])
    rows = (StandingRow(1, "W" * 60, (999999,) * 8),)
    pdf = standings_pdf(StandingsPage(occasion=OCCASION, metrics=metrics, rows=rows))

    (width, height) = sizes(pdf)[0]
    assert width > height
    assert max(span.right for span in spans(pdf, "W")) < min(span.left for span in spans(pdf, "9"))
    assert max(span.right for span in spans(pdf, "9")) < width - 40


def test_the_head_of_the_table_is_on_every_page() -> None:
    rows = [StandingRow(number, f"Pair {number}", (0, 0, 0, 0)) for number in range(1, 201)]

    pages = texts(standings_pdf(standings(*rows)))

    assert len(pages) > 3
    assert all("margin" in page and "Standings" in page for page in pages)
    assert [f"Pair {number}" for number in range(1, 201)] == [
        "Pair " + line.split("Pair ")[1].split()[0]
        for page in pages
        for line in page.split("\n")
        if "Pair " in line
    ]


def test_standings_of_nobody_say_so() -> None:
    (page,) = texts(standings_pdf(standings()))

    assert "No entries yet." in page


def test_a_season_shows_its_nights_and_who_is_not_ranked() -> None:
    rows = (
        SeasonRow(1, "Ana", 12240, (SeasonScore(6120, True), None, SeasonScore(6120, True))),
        SeasonRow(None, "Ben", 3000, (None, SeasonScore(3000, False), None)),
    )

    (page,) = texts(season_pdf(season(3, *rows)))

    words = " ".join(page.split())
    assert "1 Jan 2 Jan 3 Jan" in words
    assert "1 Ana 122.40 2 61.20 61.20" in words
    assert "- Ben 30.00 1 30.00" in words
    assert "A night is worth up to 100.00" in words
    assert "The best 8 nights count" in words
    assert "3 nights to be ranked" in words


def test_a_season_without_a_minimum_shows_none() -> None:
    (page,) = texts(season_pdf(replace(season(3), required_nights=0)))

    assert "are in grey." in " ".join(page.split())


def test_as_many_nights_as_are_shown_fit_the_page() -> None:
    row = SeasonRow(1, "W" * 60, 99999, (SeasonScore(9999, True),) * NIGHTS_AT_MOST)

    pdf = season_pdf(season(NIGHTS_AT_MOST, row))

    numbers = spans(pdf, "9")
    assert max(span.right for span in numbers) <= sizes(pdf)[0][0] - 41
    assert max(span.right for span in spans(pdf, "W")[:-1]) < min(span.left for span in numbers)


def test_a_season_too_long_for_a_page_shows_only_totals() -> None:
    nights = NIGHTS_AT_MOST + 1
    row = SeasonRow(1, "Ana", 12240, (SeasonScore(6120, True),) * nights)

    (page,) = texts(season_pdf(season(nights, row)))

    assert "122.40" in page
    assert "61.20" not in page


def test_a_season_without_nights_says_so() -> None:
    (page,) = texts(season_pdf(season(0)))

    assert "No nights yet." in page


def test_the_same_standings_give_the_same_bytes() -> None:
    rows = (StandingRow(1, NAMES[0], (6120, None, 3, -450)),)

    assert standings_pdf(standings(*rows)) == standings_pdf(standings(*rows))
