"""The fair shuffle ``samba-shuffle/1``: committed to, stirred by others, open to anyone's check.

Pure functions of a 32-byte seed, the deal's context and the entropy that came in after the
commitment. ``SHUFFLE.md`` gives the algorithm to other implementers; ``verify_shuffle.py`` is an
independent second implementation.
"""

import hmac
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import Annotated, Any, Final, NotRequired, TypedDict, TypeVar

from games.engine.answers import Cards, Digest, Natural, Whole
from games.engine.cards import JOKER, faces

ALGORITHM: Final = "samba-shuffle/1"
SEED_BYTES: Final = 32
ROUND: Final = "round"
"""The scope of a deal that several tables share; it is revealed when the last of them has ended."""
DIRECTOR: Final = "director"
"""The only source of entropy of such a deal: no seat influences what all tables play."""

_COMMIT_LABEL: Final = b"samba-shuffle/1/commit"
_KEY_LABEL: Final = b"samba-shuffle/1/key"
_STREAM_LABEL: Final = b"samba-shuffle/1/stream"
_DEALER_LABEL: Final = b"samba-shuffle/1/dealer"

_DRAW_VALUES: Final = 1 << 16
_SOURCE: Final = re.compile(r"seat:[0-9]+|moves:[0-9]+|director")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})+")

SourceAndHex = Annotated[list[str], ("minItems", 2), ("maxItems", 2)]

Entropy = Iterable[Sequence[str]]
"""The input after the commitment: pairs (source, lower-case hex), in any order."""
_Item = TypeVar("_Item")


class Secret(bytes):
    """Bytes that no repr, log line or traceback with local variables shows."""

    def __repr__(self) -> str:
        return f"<secret of {len(self)} bytes>"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)


@dataclass(frozen=True, slots=True)
class Context:
    """What a commitment is for, in addition to its seed. All of it is public before the deal.

    Raises ValueError for a pack that two-byte draws cannot shuffle.
    """

    deal_id: str
    hand: int
    decks: int
    jokers: int
    """In the whole pack, not per deck."""
    scope: str
    """``"game"``, or `ROUND`."""

    def __post_init__(self) -> None:
        if self.hand < 1 or self.decks < 1 or self.jokers < 0:
            raise ValueError("hand and decks count from 1, jokers from 0")
        if 52 * self.decks + self.jokers > _DRAW_VALUES:
            raise ValueError(f"a pack holds at most {_DRAW_VALUES} cards")


def commitment(seed: bytes, context: Context) -> str:
    """The hex digest to publish before any entropy is taken."""
    return sha256(_prefixed(_COMMIT_LABEL, _checked(seed), canon(asdict(context)))).hexdigest()


def shuffle(seed: bytes, context: Context, entropy: Entropy) -> tuple[int, ...]:
    """The shuffled pack as kinds of `games.engine.cards`; the first card is dealt first."""
    return durstenfeld(pack(context.decks, context.jokers), draws(deal_key(seed, context, entropy)))


def first_dealer(seed: bytes, context: Context, entropy: Entropy, seats: int) -> int:
    """The seat that deals a game's first hand, unless its creator named one."""
    key = deal_key(seed, context, entropy)
    return below(draws(_hmac(key, _DEALER_LABEL)), seats)


class ShuffleContext(TypedDict):
    """What a commitment is for, in addition to its seed."""

    deal_id: str
    hand: Natural
    decks: Natural
    jokers: Whole
    scope: str


class ShuffleAnswer(TypedDict):
    """What fixed a shuffle, revealed after the hand."""

    algorithm: str
    server_seed: Digest
    context: ShuffleContext
    commitment: Digest
    entropy: Annotated[list[SourceAndHex], "Source and hex, sorted."]


class ProofAnswer(ShuffleAnswer):
    """What the stand-alone verifier needs to check a shuffle."""

    order: Cards
    tables: NotRequired[
        Annotated[
            list[Digest], "Of deals that tables share: the hash of each table's last log row."
        ]
    ]


def proof(seed: bytes, context: Context, entropy: Entropy) -> dict[str, Any]:
    """A ProofAnswer: everything that a verifier needs.

    The seed is in it: reveal it only after the deal.
    """
    pairs = _sorted_pairs(entropy)
    return {
        "algorithm": ALGORITHM,
        "server_seed": _checked(seed).hex(),
        "context": asdict(context),
        "commitment": commitment(seed, context),
        "entropy": pairs,
        "order": faces(shuffle(seed, context, pairs)),
    }


def moves_entropy(moves: Iterable[Mapping[str, object]]) -> str:
    """The entropy that a hand's moves give the next one; its source is ``moves:HAND``.

    `moves` are those of the record; of each only ``seat`` and ``action`` count.
    """
    played = [{"seat": move["seat"], "action": move["action"]} for move in moves]
    return sha256(canon(played)).hexdigest()


def canon(value: object) -> bytes:
    """The one way to write a JSON value: sorted keys, no spaces, nothing escaped needlessly."""
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def pack(decks: int, jokers: int) -> tuple[int, ...]:
    """The unshuffled pack: deck after deck suit by suit (clubs to spades, two to ace), then jokers.

    The order is part of the algorithm and is not that of the kinds, which go rank by rank.
    """
    deck = [4 * rank + suit for suit in range(4) for rank in range(13)]
    return (*deck * decks, *[JOKER] * jokers)


def deal_key(seed: bytes, context: Context, entropy: Entropy) -> Secret:
    """The key that decides the whole deal. Nothing else may draw from it, least of all bots."""
    pairs = _sorted_pairs(entropy)
    return _hmac(_checked(seed), _prefixed(_KEY_LABEL, canon(asdict(context)), canon(pairs)))


def draws(key: bytes) -> Iterator[int]:
    """Endless uniform numbers below 65,536, sixteen to a block."""
    for block in count():
        yield from unpack(">16H", _hmac(key, _STREAM_LABEL + block.to_bytes(8, "big")))


def below(numbers: Iterator[int], bound: int) -> int:
    """A uniform number below `bound`: draws that would favour the low ones are thrown away."""
    if not 1 <= bound <= _DRAW_VALUES:
        raise ValueError(f"no number can be drawn below {bound}")
    fair = _DRAW_VALUES - _DRAW_VALUES % bound
    value = next(numbers)
    while value >= fair:
        value = next(numbers)
    return value % bound


def durstenfeld(items: Sequence[_Item], numbers: Iterator[int]) -> tuple[_Item, ...]:
    """`items` in a uniformly drawn order."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(numbers, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _checked(seed: bytes) -> Secret:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return Secret(seed)


def _sorted_pairs(entropy: Entropy) -> list[list[str]]:
    """Sorted, so that the order of arrival has no effect."""
    pairs = sorted([source, value] for source, value in entropy)
    for source, value in pairs:
        if not _SOURCE.fullmatch(source):
            raise ValueError(f"not a source of entropy: {source!r}")
        if not _HEX.fullmatch(value):
            raise ValueError(f"entropy of {source} is not lower-case hex")
    return pairs


def _prefixed(*fields: bytes) -> bytes:
    """The fields end to end, each after its length, so that no two lists read the same."""
    return b"".join(len(field).to_bytes(4, "big") + field for field in fields)


def _hmac(key: bytes, message: bytes) -> Secret:
    return Secret(hmac.digest(key, message, "sha256"))
