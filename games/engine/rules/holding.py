"""What every action is judged by: cards held, own melds, and a way to end the turn."""

from collections.abc import Sequence

from games.engine.cards import FACES
from games.engine.errors import IllegalAction, Rule
from games.engine.melds import Meld
from games.engine.rulesets import Permission
from games.engine.state import HandState


def require_held(state: HandState, seat: int, cards: Sequence[int]) -> None:
    """Raise IllegalAction unless the seat holds all of `cards` (HAND-01)."""
    hand, size = state.hands[seat], len(cards)
    for card in cards:
        if hand[card] < size and hand[card] < cards.count(card):
            raise IllegalAction(
                Rule.CARD_NOT_HELD,
                f"you do not hold {cards.count(card)} of {FACES[card]}",
                card=FACES[card],
                need=cards.count(card),
                have=hand[card],
            )


def own_meld(state: HandState, seat: int, meld_id: int) -> Meld:
    """The meld of the seat's side with this id; raises IllegalAction (MELD-08, 09)."""
    for meld in state.by_side[seat % state.sides].melds:
        if meld.id == meld_id:
            return meld
    if meld_id in [meld.id for meld in state.all_melds()]:
        raise IllegalAction(
            Rule.NOT_YOUR_MELD, f"meld {meld_id} belongs to another side", meld=meld_id
        )
    raise IllegalAction(Rule.UNKNOWN_MELD, f"there is no meld {meld_id}", meld=meld_id)


def require_leave(state: HandState, seat: int, canastas: int) -> None:
    """Raise IllegalAction unless the seat may go out with so many canastas (OUT-01..03)."""
    need = state.rules.going_out.canastas
    if canastas < need:
        raise IllegalAction(
            Rule.NOT_QUALIFIED,
            f"going out needs {need} canastas or sambas; keep a card",
            need=need,
            have=canastas,
        )
    granted = None if state.permission is None else state.permission.granted
    if granted is False:
        raise IllegalAction(Rule.PERMISSION_REFUSED, "your partner said no; keep a card")
    required = state.rules.going_out.permission is Permission.REQUIRED
    if granted is None and required and state.seats > state.sides:
        raise IllegalAction(Rule.PERMISSION_NEEDED, "ask your partner before you go out")


def require_way_on(
    state: HandState, seat: int, *, size: int, canastas: int, threes_laid: bool
) -> None:
    """Raise IllegalAction when a hand of `size` cards would have no legal way to end the turn.

    One card can always be discarded or kept by a pass, so only an empty hand, or black threes
    on the table, oblige the seat to go out (SPEC g, "Actions that lead into a corner").
    """
    if threes_laid and size > 1:
        raise IllegalAction(
            Rule.BLACK_THREES_ONLY_GOING_OUT,
            "black threes are melded only when going out in the same turn",
            cards_left=size,
        )
    if size == 0 or threes_laid:
        require_leave(state, seat, canastas)
