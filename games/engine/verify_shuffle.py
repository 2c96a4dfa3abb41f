# pyright: basic
# It reads any JSON, with only Python's own library: a strict type check finds only that.
"""Check a deal of samba-shuffle/1 without trusting its server. Needs only this file and Python.

    python3 verify_shuffle.py PROOF.json             was this pack shuffled as it was promised?
    python3 verify_shuffle.py PROOF.json RECORD.json also: was every hand of the game dealt from it?
    python3 verify_shuffle.py RECORD.json            only the record

Exit code 0: everything is correct. 1: something is not, each fault on a line of its own. 2:
unreadable input.

Two things no file can show: that the commitment is the one you were shown before the deal (compare
it), and that the server kept to itself the cards it saw.
"""

from __future__ import annotations  # Runs on Python 3.8 too.

import hashlib
import hmac
import json
import re
import sys
from typing import Any, NoReturn

ALGORITHM = "samba-shuffle/1"
RECORD = "samba-record/1"
JSON_KINDS = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}
USAGE = "usage: python3 verify_shuffle.py PROOF.json [RECORD.json]"
CLASSES = {
    "wild": "JK 2C 2D 2H 2S",
    "joker": "JK",
    "seven": "7C 7D 7H 7S",
    "red_three": "3D 3H",
    "black_three": "3C 3S",
}
"""Cards by the names that a ruleset has for them."""
PARTS = ("algorithm", "server_seed", "context", "commitment", "entropy")


class Malformed(Exception):
    """The input cannot be read as a proof or a record."""


# -- Reading ----------------------------------------------------------------------------------


def read(path: str) -> dict[str, Any]:
    """The JSON object in a file."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            document = json.load(file, object_pairs_hook=_unique, parse_constant=_no_constant)
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"{path}: not JSON ({error})") from None
    if not isinstance(document, dict):
        raise Malformed(f"{path}: not a JSON object")
    return document


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member is given twice")
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def member(document: dict[str, Any], name: str, kind: type, where: str) -> Any:
    """A member of exactly this type: True is no number here."""
    if name not in document:
        raise Malformed(f"{where}: {name} is missing")
    if type(document[name]) is not kind:
        raise Malformed(f"{where}: {name} is not {JSON_KINDS[kind]}")
    return document[name]


def from_hex(text: object, size: int | None, where: str) -> bytes:
    if not isinstance(text, str) or not re.fullmatch("([0-9a-f]{2})+", text):
        raise Malformed(f"{where} is not lower-case hex")
    if size is not None and len(text) != 2 * size:
        raise Malformed(f"{where} does not have {size} bytes")
    return bytes.fromhex(text)


def cards(value: object, where: str) -> list[str]:
    if not isinstance(value, list):
        raise Malformed(f"{where} is not a list of cards")
    for card in value:
        if not isinstance(card, str) or not re.fullmatch("[2-9TJQKA][CDHS]|JK", card):
            raise Malformed(f"{where}: {card!a} is not a card")
    return value


# -- The shuffle ------------------------------------------------------------------------------


def canon(value: object) -> bytes:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return text.encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Malformed(f"a value has no canonical form ({error})") from None


def digest_input(*fields: bytes) -> bytes:
    joined = bytearray()
    for field in fields:
        joined += len(field).to_bytes(4, "big")
        joined += field
    return bytes(joined)


class Numbers:
    """The stream of two-byte draws under one key."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.blocks = 0
        self.buffer = b""

    def below(self, bound: int) -> int:
        while True:
            if not self.buffer:
                label = b"samba-shuffle/1/stream" + self.blocks.to_bytes(8, "big")
                self.buffer = hmac.new(self.key, label, hashlib.sha256).digest()
                self.blocks += 1
            value = self.buffer[0] * 256 + self.buffer[1]
            self.buffer = self.buffer[2:]
            if value < 65536 // bound * bound:
                return value % bound


def shuffled(decks: int, jokers: int, key: bytes) -> list[str]:
    pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] * decks + ["JK"] * jokers
    numbers = Numbers(key)
    for i in reversed(range(1, len(pack))):
        j = numbers.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def key_of(proof: dict[str, Any]) -> bytes:
    seed = bytes.fromhex(proof["server_seed"])
    pairs = sorted(proof["entropy"])
    message = digest_input(b"samba-shuffle/1/key", canon(proof["context"]), canon(pairs))
    return hmac.new(seed, message, hashlib.sha256).digest()


def dealer_of(proof: dict[str, Any], seats: int) -> int:
    """The seat that this shuffle draws as a game's first dealer."""
    key = hmac.new(key_of(proof), b"samba-shuffle/1/dealer", hashlib.sha256).digest()
    return Numbers(key).below(seats)


# -- A proof ----------------------------------------------------------------------------------


def verify(proof: Any) -> list[str]:
    """What is wrong with a proof; empty if nothing is. Never raises on JSON values."""
    try:
        return proof_faults(proof)
    except Malformed as error:
        return [str(error)]


