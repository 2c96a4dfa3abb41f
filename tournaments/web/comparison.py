"""What each table made of the deals that all of them played."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.errors import DealsNotYet
from tournaments.engine.crosstable import TRIMMED_FROM
from tournaments.errors import DealsNotShared
from tournaments.selectors.comparison import round_compared
from tournaments.web.readers import reads_standings, round_of_page


@require_safe
@reads_standings
def comparison_page(request: HttpRequest, round_id: UUID) -> HttpResponse:
    """Sides in order of their distance from the datum, then hand by hand; 409 before the end."""
    round_ = round_of_page(request, round_id)
    shown = {"round": round_, "night": round_.tournament, "trimmed_from": TRIMMED_FROM}
    try:
        compared = round_compared(round_)
    except DealsNotShared:
        raise Http404 from None
    except DealsNotYet:
        return render(request, "tournaments/comparison.html", shown, status=409)
    names = {
        (each.table, each.side): " & ".join(entry.name for entry in each.entries)
        for each in compared.sums
    }
    shown["sides"] = [
        (names[each.table, each.side], each)
        for each in sorted(compared.sums, key=lambda each: -each.difference)
    ]
    shown["hands"] = [
        (hand, [(row, [names[row.table, side] for side in (0, 1)]) for row in hand.rows])
        for hand in compared.hands
    ]
    return render(request, "tournaments/comparison.html", shown)
