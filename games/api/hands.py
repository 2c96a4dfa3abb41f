"""The log of a game, its finished hands, and who may look from another seat or back."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.api.base import MAX_SEAT, READ, GameApiView
from games.engine.answers import HandResultAnswer
from games.engine.event_answers import Event
from games.engine.shuffle import ProofAnswer
from games.errors import DealsNotYet, GameNotFound, HandNotFound, NotSeated, PlaysThere
from games.selectors.at_version import seen_at
from games.selectors.cases import Party, plays_on
from games.selectors.deal_sets import log_heads
from games.selectors.deals import proof_get
from games.selectors.events import events_since
from games.selectors.games import GameState
from games.selectors.hands import hand_get, hand_out, hands_list
from games.selectors.live import OwnTurn, is_read_out
from games.selectors.positions import Position, position_get
from games.services.cases import look_record
from games.services.peek import hand_peek
from samba_service.accounts.choices import Scope
from samba_service.kit import strict
from samba_service.kit.access import Caller, caller_of, insufficient_scope, require_caller
from samba_service.kit.answers import Page
from samba_service.kit.http import paged
from samba_service.kit.live import poll_hold
from samba_service.kit.schema import listing, operation
from samba_service.kit.streams import wait_field

TAGS = ("history",)

MOVES_PER_CALL = 2
"""Half a call is the price of a move that is played again."""


def state_of_seat(
    request: Request,
    state: GameState,
    *,
    as_seat: int | None = None,
    at: int | None = None,
    before_score: bool = False,
) -> GameState:
    """The game as `as_seat`, or else the caller's own seat, saw it at version `at`, or sees it.

    `before_score`: before that version scored a hand, if it did.
    """
    seat = seat_asked(request, state, as_seat)
    version = state.game.version if at is None else at
    then = seen_at(state, seat=seat, version=version, before_score=before_score)
    hand = then.match.hand
    may_follow(request, state, seat, running=hand is not None and _runs(state, hand.number))
    return then


def finished_position(request: Request, state: GameState, *, as_seat: int, at: int) -> Position:
    """The position of a finished hand at version `at`, for those who may look from `as_seat`."""
    may_follow(request, state, seat_asked(request, state, as_seat), running=False)
    return position_get(state, at)


def may_follow(request: Request, state: GameState, seat: int, *, running: bool) -> None:
    """Refuse, or put on record, a look from `seat` at a hand, which may still be running.

    Finished hands are to be seen by nobody while other tables play their deals.
    """
    caller = caller_of(request)
    if not caller.scopes & {Scope.HISTORY_READ, Scope.GAMES_PEEK}:
        raise insufficient_scope(Scope.HISTORY_READ)
    if seat == state.seat and not (state.embargo and state.is_over):
        return
    if running:
        _peek(caller, state, seat)
    elif state.embargo:
        raise DealsNotYet
    elif not (party := Party(state, caller.player_id, caller.scopes)).has_sat:
        if not party.settles:
            raise NotSeated
        look_record(game_id=state.game.id, by=caller.player_id)


def seat_asked(request: Request, state: GameState, as_seat: int | None) -> int:
    """The seat that a caller asks for, or else their own."""
    require_caller(request)
    seat = state.seat if as_seat is None else as_seat
    if seat is None:
        raise NotSeated
    if seat >= state.match.seats:
        raise GameNotFound
    return seat


def _runs(state: GameState, hand: int) -> bool:
    return hand > state.match.hands_played


def _peek(caller: Caller, state: GameState, seat: int) -> None:
    if Scope.GAMES_PEEK not in caller.scopes:
        raise insufficient_scope(Scope.GAMES_PEEK)
    if plays_on(state, caller.player_id):
        raise PlaysThere
    hand_peek(game_id=state.game.id, by=caller.player_id, seat=seat)


def others_log_end(request: Request, state: GameState, seat: int) -> int | None:
    """The last hand whose events the caller may read as `seat`; None for no end.

    Players read the log of another seat up to the last finished hand; staff read on, on record.
    """
    seat = seat_asked(request, state, seat)
    caller = caller_of(request)
    peeks = (
        Scope.GAMES_PEEK in caller.scopes
        and state.match.hand is not None
        and not plays_on(state, caller.player_id)
    )
    may_follow(request, state, seat, running=peeks)
    return None if peeks or seat == state.seat else state.match.hands_played


WAITS_FOR = ("news", "my_turn")


class EventsQuery(strict.Serializer):
    after = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=500, default=100, required=False)
    as_seat = serializers.IntegerField(min_value=0, max_value=MAX_SEAT, required=False)
    wait = wait_field()
    wait_for = strict.ChoiceField(WAITS_FOR, required=False, default="news")


class Events(GameApiView, at="games/{game_id}/events"):
    @listing(
        "games_events_list", READ, Event, tags=("games",), query=EventsQuery, refusals=(403, 409)
    )
    def get(self, query: Any) -> Page[Event]:
        """Read the log.

        Every reader gets every `seq`, without gaps; what they may not see of an event is absent.
        Spectators read up to the last finished hand unless the game is open to live ones.
        `as_seat`: as another seat read it, up to the last finished hand. While other tables play
        the same deals spectators read up to the first deal, and who has finished finds `withheld`
        for every event with cards; 409 `deals_not_yet` for `as_seat`.

        `wait` has no effect with `as_seat`, and when the game is over. With `wait_for=my_turn` a
        player at the table waits until they must act or are asked something, the hand ends or a
        page is full, and gets all events until then: at once, and perhaps none, if they must act
        already. 409 `too_many` at the limit of open streams and waiting calls, `facts.limit`.
        """
        state, last_hand, limit, after = self.state, None, query["limit"], query["after"]
        if "as_seat" in query:
            last_hand = others_log_end(self.request, state, query["as_seat"])
            state = state._replace(seat=query["as_seat"])
        found = events_since(state, after=after, limit=limit + 1, last_hand=last_hand)
        until = None
        if query["wait_for"] == "my_turn" and state.seat is not None:
            until = _own_turn(state, found, after + limit)
        waits = query["wait"] and "as_seat" not in query and not is_read_out(state, after)
        if waits and not (found if until is None else until.has_come(state)):
            poll_hold(self.request, self.reader(after, until), query["wait"])
        here, following = self.request.build_absolute_uri(), None
        if len(found) > limit:
            following = replace_query_param(here, "after", str(found[limit - 1]["seq"]))
        return {"results": found[:limit], "next": following, "previous": None}


def _own_turn(state: GameState, found: Sequence[Event], last_on_page: int) -> OwnTurn:
    """The turn of the viewer, to whom `found` is new."""
    ended = sum(event["type"] in ("hand_scored", "hand_voided") for event in found)
    return OwnTurn(state.match.hands_played - ended, last_on_page)


class Hands(GameApiView, at="games/{game_id}/hands"):
    @listing("games_hands_list", READ, HandResultAnswer)
    def get(self) -> HttpResponse:
        """List the score sheets.

        Of the finished hands, the first one first.
        """
        hands = hands_list(game_id=self.state.game.id)
        shown = hands.filter(number__lte=self.state.last_hand_shown)
        return paged(self.request, shown, hand_out, ordering="number")


class HandApiView(GameApiView):
    """A hand that the path names; what is no hand's number is unknown."""

    def number(self, text: str, *, last: int) -> int:
        """The hand's number, at most `last`."""
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise HandNotFound
        if not 0 < int(text) <= last:
            raise HandNotFound
        return int(text)


