"""Rated games in public ratings: by their end, for who leaves too, and for nobody by consent."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.choices import GameStatus
from games.models import DueWork, Game
from games.services.abandon import abandon_request, game_abandon
from games.services.authority import Authority
from games.services.deserted import deserted_abandon
from games.services.running_seats import player_sit, running_seat_offer, seat_vacate
from samba_service.accounts.models import Player
from samba_service.accounts.services.people import player_anonymise
from tests.factories import player
from tests.games.tables import people_game, play, play_out, row, some_action, state, turn
from tests.tournaments.rated import kept, public, public_answer, replayed, work_through
from tournaments.models import CountedTable, RatingLine
from tournaments.services.ratings import RATE

pytestmark = [pytest.mark.django_db, pytest.mark.full]

HANDS = 1


def rated_game(**options: object) -> tuple[Game, list[Player]]:
    """A running game of one hand, of four people with accounts who ask to be listed."""
    game, players = people_game(
        **{"creator": player("Ana"), "rated": True, "hand_limit": HANDS, **options}
    )
    Player.objects.filter(pk__in=[each.pk for each in players]).update(rating_public=True)
    return game, players


def go_on(game: Game, players: list[Player], *, turns: int = 10_000) -> None:
    """A number of actions of people, or until the game is over; bots play whenever they must."""
    for _ in range(turns):
        play_out(game.id)
        if row(game.id).status != GameStatus.ACTIVE:
            return
        occupant = state(game.id).occupants[turn(game.id)]
        assert occupant is not None
        [who] = [each for each in players if str(each.pk) == occupant.player]
        play(game.id, who, some_action(game.id))


def leave(game: Game, who: Player) -> None:
    seat_vacate(game_id=game.id, player=who)


def margin(game: Game) -> int:
    """By how much side 0 is ahead."""
    scores = state(game.id).scores
    return scores[0] - scores[1]


def rated(players: list[Player]) -> str:
    """Of those players, by seat, who has a rating: "0123"."""
    keys = set(RatingLine.objects.values_list("key", flat=True))
    return "".join(str(seat) for seat, each in enumerate(players) if str(each.pk) in keys)


def test_a_rated_game_counts_by_its_end_for_everybody_who_played_it():
    game, players = rated_game()
    go_on(game, players)
    assert [(due.subject, due.kind) for due in DueWork.objects.all()] == [(game.pk, RATE)]
    assert public("player") == []
    assert work_through() == 1
    assert rated(players) == "0123"
    listed = {each["player"]: each for each in public("player")}
    assert {each["tables"] for each in listed.values()} == {1}
    assert listed.keys() == {str(each.pk) for each in players}
    means = [kept()[str(each.pk)].mean for each in players]
    assert means[0] == means[2] == -means[1] == -means[3]
    assert (means[0] > 0) == (margin(game) > 0)
    assert public("partnership") == []
    assert kept() == replayed()
    assert public_answer("player")["computed_at"] is not None


def test_a_game_that_is_not_rated_counts_for_nobody():
    game, players = rated_game(rated=False)
    go_on(game, players)
    assert not DueWork.objects.exists()
    assert not CountedTable.objects.exists()


def test_who_leaves_at_once_is_rated_by_the_end_and_their_partner_is_not():
    game, players = rated_game()
    leave(game, players[1])
    go_on(game, players)
    work_through()
    assert rated(players) == "012"
    assert kept() == replayed()


def test_who_erases_their_account_has_left():
    game, players = rated_game()
    player_anonymise(player_id=players[1].pk)
    go_on(game, players)
    work_through()
    assert rated(players) == "012"
    assert str(players[1].pk) not in str(public("player"))


def test_a_bot_wins_nothing_for_who_has_left_and_loses_for_them():
    means: list[float] = []
    while not (means and min(means) < 0):  # until a side that a bot ended for has lost
        game, players = rated_game()
        for each in players[:2]:
            leave(game, each)
        go_on(game, players)
        work_through()
        means = [kept()[str(each.pk)].mean for each in players[:2]]
        assert max(means) == 0, "whose side has won"
    assert kept() == replayed()


def test_a_partner_is_rated_after_a_bot_played_a_few_turns_for_who_left_and_came_back():
    game, players = rated_game()
    go_on(game, players, turns=16)
    seat = turn(game.id)
    leave(game, players[seat])
    play_out(game.id)
    player_sit(game_id=game.id, player=players[seat])
    go_on(game, players)
    work_through()
    assert rated(players) == "0123"


def test_a_game_given_up_by_consent_rates_nobody():
    game, players = rated_game(hand_limit=2)
    finish_a_hand(game, players)
    for each in players:
        abandon_request(game_id=game.id, by=Authority(each), reason="")
    assert row(game.id).status == GameStatus.ABANDONED
    assert work_through() == 1
    assert not CountedTable.objects.exists()
    assert not RatingLine.objects.exists()


def finish_a_hand(game: Game, players: list[Player]) -> None:
    """Play until the first hand is scored."""
    while not state(game.id).hands_played:
        go_on(game, players, turns=1)


def test_who_left_a_game_that_the_others_gave_up_may_lose_by_it_and_never_gains():
    game, players = rated_game(hand_limit=2)
    finish_a_hand(game, players)
    while not margin(game):  # as good as never
        game, players = rated_game(hand_limit=2)
        finish_a_hand(game, players)
    for each in players[:2]:
        leave(game, each)
    game_abandon(game_id=game.id, reason="Nobody came back")
    work_through()
    assert rated(players) == "01"
    means = [kept()[str(each.pk)].mean for each in players[:2]]
    assert max(means) == 0, "whose side was ahead"
    assert (min(means) < 0, means[0] < 0) == (True, margin(game) < 0)


def test_a_deserted_game_rates_those_who_left_it():
    game, players = rated_game(hand_limit=2)
    finish_a_hand(game, players)
    for each in players:
        leave(game, each)
    assert deserted_abandon(now=timezone.now() + timedelta(minutes=11)) == 1
    work_through()
    assert rated(players) == "0123"
    assert {strength.mean > 0 for strength in kept().values()} == {False}


def test_leaving_before_a_hand_is_finished_and_giving_up_rates_nobody():
    game, players = rated_game()
    leave(game, players[0])
    game_abandon(game_id=game.id, reason="Nobody came back")
    assert work_through() == 1
    assert not CountedTable.objects.exists()


def test_who_comes_in_for_somebody_is_not_rated():
    """The strength of who began is reckoned with; a substitute agreed to help, not to be rated."""
    game, players = rated_game()
    leave(game, players[3])
    eve = player("Eve")
    running_seat_offer(game_id=game.id, by=Authority(players[0]), player=eve)
    player_sit(game_id=game.id, player=eve)
    go_on(game, [*players, eve])
    work_through()
    assert rated([*players, eve]) == "0123"


def test_the_work_is_due_with_the_move_that_ends_the_game_or_not_at_all():
    game, players = rated_game()
    with transaction.atomic():
        go_on(game, players)
        assert DueWork.objects.filter(kind=RATE).exists()
        transaction.set_rollback(True)  # as if the process were killed here
    assert not DueWork.objects.filter(kind=RATE).exists()
