"""In Black Samba a wild card in a sequence has one rank."""

import json

import pytest

from games.engine.cards import RANKS, faces
from games.engine.codec import event_in, event_out
from games.engine.errors import IllegalAction, Rule
from games.engine.event_view import event_view
from games.engine.events import LaidOff, Melded
from games.engine.rules.decide import decide
from tests.engine.positions import after, lay_off, meld, on_table, refusal, verdict
from tests.engine.preset_tables import OPENED, table


@pytest.mark.parametrize(
    ("slug", "laid", "cards", "rule"),
    [
        pytest.param("black-samba", "8S 9S TS", "JK as 7", None, id="a wild below"),
        pytest.param("black-samba", "8S 9S TS", "JK as J", None, id="a wild above"),
        pytest.param("black-samba", "8S 9S TS", "JK", Rule.WILD_RANK, id="a wild at neither end"),
        pytest.param("black-samba", "8S 9S TS", "JK as 6", Rule.WILD_RANK, id="a wild elsewhere"),
        pytest.param("black-samba", "8S 9S TS", "JK as 9", Rule.WILD_RANK, id="a wild as the nine"),
        pytest.param("black-samba", "4S 5S 6S", "JK", None, id="nothing is below the four"),
        pytest.param("black-samba", "QS KS AS", "JK", None, id="nothing is above the ace"),
        pytest.param("black-samba", "8S 9S TS", "JK QS", None, id="a gap decides"),
        pytest.param("black-samba", "8S 9S TS", "JK KS", Rule.DOES_NOT_FIT, id="a gap of two"),
        pytest.param("black-samba", "8S 9S TS", "JK JS", Rule.WILD_RANK, id="either end of four"),
        pytest.param("black-samba", "8S 9S TS", "JK 9S", Rule.DOES_NOT_FIT, id="a rank twice"),
        pytest.param("black-samba", "8S 9S TS", "JK 2S", Rule.WILD_IN_SEQUENCE, id="two wilds"),
        pytest.param("black-samba", "8S JK TS", "2C", Rule.WILD_IN_SEQUENCE, id="a second wild"),
        pytest.param("black-samba", "8S JK TS", "9S", Rule.DOES_NOT_FIT, id="its rank is taken"),
        pytest.param("black-samba", "8S JK TS", "7S JS", None, id="naturals at both ends"),
        pytest.param("black-samba", "8S 9S JK as 7", "6S", None, id="below a wild"),
        pytest.param(
            "black-samba", "8S 9S JK as 7", "7S", Rule.DOES_NOT_FIT, id="in a wild's place"
        ),
        pytest.param(
            "black-samba",
            "8S 9S JK as 7",
            "TS as 6",
            Rule.AS_WITHOUT_WILD_IN_SEQUENCE,
            id="no wild",
        ),
        pytest.param(
            "black-samba", "5S 6S 7S 8S JK TS JS", "QS", Rule.SEQUENCE_TOO_LONG, id="an eighth"
        ),
        pytest.param(
            "black-samba", "5S 6S 7S 8S 9S TS JS", "JK as Q", Rule.SEQUENCE_TOO_LONG, id="a samba"
        ),
        pytest.param(
            "black-samba",
            "KC KD KH",
            "JK as K",
            Rule.AS_WITHOUT_WILD_IN_SEQUENCE,
            id="onto a group",
        ),
        pytest.param(
            "bolivia",
            "8S 9S TS",
            "JK as J",
            Rule.AS_WITHOUT_WILD_IN_SEQUENCE,
            id="no wild at all",
        ),
    ],
)
def test_a_wild_card_joins_a_sequence_at_one_rank(
    slug: str, laid: str, cards: str, rule: Rule | None
) -> None:
    state = table(slug, cards.partition(" as ")[0], laid)
    assert verdict(state, lay_off(1, cards)) is rule


