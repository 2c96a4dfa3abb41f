"""A position as one line: read back as it was written, with what it shows and what it hides."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.engine.cards import FACES
from games.engine.notation import InvalidPosition, position_in, position_out, view_out
from games.engine.phase import Phase
from games.engine.rulesets import Rules
from games.engine.snapshot import hand_out
from games.engine.table.hand import HandState
from games.engine.view import SeatView, seat_view
from tests.depth import cases, in_the_full_run, one_of
from tests.engine.any_samples import some_position
from tests.engine.played import started
from tests.engine.positions import table
from tests.engine.sheets import PRESETS, changed

TABLES = [
    pytest.param(rules, seats, id=f"{slug} of {seats}")
    for slug, rules in PRESETS.items()
    for seats in rules.seating.players
]
ROOT = Path(games.__path__[0]).parent
EVERY = 11
"""`make test` tries one of this many positions of a game."""
SHORT = "classic 4 | 0: 4C KD KH KS | pile 9D"


def told(state: HandState) -> dict[str, Any]:
    """All that the state says but what may be taken back of the turn."""
    written = hand_out(state)
    if state.so_far is not None:
        so_far = state.so_far
        written["played"] = (so_far.has_laid, so_far.taken_back, so_far.last_red_three)
    if not any(written.get("feet", ())):
        written.pop("feet", None)  # all are picked up, or there were none
    return written


def test_a_position_is_written_as_a_card_player_would() -> None:
    state = table("KH KD 4C", pile="4D 9D", melds=["9C 9D 9H", "8S 9S TS"], red_threes={0: "3H"})
    assert view_out(seat_view(state, 0)) == (
        "classic 4 | hand 1 | dealer 3 | 0 plays | 0: 4C KD KH | 1: 8 cards | 2: 8 cards | "
        "3: 8 cards | stock 126 cards | pile 4D 9D | side 0: #1 9C 9D 9H, #2 8S 9S TS; red 3H | "
        "side 1: needs 50"
    )
    assert "| 1: 8 cards |" not in position_out(state)
    assert "| 0: 3 cards |" in view_out(seat_view(state, None))


@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_everything_that_can_be_on_the_table_reads_back(
    rules: Rules, seats: int, seed: int
) -> None:
    state = some_position(rules, Random(seed), seats=seats)
    line = position_out(state)
    again = position_in(line, rules)
    assert position_out(again) == line
    assert told(again) == told(state)


@pytest.mark.parametrize(("rules", "seats"), one_of(3, TABLES, others=in_the_full_run))
def test_every_position_of_a_game_reads_back_and_its_views_show_what_the_seats_see(
    rules: Rules, seats: int
) -> None:
    game = started(3, extends=rules.slug, seats=seats, hands=1)
    moves = 0
    while game.match.hand is not None and moves < 120:
        state, rules = game.match.hand, game.match.rules
        if moves % cases(EVERY, 1) == 0:
            assert told(position_in(position_out(state), rules)) == told(state)
            for seat in (None, *range(seats)):
                view = seat_view(state, seat)
                assert seen(seat_view(position_in(view_out(view), rules), seat)) == seen(view)
        game.move()
        moves += 1


def seen(view: SeatView) -> tuple[Any, ...]:
    """The view without what may be taken back."""
    so_far = view.so_far
    done = so_far and (so_far.has_laid, so_far.taken_back, so_far.last_red_three)
    return (*view._replace(so_far=None), done)


@given(seed=st.integers(0, 2**32))
@pytest.mark.parametrize("slug", PRESETS)
def test_no_hidden_card_is_in_the_line_of_a_view(slug: str, seed: int) -> None:
    rng = Random(seed)
    state = some_position(PRESETS[slug], rng)
    for seat in (None, *range(state.seats)):
        line = view_out(seat_view(state, seat))
        assert line == view_out(seat_view(shuffled(state, seat, rng), seat))
        others = [number for number in range(state.seats) if number != seat]
        for hidden in [f"| {number}: " for number in others] + ["| stock "]:
            clause = line.split(hidden)[1].split(" |")[0]
            assert clause.endswith(" cards")
            assert not set(clause.split()) & set(FACES)


def shuffled(state: HandState, seat: int | None, rng: Random) -> HandState:
    """The same for `seat`, with the cards that it does not see in other places."""
    other = state.copy()
    hidden = [number for number in range(state.seats) if number != seat]
    cards = [*other.stock]
    for number in hidden:
        cards += [kind for kind, count in enumerate(other.hands[number]) for _ in range(count)]
    rng.shuffle(cards)
    other.stock, cards = cards[: len(other.stock)], cards[len(other.stock) :]
    for number in hidden:
        other.hands[number] = bytearray(len(other.hands[number]))
        for card in [cards.pop() for _ in range(other.sizes[number])]:
            other.hands[number][card] += 1
    return other


SCRAPS = (
    "| | | 0: 1: side 0: #1 #2 9C 9D JK 3H red needs 50 stock pile aside question yes asks over "
    "next #0 ; , none hand 0 15 cards penalty -5 x plays, laid dealer 9 foot 2"
)


@given(st.lists(st.sampled_from(SCRAPS.split()), max_size=14).map(" ".join) | st.text(max_size=60))
@pytest.mark.parametrize("head", ["", "classic 4 | ", "handfoot 6 | "])
def test_any_text_at_all_is_a_position_or_is_refused(head: str, text: str) -> None:
    text = head + text
    try:
        state = position_in(text)
    except InvalidPosition:
        return
    assert position_out(position_in(position_out(state), state.rules)) == position_out(state)


@pytest.mark.parametrize(
    ("clause", "minimum"),
    [
        pytest.param("needs 90", 90, id="said"),
        pytest.param("red 3H", 50, id="not said"),
        pytest.param("red 3H; opened", None, id="opened"),
        pytest.param("#1 9C 9D 9H; red 3H", None, id="melded"),
    ],
)
def test_what_a_side_needs(clause: str, minimum: int | None) -> None:
    assert position_in(f"{SHORT} | side 1: {clause}").by_side[1].minimum == minimum


@pytest.mark.parametrize(
    "end", ["over", "over, 2 went out", "over, stock exhausted", "over, conceded"]
)
def test_a_hand_that_is_over_reads_back_and_its_view_says_so(end: str) -> None:
    state = position_in(f"{SHORT} | {end}")
    assert f"| {end} |" in position_out(state)
    assert told(position_in(position_out(state))) == told(state)
    assert "| over |" in view_out(seat_view(state, 0))


def test_house_rules_are_named_and_given_separately() -> None:
    rules = changed(PRESETS["classic"], draw={"count": 3})
    line = position_out(position_in(SHORT, rules))
    assert line.startswith("classic+house 4 | ")
    assert position_out(position_in(line, rules)) == line


def test_what_is_not_said_is_as_after_a_deal() -> None:
    state = position_in(SHORT)
    assert (state.sizes, len(state.stock), state.turn, state.phase) == (
        [4, 15, 15, 15],
        112,
        0,
        Phase.PLAY,
    )
    assert [side.minimum for side in state.by_side] == [50, 50]
    assert position_out(position_in(SHORT)) == position_out(state)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param("", "begin with a ruleset", id="nothing"),
        pytest.param("bridge 4", "no ruleset 'bridge'", id="another game"),
        pytest.param("classic 9", "no table of 9", id="too many seats"),
        pytest.param(f"{SHORT} | 4: KD", "seats go from 0 to 3", id="a seat too many"),
        pytest.param(f"{SHORT} | side 2: needs 50", "sides go from 0 to 1", id="a side too many"),
        pytest.param(f"{SHORT} | 1: 4C ZZ", "not a card: 'ZZ'", id="no card"),
        pytest.param(f"{SHORT} | 0: 4C", "there already", id="a hand twice"),
        pytest.param(f"{SHORT} | pile 4C", "there already", id="the pile twice"),
        pytest.param(f"{SHORT} | 0 sings", "unknown clause", id="no clause"),
        pytest.param(f"{SHORT} | 1: KD KD KD", "KD: the pack has only 3", id="a fourth king"),
        pytest.param(f"{SHORT} | side 0: #1 9C 9D TH", "neither cards of one rank", id="no meld"),
        pytest.param(f"{SHORT} | side 0: 9C 9D 9H", "a side has melds", id="no number"),
        pytest.param(
            f"{SHORT} | side 0: #1 9C 9D 9H; needs 50", "needs nothing", id="melded, and in need"
        ),
        pytest.param(
            "black-samba 4 | side 0: #1 TS JK 8S", "from low to high", id="a sequence upside down"
        ),
        pytest.param(f"{SHORT} | stock 7 cards", "112 are left", id="a stock too small"),
        pytest.param(f"{SHORT} | stock 7C", "111 cards of the pack are nowhere", id="cards lost"),
        pytest.param(f"{SHORT} | 1: 160 cards", "are face down", id="a hand too large"),
        pytest.param(f"{SHORT} | foot 0: 7C", "no second hands", id="a second hand"),
        pytest.param(
            f"{SHORT} | 0 plays, laid", "does not remember the turn", id="what no rule asks"
        ),
        pytest.param("handfoot 4 | 0 plays, sang", "not part of a turn", id="no such turn"),
        pytest.param(f"{SHORT} | question 1 yes", "partners of seat 0", id="an opponent answers"),
        pytest.param("classic 3 | question", "partners of seat 0", id="nobody to ask"),
        pytest.param(f"{SHORT} | question 2 yes 2 yes", "answers once", id="an answer twice"),
        pytest.param(f"{SHORT} | 0 asks", "waits for an answer", id="asking without a question"),
        pytest.param(
            f"{SHORT} | 0 asks | question 2 no", "waits for an answer", id="all have answered"
        ),
        pytest.param(f"{SHORT} | 0 plays | over", "there already", id="two turns"),
        pytest.param(f"{SHORT} | 00: 4C", "there already", id="a hand under two numbers"),
        pytest.param(
            f"{SHORT} | side 0: #1 9C 9D 9H | side 1: #1 9C 9H 9S",
            "a number of its own",
            id="one number for two melds",
        ),
        pytest.param(
            f"{SHORT} | side 0: #2 9C 9D 9H | next #2", "is on the table", id="a number again"
        ),
        pytest.param(f"{SHORT} | side 0: red KC", "red threes", id="a red king"),
        pytest.param(f"{SHORT} | side 0: red 3H; red 3D", "each once", id="red threes twice"),
        pytest.param(f"{SHORT} | side 0: needs much", "not a number", id="a need without number"),
        pytest.param(f"{SHORT} | aside 4C", "no cards aside", id="cards aside"),
        pytest.param(f"{SHORT} | penalty 2 -100 why", "sides go from 0 to 1", id="whose penalty"),
        pytest.param("handfoot 4 | hand 0", "unknown clause", id="no first hand"),
        pytest.param(f"classic 4 | stock {'KH ' * 300}", "has only 3", id="a stock of kings"),
        pytest.param("classic+house 4", "house rules separately", id="house rules missing"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(line: str, says: str) -> None:
    with pytest.raises(InvalidPosition, match=says.replace("(", r"\(")):
        position_in(line)


def test_the_engine_is_used_as_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    [program] = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    *options, position, natural, samba, out, melded, held = done.stdout.splitlines()
    assert ["discard" in options[0], "lay_off" in options[1]] == [True, True]
    assert "| over, 0 went out |" in position
    assert [line.split("'")[1] for line in (natural, samba, out, melded, held)] == [
        "natural_canastas",
        "sambas",
        "went_out",
        "melded_cards",
        "hand_cards",
    ]
