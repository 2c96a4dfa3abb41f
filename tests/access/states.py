"""What an evening has come to where a line says so, brought about by the services."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from games.choices import Away, Visibility
from games.models import Game, Seat
from games.selectors.games import seat_of
from games.services.abandon import abandon_request, game_abandon
from games.services.authority import Authority
from games.services.concede import concede_request
from games.services.outages import heart_beat
from games.services.pauses import pause_request
from games.services.running_seats import seat_assign, seat_vacate
from samba_service.accounts.models import Player
from samba_service.accounts.services.suspensions import account_suspend
from tests.games.tables import claim_ask, state, unheard_since
from tournaments.engine.results import End
from tournaments.models import Result, Round, Tournament
from tournaments.services.calls import call_answer, director_call
from tournaments.services.clubs import club_update
from tournaments.services.entries import entry_add
from tournaments.services.entry_changes import entry_update
from tournaments.services.publication import round_publish
from tournaments.services.results import result_award
from tournaments.services.round_clock import clock_pause
from tournaments.services.rounds import round_close
from tournaments.services.score_sheets import sheet_confirm
from tournaments.services.seasons import season_close
from tournaments.services.sheet_codes import codes_for
from tournaments.services.tournaments import tournament_archive, tournament_finish, tournament_start
from tournaments.services.wall_links import wall_link_make

if TYPE_CHECKING:
    from tests.access.world import World

Step = Callable[["World", Mapping[str, Any]], Mapping[str, Any] | None]
"""Something that happens at a place; what it adds to the place."""


def _without_login(world: "World", at: Mapping[str, Any]) -> None:
    """The stranger has a guest account."""
    Player.objects.filter(pk=world.people["stranger"].pk).update(guest=True)


def _suspended(world: "World", at: Mapping[str, Any]) -> None:
    staff = world.people["staff"]
    account_suspend(player_id=at["player_id"], by=staff, until=None, reason="Cheating.")


def _shown(world: "World", at: Mapping[str, Any]) -> None:
    Game.objects.filter(pk=at["game_id"]).update(visibility=Visibility.PUBLIC)


def _hidden(world: "World", at: Mapping[str, Any]) -> None:
    """As on a night for the club."""
    if "game_id" in at:
        Game.objects.filter(pk=at["game_id"]).update(visibility=Visibility.PRIVATE)
    Tournament.objects.filter(pk=at["tournament_id"]).update(visibility="club")


def _scored(world: "World", at: Mapping[str, Any]) -> None:
    sheet_confirm(result_id=at["sheet_id"], by=world.director, directing=True)


def _closed(world: "World", at: Mapping[str, Any]) -> None:
    round_close(round_id=at["round_id"], by=world.director)


def _finished(world: "World", at: Mapping[str, Any]) -> None:
    tournament_finish(tournament_id=at["tournament_id"], by=world.director, as_played=True)


def _archived(world: "World", at: Mapping[str, Any]) -> None:
    tournament_archive(tournament_id=at["tournament_id"], by=world.admin)


def _season_over(world: "World", at: Mapping[str, Any]) -> None:
    season_close(season_id=at["season_id"], by=world.admin)


def _full(world: "World", at: Mapping[str, Any]) -> None:
    """Enough people for a start, the bots' owner none of them."""
    for member in world.names:
        entry = entry_add(
            tournament_id=at["tournament_id"], by=world.director, directing=True,
            members=[member.pk],
        )  # fmt: skip
        entry_update(entry=entry, by=world.director, directing=True, changes={"checked_in": True})


def _begun(world: "World", at: Mapping[str, Any]) -> None:
    tournament_start(tournament_id=at["tournament_id"], by=world.director)
    Tournament.objects.filter(pk=at["tournament_id"]).update(seed_shown=True)


def _published(world: "World", at: Mapping[str, Any]) -> None:
    round_publish(round_id=at["round_id"], by=world.director)


def _announced(world: "World", at: Mapping[str, Any]) -> Mapping[str, Any]:
    """Published, to be dealt in an hour."""
    later = timezone.now() + timedelta(hours=1)
    round_ = round_publish(round_id=at["round_id"], by=world.director, starts_at=later)
    return {"game_id": round_.tables.get().game_id}


def _seated(world: "World", at: Mapping[str, Any]) -> None:
    for seat in (1, 2, 3):
        seat_assign(
            game_id=at["game_id"], by=Authority(world.people["player"]), seat=seat, bot="novice"
        )


def _left(world: "World", at: Mapping[str, Any]) -> None:
    """The player stood up, and their seat is empty."""
    Game.objects.filter(pk=at["game_id"]).update(away=Away.WAIT)
    seat_vacate(game_id=at["game_id"], player=world.people["player"])


def _asked(world: "World", at: Mapping[str, Any]) -> None:
    """Another of the table asks all to break off."""
    abandon_request(game_id=at["game_id"], by=Authority(world.opponent), reason="")


def _timed(world: "World", at: Mapping[str, Any]) -> None:
    """The game has a clock."""
    clock: dict[str, Any] = {
        "turn_s": 60,
        "bank_s": 0,
        "between_hands_s": 0,
        "quiet": None,
        "days_off": [],
    }
    Game.objects.filter(pk=at["game_id"]).update(clock=json.dumps(clock))


def _pause_asked(world: "World", at: Mapping[str, Any]) -> None:
    """Another of the table asks for a pause."""
    _timed(world, at)
    pause_request(game_id=at["game_id"], by=Authority(world.opponent))


