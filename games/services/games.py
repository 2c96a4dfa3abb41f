"""Games from an empty table to the first deal, and another game with the same terms."""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games.choices import GameStatus
from games.engine.events import EntropyAdded, GameCreated, GameStarted, LastHandCalled
from games.engine.match import Match, absorb_event
from games.engine.rulesets import logged
from games.errors import (
    DealSetBegun,
    DealsShared,
    GameNotActive,
    NoHandRunning,
    NoRematch,
    NotSeated,
    SeatEmpty,
    TooMuchEntropy,
)
from games.models import Game
from games.selectors.deals import entropy_get
from games.selectors.games import game_get, seat_of
from games.services.authority import Authority, director_note, require_party
from games.services.deal_sets import deal_set_begin, deal_set_lock
from games.services.deals import deal_commit, deals_assign, deals_commit, hand_deal
from games.services.invitations import has_agreed
from games.services.limits import account_of, lobby_allow, start_allow
from games.services.locked import (
    LockedGame,
    match_lock,
    match_lock_any,
    require_lobby,
    rows_log,
    rows_log_first,
)
from games.services.seats import house_bot, seat_offer, sit_down
from games.services.terms import GameTerms, document_of
from games.store.append import FirstRow
from games.store.log import GENESIS, events_in, rows_get
from games.store.row import GameRow, clock_terms_of
from samba_service.accounts.models import Player
from samba_service.accounts.services.codes import code_draw
from samba_service.accounts.services.people import require_no_guest
from samba_service.kit.idempotency import joined

ENTROPY_LIMIT = 16
"""Contributions of one seat to one shuffle."""


class Opening(NamedTuple):
    """What a game is to be, and who sits there at once, by seat: levels of our bots, and people."""

    terms: GameTerms
    bots: Mapping[int, str]
    players: Mapping[int, Player]

    @property
    def seated(self) -> list[tuple[int, Player]]:
        """In the order in which they sit down."""
        bots = [(seat, house_bot(level)) for seat, level in sorted(self.bots.items())]
        return bots + sorted(self.players.items(), key=itemgetter(0))


@joined()
def game_create(
    *,
    creator: Player,
    terms: GameTerms,
    sit: int | None = 0,
    bots: Mapping[int, str] | None = None,
    players: Mapping[int, Player] | None = None,
    wanted: Mapping[int, Player] | None = None,
    counts: bool = True,
) -> Game:
    """Create a game in the lobby, with all of these at the table.

    The creator sits at `sit`, unless that is None. `bots` are levels of our bots by seat, `players`
    others by seat, who have all agreed. Players whom the creator only wants (`wanted`, by seat) are
    invited, unless the creator may seat them. The game counts towards the limits of the creator's
    account, unless it is a tournament's. Raises what `GameTerms.settled` does, and GuestsMayNot,
    NoSuchSeat, SeatIsTaken, AlreadySeated, UnknownBot, DealSetBegun, HasSeenCards, TooMany.
    """
    require_no_guest(creator)
    terms = terms.settled()
    account = account_of(creator) if counts else None
    if account is not None:
        lobby_allow(account)
    wanted = wanted or {}
    agreed = {seat: each for seat, each in wanted.items() if has_agreed(each, creator)}
    opening = Opening(terms, bots or {}, {**(players or {}), **agreed})
    [(game, locked)] = _open(creator, [opening], account, sit)
    for seat in sorted(wanted.keys() - agreed):
        seat_offer(locked, by=creator, player=wanted[seat], seat=seat)
    return game


@joined()
def games_create(*, creator: Player, openings: Sequence[Opening]) -> list[Game]:
    """Create games of tournaments, which count towards no account's limits; all seated have agreed.

    Written are the games, as lobbies, each with the first row of its log, a snapshot, its seats,
    and the secret of its first deal, to which the server commits itself by that. Nothing is dealt.
    The number of statements does not grow with the games, unless they share their deals. Raises as
    `game_create` does.
    """
    settled = [each._replace(terms=each.terms.settled()) for each in openings]
    shared = any(each.terms.deal_set for each in settled)
    groups = [[each] for each in settled] if shared else [settled]
    return [game for group in groups for game, _ in _open(creator, group, account=None)]


