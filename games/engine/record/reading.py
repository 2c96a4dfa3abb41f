"""Reading a record from anyone. Whatever its shape, faults are reported and nothing raises."""

from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple, TypeVar

from games.engine.actions import Action, Cards, Draw
from games.engine.cards import NOT_A_CARD, parse
from games.engine.codec import action_in
from games.engine.errors import InvalidAction
from games.engine.record.writing import FORMAT, WAYS, MadeBy
from games.engine.rulesets import InvalidRuleset, Rules, from_document
from games.engine.shuffle import SEED_BYTES, Context
from games.engine.untyped import is_list, is_object

MAX_FAULTS: Final = 50
MAX_TEXT: Final = 200
MAX_SEATS: Final = 8
MAX_HANDS: Final = 1_000
MAX_MOVES: Final = 10_000
MAX_CARDS: Final = 1_000
MAX_ENTROPY: Final = 1_000
MAX_SCORE: Final = 100_000_000

_HEAD: Final = ("format", "game", "practice", "ruleset", "seats")
_TAIL: Final = ("hands", "adjustments", "totals", "winner", "end")
_OPTIONAL: Final = ("start_scores", "final_hand")
_HAND: Final = ("number", "dealer", "order", "shuffle", "moves", "end", "out", "score")
_MOVE: Final = ("seat", "action", "drawn")
_SHUFFLE: Final = ("algorithm", "server_seed", "context", "commitment", "entropy")
_CONTEXT: Final = ("deal_id", "hand", "decks", "jokers", "scope")

_Read = TypeVar("_Read")


class Fault(NamedTuple):
    """What is wrong in a record, and where: ``"hands.0.moves.12.drawn.1"``."""

    path: str
    message: str


def fault(path: str, message: str) -> Fault:
    """A fault that is short and printable, whatever texts the record has."""
    escaped = [text[:MAX_TEXT].encode("utf-8", "backslashreplace") for text in (path, message)]
    return Fault(*[text.decode() for text in escaped])


class TooManyFaults(Exception):
    """There are too many faults to report: reading on would only cost time."""


class ReadMove(NamedTuple):
    """Who asked for what."""

    seat: int
    action: Action


class ReadShuffle(NamedTuple):
    """The input of a shuffle."""

    seed: bytes
    context: Context
    entropy: list[tuple[str, str]]


class ReadHand(NamedTuple):
    """The input of a hand's replay."""

    dealer: int
    order: Cards
    shuffle: ReadShuffle | None
    moves: list[ReadMove]


class ReadRecord(NamedTuple):
    """The input of a record's replay. Everything else in the record must follow from it."""

    game: str
    practice: bool
    rules: Rules
    overrides: dict[str, Any]
    names: list[str]
    start_scores: tuple[int, ...]
    hands: list[ReadHand]
    final_hand: int | None
    winner: int | None
    end: Any


class Reader:
    """Reads JSON values. For a wrong value it notes the fault and continues with a harmless one."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, path: str, message: str) -> None:
        """Note a fault. Raises TooManyFaults with the last one that is reported."""
        self.faults.append(fault(path, message))
        if len(self.faults) == MAX_FAULTS:
            raise TooManyFaults

    def object(self, data: Any, path: str) -> dict[str, Any]:
        """An object with any members."""
        if is_object(data):
            return data
        self.fault(path, "an object")
        return {}

    def members(
        self, data: Any, path: str, names: Collection[str], *, optional: Collection[str] = ()
    ) -> dict[str, Any]:
        """An object with exactly these members."""
        found = self.object(data, path)
        inner = f"{path}." if path else ""
        for name in names:
            if name not in found:
                self.fault(inner + name, "is missing")
        for name in found:
            if name not in names and name not in optional:
                self.fault(inner + name, "unknown member")
        return found

    def items(
        self, data: Any, path: str, limit: int, read: Callable[[Any, str], _Read]
    ) -> list[_Read]:
        """A list, each of its items read by `read`."""
        if is_list(data) and len(data) <= limit:
            return [read(item, f"{path}.{index}") for index, item in enumerate(data)]
        self.fault(path, f"a list of at most {limit}")
        return []

    def number(self, data: Any, path: str, low: int, high: int) -> int:
        """A whole number between `low` and `high`."""
        if type(data) is not int or not low <= data <= high:
            self.fault(path, f"a whole number from {low} to {high}")
            return low
        return data

    def text(self, data: Any, path: str) -> str:
        """A short text."""
        if not isinstance(data, str) or len(data) > MAX_TEXT:
            self.fault(path, f"a text of at most {MAX_TEXT} characters")
            return ""
        return data

    def card(self, data: Any, path: str) -> int:
        """A card's kind."""
        try:
            return parse(data)
        except ValueError:
            self.fault(path, NOT_A_CARD)
            return 0


