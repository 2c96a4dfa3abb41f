"""All that may leave the server: built up from nothing, never cut down from the state.

A new field or event shows nothing until someone decides here what a seat may see of it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from games.engine import events as ev
from games.engine.cards import FACES, KINDS, RANKS, expand, faces
from games.engine.codec import EVENT_TYPES, event_out, score_out
from games.engine.deal import dealt
from games.engine.match import Match
from games.engine.melds import Meld, canasta, value
from games.engine.phase import Phase
from games.engine.rulesets import Ruleset
from games.engine.side import SideState
from games.engine.state import HandState
from games.engine.turn import PermissionState, Played

NO_CARDS = bytes(KINDS)


class SeatView(NamedTuple):
    """The running hand as one seat sees it, or a spectator (`seat` None, no hand)."""

    rules: Ruleset
    seat: int | None
    side: int
    """Of the viewing seat; -1 for a spectator."""
    seats: int
    sides: int
    number: int
    dealer: int
    turn: int
    phase: Phase
    to_act: tuple[int, ...]
    hand: bytes
    """The own hand: how many cards of each kind."""
    size: int
    """Number of cards in the own hand."""
    sizes: tuple[int, ...]
    """By seat: how many cards it holds."""
    stock_size: int
    pile: tuple[int, ...]
    """Bottom to top; all of it was seen when it was discarded."""
    by_side: tuple[SideState, ...]
    permission: PermissionState | None
    foot_sizes: tuple[int, ...]
    """By seat: how many cards its second hand has; () where there are none."""
    aside: tuple[int, ...]
    """Cards of the pile that lie face down until the seat on turn discards; all saw them before."""
    played: Played | None
    """What the seat on turn has done so far, without the hand it began with."""


_NEW: Any = tuple.__new__  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
"""Makes a view of its fields; `SeatView(...)` would pass on twenty, for 2 % of a play-out."""


def seat_view(state: HandState, seat: int | None) -> SeatView:
    """The hand as `seat` may see it; None for a spectator."""
    view: SeatView = _NEW(
        SeatView,
        (
            state.rules,
            seat,
            -1 if seat is None else seat % state.sides,
            state.seats,
            state.sides,
            state.number,
            state.dealer,
            state.turn,
            state.phase,
            state.to_act,
            NO_CARDS if seat is None else bytes(state.hands[seat]),
            0 if seat is None else state.sizes[seat],
            tuple(state.sizes),
            len(state.stock),
            state.pile,
            tuple(state.by_side),
            state.permission,
            tuple(map(sum, state.feet)) if state.feet else (),
            state.aside,
            None if state.played is None else state.played._replace(start=None),
        ),
    )
    return view


def event_view(event: ev.Event, seat: int | None) -> dict[str, Any]:
    """`event` as `seat` may read it in the log; a hidden field is absent and its count is given."""
    shown = _EVENT_VIEWS.get(type(event), _nothing)(event, seat)
    return {"type": EVENT_TYPES[type(event)]} | shown


def _nothing(_event: Any, _seat: int | None) -> dict[str, Any]:
    return {}


def _hand_dealt(event: ev.HandDealt, seat: int | None) -> dict[str, Any]:
    hands, _, upcard, _ = dealt(
        event.order, event.hand_size, event.seats, event.dealer, event.foot_size, event.rejected
    )
    shown: dict[str, Any] = {
        "number": event.number,
        "dealer": event.dealer,
        "upcard": FACES[upcard],
        "count": event.hand_size,
        "commitment": event.commitment,
        "next_commitment": event.next_commitment,
        **({"foot_count": event.foot_size} if event.foot_size else {}),
    }
    if seat is not None:
        shown["cards"] = faces(expand(hands[seat]))
    return shown


def _cards_drawn(event: ev.CardsDrawn, seat: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "seat": event.seat,
        "count": len(event.cards),
        "red_threes": faces(event.red_threes),
    }
    if event.replacing:
        shown["replacing"] = True
    if seat == event.seat:
        shown["cards"] = faces(event.cards)
    return shown


def _game_created(event: ev.GameCreated, _seat: int | None) -> dict[str, Any]:
    ruleset = event.ruleset
    return {
        "ruleset": {"slug": ruleset["slug"], "version": ruleset["version"]},
        "seats": event.seats,
        "practice": event.practice,
        "start_scores": list(event.start_scores),
        "next_commitment": event.commitment,
    }


def _game_finished(event: ev.GameFinished, _seat: int | None) -> dict[str, Any]:
    return result_view(event)


def _hand_scored(event: ev.HandScored, _seat: int | None) -> dict[str, Any]:
    return {"number": event.number, "score": score_out(event.score)}


def _counted(event: ev.AsideTaken | ev.FootTaken, seat: int | None) -> dict[str, Any]:
    """Cards that their taker alone sees."""
    shown: dict[str, Any] = {"seat": event.seat, "count": len(event.cards)}
    return shown | {"cards": faces(event.cards)} if seat == event.seat else shown


def _public(*names: str) -> Callable[[Any, int | None], dict[str, Any]]:
    """A view of an event that shows exactly `names` to everybody."""

    def shown(event: Any, _seat: int | None) -> dict[str, Any]:
        data = event_out(event)
        return {name: data[name] for name in names}

    return shown


def _public_cards(*names: str) -> Callable[[Any, int | None], dict[str, Any]]:
    """As `_public`, for an event whose `cards` everybody saw."""
    others = _public(*names)

    def shown(event: Any, seat: int | None) -> dict[str, Any]:
        return others(event, seat) | {"cards": faces(event.cards)}

    return shown


def _with_stand_in(*names: str) -> Callable[[Any, int | None], dict[str, Any]]:
    """As `_public_cards`, with the rank that a wild card stands for where there is one."""
    others = _public_cards(*names)

    def shown(event: Any, seat: int | None) -> dict[str, Any]:
        stand_in = {} if event.wild_as is None else {"wild_as": RANKS[event.wild_as]}
        return others(event, seat) | stand_in

    return shown


_EVENT_VIEWS: dict[type, Callable[[Any, int | None], dict[str, Any]]] = {
    ev.GameCreated: _game_created,
    ev.SeatTaken: _public("seat", "player", "kind"),
    ev.SeatLeft: _public("seat"),
    ev.GameStarted: _nothing,
    ev.EntropyAdded: _public("seat", "value"),
    ev.HandPeeked: _public("seat", "player"),
    ev.HandDealt: _hand_dealt,
    ev.CardsDrawn: _cards_drawn,
    ev.PileTaken: _public_cards("seat"),
    ev.TopTaken: _public("seat", "card", "onto"),
    ev.RedThreeLaid: _public_cards("seat"),
    ev.AsideTaken: _counted,
    ev.FootTaken: _counted,
    ev.Melded: _with_stand_in("seat", "id", "kind"),
    ev.LaidOff: _with_stand_in("seat", "onto"),
    ev.Merged: _public("seat", "into", "from"),
    ev.PermissionAsked: _public("seat"),
    ev.PermissionAnswered: _public("seat", "answer"),
    ev.CardDiscarded: _public("seat", "card"),
    ev.TurnPassed: _public("seat"),
    ev.TakenBack: _public("seat", "count"),
    ev.PenaltyGiven: _public("seat", "reason", "points"),
    ev.HandEnded: _public("end", "out"),
    ev.HandScored: _hand_scored,
    ev.GameFinished: _game_finished,
}


def result_view(result: ev.GameFinished) -> dict[str, Any]:
    """How the game ended."""
    return {
        "winner": result.winner,
        "draw": result.draw,
        "scores": list(result.scores),
        "end": result.end.value,
    }


def match_view(match: Match, seat: int | None) -> dict[str, Any]:
    """The game as a seat sees it, as far as the engine knows it; players are the service's."""
    last = match.last_hand
    return {
        "practice": match.practice,
        "sides": [
            {"side": side, "seats": list(range(side, match.seats, match.sides)), "score": total}
            for side, total in enumerate(match.scores)
        ],
        "hand": None if match.hand is None else _hand_view(match, match.hand, seat),
        "next_commitment": match.next_commitment,
        "last_hand": None
        if last is None
        else {
            "number": last.number,
            "dealer": last.dealer,
            "end": last.end.value,
            "out": last.out,
            "score": score_out(last.score),
        },
        "result": None if match.result is None else result_view(match.result),
    }


