"""A position read from a line, or what is wrong with the line."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from games.engine.cards import (
    FACES,
    IS_WILD,
    RANK_OF,
    RED_THREES,
    cards_of,
    counts_of,
    expand,
)
from games.engine.errors import IllegalAction
from games.engine.notation.words import DOES, HOUSE, Cards, Held
from games.engine.phase import HandEnd, Phase
from games.engine.rulesets import InvalidRuleset, Rules, load
from games.engine.table.hand import HandState, PermissionState, TurnSoFar
from games.engine.table.meld import Meld
from games.engine.table.shapes import new_meld
from games.engine.table.side import Penalty, SideState, with_melds

_PHASE_OF: Final = {word: phase for phase, word in DOES.items()}


class InvalidPosition(ValueError):
    """A line that is not a position; the message says where and why."""


def position_in(text: str, rules: Rules | None = None) -> HandState:
    """The hand in this position; raises InvalidPosition.

    Face-down cards are dealt from the rest of the pack, always in the same way. A seat that is not
    named has a hand as dealt; the rest is the stock. `rules` are house rules, used instead of the
    shipped rules of that name.
    """
    head, *clauses = [clause.strip() for clause in text.split("|")]
    reading = _Reading(*_head(head, rules))
    for clause in clauses:
        try:
            reading.clause(clause)
        except (ValueError, IllegalAction) as error:
            said = error.detail if isinstance(error, IllegalAction) else error
            raise InvalidPosition(f"{clause!r}: {said}") from None
    try:
        return reading.state()
    except ValueError as error:
        raise InvalidPosition(str(error)) from None


def _head(head: str, rules: Rules | None) -> tuple[Rules, int]:
    found = re.fullmatch(r"((?:[a-z0-9-]+/)?[a-z0-9-]+(?:\+house)?) (\d{1,2})", head)
    if found is None:
        raise InvalidPosition(f"{head!r}: begin with a ruleset and the number of seats")
    slug, seats = found[1], int(found[2])
    if rules is None:
        if slug.endswith(HOUSE):
            raise InvalidPosition(f"{head!r}: give house rules separately, as `rules`")
        try:
            rules = load(slug)
        except InvalidRuleset:
            raise InvalidPosition(f"{head!r}: there is no ruleset {slug!r}") from None
    if seats not in rules.seating.players:
        raise InvalidPosition(f"{head!r}: {slug} has no table of {seats}")
    return rules, seats


class _Turn(NamedTuple):
    """Whose turn it is, and what has happened in it so far."""

    seat: int = 0
    phase: Phase = Phase.PLAY
    laid: bool = False
    last_red_three: bool = False
    taken_back: int = 0
    end: HandEnd | None = None
    out: int | None = None


class _Reading:
    """The clauses of a position, read one by one."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self._rules, self._seats, self._sides = rules, seats, rules.sides(seats)
        self._number = 1
        self._dealer = seats - 1
        self._turn = _Turn()
        self._answers: list[tuple[int, bool]] | None = None
        self._hands: dict[int, Held] = {}
        self._feet: dict[int, Held] = {}
        self._stock: Held | None = None
        self._pile: Cards = ()
        self._aside: Cards = ()
        self._by_side: dict[int, SideState] = {}
        self._next_meld: int | None = None
        self._penalties: list[Penalty] = []
        self._said: set[object] = set()

    def clause(self, text: str) -> None:
        """Read one clause; raises ValueError or IllegalAction."""
        for pattern, about, read in _CLAUSES:
            found = re.fullmatch(pattern, text)
            if found is not None:
                whose = int(found[1]) if about in _EACH else None
                if (about, whose) in self._said and about != "penalty":
                    raise ValueError("this clause is there already")
                self._said.add((about, whose))
                read(self, found)
                return
        raise ValueError("unknown clause")

    def _seat(self, text: str) -> int:
        if int(text) >= self._seats:
            raise ValueError(f"seats go from 0 to {self._seats - 1}")
        return int(text)

    def read_number(self, found: re.Match[str]) -> None:
        self._number = int(found[1])

    def read_dealer(self, found: re.Match[str]) -> None:
        self._dealer = self._seat(found[1])

    def read_turn(self, found: re.Match[str]) -> None:
        turn = _Turn(self._seat(found[1]), _PHASE_OF[found[2]])
        for word in filter(None, (found[3] or "").split(", ")):
            back = re.fullmatch(r"(\d{1,2}) taken back", word)
            if back is not None:
                turn = turn._replace(taken_back=int(back[1]))
            elif word == "laid":
                turn = turn._replace(laid=True)
            elif word == "last red three":
                turn = turn._replace(last_red_three=True)
            else:
                raise ValueError(f"{word!r} is not part of a turn")
        tracked = turn.laid or turn.last_red_three or turn.taken_back
        if tracked and not self._rules.tracks_turn:
            raise ValueError("this ruleset does not remember the turn")
        self._turn = turn

    def read_end(self, found: re.Match[str]) -> None:
        if found[1] is not None:
            self._turn = _Turn(phase=Phase.OVER, end=HandEnd.WENT_OUT, out=self._seat(found[1]))
        else:
            end = None if found[2] is None else HandEnd(found[2].replace(" ", "_"))
            self._turn = _Turn(phase=Phase.OVER, end=end)

    def read_question(self, found: re.Match[str]) -> None:
        words = found[1].split()
        seats = [self._seat(word) for word in words[::2]]
        if len(set(seats)) < len(seats):
            raise ValueError("each partner answers once")
        self._answers = [
            (seat, word == "yes") for seat, word in zip(seats, words[1::2], strict=True)
        ]

    def read_hand(self, found: re.Match[str]) -> None:
        self._hands[self._seat(found[1])] = _held_in(found[2])

    def read_foot(self, found: re.Match[str]) -> None:
        if not any(self._rules.seating.foot_size.values()):
            raise ValueError("this ruleset has no second hands")
        self._feet[self._seat(found[1])] = _held_in(found[2])

    def read_stock(self, found: re.Match[str]) -> None:
        self._stock = _held_in(found[1])

    def read_pile(self, found: re.Match[str]) -> None:
        self._pile = _seen_in(found[1])

    def read_aside(self, found: re.Match[str]) -> None:
        if not self._rules.pile.rest_face_down:
            raise ValueError("this ruleset lays no cards aside")
        self._aside = _seen_in(found[1])

    def read_side(self, found: re.Match[str]) -> None:
        side, parts = self._side(found[1]), found[2].split("; ")
        kinds = ["#" if part.startswith("#") else part.partition(" ")[0] for part in parts]
        if len(set(kinds)) < len(kinds) or not set(kinds) <= {"#", "red", "needs", "opened"}:
            raise ValueError("a side has melds, red threes, and a number that it needs, each once")
        if len({"#", "needs", "opened"} & set(kinds)) > 1:
            raise ValueError("a side that has melded needs nothing")
        of = dict(zip(kinds, parts, strict=True))
        red = _seen_in(of.get("red", "red none").removeprefix("red "))
        if not set(red) <= set(RED_THREES):
            raise ValueError("not all of these are red threes")
        minimum: int | None = self._rules.initial_minimum.at(0, self._number)
        if "needs" in of:
            minimum = _number(of["needs"].removeprefix("needs "))
        own = SideState(minimum, red)
        if "#" in of or "opened" in of:
            melds = [self._meld(side, text) for text in of["#"].split(", ")] if "#" in of else []
            own = with_melds(own, tuple(sorted(melds)), self._rules)
        self._by_side[side] = own

    def _side(self, text: str) -> int:
        if int(text) >= self._sides:
            raise ValueError(f"sides go from 0 to {self._sides - 1}")
        return int(text)

    def _meld(self, side: int, text: str) -> Meld:
        found = re.fullmatch(r"#(\d{1,4}) (.*)", text)
        if found is None:
            raise ValueError(f"{text!r} is no meld with its number")
        cards = cards_of(found[2])
        return new_meld(cards, int(found[1]), side, self._rules, _stands_for(cards))

    def read_next(self, found: re.Match[str]) -> None:
        self._next_meld = int(found[1])

    def read_penalty(self, found: re.Match[str]) -> None:
        self._penalties.append(Penalty(self._side(found[1]), found[3], int(found[2])))

    def state(self) -> HandState:
        """The hand; raises ValueError where the clauses contradict each other."""
        rules, turn = self._rules, self._turn
        state = HandState(rules, self._seats, [0] * self._sides, self._number)
        for side, own in self._by_side.items():
            state.by_side[side] = own
        state.dealer, state.turn = self._dealer, turn.seat
        state.pile, state.set_aside = self._pile, self._aside
        self._deal(state)
        ids = [meld.id for meld in state.all_melds()]
        state.next_meld = max(ids, default=0) + 1
        if self._next_meld is not None:
            if self._next_meld < state.next_meld:
                raise ValueError(f"meld #{self._next_meld} is on the table, or was taken back")
            state.next_meld = self._next_meld
        if len(set(ids)) < len(ids):
            raise ValueError("each meld has a number of its own")
        state.penalties = tuple(self._penalties)
        if self._answers is not None:
            state.permission = self._question(state)
        state.enter(turn.phase)
        if turn.phase is Phase.ANSWER and not state.to_act:
            raise ValueError("the seat that asks waits for an answer: write `question`")
        state.end, state.out = turn.end, turn.out
        if state.so_far is not None:
            start = state.copy() if rules.turn.take_back else None
            if start is not None:
                start.so_far = None
            state.so_far = TurnSoFar(start, turn.laid, (), turn.taken_back, turn.last_red_three)
        return state

    def _question(self, state: HandState) -> PermissionState:
        asked, answers = state.partners(state.turn), tuple(self._answers or ())
        if not asked or not {seat for seat, _ in answers} <= set(asked):
            raise ValueError(f"the partners of seat {state.turn} are asked, and nobody else")
        granted = None
        if not all(yes for _, yes in answers):
            granted = False
        elif len(answers) == len(asked):
            granted = True
        return PermissionState(state.turn, asked, answers, granted)

    def _deal(self, state: HandState) -> None:
        """Give every seat and the stock their cards, face-down ones from the rest of the pack."""
        dealt = self._rules.seating.hand_size[self._seats]
        hands = [self._hands.get(seat, dealt) for seat in range(self._seats)]
        feet = [self._feet.get(seat, ()) for seat in range(self._seats)]
        seen = [held for held in (*hands, *feet, self._stock) if isinstance(held, tuple)]
        melds = [meld.cards for meld in state.all_melds()]
        red = [side.red_threes for side in state.by_side]
        rest = _rest([*seen, *melds, *red, self._pile, self._aside], self._rules, self._seats)
        filled = _shared([*hands, *feet], rest)
        if self._stock is None:
            self._stock = len(rest)
        if isinstance(self._stock, int) and self._stock != len(rest):
            raise ValueError(f"the stock has {self._stock} cards, and {len(rest)} are left")
        stock = rest if isinstance(self._stock, int) else list(self._stock)
        if stock is not rest and rest:
            raise ValueError(f"{len(rest)} cards of the pack are nowhere")
        state.stock = stock[::-1]
        state.hands = [counts_of(cards) for cards in filled[: self._seats]]
        state.sizes = [len(cards) for cards in filled[: self._seats]]
        if any(self._rules.seating.foot_size.values()):
            state.feet = tuple(bytes(counts_of(cards)) for cards in filled[self._seats :])


