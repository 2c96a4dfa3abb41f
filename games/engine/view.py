"""All that may leave the server: built up from nothing, never cut down from the state.

A new field shows nothing until someone decides here what an audience may see of it; for events
`event_view` decides that.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from games.engine.answers import (
    ConsentAnswer,
    HandAnswer,
    HandResultAnswer,
    HeldCards,
    MatchAnswer,
    MeldAnswer,
    PermissionAnswer,
    PileAnswer,
)
from games.engine.cards import FACES, FOUR, KINDS, NATURALS, RANKS, expand, faces
from games.engine.codec import score_out
from games.engine.consent import Consent
from games.engine.event_view import clock_view, result_view
from games.engine.match import LastHand, Match
from games.engine.named_tuples import new_tuple
from games.engine.phase import Phase
from games.engine.rulesets import Rules
from games.engine.table.hand import HandState, PermissionState, TurnSoFar
from games.engine.table.meld import Meld, canasta, value
from games.engine.table.side import SideState

NO_CARDS = bytes(KINDS)


class Following(StrEnum):
    """What people who do not play may follow."""

    LIVE = "live"
    DELAYED = "delayed"
    """Hands that have ended, and finished games."""
    NONE = "none"


class Audience(NamedTuple):
    """For whom a game is shown. What they may see follows only from this and the state."""

    seat: int | None = None
    """The seat that looks; None for people who do not play."""
    following: Following = Following.LIVE
    """How far those may follow."""
    embargo: bool = False
    """True while other tables play the same deals. People who do not play then see no hand, score
    or result; a player who has finished reads no card in the log.
    """


def last_hand_shown(match: Match, audience: Audience) -> int:
    """The number of the last hand that the audience may follow; 0 for none."""
    running = match.hands_played + 1
    if audience.seat is not None:
        return running
    if audience.embargo or audience.following is Following.NONE:
        return 0
    delayed = audience.following is Following.DELAYED and match.result is None
    return match.hands_played if delayed else running


class SeatView(NamedTuple):
    """The running hand as one seat sees it, or a spectator (`seat` None, no hand)."""

    rules: Rules
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
    """The own hand: the number of cards of each kind."""
    size: int
    """Number of cards in the own hand."""
    sizes: tuple[int, ...]
    """By seat, the number of cards it holds."""
    stock_size: int
    pile: tuple[int, ...]
    """Bottom to top; all of it was seen when it was discarded."""
    by_side: tuple[SideState, ...]
    permission: PermissionState | None
    foot_sizes: tuple[int, ...]
    """By seat, the number of cards in its second hand; () where there are none."""
    set_aside: tuple[int, ...]
    """Cards of the pile, seen by all, that stay face down until the seat on turn discards."""
    so_far: TurnSoFar | None
    """What the seat on turn has done so far, without the hand with which it began."""


def seat_view(state: HandState, seat: int | None) -> SeatView:
    """The hand as `seat` may see it; None for a spectator."""
    return new_tuple(
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
            state.set_aside,
            _without_start(state.so_far),
        ),
    )


def _without_start(so_far: TurnSoFar | None) -> TurnSoFar | None:
    if so_far is None or so_far.start is None:
        return so_far
    return new_tuple(TurnSoFar, (None, *so_far[1:]))


def hand_as_seen(view: SeatView) -> HandState:
    """A hand that equals the real one for the viewing seat, with placeholders for the rest."""
    state = HandState(view.rules, view.seats, (), view.number)
    state.dealer, state.turn = view.dealer, view.turn
    state.phase, state.to_act = view.phase, view.to_act
    for seat, size in enumerate(view.sizes):
        state.hands[seat] = bytearray(_face_down(size))
    if view.seat is not None:
        state.hands[view.seat] = bytearray(view.hand)
    state.sizes = list(view.sizes)
    state.stock = [_PLACEHOLDER] * view.stock_size
    state.pile = view.pile
    state.by_side = list(view.by_side)
    state.next_meld = 1 + max((m.id for own in view.by_side for m in own.melds), default=0)
    state.permission, state.so_far = view.permission, view.so_far
    state.set_aside, state.feet = view.set_aside, tuple(map(_face_down, view.foot_sizes))
    return state


def _face_down(size: int) -> bytes:
    """This many cards to which no special rule applies, as counts; at most a byte of one kind."""
    counts = bytearray(KINDS)
    for kind in NATURALS[FOUR]:
        counts[kind] = min(size, 255)
        size -= counts[kind]
    return bytes(counts)


_PLACEHOLDER: Final = NATURALS[FOUR][0]
"""Used where a card is hidden: one to which no special rule applies."""


def withholds_cards(match: Match, audience: Audience) -> bool:
    """True if the log shows the audience no card: they have finished, and other tables have not."""
    return audience.embargo and match.result is not None


def match_view(match: Match, audience: Audience) -> MatchAnswer:
    """The game as the audience sees it, without the players, whom the service adds."""
    shown, seat = last_hand_shown(match, audience), audience.seat
    scored, follows = shown >= match.hands_played, shown > match.hands_played
    hand = match.hand if follows else None
    result = None if audience.embargo and seat is None else match.result
    return {
        "practice": match.practice,
        "sides": [
            {
                "side": side,
                "seats": list(range(side, match.seats, match.sides)),
                "score": total if scored else None,
            }
            for side, total in enumerate(match.scores)
        ],
        "hand": None if hand is None else _hand_view(match, hand, seat),
        "next_commitment": match.next_commitment,
        "consent": _consent_view(match.consent),
        "clock": clock_view(match.clock) if match.clock is not None and follows else None,
        "last_hand": _last_hand_view(match.last_hand) if scored else None,
        "result": None if result is None else result_view(result, seat),
    }


def _last_hand_view(last: LastHand | None) -> HandResultAnswer | None:
    if last is None:
        return None
    return {
        "number": last.number,
        "dealer": last.dealer,
        "end": last.end.value,
        "out": last.out,
        "score": score_out(last.score),
        "log_head": last.log_head,
    }


def _consent_view(consent: Consent | None) -> ConsentAnswer | None:
    if consent is None:
        return None
    shown: ConsentAnswer = {
        "about": consent.about,
        "asked_by": consent.asked_by,
        "seats": list(consent.seats),
        "agreed": list(consent.agreed),
        "until": consent.until,
    }
    if consent.claimed is not None:
        shown["claimed"] = consent.claimed
    return shown


def _hand_view(match: Match, state: HandState, seat: int | None) -> HandAnswer:
    hands: list[HeldCards] = [
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
        "aside": {"seat": state.turn, "count": len(state.set_aside)} if state.set_aside else None,
        "melds": [_meld_view(meld, state.rules) for meld in state.all_melds()],
        "red_threes": [faces(side.red_threes) for side in state.by_side],
        "initial_minimum": [side.minimum for side in state.by_side],
        "permission": _permission_view(state.permission),
        "commitment": match.commitment,
    }


def _pile_view(state: HandState) -> PileAnswer:
    top = state.pile[-1] if state.pile else None
    return {
        "count": len(state.pile),
        "top": None if top is None else FACES[top],
        "cards": faces(state.pile),
        "frozen": state.rules.is_frozen(state.pile),
        "blocked": top is not None and top in state.rules.blocking,
    }


def _meld_view(meld: Meld, rules: Rules) -> MeldAnswer:
    return {
        "id": meld.id,
        "side": meld.side,
        "kind": meld.kind,
        "cards": faces(meld.cards),
        "wild_as": None if meld.wild_as is None else RANKS[meld.wild_as],
        "points": value(meld.cards, rules),
        "canasta": canasta(meld, rules),
        "closed": not meld.open_to,
    }


def _permission_view(permission: PermissionState | None) -> PermissionAnswer | None:
    if permission is None:
        return None
    return {
        "asked_by": permission.asked_by,
        "asked": list(permission.asked),
        "answers": {str(seat): answer for seat, answer in permission.answers},
        "granted": permission.granted,
    }
