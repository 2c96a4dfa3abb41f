"""Reading the deals: what goes into a shuffle, and its proof when the hand is over."""

from typing import Any
from uuid import UUID

import orjson

from games.engine import shuffle
from games.engine.codec import event_in
from games.engine.events import EntropyAdded
from games.engine.match import Match
from games.errors import HandNotFound, NoProof, ProofNotYet
from games.models import DealSecret, Move
from games.selectors.rows import game_load, match_of
from games.vault import unseal

Pairs = list[tuple[str, str]]


def entropy_get(game_id: UUID, hand: int, *, last: tuple[int, str] | None = None) -> Pairs:
    """What stirs the shuffle of `hand`, as (source, hex): what was logged since the deal before.

    `last` is the seat and the action, as JSON, of the move that is being made and ends the hand
    before; the log does not have it yet.
    """
    rows = Move.objects.filter(game_id=game_id, hand=hand - 1).order_by("version")
    moves: list[tuple[int | None, str]] = []
    pairs: Pairs = []
    for seat, action, events in rows.values_list("seat", "action", "events"):
        if action:
            moves.append((seat, action))
        elif "entropy_added" in events:
            pairs += _added(events)
    if last is not None:
        moves.append(last)
    if hand > 1:
        played = [{"seat": seat, "action": orjson.loads(action)} for seat, action in moves]
        pairs.append((f"moves:{hand - 1}", shuffle.moves_entropy(played)))
    return pairs


def _added(events: str) -> Pairs:
    """The contributions in a row's events."""
    return [
        (f"seat:{event.seat}", event.value)
        for event in map(event_in, orjson.loads(events))
        if isinstance(event, EntropyAdded)
    ]


def context_of(secret: DealSecret) -> shuffle.Context:
    """What the deal's commitment is for."""
    return shuffle.Context(**orjson.loads(secret.context))


def proof_get(*, game_id: UUID, hand: int) -> dict[str, Any]:
    """The proof of the shuffle of `hand`.

    Raises HandNotFound for a hand that was never dealt, ProofNotYet before its end, NoProof for a
    given pack.
    """
    match = match_of(game_load(game_id))
    if hand > match.hands_played:
        raise ProofNotYet if _is_dealt(match, hand) else HandNotFound
    secret = DealSecret.objects.get(game_id=game_id, hand=hand)
    if secret.given:
        raise NoProof
    return shuffle.proof(
        unseal(bytes(secret.sealed)), context_of(secret), entropy_get(game_id, hand)
    )


def _is_dealt(match: Match, hand: int) -> bool:
    return match.hand is not None and match.hand.number == hand
