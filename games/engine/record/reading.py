"""Reading a record from anyone. Whatever its shape, faults are reported and nothing else raised."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.engine.codec import action_in
from games.engine.documents import MOST_FAULTS, Checks, Fault, read
from games.engine.errors import InvalidAction
from games.engine.record.document import GameRecord, RecordMove
from games.engine.rulesets import InvalidRuleset, Rules, from_document
from games.engine.untyped import as_object


class Untrue(Exception):
    """What is wrong in a record, and where: ``"hands.0.moves.12.drawn.1"``."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = [fault.printable() for fault in faults[:MOST_FAULTS]]


class ReadRecord(NamedTuple):
    """A record of the right shape. All that it shows must follow from its deals and moves."""

    record: GameRecord
    rules: Rules
    overrides: dict[str, Any]
    start_scores: tuple[int, ...]


def record_in(data: object) -> ReadRecord:
    """The record. Raises Untrue with every fault of its shape."""
    record, faults = read(GameRecord, data, checks=CHECKS, closed=True)
    document = dict(as_object((as_object(data) or {}).get("ruleset")) or {})
    overrides = as_object(document.pop("overrides", None))
    if overrides is None:
        faults.append(Fault("ruleset.overrides", "an object"))
    rules: Rules | None = None
    try:
        rules = from_document(document)
    except InvalidRuleset as invalid:
        faults += [Fault(f"ruleset.{path}", text) for path, text in invalid.faults]
    if faults or rules is None or overrides is None:
        raise Untrue(*faults)
    start = tuple(record.get("start_scores", ()))
    _require(_game_faults(record, rules))
    sides = rules.sides(len(record["seats"]))
    return ReadRecord(record, rules, overrides, start or (0,) * sides)


def _require(faults: Iterable[Fault]) -> None:
    found = list(faults)
    if found:
        raise Untrue(*found)


def _game_faults(record: GameRecord, rules: Rules) -> Iterator[Fault]:
    """What does not fit the number of seats, sides and hands."""
    seats, hands = len(record["seats"]), len(record["hands"])
    sides = rules.seating.sides.get(seats)
    if sides is None:
        yield Fault("seats", f"the ruleset has no game of {seats}")
        return
    start, winner = record.get("start_scores"), record["winner"]
    if (record["practice"] or start is not None) and len(start or ()) != sides:
        yield Fault("start_scores", f"one for each of {sides} sides")
    for at, each in enumerate(record["adjustments"]):
        if each["side"] >= sides:
            yield Fault(f"adjustments.{at}.side", f"a whole number from 0 to {sides - 1}")
        if each["hand"] > hands + 1:
            yield Fault(f"adjustments.{at}.hand", f"a whole number from 1 to {hands + 1}")
    if record.get("final_hand", 1) > hands + 1:
        yield Fault("final_hand", f"a whole number from 1 to {hands + 1}")
    if winner is not None and winner >= sides:
        yield Fault("winner", f"a whole number from 0 to {sides - 1}")


def _seat_faults(record: GameRecord) -> Iterator[tuple[str, str]]:
    seats = range(len(record["seats"]))
    for at, hand in enumerate(record["hands"]):
        if hand["dealer"] not in seats:
            yield f"hands.{at}.dealer", "there is no such seat"
        for index, move in enumerate(hand["moves"]):
            if move["seat"] not in seats:
                yield f"hands.{at}.moves.{index}.seat", "there is no such seat"


def _action_faults(move: RecordMove) -> Iterator[tuple[str, str]]:
    try:
        action_in(move["action"])
    except InvalidAction as invalid:
        yield f"action.{invalid.path}".rstrip("."), invalid.message


CHECKS: Checks = {RecordMove: _action_faults, GameRecord: _seat_faults}
