"""The table before the first turn: pack, players, points of the cards, the deal."""

from games.engine.rulesets.choices import Declaring, Threes
from games.engine.rulesets.derived import Rules
from games.engine.rulesets.words.phrases import (
    ONE_OF,
    cards,
    count,
    has_second_hands,
    listed,
    sentences,
)

_RANKS = {
    "JK": "jokers",
    "A": "aces",
    "K": "kings",
    "Q": "queens",
    "J": "jacks",
    "T": "tens",
    "9": "nines",
    "8": "eights",
    "7": "sevens",
    "6": "sixes",
    "5": "fives",
    "4": "fours",
    "3": "threes",
    "2": "twos",
}


def pack(rules: Rules) -> str:
    """What is shuffled."""

    def described(seats: int) -> str:
        decks, jokers = rules.pack.decks[seats], rules.pack.jokers[seats]
        return (
            f"{count(decks, 'deck')} of 52 cards and {count(jokers, 'joker')}, "
            f"{rules.pack.size(seats)} cards in all"
        )

    tables = rules.seating.players
    if len({described(seats) for seats in tables}) == 1:
        packs = described(tables[0])
    else:
        packs = "; ".join(f"{seats} players use {described(seats)}" for seats in tables)
    return sentences(packs, "twos and jokers are wild")


def players(rules: Rules) -> str:
    """Who plays with whom, and what each is dealt."""

    def described(seats: int) -> str:
        sides, foot = rules.sides(seats), rules.seating.foot_size[seats]
        who = "each for themselves" if sides == seats else f"in {sides} sides of {seats // sides}"
        more = f" and a second hand of {foot}" if foot else ""
        return f"play {who}, with {cards(rules.seating.hand_size[seats])} each{more}"

    tables: dict[str, list[str]] = {}
    for seats in rules.seating.players:
        tables.setdefault(described(seats), []).append(str(seats))
    partners = any(seats > rules.sides(seats) for seats in rules.seating.players)
    second = (
        "players pick up their second hand at the end of the turn in which they first meld or lay "
        "off a card, and play from it in the next one; nobody goes out before that"
    )
    return sentences(
        "; ".join(f"{listed(seats, 'or')} {play}" for play, seats in tables.items()),
        "the sides alternate around the table" if partners else "",
        second if has_second_hands(rules) else "",
    )


def points(rules: Rules) -> str:
    """What the cards are worth, the highest first."""
    ranks: dict[int, list[str]] = {}
    for rank, name in {**_RANKS, "3": _threes(rules)}.items():
        if name and rank in rules.points:
            ranks.setdefault(rules.points[rank], []).append(name)
    return sentences(
        "; ".join(f"{listed(ranks[each])} {each}" for each in sorted(ranks, reverse=True))
    )


def _threes(rules: Rules) -> str:
    """The threes that have card points, on the table or in hand; empty if none has."""
    red = rules.red_threes.declaring is Declaring.NEVER
    threes = rules.threes
    black = threes.melding is not Threes.NEVER or threes.black_in_hand is None
    if red and black:
        return "threes"
    return "red threes" if red else "black threes" if black else ""


def deal(rules: Rules) -> str:
    """The first card of the discard pile."""
    rejected = [ONE_OF[each] for each in rules.deal.upcard_rejects]
    if not rejected:
        return sentences("after the deal a card is turned up, whatever it is, and begins the pile")
    return sentences(
        "after the deal a card is turned up and begins the pile",
        f"{listed(rejected, 'or')} goes to the bottom of the stock, and the next is turned",
    )
