"""From an empty table to the first deal."""

import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction

from games.engine.actions import Cards
from games.engine.cards import counts_of
from games.engine.events import EntropyAdded, Event, GameCreated, GameStarted
from games.engine.match import Match, absorb_event
from games.engine.rulesets import Ruleset, sha256, to_document
from games.errors import (
    GameNotActive,
    NoSuchSeat,
    NotSeated,
    PracticeInvalid,
    SeatEmpty,
    SeatsNotAllowed,
    TooMuchEntropy,
)
from games.models import Game, GameStatus, Player
from games.selectors.deals import entropy_get
from games.selectors.games import seat_of
from games.selectors.log import GENESIS
from games.selectors.rows import GameRow, game_lock
from games.services.deals import deal_promise, deals_give, hand_deal
from games.services.seats import (
    Table,
    house_bot,
    require_lobby,
    rows_log,
    sit_down,
    table_lock,
)

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12
"""Of the code to join by: 58 bits, and still to be read aloud."""
ENTROPY_LIMIT = 16
"""Contributions of one seat to one shuffle."""


class Practice(NamedTuple):
    """What a practice game is given instead of chance."""

    orders: tuple[Cards, ...]
    """Packs of the first hands, each in the order in which it leaves the dealer's hand."""
    scores: tuple[int, ...]
    """By side, at the start."""
    hands: int
    """After so many the game is over."""
    dealer: int | None = None

    def __repr__(self) -> str:
        return f"<practice of {self.hands} hands>"


@transaction.atomic
def game_create(
    *,
    creator: Player,
    rules: Ruleset,
    overrides: Mapping[str, Any],
    seats: int,
    sit: int | None = 0,
    bots: Mapping[int, str] | None = None,
    dealer: int | None = None,
    visibility: str = "unlisted",
    spectators: str = "delayed",
    hints: bool = False,
    practice: Practice | None = None,
) -> Game:
    """A game in the lobby; `rules` have `overrides` in them already.

    The creator sits at `sit`, unless that is None; `bots` are levels of our bots by seat. Raises
    SeatsNotAllowed, NoSuchSeat, SeatIsTaken, UnknownBot, PracticeInvalid.
    """
    if seats not in rules.seating.sides:
        raise SeatsNotAllowed(allowed=list(rules.seating.players))
    if practice is not None:
        _require_fit(practice, rules, seats)
        rules, overrides = _limited(rules, overrides, hands=practice.hands)
        dealer = dealer if practice.dealer is None else practice.dealer
    if dealer is not None and not 0 <= dealer < seats:
        raise NoSuchSeat(seats=seats)
    game = Game.objects.create(
        **_frozen(rules),
        seats=seats,
        practice=practice is not None,
        first_dealer=dealer,
        visibility=visibility,
        spectators=spectators,
        hints=hints,
        creator=creator,
        join_code="".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)),
        head=GENESIS,
    )
    if practice is not None:
        deals_give(game_id=game.id, orders=practice.orders)
    created = GameCreated(
        ruleset=to_document(rules),
        overrides=dict(overrides),
        seats=seats,
        practice=practice is not None,
        start_scores=(0,) * rules.sides(seats) if practice is None else practice.scores,
        commitment=deal_promise(game_id=game.id, hand=1, rules=rules, seats=seats),
    )
    match = Match(created, rules)
    events = [created, *_first_seats(match, creator, sit, bots or {})]
    rows_log(Table(game_lock(game.id).game, match), events, actor=creator.id)
    game.refresh_from_db()
    return game


def _limited(
    rules: Ruleset, overrides: Mapping[str, Any], *, hands: int
) -> tuple[Ruleset, Mapping[str, Any]]:
    """The rules, and what they override, of a game that ends after so many hands."""
    section = {**overrides.get("game", {}), "hand_limit": hands}
    limited = replace(rules, game=replace(rules.game, hand_limit=hands))
    return limited, {**overrides, "game": section}


def _frozen(rules: Ruleset) -> dict[str, Any]:
    """The columns of a game that say by which rules it is played."""
    return {
        "ruleset": json.dumps(to_document(rules), sort_keys=True, separators=(",", ":")),
        "ruleset_sha256": sha256(rules),
        "ruleset_slug": rules.slug,
        "ruleset_version": rules.version,
    }


def _first_seats(
    match: Match, creator: Player, sit: int | None, bots: Mapping[int, str]
) -> Iterator[Event]:
    """Seat the creator and the bots."""
    if sit is not None:
        yield sit_down(match, creator, sit)
    for seat, level in sorted(bots.items()):
        yield sit_down(match, house_bot(level), seat)


def _require_fit(practice: Practice, rules: Ruleset, seats: int) -> None:
    """Raises PracticeInvalid, with the number of the first bad pack where it is one."""
    if practice.hands < max(1, len(practice.orders)):
        raise PracticeInvalid(hands=len(practice.orders))
    if len(practice.scores) != rules.sides(seats):
        raise PracticeInvalid(sides=rules.sides(seats))
    for number, order in enumerate(practice.orders):
        if tuple(counts_of(order)) != rules.pack_counts(seats):
            raise PracticeInvalid(order=number, cards=rules.pack.size(seats))


@transaction.atomic
def game_start(*, game_id: UUID, by: Player) -> GameRow:
    """Deal the first hand. Raises GameNotFound, NotSeated, NotInLobby, SeatEmpty."""
    table = table_lock(game_id, caller=by.id)
    if seat_of(table.match, by.id) is None and table.game.creator_id != by.id:
        raise NotSeated
    require_lobby(table.game)
    empty = [seat for seat, occupant in enumerate(table.match.occupants) if occupant is None]
    if empty:
        raise SeatEmpty(seats=empty)
    absorb_event(table.match, GameStarted())
    dealer = Game.objects.values_list("first_dealer", flat=True).get(pk=game_id)
    dealt = hand_deal(game_id=game_id, match=table.match, dealer=dealer)
    return rows_log(table, [GameStarted(), *dealt], actor=by.id)


@transaction.atomic
def entropy_add(*, game_id: UUID, player: Player, value: str) -> GameRow:
    """Stir `value`, bytes in hex, into the shuffle of the next hand that is not dealt yet.

    Raises GameNotFound, NotSeated, GameNotActive for a game that is over, TooMuchEntropy.
    """
    table = table_lock(game_id, caller=player.id)
    seat = seat_of(table.match, player.id)
    if seat is None:
        raise NotSeated
    if table.game.status not in (GameStatus.LOBBY, GameStatus.ACTIVE):
        raise GameNotActive
    hand = 0 if table.match.hand is None else table.match.hand.number
    added = [source for source, _ in entropy_get(game_id, hand + 1)]
    if added.count(f"seat:{seat}") >= ENTROPY_LIMIT:
        raise TooMuchEntropy(limit=ENTROPY_LIMIT)
    event = EntropyAdded(seat, bytes.fromhex(value).hex())
    return rows_log(table, [event], actor=player.id, hand=hand)