def proof_faults(proof: dict[str, Any]) -> list[str]:
    if not isinstance(proof, dict):
        raise Malformed("proof: not a JSON object")
    algorithm = member(proof, "algorithm", str, "proof")
    if algorithm != ALGORITHM:
        raise Malformed(f"proof: algorithm {algorithm!a} is not {ALGORITHM}")
    context = read_context(proof)
    seed = from_hex(proof.get("server_seed"), 32, "proof: server_seed")
    from_hex(proof.get("commitment"), 32, "proof: commitment")
    order = cards(proof.get("order"), "proof: order")
    faults = entropy_faults(member(proof, "entropy", list, "proof"))
    sealed = digest_input(b"samba-shuffle/1/commit", seed, canon(context))
    if hashlib.sha256(sealed).hexdigest() != proof["commitment"]:
        faults.append("commitment: server_seed and context are not what was committed to")
    expected = shuffled(context["decks"], context["jokers"], key_of(proof))
    if len(order) != len(expected):
        faults.append(f"order: {len(order)} cards, the pack has {len(expected)}")
    elif order != expected:
        place = next(i for i, card in enumerate(expected) if order[i] != card)
        faults.append(f"order: card {place + 1} is {order[place]}, shuffled is {expected[place]}")
    return faults


def read_context(proof: dict[str, Any]) -> dict[str, Any]:
    context: dict[str, Any] = member(proof, "context", dict, "proof")
    kinds = {"deal_id": str, "hand": int, "decks": int, "jokers": int, "scope": str}
    for name, kind in kinds.items():
        member(context, name, kind, "context")
    unknown = sorted(set(context) - set(kinds))
    if unknown:
        raise Malformed(f"context: {unknown[0]!a} does not belong there")
    if context["hand"] < 1 or context["decks"] < 1 or context["jokers"] < 0:
        raise Malformed("context: hand and decks count from 1, jokers from 0")
    if 52 * context["decks"] + context["jokers"] > 65536:
        raise Malformed("context: more cards than the algorithm can shuffle")
    return context


def entropy_faults(entropy: list[Any]) -> list[str]:
    for pair in entropy:
        if not isinstance(pair, list) or len(pair) != 2:
            raise Malformed("entropy: not a list of [source, hex]")
        source, value = pair
        if not isinstance(source, str) or not re.fullmatch(
            "seat:[0-9]+|moves:[0-9]+|director", source
        ):
            raise Malformed(f"entropy: {source!a} is not a source")
        from_hex(value, None, f"entropy: {source}")
    return [] if entropy == sorted(entropy) else ["entropy: not sorted"]


# -- A record ---------------------------------------------------------------------------------


def verify_record(record: Any) -> list[str]:
    """What in a record does not follow from its shuffles. Raises Malformed."""
    previous: dict[str, Any] | None = None
    faults: list[str] = []
    if not member(record, "seats", list, "record"):
        raise Malformed("record: nobody is seated")
    for place, hand in enumerate(member(record, "hands", list, "record"), 1):
        if type(hand) is not dict:
            raise Malformed(f"record: hand {place} is not an object")
        where = f"hand {member(hand, 'number', int, f'hand {place}')}"
        try:
            faults += [f"{where}: {fault}" for fault in hand_faults(hand, previous, record)]
        except Malformed as error:
            raise Malformed(f"{where}: {error}") from None
        previous = hand
    return faults


def hand_faults(
    hand: dict[str, Any], previous: dict[str, Any] | None, record: dict[str, Any]
) -> list[str]:
    order = cards(hand.get("order"), "order")
    moves = read_moves(hand)
    stock = stock_of(order, record.get("ruleset"), len(record["seats"]))
    if hand.get("shuffle") is None and record.get("practice") is True:
        return drawn_faults(moves, stock)  # A practice game is given its first packs.
    return shuffle_faults(hand, previous) + drawn_faults(moves, stock)


def read_moves(hand: dict[str, Any]) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = member(hand, "moves", list, "record")
    for number, move in enumerate(moves, 1):
        if type(move) is not dict:
            raise Malformed(f"move {number} is not an object")
        member(move, "seat", int, f"move {number}")
        member(move, "action", dict, f"move {number}")
        cards(move.get("drawn", []), f"move {number}: drawn")
    return moves


def shuffle_faults(hand: dict[str, Any], previous: dict[str, Any] | None) -> list[str]:
    """Check the hand's own proof, and that the moves of the hand before went into it."""
    proof = {**member(hand, "shuffle", dict, "record"), "order": hand["order"]}
    faults = proof_faults(proof)
    if proof["context"]["hand"] != hand["number"]:
        faults.append("context: the shuffle of another hand")
    if proof["context"]["scope"] == "round":
        # Committed to before play at any table: no moves to stir in, and no seat may influence the
        # others.
        if any(source != "director" for source, _ in proof["entropy"]):
            faults.append("entropy: a deal that tables share takes it only from the director")
    elif previous is not None:
        played = [{"seat": move["seat"], "action": move["action"]} for move in previous["moves"]]
        pair = [f"moves:{previous['number']}", hashlib.sha256(canon(played)).hexdigest()]
        if pair not in proof["entropy"]:
            faults.append(f"entropy: lacks the moves of hand {previous['number']} as they are")
    return faults


