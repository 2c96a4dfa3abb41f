"""A recorded game of any ruleset that was altered is found out, where it was altered."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine.record import verify
from games.engine.rulesets import load, slugs
from tests.depth import in_the_long_run, one_of
from tests.engine.test_record import at, put
from tests.engine.test_recorded_games import path_of

Record = dict[str, Any]
Tamper = Callable[[Record], str]
"""Alters a record in place; returns the path of the fault, or of what holds it with a final dot."""
HAND, SHUFFLE, MOVES = "hands.0", "hands.0.shuffle", "hands.0.moves."


def read(path: Path) -> Record:
    record: Record = json.loads(path.read_text("utf-8"))
    return record


def changing(path: str, change: Callable[[Any], Any], found: str | None = None) -> Tamper:
    """Another value at `path`, found there or at `found`."""

    def tamper(record: Record) -> str:
        record.update(put(record, path, change(at(record, path))))
        return path if found is None else found

    return tamper


def adding(path: str, item: Any, found: str) -> Tamper:
    """A member more, or an item."""

    def tamper(record: Record) -> str:
        where = at(record, path) if path else record
        if isinstance(where, list):
            where.append(item)
        else:
            where.update(item)
        return found

    return tamper


def moves_of(record: Record) -> list[Record]:
    moves: list[Record] = record["hands"][0]["moves"]
    return moves


def first(record: Record, kind: str) -> int:
    """The first move of this type."""
    return next(i for i, move in enumerate(moves_of(record)) if move["action"]["type"] == kind)


def another(face: str) -> str:
    return "5C" if face != "5C" else "6C"


# -- The head -----------------------------------------------------------------------------------


def another_slug(record: Record) -> str:
    slug = "classic" if record["ruleset"]["slug"] != "classic" else "denexa"
    record["ruleset"] |= {"slug": slug, "version": load(slug).version}
    return "ruleset."


def seats_swapped(record: Record) -> str:
    record["seats"].reverse()
    return "seats.0.seat"


def a_seat_less(record: Record) -> str:
    """It dealt, or moved."""
    del record["seats"][-1]
    return f"{HAND}."


# -- The deal -----------------------------------------------------------------------------------


def two_cards_swapped(record: Record) -> str:
    order = record["hands"][0]["order"]
    other = next(i for i, face in enumerate(order) if face != order[0])
    order[0], order[other] = order[other], order[0]
    return f"{HAND}.order.0"


def second_hands_swapped(record: Record) -> str:
    """Or the last cards of the deal, where there are none."""
    order, rules = record["hands"][0]["order"], record["ruleset"]
    seats = len(record["seats"])
    foot = rules["seating"]["foot_size"][str(seats)] or rules["seating"]["hand_size"][str(seats)]
    start = seats * (rules["seating"]["hand_size"][str(seats)] + foot) - 2 * foot
    start = min(start, len(order) - 2 * foot)
    one, other = order[start : start + foot], order[start + foot : start + 2 * foot]
    order[start : start + 2 * foot] = other + one
    return f"{HAND}.order."


def a_foreign_card(record: Record) -> str:
    order = record["hands"][0]["order"]
    order[3] = another(order[3])
    return f"{HAND}.order.3"


def a_card_short(record: Record) -> str:
    del record["hands"][0]["order"][-1]
    return f"{HAND}.order"


def given(record: Record) -> None:
    """The game said to be one of practice: no shuffle proves its deal any more."""
    record["practice"], record["hands"][0]["shuffle"] = True, None
    record["start_scores"] = [0] * len(record["totals"])
    assert verify(record) == []


def another_order_given(record: Record) -> str:
    """The first card that is drawn and one that never was change places."""
    given(record)
    order = record["hands"][0]["order"]
    card = moves_of(record)[first(record, "draw")]["drawn"][0]
    order[:] = [{card: another(card), another(card): card}.get(face, face) for face in order]
    return f"{HAND}."


def a_pack_that_is_none(record: Record) -> str:
    given(record)
    record["hands"][0]["order"][-1] = another(record["hands"][0]["order"][-1])
    return f"{HAND}.order"


# -- The moves ----------------------------------------------------------------------------------


def first_move_dropped(record: Record) -> str:
    del moves_of(record)[0]
    return f"{MOVES}0."


def a_draw_dropped(record: Record) -> str:
    """What comes next is no legal action, or another card is drawn."""
    at_ = first(record, "draw")
    del moves_of(record)[at_]
    return f"{MOVES}{at_}."


def last_move_dropped(record: Record) -> str:
    del moves_of(record)[-1]
    return f"{HAND}.moves"


def last_move_repeated(record: Record) -> str:
    moves_of(record).append(moves_of(record)[-1])
    return f"{MOVES}{len(moves_of(record)) - 1}."


def a_draw_repeated(record: Record) -> str:
    at_ = first(record, "draw")
    moves_of(record).insert(at_ + 1, moves_of(record)[at_])
    return f"{MOVES}{at_ + 1}."


def moves_swapped(record: Record) -> str:
    """A discard and the next seat's draw."""
    moves = moves_of(record)
    kinds = [move["action"]["type"] for move in moves]
    at_ = next(i for i in range(len(kinds)) if kinds[i : i + 2] == ["discard", "draw"])
    moves[at_], moves[at_ + 1] = moves[at_ + 1], moves[at_]
    return f"{MOVES}{at_}."


