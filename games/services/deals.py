"""Dealing: every shuffle is committed one hand ahead, and stirred by what the players do since."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import NamedTuple
from uuid import UUID, uuid4

import orjson

from games.engine import match as engine
from games.engine.actions import Cards
from games.engine.codec import cards_text, text_cards
from games.engine.events import Event
from games.engine.match import Match
from games.engine.rulesets import Rules
from games.engine.shuffle import SEED_BYTES, Context, Secret, commitment, first_dealer, shuffle
from games.models import Board, DealSecret, Game
from games.selectors.deals import deal_get
from games.store.row import GameRow
from games.vault import seal


class Promise(NamedTuple):
    """An encrypted seed, and the commitment to it that the players see."""

    sealed: bytes
    context: str
    """JSON."""
    commitment: str


def seed_commit(
    *, deal_id: str, hand: int, rules: Rules, seats: int, scope: str = "game"
) -> Promise:
    """Draw the seed of a deal."""
    seed = Secret(os.urandom(SEED_BYTES))
    pack = rules.pack
    context = Context(deal_id, hand, pack.decks[seats], pack.jokers[seats], scope)
    text = orjson.dumps(asdict(context)).decode()
    return Promise(seal(seed), text, commitment(seed, context))


def deal_commit(game: Game | GameRow, *, hand: int, rules: Rules) -> str:
    """Commit to the deal of `hand`; the commitment is empty for a given pack and after the last
    board.

    The deals of a set were committed with it.
    """
    if game.deal_set_id is not None:
        boards = Board.objects.filter(deal_set=game.deal_set_id, number=hand)
        return boards.values_list("commitment", flat=True).first() or ""
    given = DealSecret.objects.filter(game_id=game.id, hand=hand).first()
    if given is not None:
        return given.commitment
    promise = seed_commit(deal_id=str(uuid4()), hand=hand, rules=rules, seats=game.seats)
    DealSecret(game_id=game.id, hand=hand, **promise._asdict()).save(force_insert=True)
    return promise.commitment


def deals_commit(games: Sequence[Game], *, rules: Rules) -> list[str]:
    """Commit to the first deals of new games, which are neither given nor shared."""
    promises = [
        seed_commit(deal_id=str(uuid4()), hand=1, rules=rules, seats=game.seats) for game in games
    ]
    DealSecret.objects.bulk_create(
        DealSecret(game_id=game.id, hand=1, **promise._asdict())
        for game, promise in zip(games, promises, strict=True)
    )
    return [promise.commitment for promise in promises]


def deals_assign(*, game_id: UUID, orders: Sequence[Cards]) -> None:
    """Keep the packs from which the first hands of a practice game are dealt."""
    DealSecret.objects.bulk_create(
        DealSecret(game_id=game_id, hand=hand, given=True, sealed=seal(cards_text(order).encode()))
        for hand, order in enumerate(orders, 1)
    )


def hand_deal(
    game: GameRow,
    match: Match,
    *,
    dealer: int | None = None,
    last: tuple[int, str] | None = None,
) -> list[Event]:
    """Deal the next hand in `match` and return the events, which the caller logs.

    `dealer` is only for the first hand, None to draw one. `last` is the move that ended the hand
    before, see `entropy_get`.
    """
    hand = match.hands_played + 1
    content, context, entropy = deal_get(game, hand, last=last)
    if match.next_dealer is not None:
        dealer = match.next_dealer
    if context is None:
        order = text_cards(content.decode())
        dealer = dealer or 0
    else:
        order = shuffle(content, context, entropy)
        if dealer is None:
            dealer = first_dealer(content, context, entropy, match.seats)
    promised = deal_commit(game, hand=hand + 1, rules=match.rules)
    return engine.deal(match, order, dealer=dealer, next_commitment=promised)
