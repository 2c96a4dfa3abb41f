"""A substitute at a table that is being played online: they take the seat over in the game."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, Invitation, Player
from games.services.bots import bot_turns_play
from games.services.rebuild import game_check
from tests.factories import api, bot, player
from tests.games.tables import play, row, some_action, state
from tests.games_api.test_blocks import block
from tests.games_api.test_invitations import answered, wait_for
from tests.games_api.test_lobby import refused
from tests.tournaments.clubs import guests_add
from tests.tournaments.engine.simulation import checker
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.paper import paths
from tests.tournaments.undoing import bundle, kept
from tournaments.engine.bundle import bundle_in
from tournaments.models import Entry, Member, Round, Table, TableSeat
from tournaments.services.joining import club_join
from tournaments.services.online import game_result_take
from tournaments.services.rounds import round_publish

pytestmark = pytest.mark.django_db

ROOT = "/api/v1"


class Online:
    """The first table of a round that is played online, and who sits at its seat 0."""

    def __init__(self, pairs: int = 2, *, wait: bool = False, **given: Any) -> None:
        terms = {"venue": "online", "rounds": pairs // 2, "hands_per_round": 3, **given}
        self.night: Night = night(pairs, accounts=2, **terms)
        self.round: Round = self.night.draw()
        starts_at = timezone.now() + timedelta(hours=1) if wait else None
        round_publish(round_id=self.round.pk, by=self.night.director, starts_at=starts_at)
        self.director = api(self.night.director)
        self.out = self.seat.member

    @property
    def table(self) -> Table:
        return table_of(self.round)

    @property
    def seat(self) -> TableSeat:
        return TableSeat.objects.select_related("member__player").get(table=self.table, seat=0)

    @property
    def entry(self) -> Entry:
        return self.seat.entry

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    @property
    def path(self) -> str:
        return f"{ROOT}/games/{self.table.game_id}"

    @property
    def holder(self) -> Player | None:
        """Who sits at seat 0 of the game."""
        found = self.game.tenures.filter(number=0, to_version=None).first()
        return None if found is None else found.player

    def substitute(self, coming: Any, out: Any = None, **when: Any) -> Any:
        """The director lets somebody sit for who sits at seat 0; the answer."""
        body = {"out": str((out or self.out).pk), "player": str(coming.pk), "from_round": 1, **when}
        return self.director.post(f"{ROOT}/entries/{self.entry.pk}/substitutes", body)

    def newcomer(self, name: str = "Sub") -> Member:
        """A member with an account who plays nowhere."""
        return club_join(code=self.night.club.join_code, player=player(name)).member

    def stints(self) -> list[tuple[str, Any, Any, Any]]:
        """Of the first place of the entry: who, their first hand, last round and last hand."""
        told = self.director.get(f"{ROOT}/entries/{self.entry.pk}").json()["tenures"]
        partner = TableSeat.objects.get(table=self.table, seat=2).member.name
        shown = ("first_hand", "last", "last_hand")
        return [
            (each["player"]["name"], *(each[name] for name in shown))
            for each in told
            if each["player"]["name"] != partner
        ]

    def turn(self) -> None:
        """Whoever's turn it is plays it, up to the turn of seat 0."""
        while True:
            hand = state(self.game.pk).hand
            assert hand is not None
            if hand.to_act[0] == 0:
                return
            self.move()

    def move(self) -> None:
        """Who must act plays something."""
        hand = state(self.game.pk).hand
        assert hand is not None
        tenure = self.game.tenures.get(number=hand.to_act[0], to_version=None)
        play(self.game.pk, tenure.player, some_action(self.game.pk))

    def bots(self, until_hand: int) -> None:
        """Bots stand in at all seats and play until that hand has begun, or to the end."""
        for seat in range(4):
            self.director.put(f"{self.path}/seats/{seat}", {"bot": "novice"})
        while True:
            hand = state(self.game.pk).hand
            if hand is None or hand.number >= until_hand:
                return
            bot_turns_play(game_id=self.game.pk, version=row(self.game.pk).version, budget_s=0)


def sits(at: Online, who: Member) -> None:
    """The member sits at seat 0: in the line-up, at the table and in the game."""
    assert at.seat.member == who
    assert at.holder == who.player
    assert who.player is not None
    seen = api(who.player).get(at.path).json()
    assert seen["you"] == {"seat": 0}
    mine = api(who.player).get(f"{at.night.path}/my-table").json()
    assert mine["table"]["game"] == str(at.game.pk)
    assert game_check(at.game.pk) == []


