"""A second judge of taking the pile, in every ruleset, written only from the rules.

It reads a hand as plain JSON and shares no line with the engine. Going out with the pile is not
its business: it is asked about hands that keep cards.
"""

from typing import Any, NamedTuple

Cards = list[str]
WILD = {"JK", "2C", "2D", "2H", "2S"}
REDS, BLACKS, SEVENS = {"3H", "3D"}, {"3C", "3S"}, {"7C", "7D", "7H", "7S"}
ORDER = "456789TJQKA"


class Variant(NamedTuple):
    """How one ruleset lets the pile be taken; the defaults are Samba's."""

    blocked: set[str] = WILD | REDS | BLACKS
    frozen: set[str] = set()
    wilds: int = 2
    ratio: str = "two natural"
    closed: bool = False
    wild_on_natural_canasta: bool = True
    groups: str = "several of a rank"
    top: str = "card for a sequence"
    sequence: str = "none from the hand"
    least: int = 1
    most: int = 1000
    onto: int = 1000
    eight: int = 10


CLASSIC = Variant(ratio="twice as many")
BOLIVIA = Variant(wild_on_natural_canasta=False)
DENEXA = Variant(frozen=WILD | REDS, closed=True, wild_on_natural_canasta=False, top="pile")
MALLEN = CLASSIC._replace(frozen=WILD, sequence="with a wild card", most=5)
VARIANTS = {
    "classic": CLASSIC,
    "white-knuckle": Variant(),
    "denexa": DENEXA,
    "official": DENEXA._replace(closed=False),
    "bolivia": BOLIVIA,
    "trey": BOLIVIA,
    "quad": BOLIVIA,
    "royal": BOLIVIA,
    "black-samba": MALLEN,
    "sambola": MALLEN,
    "handfoot": Variant(
        blocked=WILD | BLACKS,
        wilds=3,
        ratio="more than wild",
        closed=True,
        groups="one open of a rank",
        top="nothing",
        sequence="with two naturals",
        least=7,
        most=7,
        onto=4,
    ),
    "mexican": Variant(
        blocked=WILD | BLACKS | SEVENS,
        ratio="more than wild",
        groups="one of a rank",
        top="nothing",
        eight=5,
    ),
}
NO_WILD_SEVENS = {"handfoot", "mexican"}


