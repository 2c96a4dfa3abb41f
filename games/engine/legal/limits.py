"""What a ruleset, and a side's melds on the table, allow in new melds, as the search wants it."""

from collections import Counter
from functools import lru_cache
from typing import Final

from games.engine.cards import FOUR, SEVEN, THREE
from games.engine.melds import SEQUENCE, WILD, canasta
from games.engine.opening import GroupLimits, Lacking, MeldLimits, WildMeldLimits, closing
from games.engine.rulesets import Ruleset
from games.engine.rulesets.choices import PerRank, Threes
from games.engine.side import SideState, by_kind
from games.engine.view import SeatView

_RULESETS: Final = 1024
"""How many rulesets' limits are kept: every club may write its own, and a process lives long."""


@lru_cache(maxsize=_RULESETS)
def limits_of(rules: Ruleset) -> MeldLimits:
    """New melds of any action."""
    return _limits(rules, black_threes=None)


@lru_cache(maxsize=_RULESETS)
def limits_going_out(rules: Ruleset) -> MeldLimits:
    """New melds of an action that goes out, which may be black threes too."""
    going_out = rules.threes.melding is Threes.GOING_OUT
    return _limits(rules, black_threes=_group_limits(rules, THREE) if going_out else None)


def _limits(rules: Ruleset, black_threes: GroupLimits | None) -> MeldLimits:
    sequence = rules.sequence
    always = rules.threes.melding is Threes.ALWAYS
    return MeldLimits(
        points=rules.card_points,
        group=_group_limits(rules, FOUR),
        sevens=_group_limits(rules, SEVEN),
        black_threes=black_threes,
        threes=_group_limits(rules, THREE) if always else None,
        wild_melds=_wild_meld_limits(rules),
        sequence_min=sequence.min_size,
        sequence_max=sequence.max_size,
        sequence_wilds=sequence.max_wilds,
        sequence_naturals=sequence.min_naturals,
        several_per_suit=not sequence.one_per_suit,
        canasta=rules.canasta.size,
        sevens_apart=rules.canasta.sevens > 0,
    )


def _group_limits(rules: Ruleset, rank: int) -> GroupLimits:
    group, limits = rules.group, rules.groups[rank]
    return GroupLimits(
        min_size=group.min_size,
        max_size=limits.max_size,
        max_wilds=limits.max_wilds,
        min_naturals=group.min_naturals,
        naturals_per_wild=group.naturals_per_wild,
        naturals_beyond=group.naturals_beyond,
        several_per_rank=group.per_rank is PerRank.SEVERAL,
    )


def _wild_meld_limits(rules: Ruleset) -> WildMeldLimits | None:
    wild = rules.wild_meld
    return WildMeldLimits(wild.min_size, wild.max_size, wild.several) if wild.min_size else None


def beside_own(limits: MeldLimits, own: SideState, rules: Ruleset) -> MeldLimits:
    """`limits` for a side that has melds: they may leave no room for others of their kind."""
    per_rank, melds = rules.group.per_rank, own.melds
    ranks: set[int] = set()
    if per_rank is not PerRank.SEVERAL:
        still_open = per_rank is PerRank.ONE_OPEN
        groups = [meld for meld in melds if meld.kind not in (SEQUENCE, WILD)]
        ranks = {m.rank for m in groups if not (still_open and canasta(m, rules))}
    suits = {meld.suit for meld in melds if meld.kind == SEQUENCE and rules.sequence.one_per_suit}
    wild = not rules.wild_meld.several and any(meld.kind == WILD for meld in melds)
    return closing(limits, frozenset(ranks), frozenset(suits), wild_melds=wild)


def lacking(view: SeatView) -> Lacking:
    """The canastas that the own side must still make to go out."""
    rules, have = view.rules, Counter(by_kind(view.by_side[view.side].melds, view.rules))
    total = max(0, rules.going_out.canastas - have.total())
    have["red"] = have["natural"] + have["samba"]
    have["black"] = have["mixed"] + have["black_samba"]
    return Lacking(total, **{kind: max(0, need - have[kind]) for kind, need in rules.book})
