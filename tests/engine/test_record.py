"""Records: written from a log, true when replayed, and found out when anything was changed."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import verify_shuffle
from games.engine.cards import faces
from games.engine.documents import MOST_FAULTS
from games.engine.events import CardsDrawn
from games.engine.record import RecordRow, record_out, verify
from games.engine.rulesets import slugs
from tests.depth import cases, first_of
from tests.engine.played import finished, started

Record = dict[str, Any]
Tamper = Callable[[Record], None]

PLAYED = finished(1).record()
PRACTICE = finished(2, given=2, scores=(1500, -20)).record()
LESSON = finished(3, given=1, hands=3).record()
"""One deal given, the others shuffled."""
jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


def at(document: Any, path: str) -> Any:
    for name in path.split("."):
        document = document[int(name)] if isinstance(document, list) else document[name]
    return document


def put(record: Record, path: str, value: Any) -> Record:
    """A copy of `record` with another value at `path`."""
    record = copy.deepcopy(record)
    holder, _, name = path.rpartition(".")
    where: Any = at(record, holder) if holder else record
    where[int(name) if isinstance(where, list) else name] = value
    return record


def paths(document: Any, path: str = "") -> list[str]:
    """The paths of all values inside."""
    inner = document.items() if isinstance(document, dict) else enumerate(document)
    found: list[str] = []
    for name, value in inner:
        found.append(f"{path}{name}")
        if isinstance(value, dict | list):
            found += paths(value, f"{path}{name}.")
    return found


# -- What is written ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [11, 12])
def test_a_played_game_replays_to_its_own_record(seats: int, seed: int) -> None:
    game = finished(seed, seats=seats)
    record = json.loads(json.dumps(game.record()))
    assert verify(record) == []
    assert verify_shuffle.verify_record(record) == []
    result = game.match.result
    assert result is not None
    assert record["totals"] == list(result.scores)
    assert (record["winner"], record["end"]) == (result.winner, "hand_limit")
    assert len(record["hands"]) == 2


def test_a_game_is_recorded_up_to_its_last_finished_hand_and_no_card_further() -> None:
    game = started(3, hands=5)
    assert game.record()["hands"] == []
    while game.match.hands_played < 1:
        game.move()
    after_the_hand = game.record()
    for _ in range(10):
        game.move()
    record = game.record()
    assert record == after_the_hand
    assert len(record["hands"]) == 1
    assert (record["winner"], record["end"]) == (None, None)
    assert verify(record) == []
    assert game.proofs[2] is not None
    assert game.proofs[2]["server_seed"] not in json.dumps(record)


def test_the_last_row_of_a_hand_deals_the_next_and_is_a_move_of_the_first() -> None:
    game = started(4)
    while game.match.hands_played < 1:
        game.move()
    last = game.rows[-1]
    assert [type(event).__name__ for event in last.events][-3:] == [
        "HandEnded",
        "HandScored",
        "HandDealt",
    ]
    moves = game.record()["hands"][0]["moves"]
    assert len(moves) == sum(row.action is not None for row in game.rows)
    assert moves[-1]["seat"] == last.seat


def test_a_practice_game_says_where_it_started_and_which_deals_were_given() -> None:
    record = finished(5, given=1, hands=3, scores=(1500, 0)).record()
    assert record["practice"] is True
    assert record["start_scores"] == [1500, 0]
    assert [hand["shuffle"] is None for hand in record["hands"]] == [True, False, False]
    assert verify(record) == []
    assert verify_shuffle.verify_record(record) == []
    scored = [sum(hand["score"][side]["total"] for hand in record["hands"]) for side in (0, 1)]
    assert record["totals"] == [1500 + scored[0], scored[1]]


def test_deals_that_tables_share_need_the_director_and_no_moves() -> None:
    record = finished(8, shared_by="director").record()
    assert verify(record) == []
    assert verify_shuffle.verify_record(record) == []
    steered = finished(8, shared_by="seat:1").record()
    assert verify(steered)[0].path == "hands.0.shuffle.entropy.0.0"


def test_a_hand_that_was_called_the_last_ends_the_game_and_is_in_the_record() -> None:
    game = started(6, hands=9)
    while game.match.hands_played < 1:
        game.move()
    game.call_last_hand()
    running = game.record()
    assert (running["final_hand"], running["end"], len(running["hands"])) == (2, None, 1)
    assert verify(running) == []
    while game.match.result is None:
        game.move()
    record = json.loads(json.dumps(game.record()))
    assert (record["final_hand"], record["end"], len(record["hands"])) == (2, "hand_limit", 2)
    assert verify(record) == []
    assert verify_shuffle.verify_record(record) == []


@pytest.mark.parametrize(
    ("final", "path"), [(None, "winner"), (1, "hands.1"), (3, "winner"), (True, "final_hand")]
)
def test_a_last_hand_that_was_not_called_so_is_found(final: Any, path: str) -> None:
    game = started(6, hands=9)
    while game.match.result is None:
        if game.match.hands_played == 1:
            game.call_last_hand()
        game.move()
    record = game.record()
    if final is None:
        del record["final_hand"]
    else:
        record["final_hand"] = final
    assert verify(record)[0].path == path


AT_TURNS = {"declaring": "turn", "replaced": True}
FEET = {"hand_size": {"4": 5}, "foot_size": {"4": 4}}
NON_STARTERS = {"upcard_rejects": ["wild", "red_three"]}
OTHER_RULES: list[tuple[str, dict[str, Any]]] = [
    ("classic", {"red_threes": AT_TURNS}),
    ("classic", {"red_threes": {**AT_TURNS, "replaced": False}}),
    ("classic", {"red_threes": {**AT_TURNS, "declaring": "deal"}}),
    ("classic", {"red_threes": AT_TURNS, "seating": FEET, "deal": NON_STARTERS}),
    ("classic", {"red_threes": AT_TURNS, "draw": {"last_red_three_ends": True, "count": 3}}),
    *[(slug, {}) for slug in slugs() if slug != "classic"],
]


@pytest.mark.parametrize("seed", first_of([1, 2]))
@pytest.mark.parametrize(("slug", "overrides"), OTHER_RULES)
def test_a_game_under_other_rules_replays_to_its_own_record(
    slug: str, overrides: dict[str, Any], seed: int
) -> None:
    game = started(seed, extends=slug, overrides=overrides)
    while game.match.result is None:
        game.propose()
    record = json.loads(json.dumps(game.record()))
    assert verify(record) == []
    assert verify_shuffle.verify_record(record) == []


@pytest.mark.parametrize("declaring", ["turn", "deal"])
def test_replacements_of_a_turns_start_are_its_first_moves_and_those_of_the_deal_are_nobodys(
    declaring: str,
) -> None:
    game = started(3, overrides={"red_threes": {**AT_TURNS, "declaring": declaring}})
    while game.match.result is None:
        game.propose()
    moves = [move for hand in game.record()["hands"] for move in hand["moves"]]
    replaced = [drawn_in(row, replacing=True) for row in game.rows[1:]]
    own = [drawn_in(row, replacing=False) for row in game.rows[2:]]
    due = replaced[:-1] if declaring == "turn" else [[] for _ in own]
    assert [move["drawn"] for move in moves] == [a + b for a, b in zip(due, own, strict=True)]
    assert sum(map(bool, replaced)) > 1


def drawn_in(row: RecordRow, *, replacing: bool) -> list[str]:
    """The cards that left the stock in a row of the log."""
    drawn = [event for event in row.events if isinstance(event, CardsDrawn)]
    return faces(card for event in drawn if event.replacing is replacing for card in event.cards)


def test_a_log_without_its_first_row_makes_no_record() -> None:
    with pytest.raises(ValueError, match="creation"):
        record_out("game-7", [RecordRow(2, None, None, [])], names=[], proofs={})


# -- What is found ------------------------------------------------------------------------------


def move_of(record: Record, kind: str, hand: int = 0) -> str:
    """The path of the hand's first move of this type."""
    moves = record["hands"][hand]["moves"]
    index = next(i for i, move in enumerate(moves) if move["action"]["type"] == kind)
    return f"hands.{hand}.moves.{index}"


