"""Drawing from the stock, the usual start of a turn."""

from games.engine.actions import Draw
from games.engine.events import CardsDrawn, HandEnded, HandEvent
from games.engine.phase import HandEnd
from games.engine.rules.between_turns import drawn
from games.engine.rules.pile import require_no_take
from games.engine.table.hand import HandState


def draw(state: HandState, seat: int, _action: Draw) -> tuple[HandEvent, ...]:
    """Cards from the stock, fewer when it runs out; on an empty stock the hand ends."""
    if state.stock:
        if not state.rules.plain_turns:
            return (drawn(state, seat),)
        return (CardsDrawn(seat, tuple(state.stock[: -state.rules.draw.count - 1 : -1])),)
    if state.rules.draw.must_take:
        require_no_take(state, seat)
    return (HandEnded(HandEnd.STOCK_EXHAUSTED, None),)