# --- Taking the seat over ------------------------------------------------------------------------


def test_the_substitute_plays_on_with_the_cards_of_who_goes():
    at = Online()
    assert at.out.player is not None
    hand = api(at.out.player).get(at.path).json()["hand"]["hands"][0]["cards"]
    comes = at.newcomer()
    answer = at.substitute(comes)
    assert answer.status_code == 201, answer.content
    sits(at, comes)
    assert comes.player is not None
    seen = api(comes.player).get(at.path).json()["hand"]["hands"]
    assert seen[0]["cards"] == hand
    assert [each["seat"] for each in seen if "cards" in each] == [0]
    at.turn()
    at.move()
    assert checker.faults(bundle(at.night)) == []


def test_who_played_nothing_is_relieved_from_the_start_of_the_round():
    at = Online(hands_per_round=1)
    assert at.substitute(at.newcomer()).status_code == 201
    assert at.stints() == [("Sub", None, None, None)]
    played_out(at)
    assert rated(at) == [0, 1], "it counts for the others, and for another pair than entered"


def test_who_has_played_in_the_first_hand_leaves_a_table_that_is_not_rated():
    at = Online(hands_per_round=1)
    at.turn()
    at.move()
    assert at.substitute(at.newcomer()).status_code == 201
    assert at.stints() == [("Sub", 1, None, None)]
    assert bundle_in(bundle(at.night))
    played_out(at)
    assert rated(at) == [0, 0]


def test_in_a_later_round_who_went_sat_to_the_end_of_the_round_before():
    at = Online(4)
    for table in at.round.tables.all():
        award = {"reason": "By lot.", "end": "awarded", "award": [1200, 800], "winner": 0}
        at.director.post(f"{ROOT}/tables/{table.pk}/corrections", award)
    at.night.close(at.round)
    at.round = at.night.next_round()
    out = at.seat.member
    at.turn()
    at.move()
    assert at.substitute(at.newcomer(), out, from_round=2).status_code == 201
    assert at.stints() == [(out.name, None, 1, None), ("Sub", 1, None, None)]
    assert checker.faults(bundle(at.night)) == []


def played_out(at: Online) -> None:
    """Bots play the round to its end, and its result is the entry's."""
    at.bots(until_hand=99)
    assert game_result_take(game_id=at.game.pk)
    at.night.close(at.round)


def rated(at: Online) -> list[int]:
    """How many tables of each entry count for ratings."""
    told = bundle(at.night)
    assert checker.faults(told) == []
    return sorted(each["tables"] for each in told["ratings"])


def test_the_hand_that_is_being_played_is_the_newcomers_first():
    at = Online()
    at.bots(until_hand=2)
    early = at.substitute(at.newcomer("Early"), from_hand=1)
    assert (early.status_code, paths(early)) == (400, ["from_hand"])
    later = at.substitute(at.newcomer("Later"), from_hand=3)
    assert (later.status_code, paths(later)) == (400, ["from_hand"])
    assert at.holder is not None
    assert at.holder.bot_level, "nothing has changed"

    comes = at.newcomer()
    assert at.substitute(comes, from_hand=2).status_code == 201

    sits(at, comes)
    assert at.stints() == [(at.out.name, None, 1, 1), ("Sub", 2, None, None)]
    assert checker.faults(bundle(at.night)) == []


def test_at_a_table_that_waits_for_its_time_the_newcomer_plays_from_the_start():
    at = Online(wait=True)
    comes = at.newcomer()
    late = at.substitute(comes, from_hand=2)
    assert (late.status_code, paths(late)) == (400, ["from_hand"])
    assert at.substitute(comes).status_code == 201
    sits(at, comes)
    assert at.stints() == [("Sub", None, None, None)]
    assert at.game.tenures.filter(to_version=None).count() == 4


def test_a_seat_that_its_player_has_left_is_taken_over_and_they_do_not_come_back():
    at = Online()
    assert at.out.player is not None
    leaver = api(at.out.player)
    assert leaver.delete(f"{at.path}/seats/me").status_code == 204
    comes = at.newcomer()
    assert at.substitute(comes).status_code == 201
    sits(at, comes)
    refused(leaver.post(f"{at.path}/seats", {}), 409, "game_not_in_lobby")


