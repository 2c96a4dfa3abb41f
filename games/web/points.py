"""The points of a game over its hands, as an image and as a table."""

from itertools import accumulate
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.api.answers import game_answer
from games.selectors.games import GameState, game_get
from games.selectors.hands import adjustments_of, hand_out, hands_list
from games.web.names import seat_names
from samba_service.accounts.models import Person
from samba_service.kit import throttles
from samba_service.kit.errors import NotThere
from samba_service.kit.plots import Line, Plot
from samba_service.kit.problems import Problem


@require_safe
def points_page(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The image, and its values as a table."""
    return _shown(request, game_id, as_image=False)


@require_safe
def points_image(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The image for pages."""
    return _shown(request, game_id, as_image=True)


def _shown(request: HttpRequest, game_id: UUID, *, as_image: bool) -> HttpResponse:
    person = request.user if isinstance(request.user, Person) else None
    try:
        throttles.take(request, throttles.READS, None if person is None else str(person.pk))
        state = game_get(game_id=game_id, viewer=None if person is None else person.player_id)
    except NotThere:
        raise Http404 from None
    except Problem as refusal:  # too many calls
        return HttpResponse(refusal.detail, status=refusal.status, headers=refusal.headers)
    plot = points_plot(state)
    if as_image:
        return HttpResponse(plot.svg(), content_type="image/svg+xml")
    return render(request, "games/points.html", {"game_id": game_id, "plot": plot})


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
