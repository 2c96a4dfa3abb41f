"""What a night of a club would be for this many people, before it is announced."""

from typing import Annotated, Any, TypedDict

from games.api.terms import RulesetField
from games.selectors.rulesets import ruleset_resolve
from samba_service.kit import strict
from samba_service.kit.answers import Whole
from samba_service.kit.errors import BadFields
from samba_service.kit.kept import in_turn
from samba_service.kit.schema import operation
from samba_service.kit.throttles import PREVIEWS
from tournaments.api.base import MANAGE, OneClubApiView
from tournaments.api.schemas import FORMATS
from tournaments.engine.preview import Preview, preview
from tournaments.engine.terms import Format, TermsChange
from tournaments.services.settings import terms_made

TAGS = ("clubs",)

ENTRIES_AT_MOST, ROUNDS_AT_MOST = 100, 12


class PreviewRequest(strict.Serializer):
    format = strict.ChoiceField(FORMATS)
    ruleset = RulesetField()
    entries = strict.IntegerField(
        min_value=2, max_value=ENTRIES_AT_MOST, help_text="People, or pairs where pairs enter"
    )
    rounds = strict.IntegerField(min_value=1, max_value=ROUNDS_AT_MOST)


class RoundPreviewAnswer(TypedDict):
    number: Whole
    tables: Annotated[list[Whole], "Entries at each table"]
    without_table: Annotated[Whole, "Entries that sit out, or have a bye"]
    partners_again: Annotated[Whole, "Pairs of partners who have been partners before"]
    opponents_again: Annotated[Whole, "Pairs of opponents who have met before"]


class PreviewAnswer(TypedDict):
    """Counted from rounds that were drawn with results by lot; another night repeats others."""

    rounds_fewest: Annotated[Whole, "That this many entries can play"]
    rounds_most: Annotated[Whole | None, "Null: as many as are wanted"]
    rounds: Annotated[
        list[RoundPreviewAnswer], "As many as asked for, as far as this many entries can play them"
    ]
    sit_outs_fewest: Annotated[Whole, "Rounds that the luckiest entry is without a table"]
    sit_outs_most: Annotated[Whole, "Rounds that the unluckiest entry is without a table"]


class NightPreview(OneClubApiView, at="clubs/{club_id}/night-preview"):
    @operation(
        "clubs_night_preview",
        MANAGE,
        PreviewAnswer,
        request=PreviewRequest,
        refusals=(422,),
        idempotent=False,
        rate=PREVIEWS,
    )
    def post(self, body: Any) -> PreviewAnswer:
        """Preview a night.

        Its rounds as they would be drawn for this many entries who are all there from the first to
        the last: tables, sit-outs, partners and opponents who meet again. Nothing is stored. 400
        for fewer entries than the format needs; 422 `tournament_unplayable` for a ruleset that does
        not fit the format, `invalid_ruleset`. An account has one preview at a time: others wait
        for it.
        """
        asked = TermsChange(rounds_planned=body["rounds"], hands_per_round=1)
        rules = ruleset_resolve(body["ruleset"], of_players=False)
        terms = terms_made(Format(body["format"]), rules, asked)
        try:
            found = in_turn(
                f"preview:{self.caller.account}", lambda: preview(terms, body["entries"])
            )
        except ValueError as refused:
            raise BadFields(("entries", f"{str(refused).capitalize()}.")) from None
        return _shown(found)


def _shown(found: Preview) -> PreviewAnswer:
    fewest, most = found.sit_outs
    return {
        "rounds_fewest": found.limits.fewest,
        "rounds_most": found.limits.most,
        "rounds": [
            {
                "number": each.number,
                "tables": list(each.tables),
                "without_table": each.without_table,
                "partners_again": each.partners_again,
                "opponents_again": each.opponents_again,
            }
            for each in found.rounds
        ],
        "sit_outs_fewest": fewest,
        "sit_outs_most": most,
    }