def another_mover(record: Record) -> str:
    move = moves_of(record)[5]
    move["seat"] = (move["seat"] + 1) % len(record["seats"])
    return f"{MOVES}5."


def a_mover_of_no_seat(record: Record) -> str:
    moves_of(record)[5]["seat"] = len(record["seats"])
    return f"{MOVES}5.seat"


def in_draw(name: str, change: Callable[[Any], Any], found: str) -> Tamper:
    """Another value for a member of the first draw."""

    def tamper(record: Record) -> str:
        at_ = first(record, "draw")
        move = moves_of(record)[at_]
        move[name] = change(move[name])
        return f"{MOVES}{at_}.{found}"

    return tamper


def drawn_in_another_order(record: Record) -> str:
    moves = moves_of(record)
    at_ = next(i for i, move in enumerate(moves) if len(set(move["drawn"])) > 1)
    moves[at_]["drawn"].append(moves[at_]["drawn"].pop(0))
    return f"{MOVES}{at_}.drawn."


def a_drawn_card_moved_on(record: Record) -> str:
    """A replacement, where there is one, or a card of the first draw: to the next move."""
    moves = moves_of(record)
    at_ = max(range(len(moves) - 1), key=lambda index: len(moves[index]["drawn"]))
    moves[at_ + 1]["drawn"].insert(0, moves[at_]["drawn"].pop())
    return f"{MOVES}{at_}.drawn"


def a_discard_not_held(record: Record) -> str:
    """A card of which the seat has none: all copies are traced through its hand and its moves."""
    at_ = first(record, "discard")
    move = moves_of(record)[at_]
    move["action"]["card"] = another_card(record, move["seat"], at_)
    return f"{MOVES}{at_}.action"


def another_card(record: Record, seat: int, before: int) -> str:
    """A card that `seat` was never dealt and has not drawn before the move."""
    hand, rules = record["hands"][0], record["ruleset"]
    seats = len(record["seats"])
    size = rules["seating"]["hand_size"][str(seats)]
    seen = {
        hand["order"][i] for i in range(seats * size) if (hand["dealer"] + 1 + i) % seats == seat
    }
    for move in hand["moves"][:before]:
        seen |= set(move["drawn"])
    faces: set[str] = set(hand["order"])
    return min(faces - seen)


def a_meld_without_a_card(record: Record) -> str:
    """The first meld of the hand lacks a card: too short, too cheap, or the score shows it."""
    action = moves_of(record)[first(record, "meld")]["action"]
    del action["melds"][0]["cards"][-1]
    return f"{HAND}."


# -- The score sheet and the end ----------------------------------------------------------------

SHEET = f"{HAND}.score.0"