def swap_in_stock(record: Record) -> None:
    """The first two stock cards that differ change places."""
    order = record["hands"][0]["order"]
    first = 4 * 15 + 1
    other = next(i for i in range(first + 1, len(order)) if order[i] != order[first])
    order[first], order[other] = order[other], order[first]


def foreign_card(record: Record) -> None:
    order = record["hands"][0]["order"]
    order[-1] = "4C" if order[-1] != "4C" else "5C"


def drop_last_move(record: Record) -> None:
    del record["hands"][1]["moves"][-1]


def repeat_last_move(record: Record) -> None:
    record["hands"][1]["moves"].append(record["hands"][1]["moves"][-1])


def repeat_last_hand(record: Record) -> None:
    record["hands"].append(copy.deepcopy(record["hands"][1]) | {"number": 3})


def swap_hands(record: Record) -> None:
    record["hands"].reverse()


def draw_another(record: Record) -> None:
    move = at(record, move_of(record, "draw"))
    move["drawn"][1] = "4C" if move["drawn"][1] != "4C" else "5C"


def other_dealer(record: Record) -> None:
    record["hands"][1]["dealer"] = (record["hands"][1]["dealer"] + 1) % 4


def line_and_total(record: Record) -> None:
    """A score sheet that still adds up."""
    sheet = record["hands"][1]["score"][0]
    sheet["lines"][0]["points"] += 100
    sheet["total"] += 100
    record["totals"][0] += 100


