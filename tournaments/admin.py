"""Clubs and their nights in the admin. What is secret until it is shown (codes, seeds, drafts) and
what a table scored is not here: the page of a night decides who sees that.
"""

from typing import Any

from django.http import HttpRequest

from samba_service.kit.admin import Reading, register
from tournaments.models import (
    Adjustment,
    Assignment,
    Club,
    ClubRatingList,
    CountedTable,
    DirectorCall,
    DrawConstraint,
    Entry,
    Member,
    Merge,
    RatingLine,
    RatingList,
    Result,
    Round,
    Sanction,
    Season,
    SheetCode,
    Stint,
    Table,
    TableSeat,
    Tournament,
    WallLink,
    audit,
)
from tournaments.services.clubs import club_update


class EditedClubs(Reading):
    editable = ("name", "names", "imports_rated", "rulesets_public", "results_public")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """By the service, whose rows of the club's log name the operator."""
        user: Any = request.user
        wanted = {name: form.cleaned_data[name] for name in self.editable}
        club_update(club_id=obj.pk, by=user.player, **wanted)


register(
    *(Club, "name", "founder", "names", "created_at"),
    more=("id", "imports_rated", "rulesets_public", "results_public"),
    filters=("names", "created_at"),
    search=("^name", "=id"),
    linked=("founder",),
    kind=EditedClubs,
)
register(
    *(Season, "name", "club", "counted_nights", "required_nights", "created_at", "closed_at"),
    more=("guests",),
    filters=("created_at",),
    search=("^name",),
    linked=("club",),
)
register(
    *(Member, "id", "club", "player", "role", "guest", "joined_at", "left_at"),
    more=("own_name", "bot_level", "merged_into"),
    filters=("role", "guest"),
    search=("=id", "=player__id"),
    linked=("club", "player"),
)
register(
    *(Merge, "id", "club", "source", "into", "state", "proposed_at", "ended_at"),
    filters=("state",),
    linked=("club",),
)
register(
    *(Sanction, "created_at", "club", "member", "kind", "made_by", "lifted_at"),
    more=("id", "reason", "removed"),
    filters=("kind", "created_at"),
    linked=("club", "member", "made_by"),
)
register(
    *(Tournament, "name", "club", "state", "visibility", "starts_at", "ruleset_slug"),
    more=(
        *("id", "season", "rounds_planned", "hands_per_round", "table_seats", "duplicate"),
        *("rated", "version", "created_at", "started_at", "finished_at", "archived_at"),
    ),
    filters=("state", "visibility", "starts_at"),
    search=("^name", "=id"),
    linked=("club", "season"),
)
register(
    *(audit.AuditEntry, "at", "club", "tournament", "version", "actor", "act"),
    more=("facts", "reason"),
    filters=("at",),
    search=("=act",),
    linked=("club", "tournament", "actor"),
)
register(
    *(Entry, "id", "tournament", "number", "checked_in", "withdrawn", "late"),
    more=("own_name", "partnership"),
    filters=("checked_in", "withdrawn"),
    linked=("tournament",),
)
register(DrawConstraint, "id", "tournament", "entry", "other", "apart", linked=("tournament",))
register(
    *(Stint, "id", "entry", "member", "replaces", "position", "first_round", "last_round"),
    linked=("entry", "member"),
)
register(
    *(Adjustment, "id", "tournament", "version", "entry", "by", "reason"), linked=("tournament",)
)
register(
    *(Round, "id", "tournament", "number", "state", "starts_at", "ends_at"),
    filters=("state",),
    linked=("tournament",),
)
register(Table, "id", "round", "number", "venue", "game", linked=("round", "game"))
register(Assignment, "id", "round", "entry", "table", linked=("round", "entry", "table"))
register(TableSeat, "id", "table", "seat", "entry", "member", linked=("table", "member"))
register(
    *(DirectorCall, "called_at", "table", "by", "player", "answered_at", "withdrawn_at"),
    filters=("called_at",),
    linked=("table",),
)
register(
    *(Result, "at", "table", "version", "kind", "end", "by", "director"),
    more=("reason", "side", "taken_back_from"),
    filters=("kind", "at"),
    linked=("table",),
)
register(WallLink, "id", "tournament", "made_at", "revoked_at", linked=("tournament",))
register(SheetCode, "id", "table", "side", "made_at", "revoked_at", linked=("table",))
register(RatingList, "id", "ruleset_slug", "kind", "computed_at", filters=("kind",))
register(CountedTable, "id", "list", "round", "number", "day", "hands", linked=("list",))
register(RatingLine, "id", "list", "key", "tables", "day", "rating", linked=("list",))
register(ClubRatingList, "id", "club", "ruleset_slug", "kind", "computed_at", linked=("club",))
