"""A second judge of the classic rules, written only from the rules.

It reads a hand and an action as plain JSON and says if the action is legal. It shares no line with
the engine and asks in another way: is the table after the action a possible one?
"""

from collections import Counter
from typing import Any

Cards = list[str]
WILD = {"JK", "2C", "2D", "2H", "2S"}
RED = {"3H", "3D"}
ORDER = "456789TJQKA"
POINTS = {**dict.fromkeys("A2", 20), **dict.fromkeys("KQJT98", 10), **dict.fromkeys("76543", 5)}


def split(text: str) -> Cards:
    """``"KHJK"`` → ``["KH", "JK"]``."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def points(cards: Cards) -> int:
    """What the cards count towards the initial minimum."""
    return sum(50 if card == "JK" else POINTS[card[0]] for card in cards)


def minimum(score: int) -> int:
    """What a side at `score` needs for its first melds."""
    for below, need in ((0, 15), (1500, 50), (3000, 90), (7000, 120)):
        if score < below:
            return need
    return 150


def kind(cards: Cards) -> str | None:
    """``"group"`` or ``"sequence"``; None when the cards are no meld."""
    naturals = [card for card in cards if card not in WILD]
    wilds = len(cards) - len(naturals)
    if len(cards) < 3 or not naturals or RED & set(cards):
        return None
    if len({card[0] for card in naturals}) == 1:
        return "group" if wilds <= 2 and len(naturals) >= 2 * wilds else None
    run = "".join(rank for rank in "3" + ORDER for card in naturals if card[0] == rank)
    one_suit = len({card[1] for card in naturals}) == 1
    return "sequence" if not wilds and one_suit and len(run) <= 7 and run in ORDER else None


def total(hand: dict[str, Any], sides: int, side: int) -> int:
    """What `side` scores in an ended hand."""
    melds = [split(text) for _, owner, _, text in hand["melds"] if owner == side]
    full = [cards for cards in melds if len(cards) >= 7]
    result = sum(points(cards) for cards in melds)
    for cards in full:
        mixed = bool(WILD & set(cards))
        result += 1500 if kind(cards) == "sequence" else 300 if mixed else 500
    reds = len(split(hand["red_threes"][side]))
    result += (1000 if reds == 6 else 100 * reds) if len(full) >= 2 else -100 * reds
    for held in map(split, hand["hands"][side::sides]):
        result -= points([card for card in held if card not in RED]) + 750 * bool(RED & set(held))
    return result + (200 if hand["out"] is not None and hand["out"] % sides == side else 0)


class Judge:
    """One position, seen by the seat that wants to act."""

    def __init__(self, hand: dict[str, Any], scores: list[int], seats: int, seat: int) -> None:
        self.sides = {2: 2, 3: 3, 4: 2, 5: 5, 6: 3}[seats]
        self.partners = seats > self.sides
        self.seat, self.phase = seat, hand["phase"]
        self.turn = hand["turn"]
        self.question = hand["permission"]
        self.hand = Counter(split(hand["hands"][seat]))
        self.pile = split(hand["pile"])
        side = seat % self.sides
        self.kind_of = {meld: kind(split(text)) for meld, _, _, text in hand["melds"]}
        self.own = {meld: split(text) for meld, owner, _, text in hand["melds"] if owner == side}
        self.opened = bool(self.own)
        self.need = 0 if self.opened else minimum(scores[side])

    def accepts(self, action: dict[str, Any]) -> bool:
        """True if the seat may do this now."""
        name = action["type"]
        if self.phase == "answer":
            _, asked, answers, _ = self.question
            waiting = set(asked) - {seat for seat, _ in answers}
            return bool(name == "answer_out" and self.seat in waiting)
        when = "draw" if name in ("draw", "take_pile", "take_top") else "play"
        if name == "answer_out" or self.phase != when or self.seat != self.turn:
            return False
        return bool(getattr(self, f"_{name}")(action))

    def _may_leave(self, melds: list[Cards]) -> bool:
        refused = self.question is not None and self.question[3] is False
        return sum(len(cards) >= 7 for cards in melds) >= 2 and not refused

    def _stands(self, hand: Counter[str], melds: list[Cards]) -> bool:
        """True if a turn may come to this: melds that are melds, and a way to end the turn."""
        if any(kind(cards) is None for cards in melds) or min(hand.values(), default=0) < 0:
            return False
        left = hand.total()
        black = any(card in ("3C", "3S") for cards in melds for card in cards)
        if black and left > 1:
            return False
        return self._may_leave(melds) if black or not left else True

    def _spend(self, cards: Cards, gain: Cards | None = None) -> Counter[str] | None:
        """The hand without `cards`, with `gain`; None when they are not all held."""
        spent = Counter(cards)
        if not spent <= self.hand:
            return None
        return self.hand - spent + Counter(gain or [])

    def _draw(self, _action: dict[str, Any]) -> bool:
        return True

    def _top(self) -> str | None:
        """The upcard, when it may be taken at all."""
        top = self.pile[-1] if self.pile else None
        return None if top is None or top in WILD or top[0] == "3" else top

    def _take_pile(self, action: dict[str, Any]) -> bool:
        top, along = self._top(), action["with"]
        more = [meld["cards"] for meld in action.get("melds", [])]
        if top is None or "as" in action or any("as" in meld for meld in action.get("melds", [])):
            return False
        if sum(card[0] == top[0] and card not in WILD for card in along) < 2:
            return False
        if more and self.opened:
            return False
        onto = action.get("onto")
        if onto is not None and (onto not in self.own or self.kind_of[onto] != "group"):
            return False
        hand = self._spend([*along, *[card for cards in more for card in cards]], self.pile[:-1])
        if hand is None or points([top, *along, *[c for cards in more for c in cards]]) < self.need:
            return False
        melds = dict(self.own)
        first = [*melds.pop(onto, []), top, *along]
        return kind(first) == "group" and self._stands(hand, [*melds.values(), first, *more])

    def _take_top(self, action: dict[str, Any]) -> bool:
        top, onto = self._top(), action["onto"]
        if top is None or onto not in self.own or self.kind_of[onto] != "sequence":
            return False
        return kind([*self.own[onto], top]) == "sequence"

    def _meld(self, action: dict[str, Any]) -> bool:
        new = [meld["cards"] for meld in action["melds"]]
        cards = [card for meld in new for card in meld]
        hand = self._spend(cards)
        if hand is None or any("as" in meld for meld in action["melds"]):
            return False
        return points(cards) >= self.need and self._stands(hand, [*self.own.values(), *new])

    def _lay_off(self, action: dict[str, Any]) -> bool:
        onto, hand = action["onto"], self._spend(action["cards"])
        if onto not in self.own or hand is None or "as" in action:
            return False
        return self._stands(hand, [*(self.own | {onto: self.own[onto] + action["cards"]}).values()])

    def _merge(self, action: dict[str, Any]) -> bool:
        into, other = action["into"], action["from"]
        if into == other or not {into, other} <= set(self.own):
            return False
        if {self.kind_of[into], self.kind_of[other]} != {"group"}:
            return False
        melds = dict(self.own)
        joined = melds.pop(into) + melds.pop(other)
        return self._stands(self.hand, [*melds.values(), joined])

    def _lay_red_three(self, action: dict[str, Any]) -> bool:
        hand = self._spend(action["cards"])
        return (
            set(action["cards"]) <= RED
            and hand is not None
            and self._stands(hand, list(self.own.values()))
        )

    def _discard(self, action: dict[str, Any]) -> bool:
        if not self.hand[action["card"]]:
            return False
        return self.hand.total() > 1 or self._may_leave(list(self.own.values()))

    def _pass(self, _action: dict[str, Any]) -> bool:
        return self.hand.total() == 1 and not self._may_leave(list(self.own.values()))

    def _ask_out(self, _action: dict[str, Any]) -> bool:
        black = any(card in ("3C", "3S") for cards in self.own.values() for card in cards)
        may = self._may_leave(list(self.own.values()))
        return self.partners and self.question is None and may and not black

    def _take_back(self, _action: dict[str, Any]) -> bool:
        return False
