"""Who sits where: changed in a draft, after publication, and as it really was."""

from functools import partial
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from samba_service.kit import strict
from samba_service.kit.http import path_number
from samba_service.kit.problems import not_found
from samba_service.kit.schema import operation
from tournaments.api.base import MANAGE
from tournaments.api.rounds import OneRound, RoundAnswer, Shown
from tournaments.api.schemas import TABLE_VENUES, reason
from tournaments.services.draft_edits import TableChange, draft_table_update
from tournaments.services.reseating import round_correct, table_reseat

TAGS = ("rounds",)


def sides(**options: Any) -> serializers.ListField:
    """The ids of entries, side by side."""
    side = serializers.ListField(child=strict.UUIDField(), min_length=1, max_length=3)
    return serializers.ListField(child=side, min_length=2, max_length=8, **options)


class TablePatch(strict.Serializer):
    sides = sides(required=False, help_text="Entries, side by side")
    locked = strict.BooleanField(required=False, help_text="True if a redraw keeps the table")
    venue = strict.ChoiceField(TABLE_VENUES, required=False)
    override = strict.BooleanField(required=False, help_text="Although they are not to meet")
    reason = reason(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Raise unless there is something to change."""
        if not attrs.keys() & {"sides", "locked", "venue"}:
            raise serializers.ValidationError("Name what to change: sides, locked or venue.")
        return attrs


class CorrectedTable(strict.Serializer):
    number = strict.IntegerField(min_value=1, max_value=1000)
    sides = sides(help_text="Who really sat there: entries, side by side")


class CorrectionsRequest(strict.Serializer):
    tables = serializers.ListField(
        child=CorrectedTable(), min_length=1, max_length=500,
        help_text="All tables concerned, in one call",
    )  # fmt: skip
    reason = reason()


class RoundTable(OneRound, at="rounds/{round_id}/tables/{number}"):
    number: int

    def find(self, request: Request, **kwargs: str) -> None:
        super().find(request, **kwargs)
        self.number = path_number(kwargs["number"], most=1_000_000)
        if not self.round.tables.filter(number=self.number).exists():
            raise not_found()

    @operation("rounds_tables_update", MANAGE, RoundAnswer, request=TablePatch, refusals=(409, 422))
    def patch(self, body: TableChange) -> Shown:
        """Change a table of a draft or of a published round.

        `sides` by entry ids: those who come change places with those who go. The table is locked,
        and no other: `/redraw` draws the displaced again. `warnings` name the constraints that this
        overrides.

        After publication `sides` only, while no table concerned has a result (409
        `results_entered`), or a hand played in an online game that was not abandoned
        (`hands_played`); all of them are locked. An online game that has begun ends, and a new one
        begins with new deals; where all tables play the same deals it is 409 `deals_for_all`. 409
        `wrong_state`; 422 `forbidden_pair` without `override` and `reason`.
        """
        act = draft_table_update if self.round.published_version is None else table_reseat
        warnings = act(round_id=self.round.pk, number=self.number, by=self.player, changes=body)
        return partial(self.shown, warnings)


class RoundCorrections(OneRound, at="rounds/{round_id}/corrections"):
    @operation("rounds_corrections_create", MANAGE, RoundAnswer, request=CorrectionsRequest)
    def post(self, body: Any) -> Shown:
        """Record who really sat at tables of a round.

        All tables concerned in one call. Results stay with their side, and count for those who sat
        there; who sat at none of the tables has the bye of who came to one. Each table is locked
        with `after_publication`, unless it is put back as it was drawn. A draft has to be drawn
        again, published rounds are not. 409 `tables_at_play`, `already_entered`, `wrong_state`.
        """
        return self.change(round_correct, tables=body["tables"], reason=body["reason"])