def drop_line(record: Record) -> None:
    sheet = record["hands"][0]["score"][0]
    sheet["total"] -= sheet["lines"].pop()["points"]


def setting(path: str, change: Callable[[Any], Any]) -> Tamper:
    def tamper(record: Record) -> None:
        record.update(put(record, path, change(at(record, path))))

    return tamper


def drawing(name: str, value: Any) -> Tamper:
    """Another value for a member of the first draw."""

    def tamper(record: Record) -> None:
        at(record, move_of(record, "draw"))[name] = value

    return tamper


def without_moves_entropy(record: Record) -> None:
    """The second hand is shuffled afresh, honestly but without the first hand's moves."""
    from games.engine.shuffle import Context, proof

    shuffle = proof(bytes(32), Context("deal-7", 2, 3, 6, "game"), [])
    record["hands"][1]["order"] = shuffle.pop("order")
    record["hands"][1]["shuffle"] = shuffle


SHUFFLE = "hands.0.shuffle"
TAMPERED: dict[str, tuple[Record, Tamper, str]] = {
    "another format": (PLAYED, setting("format", lambda _: "samba-record/2"), "format"),
    "practice unsaid": (PRACTICE, setting("practice", lambda _: False), "hands.0.shuffle"),
    "practice feigned": (PLAYED, setting("practice", lambda _: True), "start_scores"),
    "a start score short": (PRACTICE, setting("start_scores", lambda s: s[:1]), "start_scores"),
    "start scores": (PRACTICE, setting("start_scores.0", lambda n: n + 5), "totals.0"),
    "a richer samba": (
        PLAYED,
        setting("ruleset.canasta.samba", lambda n: n + 500),
        "ruleset.canasta.samba",
    ),
    "an invalid ruleset": (
        PLAYED,
        setting("ruleset.canasta.samba", lambda _: 1501),
        "ruleset.canasta.samba",
    ),
    "an override unsaid": (
        PLAYED,
        setting("ruleset.overrides", lambda _: {}),
        "ruleset.game.hand_limit",
    ),
    "a seat more": (PLAYED, lambda r: r["seats"].append({}), "seats.4.seat"),
    "seven seats": (PLAYED, setting("seats", lambda s: [*s, *s[:3]]), "seats"),
    "another side": (PLAYED, setting("seats.1.side", lambda _: 0), "seats.1.side"),
    "hands swapped": (PRACTICE, swap_hands, "hands.0.number"),
    "another number": (PLAYED, setting("hands.1.number", lambda _: 3), "hands.1.number"),
    "another dealer": (PLAYED, other_dealer, "hands.1.dealer"),
    "an order not shuffled": (PLAYED, swap_in_stock, "hands.0.order.61"),
    "a given order changed": (PRACTICE, swap_in_stock, "hands.0.moves."),
    "a card not of the pack": (PRACTICE, foreign_card, "hands.0.order"),
    "a dealer of no seat": (PLAYED, setting("hands.0.dealer", lambda _: 7), "hands.0.dealer"),
    "a card and a line break": (
        PRACTICE,
        setting("hands.0.order.7", lambda face: f"{face}\n"),
        "hands.0.order.7",
    ),
    "a card short": (PRACTICE, lambda r: r["hands"][0]["order"].pop(), "hands.0.order"),
    "another seed": (
        PLAYED,
        setting(f"{SHUFFLE}.server_seed", lambda _: "0" * 64),
        "hands.0.order.",
    ),
    "another commitment": (
        PLAYED,
        setting(f"{SHUFFLE}.commitment", lambda h: h[:-1] + "x"),
        f"{SHUFFLE}.commitment",
    ),
    "another algorithm": (
        PLAYED,
        setting(f"{SHUFFLE}.algorithm", lambda _: "dice"),
        f"{SHUFFLE}.algorithm",
    ),
    "a shuffle of more decks": (
        PLAYED,
        setting(f"{SHUFFLE}.context.decks", lambda _: 4),
        f"{SHUFFLE}.context.decks",
    ),
    "a shuffle of fewer jokers": (
        PLAYED,
        setting(f"{SHUFFLE}.context.jokers", lambda _: 5),
        f"{SHUFFLE}.context.jokers",
    ),
    "entropy left out": (PLAYED, lambda r: at(r, f"{SHUFFLE}.entropy").clear(), "hands.0.order."),
    "entropy of no source": (
        PLAYED,
        setting(f"{SHUFFLE}.entropy.0.0", lambda _: "dice"),
        SHUFFLE,
    ),
    "the hand before not stirred in": (PLAYED, without_moves_entropy, "hands.1.shuffle.entropy"),
    "a shuffle withheld": (PLAYED, setting(SHUFFLE, lambda _: None), SHUFFLE),
    "a shuffle withheld in practice": (
        LESSON,
        setting("hands.2.shuffle", lambda _: None),
        "hands.2.shuffle",
    ),
    "a seed that is no hex": (
        PLAYED,
        setting(f"{SHUFFLE}.server_seed", lambda _: "g" * 64),
        f"{SHUFFLE}.server_seed",
    ),
    "a pair of one": (
        PLAYED,
        setting(f"{SHUFFLE}.entropy.0", lambda pair: pair[:1]),
        f"{SHUFFLE}.entropy.0",
    ),
    "a shuffle before the first": (
        PLAYED,
        setting(f"{SHUFFLE}.context.hand", lambda _: -1),
        f"{SHUFFLE}.context.hand",
    ),
    "a shuffle of another hand": (
        PLAYED,
        lambda r: r["hands"].pop(0),
        "hands.0.shuffle.context.hand",
    ),
    "another card drawn": (PLAYED, draw_another, "hands.0.moves."),
    "a card more drawn": (PLAYED, drawing("drawn", ["4C"] * 3), "hands.0.moves."),
    "nothing drawn": (PLAYED, drawing("drawn", []), "hands.0.moves."),
    "another mover": (PLAYED, setting("hands.0.moves.0.seat", lambda s: (s + 1) % 4), "hands.0."),
    "a move of nobody": (PLAYED, drawing("seat", 4), "hands.0.moves."),
    "an unknown action": (PLAYED, drawing("action", {"type": "peek"}), "hands.0.moves."),
    "an illegal action": (PLAYED, drawing("action", {"type": "pass"}), "hands.0.moves."),
    "a move left out": (PLAYED, lambda r: r["hands"][1]["moves"].pop(0), "hands.1.moves."),
    "the last move left out": (PLAYED, drop_last_move, "hands.1.moves"),
    "a move after the end": (PLAYED, repeat_last_move, "hands.1.moves."),
    "a hand after the end": (PRACTICE, repeat_last_hand, "hands.2"),
    "a hand left out": (PLAYED, lambda r: r["hands"].pop(), "totals."),
    "another end of the hand": (PLAYED, setting("hands.0.end", lambda _: "voided"), "hands.0.end"),
    "another seat going out": (
        PLAYED,
        setting("hands.1.out", lambda out: 0 if out is None else None),
        "hands.1.out",
    ),
    "a score line and the totals": (PLAYED, line_and_total, "hands.1.score.0.lines.0.points"),
    "a score line left out": (PLAYED, drop_line, "hands.0.score.0.lines"),
    "another paragraph": (
        PLAYED,
        setting("hands.0.score.0.lines.0.rule", lambda _: "SCORE-99"),
        "hands.0.score.0.lines.0.rule",
    ),
    "sides of the sheet swapped": (
        PLAYED,
        lambda r: r["hands"][0]["score"].reverse(),
        "hands.0.score.0.side",
    ),
    "an adjustment": (
        PLAYED,
        setting("adjustments", lambda _: [{"hand": 1, "side": 0, "points": 5}]),
        "totals.0",
    ),
    "other totals": (PLAYED, setting("totals.1", lambda n: n + 5), "totals.1"),
    "totals that are not whole": (PLAYED, setting("totals.1", float), "totals.1"),
    "another winner": (PLAYED, setting("winner", lambda n: 1 - (n or 0)), "winner"),
    "no winner": (PLAYED, setting("winner", lambda _: None), "winner"),
    "another end": (PLAYED, setting("end", lambda _: "target"), "end"),
    "conceded after its end": (PLAYED, setting("end", lambda _: "conceded"), "end"),
    "still running after its end": (PLAYED, setting("end", lambda _: None), "end"),
    "a member more": (PLAYED, lambda r: r.update(comment="fair"), "comment"),
    "a member of a hand more": (PLAYED, lambda r: r["hands"][0].update(x=1), "hands.0.x"),
    "a member of a line more": (
        PLAYED,
        lambda r: at(r, "hands.0.score.0.lines.0").update(x=1),
        "hands.0.score.0.lines.0.x",
    ),
}


