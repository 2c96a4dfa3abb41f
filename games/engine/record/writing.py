"""A record made from a game's log: its finished hands, and how it ended."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from games.engine.actions import Action
from games.engine.cards import faces
from games.engine.codec import action_out, score_out
from games.engine.events import (
    CardsDrawn,
    Event,
    GameCreated,
    GameFinished,
    HandDealt,
    HandEnded,
    HandScored,
    HandVoided,
    LastHandCalled,
    ScoreAdjusted,
    SideScore,
)
from games.engine.phase import HandEnd
from games.engine.record.document import FORMAT, GameRecord
from games.engine.rulesets import Declaring, Rules, logged

Record = dict[str, Any]
Proof = Mapping[str, Any]


class MadeBy(NamedTuple):
    """Who made a move, when and how: noted by a service, ignored by the rules."""

    by: str
    """The player's name."""
    at: str
    """When, as RFC 3339."""
    via: str | None
    """How it was sent, one of `WAYS`; None if nobody noted it."""


class RecordRow(NamedTuple):
    """A row of the log; `action` is None where no player moved (a lobby change, the first deal)."""

    version: int
    seat: int | None
    action: Action | None
    events: Sequence[Event]
    acted: MadeBy | None = None
    """None if no service kept it."""


def record_out(
    game: str,
    rows: Iterable[RecordRow],
    *,
    names: Sequence[str],
    proofs: Mapping[int, Proof | None],
) -> GameRecord:
    """The record of the finished hands in `rows`, of which the first holds GameCreated.

    `names` are the players' by seat. `proofs` are those of `shuffle.proof` by number of the hand;
    None or absent for a deal that was given. The running hand and its cards are left out.
    """
    created: GameCreated | None = None
    finished: GameFinished | None = None
    final: int | None = None
    hands: list[Record] = []
    hand: Record = {}
    adjustments: list[Record] = []
    rules: Rules | None = None
    due: list[int] = []
    for row in rows:
        if row.action is not None and row.seat is not None:
            acted = {} if row.acted is None else row.acted._asdict()
            hand["moves"].append(move_out(row.seat, row.action, row.events, due) | acted)
            due = []
        due += due_next(row.events, rules)
        for event in row.events:
            if isinstance(event, HandDealt):
                hand = hand_out(event, proofs.get(event.number))
            elif isinstance(event, HandEnded):
                hand |= {"end": event.end.value, "out": event.out}
            elif isinstance(event, HandScored):
                hands.append(hand | {"score": score_out(event.score)})
            elif isinstance(event, HandVoided):
                assert created is not None
                hands.append(hand | voided_out(created))
            elif isinstance(event, ScoreAdjusted):
                adjustments.append(adjustment_out(len(hands) + 1, event))
            elif isinstance(event, LastHandCalled):
                final = event.number
            elif isinstance(event, GameCreated):
                created, rules = event, logged(event.ruleset)
            elif isinstance(event, GameFinished):
                finished = event
    if created is None:
        raise ValueError("a log begins with the game's creation")
    record = game_out(game, created, names, hands, adjustments)
    record |= final_out(final) | end_out(finished)
    return cast("GameRecord", record)


def voided_out(created: GameCreated) -> Record:
    """The end and the sheet of a hand that a director voided."""
    sides = range(logged(created.ruleset).sides(created.seats))
    nothing = tuple(SideScore(side, (), 0) for side in sides)
    return {"end": HandEnd.VOIDED.value, "out": None, "score": score_out(nothing)}


def adjustment_out(hand: int, event: ScoreAdjusted) -> Record:
    """What a director adjusted while `hand` was played; the reason is not for everybody."""
    return {"hand": hand, "side": event.side, "points": event.points}


def game_out(
    game: str,
    created: GameCreated,
    names: Sequence[str],
    hands: Sequence[Record],
    adjustments: Sequence[Record],
) -> Record:
    """Everything in the record except how the game ended."""
    sides = logged(created.ruleset).sides(created.seats)
    stated = created.practice or any(created.start_scores)
    start = {"start_scores": list(created.start_scores)} if stated else {}
    return {
        "format": FORMAT,
        "game": game,
        "practice": created.practice,
        **start,
        "ruleset": {**created.ruleset, "overrides": created.overrides},
        "seats": [
            {"seat": seat, "side": seat % sides, "name": name} for seat, name in enumerate(names)
        ],
        "hands": list(hands),
        "adjustments": list(adjustments),
        "totals": [
            before
            + sum(hand["score"][side]["total"] for hand in hands)
            + sum(each["points"] for each in adjustments if each["side"] == side)
            for side, before in enumerate(created.start_scores)
        ],
    }


def final_out(final: int | None) -> Record:
    """The number of the hand that was called the last one; empty if none was."""
    return {} if final is None else {"final_hand": final}


def end_out(finished: GameFinished | None) -> Record:
    """Winner and end; both null while the game runs."""
    if finished is None:
        return {"winner": None, "end": None}
    return {"winner": finished.winner, "end": finished.end.value}


def hand_out(dealt: HandDealt, proof: Proof | None) -> Record:
    """A hand before its first move. The order is in the hand, so its proof does not repeat it."""
    shuffle = None if proof is None else {key: proof[key] for key in proof if key != "order"}
    return {
        "number": dealt.number,
        "dealer": dealt.dealer,
        "order": faces(dealt.order),
        "shuffle": shuffle,
        "moves": [],
    }


def move_out(seat: int, action: Action, events: Iterable[Event], due: Iterable[int] = ()) -> Record:
    """A move, with every card that it drew from the stock, those `due` before it first.

    `shuffle.moves_entropy` digests these, so that the record can show what went into a deal.
    """
    drawn = [*due, *_drawn(events, replacing=False)]
    return {"seat": seat, "action": action_out(action), "drawn": faces(drawn)}


def due_next(events: Iterable[Event], rules: Rules | None) -> list[int]:
    """Cards of `events` that replace red threes at the start of the next turn.

    They belong to its first move; those that replace red threes after the deal belong to none.
    """
    if rules is None or rules.red_threes.declaring is not Declaring.TURN:
        return []
    return _drawn(events, replacing=True)


def _drawn(events: Iterable[Event], *, replacing: bool) -> list[int]:
    return [
        card
        for event in events
        if isinstance(event, CardsDrawn) and event.replacing is replacing
        for card in event.cards
    ]
