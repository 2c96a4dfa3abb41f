"""The names of melds in sentences: of each the name that it had when cards were added to it."""

from typing import Any

from games.web.words import melds_by_name


def event(seq: int, type_: str, **members: Any) -> dict[str, Any]:
    return {"seq": seq, "hand": 1, "type": type_, **members}


MERGED = [
    event(1, "melded", id=1, kind="sequence", cards=["6C", "7C", "8C"]),
    event(2, "melded", id=2, kind="sequence", cards=["9C", "TC", "JC"]),
    event(3, "merged", **{"into": 1, "from": 2}),
    event(4, "laid_off", onto=1, cards=["QC"]),
]
LOG = [
    event(1, "melded", id=1, kind="sequence", cards=["6C", "7C", "8C"]),
    event(2, "laid_off", onto=1, cards=["9C", "5C"]),
    event(3, "top_taken", onto=1, card="TC"),
    event(4, "laid_off", onto=1, cards=["2D"], wild_as="J"),
    event(5, "laid_off", onto=1, cards=["QC"]),
    event(6, "melded", id=2, kind="group", cards=["2S", "KC", "KH"]),
    event(7, "laid_off", onto=2, cards=["JK"]),
    event(8, "laid_off", onto=9, cards=["JK"]),
]


def test_each_addition_names_the_meld_as_it_was_before() -> None:
    name_of = melds_by_name(LOG)
    assert [name_of(each) for each in LOG if "onto" in each] == [
        "clubs from six to eight",
        "clubs from five to nine",
        "clubs from five to ten",
        "clubs from five to jack",
        "kings",
        "a meld",
    ]


def test_two_melds_that_are_joined_have_one_name() -> None:
    assert melds_by_name(MERGED)(MERGED[-1]) == "clubs from six to jack"


def test_a_meld_from_before_the_known_events_has_its_name_in_the_running_hand() -> None:
    meld = {"id": 9, "kind": "group", "cards": ["4C", "4D", "4H"], "wild_as": None}
    addition = LOG[-1]
    assert melds_by_name(LOG, {"number": 1, "melds": [meld]})(addition) == "fours"
    assert melds_by_name(LOG, {"number": 2, "melds": [meld]})(addition) == "a meld"