def a_line_and_the_totals(record: Record) -> str:
    """A score sheet that still adds up."""
    sheet = record["hands"][0]["score"][0]
    sheet["lines"][0]["points"] += 100
    sheet["total"] += 100
    record["totals"][0] += 100
    return f"{SHEET}.lines.0.points"


def a_line_dropped(record: Record) -> str:
    sheet = record["hands"][0]["score"][0]
    gone = sheet["lines"].pop()["points"]
    sheet["total"] -= gone
    record["totals"][0] -= gone
    return f"{SHEET}.lines"


def lines_swapped(record: Record) -> str:
    lines = record["hands"][0]["score"][0]["lines"]
    lines[0], lines[1] = lines[1], lines[0]
    return f"{SHEET}.lines.0."


def a_side_left_out(record: Record) -> str:
    del record["hands"][0]["score"][-1]
    return f"{HAND}.score"


def another_end(record: Record) -> str:
    hand = record["hands"][0]
    hand["end"] = "voided" if hand["end"] == "went_out" else "went_out"
    return f"{HAND}.end"


def another_seat_out(record: Record) -> str:
    hand = record["hands"][0]
    hand["out"] = 0 if hand["out"] is None else (hand["out"] + 1) % len(record["seats"])
    return f"{HAND}.out"


def another_winner(record: Record) -> str:
    record["winner"] = 1 if record["winner"] == 0 else 0
    return "winner"


