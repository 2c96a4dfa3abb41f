"""A match as one small JSON object and back, so that a move needs no replay (about 1 kB).

It is written at every move, and only this module reads it: cards are letters, one each, score lines
are numbers, and what is null or follows from the rest is left out. Others read the log.
"""

from collections.abc import Iterable
from string import ascii_letters
from typing import Any, Final

from games.engine import codec
from games.engine.cards import KINDS, counts_of, expand
from games.engine.consent import Consent
from games.engine.events import ClockSet, GameCreated, GameFinished, ScoreLine, SideScore
from games.engine.match import LastHand, Match, Occupant
from games.engine.meld_kinds import SEQUENCE
from games.engine.phase import HandEnd, Phase
from games.engine.rulesets import Rules
from games.engine.scoring.sheet import RULE_OF, line
from games.engine.table.hand import HandState, PermissionState, TurnSoFar
from games.engine.table.meld import Meld, group, sequence, wilds_in
from games.engine.table.side import Penalty, SideState, with_melds

SNAPSHOT_SCHEMA: Final = 5
"""Raise it with every change of the shape: older snapshots are then rebuilt from the log."""

_LETTERS: Final = (ascii_letters + "0").encode()
"""By kind of card."""
_TO_LETTER: Final = bytes.maketrans(bytes(range(KINDS)), _LETTERS)
_TO_KIND: Final = bytes.maketrans(_LETTERS, bytes(range(KINDS)))
_CODES: Final = tuple(RULE_OF)
"""Codes of score lines by their number in a snapshot."""
_NUMBER_OF: Final = {code: number for number, code in enumerate(_CODES)}


def letters(cards: Iterable[int]) -> str:
    """A letter for each card: a to z, then A to Z in the order of kinds, 0 for a joker."""
    return bytes(cards).translate(_TO_LETTER).decode()


def _kinds(text: str) -> bytes:
    """The cards of `letters`."""
    return text.encode().translate(_TO_KIND)


def match_out(match: Match) -> dict[str, Any]:
    """The whole state, hidden cards included, without the ruleset (in the log's first row)."""
    whole = {
        "schema": SNAPSHOT_SCHEMA,
        "practice": match.practice,
        "started": match.started,
        "occupants": [None if seat is None else list(seat) for seat in match.occupants],
        "scores": match.scores,
        "commitment": match.commitment,
        "next_commitment": match.next_commitment,
        "last_hand": None if match.last_hand is None else _last_hand_out(match.last_hand),
        "voided": match.voided or None,
        "final_hand": match.final_hand,
        "consent": None if match.consent is None else list(match.consent),
        "clock": None if match.clock is None else codec.event_out(match.clock),
        "result": None if match.result is None else codec.event_out(match.result),
        "hand": None if match.hand is None else hand_out(match.hand),
    }
    return _without_nulls(whole)


def match_in(data: dict[str, Any], rules: Rules) -> Match:
    """Read a snapshot taken under `rules`; raises ValueError for one of another schema."""
    if data.get("schema") != SNAPSHOT_SCHEMA:
        raise ValueError(f"a snapshot of schema {data.get('schema')}: rebuild it from the log")
    occupants = [None if seat is None else Occupant(*seat) for seat in data["occupants"]]
    created = GameCreated({}, {}, len(occupants), data["practice"], tuple(data["scores"]), "")
    match = Match(created, rules)
    match.started = data["started"]
    match.occupants = occupants
    match.commitment = data["commitment"]
    match.next_commitment = data["next_commitment"]
    if "last_hand" in data:
        match.last_hand = _last_hand_in(*data["last_hand"])
    match.voided = data.get("voided", 0)
    match.final_hand = data.get("final_hand")
    if "consent" in data:
        match.consent = _consent_in(*data["consent"])
    if "clock" in data:
        clock = codec.event_in(data["clock"])
        assert isinstance(clock, ClockSet)
        match.clock = clock
    if "result" in data:
        result = codec.event_in(data["result"])
        assert isinstance(result, GameFinished)
        match.result = result
    if "hand" in data:
        match.hand = hand_in(data["hand"], rules, match.seats, match.scores)
    return match


def hand_out(state: HandState) -> dict[str, Any]:
    """A running hand, hidden cards included."""
    whole = {
        "number": state.number,
        "dealer": state.dealer,
        "turn": state.turn,
        "phase": state.phase.value,
        "hands": [letters(expand(hand)) for hand in state.hands],
        "stock": letters(state.stock),
        "pile": letters(state.pile),
        "feet": [letters(expand(foot)) for foot in state.feet] or None,
        "aside": letters(state.set_aside) or None,
        "played": None if state.so_far is None else _so_far_out(state.so_far),
        "melds": [_meld_out(meld) for meld in state.all_melds()],
        "next_meld": state.next_meld,
        "red_threes": [letters(side.red_threes) for side in state.by_side],
        "minimums": [side.minimum for side in state.by_side],
        "permission": None if state.permission is None else list(state.permission),
        "penalties": [list(penalty) for penalty in state.penalties] or None,
        "end": None if state.end is None else state.end.value,
        "out": state.out,
    }
    return _without_nulls(whole)