class Hand(HandApiView, at="games/{game_id}/hands/{number}"):
    @operation("games_hands_read", READ, HandResultAnswer)
    def get(self) -> HandResultAnswer:
        """Read a score sheet.

        Line by line, each with its rule. 404 while the hand is running.
        """
        wanted = self.number(self.kwargs["number"], last=self.state.last_hand_shown)
        return hand_get(game_id=self.state.game.id, number=wanted)


class Proof(HandApiView, at="games/{game_id}/hands/{number}/proof"):
    @operation("games_hands_proof", READ, ProofAnswer, refusals=(409,))
    def get(self) -> ProofAnswer:
        """Check a shuffle.

        Once the hand is over: anybody can verify that the deal was fixed before it. 409
        `proof_not_yet` before, and while other tables play the same deals; then `tables` are the
        hashes of their logs' last rows. 409 `no_proof` for a pack that was given for practice.
        """
        running = self.state.match.hands_played + 1
        visible = self.state.embargo or self.state.last_hand_shown
        wanted = self.number(self.kwargs["number"], last=running if visible else 0)
        proof = proof_get(game_id=self.state.game.id, hand=wanted)
        deal_set_id = self.state.game.deal_set_id
        if deal_set_id is not None:
            proof["tables"] = log_heads(deal_set_id)
        return proof