TAMPERED: dict[str, Tamper] = {
    "another format": changing("format", lambda _: "samba-record/2", "format"),
    "practice feigned": changing("practice", lambda _: True, "start_scores"),
    "start scores told": adding("", {"start_scores": [0, 0]}, "start_scores"),
    "another ruleset": another_slug,
    "a richer canasta": changing("ruleset.canasta.natural", lambda n: n + 5),
    "dearer kings": changing("ruleset.points.K", lambda n: n + 5),
    "another bonus for going out": changing("ruleset.going_out.bonus", lambda n: n + 5),
    "another draw": changing("ruleset.draw.count", lambda n: n + 1),
    "another choice": changing("ruleset.turn.take_back", lambda yes: not yes),
    "a ruleset that is none": changing("ruleset.canasta.natural", lambda _: -5),
    "a value of another type": changing("ruleset.draw.count", float),
    "an override unsaid": changing("ruleset.overrides", lambda _: {}, "ruleset.game."),
    "an override feigned": adding("ruleset.overrides", {"points": {"K": 95}}, "ruleset.points.K"),
    "a seat less": a_seat_less,
    "seats swapped": seats_swapped,
    "another side": changing("seats.1.side", lambda side: side - 1),
    "another number": changing(f"{HAND}.number", lambda n: n + 1),
    "another dealer": changing(f"{HAND}.dealer", lambda n: 0 if n else 1, MOVES),
    "two cards swapped": two_cards_swapped,
    "second hands swapped": second_hands_swapped,
    "a foreign card": a_foreign_card,
    "a card short": a_card_short,
    "another order given": another_order_given,
    "a pack that is none": a_pack_that_is_none,
    "another seed": changing(f"{SHUFFLE}.server_seed", lambda _: "0" * 64, f"{HAND}.order."),
    "another commitment": changing(f"{SHUFFLE}.commitment", lambda text: text[::-1]),
    "another algorithm": changing(f"{SHUFFLE}.algorithm", lambda _: "dice"),
    "another deal": changing(f"{SHUFFLE}.context.deal_id", lambda _: "deal-8", f"{HAND}.order."),
    "more decks": changing(f"{SHUFFLE}.context.decks", lambda n: n + 1),
    "fewer jokers": changing(f"{SHUFFLE}.context.jokers", lambda n: n - 1),
    "a shuffle of another hand": changing(
        f"{SHUFFLE}.context.hand", lambda n: n + 1, f"{HAND}.order."
    ),
    "entropy left out": changing(f"{SHUFFLE}.entropy", lambda _: [], f"{HAND}.order."),
    "entropy of another seat": changing(
        f"{SHUFFLE}.entropy.0.0", lambda seat: f"{seat[:-1]}7", f"{HAND}.order."
    ),
    "a shuffle withheld": changing(SHUFFLE, lambda _: None),
    "the first move dropped": first_move_dropped,
    "a draw dropped": a_draw_dropped,
    "the last move dropped": last_move_dropped,
    "the last move repeated": last_move_repeated,
    "a draw repeated": a_draw_repeated,
    "moves swapped": moves_swapped,
    "another mover": another_mover,
    "a mover of no seat": a_mover_of_no_seat,
    "another card drawn": in_draw("drawn", lambda d: [another(d[0]), *d[1:]], "drawn.0"),
    "a card more drawn": in_draw("drawn", lambda d: [*d, "4C"], "drawn"),
    "nothing drawn": in_draw("drawn", lambda _: [], "drawn"),
    "an unknown action": in_draw("action", lambda _: {"type": "peek"}, "action."),
    "an illegal action": in_draw("action", lambda _: {"type": "pass"}, "action"),
    "drawn in another order": drawn_in_another_order,
    "a drawn card moved on": a_drawn_card_moved_on,
    "a discard not held": a_discard_not_held,
    "a meld without a card": a_meld_without_a_card,
    "a line and the totals": a_line_and_the_totals,
    "a line dropped": a_line_dropped,
    "lines swapped": lines_swapped,
    "a line's count": changing(f"{SHEET}.lines.0.count", lambda n: n + 1),
    "a line's code": changing(f"{SHEET}.lines.0.code", lambda code: f"{code}s"),
    "a line's paragraph": changing(f"{SHEET}.lines.0.rule", lambda _: "SCORE-99"),
    "a hand's total": changing(f"{SHEET}.total", lambda n: n + 5),
    "sides of the sheet swapped": changing(
        f"{HAND}.score", lambda sheets: sheets[::-1], f"{SHEET}.side"
    ),
    "a side left out": a_side_left_out,
    "another end of the hand": another_end,
    "another seat going out": another_seat_out,
    "an adjustment": changing(
        "adjustments", lambda _: [{"hand": 1, "side": 0, "points": 5}], "totals.0"
    ),
    "another total": changing("totals.1", lambda n: n + 5),
    "a total that is not whole": changing("totals.1", float),
    "another winner": another_winner,
    "no winner": changing("winner", lambda _: None),
    "another end": changing("end", lambda _: "target"),
    "broken off after its end": changing("end", lambda _: "abandoned"),
    "a hand left out": changing("hands", lambda _: [], "totals."),
    "a hand more": changing("hands", lambda hands: [*hands, hands[0]], "hands.1"),
    "a last hand before the first": adding("", {"final_hand": 0}, "final_hand"),
    "a last hand after the end": adding("", {"final_hand": 2}, "final_hand"),
    "a last hand that nobody dealt": adding("", {"final_hand": 3}, "final_hand"),
    "a member more": adding("", {"comment": "fair"}, "comment"),
    "a member of a move more": adding(f"{MOVES}0", {"note": 1}, f"{MOVES}0.note"),
}


def tampered() -> Iterator[Any]:
    """Each way with the recorded games of two rulesets, in turn; in the long run with all games.

    Most of the ways know no ruleset.
    """
    for number, (what, tamper) in enumerate(TAMPERED.items()):
        usual: list[Any] = []
        for slug in slugs():
            first, *others = sorted(load(slug).seating.players, key=lambda seats: seats != 4)
            games = [
                pytest.param(tamper, path_of(slug, seats), id=f"{what}-{slug} of {seats}")
                for seats in (first, *others)
            ]
            usual.append(games[0])
            yield from map(in_the_long_run, games[1:])
        yield from one_of(6, usual, first=number)


@pytest.mark.parametrize(("tamper", "path"), list(tampered()))
def test_tampering_with_any_ruleset_is_found_where_it_shows(tamper: Tamper, path: Path) -> None:
    record = copy.deepcopy(read(path))
    shown = tamper(record)
    faults = verify(record)
    assert faults
    found = faults[0].path
    assert f"{found}.".startswith(shown) if shown.endswith(".") else found == shown, faults