def stock_of(order: list[str], ruleset: Any, seats: int) -> list[str]:
    """The stock before the first move.

    Hands leave the pack card by card from the dealer's left, then the second hands, then the
    upcard; upcards that the ruleset rejects go below the stock. The cards that replace red threes
    right after the deal belong to no move.
    """
    hand = hand_size(ruleset, seats)
    foot = setting(ruleset, "seating", "foot_size", str(seats)) or 0
    if type(foot) is not int or foot < 0:
        raise Malformed("ruleset: foot_size is not a number of cards")
    rejects = rejected(ruleset)
    top = seats * (hand + foot)
    upcard = top
    while upcard < len(order) and order[upcard] in rejects:
        upcard += 1
    stock = order[upcard + 1 :] + order[top:upcard]
    return stock[replaced_at_the_deal(order[: seats * hand], stock, ruleset) :]


def hand_size(ruleset: Any, seats: int) -> int:
    size = setting(ruleset, "table", "hand_size", str(seats))
    if size is None:
        size = setting(ruleset, "seating", "hand_size", str(seats))
    if size is None:
        size = 13 if seats == 6 else 15
    if type(size) is not int or size < 1:
        raise Malformed("ruleset: hand_size is not a number of cards")
    return size


def rejected(ruleset: Any) -> set[str]:
    """The cards that cannot be the first upcard."""
    classes = setting(ruleset, "deal", "upcard_rejects") or []
    if not isinstance(classes, list) or any(type(name) is not str for name in classes):
        raise Malformed("ruleset: upcard_rejects is not a list of names")
    return {card for name in classes for card in CLASSES.get(name, "").split()}


def replaced_at_the_deal(dealt: list[str], stock: list[str], ruleset: Any) -> int:
    """The number of cards of the stock that replace red threes before the first move."""
    red = CLASSES["red_three"].split()
    due = sum(card in red for card in dealt)
    if setting(ruleset, "red_threes", "declaring") != "deal":
        return 0
    if setting(ruleset, "red_threes", "replaced") is not True:
        return 0
    for number, card in enumerate(stock):
        if due == 0:
            return number
        due -= card not in red
    return len(stock)


def setting(ruleset: Any, *path: str) -> Any:
    """A value of the ruleset, bare or with its source; None if the record does not have it."""
    for name in path:
        ruleset = ruleset.get(name) if isinstance(ruleset, dict) else None
    return ruleset.get("value") if isinstance(ruleset, dict) else ruleset


def drawn_faults(moves: list[dict[str, Any]], stock: list[str]) -> list[str]:
    """The first card that did not leave the stock in its turn."""
    left = iter(stock)
    for number, move in enumerate(moves, 1):
        for card in move.get("drawn", []):
            due = next(left, None)
            if due is None:
                return [f"move {number}: drew {card} from an empty stock"]
            if card != due:
                return [f"move {number}: drew {card}, the order says {due}"]
    return []


# -- The command ------------------------------------------------------------------------------


def check(documents: list[dict[str, Any]]) -> list[str]:
    proof, record = documents[0], documents[-1]
    if len(documents) == 1 and record.get("format") != RECORD:
        return proof_faults(proof)
    if record.get("format") != RECORD:
        raise Malformed(f"record: format is not {RECORD}")
    faults = verify_record(record)
    if len(documents) == 1:
        return faults
    faults[:0] = [f"proof: {fault}" for fault in proof_faults(proof)]
    shuffles = [hand.get("shuffle") for hand in record["hands"]]
    if {name: proof[name] for name in PARTS} not in shuffles:
        faults.append("proof: it belongs to no hand in this record")
    return faults


def remarks(document: dict[str, Any]) -> list[str]:
    """What readers must compare themselves."""
    if "commitment" in document:
        return [f"Were you shown this commitment before the deal? {document['commitment']}"]
    first = document["hands"][0] if document["hands"] else {}
    if not first.get("shuffle") or first["number"] != 1:
        return []
    drawn = dealer_of(first["shuffle"], len(document["seats"]))
    if first.get("dealer") == drawn:
        return [f"The first dealer is the one drawn: seat {drawn}"]
    return [f"The first dealer drawn is seat {drawn}: did the game's creator name another?"]


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        documents = [read(path) for path in arguments]
        faults = check(documents)
    except Malformed as error:
        print(f"cannot be checked: {error}", file=sys.stderr)
        return 2
    for fault in faults:
        print(f"FAILED {fault}")
    if faults:
        return 1
    print("OK")
    for document in documents:
        for remark in remarks(document):
            print(remark)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
