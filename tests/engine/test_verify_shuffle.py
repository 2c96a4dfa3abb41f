"""The stand-alone verifier: what it catches, and that it answers instead of failing."""

import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import verify_shuffle
from games.engine.cards import faces
from games.engine.shuffle import Context, first_dealer, moves_entropy, proof

SEED = bytes(range(32))
ENTROPY = [("director", "c0ffee"), ("seat:0", "00" * 16), ("seat:2", "ff" * 64)]
PROOF = proof(SEED, Context("deal 7", 1, 3, 6, "game"), ENTROPY)

Run = Callable[..., subprocess.CompletedProcess[str]]
jsons = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


# -- Proofs -------------------------------------------------------------------------------------


def other_values(value: Any) -> list[Any]:
    """Values close to `value`, and some of other types."""
    strangers: list[Any] = [None, True, "", [], {}, -1, 1.5]
    if isinstance(value, str):
        near: list[Any] = [value + "0", value[:-1], value.upper(), value.replace("0", "1", 1)]
    elif isinstance(value, int):
        near = [value + 1, value - 1, float(value), str(value)]
    elif isinstance(value, list):
        near = [value[1:], value[:-1], value + value[:1], value[::-1], value[1:] + value[:1]]
    else:
        near = [{**value, "extra": 1}]
    return [other for other in near + strangers if type(other) is not type(value) or other != value]


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside a JSON document."""
    inner = document.items() if isinstance(document, dict) else enumerate(document)
    for name, value in inner:
        yield (*path, name)
        if isinstance(value, dict | list):
            yield from places(value, (*path, name))


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    document = copy.deepcopy(document)
    holder = document
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = value
    return document


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        document = document[name]
    return document


@pytest.mark.parametrize("field", sorted(PROOF))
def test_every_change_of_a_single_value_is_caught(field: str) -> None:
    for path in places(PROOF):
        if path[0] == field:
            for value in other_values(at(PROOF, path)):
                assert verify_shuffle.verify(changed(PROOF, path, value)), (path, value)


@pytest.mark.parametrize("field", sorted(PROOF))
def test_a_missing_member_is_named(field: str) -> None:
    partial = {name: value for name, value in PROOF.items() if name != field}
    [fault] = verify_shuffle.verify(partial)
    assert field in fault


def test_a_context_with_more_in_it_is_refused_even_if_committed_to() -> None:
    context = {**PROOF["context"], "nonce": 7}
    sealed = verify_shuffle.digest_input(
        b"samba-shuffle/1/commit", SEED, verify_shuffle.canon(context)
    )
    grown = {**PROOF, "context": context, "commitment": sha256(sealed).hexdigest()}
    assert verify_shuffle.verify(grown) == ["context: 'nonce' does not belong there"]


@given(st.integers(0, 161), st.integers(0, 161))
def test_two_cards_that_changed_places_are_caught(one: int, other: int) -> None:
    order = list(PROOF["order"])
    order[one], order[other] = order[other], order[one]
    caught = verify_shuffle.verify({**PROOF, "order": order}) != []
    assert caught == (order != PROOF["order"])


@given(jsons, st.sampled_from(sorted(PROOF)))
def test_no_value_of_json_makes_the_verifier_raise(value: Any, field: str) -> None:
    assert verify_shuffle.verify(value)
    if field != "context" or value != PROOF["context"]:
        assert verify_shuffle.verify({**PROOF, field: value})


@given(jsons, st.sampled_from(["deal_id", "hand", "decks", "jokers", "scope"]))
def test_no_context_makes_the_verifier_raise(value: Any, name: str) -> None:
    original = PROOF["context"][name]
    if type(value) is not type(original) or value != original:
        assert verify_shuffle.verify(changed(PROOF, ("context", name), value))


# -- Records ------------------------------------------------------------------------------------


def played_hand(number: int, entropy: list[tuple[str, str]], hand_size: int) -> dict[str, Any]:
    shuffled = proof(SEED, Context("game 9", number, 3, 6, "game"), entropy)
    order = shuffled.pop("order")
    assert isinstance(order, list)
    stock = order[4 * hand_size + 1 :]
    moves: list[dict[str, Any]] = []
    for turn in range(10):
        drawn = stock[2 * turn : 2 * turn + 2]
        moves.append({"seat": turn % 4, "action": {"type": "draw"}, "drawn": drawn})
        discard = {"type": "discard", "card": drawn[0]}
        moves.append({"seat": turn % 4, "action": discard, "drawn": []})
    return {"number": number, "dealer": 0, "order": order, "shuffle": shuffled, "moves": moves}


def played_game(hand_size: int = 15, ruleset: Any = None) -> dict[str, Any]:
    first = played_hand(1, [("seat:1", "ab" * 16)], hand_size)
    first["dealer"] = first_dealer(
        SEED, Context(**first["shuffle"]["context"]), first["shuffle"]["entropy"], 4
    )
    second = played_hand(2, [("moves:1", moves_entropy(first["moves"]))], hand_size)
    seats = [{"seat": seat, "side": seat % 2} for seat in range(4)]
    record = {"format": "samba-record/1", "seats": seats, "hands": [first, second]}
    return {**record, "ruleset": ruleset or {"slug": "classic"}}


RECORD = played_game()


def test_a_record_that_follows_from_its_shuffles_is_accepted() -> None:
    assert verify_shuffle.verify_record(RECORD) == []


@pytest.mark.parametrize("section", ["table", "seating"])
@pytest.mark.parametrize("sizes", [{"4": 11}, {"4": {"value": 11, "source": "S004"}}])
def test_the_hand_size_is_taken_from_the_ruleset(section: str, sizes: dict[str, Any]) -> None:
    record = played_game(11, {section: {"hand_size": sizes}})
    assert verify_shuffle.verify_record(record) == []
    assert verify_shuffle.verify_record({**record, "ruleset": {}}) != []


def test_six_seats_are_dealt_thirteen_cards_each() -> None:
    order = [str(place) for place in range(162)]
    assert verify_shuffle.stock_of(order, {}, 6)[0] == str(6 * 13 + 1)
    assert verify_shuffle.stock_of(order, None, 4)[0] == str(4 * 15 + 1)


@pytest.mark.parametrize(
    ("red_threes", "gone"),
    [
        ({"declaring": "deal", "replaced": True}, ["3H", "KC"]),
        ({"declaring": {"value": "deal", "source": "S000"}, "replaced": True}, ["3H", "KC"]),
        ({"declaring": "deal", "replaced": False}, []),
        ({"declaring": "turn", "replaced": True}, []),
    ],
)
def test_what_replaced_red_threes_after_the_deal_is_gone_from_the_stock(
    red_threes: dict[str, Any], gone: list[str]
) -> None:
    ruleset = {"seating": {"hand_size": {"2": 1}}, "red_threes": red_threes}
    stock = verify_shuffle.stock_of(["3D", "9C", "QC", "3H", "KC", "KD", "KH"], ruleset, 2)
    assert [*gone, *stock] == ["3H", "KC", "KD", "KH"]


def test_second_hands_and_rejected_upcards_are_known() -> None:
    seating = {"hand_size": {"2": 1}, "foot_size": {"2": 2}}
    ruleset = {"seating": seating, "deal": {"upcard_rejects": ["seven", "joker"]}}
    order = ["4C", "5C", "6C", "6D", "6H", "6S", "7C", "JK", "KC", "QC", "QD"]
    assert verify_shuffle.stock_of(order, ruleset, 2) == ["QC", "QD", "7C", "JK"]


@pytest.mark.parametrize(
    ("section", "value"),
    [("seating", {"foot_size": {"4": "two"}}), ("deal", {"upcard_rejects": [7]})],
)
def test_a_deal_that_cannot_be_read_is_malformed(section: str, value: dict[str, Any]) -> None:
    with pytest.raises(verify_shuffle.Malformed, match="ruleset"):
        verify_shuffle.verify_record({**RECORD, "ruleset": {section: value}})


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("hands", 0, "moves", 2, "drawn"), ["2C", "2C"], "hand 1: move 3: drew 2C"),
        (("hands", 1, "moves", 4, "drawn"), [], "hand 2: move 7: drew"),
        (("hands", 1, "order", 80), "JK", "hand 2: order: card 81"),
        (("hands", 0, "shuffle", "server_seed"), "00" * 32, "hand 1: commitment"),
        (("hands", 0, "moves", 1, "action", "card"), "AS", "hand 2: entropy: lacks the moves"),
        (("hands", 1, "shuffle"), RECORD["hands"][0]["shuffle"], "hand 2: context"),
        (("hands", 1, "shuffle", "entropy"), [], "hand 2: order: card"),
    ],
)
def test_what_does_not_follow_in_a_record_is_named(
    path: tuple[Any, ...], value: Any, fault: str
) -> None:
    if value == at(RECORD, path):
        pytest.fail("the change changes nothing")
    faults = verify_shuffle.verify_record(changed(RECORD, path, value))
    assert any(line.startswith(fault) for line in faults), faults


def test_drawing_more_than_the_stock_holds_is_caught() -> None:
    everything = RECORD["hands"][1]["order"][61:]
    emptied = changed(RECORD, ("hands", 1, "moves"), [])
    move = {"seat": 0, "action": {"type": "draw"}, "drawn": everything}
    emptied["hands"][1]["moves"] = [move]
    assert verify_shuffle.verify_record(emptied) == []
    emptied["hands"][1]["moves"] = [{**move, "drawn": [*everything, "4C"]}]
    assert verify_shuffle.verify_record(emptied) == ["hand 2: move 1: drew 4C from an empty stock"]


@pytest.mark.parametrize(
    ("number", "scope", "source", "faults"),
    [
        pytest.param(2, "round", "director", 0, id="promised before anybody played: no moves"),
        pytest.param(2, "round", "seat:1", 1, id="no seat steers what all tables play"),
        pytest.param(9, "round", "director", 1, id="the same hand at every table"),
        pytest.param(2, "game", "director", 1, id="a table's own deal has the moves before"),
    ],
)
def test_a_deal_that_tables_share_is_stirred_only_by_the_director(
    number: int, scope: str, source: str, faults: int
) -> None:
    shared = proof(SEED, Context("set 4", number, 3, 6, scope), [(source, "ab")])
    hand = {"number": 2, "order": shared.pop("order"), "shuffle": shared, "moves": []}
    assert len(verify_shuffle.verify_record(changed(RECORD, ("hands", 1), hand))) == faults


def test_a_given_pack_needs_no_shuffle_in_practice_and_in_nothing_else() -> None:
    given_pack = changed(RECORD, ("hands", 0, "shuffle"), None)
    given_pack["practice"] = True
    assert verify_shuffle.verify_record(given_pack) == []
    with pytest.raises(verify_shuffle.Malformed, match="hand 1: record: shuffle"):
        verify_shuffle.verify_record({**given_pack, "practice": False})


@given(jsons, st.sampled_from(list(places(played_game()))))
def test_no_record_makes_the_verifier_fail_otherwise_than_by_malformed(
    value: Any, path: tuple[Any, ...]
) -> None:
    with suppress(verify_shuffle.Malformed):
        verify_shuffle.verify_record(changed(RECORD, path, value))


# -- The command --------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a copy of the file away from the project, with only the standard library."""
    script = shutil.copy(verify_shuffle.__file__, tmp_path)

    def run_on(*documents: Any) -> subprocess.CompletedProcess[str]:
        paths = []
        for number, document in enumerate(documents):
            path = tmp_path / f"{number}.json"
            text = document if isinstance(document, str) else json.dumps(document)
            path.write_text(text, encoding="utf-8")
            paths.append(str(path))
        return subprocess.run(
            [sys.executable, "-I", "-S", script, *paths],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            timeout=20,
            check=False,
        )

    return run_on


