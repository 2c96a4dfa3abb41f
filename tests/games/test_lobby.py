"""From an empty table to the first deal."""

import hashlib
import json
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import errors
from games.engine.codec import text_cards
from games.engine.record import verify
from games.engine.rulesets import load
from games.engine.shuffle import pack
from games.models import Game, Seat
from games.selectors.deals import entropy_get, proof_get
from games.selectors.games import game_get
from games.selectors.listed import games_list
from games.selectors.records import record_get
from games.selectors.waiting import waiting_list
from games.services.authority import Authority
from games.services.bots import bot_turns_play
from games.services.games import entropy_add, game_create, game_start, last_hand_call
from games.services.invitations import invitation_accept
from games.services.rebuild import game_check
from games.services.running_seats import seat_assign
from games.services.seats import game_join, seat_leave, seat_take
from games.services.table_invitations import player_invite
from games.services.terms import GameTerms, Practice
from tests.games.tables import bots_game, people_game, person, play_out, row, seat_for, state, table

pytestmark = pytest.mark.django_db
PACK = pack(3, 6)


def test_creating_a_game_is_its_first_row() -> None:
    game = table(bots=(1, 3))

    assert (game.version, game.seq, game.status) == (1, 4, "lobby")
    assert seat_for(game.id, game.creator) == 0
    assert game_check(game.id) == []


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"seats": 7}, errors.SeatsNotAllowed),
        ({"sit": 4}, errors.NoSuchSeat),
        ({"sit": 1, "bots": (1,)}, errors.SeatIsTaken),
        ({"bots": (9,)}, errors.NoSuchSeat),
    ],
)
def test_an_impossible_table_is_refused(options, refusal) -> None:
    with pytest.raises(refusal):
        table(**options)
    assert not Game.objects.exists()


def test_the_ruleset_is_frozen_with_its_digest() -> None:
    game = table(hand_limit=7)

    assert hashlib.sha256(game.ruleset.encode()).hexdigest() == game.ruleset_sha256
    assert state(game.id).rules.game.hand_limit == 7


def test_people_sit_down_at_the_first_empty_seat_or_where_they_like() -> None:
    game = table()

    seat_take(game_id=game.id, player=person(), seat=2)
    joined = person()
    game_join(code=game.join_code.lower(), player=joined)

    assert seat_for(game.id, joined) == 1
    assert game_check(game.id) == []


def test_a_seat_is_for_one_and_a_player_for_one_seat() -> None:
    game = table()

    with pytest.raises(errors.SeatIsTaken):
        seat_take(game_id=game.id, player=person(), seat=0)
    with pytest.raises(errors.AlreadySeated) as refusal:
        seat_take(game_id=game.id, player=game.creator)
    assert refusal.value.facts == {"seat": 0}
    seat_take(game_id=game.id, player=game.creator, seat=1)
    [now] = Seat.objects.filter(game=game, player=game.creator, to_version=None)
    assert now.number == 1
    for _ in range(3):
        seat_take(game_id=game.id, player=person())
    with pytest.raises(errors.GameFull):
        seat_take(game_id=game.id, player=person())


def test_who_leaves_frees_the_seat_and_the_stint_stays_on_record() -> None:
    game, ben = table(), person()
    seat_take(game_id=game.id, player=ben)

    seat_leave(game_id=game.id, player=ben)

    stint = Seat.objects.get(game=game, player=ben)
    assert (stint.from_version, stint.to_version) == (2, 3)
    assert seat_for(game.id, ben) is None
    with pytest.raises(errors.NotSeated):
        seat_leave(game_id=game.id, player=ben)


def test_only_the_creator_fills_seats_and_may_replace_who_sits_there() -> None:
    game, ben = table(), person()
    seat_take(game_id=game.id, player=ben, seat=1)

    with pytest.raises(errors.NotCreator):
        seat_assign(game_id=game.id, by=Authority(ben), seat=2, bot="random")
    seat_assign(game_id=game.id, by=Authority(game.creator), seat=1, bot="random")
    invitation = seat_assign(game_id=game.id, by=Authority(game.creator), seat=2, player=ben)

    assert seat_for(game.id, ben) is None
    assert invitation is not None
    invitation_accept(invitation_id=invitation.id, by=ben)
    assert seat_for(game.id, ben) == 2
    assert row(game.id).bot_seats == 0b0010
    with pytest.raises(errors.UnknownBot):
        seat_assign(game_id=game.id, by=Authority(game.creator), seat=3, bot="oracle")
    assert game_check(game.id) == []


