"""Standings for the wall."""

from tests.tournaments.printing.nights import NAMES, standings
from tests.tournaments.printing.pages import opened, sizes, spans, texts
from tournaments.printing.standings import StandingRow, wall_pdf

BELOW_HEAD = 730


def row(rank: int | None, name: str, rounds: int = 3) -> StandingRow:
    return StandingRow(rank, name, (6120, None, 4, -450), rounds=rounds)


def test_rank_name_score_and_rounds_are_there() -> None:
    (page,) = texts(wall_pdf(standings(row(1, NAMES[0]), row(2, NAMES[1], rounds=2))))

    words = " ".join(page.split())
    assert "score rounds" in words
    assert f"1 {NAMES[0]} 61.20 3" in words
    assert f"2 {NAMES[1]} 61.20 2" in words


def _heights(pdf: bytes) -> dict[str, float]:
    """Of the letters below the head of the first page, the tallest of each."""
    found: dict[str, float] = {}
    with opened(pdf) as document:
        text = document[0].get_textpage()
        for at in range(text.count_chars()):
            _, bottom, _, top = text.get_charbox(at)
            letter = text.get_text_range(at, 1)
            if bottom < BELOW_HEAD:
                found[letter] = max(found.get(letter, 0), top - bottom)
    return found


def test_tie_breaks_are_small_and_the_score_is_not() -> None:
    pdf = wall_pdf(standings(row(1, "QQQ")))

    (page,) = texts(pdf)
    assert "wins 4 · margin -450" in page
    heights = _heights(pdf)
    assert heights["Q"] > 2.5 * heights["g"]


def test_type_is_larger_where_there_is_room() -> None:
    few = wall_pdf(standings(*(row(n, "QQ") for n in range(1, 6))))
    many = wall_pdf(standings(*(row(n, "QQ") for n in range(1, 41))))

    assert _heights(few)["Q"] > 1.4 * _heights(many)["Q"]


def test_who_is_not_ranked_has_no_number() -> None:
    (page,) = texts(wall_pdf(standings(row(1, "Ana"), row(None, "Ben"))))

    assert "- Ben 61.20" in " ".join(page.split())


def test_long_names_stay_clear_of_the_score() -> None:
    pdf = wall_pdf(standings(row(1, "W" * 60), row(2, "Ana")))

    right = max(span.right for span in spans(pdf, "W"))
    assert right < min(span.left for span in spans(pdf, "6") if span.bottom < BELOW_HEAD)
    assert max(span.right for span in spans(pdf, "3")) <= sizes(pdf)[0][0] - 41


def test_nobody_is_a_page_that_says_so() -> None:
    (page,) = texts(wall_pdf(standings()))

    assert "No entries yet." in page


def test_the_same_standings_give_the_same_bytes() -> None:
    assert wall_pdf(standings(row(1, NAMES[3]))) == wall_pdf(standings(row(1, NAMES[3])))
