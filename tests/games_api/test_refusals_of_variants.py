"""A dry run shows what the move would be refused for, also where only a variant refuses it."""

from collections import Counter
from functools import partial
from typing import Any

import pytest

from games.engine.cards import expand, faces
from games.engine.rulesets import resolve
from tests.games_api.tables import Table

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw"}
RED_THREES = ("3D", "3H")
FEW: dict[str, Any] = {"seating": {"hand_size": 4}}
AT_ONCE: dict[str, Any] = {"going_out": {"canastas": 0, "book": {"wild": 0}}}


def melds(*texts: str) -> dict[str, Any]:
    """The action of laying these melds."""
    return {"type": "meld", "melds": [{"cards": text.split()} for text in texts]}


def dealt(slug: str, *hands: str, upcard: str = "5D", drawn: str = "", house: Any = None) -> Table:
    """A game that seat 1 begins; it and those after it hold `hands`, among other cards.

    `house` are house rules.
    """
    ruleset = {"extends": slug, "overrides": house or {}}
    rules = resolve(ruleset)
    top = 4 * (rules.seating.hand_size[4] + rules.seating.foot_size[4])
    fixed = dict(enumerate([upcard, *drawn.split()], top))
    for turn, hand in enumerate(hands):
        fixed |= {turn + 4 * number: card for number, card in enumerate(hand.split())}
    pack = Counter(faces(expand(rules.pack_counts(4))))
    rest = (pack - Counter(fixed.values())).elements()
    cards = iter(sorted(rest, key=RED_THREES.__contains__))  # of those, nobody is dealt one
    order = [fixed[place] if place in fixed else next(cards) for place in range(pack.total())]
    return Table(ruleset=ruleset, practice={"orders": [order], "dealer": 0}).start()


CASES = [
    pytest.param(
        partial(dealt, "black-samba", "5H", "6H JK", upcard="2C"),
        [(1, DRAW), (1, {"type": "discard", "card": "5H"})],
        (2, {"type": "take_pile", "with": ["6H", "JK"]}),
        ("pile_frozen", "PILE-06", {"frozen_by": ["2C"]}),
        id="a frozen pile",
    ),
    pytest.param(
        partial(dealt, "handfoot", "5H 5C"),
        [],
        (1, {"type": "take_pile", "with": ["5H", "5C"]}),
        ("pile_too_small", "PILE-07", {"need": 7, "have": 1}),
        id="a pile too small",
    ),
    pytest.param(
        partial(dealt, "mexican", "AH AC AD AS", drawn="AH AC", house=FEW | AT_ONCE),
        [(1, DRAW)],
        (1, melds("AH AC AD AS AH AC")),
        ("second_hand_lies", "OUT-08", {"cards": 11}),
        id="a second hand that lies",
    ),
    pytest.param(
        partial(dealt, "sambola", "AH AC AD JK", drawn="AS JK", house=FEW),
        [(1, DRAW)],
        (1, melds("AH AC AD AS")),
        ("no_way_on", "TURN-07", {"cards_left": 2}),
        id="a corner",
    ),
    pytest.param(
        partial(dealt, "mexican", "KH KC KD KS KS KD"),
        [(1, DRAW)],
        (1, melds("KH KC KD", "KS KS KD")),
        ("one_of_a_kind", "MELD-12", {}),
        id="two of a kind",
    ),
    pytest.param(
        partial(dealt, "sambola", "JK 5H"),
        [(1, DRAW)],
        (1, {"type": "discard", "card": "JK"}),
        ("never_discarded", "TURN-06", {"card": "JK"}),
        id="a card never discarded",
    ),
    pytest.param(
        partial(dealt, "sambola", "JK 5H 6H"),
        [(1, DRAW)],
        (1, melds("5H 6H JK")),
        ("wild_rank", "MELD-13", {"ranks": ["4", "7"]}),
        id="a wild card of no rank",
    ),
    pytest.param(
        partial(dealt, "handfoot", "5H"),
        [(1, DRAW)],
        (1, {"type": "take_back", "count": 2}),
        ("nothing_to_take_back", "TURN-05", {"need": 2, "have": 0}),
        id="nothing to take back",
    ),
    pytest.param(
        partial(dealt, "denexa", "5H"),
        [(1, DRAW)],
        (1, {"type": "lay_red_three", "cards": ["3H"]}),
        ("red_threes_are_no_choice", "THREE-04", {}),
        id="red threes that lay themselves",
    ),
]


@pytest.mark.parametrize(("deal", "before", "asked", "refusal"), CASES)
def test_a_dry_run_shows_what_the_move_would_be_refused_for(deal, before, asked, refusal):
    table = deal()
    for seat, action in before:
        answer = table.move(seat, action)
        assert answer.status_code == 201, answer.content
    seat, action = asked
    version = table.get()["version"]
    dry, real = table.post(seat, "moves/check", {"action": action}), table.move(seat, action)
    told = {name: real.json().get(name) for name in ("code", "rule", "detail", "facts")}
    assert (real.status_code, table.get()["version"]) == (422, version)
    assert (told["code"], told["rule"], told["facts"]) == refusal
    assert dry.json() == {"legal": False} | told
