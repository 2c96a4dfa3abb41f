"""Cards drawn by the service, as `cards.js` draws them in the browser."""

from typing import Any

from django import template

from games.web.words import card_name, is_wild

register = template.Library()


@register.inclusion_tag("games/card.html")
def card(face: str) -> dict[str, Any]:
    """The face of a card; its name is for those who cannot see it."""
    joker = face == "JK"
    suit = "star" if joker else face[1]
    mark = "wild" if is_wild(face) else "red-three" if face in ("3H", "3D") else ""
    return {
        "name": card_name(face),
        "classes": f"card {'joker' if joker else f'suit-{suit}'} {mark}",
        "rank": "JK" if joker else face[0].replace("T", "10"),
        "suit": suit,
        "star": is_wild(face) and not joker,
    }
