"""Which canastas qualify a side for going out."""

import pytest

from tests.engine.preset_tables import table

KINGS, QUEENS, JACKS = (" ".join(f"{rank}{suit}" for suit in "CDHSCDH") for rank in "KQJ")
SAMBA, BLACK_SAMBA = "4S 5S 6S 7S 8S 9S TS", "5H 6H 7H 8H JK TH JH"
MIXED, WILDS, SEVENS = "AC AD AH AS AC 2C 2D", "2C 2D 2H 2S JK JK JK", "7C 7D 7H 7S 7C 7D 7H"
FIVE_RED = [" ".join(f"{rank}{suit}" for suit in "CDHSCDH") for rank in "45689"]


@pytest.mark.parametrize(
    ("slug", "melds", "qualified"),
    [
        pytest.param("classic", [KINGS, MIXED], True, id="any two"),
        pytest.param("classic", [KINGS], False, id="one"),
        pytest.param("bolivia", [KINGS, QUEENS], False, id="two natural canastas"),
        pytest.param("bolivia", [KINGS, SAMBA], True, id="a canasta and an escalera"),
        pytest.param("bolivia", [WILDS, SAMBA], True, id="a bolivia and an escalera"),
        pytest.param("bolivia", [SAMBA], False, id="an escalera alone"),
        pytest.param("mexican", [*FIVE_RED[:5]], False, id="five without wild cards"),
        pytest.param("mexican", [WILDS, *FIVE_RED[:3]], True, id="wild cards and three others"),
        pytest.param("mexican", [WILDS, *FIVE_RED[:2]], False, id="wild cards and two others"),
        pytest.param("handfoot", [SEVENS, WILDS, MIXED, *FIVE_RED], True, id="the book"),
        pytest.param("handfoot", [SEVENS, WILDS, SAMBA, *FIVE_RED], False, id="no black canasta"),
        pytest.param("handfoot", [KINGS, WILDS, MIXED, *FIVE_RED], False, id="no sevens"),
        pytest.param("sambola", [KINGS, SAMBA, MIXED], True, id="two red, one black"),
        pytest.param("sambola", [KINGS, QUEENS, BLACK_SAMBA], True, id="black by a sequence"),
        pytest.param("sambola", [KINGS, QUEENS, JACKS], False, id="three red"),
        pytest.param("sambola", [KINGS, MIXED, BLACK_SAMBA], False, id="one red, two black"),
    ],
)
def test_a_side_is_qualified_by_its_book(slug: str, melds: list[str], qualified: bool) -> None:
    assert table(slug, "", *melds).qualified(0) is qualified
