"""Reading the deals: the input of a shuffle, and its proof when the hand is over."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, cast
from uuid import UUID

import orjson

from games.engine import shuffle
from games.engine.codec import event_in
from games.engine.events import EntropyAdded
from games.engine.match import Match
from games.errors import HandNotFound, NoProof, ProofNotYet
from games.models import Board, DealSecret, DealSet
from games.selectors.deal_sets import deals_embargoed
from games.store.log import LogRow, rows_get
from games.store.row import GameRow, game_load
from games.store.state import match_of
from games.vault import unseal

Pairs = list[tuple[str, str]]


def entropy_get(game_id: UUID, hand: int, *, last: tuple[int, str] | None = None) -> Pairs:
    """The entropy for the shuffle of `hand`, as (source, hex): what was logged since the deal
    before.

    `last` is the seat and the action, as JSON, of the move that is being made and ends the hand
    before; the log does not have it yet.
    """
    rows = rows_get(game_id, hands=(hand - 1, hand - 1))
    return _entropy_of(((row.seat, row.action, row.events) for row in rows), hand, last=last)


def _entropy_of(
    rows: Iterable[tuple[int | None, str, str]], hand: int, *, last: tuple[int, str] | None = None
) -> Pairs:
    """What rows of the hand before, each as its seat, action and events, give to a shuffle."""
    moves: list[tuple[int | None, str]] = []
    pairs: Pairs = []
    for seat, action, events in rows:
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


class Deal(NamedTuple):
    """What a hand is dealt from; hidden."""

    content: shuffle.Secret
    """A seed, or (if there is no context) a given pack, as text."""
    context: shuffle.Context | None
    entropy: Pairs


def deal_get(game: GameRow, hand: int, *, last: tuple[int, str] | None = None) -> Deal:
    """The deal of `hand`: the table's own, or the one that it shares; see `entropy_get`."""
    if game.deal_set_id is not None:
        return Deal(*_shared_deal(game.deal_set_id, hand))
    secret = DealSecret.objects.get(game_id=game.id, hand=hand)
    return _own_deal(secret, lambda: entropy_get(game.id, hand, last=last))


def _own_deal(secret: DealSecret, entropy: Callable[[], Pairs]) -> Deal:
    content = unseal(bytes(secret.sealed))
    return Deal(content, None, []) if secret.given else Deal(content, _context(secret), entropy())


def shared_dealer(deal_set_id: UUID) -> int:
    """The first dealer at every table of a set that takes no more entropy."""
    seed, context, entropy = _shared_deal(deal_set_id, 1)
    seats = DealSet.objects.values_list("seats", flat=True).get(pk=deal_set_id)
    return shuffle.first_dealer(seed, context, entropy, seats)


def _shared_deal(deal_set_id: UUID, hand: int) -> tuple[shuffle.Secret, shuffle.Context, Pairs]:
    board = Board.objects.select_related("deal_set").get(deal_set=deal_set_id, number=hand)
    return _deal_of_board(board)


def _deal_of_board(board: Board) -> tuple[shuffle.Secret, shuffle.Context, Pairs]:
    stirred = [(shuffle.DIRECTOR, value) for value in board.deal_set.entropy]
    return unseal(bytes(board.sealed)), _context(board), stirred


def _context(deal: DealSecret | Board) -> shuffle.Context:
    """What the deal's commitment is for."""
    return shuffle.Context(**orjson.loads(deal.context))


def proof_get(*, game_id: UUID, hand: int) -> shuffle.ProofAnswer:
    """The proof of the shuffle of `hand`.

    Raises HandNotFound for a hand that was never dealt, ProofNotYet before its end and while
    another table may still play it, NoProof for a given pack.
    """
    loaded = game_load(game_id)
    if deals_embargoed(loaded.game):
        raise ProofNotYet
    match = match_of(loaded)
    if hand > match.hands_played:
        raise ProofNotYet if _is_dealt(match, hand) else HandNotFound
    proof = _proof_of(deal_get(loaded.game, hand))
    if proof is None:
        raise NoProof
    return proof


def _proof_of(deal: Deal) -> shuffle.ProofAnswer | None:
    """None for a given pack."""
    if deal.context is None:
        return None
    return cast(shuffle.ProofAnswer, shuffle.proof(deal.content, deal.context, deal.entropy))


def proofs_get(
    game: GameRow, hands: int, rows: Iterable[LogRow]
) -> dict[int, shuffle.ProofAnswer | None]:
    """By number, the proofs of the first `hands` hands; None for a given pack.

    That they are over, at every table that plays them, is for the caller to know. `rows` are the
    log: however many hands there are, this takes one statement.
    """
    before: defaultdict[int, list[tuple[int | None, str, str]]] = defaultdict(list)
    for row in rows:
        before[row.hand + 1].append((row.seat, row.action, row.events))
    deals: dict[int, Deal]
    if game.deal_set_id is not None:
        boards = Board.objects.filter(deal_set=game.deal_set_id, number__lte=hands)
        shared = boards.select_related("deal_set")
        deals = {board.number: Deal(*_deal_of_board(board)) for board in shared}
    else:
        secrets = DealSecret.objects.filter(game_id=game.id, hand__lte=hands)
        deals = {
            secret.hand: _own_deal(secret, partial(_entropy_of, before[secret.hand], secret.hand))
            for secret in secrets
        }
    return {number: _proof_of(deals[number]) for number in range(1, hands + 1)}


def _is_dealt(match: Match, hand: int) -> bool:
    return match.hand is not None and match.hand.number == hand
