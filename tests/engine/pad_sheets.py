"""Sheets as people write them, made from what the engine scored: only counts and card points."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.engine.events import ScoreLine, SideScore
from games.engine.pad import UnsoundSheet, hands_in, keep_score
from games.engine.rulesets import Rules
from games.engine.scoring.sheet import CANASTA_CODES, score
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld, canasta
from tests.engine.played import PlayedGame
from tests.engine.sheets import CLASSIC

Side = dict[str, Any]
NOBODY: Side = {"side": 1, "total": 0}
CODES = set(CANASTA_CODES.values()) | {"red_threes"}


def written(state: HandState) -> dict[str, Any]:
    """The sheet of an ended hand, in the shape of the API."""
    out = None if state.out is None else state.out % state.sides
    sides = [
        written_side(side, kinds(state.by_side[side.side].melds, side, state.rules))
        for side in score(state)
    ]
    return {"went_out": out, "sides": sides}


def kinds(melds: Sequence[Meld], side: SideScore, rules: Rules) -> Counter[str]:
    """The canastas that debt brought down, by the code of their lines."""
    fallen = {meld for line in side.lines for meld in line.melds}
    found = [canasta(meld, rules) for meld in melds if meld.id in fallen]
    return Counter(CANASTA_CODES[kind] for kind in found if kind is not None)


def written_side(side: SideScore, fallen: Mapping[str, int]) -> dict[str, Any]:
    """What a player of the side counts: pieces by the piece, cards by their points."""
    lines = {line.code: line for line in side.lines}
    counts = {code: line.count for code, line in lines.items() if code in CODES}
    sheet: dict[str, Any] = {"side": side.side, "counts": counts}
    for code, sign in (("melded_cards", 1), ("hand_cards", -1)):
        if code in lines:
            sheet[code] = sign * lines[code].points
    for code in ("red_threes_in_hand", "black_threes_in_hand"):
        if code in lines:
            sheet[code] = lines[code].count
    penalties = [line for line in side.lines if line.code == "penalty"]
    if penalties:
        sheet["penalties"] = [
            {"points": line.points // line.count, "reason": line.reason}
            for line in penalties
            for _ in range(line.count)
        ]
    if fallen:
        sheet["debt_dismantled"] = dict(fallen)
    return sheet


def on_the_pad(rules: Rules, seats: int, *hands: Mapping[str, Any]) -> list[tuple[SideScore, ...]]:
    """The scores of hands in the shape of the API."""
    return [hand.score for hand in keep_score(rules, seats=seats, hands=hands_in(hands)).hands]


def as_on_paper(score: Sequence[SideScore]) -> list[SideScore]:
    """Without what nobody writes down: how many cards, and which melds fell."""
    return [SideScore(side, tuple(map(_plain, lines)), total) for side, lines, total in score]


def _plain(line: ScoreLine) -> ScoreLine:
    cards = line.code in ("melded_cards", "hand_cards")
    return line._replace(count=0 if cards else line.count, melds=())


def ended_hands(game: PlayedGame) -> Iterator[HandState]:
    """Play a game to its end and yield every hand of it as it ended."""
    while game.match.result is None:
        hand = game.match.hand
        game.move()
        if hand is not None and hand is not game.match.hand:
            yield hand


def faults(
    *sides: Side, rules: Rules = CLASSIC, seats: int = 4, out: int | None = None
) -> dict[str, str]:
    """By path, what is wrong with a hand."""
    return refusal([{"went_out": out, "sides": list(sides)}], rules, seats)[1]


def refusal(
    hands: list[dict[str, Any]], rules: Rules = CLASSIC, seats: int = 4, scores: Any = ()
) -> tuple[str, dict[str, str]]:
    """The code, and by path what is wrong; nothing where the sheets are sound."""
    try:
        keep_score(rules, seats=seats, hands=hands_in(hands), scores=scores)
    except UnsoundSheet as unsound:
        return unsound.code, {each["path"]: each["detail"] for each in unsound.errors}
    return "", {}


def own(**members: Any) -> Side:
    """What side 0 wrote."""
    return {"side": 0, **members}
