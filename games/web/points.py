"""The points of a game over its hands, as an image and as a table."""

from itertools import accumulate
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.api.answers import game_answer
from games.selectors.games import GameState
from games.selectors.hands import adjustments_of, hand_out, hands_list
from games.web.names import seat_names
from games.web.readers import game_of_page
from samba_service.kit import throttles
from samba_service.kit.plots import Line, Plot


@require_safe
@throttles.limited(throttles.READS)
def points_page(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The image, and its values as a table."""
    plot = _plot(request, game_id)
    return render(request, "games/points.html", {"game_id": game_id, "plot": plot})


@require_safe
@throttles.limited(throttles.READS)
def points_image(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The image for pages."""
    return HttpResponse(_plot(request, game_id).svg(), content_type="image/svg+xml")


def _plot(request: HttpRequest, game_id: UUID) -> Plot:
    return points_plot(game_of_page(request, game_id))


def points_plot(state: GameState) -> Plot:
    """What each side had after each hand that the viewer may follow, from before the first one."""
    answer: Any = game_answer(state)
    shown = hands_list(game_id=state.game.id).filter(number__lte=state.last_hand_shown)
    sheets = {hand.number: hand_out(hand)["score"] for hand in shown}
    adjusted = adjustments_of(state.game.id) if sheets else []
    names = seat_names(answer)
    lines: list[Line] = []
    for side in answer["sides"]:
        number, score = side["side"], side["score"]
        added = dict.fromkeys(sheets, 0)
        for hand, sheet in sheets.items():
            added[hand] += sum(each["total"] for each in sheet if each["side"] == number)
        for hand, event in adjusted:
            if event.side == number:
                added[min(hand, max(sheets))] += event.points  # counts at once, in a running hand
        start = 0 if score is None else score - sum(added.values())
        ends = accumulate(added.values(), initial=start)
        lines.append(
            Line(
                ", ".join(names[seat] for seat in side["seats"]),
                [*zip((0, *added), ends, strict=True)],
            )
        )
    return Plot(_("Points over the hands"), _("Hand"), lines)
