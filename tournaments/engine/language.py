"""The language that texts are read in. They are written in English, and marked to be translated.

This package translates nothing: who shows a text passes the language on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"


def marked(text: str, /) -> str:
    """The text itself: as `_` it marks a text that `make texts` is to collect."""
    return text


_ = marked


@dataclass(frozen=True)
class Language:
    """How texts are said and figures are written."""

    translated: Callable[[str], str] = marked
    """A marked text in this language."""
    thousands: str = ","
    point: str = "."

    def say(self, text: str, /, **values: object) -> str:
        """A marked text with its values; an empty one is nothing."""
        return self.translated(text).format(**values) if text else ""

    def listed(self, words: Sequence[str]) -> str:
        """As in "Ana, Ben and Cleo"."""
        *first, last = words
        return (
            self.say(_("{first} and {last}"), first=", ".join(first), last=last) if first else last
        )

    def figure(self, value: int, *, hundredths: bool = False) -> str:
        """As in "1,000", or "12.00" for hundredths; with a true minus sign."""
        text = f"{value / 100:,.2f}" if hundredths else f"{value:,}"
        marks = str.maketrans({",": self.thousands, ".": self.point, "-": MINUS})
        return text.translate(marks)

    def figures(self, values: Sequence[int], *, hundredths: bool = False) -> str:
        """By side: "1,000-400", or "12.00-8.00" of what is counted in hundredths."""
        return DASH.join(self.figure(value, hundredths=hundredths) for value in values)


ENGLISH = Language()