def hand_proof(number: int) -> dict[str, Any]:
    hand = RECORD["hands"][number - 1]
    return {**hand["shuffle"], "order": hand["order"]}


@pytest.mark.parametrize(
    "documents",
    [[PROOF], [RECORD], [hand_proof(2), RECORD], ["\ufeff" + json.dumps(PROOF)]],
    ids=["proof", "record", "both", "byte order mark"],
)
def test_what_holds_is_ok(run: Run, documents: list[Any]) -> None:
    answer = run(*documents)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.splitlines()[0] == "OK"


def test_the_commitment_is_shown_to_be_compared(run: Run) -> None:
    assert str(PROOF["commitment"]) in run(PROOF).stdout


def test_a_first_dealer_that_was_not_drawn_is_remarked_on(run: Run) -> None:
    drawn = RECORD["hands"][0]["dealer"]
    assert f"the one drawn: seat {drawn}" in run(RECORD).stdout
    named = changed(RECORD, ("hands", 0, "dealer"), (drawn + 1) % 4)
    assert f"drawn is seat {drawn}: did" in run(named).stdout


@pytest.mark.parametrize(
    "documents",
    [
        [{**PROOF, "commitment": "00" * 32}],
        [PROOF, RECORD],
        [changed(RECORD, ("hands", 0, "moves", 0, "drawn"), ["2C", "2C"])],
    ],
)
def test_what_does_not_hold_is_said_line_by_line(run: Run, documents: list[Any]) -> None:
    answer = run(*documents)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout
    assert all(line.startswith("FAILED ") for line in answer.stdout.splitlines())


