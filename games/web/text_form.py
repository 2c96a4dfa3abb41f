"""What the page of a table as text sends: a button, cards, and melds put together."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.http.request import QueryDict

from games.engine.cards import FACES
from games.web.words import cards_named

DIGITS = 9
NO_VERSION = -1
MOST_CARDS = 500
"""More than any pack has; what is sent beyond that is as if it were not sent."""


def _is_card(text: str) -> bool:
    """True for a card as the page's own fields have it; others are as if they were not sent."""
    return text in FACES


def _number(text: str) -> int | None:
    """A number of at most nine digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None


class StagedMeld(NamedTuple):
    """Cards put together for a new meld; `rank` is that of a wild card in a sequence."""

    cards: tuple[str, ...]
    rank: str = ""

    @classmethod
    def parse(cls, text: str) -> "StagedMeld":
        """Read `KH 2C` or `5H 2C 7H=6`, as the page's hidden fields have it."""
        cards, _sign, rank = text.partition("=")
        return cls(tuple(filter(_is_card, cards.split())), rank)

    def __str__(self) -> str:
        return " ".join(self.cards) + (f"={self.rank}" if self.rank else "")

    @property
    def document(self) -> dict[str, Any]:
        return {"cards": list(self.cards), **({"as": self.rank} if self.rank else {})}

    @property
    def words(self) -> str:
        return cards_named(self.cards)


def _few(melds: Iterable[StagedMeld]) -> Iterator[StagedMeld]:
    """The melds up to the one that has more cards than there are."""
    count = 0
    for meld in melds:
        count += len(meld.cards)
        if count > MOST_CARDS:
            return
        yield meld


class Form(NamedTuple):
    """What the page sends: a button, the cards that are selected, the melds put together."""

    do: str
    version: int
    """Of the game as the page showed it; `NO_VERSION` for what is no number."""
    cards: tuple[str, ...]
    staged: tuple[StagedMeld, ...]
    rank: str

    @classmethod
    def parse(cls, sent: QueryDict) -> "Form":
        return cls(
            sent.get("do", ""),
            NO_VERSION if (version := _number(sent.get("version", ""))) is None else version,
            tuple(filter(_is_card, sent.getlist("card")[:MOST_CARDS])),
            tuple(
                _few(meld for meld in map(StagedMeld.parse, sent.getlist("staged")) if meld.cards)
            ),
            sent.get("rank", ""),
        )

    @property
    def selected(self) -> StagedMeld:
        return StagedMeld(self.cards, self.rank)

    def restaged(self) -> "Form | None":
        """The form after a button that only puts melds together; None for other buttons."""
        match self.do:
            case "stage":
                return self._replace(staged=(*self.staged, self.selected), cards=())
            case "undo":
                return self._replace(staged=self.staged[:-1], cards=())
        return None

    def action(self) -> dict[str, Any]:
        """The action that the button asks for."""
        name, *values = self.do.split(":")
        numbers = [number for number in map(_number, values) if number is not None]
        as_rank = {"as": self.rank} if self.rank else {}
        melds = [meld.document for meld in self.staged]
        cards = list(self.cards)
        match name, numbers:
            case "lay_down", []:
                return {"type": "meld", "melds": melds}
            case "take_pile", onto:
                more = {"melds": melds} if melds else {}
                new = {"onto": onto[0]} if onto else {}
                return {"type": "take_pile", "with": cards, **new, **as_rank, **more}
            case "lay_off", [onto]:
                return {"type": "lay_off", "onto": onto, "cards": cards, **as_rank}
            case "take_top", [onto]:
                return {"type": "take_top", "onto": onto}
            case "merge", [into, other]:
                return {"type": "merge", "into": into, "from": other}
            case "discard", []:
                return {"type": "discard", "card": cards[0] if len(cards) == 1 else ""}
            case "lay_red_three", []:
                return {"type": "lay_red_three", "cards": cards}
            case (("answer_yes" | "answer_no"), []):
                return {"type": "answer_out", "answer": name == "answer_yes"}
        return {"type": name}