_ENDS: Final = "|".join(end.replace("_", " ") for end in HandEnd if end is not HandEnd.WENT_OUT)
_CLAUSES: Final[tuple[tuple[str, str, Callable[[_Reading, re.Match[str]], None]], ...]] = (
    (r"hand ([1-9]\d{0,3})", "number", _Reading.read_number),
    (r"dealer (\d{1,2})", "dealer", _Reading.read_dealer),
    (r"(\d{1,2}) (draws|plays|asks)(, .*)?", "turn", _Reading.read_turn),
    (rf"over(?:, (\d{{1,2}}) went out|, ({_ENDS}))?", "turn", _Reading.read_end),
    (r"question((?: \d{1,2} (?:yes|no))*)", "question", _Reading.read_question),
    (r"(\d{1,2}): (.*)", "hand", _Reading.read_hand),
    (r"foot (\d{1,2}): (.*)", "foot", _Reading.read_foot),
    (r"stock (.*)", "stock", _Reading.read_stock),
    (r"pile (.*)", "pile", _Reading.read_pile),
    (r"aside (.*)", "aside", _Reading.read_aside),
    (r"side (\d): (.*)", "side", _Reading.read_side),
    (r"next #([1-9]\d{0,3})", "next", _Reading.read_next),
    (r"penalty (\d) (-\d{1,6}) (\S+)", "penalty", _Reading.read_penalty),
)
_EACH: Final = ("hand", "foot", "side")
"""The clauses that apply to one seat or side."""