def test_a_game_starts_when_every_seat_is_taken() -> None:
    game = table(bots=(1, 3))

    with pytest.raises(errors.SeatEmpty) as refusal:
        game_start(game_id=game.id, by=Authority(game.creator))
    assert refusal.value.facts == {"seats": [2]}
    with pytest.raises(errors.NotSeated):
        game_start(game_id=game.id, by=Authority(person()))
    seat_take(game_id=game.id, player=person())
    started = game_start(game_id=game.id, by=Authority(game.creator))

    assert started.status == "active"
    assert started.started_at is not None
    with pytest.raises(errors.NotInLobby):
        game_start(game_id=game.id, by=Authority(game.creator))
    with pytest.raises(errors.NotInLobby):
        seat_leave(game_id=game.id, player=game.creator)


def test_a_private_game_exists_only_for_the_invited() -> None:
    game, ben, eve = table(visibility="private"), person("Ben"), person("Eve")
    player_invite(game_id=game.id, by=Authority(game.creator), player=ben)
    player_invite(game_id=game.id, by=Authority(game.creator), player=ben)

    for attempt in (
        lambda: game_get(game_id=game.id, viewer=eve.pk),
        lambda: game_get(game_id=game.id, viewer=None),
        lambda: seat_take(game_id=game.id, player=eve),
        lambda: game_start(game_id=game.id, by=Authority(eve)),
        lambda: game_get(game_id=uuid4(), viewer=eve.pk),
    ):
        with pytest.raises(errors.GameNotFound):
            attempt()
    assert [each.shown["type"] for each in waiting_list(player_id=ben.id)] == ["invited"]
    seat_take(game_id=game.id, player=ben)
    assert [each.shown["type"] for each in waiting_list(player_id=ben.id)] == ["my_table"]


def listed(viewer: UUID | None, **filters: Any) -> set[UUID]:
    games = games_list(viewer=viewer, **filters).order_by("-created_at", "pk")
    return {game.id for game in games[0:50]}


def test_lists_hold_public_games_and_ones_own() -> None:
    public, unlisted = table(visibility="public"), table()
    ben, cleo = person(), person()
    seat_take(game_id=unlisted.id, player=ben)

    for _ in range(2):  # of readers who see different games
        assert listed(None) == listed(cleo.pk) == {public.id}
        assert listed(None, mine=True) == listed(cleo.pk, mine=True) == set()
        assert listed(ben.pk) == {public.id, unlisted.id}
        assert listed(ben.pk, mine=True) == {unlisted.id}
        assert listed(ben.pk, player=public.creator_id) == {public.id}
        assert listed(ben.pk, status="finished") == set()
        assert listed(ben.pk, status="lobby", ruleset="classic") == {public.id, unlisted.id}


def test_what_players_add_stirs_the_next_shuffle() -> None:
    game, players = people_game()
    entropy_add(game_id=game.id, player=players[2], value="AB" * 16)
    entropy_add(game_id=game.id, player=players[2], value="00" * 16)

    assert entropy_get(game.id, 1) == []
    assert entropy_get(game.id, 2)[:2] == [("seat:2", "ab" * 16), ("seat:2", "00" * 16)]
    with pytest.raises(errors.NotSeated):
        entropy_add(game_id=game.id, player=person(), value="ab" * 16)
    for _ in range(14):
        entropy_add(game_id=game.id, player=players[2], value="ab" * 16)
    with pytest.raises(errors.TooMuchEntropy):
        entropy_add(game_id=game.id, player=players[2], value="ab" * 16)


def test_entropy_from_the_lobby_is_in_the_proof_of_the_first_hand() -> None:
    game = table(bots=(1, 2, 3), hand_limit=1)
    entropy_add(game_id=game.id, player=game.creator, value="ab" * 16)
    seat_assign(game_id=game.id, by=Authority(game.creator), seat=0, bot="random")
    game_start(game_id=game.id, by=Authority(game.creator))
    with pytest.raises(errors.ProofNotYet):
        proof_get(game_id=game.id, hand=1)
    with pytest.raises(errors.HandNotFound):
        proof_get(game_id=game.id, hand=2)

    play_out(game.id)

    assert proof_get(game_id=game.id, hand=1)["entropy"] == [["seat:0", "ab" * 16]]


