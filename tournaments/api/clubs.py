"""A club: its name, its join code and its audit log."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict
from uuid import UUID, uuid5

from django.http import HttpResponse

from games.api.base import GamesApiView
from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.kit import strict
from samba_service.kit.access import ANY_TOKEN
from samba_service.kit.answers import answer_of
from samba_service.kit.http import paged, paged_together
from samba_service.kit.schema import listing, operation
from tournaments.api.base import ADMIN, READ_CLUB, ClubView, MembersView, directs
from tournaments.choices import Names, Role
from tournaments.selectors.audit import audit_of, club_texts, facts_read
from tournaments.selectors.clubs import memberships_of
from tournaments.services.clubs import club_create, club_update, join_code_replace

if TYPE_CHECKING:
    from tournaments.models import Member
    from tournaments.models.audit import AuditEntry

TAGS = ("clubs",)


class ClubRequest(strict.Serializer):
    name = strict.LineField(max_length=80)


class ClubPatch(strict.ChangeRequest):
    name = strict.LineField(max_length=80, required=False)
    names = strict.ChoiceField(
        Names.values,
        required=False,
        help_text="How members are named to those who are none; a member may choose less",
    )
    imports_rated = strict.BooleanField(
        required=False, help_text="True if imported tournaments count for ratings"
    )
    rulesets_public = strict.BooleanField(
        required=False, help_text="True if `GET /rulesets` lists its house rules for everybody"
    )
    results_public = strict.BooleanField(
        required=False,
        help_text="True if everybody, also on pages of others, sees its public nights and open "
        "seasons at `/clubs/{id}/results`",
    )


class MembershipAnswer(TypedDict):
    member: UUID
    name: Annotated[str, "What the club calls you"]
    role: Annotated[str, Role]


class ClubAnswer(TypedDict):
    id: UUID
    name: str
    you: MembershipAnswer
    names: Annotated[str, Names]
    imports_rated: Annotated[bool, "Imported tournaments count for ratings"]
    rulesets_public: Annotated[bool, "Everybody's list has its house rules"]
    results_public: Annotated[bool, "Everybody sees its page of results"]
    created_at: datetime
    join_code: NotRequired[Annotated[str, "For directors"]]


def club_view(member: "Member", *, codes: bool) -> ClubAnswer:
    """The club as one of its members sees it; `codes`: with the code to join by."""
    shown = answer_of(MembershipAnswer, member, member=member.id)
    code = {"join_code": member.club.join_code} if codes else {}
    return answer_of(ClubAnswer, member.club, you=shown, **code)


class AuditAnswer(TypedDict):
    id: UUID
    at: datetime
    tournament: Annotated[UUID | None, "Null: the club itself"]
    version: Annotated[int | None, "Of the tournament"]
    actor: Annotated[PlayerRefAnswer | None, "Null: the service itself"]
    act: Annotated[str, "In the past tense: `member_added`"]
    facts: Annotated[Mapping[str, Any], "Ids and numbers, never names"]
    reason: str
    text: Annotated[str, "The entry in plain English, with current names"]


def _audit_view(entry: "AuditEntry", facts: Mapping[str, Any], text: str) -> AuditAnswer:
    """What somebody did. Its id does not show how much is done elsewhere."""
    actor = entry.actor and player_ref(entry.actor)
    if actor and (name := getattr(entry, "actor_name", None)):  # the club's, of rows of `audit_of`
        actor["name"] = name
    known = uuid5(entry.club_id, str(entry.pk))
    return answer_of(
        AuditAnswer,
        entry,
        id=known,
        tournament=entry.tournament_id,
        actor=actor,
        facts=facts,
        text=text,
    )


def audit_views(entries: "Sequence[AuditEntry]") -> list[AuditAnswer]:
    """A page of the log."""
    facts = facts_read(entries)
    pairs = zip(entries, club_texts(entries), strict=True)
    return [_audit_view(entry, facts[entry.pk], text) for entry, text in pairs]


class ShowsClubs(GamesApiView):
    def shown(self, member: "Member") -> ClubAnswer:
        """The club as the member, who calls, may see it."""
        return club_view(member, codes=directs(member, self.scopes))


class Clubs(ShowsClubs, at="clubs"):
    @listing("clubs_list", ANY_TOKEN, ClubAnswer)
    def get(self) -> HttpResponse:
        """List your clubs.

        The last joined first. `join_code` for directors.
        """
        mine = memberships_of(self.caller.player_id)
        return paged(self.request, mine, self.shown, ordering="-joined_at")

    @operation("clubs_create", ADMIN, {201: ClubAnswer}, request=ClubRequest, location="clubs/{id}")
    def post(self, body: Any) -> ClubAnswer:
        """Found a club.

        You are its admin. 409 `too_many` if your account has founded as many as it may.
        """
        return self.shown(club_create(founder=self.player, name=body["name"]))


class ClubDetail(ClubView, ShowsClubs, at="clubs/{club_id}"):
    @operation("clubs_read", ANY_TOKEN, ClubAnswer)
    def get(self) -> ClubAnswer:
        """Look at a club of yours.

        `join_code` for directors.
        """
        return self.shown(self.member)

    @operation("clubs_update", ADMIN, ClubAnswer, request=ClubPatch)
    def patch(self, body: Any) -> ClubAnswer:
        """Change a club.

        By its admins. `names` holds in tournaments, papers, bundles and tables.
        """
        self.member.club = club_update(club_id=self.club.pk, by=self.player, **body)
        return self.shown(self.member)


class JoinCode(ClubView, ShowsClubs, at="clubs/{club_id}/join-code"):
    @operation("clubs_join_code_change", ADMIN, {201: ClubAnswer})
    def post(self) -> ClubAnswer:
        """Change the code to join by.

        By admins. The former code is good for nothing from now on; members stay.
        """
        self.member.club = join_code_replace(club_id=self.club.pk, by=self.player)
        return self.shown(self.member)


class Audit(MembersView, at="clubs/{club_id}/audit"):
    @listing("clubs_audit", READ_CLUB, AuditAnswer)
    def get(self) -> HttpResponse:
        """Read who did what in a club.

        The latest first, of the club and of all its tournaments. Nobody can change or delete any of
        it. `text` has current names, also for members who have been renamed, erased or merged
        since. `facts` have only ids and numbers. Figures of a result are left out while another
        table plays the same deals.
        """
        return paged_together(self.request, audit_of(self.club.pk), audit_views, ordering="-id")
