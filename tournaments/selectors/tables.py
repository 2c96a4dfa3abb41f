"""Reading tables: who sits there, what came of them, and who may know yet."""

from uuid import UUID

from django.db.models import OuterRef, Prefetch, QuerySet, Subquery

from games.selectors.accounts import is_account
from tournaments.engine.results import Kind
from tournaments.models import Assignment, Result, Round, Table, TableSeat, Tenure
from tournaments.selectors.shared_deals import plays_in, tables_at_play


def tables_shown(tables: QuerySet[Table]) -> QuerySet[Table]:
    """These tables with all that their answers show, in a handful of queries.

    Many of one round come from it, `round_.tables`: a join would read the round for every table.
    """
    tenures = Tenure.objects.select_related("member__player")
    assigned = Assignment.objects.select_related("entry__partnership")
    return tables.prefetch_related(
        Prefetch("assignments", assigned.prefetch_related(Prefetch("entry__tenures", tenures))),
        Prefetch("seats", TableSeat.objects.select_related("member__player")),
        Prefetch("results", Result.objects.select_related("by__player")),
    )


def table_shown(table_id: UUID) -> Table:
    """One table with all that its answers show."""
    return tables_shown(Table.objects.select_related("round__tournament")).get(pk=table_id)


def disputed_tables(tournament_id: UUID) -> QuerySet[Table]:
    """Those whose standing result is a dispute."""
    last = Result.objects.filter(table=OuterRef("pk")).order_by("-version").values("kind")[:1]
    rows = Table.objects.filter(round__tournament=tournament_id).alias(standing=Subquery(last))
    return tables_shown(rows.filter(standing=Kind.DISPUTE)).prefetch_related("round__tournament")


def tables_told(round_: Round, viewer: UUID | None, *, directing: bool) -> set[UUID]:
    """The tables of a round whose results the viewer may know.

    All of them, but where the tables play the same deals: there, while one is at play, the own
    table's alone, and all the same for a director who does not play in the tournament.
    """
    tables = Table.objects.filter(round=round_)
    if tables_at_play(round_) and not (directing and not plays_in(round_.tournament_id, viewer)):
        if viewer is None:
            return set()
        tables = tables.filter(is_account("seats__member__player", viewer))
    return set(tables.values_list("pk", flat=True))