UNREADABLE: dict[str, list[Any]] = {
    "no file": [],
    "three files": [PROOF, RECORD, RECORD],
    "text": ["not json"],
    "a null byte": ["\x00"],
    "nothing": [""],
    "endless nesting": ["[" * 100_000],
    "a member given twice": [json.dumps(PROOF)[:-1] + ', "algorithm": "samba-shuffle/1"}'],
    "not a number": [json.dumps(PROOF)[:-1] + ', "note": NaN}'],
    "an endless number": ['{"hand": ' + "9" * 5000 + "}"],
    "a list": [[PROOF]],
    "an empty object": [{}],
    "half a character": [{**PROOF, "algorithm": "\ud800"}],
    "half a character inside": [changed(PROOF, ("context", "deal_id"), "\ud800")],
    "a pack beyond all bounds": [changed(PROOF, ("context", "decks"), 10**9)],
    "an empty record": [PROOF, {}],
    "two proofs": [PROOF, PROOF],
    "a record without hands": [PROOF, {"format": "samba-record/1", "seats": [0]}],
    "nobody seated": [{**RECORD, "seats": []}],
    "a hand that is none": [{**RECORD, "hands": [1]}],
    "hands of no size": [{**RECORD, "ruleset": {"table": {"hand_size": {"4": "x"}}}}],
}


@pytest.mark.parametrize("documents", UNREADABLE.values(), ids=UNREADABLE)
def test_unreadable_input_is_explained_without_a_traceback(run: Run, documents: list[Any]) -> None:
    answer = run(*documents)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith(("usage:", "cannot be checked:"))
    assert len(answer.stderr.splitlines()) == 1


def test_a_missing_file_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert verify_shuffle.main(["no/such/file.json"]) == 2
    assert "no/such/file.json: No such file" in capsys.readouterr().err


def test_a_pack_of_faces_reads_the_same_in_both_implementations() -> None:
    assert sorted(set(verify_shuffle.shuffled(1, 1, SEED))) == sorted(faces(range(53)))
