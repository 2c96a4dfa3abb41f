"""One club on one evening, and everybody who might knock: what the table of rights is tried on."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

import orjson
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games.models import Block, Invitation, Webhook
from games.selectors.records import record_get
from games.services.cases import note_add
from games.services.invitations import invitation_add
from games.services.partnerships import partnership_create
from games.services.rulesets import HouseRules, house_ruleset_create, house_ruleset_hide
from games.services.webhooks import webhook_add
from games.store.state import matches_forget
from samba_service.accounts.models import ApiToken, Player
from samba_service.accounts.services.recovery import reset_code_issue
from tests.access.states import STATES
from tests.factories import bot, player, secret
from tests.games.tables import bots_game, play_out, table
from tests.kept_worlds import kept
from tests.people.programs import granted, program_of
from tests.tournaments.clubs import club_of, guests_add, office_give
from tests.tournaments.nights import Night, night, table_of
from tests.tournaments.scores import total
from tournaments.choices import Role
from tournaments.engine.results import End
from tournaments.models import Entry, Member, Merge, Round, Tournament
from tournaments.selectors.bundle import bundle_written
from tournaments.services.entries import entry_add
from tournaments.services.joining import club_join
from tournaments.services.members import member_leave
from tournaments.services.merges import member_merge, merge_propose
from tournaments.services.sanctions import member_warn
from tournaments.services.score_sheets import sheet_enter
from tournaments.services.seasons import season_create
from tournaments.services.settings import tournament_update

Json = dict[str, Any]
HERE = ("anonymous", "stranger", "invited", "guest", "member", "player", "director", "admin")
OFFICES = ("director", "admin")
ELSEWHERE = tuple(f"other {kind}" for kind in HERE[2:] if kind != "player")
"""The same kinds, of another club and its nights."""
CALLERS = (*HERE, *ELSEWHERE, "bot", "staff")


class World:
    """Who there is, and the values of the placeholders of a path."""

    def __init__(self) -> None:
        names = [name for name in CALLERS if name not in ("anonymous", "bot")]
        self.people: dict[str, Player] = {
            name: player(name.title(), is_staff=name == "staff") for name in names
        }
        people = self.people
        people["bot"] = bot(people["admin"], "Engine")
        self.club = club_of(*(people[each] for each in ("admin", "director", "member", "player")))
        self.admin, self.director = people["admin"], people["director"]
        self.guest = club_join(code=self.club.join_code, player=people["guest"]).member
        office_give(self.club, self.director, Role.DIRECTOR)
        people["player"].person.recovery_club = self.club.pk
        people["player"].person.save()
        self.base = Night(self.club, self.admin, self.director, cast(Tournament, None))
        self.places: dict[str, Mapping[str, Any]] = {"": self._common()}
        self.here: Json = {}
        self._evening()
        self._club()
        self._games()
        self._rulesets()
        Member.objects.filter(pk=self.guest.pk).update(guest=True)
        self._elsewhere()
        self.places |= {on: self.places[base] for on, (base, _) in STATES.items()}
        self.reset_code = reset_code_issue(person=people["stranger"].person, by=None)

    # --- Making it -------------------------------------------------------------------------------

    def _common(self) -> Json:
        """Where nothing else is said."""
        people = self.people
        pair = partnership_create(
            founder_id=people["player"].pk, player_ids=[people["invited"].pk], name=""
        )
        secret(people["player"], "profile")
        another = ApiToken.objects.get(player=people["player"])
        client = program_of(people["player"])
        return {
            "client_id": client.pk, "grant_id": granted(people["player"], client).pk,
            "club_id": self.club.pk, "player_id": people["player"].pk, "slug": "classic",
            "owner": people["player"].pk,
            "code": "MELD-07", "number": 1, "seat": 0, "partnership_id": pair.pk,
            "token_id": another.pk,
            **self._webhook(),
        }  # fmt: skip

    def _webhook(self) -> Json:
        """The player's, which its address has confirmed; its challenge is a delivery."""
        webhook, _ = webhook_add(
            player=self.people["player"], url="https://a.example/hook", about="club",
            subject=self.club.pk, events=["tournament.changed"],
        )  # fmt: skip
        Webhook.objects.update(verified_at=timezone.now())
        return {"webhook_id": webhook.pk, "delivery_id": webhook.deliveries.get().pk}

    def _rulesets(self) -> None:
        rules = HouseRules(name="Garden", extends="classic", overrides={})
        for whose, by, club in (
            ("house rules", self.people["player"], None),
            ("club's rules", self.admin, self.club.pk),
        ):
            for on in (whose, f"hidden {whose}"):
                stored = house_ruleset_create(
                    by=by, club=club, slug=on.partition(" ")[0].replace("'", "-"), rules=rules
                ).ruleset
                self.places[on] = {"owner": stored.owner, "slug": stored.slug}
                if on.startswith("hidden"):
                    house_ruleset_hide(ruleset_id=stored.pk, by=by)

    def _evening(self) -> None:
        night_ = self._paper("link")
        self.places["night"] = night_
        self.places["club night"] = self._paper("club")
        asked = Invitation.objects.filter(kind="tournament").latest("created_at")
        self.places["invitation"] = {"invitation_id": asked.pk}

        opened = self._night(format="rotating", rounds=1)
        entry = self._enter(opened, self._member("player"), checked_in=False)
        self.places["open night"] = {"tournament_id": opened.tournament.pk, "entry_id": entry.pk}
        drafted = self._night(entries=3, start=True, rounds=1)
        self.places["drafted round"] = _placed(drafted.draw())
        draft = self._night(entries=1, format="rotating")
        Tournament.objects.filter(pk=draft.tournament.pk).update(state="draft")
        self.places["draft"] = {"tournament_id": draft.tournament.pk}
        played = Tournament.objects.get(pk=night_["tournament_id"])
        self.bundle = orjson.loads(bundle_written(played, self.director.pk, directing=True))

    def _paper(self, visibility: str) -> Json:
        """A night of one paper table, at which the player and the guest sit; a sheet is entered.

        Another round is to come.
        """
        evening = self._night(visibility=visibility, rounds=1)
        season = season_create(
            club_id=self.club.pk, by=self.director, name=visibility, counted_nights=1
        )
        Tournament.objects.filter(pk=evening.tournament.pk).update(season=season)
        entry = self._pair(evening, self._member("player"))
        self._pair(evening, self.guest)
        self._pair(evening, self.people["invited"], checked_in=False)
        evening.start()
        round_ = evening.next_round()
        tournament_update(
            tournament_id=evening.tournament.pk, by=self.director, changes={"rounds_planned": 2}
        )
        sheet = sheet_enter(
            table_id=table_of(round_).pk, by=self.people["player"], directing=False,
            hands=total(100, 50), end=End.PLAYED,
        )  # fmt: skip
        return {
            **_placed(round_), "sheet_id": sheet.pk, "entry_id": entry.pk, "season_id": season.pk,
        }  # fmt: skip

    def _night(self, entries: int = 0, *, start: bool = False, **given: Any) -> Night:
        return night(entries, at=self.base, accounts=0, start=start, **given)

    def _pair(self, evening: Night, who: Any, *, checked_in: bool = True) -> Entry:
        """Enter somebody with a partner who has no account."""
        [partner] = guests_add(self.club, f"Partner {Member.objects.count()}")
        return self._enter(evening, who, partner, checked_in=checked_in)

    def _enter(self, evening: Night, *who: Any, checked_in: bool = True) -> Entry:
        entry = entry_add(
            tournament_id=evening.tournament.pk, by=self.director, directing=True,
            members=[each.pk for each in who],
        )  # fmt: skip
        return evening.change(entry, checked_in=True) if checked_in else entry

    def _member(self, who: str) -> Member:
        return Member.objects.get(club=self.club, player=self.people[who])

    def _club(self) -> None:
        """Members to change, to merge, to undo; the call is on one of them."""
        names = ("Gus", "Hal", "Ida", "Joe", "Kim", "Lou")
        name, twice, merged, merging, removed, wrong = guests_add(self.club, *names)
        self.names = (name, twice, *guests_add(self.club, "Lea", "Moe"))
        club_join(code=wrong.claim_code, player=player("Claimant"))
        member_merge(member=merged, into=twice.pk, by=self._member("director"))
        merge = merge_propose(merging, self._member("member"), by=self.people["member"])
        assert isinstance(merge, Merge)
        rows = {"a name": name, "the player": self._member("player"), "a merged name": merged,
                "a claimed name": merging, "a removed name": removed,
                "a claimant": wrong}  # fmt: skip
        for on, member in rows.items():
            self.places[on] = {"member_id": member.pk}
        member_leave(member=removed, by=self.admin)
        warned = member_warn(member=name, by=self.admin, reason="Slow play.")
        self.places["a warning"] = {"sanction_id": warned.pk}
        self.twice = twice

    def _games(self) -> None:
        others = [
            club_join(code=self.club.join_code, player=player(f"Online {n}")).member
            for n in range(3)
        ]
        assert others[0].player is not None
        self.opponent, wanted = others[0].player, player("Wanted")
        self.places["somebody blocked"] = {"player_id": self.opponent.pk}
        online = self._online(self._member("player"), *others)
        table_ = table_of(online.next_round())
        assert table_.game is not None
        seated = table_.seats.exclude(member=self._member("player"))
        own = table_.seats.get(member=self._member("player"))
        self.places["online table"] = {
            **_placed(table_.round), "game_id": table_.game.pk, "seat": own.seat,
            "other_seat": seated[0].seat, "player_id": wanted.pk,
            "entry": note_add(game_id=table_.game.pk, by=self.admin, note="Slow play.").pk,
        }  # fmt: skip
        invitation_add(
            kind="game", subject=table_.game.pk, player=wanted, by=self.director,
            terms={"seat": 0, "status": "active"},
        )  # fmt: skip
        shared = self._online(self._member("player"), others[0], self.guest, *others[1:2],
                              invited=others[2], duplicate=True)  # fmt: skip
        self.places["shared draft"] = _placed(shared.draw())
        self._lobbies(self.people["player"])

    def _online(self, *who: Member, invited: Member | None = None, **given: Any) -> Night:
        """A night of one table online."""
        online = self._night(venue="online", rounds=1, hands_per_round=1, **given)
        for pair in (who[:2], who[2:]):
            self._enter(online, *pair)
        if invited is not None:
            self._enter(online, self.people["invited"], invited, checked_in=False)
        return online.start()

    def _lobbies(self, host: Player) -> None:
        """Games of people, and one that bots have played to its end."""
        private = table(creator=host, visibility="private")
        asked = invitation_add(
            kind="game", subject=private.pk, player=self.people["invited"], by=host,
            terms={"seat": None, "status": "lobby"},
        )  # fmt: skip
        self.places["private game"] = {
            "game_id": private.pk, "invitation_id": asked.pk,
            "player_id": self.people["invited"].pk,
        }  # fmt: skip
        self.places["unlisted game"] = {"game_id": table(creator=host).pk}
        self.places["public game"] = {"game_id": table(creator=host, visibility="public").pk}
        ended = bots_game(creator=host, visibility="private")
        play_out(ended.pk)
        self.places["ended private game"] = {"game_id": ended.pk}
        self.code = private.join_code
        self.record = record_get(ended.pk)

    def _elsewhere(self) -> None:
        """Another club, with people of the same kinds around a night like ours."""
        there = {name.removeprefix("other "): self.people[name] for name in ELSEWHERE}
        members = (there[kind] for kind in ("admin", "director", "member"))
        club = club_of(*members, second := player("Second"), name="Storks")
        office_give(club, there["director"], Role.DIRECTOR)
        office_give(club, second, Role.ADMIN)
        guest = club_join(code=club.join_code, player=there["guest"]).member
        elsewhere = Night(club, there["admin"], there["director"], cast(Tournament, None))
        evening = night(at=elsewhere, entries=0, start=False, rounds=1, visibility="club")
        for who in (*guests_add(club, "Ned"), guest, there["invited"]):
            [partner] = guests_add(club, f"Partner {Member.objects.count()}")
            entry = entry_add(
                tournament_id=evening.tournament.pk, by=there["director"], directing=True,
                members=[who.pk, partner.pk],
            )  # fmt: skip
            if who != there["invited"]:
                evening.change(entry, checked_in=True)
        evening.start().next_round()
        Member.objects.filter(pk=guest.pk).update(guest=True)

    # --- Calling it ------------------------------------------------------------------------------

    def place(self, on: str, own_token: Any) -> Json:
        """The values of the placeholders for a call on that; they stay in `here`."""
        own = {"token_id": own_token} if on == "own token" else {}
        self.here = {**self.places[""], **self.places.get(on, {}), **own}
        return self.here

    @contextmanager
    def ready(self, on: str) -> Iterator[None]:
        """What the line is on has come to where it says, meanwhile."""
        _, steps = STATES.get(on, ("", ()))
        with transaction.atomic():
            for step in steps:
                at = self.places[on]
                self.places[on] = {**at, **(step(self, at) or {})}
            yield
            transaction.set_rollback(True)
        matches_forget()
        if steps:
            cache.clear()

    def arrange(self, on: str, caller: Player | None) -> None:
        """What has to be so for this caller only."""
        if on == "somebody blocked" and caller is not None:
            Block.objects.create(player=caller, blocked_id=self.places[on]["player_id"])


@kept
def evening() -> World:
    return World()


def _placed(round_: Round) -> Json:
    """A round, its first table, and which entries sit there, side by side, or have a bye."""
    seated = round_.assignments.order_by("table__number", "side", "position")
    sides = [[str(each.entry_id)] for each in seated if each.table is not None]
    byes = [str(each.entry_id) for each in seated if each.table is None]
    return {
        "tournament_id": round_.tournament_id, "round_id": round_.pk,
        "table_id": table_of(round_).pk, "sides": sides, "byes": byes,
    }  # fmt: skip
