"""Clubs, the seasons that their tournaments count for, and their members."""

import uuid
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from samba_service.accounts.choices import PlayerKind
from samba_service.accounts.models import Player
from samba_service.accounts.names import name_key
from samba_service.kit.fields import one_of
from tournaments.choices import MergeState, Names, Role
from tournaments.engine.tournament import OVER
from tournaments.rights import current_rights, short_name


class Club(models.Model):
    """A club: its members play tournaments and can read what was done in it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=80)
    founder = models.ForeignKey(Player, models.PROTECT, related_name="+")
    join_code = models.CharField(max_length=16)
    names = models.CharField(
        max_length=5, choices=Names, default=Names.SHORT,
        help_text="How members are named to those who are none",
    )  # fmt: skip
    imports_rated = models.BooleanField(
        default=False, help_text="Imported tournaments count for its ratings"
    )
    rulesets_public = models.BooleanField(
        default=False, help_text="Its house rules are listed for everybody"
    )
    results_public = models.BooleanField(
        default=False, help_text="It has a page of results for everybody"
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["join_code"], name="club_join_code"),
            one_of("names", Names, name="club_names"),
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """Nights that count together."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons", db_index=False)
    name = models.CharField(max_length=80)
    counted_nights = models.PositiveSmallIntegerField(help_text="A player's best nights count")
    required_nights = models.PositiveSmallIntegerField(
        default=0, help_text="Nights needed to qualify"
    )
    guests = models.BooleanField(default=False, help_text="Whether guests are ranked")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    closed_at = models.DateTimeField(
        null=True, blank=True, help_text="Its nights are archived from then on"
    )

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(counted_nights__gte=1), name="season_counts_a_night"
            ),
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class NameKeyField(models.TextField):  # type: ignore[type-arg]  # generic in the stubs only
    """The key of a member's name, unique in the club; derived whenever the member is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        assert isinstance(model_instance, Member)
        key = model_instance.name_key = model_instance.key_of_name
        return key

    def deconstruct(self) -> Any:
        """Migrations see a column of text."""
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.TextField", args, options


class Member(models.Model):
    """A person whom a club lists: with an account, or by a name that may be claimed later.

    Everybody who plays in a tournament is one, guests and house bots included. The name is the
    account's, unless they have chosen another for this club, or another member has that.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="members", db_index=False)
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="club_members"
    )
    own_name = models.CharField(
        max_length=40, blank=True, help_text="For this club; empty: the account's"
    )
    name_key = NameKeyField(editable=False, help_text="Empty: others may have the same name")
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)
    guest = models.BooleanField(default=False, help_text="Plays, but does not belong to the club")
    bot_level = models.CharField(max_length=30, blank=True, help_text="Of a house bot only")
    claim_code = models.CharField(max_length=16, help_text="Makes an account theirs")
    joined_at = models.DateTimeField(db_default=Now(), editable=False)
    left_at = models.DateTimeField(null=True, blank=True)
    names = models.CharField(
        max_length=5, choices=Names, default=Names.FULL,
        help_text="Their own choice: what others see is the least of this and the club's",
    )  # fmt: skip
    claimed_name = models.CharField(
        max_length=40, blank=True,
        help_text="Before an account claimed it, to undo that; empty: none has, or it is erased",
    )  # fmt: skip
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="merged",
        help_text="The member who is the same person; then this one is no member any more",
    )  # fmt: skip

    class Meta:
        ordering = ["joined_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["claim_code"], name="member_claim_code"),
            one_of("names", Names, name="member_names"),
            one_of("role", Role, name="member_role"),
            models.UniqueConstraint(fields=["club", "player"], name="member_once"),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(own_name=""), name="member_has_a_name"
            ),
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=Q(left_at=None) & ~Q(name_key=""),
                name="member_name_once",
            ),
            models.CheckConstraint(
                condition=Q(role=Role.MEMBER) | Q(player__isnull=False, guest=False),
                name="member_office_needs_an_account",
            ),
            models.CheckConstraint(
                condition=Q(bot_level="") | Q(player=None), name="member_bot_has_no_account"
            ),
            models.CheckConstraint(
                condition=Q(left_at=None) | Q(left_at__gte=F("joined_at")),
                name="member_left_after_joining",
            ),
            models.CheckConstraint(
                condition=Q(merged_into=None) | Q(left_at__isnull=False),
                name="member_merged_is_no_member",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def identity(self) -> "Member":
        """The member that this one has been merged into, or itself."""
        return self if self.merged_into is None else self.merged_into.identity

    @property
    def name(self) -> str:
        """As the current reader sees it."""
        match self._shown:
            case Names.FULL:
                return self.full_name
            case Names.SHORT:
                return short_name(self.full_name)
            case _:
                return "Member"

    @property
    def named_in_full(self) -> bool:
        """True if the current reader sees the whole name."""
        return self._shown == Names.FULL

    @property
    def full_name(self) -> str:
        """Their name in the club, for readers who may see all of it."""
        return self.own_name or (self.player.display_name if self.player else "")

    @property
    def key_of_name(self) -> str:
        """The key of the name; empty for house bots and erased accounts, which may share names."""
        return "" if self.bot_level or self.is_former else name_key(self.full_name)

    @property
    def is_former(self) -> bool:
        """True if the account has been erased."""
        return self.player is not None and self.player.anonymised_at is not None

    @property
    def _shown(self) -> Names:
        others = current_rights().names
        if others is None or self.bot_level or self.is_former:
            return Names.FULL
        return Names.least(others, Names(self.names))

    @property
    def kind(self) -> str:
        """Human or bot, as of players."""
        if self.player is not None:
            return self.player.kind
        return PlayerKind.BOT.value if self.bot_level else PlayerKind.HUMAN.value

    def is_named(self, named: uuid.UUID) -> bool:
        """True if the id is theirs, or their player's."""
        return named in (self.id, self.player_id)

    @property
    def public_id(self) -> uuid.UUID:
        """The id by which the API names them: the player's; without an account their own.

        A reader who may not see the full name does not get the account's id either.
        """
        return self.player_id or self.id if self.named_in_full else self.id


class Merge(models.Model):
    """`source` becomes `into`: its results, stints and nights are the other's from then on."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="merges")
    source = models.ForeignKey(Member, models.PROTECT, related_name="merges_away")
    into = models.ForeignKey(Member, models.PROTECT, related_name="merges_here")
    state = models.CharField(max_length=8, choices=MergeState, default=MergeState.PROPOSED)
    source_agrees = models.BooleanField(default=False)
    into_agrees = models.BooleanField(default=False)
    director = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="+", help_text="Who confirmed it"
    )
    proposed_at = models.DateTimeField(db_default=Now(), editable=False)
    ended_at = models.DateTimeField(null=True, help_text="Dropped or undone")
    done_at = models.DateTimeField(null=True)
    places = models.JSONField(default=list, help_text="What knew the source, as it was before")
    joined = models.JSONField(default=dict, help_text="How `into` became a member by it")

    class Meta:
        ordering = ["-proposed_at", "id"]
        constraints = [
            one_of("state", MergeState, name="merge_state"),
            models.UniqueConstraint(
                fields=["source"],
                condition=Q(state__in=["proposed", "done"]),
                name="merge_once_at_a_time",
            ),
            models.CheckConstraint(condition=~Q(source=F("into")), name="merge_of_two"),
            models.CheckConstraint(
                condition=Q(state__in=["proposed", "done"], ended_at=None)
                | Q(state__in=["dropped", "undone"], ended_at__isnull=False),
                name="merge_ended_when_over",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} into {self.into_id}"

    @property
    def awaits(self) -> list[str]:
        """Who has still to agree: `director`, and of two accounts `merged` and `into`.

        A guest's account agrees too, if it would be entered for a night: `into`.
        """
        missing = [] if self.director_id else ["director"]
        if self.source.player_id and self.into.player_id:
            missing += [] if self.source_agrees else ["merged"]
            missing += [] if self.into_agrees else ["into"]
        elif self._enters_guest and not self.into_agrees:
            missing += ["into"]
        return missing

    @property
    def _enters_guest(self) -> bool:
        """True if by it a guest's account takes part in a night that is not over."""
        if self.into.player_id is None or not self.into.guest:
            return False
        return self.source.stints.exclude(entry__tournament__state__in=OVER).exists()
