"""The text of every reason and warning. No other test compares these texts: they compare codes."""

from typing import Any

import pytest

from tests.tournaments.engine.people import told
from tournaments.engine.draws import Reason
from tournaments.engine.reason_texts import CODES, WARNING_CODES

TEXTS: list[tuple[str, dict[str, Any], str]] = [
    (
        "set_by_director",
        {"sides": [[1], [2]], "met": 0},
        "Ana against Ben, set by the director.",
    ),
    (
        "displaced",
        {"sides": [[1, 4], [2, 3]], "partners": [], "opponents": [[1, 2, 1]]},
        "Ana and Dan against Ben and Cleo, because the director moved others. No partners repeat."
        " Opponents before: Ana and Ben once.",
    ),
    (
        "drawn_by_lot",
        {"sides": [[1], [2]], "met": 2},
        "Ana against Ben: drawn by lot. They have met twice before.",
    ),
    (
        "drawn_by_seed",
        {"sides": [[1], [2]], "met": 0},
        "Ana against Ben: drawn by seed, the best against the last.",
    ),
    (
        "met_before",
        {"sides": [[1], [2]], "met": 1},
        "Ana against Ben: no draw has fewer repeats. They have met once before.",
    ),
    (
        "closest",
        {"sides": [[1], [2]], "met": 0, "down": 1, "gap": 2, "cause": "alone", "again": True},
        "Ana against Ben: the closest in the standings who have not met. Ana had to play 2 score "
        "groups down because nobody else has the same score. It is not the first time in two "
        "rounds, but every other draw is worse.",
    ),
    (
        "not_closest",
        {"sides": [[1], [2]], "met": 0, "down": 2, "gap": 1, "cause": "odd", "again": False},
        "Ana against Ben: not met so far. Opponents closer in the standings are needed at other "
        "tables. Ben had to play one score group down because the group is odd.",
    ),
    (
        "bye_by_director",
        {"entry": 1, "byes": 0},
        "The director gave the bye to Ana.",
    ),
    (
        "bye_displaced",
        {"entry": 1, "byes": 1},
        "The bye goes to Ana because the director moved others. Ana had 1 round without play "
        "before: byes, rounds missed by coming late and wins by forfeit count.",
    ),
    (
        "bye_left_over",
        {"entry": 1, "byes": 0},
        "The director has placed all the others: the bye goes to Ana.",
    ),
    (
        "bye_by_lot",
        {"entry": 1, "byes": 0},
        "The number of entries is odd: the bye goes to Ana by lot.",
    ),
    (
        "bye_by_lot_of_rest",
        {"entry": 1, "byes": 0},
        "The director leaves an odd number of entries to the draw: the bye goes to Ana by lot.",
    ),
    (
        "bye_last_seed",
        {"entry": 1, "byes": 0},
        "The number of entries is odd: the bye goes to Ana, the last seed.",
    ),
    (
        "bye_last_seed_of_rest",
        {"entry": 1, "byes": 0},
        "The director leaves an odd number of entries to the draw: the bye goes to Ana, the last "
        "seed of them.",
    ),
    (
        "bye_by_seed",
        {"entry": 1, "byes": 0},
        "The number of entries is odd: the bye goes to Ana, as close to the last seed as the "
        "entries kept apart allow.",
    ),
    (
        "bye_by_seed_of_rest",
        {"entry": 1, "byes": 0},
        "The director leaves an odd number of entries to the draw: the bye goes to Ana, as close "
        "to the last seed of them as the entries kept apart allow.",
    ),
    (
        "bye_lowest",
        {"entry": 1, "byes": 0},
        "The number of entries is odd: the bye goes to Ana, the lowest in the standings.",
    ),
    (
        "bye_lowest_of_rest",
        {"entry": 1, "byes": 0},
        "The director leaves an odd number of entries to the draw: the bye goes to Ana, the "
        "lowest of them in the standings.",
    ),
    (
        "bye_fewest",
        {"entry": 1, "byes": 0},
        "The number of entries is odd: the bye goes to Ana, the lowest in the standings of those "
        "with the fewest rounds without play.",
    ),
    (
        "bye_fewest_of_rest",
        {"entry": 1, "byes": 0},
        "The director leaves an odd number of entries to the draw: the bye goes to Ana, the "
        "lowest in the standings of those of them with the fewest rounds without play.",
    ),
    (
        "bye_for_better_tables",
        {"entry": 1, "byes": 0},
        "The number of entries is odd: the bye goes to Ana. If somebody lower in the standings or"
        " with fewer rounds without play had it, the draw would be worse.",
    ),
    (
        "bye_for_better_tables_of_rest",
        {"entry": 1, "byes": 0},
        "The director leaves an odd number of entries to the draw: the bye goes to Ana. If one of"
        " them who is lower in the standings or had fewer rounds without play had it, the "
        "draw would be worse.",
    ),
    (
        "from_design",
        {"sides": [[1, 4], [2, 3]], "partners": [], "opponents": [[1, 2, 1]], "players": 4},
        "Ana and Dan against Ben and Cleo: from the whist design for 4 players, in which "
        "everybody is everybody's partner once and opponent twice. No partners repeat. Opponents "
        "before: Ana and Ben once.",
    ),
    (
        "from_plan",
        {"sides": [[1, 4], [2, 3]], "partners": [], "opponents": [[1, 2, 1]], "from": 2, "to": 5},
        "Ana and Dan against Ben and Cleo: from the plan for rounds 2 to 5 with the fewest "
        "repeated partners found, then the most evenly spread opponents. No partners repeat. "
        "Opponents before: Ana and Ben once.",
    ),
    (
        "by_standing",
        {
            "sides": [[1, 4], [2, 3]],
            "partners": [],
            "opponents": [[1, 2, 1]],
            "ranks": [1, 2, 3, 4],
            "sums": [1300, 1250],
            "hundredths": True,
        },
        "Ana and Dan against Ben and Cleo: places 1, 2, 3 and 4 of the standings. Their scores "
        "per table add up to 13.00 and 12.50. No partners repeat. Opponents before: Ana and Ben "
        "once.",
    ),
    (
        "sat_out",
        {"entry": 1, "left": 1, "free": 5, "had": 1, "late": True},
        "There is no place at a table for 1 of 5. Ana sat out once so far; nobody who plays sat "
        "out less often. Among equals, a late entry sits out first.",
    ),
    (
        "sat_out_of_rest",
        {"entry": 1, "left": 1, "free": 5, "had": 0, "late": False},
        "The director leaves 5 players to the draw; there is no place at a table for 1 of them. "
        "Ana never sat out so far; none of those who play sat out less often.",
    ),
    (
        "sit_out_by_director",
        {"entry": 1},
        "The director lets Ana sit out.",
    ),
    (
        "circle",
        {"sides": [[1], [2]], "met": 0, "round": 3},
        "Ana against Ben: round 3 of the circle.",
    ),
    (
        "circle_turn",
        {"entry": 1},
        "The number of entries is odd: Ana has no table this time.",
    ),
    (
        "circle_forbidden",
        {"entry": 1, "opponent": 2},
        "In this round of the circle Ana should meet Ben, and the two are kept apart.",
    ),
    (
        "circle_absent",
        {"entry": 1, "opponent": 2},
        "In this round of the circle Ana should meet Ben, who left or has not come.",
    ),
    (
        "seeds_meet",
        {"sides": [[1], [2]], "met": 0, "seeds": [1, 8]},
        "Ana against Ben: seeds 1 and 8.",
    ),
    (
        "seed_bye",
        {"entries": 5, "seed": 1, "entry": 1},
        "5 entries do not fill the bracket: a bye for seed 1, Ana.",
    ),
    (
        "winners_meet",
        {"sides": [[1], [2]], "met": 0},
        "Ana against Ben: both won their way here in the bracket.",
    ),
    (
        "walkover",
        {"entry": 1, "absent": 4},
        "A walkover for Ana: Dan left.",
    ),
    (
        "third_place",
        {"sides": [[1], [2]], "met": 0},
        "Ana against Ben, the losing semi-finalists, for third place.",
    ),
    (
        "third_place_walkover",
        {"entry": 2, "absent": 4},
        "Third place for Ben without a match: Dan left.",
    ),
    (
        "stationary_moved",
        {"entry": 1, "table": 3},
        "Ana should stay at table 3, and you moved them away.",
    ),
    (
        "kept_apart",
        {"entries": [1, 2]},
        "Ana and Ben are to be kept apart.",
    ),
]


@pytest.mark.parametrize(("code", "facts", "text"), TEXTS)
def test_a_reason_reads_as_it_was_last_read(code: str, facts: dict[str, Any], text: str) -> None:
    assert told(Reason(code, facts)) == text


def test_every_code_has_its_text_here() -> None:
    assert [code for code, _, _ in TEXTS] == [*CODES, *WARNING_CODES]
