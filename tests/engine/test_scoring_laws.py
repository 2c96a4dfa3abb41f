"""What is true of every score sheet, of whatever variant: laid out at random, and played."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import FACES, IS_WILD, RANKS, expand, faces
from games.engine.codec import score_in, score_out
from games.engine.events import HandScored, PenaltyGiven
from games.engine.record import verify
from games.engine.rulesets import Declaring, Holding, Rules
from games.engine.rulesets.choices import Threes
from games.engine.scoring.sheet import RULE_OF, score
from games.engine.table.changes import evolve
from games.engine.table.hand import HandState
from games.engine.table.meld import Meld
from tests.engine.played import finished
from tests.engine.sheets import PRESETS, counted_hand

TABLES = [
    pytest.param(rules, seats, id=f"{slug}, {seats}")
    for slug, rules in PRESETS.items()
    for seats in rules.seating.players
]


def told(state: HandState, side: int) -> int:
    """What the side scores, by the words of the rules."""
    rules, red = state.rules, {"3D", "3H"}
    own = state.by_side[side]
    hands = [faces(expand(hand)) for hand in state.hands[side :: state.sides]]
    melds = [faces(meld.cards) for meld in own.melds]
    full = [(meld, bonus(meld, rules)) for meld in own.melds if len(meld.cards) >= 7]
    laid = len(own.red_threes)
    qualified = len(full) >= rules.red_threes.qualified_canastas
    if rules.red_threes.qualified_by_book:
        black = sum(any(IS_WILD[card] for card in meld.cards) for meld, _ in full)
        book = rules.going_out.book
        qualified &= len(full) - black >= book.red and black >= book.black
    each, whole = rules.red_threes.each, rules.red_threes.all
    if not qualified:
        each, whole = rules.red_threes.unqualified_each, rules.red_threes.unqualified_all
    reds = whole if whole and laid == 2 * rules.pack.decks[state.seats] else laid * each
    owed = 0
    for hand in hands:
        apart = red if rules.red_threes.declaring is not Declaring.NEVER else set[str]()
        held = [card for card in hand if card in apart]
        if held:
            per_player = rules.red_threes.in_hand_per is Holding.PLAYER
            owed -= rules.red_threes.in_hand * (1 if per_player else len(held))
        for card in hand:
            dear = rules.threes.black_in_hand if card in ("3C", "3S") else None
            cost = worth([card], rules) if dear is None else -dear
            owed += 0 if card in apart else cost
    result = sum(worth(cards, rules) for cards in melds) + reds - owed
    result += sum(points for _, points in kept(own.melds, full, owed, reds, rules))
    result += for_many(len(kept(own.melds, full, owed, reds, rules)), rules)
    result += (
        rules.going_out.bonus if state.out is not None and state.out % state.sides == side else 0
    )
    return result + sum(each.points for each in state.penalties if each.side == side)


def for_many(canastas: int, rules: Rules) -> int:
    """What this number of canastas earns together."""
    many = rules.canasta.many
    return 0 if many is None or canastas < many.count else many.bonus


def worth(cards: list[str], rules: Rules) -> int:
    """Card points."""
    return sum(rules.points["JK" if card == "JK" else card[0]] for card in cards)


def bonus(meld: Meld, rules: Rules) -> int:
    """Of a canasta, by its cards."""
    worths = rules.canasta
    naturals = [FACES[card] for card in meld.cards if not IS_WILD[card]]
    ranks = {card[0] for card in naturals}
    wilds = len(naturals) < len(meld.cards)
    if not naturals:
        return worths.wild
    if len(ranks) > 1:
        return worths.black_samba if wilds else worths.samba
    if ranks == {"7"} and worths.sevens:
        return worths.sevens
    if ranks == {"3"} and rules.threes.melding is Threes.ALWAYS:
        return worths.threes
    return worths.mixed if wilds else worths.natural


def kept(
    melds: tuple[Meld, ...], full: list[tuple[Meld, int]], owed: int, reds: int, rules: Rules
) -> list[tuple[Meld, int]]:
    """The canastas that remain after the debt: of all choices that cover it, the best."""
    cover = reds
    covers: dict[int, int] = {}
    for meld in melds:
        cards = faces(meld.cards)
        beyond = [card for card in cards if card not in ("2C", "2D", "2H", "2S", "JK")]
        free = worth(cards if len(cards) < 7 else beyond[: len(cards) - 7], rules)
        cover += free
        covers[meld.id] = worth(cards, rules) - free
    if not rules.game.debt or owed <= cover:
        return full

    def earned(some: list[tuple[Meld, int]]) -> int:
        return sum(points for _, points in some) + for_many(len(some), rules)

    choices = [
        list(some)
        for size in range(len(full) + 1)
        for some in combinations(full, size)
        if sum(covers[each[0].id] for each in full if each not in some) >= owed - cover
    ]
    return max(choices, key=earned, default=[])


def some_melds(pack: list[str], rules: Rules, rng: Random) -> list[str]:
    """A few melds out of `pack`, some of them canastas."""
    found: list[str] = []
    for _ in range(rng.randint(0, 9)):
        size, wilds = rng.choice((3, 5, 7, 7, 7, 8, 9)), rng.choice((0, 0, 1, 2))
        ranks = RANKS[2:] + ("3" if rules.threes.melding is not Threes.NEVER else "")
        rank, suit, low = rng.choice(ranks), rng.choice("CDHS"), rng.randint(2, 6)
        black = (
            {"3C", "3S"} if rules.threes.melding is Threes.GOING_OUT else {"3C", "3D", "3H", "3S"}
        )
        wild = [card for card in pack if card[0] == "2" or card == "JK"]
        same = [
            card
            for card in pack
            if card[0] == rank and card != "JK" and (rank != "3" or card in black)
        ]
        wanted = [
            same[: size - wilds] + wild[:wilds],
            wild[:7],
            [RANKS[low + step] + suit for step in range(7)],
            [RANKS[low + step] + suit for step in range(6)] + wild[:1],
        ]
        kinds = (6, rules.canasta.wild > 0, rules.canasta.samba > 0, rules.canasta.black_samba > 0)
        meld = rng.choices(wanted, kinds)[0]
        if len(meld) >= 3 and all(pack.count(card) >= meld.count(card) for card in meld):
            found.append(" ".join(meld))
            for card in meld:
                pack.remove(card)
    return found


def some_hand(rules: Rules, seats: int, rng: Random) -> HandState:
    """An ended hand: side 0 with melds, everybody with a few cards."""
    pack = faces(expand(rules.pack_counts(seats)))
    rng.shuffle(pack)
    melds = some_melds(pack, rules, rng)
    red = [card for card in pack if card in ("3D", "3H")]
    laid = red[: rng.choice((0, 0, 1, 2, len(red)))]
    if rules.red_threes.declaring is Declaring.NEVER:
        laid = []
    for card in laid:
        pack.remove(card)
    hands = {seat: [pack.pop() for _ in range(rng.randint(0, 15))] for seat in range(seats) if pack}
    state = counted_hand(
        rules,
        *melds,
        red_threes=" ".join(laid),
        hands={seat: " ".join(cards) for seat, cards in hands.items()},
        seats=seats,
        out=rng.choice((None, 0, 1)),
    )
    for _ in range(rng.choice((0, 0, 1, 2))):
        state = evolve(state, PenaltyGiven(rng.randrange(seats), "going_out.promise", -100))
    return state


@pytest.mark.parametrize(("rules", "seats"), TABLES)
@given(seed=st.integers(0, 2**32))
def test_laws_of_every_sheet(rules: Rules, seats: int, seed: int) -> None:
    """Lines are multiples of 5, add up, count something, name their rule, and can be written."""
    state = some_hand(rules, seats, Random(seed))
    sheets = score(state)
    assert [each.side for each in sheets] == list(range(state.sides))
    for side, lines, total in sheets:
        assert sum(line.points for line in lines) == total == told(state, side)
        for line in lines:
            assert line.points % 5 == 0
            assert line.count > 0
            assert line.rule == RULE_OF[line.code]
        assert len({(line.code, line.reason) for line in lines}) == len(lines)
    assert score_in(score_out(sheets)) == sheets


DEARER: dict[str, dict[str, Any]] = {
    "canasta": {"size": 4, "sevens": 1500, "many": {"count": 3, "bonus": 2000}},
    "threes": {"black_in_hand": -100},
    "red_threes": {"in_hand": -100, "in_hand_per": "card"},
    "game": {"debt": True},
}
"""House rules under which random players make canastas, and lose them to debt."""


@pytest.mark.parametrize(("seats", "seed"), [(4, 1), (6, 0)])
def test_games_of_debt_are_played_recorded_and_verified(seats: int, seed: int) -> None:
    game = finished(seed, seats=seats, hands=6, overrides=DEARER)
    sheets = [
        event.score for row in game.rows for event in row.events if isinstance(event, HandScored)
    ]
    codes = {line.code for sheet in sheets for side in sheet for line in side.lines}
    assert {"debt_dismantled", "many_canastas", "black_threes_in_hand"} <= codes
    record = game.record()
    assert verify(record) == []
    score_lines = [line for side in record["hands"][0]["score"] for line in side["lines"]]
    score_lines[0]["reason"] = "none"
    assert [str(fault.path) for fault in verify(record)] == ["hands.0.score.0.lines.0.reason"]
