"""Verifying a record: replay its deals and actions, write it again, and compare."""

from typing import Any, cast

from games.engine.cards import counts_of, parse
from games.engine.codec import action_in, score_out
from games.engine.documents import Fault
from games.engine.errors import Refusal
from games.engine.events import GameCreated, HandDealt, ScoreAdjusted
from games.engine.match import Match, absorb_event, deal, hand_conceded, play, void_hand
from games.engine.phase import GameEnd, HandEnd
from games.engine.record.document import GameRecord, RecordHand
from games.engine.record.reading import ReadRecord, Untrue, record_in
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
from games.engine.shuffle import DIRECTOR, ROUND, Context, ShuffleAnswer, moves_entropy, proof
from games.engine.untyped import is_list, is_object


def verify(record: object) -> list[Fault]:
    """Why `record`, a JSON value of any shape, is not a true record; empty if it is.

    Every fault of its shape, or else the first thing that does not follow from the deals, the
    actions and the ruleset.
    """
    try:
        read = record_in(record)
        _require_shipped_ruleset(read)
        _replay(read)
    except Untrue as untrue:
        return untrue.faults
    return []


def _untrue(path: str, text: str) -> Untrue:
    return Untrue(Fault(path, text))


def _require_shipped_ruleset(read: ReadRecord) -> None:
    """A ruleset with a known name and version must equal that one, with the stated overrides."""
    rules, schema = read.rules, read.record["ruleset"].get("schema", 1)
    if rules.slug not in slugs() or load(rules.slug).version != rules.version:
        return
    try:
        known = resolve({"extends": rules.slug, "overrides": read.overrides}, schema=schema)
    except InvalidRuleset as invalid:
        path, message = invalid.faults[0]
        raise _untrue(f"ruleset.overrides.{path}", message) from None
    _require_equal(to_document(rules), to_document(known), "ruleset")


def _replay(read: ReadRecord) -> None:
    record, final = read.record, read.record.get("final_hand")
    names = [seat["name"] for seat in record["seats"]]
    created = GameCreated(
        to_document(read.rules),
        read.overrides,
        len(names),
        record["practice"],
        read.start_scores,
        "",
    )
    match = Match(created, read.rules)
    match.started = True
    match.final_hand = final
    for index, hand in enumerate(record["hands"]):
        path = f"hands.{index}"
        if match.result is not None or _gave_up(match):
            raise _untrue(path, "the game was over before this hand")
        if hand["shuffle"] is not None:
            _check_shuffle(read, index, hand["shuffle"])
        elif not record["practice"] or any(each["shuffle"] for each in record["hands"][:index]):
            raise _untrue(f"{path}.shuffle", "only the first deals of a practice game are given")
        _require_equal(hand, _replay_hand(match, hand, path, record), path)
    _adjust(match, record, len(record["hands"]) + 1)
    if final == len(record["hands"]) + 1 and match.result is not None:
        raise _untrue("final_hand", "the game was over before this hand")
    written = cast("list[Record]", record["hands"])
    adjustments = cast("list[Record]", record["adjustments"])
    again = game_out(record["game"], created, names, written, adjustments)
    again |= final_out(final) | _end(match, record)
    _require_equal({**record, "ruleset": upcast(record["ruleset"])}, again, "")


def _end(match: Match, record: GameRecord) -> Record:
    """Winner and end must follow from the scores, unless the game was abandoned."""
    if match.result is None and record["end"] == GameEnd.ABANDONED:
        return {"winner": None, "end": record["end"]}
    if match.result is None and (_gave_up(match) or record["end"] == GameEnd.CONCEDED):
        return {"winner": record["winner"], "end": GameEnd.CONCEDED.value}
    return end_out(match.result)


def _adjust(match: Match, record: GameRecord, number: int) -> None:
    """Adjust what was adjusted while hand `number` was played."""
    for at, each in enumerate(record["adjustments"]):
        if each["hand"] == number:
            if match.result is not None:
                raise _untrue(f"adjustments.{at}.hand", "the game was over before this hand")
            absorb_event(match, ScoreAdjusted(each["side"], each["points"], "", ""))


def _gave_up(match: Match) -> bool:
    """True if a side gave up in the last hand."""
    return match.last_hand is not None and match.last_hand.end is HandEnd.CONCEDED


