"""The state of one hand, hidden cards included."""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.cards import KINDS
from games.engine.events import HandEvents, LaidOff, Melded
from games.engine.phase import ANSWER, DRAW, OVER, PLAY, HandEnd, Phase
from games.engine.rulesets import Rules
from games.engine.table.meld import Meld
from games.engine.table.side import Penalty, SideState, qualified


class HandState:
    """Everything about the running hand, hidden cards included. Only `absorb` changes it."""

    __slots__ = (
        "by_side",
        "dealer",
        "end",
        "feet",
        "hands",
        "next_meld",
        "number",
        "out",
        "penalties",
        "permission",
        "phase",
        "pile",
        "rules",
        "seats",
        "set_aside",
        "sides",
        "sizes",
        "so_far",
        "stock",
        "to_act",
        "turn",
    )

    def __init__(
        self,
        rules: Rules,
        seats: int,
        scores: Iterable[int],
        number: int = 1,
        counted: int | None = None,
    ) -> None:
        """`counted` is the number without the hands that were voided, by default the same."""
        self.rules = rules
        self.seats = seats
        self.sides = rules.sides(seats)
        self.number = number
        self.dealer = 0
        self.turn = 0
        self.phase = OVER
        self.to_act: tuple[int, ...] = ()
        """The seats that must do something now."""
        self.hands = [bytearray(KINDS) for _ in range(seats)]
        """By seat: how many cards of each kind."""
        self.sizes = [0] * seats
        self.stock: list[int] = []
        """Face-down cards; the next one drawn is the last."""
        self.pile: tuple[int, ...] = ()
        """Discards, bottom to top."""
        self.feet: tuple[bytes, ...] = ()
        """By seat: the second hand as counts, empty once picked up; () where there are none."""
        self.set_aside: tuple[int, ...] = ()
        """Cards of the pile that the seat on turn may not play before the next turn."""
        nth = number if counted is None else counted
        self.by_side = [SideState(rules.initial_minimum.at(score, nth)) for score in scores]
        self.next_meld = 1
        self.permission: PermissionState | None = None
        self.so_far: TurnSoFar | None = TurnSoFar() if rules.tracks_turn else None
        """What the seat on turn has done so far, if the rules need it."""
        self.penalties: tuple[Penalty, ...] = ()
        self.end: HandEnd | None = None
        self.out: int | None = None

    def __repr__(self) -> str:
        return f"<HandState {self.number}: seat {self.turn}, {self.phase}>"

    def copy(self) -> "HandState":
        """An independent state with the same content."""
        new = HandState.__new__(HandState)
        new.copy_from(self)
        return new

    def copy_from(self, other: "HandState") -> None:
        """Copy the content of `other`, sharing nothing that changes."""
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))
        self.hands = [hand[:] for hand in other.hands]
        self.sizes = other.sizes[:]
        self.stock = other.stock[:]
        self.by_side = other.by_side[:]

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the side, in turn order."""
        steps = range(self.sides, self.seats, self.sides)
        return tuple([(seat + step) % self.seats for step in steps])

    def enter(self, phase: Phase) -> None:
        """Begin or continue `phase`; the turn and the question have their new values already."""
        self.phase = phase
        if phase is DRAW or phase is PLAY:
            self.to_act = (self.turn,)
        elif phase is ANSWER and self.permission is not None:
            answered = [seat for seat, _ in self.permission.answers]
            asked = self.permission.asked
            self.to_act = tuple([seat for seat in asked if seat not in answered])
        else:
            self.to_act = ()

    def qualified(self, side: int) -> bool:
        """True if the side has the canastas that going out needs."""
        return qualified(self.by_side[side], self.rules)

    def all_melds(self) -> list[Meld]:
        """The melds of all sides, in the order of their ids."""
        return sorted([meld for side in self.by_side for meld in side.melds])


class PermissionState(NamedTuple):
    """The question of this turn: who was asked, and their answers."""

    asked_by: int
    asked: tuple[int, ...]
    answers: tuple[tuple[int, bool], ...] = ()
    granted: bool | None = None


class TurnSoFar(NamedTuple):
    """What the seat on turn has done since it drew, or since its question was answered."""

    start: HandState | None = None
    """The hand at that time, if play can be taken back; it remembers nothing itself."""
    laid: bool = False
    """True if the seat had melded a card of the turn by then."""
    events: HandEvents = ()
    """What was done at the table since then."""
    taken_back: int = 0
    """How many actions of the turn were taken back."""
    last_red_three: bool = False
    """True if its draw took the last card of the stock, a red three, and this ends the hand."""

    @property
    def has_laid(self) -> bool:
        """True if the seat has melded a card in this turn."""
        return self.laid or any(type(event) in (Melded, LaidOff) for event in self.events)

    @property
    def actions(self) -> int:
        """The number of actions that caused the events."""
        return len(self._firsts())

    def without(self, actions: int) -> "TurnSoFar":
        """The same turn with the last `actions` actions taken back."""
        kept = self.events[: self._firsts()[-actions]]
        return self._replace(events=kept, taken_back=self.taken_back + actions)

    def _firsts(self) -> list[int]:
        """The indexes of the events with which an action begins."""
        return [
            place
            for place, event in enumerate(self.events)
            if not (isinstance(event, Melded | LaidOff) and event.along)
        ]
