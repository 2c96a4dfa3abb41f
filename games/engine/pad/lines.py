"""The score of a side, line by line, from what it counted."""

from games.engine.events import ScoreLine, SideScore
from games.engine.pad.sheets import HandSheet, SideSheet
from games.engine.rulesets import Rules
from games.engine.scoring.debt import bonus, many_bonus
from games.engine.scoring.sheet import by_reason, line, sheet


def hand_score(hand: HandSheet, rules: Rules, seats: int) -> tuple[SideScore, ...]:
    """The score of every side, in the order of their numbers."""
    scores = [_side_score(side, hand, rules, seats) for side in hand.sides]
    return tuple(sorted(scores, key=lambda score: score.side))


def _side_score(side: SideSheet, hand: HandSheet, rules: Rules, seats: int) -> SideScore:
    """The lines of a side; none if only its total was entered."""
    if side.bare:
        return SideScore(side.side, (), side.total or 0)
    lines = side_lines(side, hand, rules, seats)
    return SideScore(side.side, lines, sum([each.points for each in lines]))


def side_lines(side: SideSheet, hand: HandSheet, rules: Rules, seats: int) -> tuple[ScoreLine, ...]:
    """What the side earned and lost; uncounted cards have the count 0."""
    counted = side.counted(went_out=hand.went_out == side.side)
    adjusted = by_reason("adjustment", [(each.reason, each.points) for each in side.adjustments])
    return (
        *sheet(counted, rules, seats),
        *_dismantled(side, rules),
        *[line(*item) for item in adjusted],
    )


def _dismantled(side: SideSheet, rules: Rules) -> tuple[ScoreLine, ...]:
    """The bonuses of the canastas dismantled for debt, including the one for many canastas."""
    fallen, every = sum(side.dismantled.values()), sum(side.canastas.values())
    if not fallen:
        return ()
    lost = sum([bonus(kind, rules) * number for kind, number in side.dismantled.items()])
    lost += many_bonus(every, rules) - many_bonus(every - fallen, rules)
    return (line("debt_dismantled", -lost, fallen),)
