"""Canastas asked for by kind, and every way for a hand to have them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations_with_replacement, product
from typing import Final, NamedTuple

from games.engine.cards import FOUR, IS_WILD, JOKER_RANK, SEVEN, THREE
from games.engine.opening.demands import SequenceIn, WildMeld, part_of, without
from games.engine.opening.holding import wilds_of
from games.engine.opening.layout import RUN_RANKS, Meld, Melds
from games.engine.opening.limits import MeldLimits, closing
from games.engine.opening.partition import Demand
from games.engine.opening.tables import Claim, Claims, group_table, wild_options


class Lacking(NamedTuple):
    """How many canastas and sambas new melds must hold at least, of each kind and in all."""

    total: int = 0
    natural: int = 0
    mixed: int = 0
    samba: int = 0
    black_samba: int = 0
    wild: int = 0
    sevens: int = 0
    threes: int = 0
    red: int = 0
    """Natural canastas and sambas together."""
    black: int = 0
    """Mixed canastas and sambas with a wild card together."""

    def __bool__(self) -> bool:
        """True if any is asked for."""
        return any(self)

    def beside(self, meld: Meld, limits: MeldLimits) -> "Lacking":
        """What is lacking still when `meld` is made."""
        kind = canasta_of(meld, limits)
        if kind is None:
            return self
        counted = {"total", kind, *(name for name, kinds in _TOGETHER.items() if kind in kinds)}
        fewer = {name: max(0, getattr(self, name) - 1) for name in counted}
        return self._replace(**fewer)


_TOGETHER: Final = {"red": ("natural", "samba"), "black": ("mixed", "black_samba")}
_KINDS: Final = ("natural", "mixed", "samba", "black_samba", "wild", "sevens", "threes")


def canasta_of(meld: Meld, limits: MeldLimits) -> str | None:
    """Which kind of canasta or samba a new meld is, if it is one."""
    part, wilds = part_of(meld), sum([IS_WILD[card] for card in meld])
    if isinstance(part, SequenceIn):
        kind = "black_samba" if wilds else "samba"
        return kind if len(meld) == limits.sequence_max else None
    if len(meld) < limits.canasta:
        return None
    if isinstance(part, WildMeld):
        return "wild"
    plain = "mixed" if wilds else "natural"
    return _apart(limits).get(part.rank, plain)


def _apart(limits: MeldLimits) -> dict[int, str]:
    """The ranks whose canastas are a kind of their own."""
    apart = {SEVEN: "sevens"} if limits.sevens_apart else {}
    return {**apart, THREE: "threes"} if limits.threes else apart


class Canasta(NamedTuple):
    """One of the canastas a hand may hold: a sequence as it is laid, or a claim to a group."""

    meld: Meld = ()
    """-1 stands for any wild card."""
    rank: int = -1
    """`JOKER_RANK` for wild cards alone."""
    claim: Claim = Claim()


class Plan(NamedTuple):
    """Canastas settled in one way: what is left to search, and for what."""

    counts: Sequence[int]
    limits: MeldLimits
    sambas: Melds
    demand: Demand


def plans(
    counts: Sequence[int], limits: MeldLimits, demand: Demand, lacking: Lacking
) -> Iterator[Plan]:
    """Every way to have what is lacking: melds that have it fall under one of the plans."""
    if not lacking:
        yield Plan(counts, limits, (), demand)
        return
    slots = [(kinds, number) for kinds, number in _slots(lacking) if number]
    if limits.canasta * sum([number for _, number in slots]) > sum(counts) + 1:
        return
    wanted = {kind for kinds, _ in slots for kind in kinds}
    items = {kind: list(_canastas(counts, limits, demand, kind)) for kind in wanted}
    choices = [
        combinations_with_replacement([item for kind in kinds for item in items[kind]], number)
        for kinds, number in slots
    ]
    for chosen in product(*choices):
        yield from _plans_with(list(chain(*chosen)), counts, limits, demand)


def _slots(lacking: Lacking) -> Iterator[tuple[tuple[str, ...], int]]:
    """Kinds, and of how many canastas each is to be one of them; "" is a group of any kind."""
    number = {kind: getattr(lacking, kind) for kind in _KINDS}
    for kind in _KINDS:
        yield (kind,), number[kind]
    others = lacking.total - sum(number.values())
    for name, kinds in _TOGETHER.items():
        more = max(0, getattr(lacking, name) - sum([number[kind] for kind in kinds]))
        yield kinds, more
        others -= more
    yield ("samba", "black_samba", ""), max(0, others)


def _canastas(
    counts: Sequence[int], limits: MeldLimits, demand: Demand, kind: str
) -> Iterator[Canasta]:
    """The canastas of a kind that the hand can hold."""
    if kind in ("samba", "black_samba"):
        yield from _sambas(counts, limits, black=kind == "black_samba")
        return
    wilds = len(wilds_of(counts, limits))
    claim = _CLAIMS[kind]._replace(cards=limits.canasta)
    for rank in _ranks(limits, kind):
        held = sum([counts[card] for card in limits.naturals[rank]])
        held += demand.upcard >> 2 == rank
        options = group_table(limits.groups[rank], (claim,)).options[held]
        if any(option.min_wilds <= wilds for option in options):
            yield Canasta(rank=rank, claim=claim)
    if kind in ("wild", "") and wild_options(limits.wild_melds, (claim,), wilds):
        yield Canasta(rank=JOKER_RANK, claim=claim)


_CLAIMS: Final = {
    "natural": Claim(max_wilds=0),
    "mixed": Claim(min_wilds=1),
    "wild": Claim(),
    "sevens": Claim(),
    "threes": Claim(),
    "": Claim(),
}


def _ranks(limits: MeldLimits, kind: str) -> list[int]:
    """The ranks whose canastas are of a kind."""
    if kind == "wild":
        return []
    ranks = [*RUN_RANKS, THREE]
    if kind == "":
        return ranks
    apart = _apart(limits)
    return [rank for rank in ranks if apart.get(rank, kind if kind in _PLAIN else "") == kind]


_PLAIN: Final = ("natural", "mixed")


def _sambas(counts: Sequence[int], limits: MeldLimits, *, black: bool) -> Iterator[Canasta]:
    """The sequences of full length that the hand holds, one of its cards wild where `black`."""
    longest = limits.sequence_max
    if not longest or (black and not (limits.sequence_wilds and wilds_of(counts, limits))):
        return
    for low in range(FOUR, JOKER_RANK - longest + 1):
        for suit in range(4):
            if suit in limits.closed_suits:
                continue
            cards = tuple(range(4 * low + suit, 4 * (low + longest), 4))
            for place in range(longest) if black else (longest,):
                others = cards[:place] + cards[place + 1 :]
                if all(counts[card] for card in others):
                    meld = (*cards[:place], -1, *cards[place + 1 :]) if black else cards
                    yield Canasta(meld)


def _plans_with(
    chosen: Sequence[Canasta], counts: Sequence[int], limits: MeldLimits, demand: Demand
) -> Iterator[Plan]:
    """The plans with the canastas chosen, if the hand holds them."""
    wilds = iter(wilds_of(counts, limits))
    # Of the wild cards melded the dearest are counted, so it does not matter which are here.
    sambas = tuple(
        tuple([next(wilds, -1) if card < 0 else card for card in item.meld])
        for item in chosen
        if item.meld
    )
    cards = tuple(chain(*sambas))
    left = without(counts, cards)
    if -1 in cards or min(left) < 0:
        return
    suits = [_suit(samba) for samba in sambas]
    if not limits.several_per_suit:
        if len(set(suits)) < len(suits):
            return
        limits = closing(limits, suits=frozenset(suits))
    claims: dict[int, Counter[Claim]] = {}
    for item in chosen:
        if not item.meld:
            claims.setdefault(item.rank, Counter())[item.claim] += 1
    suit = -1 if demand.suit in suits else demand.suit
    for wanted in _with_canastas(demand, claims):
        yield Plan(left, limits, sambas, wanted._replace(suit=suit))


def _suit(samba: Meld) -> int:
    return next(card % 4 for card in samba if not IS_WILD[card])


def _with_canastas(demand: Demand, canastas: dict[int, Counter[Claim]]) -> Iterator[Demand]:
    """`demand`, and besides it the `canastas` of each rank."""
    choices = [
        _with_claims(demand.groups.get(rank, ()), tuple(claims.elements()))
        for rank, claims in canastas.items()
    ]
    for claims in product(*choices):
        yield demand._replace(groups={**demand.groups, **dict(zip(canastas, claims, strict=True))})


def _with_claims(claims: Claims, canastas: Claims) -> Iterator[Claims]:
    """The group claimed may be one of the canastas, or stand beside them."""
    for first in sorted(set(canastas)) if claims else ():
        others = list(canastas)
        others.remove(first)
        yield (claims[0].and_also(first), *others)
    yield (*claims, *canastas)
