"""Dealing: every shuffle is promised one hand ahead, and stirred by what the players do since."""

import os
from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID, uuid4

import orjson

from games.engine import match as engine
from games.engine.actions import Cards
from games.engine.codec import cards_text, text_cards
from games.engine.events import Event
from games.engine.match import Match
from games.engine.rulesets import Ruleset
from games.engine.shuffle import SEED_BYTES, Context, Secret, commitment, first_dealer, shuffle
from games.models import DealSecret
from games.selectors.deals import context_of, entropy_get
from games.vault import seal, unseal


def deal_promise(*, game_id: UUID, hand: int, rules: Ruleset, seats: int) -> str:
    """Draw and keep the seed of `hand`; its commitment, or that of the pack given already."""
    given = DealSecret.objects.filter(game_id=game_id, hand=hand).first()
    if given is not None:
        return given.commitment
    seed = Secret(os.urandom(SEED_BYTES))
    pack = rules.pack
    context = Context(str(uuid4()), hand, pack.decks[seats], pack.jokers[seats], "game")
    secret = DealSecret(
        game_id=game_id,
        hand=hand,
        sealed=seal(seed),
        context=orjson.dumps(asdict(context)).decode(),
        commitment=commitment(seed, context),
    )
    secret.save(force_insert=True)
    return secret.commitment


def deals_give(*, game_id: UUID, orders: Sequence[Cards]) -> None:
    """Keep the packs that the first hands of a practice game are dealt from."""
    DealSecret.objects.bulk_create(
        DealSecret(game_id=game_id, hand=hand, given=True, sealed=seal(cards_text(order).encode()))
        for hand, order in enumerate(orders, 1)
    )


def hand_deal(
    *,
    game_id: UUID,
    match: Match,
    dealer: int | None = None,
    last: tuple[int, str] | None = None,
) -> list[Event]:
    """Deal the next hand in `match` and return the events, which the caller logs.

    `dealer` is of the first hand alone, None to draw one; `last` is the move that ended the hand
    before, see `entropy_get`.
    """
    hand = match.hands_played + 1
    secret = DealSecret.objects.get(game_id=game_id, hand=hand)
    content = unseal(bytes(secret.sealed))
    if match.next_dealer is not None:
        dealer = match.next_dealer
    if secret.given:
        order = text_cards(content.decode())
        dealer = dealer or 0
    else:
        context, entropy = context_of(secret), entropy_get(game_id, hand, last=last)
        order = shuffle(content, context, entropy)
        if dealer is None:
            dealer = first_dealer(content, context, entropy, match.seats)
    promised = deal_promise(game_id=game_id, hand=hand + 1, rules=match.rules, seats=match.seats)
    return engine.deal(match, order, dealer=dealer, next_commitment=promised)
