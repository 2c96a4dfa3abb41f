"""An entry: checked in, seeded, withdrawn, deleted; its substitutes."""

from typing import TYPE_CHECKING, Annotated, Any, TypedDict
from uuid import UUID

from rest_framework import serializers

from games.choices import InvitationState
from games.errors import NotDirector
from samba_service.accounts.api.schemas import PlayerRefAnswer, player_ref
from samba_service.kit import strict
from samba_service.kit.answers import Whole, answer_of
from samba_service.kit.idempotency import Answer
from samba_service.kit.schema import operation
from tournaments.api.base import PLAY, READ, EntryApiView
from tournaments.api.schemas import member_ref, reason
from tournaments.selectors.tournaments import invitations_of_entry
from tournaments.services.entry_changes import entry_delete, entry_update
from tournaments.services.stints import When
from tournaments.services.substitutes import substitute_add

if TYPE_CHECKING:
    from tournaments.models import Entry, Stint

TAGS = ("entries",)


class EntryPatch(strict.ChangeRequest):
    checked_in = strict.BooleanField(required=False)
    withdrawn = strict.BooleanField(required=False)
    late = strict.BooleanField(required=False)
    seed = strict.IntegerField(required=False, allow_null=True, min_value=1, max_value=1000)


class SubstituteRequest(strict.Serializer):
    out = strict.UUIDField(help_text="The player who goes, by their own or their member's id")
    player = strict.UUIDField(required=False)
    member = strict.UUIDField(required=False)
    from_round = strict.IntegerField(min_value=1, max_value=100)
    from_hand = strict.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=99,
        help_text="Of a published round; null: the first, online the running one",
    )  # fmt: skip
    to_round = strict.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=100
    )
    reason = reason(
        required=False, help_text="Needed to correct who sat in a round that is closed, or at a "
        "table whose result is confirmed",
    )  # fmt: skip

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Either who comes by account or by membership."""
        if ("player" in attrs) == ("member" in attrs):
            raise serializers.ValidationError("Either player or member.")
        return attrs


StintAnswer = TypedDict(
    "StintAnswer",
    {
        "player": PlayerRefAnswer,
        "for": PlayerRefAnswer | None,
        "first": Annotated[Whole, "Round"],
        "first_hand": Annotated[Whole | None, "Of round `first`; null: its first"],
        "last": Annotated[Whole | None, "Round; null: to the end"],
        "last_hand": Annotated[Whole | None, "Of round `last`; null: its last"],
    },
)


class AskedAnswer(TypedDict):
    player: PlayerRefAnswer
    state: Annotated[str, InvitationState]


class EntryAnswer(TypedDict):
    id: UUID
    tournament: UUID
    number: Whole
    name: str
    invited: Annotated[bool, "Somebody has not agreed yet: it is drawn and printed nowhere"]
    asked: Annotated[list[AskedAnswer], "Whom it takes to agree, while it is `invited`"]
    players: list[PlayerRefAnswer]
    tenures: list[StintAnswer]
    partnership: UUID | None
    seed: Whole | None
    checked_in: bool
    withdrawn: bool
    late: bool
    house: bool
    version: Annotated[Whole, "Of the tournament"]


def entry_view(entry: "Entry") -> EntryAnswer:
    """An entry with those who sit for it at the end, and everybody who ever does."""
    stints = list(entry.stints.all())
    return answer_of(
        EntryAnswer,
        entry,
        tournament=entry.tournament_id,
        asked=_asked(entry),
        players=[member_ref(each.member) for each in stints if each.last_round is None],
        tenures=[_stint(each) for each in stints],
        partnership=entry.partnership_id if entry.named_in_full else None,
        version=entry.tournament.version,
    )


def _asked(entry: "Entry") -> list[AskedAnswer]:
    """Who has been asked to play, while somebody has not agreed."""
    rows = invitations_of_entry(entry) if entry.invited else []
    return [{"player": player_ref(each.player), "state": each.state} for each in rows]


def _stint(stint: "Stint") -> StintAnswer:
    replaced = stint.replaces and member_ref(stint.replaces)
    rounds = {"first": stint.first_round, "last": stint.last_round}
    return answer_of(
        StintAnswer, stint, player=member_ref(stint.member), **{"for": replaced}, **rounds
    )


class EntryDetail(EntryApiView, at="entries/{entry_id}"):
    @operation("entries_read", READ, EntryAnswer)
    def get(self) -> EntryAnswer:
        """Look at an entry."""
        return entry_view(self.entry)

    @operation("entries_update", PLAY, EntryAnswer, request=EntryPatch, refusals=(409,))
    def patch(self, body: Any) -> EntryAnswer:
        """Check in, withdraw, seed.

        Your own, or as a director any; `late` and `seed` are a director's. It acts from the next
        draw: a draft must be redrawn. A change to the current value makes no version. Only a
        director restores an entry that a director withdrew, 403 `withdrawn_by_director`; a player
        who has left the club may withdraw, but not check in or come back, 403 `left_club`. A
        player's account changes its entries in one tournament a limited number of times, 409
        `too_many` with `facts.limit`. 409 `wrong_state` after the end.
        """
        by, directing = self.player, self.directing
        return entry_view(entry_update(entry=self.entry, by=by, directing=directing, changes=body))

    @operation("entries_delete", PLAY, None, refusals=(409,))
    def delete(self) -> None:
        """Delete an entry that has played nothing.

        Your own, or as a director any, made by mistake. Its number is not used again. 403
        `withdrawn_by_director` for a player's entry that a director withdrew. 409 `entry_drawn`
        once a round has it: in a draft withdraw it and draw again. 409 `wrong_state` after the end.
        """
        entry_delete(entry=self.entry, by=self.player, directing=self.directing)


class EntrySubstitutes(EntryApiView, at="entries/{entry_id}/substitutes"):
    @operation(
        "entries_substitutes_create",
        PLAY,
        {201: EntryAnswer, 202: EntryAnswer},
        request=SubstituteRequest,
    )
    def post(self, body: Any) -> Answer:
        """Add a substitute.

        By a director, for rounds to come, and for the round that is being played while the table
        has no confirmed result; there `from_hand` is the newcomer's first hand. At an online table
        that is the running hand: the newcomer takes the seat over at once, and the other player no
        longer sees its cards. `out` goes, `player` or `member` comes; without `to_round`, to the
        end. Results stay the entry's, and ratings leave out a table where somebody came between two
        hands.

        With a `reason` it records who really sat, also in closed rounds and at tables whose result
        is confirmed: members of the club, at tables that were not played online. The same call the
        other way round undoes it. An account that is no member of the club, and has not sat for the
        entry before, is invited: 202, and nothing changes until it accepts.

        409 `not_agreed` for an entry that is invited; `round_published` and `result_confirmed`
        without a reason, and with one `played_online`; `already_entered`, `accounts_missing` at an
        online table for a newcomer without an account, `has_seen_cards`, `already_seated`.
        """
        if not self.directing:
            raise NotDirector
        path = "player" if "player" in body else "member"
        done = substitute_add(
            entry=self.entry,
            by=self.player,
            out=body["out"],
            coming=body[path],
            path=path,
            when=When(body["from_round"], body["from_hand"], body["to_round"]),
            reason=body.get("reason", ""),
        )
        return Answer.of(entry_view(done.entry), status=201 if done.sits else 202)