def _open(
    creator: Player, openings: Sequence[Opening], account: UUID | None, sit: int | None = None
) -> list[tuple[Game, LockedGame]]:
    """Games of settled terms; if there are several, they have deals of their own.

    At `sit` the creator sits down before the others.
    """
    creators = [] if sit is None else [(sit, creator)]
    games = [
        Game(
            **terms.columns(),
            creator=creator,
            account_id=account,
            join_code=code_draw(),
            head=GENESIS,
        )
        for terms, *_ in openings
    ]
    promised = _first_deals(games, [each.terms for each in openings])
    firsts = [
        _first_row(game, each.terms, commitment, [*creators, *each.seated])
        for game, each, commitment in zip(games, openings, promised, strict=True)
    ]
    rows = rows_log_first(firsts, actor=creator.id)
    return [
        (first.game, LockedGame(row, first.match)) for first, row in zip(firsts, rows, strict=True)
    ]


def _first_deals(games: Sequence[Game], terms: Sequence[GameTerms]) -> Sequence[str]:
    """The commitments to the first deals. Raises DealSetBegun."""
    [game, *others], [first, *_] = games, terms
    if first.deal_set is not None and deal_set_lock(first.deal_set.id).begun_at is not None:
        raise DealSetBegun
    if first.practice is not None:
        deals_assign(game_id=game.id, orders=first.practice.orders)
    if others or (first.deal_set is None and first.practice is None):
        return deals_commit(games, rules=first.rules)
    return [deal_commit(game, hand=1, rules=first.rules)]


def _first_row(
    game: Game, terms: GameTerms, commitment: str, seated: Sequence[tuple[int, Player]]
) -> FirstRow:
    """The game with the commitment to its first deal, and those who sit there."""
    created = GameCreated(
        ruleset=document_of(terms.rules),
        overrides=dict(terms.overrides),
        seats=terms.seats,
        practice=terms.practice is not None,
        start_scores=terms.start_scores,
        commitment=commitment,
    )
    match = Match(created, terms.rules)
    return FirstRow(game, match, [created, *(sit_down(match, who, seat) for seat, who in seated)])


@transaction.atomic
def game_start(*, game_id: UUID, by: Authority | None) -> GameRow:
    """Deal the first hand; `by` None is the service itself.

    Raises GameNotFound, NotSeated, NotDirector for a tournament's game, NotInLobby, SeatEmpty,
    TooMany.
    """
    locked = _match_to_start(game_id, by)
    require_lobby(locked.game)
    empty = [seat for seat, occupant in enumerate(locked.match.occupants) if occupant is None]
    if empty:
        raise SeatEmpty(seats=empty)
    start_allow(locked.game)
    absorb_event(locked.match, GameStarted())
    dealer = Game.objects.values_list("first_dealer", flat=True).get(pk=game_id)
    if locked.game.deal_set_id is not None:
        deal_set_begin(locked.game.deal_set_id)
    dealt = hand_deal(locked.game, locked.match, dealer=dealer)
    return rows_log(locked, [GameStarted(), *dealt], actor=None if by is None else by.player.id)


def _match_to_start(game_id: UUID, by: Authority | None) -> LockedGame:
    if by is None:
        return match_lock_any(game_id)
    director_note("game_started", game_id, by=by)
    locked = match_lock(game_id, caller=by.player.id)
    require_party(locked.game, by, seat=seat_of(locked.match, by.player.id))
    return locked