def test_an_invitation_to_the_seat_from_before_is_good_for_nothing():
    at = Online()
    assert at.out.player is not None
    at.director.put(f"{at.path}/seats/0", {"bot": "novice"})
    at.director.put(f"{at.path}/seats/0", {"player": str(at.out.player.pk)})
    [asked] = wait_for(api(at.out.player))
    comes = at.newcomer()
    assert at.substitute(comes).status_code == 201
    refused(answered(api(at.out.player), "accept", asked), 409, "invitation_over")
    sits(at, comes)


def test_who_stands_in_by_the_directors_hand_becomes_the_substitute_where_they_sit():
    at = Online()
    comes = at.newcomer()
    assert comes.player is not None
    at.director.put(f"{at.path}/seats/0", {"player": str(comes.player.pk)})
    [asked] = wait_for(api(comes.player))
    answered(api(comes.player), "accept", asked)
    version = row(at.game.pk).version
    assert at.substitute(comes).status_code == 201
    sits(at, comes)
    assert row(at.game.pk).version == version


# --- Undone --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "when"),
    [
        pytest.param(1, {}, id="in the first hand"),
        pytest.param(2, {"to_round": 1}, id="in the second, for the round"),
    ],
)
def test_sent_the_other_way_round_it_is_undone_exactly(hand: int, when: dict[str, int]):
    at = Online(4 if when else 2)
    if hand > 1:
        at.bots(until_hand=hand)
    else:
        at.turn()
        at.move()
    before, comes = kept(at.night), at.newcomer()
    assert at.substitute(comes, **when).status_code == 201
    assert kept(at.night) != before
    assert at.substitute(at.out, comes, **when).status_code == 201
    assert kept(at.night) == before
    sits(at, at.out)


def test_at_a_table_that_waits_it_is_undone_too():
    at = Online(wait=True)
    before, comes = kept(at.night), at.newcomer()
    at.substitute(comes)
    assert at.substitute(at.out, comes).status_code == 201
    assert kept(at.night) == before
    sits(at, at.out)


def test_who_comes_back_after_a_hand_leaves_the_substitute_the_hands_between():
    at = Online()
    at.bots(until_hand=2)
    comes = at.newcomer()
    at.substitute(comes)
    at.bots(until_hand=3)
    assert at.substitute(at.out, comes).status_code == 201
    assert at.stints() == [
        (at.out.name, None, 1, 1),
        ("Sub", 2, 1, 2),
        (at.out.name, 3, None, None),
    ]
    sits(at, at.out)


# --- Who may -------------------------------------------------------------------------------------


def test_a_member_without_an_account_cannot_sit_at_an_online_table():
    at = Online()
    [guest] = guests_add(at.night.club, "Gus")
    answer = refused(at.substitute(guest), 409, "accounts_missing")
    assert answer["facts"] == {"tables": [1]}
    sits(at, at.out)


def test_an_account_that_is_no_member_is_asked_and_sits_down_by_accepting():
    at, stranger = Online(), player("Eve")
    wrong = at.substitute(stranger, from_hand=1)
    assert (wrong.status_code, paths(wrong)) == (400, ["from_hand"])
    assert at.substitute(stranger).status_code == 202
    sits(at, at.out)
    at.bots(until_hand=2)
    [asked] = wait_for(api(stranger))
    assert answered(api(stranger), "accept", asked).status_code == 200
    sits(at, Member.objects.get(player=stranger))
    assert at.stints()[1] == ("Eve", 2, None, None), "the hand in which they agreed"


def test_a_block_keeps_nobody_from_a_table_of_a_tournament():
    at = Online()
    comes = at.newcomer()
    partner = TableSeat.objects.get(table=at.table, seat=2).member.player
    assert partner is not None
    assert comes.player is not None
    block(api(partner), comes.player)
    assert at.substitute(comes).status_code == 201
    sits(at, comes)