def _replay_hand(match: Match, given: RecordHand, path: str, record: GameRecord) -> Record:
    """Play the hand in `match` and write it as the record should show it."""
    order = tuple(map(parse, given["order"]))
    if tuple(counts_of(order)) != match.rules.pack_counts(match.seats):
        raise _untrue(f"{path}.order", "not the cards of the ruleset's pack, each once")
    dealer = given["dealer"] if match.next_dealer is None else match.next_dealer
    dealt, *caused = deal(match, order, dealer=dealer, next_commitment="")
    assert isinstance(dealt, HandDealt)
    _adjust(match, record, dealt.number)
    again = hand_out(dealt, None) | {"shuffle": given["shuffle"], "moves": given["moves"]}
    _require_equal({key: cast("Record", given)[key] for key in again}, again, path)
    due = due_next(caused, match.rules)
    for index, move in enumerate(given["moves"]):
        at, seat, action = f"{path}.moves.{index}", move["seat"], action_in(move["action"])
        try:
            events = play(match, seat, action)
        except Refusal as refusal:
            message = f"{refusal.rule.value} {refusal.rule.code}: {refusal.detail}"
            raise _untrue(f"{at}.action", message) from None
        # A replay cannot check who acted, when and how.
        made_by = {name: value for name, value in move.items() if name in MadeBy._fields}
        _require_equal(move, move_out(seat, action, events, due) | made_by, at)
        due = due_next(events, match.rules)
    if match.hand is not None and given["end"] == HandEnd.VOIDED:
        void_hand(match, "", "")  # a director's act, which follows from nothing
    elif match.hand is not None and given["end"] == HandEnd.CONCEDED:
        hand_conceded(match)
    if match.hand is not None or match.last_hand is None:
        raise _untrue(f"{path}.moves", "the hand is not over after the last move")
    last = match.last_hand
    return again | {"end": last.end.value, "out": last.out, "score": score_out(last.score)}


def _check_shuffle(read: ReadRecord, index: int, given: ShuffleAnswer) -> None:
    """The order must be the shuffle of what the hand reveals, and that must be for this hand."""
    hands, path = read.record["hands"], f"hands.{index}"
    context, entropy = given["context"], [(source, value) for source, value in given["entropy"]]
    pack, seats = read.rules.pack, len(read.record["seats"])
    _require_equal(context["decks"], pack.decks[seats], f"{path}.shuffle.context.decks")
    _require_equal(context["jokers"], pack.jokers[seats], f"{path}.shuffle.context.jokers")
    try:
        again = proof(bytes.fromhex(given["server_seed"]), Context(**context), entropy)
    except ValueError as error:
        raise _untrue(f"{path}.shuffle", str(error)) from None
    _require_equal(hands[index]["order"], again.pop("order"), f"{path}.order")
    _require_equal(given, again, f"{path}.shuffle")
    _require_equal(context["hand"], index + 1, f"{path}.shuffle.context.hand")
    if context["scope"] == ROUND:
        # The commitment is older than the play at any table: there are no moves to stir in.
        for place, (source, _) in enumerate(entropy):
            _require_equal(source, DIRECTOR, f"{path}.shuffle.entropy.{place}.0")
    elif index:
        stirred = (f"moves:{index}", moves_entropy(hands[index - 1]["moves"]))
        if stirred not in entropy:
            raise _untrue(f"{path}.shuffle.entropy", f"lacks the moves of hand {index} as they are")


def _require_equal(given: Any, expected: Any, path: str) -> None:
    """Raise Untrue at the first place where `given` differs from what follows."""
    if given is expected:
        return
    inner = f"{path}." if path else ""
    if is_object(given) and is_object(expected):
        _require_members(given, expected, inner)
    elif is_list(given) and is_list(expected):
        _require_items(given, expected, inner)
    elif type(given) is not type(expected) or given != expected:
        raise _untrue(path, f"{_short(expected)} follows, not {_short(given)}")


def _require_members(given: Record, expected: Record, inner: str) -> None:
    for name in expected:
        if name not in given:
            raise _untrue(inner + name, "is missing")
        _require_equal(given[name], expected[name], inner + name)
    for name in given:
        if name not in expected:
            raise _untrue(inner + name, "unknown member")


def _require_items(given: list[Any], expected: list[Any], inner: str) -> None:
    for index, (one, other) in enumerate(zip(given, expected, strict=False)):
        _require_equal(one, other, f"{inner}{index}")
    if len(given) != len(expected):
        raise _untrue(inner.rstrip("."), f"{len(expected)} follow, not {len(given)}")


def _short(value: Any) -> str:
    """A value of any size, shortened to a few words."""
    if is_object(value) or is_list(value):
        return "an object" if is_object(value) else "a list"
    if isinstance(value, int) and abs(value) > 10**12:
        return "a huge number"
    return repr(value)[:70]
