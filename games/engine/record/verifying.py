"""Verifying a record: replay its deals and actions, write it again, and compare."""

from typing import Any, cast

from games.engine.cards import counts_of
from games.engine.codec import score_out
from games.engine.errors import Refusal
from games.engine.events import GameCreated, HandDealt
from games.engine.match import Match, deal, play
from games.engine.phase import GameEnd
from games.engine.record.reading import (
    Fault,
    ReadHand,
    ReadRecord,
    RecordReader,
    TooManyFaults,
    fault,
)
from games.engine.record.writing import (
    MadeBy,
    Record,
    due_next,
    end_out,
    final_out,
    game_out,
    hand_out,
    move_out,
)
from games.engine.rulesets import InvalidRuleset, load, resolve, slugs, to_document, upcast
from games.engine.shuffle import DIRECTOR, ROUND, moves_entropy, proof
from games.engine.untyped import is_list, is_object


class _Unfounded(Exception):
    """Something in the record does not follow from what comes before it."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.fault = fault(path, message)


def verify(record: object) -> list[Fault]:
    """Why `record`, a JSON value of any shape, is not a true record; empty if it is.

    Every fault of its shape, or else the first thing that does not follow from the deals, the
    actions and the ruleset.
    """
    reader = RecordReader()
    try:
        read = reader.record(record)
    except TooManyFaults:
        return reader.faults
    if reader.faults or read is None:
        return reader.faults
    try:
        _require_shipped_ruleset(read, cast("Record", record)["ruleset"].get("schema", 1))
        _replay(read, cast("Record", record))
    except _Unfounded as unfounded:
        return [unfounded.fault]
    return []


def _require_shipped_ruleset(read: ReadRecord, schema: int) -> None:
    """A ruleset with a known name and version must equal that one, with the stated overrides."""
    rules = read.rules
    if rules.slug not in slugs() or load(rules.slug).version != rules.version:
        return
    try:
        known = resolve({"extends": rules.slug, "overrides": read.overrides}, schema=schema)
    except InvalidRuleset as invalid:
        path, message = invalid.faults[0]
        raise _Unfounded(f"ruleset.overrides.{path}", message) from None
    _require_equal(to_document(rules), to_document(known), "ruleset")


def _replay(read: ReadRecord, record: Record) -> None:
    created = GameCreated(
        to_document(read.rules),
        read.overrides,
        len(read.names),
        read.practice,
        read.start_scores,
        "",
    )
    match = Match(created, read.rules)
    match.started = True
    match.final_hand = read.final_hand
    record = {**record, "ruleset": upcast(record["ruleset"])}
    for index, hand in enumerate(read.hands):
        path = f"hands.{index}"
        if match.result is not None:
            raise _Unfounded(path, "the game was over before this hand")
        if hand.shuffle is not None:
            _check_shuffle(read, record, index)
        elif not read.practice or any(before.shuffle for before in read.hands[:index]):
            raise _Unfounded(f"{path}.shuffle", "only the first deals of a practice game are given")
        again = _replay_hand(match, hand, record["hands"][index], path)
        _require_equal(record["hands"][index], again, path)
    if read.final_hand == len(read.hands) + 1 and match.result is not None:
        raise _Unfounded("final_hand", "the game was over before this hand")
    again = game_out(read.game, created, read.names, record["hands"])
    again |= final_out(read.final_hand) | _end(match, read)
    _require_equal(record, again, "")


def _end(match: Match, read: ReadRecord) -> Record:
    """Winner and end must follow from the scores, unless the game was abandoned."""
    if match.result is None and read.end == GameEnd.ABANDONED:
        return {"winner": None, "end": read.end}
    if match.result is None and read.end == GameEnd.CONCEDED:
        return {"winner": read.winner, "end": read.end}
    return end_out(match.result)


def _replay_hand(match: Match, hand: ReadHand, given: Record, path: str) -> Record:
    """Play the hand in `match` and write it as the record should show it."""
    if tuple(counts_of(hand.order)) != match.rules.pack_counts(match.seats):
        raise _Unfounded(f"{path}.order", "not the cards of the ruleset's pack, each once")
    dealer = hand.dealer if match.next_dealer is None else match.next_dealer
    dealt, *caused = deal(match, hand.order, dealer=dealer, next_commitment="")
    assert isinstance(dealt, HandDealt)
    again = hand_out(dealt, None) | {"shuffle": given["shuffle"], "moves": given["moves"]}
    _require_equal({key: given[key] for key in again}, again, path)
    due = due_next(caused, match.rules)
    for index, (seat, action) in enumerate(hand.moves):
        at = f"{path}.moves.{index}"
        try:
            events = play(match, seat, action)
        except Refusal as refusal:
            message = f"{refusal.rule.value} {refusal.rule.code}: {refusal.detail}"
            raise _Unfounded(f"{at}.action", message) from None
        move = given["moves"][index]
        # A replay cannot check who acted, when and how.
        made_by = {name: move[name] for name in MadeBy._fields if name in move}
        _require_equal(move, move_out(seat, action, events, due) | made_by, at)
        due = due_next(events, match.rules)
    if match.hand is not None or match.last_hand is None:
        raise _Unfounded(f"{path}.moves", "the hand is not over after the last move")
    last = match.last_hand
    return again | {"end": last.end.value, "out": last.out, "score": score_out(last.score)}


def _check_shuffle(read: ReadRecord, record: Record, index: int) -> None:
    """The order must be the shuffle of what the hand reveals, and that must be for this hand."""
    hand, given, path = read.hands[index], record["hands"][index], f"hands.{index}"
    assert hand.shuffle is not None
    seed, context, entropy = hand.shuffle
    pack, seats = read.rules.pack, len(read.names)
    _require_equal(context.decks, pack.decks[seats], f"{path}.shuffle.context.decks")
    _require_equal(context.jokers, pack.jokers[seats], f"{path}.shuffle.context.jokers")
    try:
        again = proof(seed, context, entropy)
    except ValueError as error:
        raise _Unfounded(f"{path}.shuffle", str(error)) from None
    _require_equal(given["order"], again.pop("order"), f"{path}.order")
    _require_equal(given["shuffle"], again, f"{path}.shuffle")
    _require_equal(context.hand, index + 1, f"{path}.shuffle.context.hand")
    if context.scope == ROUND:
        # The commitment is older than the play at any table: there are no moves to stir in.
        for place, (source, _) in enumerate(entropy):
            _require_equal(source, DIRECTOR, f"{path}.shuffle.entropy.{place}.0")
    elif index:
        stirred = (f"moves:{index}", moves_entropy(record["hands"][index - 1]["moves"]))
        if stirred not in entropy:
            raise _Unfounded(
                f"{path}.shuffle.entropy", f"lacks the moves of hand {index} as they are"
            )


def _require_equal(given: Any, expected: Any, path: str) -> None:
    """Raise _Unfounded at the first place where `given` differs from what follows."""
    if given is expected:
        return
    inner = f"{path}." if path else ""
    if is_object(given) and is_object(expected):
        _require_members(given, expected, inner)
    elif is_list(given) and is_list(expected):
        _require_items(given, expected, inner)
    elif type(given) is not type(expected) or given != expected:
        raise _Unfounded(path, f"{_short(expected)} follows, not {_short(given)}")


def _require_members(given: Record, expected: Record, inner: str) -> None:
    for name in expected:
        if name not in given:
            raise _Unfounded(inner + name, "is missing")
        _require_equal(given[name], expected[name], inner + name)
    for name in given:
        if name not in expected:
            raise _Unfounded(inner + name, "unknown member")


def _require_items(given: list[Any], expected: list[Any], inner: str) -> None:
    for index, (one, other) in enumerate(zip(given, expected, strict=False)):
        _require_equal(one, other, f"{inner}{index}")
    if len(given) != len(expected):
        raise _Unfounded(inner.rstrip("."), f"{len(expected)} follow, not {len(given)}")


def _short(value: Any) -> str:
    """A value of any size, shortened to a few words."""
    if is_object(value) or is_list(value):
        return "an object" if is_object(value) else "a list"
    if isinstance(value, int) and abs(value) > 10**12:
        return "a huge number"
    return repr(value)[:70]
