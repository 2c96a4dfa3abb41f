"""The ruleset: one variant of Samba as one frozen value. `derived` computes what follows from
it.
"""

from dataclasses import dataclass
from typing import Annotated

from games.engine.rulesets.ranges import Range
from games.engine.rulesets.sections import (
    CanastaRule,
    DealRule,
    DiscardRule,
    DrawRule,
    GameRule,
    GoingOut,
    GroupRule,
    InitialMinimum,
    Pack,
    PileRule,
    RedThrees,
    Seating,
    SequenceRule,
    ThreesRule,
    TournamentRule,
    TurnRule,
    WildMeldRule,
)


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One variant of Samba, resolved: nothing is inherited any more. Compared by identity."""

    slug: str
    version: Annotated[int, Range(1, 1_000_000)]
    name: str
    pack: Pack
    seating: Seating
    points: Annotated[dict[str, int], Range(0, 50_000, 5)]
    """Card points by rank, ``"JK"`` for the joker."""
    deal: DealRule
    draw: DrawRule
    pile: PileRule
    discard: DiscardRule
    group: GroupRule
    sequence: SequenceRule | None
    """Null where there are no sequences."""
    wild_meld: WildMeldRule | None
    """Null where wild cards cannot be melded without natural cards."""
    threes: ThreesRule
    canasta: CanastaRule
    initial_minimum: InitialMinimum
    red_threes: RedThrees
    going_out: GoingOut
    turn: TurnRule
    game: GameRule
    tournament: TournamentRule