def seen_elsewhere(at: Online) -> list[Member]:
    """Who knows cards of this table: who held another seat of it, and a bot account of theirs."""
    other = TableSeat.objects.get(table=at.table, seat=1)
    assert other.member.player is not None
    engine = bot(other.member.player)
    at.director.post(
        f"{ROOT}/entries/{other.entry_id}/substitutes",
        {"out": str(other.member_id), "player": str(at.newcomer("Relief").pk), "from_round": 1},
    )
    club_join(code=at.night.club.join_code, player=engine)
    return [other.member, Member.objects.get(player=engine)]


def test_who_has_held_another_seat_of_the_table_is_no_substitute_at_this_one():
    at = Online()
    for who in seen_elsewhere(at):
        answer = refused(at.substitute(who), 409, "has_seen_cards")
        assert answer["facts"] == {"table": 1}
    sits(at, at.out)


def test_who_played_the_same_deals_at_another_table_is_no_substitute():
    at = Online(4, duplicate=True)
    elsewhere = TableSeat.objects.get(round=at.round, table__number=2, seat=0)
    relief = {"out": str(elsewhere.member_id), "player": str(at.newcomer("Relief").pk)}
    path = f"{ROOT}/entries/{elsewhere.entry_id}/substitutes"
    assert at.director.post(path, {**relief, "from_round": 1}).status_code == 201
    refused(at.substitute(elsewhere.member), 409, "has_seen_cards")


def test_an_account_that_has_seen_cards_is_not_even_asked():
    at = Online()
    other = TableSeat.objects.get(table=at.table, seat=1).member.player
    assert other is not None
    engine = bot(other)
    refused(at.substitute(engine), 409, "has_seen_cards")
    assert not Invitation.objects.exists()


def test_a_game_that_has_ended_takes_no_substitute_before_its_result_is_in():
    at = Online(hands_per_round=1)
    at.bots(until_hand=99)
    refused(at.substitute(at.newcomer()), 409, "result_confirmed")


def test_at_a_table_whose_game_was_ended_only_the_line_up_changes():
    at = Online()
    at.director.post(f"{at.path}/abandon", {"reason": "The line is down."})
    comes = at.newcomer()
    assert at.substitute(comes, from_hand=2).status_code == 201
    assert at.seat.member == comes
    assert at.stints()[1] == ("Sub", 2, None, None)


# --- What who went sees --------------------------------------------------------------------------


def test_who_went_sees_of_the_running_hand_what_a_stranger_sees():
    at = Online(visibility="public")
    assert at.out.player is not None
    at.turn()
    at.move()
    version = api(at.out.player).get(at.path).json()["version"]
    at.substitute(at.newcomer())
    gone, stranger = api(at.out.player), api(player("Eve"))
    for tail in ("", "/events?limit=500", "/hands", "/hands/1", "/record", "/legal-actions",
                 "/hands/1/proof", "/events?limit=500&after=0", "/hint"):  # fmt: skip
        mine, theirs = (each.get(f"{at.path}{tail}") for each in (gone, stranger))
        assert mine.status_code == theirs.status_code, tail
        if mine.status_code == 200:
            assert mine.json() == theirs.json(), tail
    for tail in (f"?as_seat=0&at={version}", f"?at={version}", "?as_seat=0", "?as_seat=1"):
        assert gone.get(f"{at.path}{tail}").status_code == 403, tail
    for seat in range(4):
        log = gone.get(f"{at.path}/events?as_seat={seat}&limit=500").json().get("results", [])
        assert not [event for event in log if event["hand"] and "cards" in event], seat
    refused(gone.post(f"{at.path}/moves", {"action": {"type": "draw"}}), 403, "not_seated")
    refused(gone.post(f"{at.path}/moves/check", {"action": {"type": "draw"}}), 403, "not_seated")
    refused(gone.post(f"{at.path}/seats", {}), 409, "game_not_in_lobby")
    refused(gone.get(f"{at.night.path}/my-table"), 404, "not_found")


def test_a_private_table_of_the_club_is_not_taken_back_by_who_went():
    at = Online(visibility="club")
    assert at.out.player is not None
    at.substitute(at.newcomer())
    gone = api(at.out.player)
    assert gone.get(at.path).json()["you"] is None
    refused(gone.post(f"{at.path}/seats", {"seat": 0}), 409, "game_not_in_lobby")
    refused(gone.post(f"{at.path}/abandon", {}), 403, "not_seated")
    refused(gone.post(f"{at.path}/entropy", {"value": "ab" * 16}), 403, "not_seated")
