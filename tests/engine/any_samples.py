"""Random positions late in a hand by any ruleset: few cards, on the edge of its rules."""

from random import Random

from games.engine.actions import Pass
from games.engine.cards import BLACK_THREES, IS_WILD, JOKER, RANK_OF, RED_THREES, WILDS, expand
from games.engine.codec import cards_text
from games.engine.errors import IllegalAction
from games.engine.meld_kinds import SEQUENCE
from games.engine.phase import Phase
from games.engine.rules.going_out import can_end_turn
from games.engine.rulesets import Permission, Rules
from games.engine.rulesets.choices import MeldsOfAKind, Threes
from games.engine.table.hand import HandState, PermissionState
from games.engine.table.meld import Meld
from tests.engine.judge import split
from tests.engine.laws import is_accepted
from tests.engine.oracle import Cards as Hand
from tests.engine.positions import table
from tests.engine.samples import SCORES, Cards

SIZES = (3, 3, 4, 5, 6, 6, 7, 7, 8)


class Pack(Cards):
    """The pack of a ruleset, often without some ranks, so that cards go together."""

    def __init__(self, rules: Rules, seats: int, rng: Random) -> None:
        few = set(rng.sample(range(2, 13), rng.randint(4, 11)))
        pack = expand(rules.pack_counts(seats))
        self.left = [card for card in pack if RANK_OF[card] in few or not 2 <= RANK_OF[card] < 13]
        self.ranks = sorted(few)
        self.rng = rng
        self.rules = rules

    def meld(self) -> list[int]:
        """Cards that are likely to be a meld."""
        rng, rules, size = self.rng, self.rules, self.rng.choice(SIZES)
        if rules.wild_meld is not None and rng.random() < 0.15:
            return self.take(size, list(WILDS))
        if rules.threes.melding is Threes.ALWAYS and rng.random() < 0.15:
            return self.take(size, list(BLACK_THREES + RED_THREES))
        if rules.sequence_limits.max_size and rng.random() < 0.4:
            cards = self.sequence(min(size, 7))
            if cards and rules.sequence_limits.max_wilds and rng.random() < 0.4:
                cards[rng.randrange(1, len(cards) - 1)] = self.take(1, list(WILDS))[0]
            return cards
        return self.group(size)


def some_position(
    rules: Rules, rng: Random, *, hand_size: int = 6, seats: int | None = None
) -> HandState:
    """Seat 0 to act with a few cards, in the middle of a hand.

    Where `seats` are given, every card of the pack is somewhere; else second hands and cards aside
    have any kinds.
    """
    while True:
        try:
            state = _position(rules, rng, hand_size, seats)
        except IllegalAction:
            continue
        if _may_lie(state.by_side[0].melds, rules) and _can_go_on(state):
            return state


def _can_go_on(state: HandState) -> bool:
    """True if the turn can end, as it always can after legal actions."""
    return state.phase is Phase.DRAW or can_end_turn(state, 0) or is_accepted(state, 0, Pass())


def _may_lie(melds: tuple[Meld, ...], rules: Rules) -> bool:
    """True if the melds may be on the table together."""
    groups = [meld for meld in melds if meld.kind not in (SEQUENCE, "wild")]
    full = rules.canasta.size
    still_open = [meld.rank for meld in groups if len(meld.cards) < full]
    ranks = [meld.rank for meld in groups]
    if rules.group.per_rank is MeldsOfAKind.ONE and len(set(ranks)) < len(ranks):
        return False
    if rules.group.per_rank is MeldsOfAKind.ONE_OPEN and len(set(still_open)) < len(still_open):
        return False
    suits = [meld.suit for meld in melds if meld.kind == SEQUENCE]
    if rules.sequence_limits.size_before_next and len(set(suits)) < len(suits):
        return False
    wild = [len(meld.cards) for meld in melds if meld.kind == "wild"]
    per_side = MeldsOfAKind.ONE if rules.wild_meld is None else rules.wild_meld.per_side
    if per_side is MeldsOfAKind.ONE_OPEN:
        wild = [size for size in wild if size < full]
    return per_side is MeldsOfAKind.SEVERAL or len(wild) < 2