def _number(text: str) -> int:
    if re.fullmatch(r"\d{1,6}", text) is None:
        raise ValueError(f"not a number: {text!r}")
    return int(text)


def _held_in(text: str) -> Held:
    number = re.fullmatch(r"(\d{1,3}) cards?", text)
    return int(number[1]) if number is not None else _seen_in(text)


def _seen_in(text: str) -> Cards:
    return () if text == "none" else cards_of(text)


def _stands_for(cards: Cards) -> int | None:
    """The rank that the wild card of a sequence, from low to high, represents; None for others."""
    naturals = [(place, RANK_OF[card]) for place, card in enumerate(cards) if not IS_WILD[card]]
    ranks = {rank for _, rank in naturals}
    if len(ranks) < 2 or len(naturals) == len(cards):
        return None
    lows = {rank - place for place, rank in naturals}
    if len(lows) > 1:
        raise ValueError("a sequence is written from low to high, its wild card in its place")
    (low,) = lows
    return next(low + place for place, card in enumerate(cards) if IS_WILD[card])


def _rest(known: Iterable[Cards], rules: Rules, seats: int) -> list[int]:
    """The cards of the pack that have no place yet: all kinds in turn, the red threes last."""
    pack, seen = rules.pack_counts(seats), Counter(chain(*known))
    left = [there - seen[kind] for kind, there in enumerate(pack)]
    for kind, rest in enumerate(left):
        if rest < 0:
            raise ValueError(f"{FACES[kind]}: the pack has only {pack[kind]}")
    spread = [card for copy in range(max(left)) for card in expand([n > copy for n in left])]
    return sorted(spread, key=lambda card: card in RED_THREES)


def _shared(places: Sequence[Held], rest: list[int]) -> list[Cards]:
    """The cards of each place. Face-down ones are dealt in turn from `rest`, which loses them."""
    wanted = {place: held for place, held in enumerate(places) if isinstance(held, int)}
    if sum(wanted.values()) > len(rest):
        raise ValueError(f"{sum(wanted.values())} cards are face down, and {len(rest)} are left")
    dealt: dict[int, list[int]] = {place: [] for place in wanted}
    given = 0
    while any(len(dealt[place]) < number for place, number in wanted.items()):
        for place, number in wanted.items():
            if len(dealt[place]) < number:
                dealt[place].append(rest[given])
                given += 1
    del rest[:given]
    return [
        tuple(dealt[place]) if isinstance(held, int) else held for place, held in enumerate(places)
    ]
