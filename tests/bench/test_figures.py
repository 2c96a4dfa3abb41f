"""The bench's own arithmetic: a verdict or a share that is wrong would flatter us."""

from itertools import groupby

import pytest

from deploy.bench.report import markdown, text
from deploy.bench.rounds import in_turn
from deploy.bench.samba import legal_lists, rests, rulesets
from deploy.bench.targets import (
    BOUNDS,
    NIGHTS,
    Target,
    engine_targets,
    night_targets,
    ratio,
    web_targets,
)
from deploy.bench.web import percentile_20


@pytest.mark.parametrize(
    ("measured", "at_most", "verdict"),
    [
        pytest.param(1.49, False, "MISSED", id="below the floor"),
        pytest.param(1.5, False, "met, not the better one", id="at the floor"),
        pytest.param(2.5, False, "met, the better one too", id="at the better floor"),
        pytest.param(1.51, True, "MISSED", id="above the ceiling"),
        pytest.param(1.5, True, "met, not the better one", id="at the ceiling"),
        pytest.param(None, False, "not measured", id="not there"),
    ],
)
def test_a_target_is_judged_by_its_bounds(measured, at_most, verdict):
    better = 1.2 if at_most else 2.5
    target = Target(what="it", measured=measured, bound=1.5, better=better, at_most=at_most)
    assert target.verdict == verdict


def test_a_ratio_with_a_part_that_is_not_there_is_none():
    part = {"ours": {"cpu_ms": 3.0}, "lean": {"cpu_ms": 2.0}}
    assert ratio(part, "ours", "lean", "cpu_ms") == 1.5
    assert ratio(part, "ours", "textbook", "cpu_ms") is None


def test_the_steady_block_is_the_one_that_a_fifth_stay_at_or_below():
    assert percentile_20([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]) == 2.0
    assert percentile_20([1.0]) == 1.0


def test_a_table_keeps_its_columns_aligned():
    lines = markdown(["a", "b"], [["long cell", "1"]]).splitlines()
    assert lines == ["| a         | b |", "| --------- | - |", "| long cell | 1 |"]


def test_every_position_of_random_play_is_timed():
    figures = legal_lists("handfoot", 50)
    assert figures["legal_lists"] >= 50
    assert 0 < figures["legal_mean_ms"] <= figures["legal_worst_ms"]
    assert figures["legal_p99_ms"] <= figures["legal_worst_ms"]


def test_rests_are_played_from_positions_with_few_cards_to_draw():
    assert rests("classic", 0.01)["rests_per_half_second"] > 0


SPEED = {"actions_per_s": 100.0, "min": 90.0, "max": 110.0, "games_per_s": 1.0}
PLAYED = SPEED | {"actions_per_game": 100.0}
LISTS = {"legal_mean_ms": 0.1, "legal_p99_ms": 0.5, "legal_worst_ms": 4.0, "legal_lists": 100_000}


def engine_part(**rulesets):
    """The engine part as it is measured, with the figures of these rulesets."""
    return {
        "at": "2026-01-01T12:00:00+00:00",
        "machine": {"cpu": "any", "cores": 2, "system": "Linux", "python": "3.11"},
        "load_before": "0.1",
        "load_after": "1.0",
        "versions": {"open_spiel": "2.0"},
        "packages": {"openspiel": PLAYED, "rlcard": PLAYED},
        "rulesets": {name: PLAYED | LISTS | own for name, own in rulesets.items()},
    }


def verdicts(slug, **figures):
    """By what is asked of a ruleset, whether these figures meet it."""
    part = engine_part(**{slug: {"rests_per_half_second": 90} | figures})
    found = [target for target in engine_targets(part) if target.what.startswith(f"{slug}: ")]
    return {
        target.what: target.verdict != "MISSED" for target in found if "RLCard" not in target.what
    }


@pytest.mark.parametrize(
    ("slug", "figures", "met"),
    [
        pytest.param("mexican", {"actions_per_s": 25}, [1, 1, 1, 1], id="a quarter of OpenSpiel"),
        pytest.param("mexican", {"actions_per_s": 24}, [0, 1, 1, 1], id="less than a quarter"),
        pytest.param("handfoot", {"actions_per_s": 20}, [1, 1, 1, 1], id="a fifth, large hands"),
        pytest.param("classic", {"actions_per_s": 99}, [0, 0, 1, 1], id="classic asks for more"),
        pytest.param("mexican", {"rests_per_half_second": 39}, [1, 0, 1, 1], id="too few rests"),
        pytest.param("mexican", {"legal_p99_ms": 2.1}, [1, 1, 0, 1], id="slow lists"),
        pytest.param("mexican", {"legal_worst_ms": 5.1}, [1, 1, 1, 0], id="one very slow list"),
    ],
)
def test_a_ruleset_is_judged_by_its_own_bounds(slug, figures, met):
    assert list(verdicts(slug, **figures).values()) == [bool(each) for each in met]


def test_bounds_are_those_of_rulesets_that_ship():
    assert set(BOUNDS) <= set(rulesets())


def web_part(**projects):
    """The part `web`, its requests with this CPU time in each project, in milliseconds."""
    steps = ("read", "read_304", "move")
    of = {name: {step: {"cpu_ms": cpu} for step in steps} for name, cpu in projects.items()}
    many = {"status": 200, "failed": 0}
    return {
        "projects": of,
        "snapshot_bytes": {"median": 1100, "max": 1200},
        "publish_400_online": many,
        "list_of_50_per_read": 2.0,
        **{name: 1.0 for name, _, _ in NIGHTS},
    }


def test_a_request_is_compared_with_the_yardstick_and_the_other_commit():
    beside_both = web_targets(web_part(ours=0.7, lean=0.5, then=1.0))
    assert [target.verdict.partition(",")[0] for target in beside_both[:6]] == [
        *("met", "met"),  # the read, at 2.5 and 0.72
        *("met", "MISSED"),  # the 304, at 1.5 and 0.6
        *("met", "met"),  # the move, at 1.5 and 0.85
    ]
    assert len(web_targets(web_part(ours=0.7, lean=0.5))) == len(beside_both) - 3


@pytest.mark.parametrize(
    "many",
    [
        pytest.param({"status": 503, "failed": 0}, id="the publication"),
        pytest.param({"status": 200, "failed": 1}, id="another writer"),
    ],
)
def test_a_failure_among_400_tables_misses_the_target(many):
    part = web_part(ours=0.7, lean=0.5)
    assert "MISSED" not in [target.verdict for target in night_targets(part)]
    verdicts = [target.verdict for target in night_targets(part | {"publish_400_online": many})]
    assert verdicts == ["met"] * 4 + ["MISSED"]


def test_the_report_of_one_part_has_its_targets_and_tables_and_no_others():
    report = text({"engine": engine_part(classic={"rests_per_half_second": 400})})
    assert "classic: rests of a hand in 0.5 s of CPU" in report
    assert "lean yardstick" not in report


def test_all_contenders_take_turns_in_every_round():
    turns: list[str] = []

    def contender(name: str):
        def playout() -> int:
            turns.append(name)
            return 1

        return playout

    in_turn({"ours": contender("ours"), "theirs": contender("theirs")}, rounds=2, budget_s=1e-4)
    assert [name for name, _ in groupby(turns)] == ["ours", "theirs"] * 3  # once to warm up
