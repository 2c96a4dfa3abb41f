"""The table before the first turn: pack, players, points of the cards, the deal."""

from games.engine.rulesets.ruleset import Ruleset
from games.engine.rulesets.words.phrases import ONE_OF, cards, count, listed, sentences

_RANKS = {"JK": "jokers", "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}


def pack(rules: Ruleset) -> str:
    """What is shuffled."""

    def told(seats: int) -> str:
        decks, jokers = rules.pack.decks[seats], rules.pack.jokers[seats]
        return (
            f"{count(decks, 'deck')} of 52 cards and {count(jokers, 'joker')}, "
            f"{rules.pack.size(seats)} cards in all"
        )

    tables = rules.seating.players
    if len({told(seats) for seats in tables}) == 1:
        packs = told(tables[0])
    else:
        packs = "; ".join(f"{seats} players use {told(seats)}" for seats in tables)
    return sentences(packs, "twos and jokers are wild")


def players(rules: Ruleset) -> str:
    """Who plays with whom, and what each is dealt."""

    def told(seats: int) -> str:
        sides, foot = rules.sides(seats), rules.seating.foot_size[seats]
        who = "each for themselves" if sides == seats else f"in {sides} sides of {seats // sides}"
        more = f" and a second hand of {foot}" if foot else ""
        return f"{seats} play {who}, with {cards(rules.seating.hand_size[seats])} each{more}"

    second = ""
    if any(rules.seating.foot_size.values()):
        second = (
            "the second hand is picked up at the end of the turn in which its owner has melded or "
            "laid off a card, and played from the next one; nobody goes out while their own lies"
        )
    return sentences("; ".join(map(told, rules.seating.players)), second)


def points(rules: Ruleset) -> str:
    """What the cards are worth, the dearest first."""
    ranks: dict[int, list[str]] = {}
    for rank, each in rules.points.items():
        ranks.setdefault(each, []).append(_RANKS.get(rank, f"{rank}s"))
    return sentences(
        "; ".join(f"{listed(ranks[each])} {each}" for each in sorted(ranks, reverse=True))
    )


def deal(rules: Ruleset) -> str:
    """The first card of the discard pile."""
    rejected = [ONE_OF[each] for each in rules.deal.upcard_rejects]
    if not rejected:
        return sentences("after the deal a card is turned up, whatever it is, and begins the pile")
    return sentences(
        "after the deal a card is turned up and begins the pile",
        f"{listed(rejected, 'or')} goes to the bottom of the stock, and the next is turned",
    )