def split(text: str) -> Cards:
    """``"KHJK"`` → ``["KH", "JK"]``."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def points(cards: Cards, variant: Variant) -> int:
    """What cards count towards the initial minimum."""
    worth = dict.fromkeys("A2", 20) | dict.fromkeys("KQJT9", 10) | dict.fromkeys("76543", 5)
    return sum(50 if card == "JK" else (worth | {"8": variant.eight})[card[0]] for card in cards)


def shown(run: Cards) -> Cards:
    """A sequence with the natural card in the place of its wild one."""
    for place, card in enumerate(run):
        if card in WILD:
            beside = run[place - 1] if place else run[1]
            rank = ORDER[ORDER.index(beside[0]) + (1 if place else -1)]
            return [*run[:place], rank + beside[1], *run[place + 1 :]]
    return run


class Judge:
    """True if seat 0 may take the pile of one position."""

    def __init__(self, slug: str, hand: dict[str, Any]) -> None:
        self.slug, self.variant = slug, VARIANTS[slug]
        self.hand, self.pile = split(hand["hands"][0]), split(hand["pile"])
        self.minimum = hand["minimums"][0]
        own = {number: split(text) for number, side, _, text in hand["melds"] if side == 0}
        self.own = {
            number: cards if self.is_group(cards) else shown(cards) for number, cards in own.items()
        }

    def takes_pile(self, with_: Cards, onto: int | None, melds: list[Cards], as_: str = "") -> bool:
        """True if these cards take it."""
        variant, pile = self.variant, self.pile
        used = with_ + [card for meld in melds for card in meld]
        if any(self.hand.count(card) < used.count(card) for card in used):
            return False
        if len(pile) < variant.least or pile[-1] in variant.blocked:
            return False
        if melds and self.minimum is None:
            return False
        if not self.is_reason(with_, onto, as_):
            return False
        if self.minimum is None:
            return True
        laid = [pile[-1:] + with_, *melds]
        kept = all(self.is_new_meld(meld) for meld in melds) and not self.collide(laid)
        return kept and sum(points(meld, variant) for meld in laid) >= self.minimum

    def is_reason(self, with_: Cards, onto: int | None, as_: str) -> bool:
        """True if the upcard is melded so that the pile may be taken for it."""
        upcard, frozen = self.pile[-1], bool(self.variant.frozen & set(self.pile))
        cards = [upcard, *with_]
        pair = sum(card[0] == upcard[0] and card not in WILD for card in with_) >= 2
        if onto is None:
            if pair:
                return not as_ and self.is_group(cards) and self.may_begin(upcard[0])
            return not frozen and self.is_sequence_from_hand(upcard, with_, as_)
        old = self.own.get(onto)
        if old is None or frozen or len(old) > self.variant.onto or as_:
            return False
        together = old + cards
        if self.is_group(old):
            alone = self.variant.top == "pile" and not with_ and len(old) < 7
            return (pair or alone) and self.is_group(together) and not self.spoils(old, cards)
        if not with_ and self.variant.top == "pile":
            return self.is_run(together)
        if self.variant.sequence == "with two naturals":
            return len(with_) == 2 and self.is_run(cards) and self.is_run(together)
        return False

    def is_sequence_from_hand(self, upcard: str, with_: Cards, as_: str) -> bool:
        """True if cards from the hand make a new sequence with the upcard."""
        naturals = [card for card in with_ if card not in WILD]
        if self.variant.sequence == "with two naturals":
            suits = [cards[0][1] for cards in self.own.values() if not self.is_group(cards)]
            whole = len(with_) == 2 and self.is_run([upcard, *with_]) and not as_
            return whole and upcard[1] not in suits
        if self.variant.sequence != "with a wild card" or not naturals:
            return False
        if len(with_) - len(naturals) != 1:
            return False
        places = [rank for rank in ORDER if self.is_run([upcard, *naturals, rank + upcard[1]])]
        return as_ in places if as_ else len(places) == 1

    def takes_top(self, onto: int) -> bool:
        """True if only the top card is taken."""
        old, variant = self.own.get(onto), self.variant
        if not self.pile or old is None or self.pile[-1] in variant.blocked:
            return False
        if variant.top != "card for a sequence" or variant.frozen & set(self.pile):
            return False
        return not self.is_group(old) and self.is_run([*old, self.pile[-1]])

    def must_take(self) -> bool:
        """True if, with the stock empty, the top card by itself has to be taken."""
        return self.slug in ("denexa", "official") and any(
            self.takes_pile([], onto, []) for onto in self.own
        )

    def is_new_meld(self, cards: Cards) -> bool:
        """True if further cards from the hand are a meld of their own."""
        if len(cards) < 3:
            return False
        if self.is_group(cards):
            return self.may_begin(next(card[0] for card in cards if card not in WILD))
        return self.slug != "mexican" and self.is_run(cards)

    def is_group(self, cards: Cards) -> bool:
        """True if the cards are a group from 4 to ace."""
        naturals = [card for card in cards if card not in WILD]
        wilds = len(cards) - len(naturals)
        if len({card[0] for card in naturals}) != 1 or naturals[0][0] == "3":
            return False
        enough = {
            "two natural": len(naturals) >= 2,
            "twice as many": len(naturals) >= max(2, 2 * wilds),
            "more than wild": len(naturals) >= 2 and len(naturals) > wilds,
        }[self.variant.ratio]
        if naturals[0][0] == "7" and self.slug in NO_WILD_SEVENS and wilds:
            return False
        size = 3 <= len(cards) <= (7 if self.variant.closed else 1000)
        return size and enough and wilds <= self.variant.wilds

    def is_run(self, cards: Cards) -> bool:
        """True if the cards are a sequence without a wild card, of seven at most."""
        run = "".join(rank for rank in ORDER for card in cards if card[0] == rank)
        one_suit = len({card[1] for card in cards}) == 1
        whole = len(run) == len(cards) and not WILD & set(cards)
        return whole and one_suit and 3 <= len(run) <= 7 and run in ORDER

    def spoils(self, old: Cards, cards: Cards) -> bool:
        """True if a wild card joins a finished natural canasta where none may."""
        finished = len(old) >= 7 and not WILD & set(old)
        return finished and bool(WILD & set(cards)) and not self.variant.wild_on_natural_canasta

    def may_begin(self, rank: str) -> bool:
        """True if the side may have one more group of the rank."""
        same = [cards for cards in self.own.values() if self.is_group(cards)]
        same = [cards for cards in same if next(c for c in cards if c not in WILD)[0] == rank]
        if self.variant.groups == "one of a rank":
            return not same
        if self.variant.groups == "one open of a rank":
            return all(len(cards) >= 7 for cards in same)
        return True

    def collide(self, melds: list[Cards]) -> bool:
        """True if melds laid at once are more of a rank, or of a suit, than a side may have."""
        if self.variant.groups == "several of a rank":
            return False
        ranks = [self.name(cards) for cards in melds if len(cards) < 7 or self.slug == "mexican"]
        runs = [self.name(cards) for cards in melds if not self.is_group(cards)]
        return len(ranks) > len(set(ranks)) or len(runs) > len(set(runs))

    def name(self, cards: Cards) -> str:
        """The rank of a group, the suit of a sequence."""
        natural = next(card for card in cards if card not in WILD)
        return natural[0] if self.is_group(cards) else f"of {natural[1]}"
