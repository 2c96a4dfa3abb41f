"""One club on one evening, and everybody who might knock: what the table of rights is tried on."""

from collections.abc import Mapping
from typing import Any, cast

from games.models import ApiToken, Block, Game, Invitation, Player
from games.selectors.records import record_get
from games.services.invitations import invitation_add
from games.services.partnerships import partnership_found
from games.services.recovery import reset_code_issue
from tests.factories import bot, player, secret
from tests.games.tables import bots_game, play_out, table
from tests.tournaments.clubs import club_of, guests_add, office_give
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.scores import total
from tournaments.api.bundle_examples import BUNDLE
from tournaments.engine.results import End
from tournaments.models import Member, Merge, Role, Round, Tournament
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.members import member_leave
from tournaments.services.merges import member_merge, merge_propose
from tournaments.services.results import sheet_enter
from tournaments.services.seasons import season_open

Json = dict[str, Any]
CALLERS = (
    "anonymous", "stranger", "invited", "guest", "member", "player", "director", "admin",
    "other member", "other director", "other admin", "bot", "staff",
)  # fmt: skip


class World:
    """Who there is, and what the placeholders of a path stand for."""

    def __init__(self) -> None:
        names = [name for name in CALLERS if name not in ("anonymous", "bot")]
        self.people: dict[str, Player] = {
            name: player(name.title(), is_staff=name == "staff") for name in names
        }
        people = self.people
        people["bot"] = bot(people["admin"], "Engine")
        self.club = club_of(*(people[each] for each in ("admin", "director", "member", "player")))
        self.guest = club_join(code=self.club.join_code, player=people["guest"]).member
        self.other = club_of(*(people[f"other {each}"] for each in ("admin", "director", "member")))
        office_give(self.club, people["director"], Role.DIRECTOR)
        office_give(self.other, people["other director"], Role.DIRECTOR)
        people["player"].person.recovery_club = self.club.pk
        people["player"].person.save()
        self.base = Night(self.club, people["admin"], people["director"], cast(Tournament, None))
        self.places: dict[str, Mapping[str, Any]] = {"": self._common()}
        self._evening()
        self._club()
        self._games()
        self.bundle = BUNDLE
        self.reset_code = reset_code_issue(person=people["stranger"].person, by=None)

    # --- Making it -------------------------------------------------------------------------------

    def _common(self) -> Json:
        """Where nothing else is said."""
        people = self.people
        pair = partnership_found(
            founder_id=people["player"].pk, player_ids=[people["invited"].pk], name=""
        )
        secret(people["player"], "profile")
        another = ApiToken.objects.get(player=people["player"])
        return {
            "club_id": self.club.pk, "player_id": people["player"].pk, "slug": "classic",
            "code": "MELD-07", "number": 1, "seat": 0, "partnership_id": pair.pk,
            "token_id": another.pk,
        }  # fmt: skip

    def _evening(self) -> None:
        night_ = self._paper("link")
        self.places["night"] = night_
        self.places["club night"] = self._paper("club")
        Member.objects.filter(pk=self.guest.pk).update(guest=True)
        asked = Invitation.objects.filter(kind="tournament").latest("created_at")
        self.places["invitation"] = {"invitation_id": asked.pk}

        opened = self._night(format="rotating")
        entry = entry_add(
            tournament_id=opened.tournament.pk, by=self.people["director"], directing=True,
            members=[self._member("player").pk],
        )  # fmt: skip
        places = {"tournament_id": opened.tournament.pk, "entry_id": entry.pk}
        self.places |= {"open night": places, "open club night": places}
        drafted = self._night(entries=2, start=True, rounds=1)
        round_ = drafted.draw()
        self.places["drafted round"] = {
            "tournament_id": drafted.tournament.pk, "round_id": round_.pk,
        }  # fmt: skip
        draft = self._night()
        Tournament.objects.filter(pk=draft.tournament.pk).update(state="draft")
        self.places["draft"] = {"tournament_id": draft.tournament.pk}

    def _paper(self, visibility: str) -> Json:
        """A night of one paper table, at which the player and the guest sit; a sheet is entered."""
        evening = self._night(visibility=visibility, rounds=1)
        season = season_open(
            club_id=self.club.pk, by=self.people["director"], name=visibility, best=1
        )
        Tournament.objects.filter(pk=evening.tournament.pk).update(season=season)
        entry = self._pair(evening, self._member("player"))
        self._pair(evening, self.guest)
        self._pair(evening, self.people["invited"], checked_in=False)
        evening.start()
        round_ = evening.next_round()
        sheet = sheet_enter(
            table_id=table_of(round_).pk, by=self.people["player"], directing=False,
            hands=total(100, 50), end=End.PLAYED,
        )  # fmt: skip
        return {
            "tournament_id": evening.tournament.pk, "round_id": round_.pk,
            "table_id": table_of(round_).pk, "sheet_id": sheet.pk, "entry_id": entry.pk,
            "season_id": season.pk,
        }  # fmt: skip

    def _night(self, entries: int = 0, *, start: bool = False, **given: Any) -> Night:
        return night(entries, at=self.base, accounts=0, start=start, **given)

    def _pair(self, evening: Night, who: Any, *, checked_in: bool = True) -> Any:
        """Enter somebody with a partner who has no account."""
        [partner] = guests_add(self.club, f"Partner {Member.objects.count()}")
        entry = entry_add(
            tournament_id=evening.tournament.pk, by=self.people["director"], directing=True,
            members=[who.pk, partner.pk],
        )  # fmt: skip
        return evening.change(entry, checked_in=True) if checked_in else entry

    def _member(self, who: str) -> Member:
        return Member.objects.get(club=self.club, player=self.people[who])

    def _club(self) -> None:
        """Members to change, to merge, to undo; the call is on one of them."""
        names = ("Gus", "Hal", "Ida", "Joe", "Kim", "Lou")
        name, twice, merged, merging, removed, wrong = guests_add(self.club, *names)
        club_join(code=wrong.claim_code, player=player("Claimant"))
        director = self._member("director")
        member_merge(member=merged, into=twice.pk, by=director)
        merge = merge_propose(merging, self._member("player"), by=self.people["player"])
        assert isinstance(merge, Merge)
        rows = {"a name": name, "the player": self._member("player"), "a merged name": merged,
                "a claimed name": merging, "a removed name": removed,
                "a claimant": wrong}  # fmt: skip
        for on, member in rows.items():
            self.places[on] = {"member_id": member.pk}
        member_leave(member=removed, by=self.people["admin"])
        self.twice = twice

    def _games(self) -> None:
        online = self._night(venue="online", rounds=1, hands_per_round=1)
        others = [
            club_join(code=self.club.join_code, player=player(f"Online {n}")).member
            for n in range(3)
        ]
        for pair in ((self._member("player"), others[0]), others[1:]):
            entry = entry_add(
                tournament_id=online.tournament.pk, by=self.people["director"], directing=True,
                members=[each.pk for each in pair],
            )  # fmt: skip
            online.change(entry, checked_in=True)
        self.places["somebody blocked"] = {"player_id": others[0].player_id}
        online.start()
        round_: Round = online.next_round()
        game, wanted = table_of(round_).game, player("Wanted")
        assert game is not None
        seated = table_of(round_).seats.exclude(member=self._member("player"))
        places = {"game_id": game.pk, "other_seat": seated[0].seat,
                  "player_id": wanted.pk}  # fmt: skip
        self.places |= {"online table": places, "private table": places}
        host = self.people["player"]
        private = table(creator=host, visibility="private")
        asked = invitation_add(
            kind="game", subject=private.pk, player=self.people["invited"], by=host,
            terms={"seat": None, "status": "lobby"},
        )  # fmt: skip
        self.places["private game"] = {
            "game_id": private.pk, "invitation_id": asked.pk,
            "player_id": self.people["invited"].pk,
        }  # fmt: skip
        invitation_add(
            kind="game", subject=game.pk, player=wanted,
            by=self.people["director"], terms={"seat": 0, "status": "active"},
        )  # fmt: skip
        self.places["unlisted game"] = {"game_id": table(creator=host).pk}
        self.places["public game"] = {"game_id": table(creator=host, visibility="public").pk}
        ended = bots_game(creator=host, visibility="private")
        play_out(ended.pk)
        for visibility in ("private", "public"):
            self.places[f"ended {visibility} game"] = {"game_id": ended.pk}
        self.code = private.join_code
        self.record = record_get(ended.pk)

    # --- Calling it ------------------------------------------------------------------------------

    def place(self, on: str, own_token: Any) -> Json:
        """What the placeholders stand for where a call is on that."""
        own = {"token_id": own_token} if on == "own token" else {}
        return {**self.places[""], **self.places.get(on, {}), **own}

    def arrange(self, on: str, caller: Player | None) -> None:
        """What has to be so for this try only."""
        place = self.places.get(on, {})
        if on == "ended public game":
            Game.objects.filter(pk=place["game_id"]).update(visibility="public")
        elif on == "private table":
            Game.objects.filter(pk=place["game_id"]).update(visibility="private")
        elif on == "open club night":
            Tournament.objects.filter(pk=place["tournament_id"]).update(visibility="club")
        elif on == "somebody blocked" and caller is not None:
            Block.objects.create(player=caller, blocked_id=place["player_id"])