def _position(rules: Rules, rng: Random, hand_size: int, whole: int | None) -> HandState:
    seats = whole or rng.choice(rules.seating.players)
    pack = Pack(rules, seats, rng)
    melds = [pack.meld() for _ in range(rng.choice((0, 1, 2, 3, 4, 6, 9)))]
    melds = [meld for meld in melds if len(meld) >= 3]
    hand = _hand(pack, melds, rng.randint(1, hand_size))
    phase = rng.choice((Phase.DRAW, Phase.PLAY, Phase.PLAY))
    below = pack.take(rng.choice((0, 0, 1, 3, 6, 7)))
    state = table(
        _text(hand),
        pile=_text(below + _top(pack, hand, melds)),
        melds=[_text(meld) for meld in melds],
        seats=seats,
        score=rng.choice(SCORES),
        phase=phase,
        stock=None if rng.random() < 0.9 else "",
        rules=rules,
    )
    if whole is None:
        _add_second_hands(state, rng)
    _note_melding(state, rng)
    _add_question(state, rng)
    return state


def _hand(pack: Pack, melds: list[Hand] | list[list[int]], size: int) -> list[int]:
    """Cards that have something to do with one another, with the melds, or with going out."""
    hand: list[int] = []
    rng = pack.rng
    while len(hand) < size:
        card = 4 * rng.choice(pack.ranks) + rng.randrange(4)
        if melds and rng.random() < 0.5:
            card = rng.choice(rng.choice(melds))
        rank, suit = (rng.choice(pack.ranks), 0) if IS_WILD[card] else (RANK_OF[card], card % 4)
        pools = [
            list(range(4 * rank, 4 * rank + 4)),
            [4 * near + suit for near in range(max(2, rank - 2), min(13, rank + 3))],
            list(BLACK_THREES),
            list(WILDS),
            [JOKER],
            list(RED_THREES),
        ]
        pool = rng.choices(pools, (6, 4, 2, 2, 1, 0.5))[0]
        hand += pack.take(min(rng.randint(1, 3), size - len(hand)), pool)
    return hand


def _top(pack: Pack, hand: list[int], melds: list[list[int]]) -> list[int]:
    """An upcard: of a rank in the hand or on the table, at the end of a sequence, or any."""
    near = pack.rng.choice([*hand, *[card for meld in melds for card in meld]])
    if pack.rng.random() < 0.5:
        return pack.take(1, list(range(near // 4 * 4, near // 4 * 4 + 4)))
    if pack.rng.random() < 0.8:
        return pack.take(1, [near - 8, near - 4, near + 4, near + 8])
    return pack.take(1)


def _add_second_hands(state: HandState, rng: Random) -> None:
    """A second hand for some seats, and perhaps cards aside."""
    rules = state.rules
    if any(rules.seating.foot_size.values()):
        state.feet = tuple(
            bytes(8) + bytes([rng.choice((0, 11))]) + bytes(44) for _ in range(state.seats)
        )
    if rules.pile.rest_face_down and state.phase is Phase.PLAY and rng.random() < 0.3:
        state.set_aside = tuple(rng.sample(range(16, 52), 6))


def _note_melding(state: HandState, rng: Random) -> None:
    """Perhaps something was laid this turn already."""
    if state.so_far is not None and state.phase is Phase.PLAY and rng.random() < 0.5:
        state.so_far = state.so_far._replace(laid=True)


def _add_question(state: HandState, rng: Random) -> None:
    permission = state.rules.going_out.permission
    if state.phase is not Phase.PLAY or permission is Permission.NONE:
        return
    if state.seats == state.sides or not state.qualified(0) or rng.random() < 0.4:
        return
    asked = state.partners(0)
    answers = tuple((seat, rng.random() < 0.7) for seat in asked)
    granted = all(answer for _, answer in answers)
    state.permission = PermissionState(0, asked, answers, granted)


def _text(cards: list[int]) -> str:
    return " ".join(split(cards_text(cards)))
