"""Names for entries, and reasons as a reader of these names has them."""

from tournaments.engine.draws import Reason
from tournaments.engine.reason_texts import reason_text

PEOPLE = dict(
    enumerate(
        ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jana", "Karl", "Lena",
         "Max", "Nora", "Otto", "Pia"),
        start=1,
    )
)  # fmt: skip


def told(why: Reason) -> str:
    return reason_text(why, PEOPLE)