@transaction.atomic
def entropy_add(*, game_id: UUID, player: Player, value: str) -> GameRow:
    """Stir `value`, bytes in hex, into the shuffle of the next hand that is not dealt yet.

    Raises GameNotFound, NotSeated, GameNotActive for a game that is over, DealsShared,
    TooMuchEntropy.
    """
    locked = match_lock(game_id, caller=player.id)
    seat = seat_of(locked.match, player.id)
    if seat is None:
        raise NotSeated
    if locked.game.status not in (GameStatus.LOBBY, GameStatus.ACTIVE):
        raise GameNotActive
    if locked.game.deal_set_id is not None:
        raise DealsShared
    hand = 0 if locked.match.hand is None else locked.match.hand.number
    added = [source for source, _ in entropy_get(game_id, hand + 1)]
    if added.count(f"seat:{seat}") >= ENTROPY_LIMIT:
        raise TooMuchEntropy(limit=ENTROPY_LIMIT)
    event = EntropyAdded(seat, bytes.fromhex(value).hex())
    return rows_log(locked, [event], actor=player.id, hand=hand)


@transaction.atomic
def last_hand_call(*, game_id: UUID, by: Player | None = None, reason: str) -> GameRow:
    """Make the running hand the last: it is finished, then the game ends as at a hand limit.

    Everybody may read `reason`; `by` None is the service itself. A second call changes nothing.
    Raises GameNotFound, and NoHandRunning before the first deal and after the end.
    """
    locked = match_lock_any(game_id)
    hand = locked.match.hand
    if hand is None:
        raise NoHandRunning
    if locked.match.final_hand is not None:
        return locked.game
    event = LastHandCalled(hand.number, reason)
    absorb_event(locked.match, event)
    actor = None if by is None else by.id
    return rows_log(locked, [event], actor=actor, hand=hand.number)


@transaction.atomic
def last_hand_take_back(*, game_id: UUID, by: Player, reason: str) -> None:
    """Let the game go on after the running hand; does nothing unless that is the last."""
    locked = match_lock_any(game_id)
    if locked.match.hand is None or locked.match.final_hand is None:
        return
    event = LastHandCalled(None, reason)
    absorb_event(locked.match, event)
    rows_log(locked, [event], actor=by.id, hand=locked.hand_number)


@transaction.atomic
def game_rematch(*, game_id: UUID, by: Player) -> Game:
    """Open a lobby like the game `game_id`, for a player who sits there, or sat there at its end.

    The player, the house bots and the player's own bot accounts get the same seats; all other
    people are invited to theirs. In a rated game the seats of bots stay empty. Shared deals and
    starting scores are not copied. Raises GameNotFound, NotSeated, NoRematch for a practice game,
    and what `game_create` raises.
    """
    seen = game_get(game_id=game_id, viewer=by.pk)
    if seen.seat is None:
        raise NotSeated
    game = Game.objects.get(pk=game_id)
    if game.practice:
        raise NoRematch
    others = _others(seen.match, except_seat=seen.seat)
    bots = {seat: each.bot_level for seat, each in others.items() if each.bot_level}
    return game_create(
        creator=by,
        terms=terms_of(game),
        sit=seen.seat,
        bots={} if game.rated else bots,
        wanted={seat: each for seat, each in others.items() if seat not in bots},
    )


def _others(match: Match, *, except_seat: int) -> dict[int, Player]:
    """The other players at the table, by seat, without erased accounts."""
    ids = {
        seat: UUID(occupant.player)
        for seat, occupant in enumerate(match.occupants)
        if occupant is not None and seat != except_seat
    }
    players = Player.objects.filter(anonymised_at=None).in_bulk(ids.values())
    return {seat: players[each] for seat, each in ids.items() if each in players}


def terms_of(game: Game) -> GameTerms:
    """The terms with which another game like it is created."""
    created = events_in(next(rows_get(game.pk)).events)[0]
    assert isinstance(created, GameCreated)
    return GameTerms(
        rules=logged(created.ruleset),
        overrides=created.overrides,
        seats=game.seats,
        dealer=game.first_dealer,
        visibility=game.visibility,
        spectators=game.spectators,
        hints=game.hints,
        phrases=game.phrases,
        away=game.away,
        clock=clock_terms_of(game.clock) if game.clock else None,
        pace_s=game.pace_s,
        rated=game.rated,
    )
