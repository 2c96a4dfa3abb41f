"""What every action is judged by: cards held, and own melds."""

from collections.abc import Sequence

from games.engine.cards import FACES
from games.engine.errors import IllegalAction, Rule
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld


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
