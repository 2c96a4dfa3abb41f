"""An event of the log as a seat may read it: built up from nothing, as all views are (`view`).

A new event, or a new field of an event, shows nothing until someone decides here who may see it.
"""

from collections.abc import Callable, Container
from typing import Any, cast

from games.engine import events as ev
from games.engine.answers import ClockStateAnswer, ResultAnswer
from games.engine.cards import FACES, RANKS, expand, faces
from games.engine.codec import EVENT_TYPES, event_out, score_out
from games.engine.deal import dealt
from games.engine.event_answers import Event


def event_view(
    event: ev.Event, seat: int | None, *, withheld: bool = False, muted: Container[str] = ()
) -> dict[str, Any]:
    """`event` as `seat` may read it in the log. A hidden field is absent, and its count is given.

    With `withheld`, an event with cards shows only that it happened. So does, always, what a player
    says whose id is in `muted`.
    """
    if withheld and not isinstance(event, _CARDLESS):
        return {"type": "withheld"}
    if isinstance(event, ev.PhraseSaid):
        return {"type": EVENT_TYPES[type(event)]} | _phrase_said(event, muted)
    shown = _EVENT_VIEWS.get(type(event), _nothing)(event, seat)
    return {"type": EVENT_TYPES[type(event)]} | shown


def event_answer(
    event: ev.Event,
    seat: int | None,
    *,
    seq: int,
    version: int,
    hand: int | None,
    at: str,
    withheld: bool = False,
    muted: Container[str] = (),
) -> Event:
    """`event_view` with its stamp: where in the log the event is, and when it happened."""
    stamp = {"seq": seq, "version": version, "hand": hand, "at": at}
    return cast(Event, stamp | event_view(event, seat, withheld=withheld, muted=muted))


def _phrase_said(event: ev.PhraseSaid, muted: Container[str]) -> dict[str, Any]:
    shown = {"seat": event.seat, "player": event.player}
    return shown if event.player in muted else shown | {"code": event.code}


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


def _game_finished(event: ev.GameFinished, seat: int | None) -> dict[str, Any]:
    return {**result_view(event, seat)}


def _hand_scored(event: ev.HandScored, _seat: int | None) -> dict[str, Any]:
    return {"number": event.number, "score": score_out(event.score)}


def _clock_set(event: ev.ClockSet, _seat: int | None) -> dict[str, Any]:
    return {**clock_view(event)}


def _consent_asked(event: ev.ConsentAsked, _seat: int | None) -> dict[str, Any]:
    data = event_out(event)
    shown = {name: data[name] for name in ("about", "asked_by", "seats", "until")}
    return shown if event.claimed is None else shown | {"claimed": event.claimed}


def _seat_claimed(event: ev.SeatClaimed, seat: int | None) -> dict[str, Any]:
    shown = {"seat": event.seat, "claim": event.claim.value}
    if seat is None:
        return shown
    reason = {"reason": event.reason} if event.reason else {}
    return shown | {"player": event.player} | reason


def _counted(event: ev.AsideTaken | ev.FootTaken, seat: int | None) -> dict[str, Any]:
    """Cards that only the seat that takes them sees."""
    shown: dict[str, Any] = {"seat": event.seat, "count": len(event.cards)}
    return shown | {"cards": faces(event.cards)} if seat == event.seat else shown


def _public(*names: str) -> Callable[[Any, int | None], dict[str, Any]]:
    """A view of an event that shows exactly `names` to everybody."""

    def shown(event: Any, _seat: int | None) -> dict[str, Any]:
        data = event_out(event)
        return {name: data[name] for name in names}

    return shown


def _to_seats(*secret: str, public: tuple[str, ...]) -> Callable[[Any, int | None], dict[str, Any]]:
    """As `_public`, for an act of somebody who does not play: only the seats see who and why."""
    others, seats = _public(*public), _public(*public, *secret)

    def shown(event: Any, seat: int | None) -> dict[str, Any]:
        return others(event, seat) if seat is None else seats(event, seat)

    return shown


def _public_cards(*names: str) -> Callable[[Any, int | None], dict[str, Any]]:
    """As `_public`, for an event whose `cards` everybody has seen."""
    others = _public(*names)

    def shown(event: Any, seat: int | None) -> dict[str, Any]:
        return others(event, seat) | {"cards": faces(event.cards)}

    return shown


def _with_stand_in(*names: str) -> Callable[[Any, int | None], dict[str, Any]]:
    """As `_public_cards`, with the rank that a wild card represents, if there is one."""
    others = _public_cards(*names)

    def shown(event: Any, seat: int | None) -> dict[str, Any]:
        stand_in = {} if event.wild_as is None else {"wild_as": RANKS[event.wild_as]}
        return others(event, seat) | stand_in

    return shown


_EVENT_VIEWS: dict[type, Callable[[Any, int | None], dict[str, Any]]] = {
    ev.GameCreated: _game_created,
    ev.SeatTaken: _public("seat", "player", "kind"),
    ev.SeatLeft: _public("seat"),
    ev.SeatSubstituted: _public("seat", "player", "kind"),
    ev.GameStarted: _nothing,
    ev.EntropyAdded: _public("seat", "value"),
    ev.HandPeeked: _to_seats("player", public=("seat",)),
    ev.PresenceChanged: _public("seat", "presence", "since"),
    ev.ScoreAdjusted: _to_seats("player", "reason", public=("side", "points")),
    ev.HandVoided: _to_seats("player", "reason", public=("number",)),
    ev.LastHandCalled: _public("number", "reason"),
    ev.SeatClaimed: _seat_claimed,
    ev.ConsentAsked: _consent_asked,
    ev.ConsentAnswered: _public("about", "seat", "answer"),
    ev.ConsentClosed: _public("about", "outcome"),
    ev.ClockSet: _clock_set,
    ev.ClockFlagged: _public("seat", "count"),
    ev.ClockCredited: _public("seconds", "turn_due_at"),
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


_CARDLESS = (
    ev.GameCreated,
    ev.SeatTaken,
    ev.SeatLeft,
    ev.SeatSubstituted,
    ev.GameStarted,
    ev.EntropyAdded,
    ev.HandPeeked,
    ev.PhraseSaid,
    ev.ScoreAdjusted,
    ev.PresenceChanged,
    ev.HandVoided,
    ev.LastHandCalled,
    ev.SeatClaimed,
    ev.ConsentAsked,
    ev.ConsentAnswered,
    ev.ConsentClosed,
    ev.ClockSet,
    ev.ClockFlagged,
    ev.ClockCredited,
    ev.HandEnded,
    ev.HandScored,
    ev.GameFinished,
)


def clock_view(clock: ev.ClockSet) -> ClockStateAnswer:
    """Whose time runs, as everybody at the table sees it."""
    return {
        "turn_due_at": clock.turn_due_at,
        "bank_s": list(clock.bank_s),
        "flags": list(clock.flags),
        "stand_ins": list(clock.stand_ins),
        "late": list(clock.late),
        "paused_since": clock.paused_since,
        "held": clock.held,
        "waits_since": clock.waits_since,
        "claimable_at": clock.claimable_at,
    }


def result_view(result: ev.GameFinished, seat: int | None) -> ResultAnswer:
    """How the game ended. Only those who sit at the table see why it was abandoned."""
    shown: ResultAnswer = {
        "winner": result.winner,
        "draw": result.draw,
        "scores": list(result.scores),
        "end": result.end.value,
    }
    if result.reason and seat is not None:
        shown["reason"] = result.reason
    return shown