@pytest.mark.parametrize(("record", "tamper", "path"), TAMPERED.values(), ids=TAMPERED.keys())
def test_tampering_is_found_where_it_shows(record: Record, tamper: Tamper, path: str) -> None:
    tampered = copy.deepcopy(record)
    tamper(tampered)
    faults = verify(tampered)
    assert faults
    found = faults[0].path
    assert found.startswith(path) if path.endswith(".") else found == path, faults


FREE = {
    "game": "Zoë",
    "ruleset.slug": "5C",
    "ruleset.version": 2,
    **{f"seats.{seat}.name": "Zoë" for seat in range(4)},
}
"""Names, each with another: a ruleset of a name and version that nobody knows may be any."""


@pytest.mark.parametrize(
    ("record", "choices"),
    [(PLAYED, "hands.1.moves."), (PRACTICE, "hands.")],
    ids=["played", "given"],
)
def test_no_value_can_be_another_but_names_and_choices(record: Record, choices: str) -> None:
    """Choices of hands whose moves no later shuffle has in it: they may be others, also legal."""
    rng = Random(7)
    bound = [path for path in paths(record) if not (".action." in path and choices in path)]
    for path in rng.sample([path for path in bound if path not in FREE], cases(20, 600)):
        for other in other_values(at(record, path)):
            assert verify(put(record, path, other)), (path, other)
    for path, other in FREE.items():
        assert verify(put(record, path, other)) == []