def hand_in(data: dict[str, Any], rules: Rules, seats: int, scores: list[int]) -> HandState:
    """Read a `hand_out`; `scores` are the sides' totals at the start of the hand."""
    state = HandState(rules, seats, scores, data["number"])
    state.dealer, state.turn = data["dealer"], data["turn"]
    state.hands = [counts_of(_kinds(text)) for text in data["hands"]]
    state.sizes = [len(text) for text in data["hands"]]
    state.stock = list(_kinds(data["stock"]))
    state.pile = tuple(_kinds(data["pile"]))
    state.feet = tuple(bytes(counts_of(_kinds(text))) for text in data.get("feet", ()))
    state.set_aside = tuple(_kinds(data.get("aside", "")))
    if "played" in data:
        state.so_far = _so_far_in(data["played"], rules, seats, scores)
    melds = [
        _meld_in(number, side, rank, cards, rules) for number, side, rank, cards in data["melds"]
    ]
    for side, (minimum, laid) in enumerate(zip(data["minimums"], data["red_threes"], strict=True)):
        own = SideState(minimum, tuple(_kinds(laid)))
        if minimum is None:
            own = with_melds(own, tuple(meld for meld in melds if meld.side == side), rules)
        state.by_side[side] = own
    state.next_meld = data["next_meld"]
    if "permission" in data:
        state.permission = _permission_in(*data["permission"])
    state.penalties = tuple(Penalty(*penalty) for penalty in data.get("penalties", ()))
    state.enter(Phase(data["phase"]))
    state.end = HandEnd(data["end"]) if "end" in data else None
    state.out = data.get("out")
    return state


def _consent_in(
    about: str,
    asked_by: int,
    seats: list[int],
    until: str,
    agreed: list[int],
    claimed: int | None = None,
) -> Consent:
    return Consent(about, asked_by, tuple(seats), until, tuple(agreed), claimed)


def _without_nulls(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def _meld_out(meld: Meld) -> list[Any]:
    """Id, side, rank (null for a sequence) and cards; the kind and a wild's place follow."""
    rank = None if meld.kind == SEQUENCE else meld.rank
    return [meld.id, meld.side, rank, letters(meld.cards)]


def _meld_in(meld_id: int, side: int, rank: int | None, cards: str, rules: Rules) -> Meld:
    kinds = tuple(_kinds(cards))
    if rank is None:
        return sequence(meld_id, side, kinds, rules)
    return group(meld_id, side, rank, kinds, wilds_in(kinds), rules)


def _so_far_out(so_far: TurnSoFar) -> list[Any]:
    """Its fields in order."""
    start = None if so_far.start is None else hand_out(so_far.start)
    events = [codec.event_out(event) for event in so_far.events]
    return [start, so_far.laid, events, so_far.taken_back, so_far.last_red_three]


def _so_far_in(data: list[Any], rules: Rules, seats: int, scores: list[int]) -> TurnSoFar:
    start, laid, events, taken_back, last_red_three = data
    before = None if start is None else hand_in(start, rules, seats, scores)
    if before is not None:
        before.so_far = None
    done: Any = tuple(map(codec.event_in, events))
    return TurnSoFar(before, laid, done, taken_back, last_red_three)


def _permission_in(
    asked_by: int, asked: list[int], answers: list[tuple[int, bool]], granted: bool | None
) -> PermissionState:
    said = tuple((seat, answer) for seat, answer in answers)
    return PermissionState(asked_by, tuple(asked), said, granted)


def _last_hand_out(last: LastHand) -> list[Any]:
    """Its fields in order; of the score, the lines by side."""
    lines = [[_line_out(each) for each in side.lines] for side in last.score]
    return [last.number, last.dealer, last.end.value, last.out, lines, last.log_head]


def _line_out(written: ScoreLine) -> list[Any]:
    """Number of the code, points, count; reason and melds if there is one of them."""
    code, points, count, _, reason, melds = written
    head = [_NUMBER_OF[code], points, count]
    return [*head, reason, list(melds)] if reason is not None or melds else head


def _last_hand_in(
    number: int,
    dealer: int,
    end: str,
    out: int | None,
    score: list[list[list[Any]]],
    log_head: str,
) -> LastHand:
    sides = tuple(_side_in(side, lines) for side, lines in enumerate(score))
    return LastHand(number, dealer, HandEnd(end), out, sides, log_head)


def _side_in(side: int, written: list[list[Any]]) -> SideScore:
    lines = tuple(_line_in(*members) for members in written)
    return SideScore(side, lines, sum(each.points for each in lines))


def _line_in(
    number: int, points: int, count: int, reason: str | None = None, melds: Iterable[int] = ()
) -> ScoreLine:
    return line(_CODES[number], points, count, reason, melds)