def _paused(world: "World", at: Mapping[str, Any]) -> None:
    """All of the table have agreed to a pause."""
    _timed(world, at)
    for stint in Seat.objects.filter(game=at["game_id"], to_version=None, level=""):
        pause_request(game_id=at["game_id"], by=Authority(stint.player))


def _by_time(world: "World", at: Mapping[str, Any]) -> None:
    """The round ends in an hour."""
    now = timezone.now()
    Round.objects.filter(pk=at["round_id"]).update(starts_at=now, ends_at=now + timedelta(hours=1))


def _round_paused(world: "World", at: Mapping[str, Any]) -> None:
    clock_pause(round_id=at["round_id"], by=world.director)


def _conceding(world: "World", at: Mapping[str, Any]) -> None:
    """The player has asked their partner to give up."""
    concede_request(game_id=at["game_id"], by=Authority(world.people["player"]))


def _gone(world: "World", at: Mapping[str, Any]) -> None:
    """Nobody at the table has been heard of for years, in which the service was up."""
    heart_beat()
    unheard_since(at["game_id"], datetime(2020, 1, 1, tzinfo=UTC))


def _claimed(world: "World", at: Mapping[str, Any]) -> None:
    """Another of the table has claimed the game, and the player is asked."""
    match = state(at["game_id"])
    own, other = (seat_of(match, who.pk) for who in (world.people["player"], world.opponent))
    assert own is not None
    assert other is not None
    claim_ask(at["game_id"], by=other, asked=[own], claimed=own ^ 2)


def _called(world: "World", at: Mapping[str, Any]) -> None:
    director_call(table_id=at["table_id"], by=world.people["player"], reason="A revoke?")


def _answered(world: "World", at: Mapping[str, Any]) -> None:
    call_answer(table_id=at["table_id"], by=world.director)


def _broken_off(world: "World", at: Mapping[str, Any]) -> None:
    game_abandon(game_id=at["game_id"], reason="The house closes.", by=world.director)


def _voided(world: "World", at: Mapping[str, Any]) -> None:
    """The only table is over."""
    result_award(table_id=at["table_id"], by=world.director, reason="By lot.", end=End.VOID)


def _results_shown(world: "World", at: Mapping[str, Any]) -> None:
    club_update(club_id=world.club.pk, by=world.admin, results_public=True)


CLOSED = (_scored, _closed)
FINISHED = (*CLOSED, _finished)


def _coded(world: "World", at: Mapping[str, Any]) -> Mapping[str, Any]:
    """A director has printed the sheets; the code of the side that has entered nothing."""
    round_ = Round.objects.select_related("tournament").get(pk=at["round_id"])
    codes = codes_for(round_, list(round_.tables.all()))[at["table_id"]]
    entered = Result.objects.get(pk=at["sheet_id"])
    return {"sheet_code": codes[0 if entered.side else 1]}


def _linked(world: "World", at: Mapping[str, Any]) -> Mapping[str, Any]:
    """A director has made a link to the wall."""
    made = wall_link_make(tournament_id=at["tournament_id"], by=world.director)
    return {"link_id": made.link.pk, "wall_token": made.token}


STATES: Mapping[str, tuple[str, tuple[Step, ...]]] = {
    "guest account": ("", (_without_login,)),
    "suspended account": ("somebody blocked", (_suspended,)),
    "public results": ("", (_results_shown,)),
    "ended public game": ("ended private game", (_shown,)),
    "full game": ("unlisted game", (_seated,)),
    "private table": ("online table", (_hidden,)),
    "left table": ("online table", (_left,)),
    "asked table": ("online table", (_asked,)),
    "timed table": ("online table", (_timed,)),
    "pausing table": ("online table", (_pause_asked,)),
    "paused table": ("online table", (_paused,)),
    "conceding table": ("online table", (_conceding,)),
    "deserted table": ("online table", (_gone,)),
    "claimed table": ("online table", (_claimed,)),
    "called table": ("online table", (_called,)),
    "answered table": ("online table", (_called, _answered)),
    "called night": ("night", (_called,)),
    "linked night": ("night", (_linked,)),
    "linked club night": ("club night", (_linked,)),
    "coded night": ("night", (_coded,)),
    "coded club night": ("club night", (_coded,)),
    "answered night": ("night", (_called, _answered)),
    "ended table": ("online table", (_broken_off,)),
    "ended private table": ("online table", (_broken_off, _hidden)),
    "open club night": ("open night", (_hidden,)),
    "full night": ("open night", (_full,)),
    "begun night": ("open night", (_full, _begun)),
    "published round": ("drafted round", (_published,)),
    "compared round": ("shared draft", (_published, _voided)),
    "compared club round": ("shared draft", (_published, _voided, _hidden)),
    "shared round": ("shared draft", (_published,)),
    "waiting table": ("shared draft", (_announced,)),
    "closed round": ("night", CLOSED),
    **{f"timed{club} night": (f"{club} night".strip(), (_by_time,)) for club in ("", " club")},
    **{
        f"paused{club} night": (f"{club} night".strip(), (_by_time, _round_paused))
        for club in ("", " club")
    },
    **{f"scored{club} night": (f"{club} night".strip(), (_scored,)) for club in ("", " club")},
    **{f"finished{club} night": (f"{club} night".strip(), FINISHED) for club in ("", " club")},
    **{
        f"archived{club} night": (f"{club} night".strip(), (*FINISHED, _archived))
        for club in ("", " club")
    },
    **{
        f"closed{club} season": (f"{club} night".strip(), (*FINISHED, _season_over))
        for club in ("", " club")
    },
}
"""What a line is on: which of the world's places that is, and what is done there first."""