def other_values(value: Any) -> list[Any]:
    """A value close to `value`, and two of other types."""
    if isinstance(value, bool) or value is None:
        near: Any = not value
    elif isinstance(value, int):
        near = value + 1
    elif isinstance(value, str):
        near = "5C" if value != "5C" else "6C"
    elif isinstance(value, list):
        near = [*value, *value[:1]] if value else [0]
    else:
        near = {**value, "extra": 1}
    return [near, 1.5, {"": [None]}]


def test_all_faults_of_shape_are_reported_at_once() -> None:
    record = put(put(PLAYED, "hands.0.moves.3.seat", "one"), "hands.1.order.7", "1X")
    del record["totals"]
    assert {fault.path for fault in verify(record)} == {
        "hands.0.moves.3.seat",
        "hands.1.order.7",
        "totals",
    }


def test_a_game_that_broke_off_may_say_so() -> None:
    game = started(6, hands=5)
    while game.match.hands_played < 1:
        game.move()
    record = game.record()
    assert verify(record | {"end": "abandoned"}) == []
    assert verify(record | {"end": "conceded", "winner": 1}) == []
    assert [fault.path for fault in verify(record | {"end": "abandoned", "winner": 1})] == [
        "winner"
    ]
    assert [fault.path for fault in verify(record | {"end": "hand_limit"})] == ["end"]
    assert [fault.path for fault in verify(record | {"winner": 1})] == ["winner"]