def test_a_practice_game_deals_what_it_is_given() -> None:
    far_behind = -5000, -6000  # anybody may win the third hand: nobody reaches the target by it
    practice = Practice(orders=(PACK, PACK[::-1]), scores=far_behind, hands=3, dealer=2)

    game = bots_game(practice=practice, hand_limit=0)
    play_out(game.id)

    match = state(game.id)
    assert match.practice
    assert match.hands_played == 3
    assert match.result is not None
    assert match.result.end == "hand_limit"
    deals = [
        data
        for text in game.moves.filter(events__contains="hand_dealt")
        .order_by("version")
        .values_list("events", flat=True)
        for data in json.loads(text)
        if data["type"] == "hand_dealt"
    ]
    assert [text_cards(deal["order"]) for deal in deals[:2]] == [PACK, PACK[::-1]]
    assert [deal["dealer"] for deal in deals] == [2, 3, 0]
    assert [bool(deal["commitment"]) for deal in deals] == [False, False, True]
    with pytest.raises(errors.NoProof):
        proof_get(game_id=game.id, hand=1)
    assert proof_get(game_id=game.id, hand=3)["algorithm"] == "samba-shuffle/1"
    assert game_check(game.id) == []


@pytest.mark.parametrize(
    "practice",
    [
        Practice(orders=(PACK[1:],), scores=(0, 0), hands=1),
        Practice(orders=(PACK[1:] + PACK[1:2],), scores=(0, 0), hands=1),
        Practice(orders=(PACK,), scores=(0, 0, 0), hands=1),
        Practice(orders=(PACK, PACK), scores=(0, 0), hands=1),
    ],
)
def test_practice_that_does_not_fit_the_ruleset_is_refused(practice: Practice) -> None:
    with pytest.raises(errors.PracticeInvalid):
        table(practice=practice, rules=load("classic"), overrides={})


def test_a_table_is_set_at_one_go_and_started_by_the_service_itself() -> None:
    director, players = person("Director"), [person(name) for name in ("Ana", "Ben", "Cleo")]
    rules = load("classic")

    game = game_create(
        creator=director,
        terms=GameTerms(
            rules=rules, overrides={}, seats=4, visibility="private", spectators="none"
        ),
        sit=None,
        bots={3: "random"},
        players=dict(enumerate(players)),
    )
    started = game_start(game_id=game.id, by=None)

    assert started.status == "active"
    assert [seat_for(game.id, player) for player in players] == [0, 1, 2]
    assert seat_for(game.id, director) is None
    assert list(game.moves.order_by("version").values_list("actor", flat=True)) == [
        director.id,
        None,
    ]
    assert game_check(game.id) == []


def test_a_handicap_is_there_at_the_start_and_in_a_record_that_verifies() -> None:
    game = bots_game(handicap=(0, 1500))
    assert state(game.id).scores == [0, 1500]
    play_out(game.id)

    record = record_get(game.id)

    assert (record["practice"], record["start_scores"]) == (False, [0, 1500])
    assert verify(record) == []
    other = {**record, "start_scores": [0, 1000]}
    assert verify(other) != []
    with pytest.raises(errors.HandicapInvalid):
        table(handicap=(0, 0, 0))


def test_when_the_last_hand_is_called_it_is_played_out_and_none_is_dealt_after_it() -> None:
    game = bots_game(hand_limit=0, start=False)
    with pytest.raises(errors.NoHandRunning):
        last_hand_call(game_id=game.id, reason="time")
    game_start(game_id=game.id, by=None)
    bot_turns_play(game_id=game.id, version=row(game.id).version, budget_s=0)

    called = last_hand_call(game_id=game.id, by=game.creator, reason="time")
    again = last_hand_call(game_id=game.id, reason="time again")

    assert again.version == called.version
    assert play_out(game.id).status == "finished"
    match = state(game.id)
    assert match.result is not None
    assert (match.hands_played, match.result.end) == (1, "hand_limit")
    assert verify(record_get(game.id)) == []
    assert game_check(game.id) == []
    with pytest.raises(errors.NoHandRunning):
        last_hand_call(game_id=game.id, reason="time")


def test_nobody_is_put_at_a_table_twice() -> None:
    ana = person()
    with pytest.raises(errors.AlreadySeated):
        table(creator=ana, players={2: ana})
    with pytest.raises(errors.SeatIsTaken):
        table(bots=(1,), players={1: person("Ben")})