class RecordReader(Reader):
    """Reads the parts of a record from which it is replayed."""

    def __init__(self) -> None:
        super().__init__()
        self.seats = 1

    def record(self, data: Any) -> ReadRecord | None:
        """The record; None, or meaningless values, if there are faults."""
        given = self.members(data, "", (*_HEAD, *_TAIL), optional=_OPTIONAL)
        if given.get("format") != FORMAT:
            self.fault("format", FORMAT)
        practice = given.get("practice")
        if not isinstance(practice, bool):
            self.fault("practice", "true or false")
            practice = False
        names = self.items(given.get("seats"), "seats", MAX_SEATS, self._name)
        self.seats = len(names) or 1
        hands = self.items(given.get("hands"), "hands", MAX_HANDS, self._hand)
        game = self.text(given.get("game"), "game")
        overrides, rules = self._ruleset(given.get("ruleset"))
        if rules is None:
            return None
        sides = rules.seating.sides.get(len(names))
        if sides is None:
            self.fault("seats", f"the ruleset has no game of {len(names)}")
            return None
        stated = practice or "start_scores" in given
        start = self._start(given.get("start_scores"), sides) if stated else (0,) * sides
        final = None
        if "final_hand" in given:
            final = self.number(given["final_hand"], "final_hand", 1, len(hands) + 1)
        winner = self._winner(given.get("winner"), sides)
        return ReadRecord(
            game, practice, rules, overrides, names, start, hands, final, winner, given.get("end")
        )

    def _ruleset(self, data: Any) -> tuple[dict[str, Any], Rules | None]:
        document = dict(self.object(data, "ruleset"))
        overrides = self.object(document.pop("overrides", None), "ruleset.overrides")
        try:
            rules = from_document(document)
        except InvalidRuleset as invalid:
            for path, message in invalid.faults:
                self.fault(f"ruleset.{path}", message)
            return overrides, None
        return overrides, rules

    def _name(self, data: Any, path: str) -> str:
        seat = self.members(data, path, ("seat", "side", "name"))
        return self.text(seat.get("name"), f"{path}.name")

    def _start(self, data: Any, sides: int) -> tuple[int, ...]:
        scores = self.items(data, "start_scores", sides, self._score)
        if len(scores) < sides:
            self.fault("start_scores", f"one for each of {sides} sides")
        return tuple(scores)

    def _score(self, data: Any, path: str) -> int:
        return self.number(data, path, -MAX_SCORE, MAX_SCORE)

    def _winner(self, data: Any, sides: int) -> int | None:
        return None if data is None else self.number(data, "winner", 0, sides - 1)

    def _hand(self, data: Any, path: str) -> ReadHand:
        hand = self.members(data, path, _HAND)
        shuffle = hand.get("shuffle")
        return ReadHand(
            dealer=self.number(hand.get("dealer"), f"{path}.dealer", 0, self.seats - 1),
            order=tuple(self.items(hand.get("order"), f"{path}.order", MAX_CARDS, self.card)),
            shuffle=None if shuffle is None else self._shuffle(shuffle, f"{path}.shuffle"),
            moves=self.items(hand.get("moves"), f"{path}.moves", MAX_MOVES, self._move),
        )

    def _move(self, data: Any, path: str) -> ReadMove:
        move = self.members(data, path, _MOVE, optional=MadeBy._fields)
        for name in ("by", "at"):
            if name in move:
                self.text(move[name], f"{path}.{name}")
        if move.get("via") not in (None, *WAYS):
            self.fault(f"{path}.via", f"null, or one of {', '.join(WAYS)}")
        self.items(move.get("drawn"), f"{path}.drawn", MAX_CARDS, self.card)
        seat = self.number(move.get("seat"), f"{path}.seat", 0, self.seats - 1)
        try:
            return ReadMove(seat, action_in(move.get("action")))
        except InvalidAction as invalid:
            self.fault(f"{path}.action.{invalid.path}".rstrip("."), invalid.message)
            return ReadMove(seat, Draw())

    def _shuffle(self, data: Any, path: str) -> ReadShuffle | None:
        shuffle = self.members(data, path, _SHUFFLE)
        seed = self.text(shuffle.get("server_seed"), f"{path}.server_seed")
        if len(seed) != 2 * SEED_BYTES or not set(seed) <= set("0123456789abcdef"):
            self.fault(f"{path}.server_seed", f"{SEED_BYTES} bytes in lower-case hex")
            return None
        entropy = self.items(shuffle.get("entropy"), f"{path}.entropy", MAX_ENTROPY, self._pair)
        context = self._context(shuffle.get("context"), f"{path}.context")
        return ReadShuffle(bytes.fromhex(seed), context, entropy)

    def _context(self, data: Any, path: str) -> Context:
        context = self.members(data, path, _CONTEXT)
        return Context(
            deal_id=self.text(context.get("deal_id"), f"{path}.deal_id"),
            hand=self.number(context.get("hand"), f"{path}.hand", 1, MAX_HANDS),
            decks=self.number(context.get("decks"), f"{path}.decks", 1, MAX_CARDS),
            jokers=self.number(context.get("jokers"), f"{path}.jokers", 0, MAX_CARDS),
            scope=self.text(context.get("scope"), f"{path}.scope"),
        )

    def _pair(self, data: Any, path: str) -> tuple[str, str]:
        pair = self.items(data, path, 2, self.text)
        if len(pair) < 2:
            self.fault(path, "a pair of source and hex")
            return "", ""
        return pair[0], pair[1]