# -- What anyone may send -----------------------------------------------------------------------


@given(jsons)
@settings(max_examples=cases(50, 1000), deadline=None)
def test_any_json_is_answered_with_faults(document: Any) -> None:
    assert verify(document)


@given(st.data(), jsons)
@settings(max_examples=cases(50, 1000), deadline=None)
def test_any_json_inside_a_record_is_answered(data: st.DataObject, inner: Any) -> None:
    path = data.draw(st.sampled_from(PLACES))
    faults = verify(put(PLAYED, path, inner))
    json.dumps([*map(tuple, faults)]).encode()
    another_ruleset = path == "ruleset.version" and not faults
    if inner != at(PLAYED, path) and path not in FREE and not another_ruleset:
        assert faults


PLACES = [path for path in paths(PLAYED) if path.count(".") < 3 or ".0" in path]


def nested(depth: int) -> Any:
    inner: Any = []
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    "path", ["ruleset", "ruleset.overrides", "ruleset.game", "hands.0.score", "hands.0.shuffle"]
)
@pytest.mark.parametrize(
    "huge",
    [nested(100_000), {"x": nested(100_000)}, 10**5000, "x" * 10**6, [[]] * 10**6, "\ud800"],
    ids=["deep list", "deep object", "number", "text", "list", "half a character"],
)
def test_depth_and_size_are_answered_in_short(path: str, huge: Any) -> None:
    record = dict(PLAYED) | {"hands": [dict(PLAYED["hands"][0]), PLAYED["hands"][1]]}
    record["ruleset"] = dict(PLAYED["ruleset"])
    holder, _, name = path.rpartition(".")
    (at(record, holder) if holder else record)[name] = huge
    faults = verify(record)
    assert 0 < len(faults) <= MOST_FAULTS
    assert all(len(path) + len(message) < 2500 for path, message in faults)
    "".join(path + message for path, message in faults).encode()


def test_no_more_faults_are_reported_than_help() -> None:
    faults = verify(put(PLAYED, "hands.0.order", ["1X"] * 200))
    assert len(faults) == MOST_FAULTS


class Unread:
    """A value that nobody may look at."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise AssertionError("was read")


def test_what_comes_after_too_many_faults_is_not_even_read() -> None:
    moves = [5] * MOST_FAULTS + [Unread()]
    assert len(verify(put(PLAYED, "hands.0.moves", moves))) == MOST_FAULTS


def test_lists_beyond_any_game_are_not_read() -> None:
    faults = verify(put(PLAYED, "hands", [{}] * 1001))
    assert [(path, message[:7]) for path, message in faults] == [("hands", "a list ")]


def test_a_ruleset_that_does_not_ship_here_is_taken_unchanged() -> None:
    ours = put(PLAYED, "ruleset.slug", "ours")
    ours["ruleset"]["overrides"] = {"any": nested(100_000)}
    assert verify(ours) == []
    assert verify(put(PLAYED, "ruleset.version", 2)) == []


def test_hostile_names_of_members_can_be_reported() -> None:
    faults = verify(PLAYED | {"\ud800" * 10_000: nested(100_000)})
    assert len(faults) == 1
    assert len(faults[0].path.encode()) < 2_000
