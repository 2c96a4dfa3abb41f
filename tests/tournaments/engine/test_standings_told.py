"""docs/standings.md says what each metric is, in the engine's own words for them."""

import re
from pathlib import Path

import tournaments
from tournaments.engine.standings import IN_HUNDREDTHS, METRICS, default_tiebreaks
from tournaments.engine.terms import Format

TEXT = (Path(tournaments.__file__).parents[1] / "docs" / "standings.md").read_text()
ROWS = dict(re.findall(r"^\| `(\w+)` \|.*\| (\w[\w ]*) \|$", TEXT, re.MULTILINE))
CHAINS = {tuple(re.findall(r"`(\w+)`", row)) for row in re.findall(r"^\| [A-Z].*", TEXT, re.M)}


def test_every_metric_has_a_row_and_nothing_else_has():
    assert list(ROWS) == list(METRICS)


def test_hundredths_are_those_that_the_engine_has_in_hundredths():
    assert {name for name, unit in ROWS.items() if unit == "hundredths"} == IN_HUNDREDTHS


def test_the_chains_are_those_of_the_formats():
    assert {default_tiebreaks(each) for each in Format} <= CHAINS