def _hand_view(match: Match, state: HandState, seat: int | None) -> dict[str, Any]:
    hands: list[dict[str, Any]] = [
        {"seat": number, "count": size} for number, size in enumerate(state.sizes)
    ]
    if seat is not None:
        hands[seat]["cards"] = faces(expand(state.hands[seat]))
    return {
        "number": state.number,
        "dealer": state.dealer,
        "turn": state.turn,
        "to_act": list(state.to_act),
        "phase": state.phase.value,
        "stock": {"count": len(state.stock)},
        "pile": _pile_view(state),
        "hands": hands,
        "feet": [{"seat": seat, "count": sum(foot)} for seat, foot in enumerate(state.feet)],
        "aside": {"seat": state.turn, "count": len(state.aside)} if state.aside else None,
        "melds": [_meld_view(meld, state.rules) for meld in state.all_melds()],
        "red_threes": [faces(side.red_threes) for side in state.by_side],
        "initial_minimum": [side.minimum for side in state.by_side],
        "permission": _permission_view(state.permission),
        "commitment": match.commitment,
    }


def _pile_view(state: HandState) -> dict[str, Any]:
    top = state.pile[-1] if state.pile else None
    return {
        "count": len(state.pile),
        "top": None if top is None else FACES[top],
        "cards": faces(state.pile),
        "frozen": state.rules.is_frozen(state.pile),
        "blocked": top is not None and top in state.rules.blocking,
    }


def _meld_view(meld: Meld, rules: Ruleset) -> dict[str, Any]:
    return {
        "id": meld.id,
        "side": meld.side,
        "kind": meld.kind,
        "cards": faces(meld.cards),
        "wild_as": None if meld.wild_as is None else RANKS[meld.wild_as],
        "points": value(meld.cards, rules),
        "canasta": canasta(meld, rules),
        "closed": not meld.takes,
    }


def _permission_view(permission: PermissionState | None) -> dict[str, Any] | None:
    if permission is None:
        return None
    return {
        "asked_by": permission.asked_by,
        "asked": list(permission.asked),
        "answers": {str(seat): answer for seat, answer in permission.answers},
        "granted": permission.granted,
    }
