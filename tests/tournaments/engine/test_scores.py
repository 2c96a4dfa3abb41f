"""What a table scores, by type of scoring and number of sides."""

import pytest

from tournaments.engine.results import (
    End,
    Kind,
    ResultData,
    Scoring,
    ScoringType,
    scale_for,
    scores,
    table_scores,
    winner_of,
)

SCALE = scale_for(2000, 4)


def scoring(type: str) -> Scoring:
    return Scoring(type=ScoringType(type), bye=1200, missed=800, scale=SCALE)


@pytest.mark.parametrize(
    ("type", "points", "expected"),
    [
        pytest.param("vp", (4200, 3200), (1176, 824), id="victory points"),
        pytest.param("vp", (700, 700), (1000, 1000), id="a tie"),
        pytest.param("vp", (-300, 11_000), (0, 2000), id="beyond the base"),
        pytest.param("points", (-300, 11_000), (-300, 11_000), id="card points"),
        pytest.param("wdl", (10, 5), (2, 0), id="won and lost"),
        pytest.param("wdl", (5, 5), (1, 1), id="drawn"),
        # 1000 ahead 1176, 1100 ahead 1192, 100 ahead 1019
        pytest.param("vp", (3100, 2100, 2000), (1184, 922, 895), id="three sides, halves up"),
        pytest.param("wdl", (30, 20, 10), (2, 1, 0), id="three sides, won one and lost one"),
        pytest.param("wdl", (30, 30, 10), (2, 2, 0), id="three sides, drawn and won: 1.5 to 2"),
        pytest.param("wdl", (30, 10, 10), (2, 1, 1), id="three sides, drawn and lost: 0.5 to 1"),
        pytest.param("points", (3, 2, 1), (3, 2, 1), id="three sides, card points"),
    ],
)
def test_a_table_scores(type: str, points: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert table_scores(scoring(type), points) == expected


@pytest.mark.parametrize(("points", "winner"), [((1, 2), 1), ((2, 2), None), ((5, 9, 9), None)])
def test_the_most_points_win_and_a_tie_has_no_winner(
    points: tuple[int, ...], winner: int | None
) -> None:
    assert winner_of(points) == winner


@pytest.mark.parametrize("end", [End.FORFEIT, End.AWARDED])
def test_an_award_is_the_score_whatever_the_points(end: End) -> None:
    result = ResultData(1, Kind.CONFIRMATION, end, points=(9000, 0), award=(0, 1200))
    assert scores(scoring("vp"), result) == (0, 1200)


@pytest.mark.parametrize("end", [End.PLAYED, End.UNFINISHED])
def test_an_unfinished_table_scores_the_points_as_they_are(end: End) -> None:
    result = ResultData(1, Kind.CONFIRMATION, end, points=(4200, 3200))
    assert scores(scoring("vp"), result) == (1176, 824)


@pytest.mark.parametrize("end", [End.PLAYED, End.FORFEIT])
def test_a_result_without_what_it_scores_by_is_an_error(end: End) -> None:
    with pytest.raises(ValueError, match="without what it scores by"):
        scores(scoring("vp"), ResultData(1, Kind.CONFIRMATION, end))


def test_victory_points_need_a_scale() -> None:
    with pytest.raises(ValueError, match="scale"):
        Scoring(type=ScoringType.VICTORY_POINTS, bye=1200, missed=800, scale=None)


def test_without_a_scale_no_margin_is_capped() -> None:
    free = Scoring(type=ScoringType.POINTS, bye=0, missed=0, scale=None)
    assert free.cap(50_000) == 50_000
    assert scoring("points").cap(-50_000) == -10_000