@pytest.mark.parametrize(
    ("cards", "shown", "stands_for"),
    [
        ("8S JK TS", "8S JK TS", "9"),
        ("8S 9S JK as 7", "JK 8S 9S", "7"),
        ("8S 9S 2C as T", "8S 9S 2C", "T"),
        ("4S JK 5S", "4S 5S JK", "6"),
        ("2S KS AS", "2S KS AS", "Q"),
        ("QS 2S KS as A", "QS KS 2S", "A"),
        ("8S JK TS as 9", "8S JK TS", "9"),
        ("5S 6S 7S 8S TS JS JK", "5S 6S 7S 8S JK TS JS", "9"),
        ("8S 9S TS", "8S 9S TS", None),
    ],
)
def test_a_wild_card_is_in_its_place_of_a_sequence(
    cards: str, shown: str, stands_for: str | None
) -> None:
    before = table("black-samba", cards.partition(" as ")[0], OPENED)
    laid = on_table(after(before, meld(cards)))[2]
    assert (faces(laid.cards), laid.kind) == (shown.split(), "sequence")
    assert laid.wild_as == (None if stands_for is None else RANKS.index(stands_for))
    assert (laid.naturals, laid.wilds) == (len(laid.cards) - bool(stands_for), bool(stands_for))


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("8S 9S JK", Rule.WILD_RANK),
        ("8S 9S JK as J", Rule.WILD_RANK),
        ("8S JK TS as 7", Rule.WILD_RANK),
        ("8S 9S TS as J", Rule.AS_WITHOUT_WILD_IN_SEQUENCE),
        ("8S 8D JK as 8", Rule.AS_WITHOUT_WILD_IN_SEQUENCE),
        ("8S JK 2C", Rule.TOO_FEW_NATURALS),
        ("8S 9S JK 2C", Rule.WILD_IN_SEQUENCE),
        ("8S JK JS", Rule.NOT_A_MELD),
        ("8S 9H JK", Rule.NOT_A_MELD),
        ("3S 4S JK", Rule.THREE_IN_MELD),
        ("5S 6S 7S 8S TS JS QS JK", Rule.SEQUENCE_TOO_LONG),
    ],
)
def test_a_sequence_holds_one_wild_card_at_one_rank(cards: str, rule: Rule) -> None:
    state = table("black-samba", cards.partition(" as ")[0], OPENED)
    assert refusal(state, meld(cards)) is rule


def test_the_ranks_that_a_wild_card_could_represent_are_listed() -> None:
    state = table("black-samba", "JK", "8S 9S TS")
    with pytest.raises(IllegalAction, match="7, J") as refused:
        decide(state, 0, lay_off(1, "JK"))
    assert refused.value.facts == {"ranks": ["7", "J"]}


def test_the_log_shows_what_a_wild_card_represents_and_so_does_the_view() -> None:
    state = table("black-samba", "JK 2C 2D KC KD", "8S 9S TS", "8D 9D TD")
    for action, known in (
        (lay_off(1, "JK as 7"), {"type": "laid_off", "seat": 0, "onto": 1}),
        (meld("KC KD 2C"), {"type": "melded", "seat": 0, "id": 3, "kind": "group"}),
    ):
        (event,) = decide(state, 0, action)
        logged = json.loads(json.dumps(event_out(event)))
        assert event_in(logged) == event
        stands_for = {"wild_as": "7"} if isinstance(event, LaidOff) else {}
        assert {name: logged[name] for name in stands_for} == stands_for
        assert isinstance(event, LaidOff | Melded)
        assert event_view(event, 1) == known | {"cards": faces(event.cards)} | stands_for


def test_a_wild_card_that_joins_a_sequence_stays_where_it_was_put() -> None:
    state = table("black-samba", "JK JS 6S", "8S 9S TS")
    state = after(state, lay_off(1, "JK as 7"), lay_off(1, "6S JS"))
    laid = on_table(state)[1]
    assert faces(laid.cards) == ["6S", "JK", "8S", "9S", "TS", "JS"]
    assert (laid.rank, laid.wild_as) == (RANKS.index("6"), RANKS.index("7"))
