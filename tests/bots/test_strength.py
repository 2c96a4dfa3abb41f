"""What is said of a level's strength is measured. Pairs and seed were fixed before a look."""

import pytest

from games.arena import duplicate_match
from games.bots.registry import LEVELS, Lead
from tests.bots.tables import CLASSIC

PAIRS, SEED = 200, 20_270_101
LEADS = {level.level: level.lead for level in LEVELS.values() if level.lead is not None}


@pytest.mark.parametrize(("level", "stated"), LEADS.items())
@pytest.mark.full
def test_a_level_is_as_strong_as_it_claims(level: str, stated: Lead) -> None:
    duel = duplicate_match(
        CLASSIC, LEVELS[level].policy, LEVELS[stated.over].policy, pairs=PAIRS, seed=SEED
    )
    assert len(duel.leads) == PAIRS
    assert duel.lead - duel.half_width > max(stated.points, 150), duel._replace(leads=[])


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_level_with_itself_on_every_deal(level: str) -> None:
    """The control: what favours a seat or a side would show, for both hands are played alike."""
    policy = LEVELS[level].policy
    duel = duplicate_match(CLASSIC, policy, policy, pairs=20, seed=SEED)
    assert duel.leads == [0] * 20
    assert duel.hands_won == 0.5
