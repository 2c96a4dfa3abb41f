"""The rules in worked examples, sorted by paragraph of RULES.md.

A position is a line of `games.engine.notation` without its ruleset; an example that names several
rulesets is tried in each of them. The player on turn acts. The result is the rule that refuses the
last action, or else every clause of the line that the actions changed.
"""

from typing import NamedTuple

import pytest

from games.engine.actions import (
    Action,
    AnswerOut,
    AskOut,
    Draw,
    LayRedThree,
    Merge,
    Pass,
    TakeBack,
    TakeTop,
)
from games.engine.cards import cards_of
from games.engine.errors import Rule
from games.engine.notation import position_in, position_out
from games.engine.scoring.sheet import RULE_OF, score
from games.engine.table.hand import HandState
from tests.engine.positions import after, discard, lay_off, meld, refusal, take
from tests.engine.sheets import PRESETS


def natural(rank: str) -> str:
    """Seven cards of a rank."""
    return " ".join(f"{rank}{suit}" for suit in "CCDDHHS")


def numbered(*melds: str) -> str:
    """The melds of a side under their numbers."""
    return ", ".join(f"#{number} {cards}" for number, cards in enumerate(melds, 1))


KINGS, QUEENS, JACKS, NINES, EIGHTS, SEVENS = map(natural, "KQJ987")
MIXED, WILDS, SAMBA = "2C 2D AC AC AD AH AS", "2H 2H 2S 2S JK JK JK", "4S 5S 6S 7S 8S 9S TS"
ONE, TWO = numbered(KINGS), numbered(KINGS, QUEENS)
BOOK = numbered(SEVENS, WILDS, MIXED, KINGS, QUEENS, JACKS, NINES, EIGHTS)
"""What Hand and Foot Samba asks for, and no samba."""
SEVEN = numbered("JK JK 2C 2C 2D 2H 2S", *map(natural, "745689"))
"""Seven canastas: of wild cards, of sevens, and five of which four are worth 35 points."""
UNDER = "5C 6D 9S QC QD JC"
"""Six cards of a pile, none of which freezes it."""
FREEZING = "denexa official"
EVERY = " ".join(slug for slug, rules in PRESETS.items() if 4 in rules.seating.players)
"""All but `quad`, which has tables of six."""


class Example(NamedTuple):
    """A position, some actions, and the result of the last of them."""

    says: str
    rulesets: str
    position: str
    does: tuple[Action, ...]
    by: int | None
    to: Rule | str


def example(
    says: str, rulesets: str, position: str, *does: Action, by: int | None = None, to: Rule | str
) -> Example:
    """All actions but the last are accepted. `by` is the seat of the last, by default on turn."""
    return Example(says, rulesets, position, does, by, to)


EXAMPLES = {
    "TURN-01": [
        example("the next player may not draw before the discard",
                "classic", "4 | 0 plays | 0: 4C 5C", Draw(), by=1, to=Rule.NOT_YOUR_TURN),
    ],
    "TURN-02": [
        example("two cards are drawn",
                "classic",
                "4 | 0 draws | 0: 5D | 1: 53 cards | 2: 53 cards | 3: 51 cards | stock 9C JK QH"
                " | pile 4C",
                Draw(), to="0 plays | 0: 5D 9C JK | stock QH"),
        example("you may not meld before the draw",
                "classic", "4 | 0 draws | 0: KC KD KH 4C | side 0: opened",
                meld("KC KD KH"), to=Rule.WRONG_PHASE),
        example("you may not draw twice",
                "classic", "4 | 0: KC 4C", Draw(), to=Rule.WRONG_PHASE),
        example("if the stock has one card, only that card is drawn",
                "classic",
                "4 | 0 draws | 0: 5D | 1: 53 cards | 2: 53 cards | 3: 53 cards | stock 9C"
                " | pile 4C | side 0: opened",
                Draw(), to="0 plays | 0: 5D 9C | stock none"),
    ],
    "TURN-03": [
        example("the player who asked waits for the answer",
                "classic", f"4 | 0 asks | question | 0: 4C 5C | side 0: {TWO}",
                discard("4C"), by=0, to=Rule.WAITING_FOR_ANSWER),
    ],
    "TURN-04": [
        example("with one canasta the last card may not be discarded",
                "classic", f"4 | 0: 4C | side 0: {ONE}", discard("4C"), to=Rule.NOT_QUALIFIED),
        example("with one canasta a pass keeps the last card",
                "classic", f"4 | 0: 4C | side 0: {ONE}", Pass(), to="1 draws"),
        example("with two cards you may not pass",
                "classic", f"4 | 0: 4C 5C | side 0: {ONE}", Pass(), to=Rule.CANNOT_PASS),
        example("with two cards you discard one",
                "classic", f"4 | 0: 4C 5C | pile none | side 0: {ONE}",
                discard("4C"), to="1 draws | 0: 5C | pile 4C"),
    ],
    "TURN-05": [
        example("in Hand and Foot Samba a meld is taken back before the discard",
                "handfoot", "4 | 0: KC KD KH 4D 5D | side 0: opened",
                meld("KC KD KH"), TakeBack(), to="0 plays, 1 taken back | next #2"),
        example("in Samba no meld is taken back",
                "classic", "4 | 0: KC KD KH 4D 5D | side 0: opened",
                meld("KC KD KH"), TakeBack(), to=Rule.NOTHING_TO_TAKE_BACK),
    ],
    "TURN-06": [
        example("in Sambola no joker is discarded",
                "sambola", "4 | 0: JK 4C 5C",
                discard("JK"), to=Rule.NEVER_DISCARDED),
    ],
    "TURN-07": [
        example("without canastas you may not lay off one of your last two cards: you "
                "could not get rid of the other",
                "denexa",
                "4 | 0: 4C 5C | side 0: #1 4D 4H 4S", lay_off(1, "4C"), to=Rule.NO_WAY_ON),
    ],
    "TURN-08": [
        example("after twenty actions you take nothing more back",
                "handfoot", "4 | 0 plays, laid, 20 taken back | 0: 4C 5C 6D | side 0: #1 4D 4H 4S",
                lay_off(1, "4C"), TakeBack(), to=Rule.TAKEN_BACK_TOO_OFTEN),
    ],
    "HAND-01": [
        example("one king may not be played twice",
                "classic", "4 | 0: KC KD 4C | side 0: opened",
                meld("KC KC KD"), to=Rule.CARD_NOT_HELD),
        example("the kings under the top card do not count",
                "classic", "4 | 0 draws | 0: AH AD 4C 5C | pile KH KD KS AC | side 0: needs 90",
                take("AH AD", "KH KD KS"), to=Rule.CARD_NOT_HELD),
        example("a card that lies aside is not melded in the turn",
                "handfoot",
                f"4 | 0 plays, laid | 0: 5H 5D 4S | aside {UNDER} | side 0: #1 KC KD KH",
                meld("5C 5D 5H"), to=Rule.CARD_NOT_HELD),
        example("a card that lies aside is not discarded in the turn",
                "handfoot",
                f"4 | 0 plays, laid | 0: 5H 5D 4S | aside {UNDER} | side 0: #1 KC KD KH",
                discard("5C"), to=Rule.CARD_NOT_HELD),
    ],
    "MELD-01": [
        example("a meld has three cards",
                "classic", "4 | 0: KC KD 4C | side 0: opened",
                meld("KC KD"), to=Rule.TOO_FEW_CARDS),
        example("two black threes are no meld",
                "handfoot", f"4 | question 2 yes | 0: 3C 3S | side 0: {BOOK}",
                meld("3C 3S"), to=Rule.TOO_FEW_CARDS),
    ],
    "MELD-02": [
        example("the ace is the highest card: J-Q-K-A",
                "classic", "4 | 0: JD QD KD AD 4C | side 0: opened",
                meld("JD QD KD AD"), to="0: 4C | side 0: #1 JD QD KD AD"),
        example("there are no sequences in Mexican Samba",
                "mexican", "4 | 0: 5S 6S 7S 4C KD | side 0: opened",
                meld("5S 6S 7S"), to=Rule.NOT_A_MELD),
        example("the ace is not below the four: A-4-5",
                "classic", "4 | 0: AD 4D 5D KC | side 0: opened",
                meld("AD 4D 5D"), to=Rule.NOT_A_MELD),
        example("K-K-Q is neither a group nor a sequence",
                "classic", "4 | 0: KC KD QH 4C | side 0: opened",
                meld("KC KD QH"), to=Rule.NOT_A_MELD),
    ],
    "MELD-03": [
        example("a third wild card may not join five naturals and two wild cards",
                "classic", "4 | 0: JK 4C 5C | side 0: #1 KC KD KH KS KC 2C 2D",
                lay_off(1, "JK"), to=Rule.TOO_MANY_WILDS),
        example("no wild card joins sevens",
                "mexican handfoot", "4 | 0: 7C 7D 2C 4C 5C | side 0: opened",
                meld("7C 7D 2C"), to=Rule.TOO_MANY_WILDS),
    ],
    "MELD-04": [
        example("K-K-2: two naturals are enough for one wild card",
                "classic", "4 | 0: KH KD 2C 4C | side 0: opened",
                meld("KH KD 2C"), to="0: 4C | side 0: #1 2C KD KH"),
        example("K-2-joker: one natural is not enough for two",
                "classic", "4 | 0: KH 2C JK 4C | side 0: opened",
                meld("KH 2C JK"), to=Rule.TOO_FEW_NATURALS),
        example("three kings and two twos: two wild cards need four naturals",
                "classic", "4 | 0: KH KD KS 2C 2D 4C | side 0: opened",
                meld("KH KD KS 2C 2D"), to=Rule.TOO_FEW_NATURALS),
        example("four kings are enough for two twos",
                "classic", "4 | 0: KH KD KS KC 2C 2D 4C | side 0: opened",
                meld("KH KD KS KC 2C 2D"), to="0: 4C | side 0: #1 2C 2D KC KD KH KS"),
        example("three kings and two wild cards, in rulesets that ask for two naturals",
                "denexa official", "4 | 0: KH KD KS 2C JK 4C 5C | side 0: opened",
                meld("KH KD KS 2C JK"), to="0 plays, laid | 0: 4C 5C | side 0: #1 2C KD KH KS JK"),
        example("four eights outnumber three wild cards",
                "handfoot", "4 | 0: 8C 8D 8H 8S 2C 2D JK 4C 4D | side 0: opened",
                meld("8C 8D 8H 8S 2C 2D JK"),
                to="0 plays, laid | 0: 4C 4D | side 0: #1 2C 2D 8C 8D 8H 8S JK"),
        example("three eights do not outnumber three wild cards",
                "handfoot", "4 | 0: 8C 8D 8H 2C 2D JK 4C 4D | side 0: opened",
                meld("8C 8D 8H 2C 2D JK"), to=Rule.TOO_FEW_NATURALS),
    ],
    "MELD-05": [
        example("Q-K-A-2: the two is wild in its own suit",
                "classic", "4 | 0: QD KD AD 2D 4C | side 0: opened",
                meld("QD KD AD 2D"), to=Rule.WILD_IN_SEQUENCE),
        example("6-2-8 of spades: the two is not a seven",
                "classic", "4 | 0: 6S 2S 8S 4C | side 0: opened",
                meld("6S 2S 8S"), to=Rule.WILD_IN_SEQUENCE),
    ],
    "MELD-06": [
        example("a samba takes no eighth card",
                "classic", f"4 | 0: JS 4C 5C | side 0: #1 {SAMBA}",
                lay_off(1, "JS"), to=Rule.SEQUENCE_TOO_LONG),
    ],
    "MELD-07": [
        example("60 points where 50 are needed",
                "classic", "4 | 0: AH AD 2C 4C | side 0: needs 50",
                meld("AH AD 2C"), to="0: 4C | side 0: #1 2C AD AH"),
        example("60 points where 90 are needed",
                "classic", "4 | 0: AH AD 2C 4C | side 0: needs 90",
                meld("AH AD 2C"), to=Rule.INITIAL_MINIMUM),
        example("90 points where 90 are needed",
                "classic", "4 | 0: AH AD JK 4C | side 0: needs 90",
                meld("AH AD JK"), to="0: 4C | side 0: #1 AD AH JK"),
        example("15 points are enough with a negative score",
                "classic", "4 | 0: 4C 4D 4H KC | side 0: needs 15",
                meld("4C 4D 4H"), to="0: KC | side 0: #1 4C 4D 4H"),
        example("120 points where 150 are needed",
                "classic", "4 | 0: AH AD AS KH KD KS 9H 9D 9S JH JD JS 4C | side 0: needs 150",
                meld("AH AD AS", "KH KD KS", "9H 9D 9S"), to=Rule.INITIAL_MINIMUM),
        example("150 points where 150 are needed, in four melds",
                "classic", "4 | 0: AH AD AS KH KD KS 9H 9D 9S JH JD JS 4C | side 0: needs 150",
                meld("AH AD AS", "KH KD KS", "9H 9D 9S", "JH JD JS"),
                to="0: 4C | side 0: #1 AD AH AS, #2 KD KH KS, #3 9D 9H 9S, #4 JD JH JS"),
        example("150 points where 160 are needed",
                "denexa", "4 | 0: AH AD AS KH KD KS 9H 9D 9S JH JD JS 4C | side 0: needs 160",
                meld("AH AD AS", "KH KD KS", "9H 9D 9S", "JH JD JS"), to=Rule.INITIAL_MINIMUM),
        example("a sequence of 25 and queens of 30 points where 50 are needed",
                "classic", "4 | 0: 5H 6H 7H 8H QC QD QH 4C | side 0: needs 50",
                meld("5H 6H 7H 8H", "QC QD QH"), to="0: 4C | side 0: #1 5H 6H 7H 8H, #2 QC QD QH"),
        example("red threes do not count",
                "classic", "4 | 0: QC QD QH 4C | side 0: red 3H",
                meld("QC QD QH"), to=Rule.INITIAL_MINIMUM),
        example("the bonus of a samba does not count: its cards make 80 where 90 are needed",
                "classic", "4 | 0: 8C 9C TC JC QC KC AC 4C | side 0: needs 90",
                meld("8C 9C TC JC QC KC AC"), to=Rule.INITIAL_MINIMUM),
        example("a samba of 80 points where 50 are needed",
                "classic", "4 | 0: 8C 9C TC JC QC KC AC 4C | side 0: needs 50",
                meld("8C 9C TC JC QC KC AC"), to="0: 4C | side 0: #1 8C 9C TC JC QC KC AC"),
        example("115 points where 120 are needed, in the third hand",
                "handfoot", "4 | hand 3 | 0: AC AC AC AD 6C 6D 6H 6C 6D 6H 6S 4C 4D",
                meld("AC AC AC AD", "6C 6D 6H 6C 6D 6H 6S"), to=Rule.INITIAL_MINIMUM),
        example("120 points where 120 are needed, in the third hand",
                "handfoot", "4 | hand 3 | 0: AC AC AC AD KC KD KH KS 4C 4D",
                meld("AC AC AC AD", "KC KD KH KS"),
                to="0 plays, laid | 0: 4C 4D | side 0: #1 AC AC AC AD, #2 KC KD KH KS"),
        example("in Mexican Samba eights are worth five: 30 and 20 points where 50 are needed",
                "mexican", "4 | 0: KC KD KH 8C 8D 8H 8S 4C 4D | side 0: needs 50",
                meld("KC KD KH", "8C 8D 8H 8S"),
                to="0 plays, laid | 0: 4C 4D | side 0: #1 KC KD KH, #2 8C 8D 8H 8S"),
        example("in Mexican Samba three kings and three eights are 45 points",
                "mexican", "4 | 0: KC KD KH 8C 8D 8H 4C 4D | side 0: needs 50",
                meld("KC KD KH", "8C 8D 8H"), to=Rule.INITIAL_MINIMUM),
        example("in Samba three kings and three eights are 60 points",
                "classic", "4 | 0: KC KD KH 8C 8D 8H 4C 4D | side 0: needs 50",
                meld("KC KD KH", "8C 8D 8H"),
                to="0: 4C 4D | side 0: #1 KC KD KH, #2 8C 8D 8H"),
        example("joker-joker-2 is worth 120",
                "mexican", "4 | 0: JK JK 2C 4C 4D | side 0: needs 120",
                meld("JK JK 2C"), to="0 plays, laid | 0: 4C 4D | side 0: #1 2C JK JK"),
        example("joker-2-2 is worth 90",
                "bolivia", "4 | 0: JK 2C 2D 4C 4D | side 0: needs 50",
                meld("JK 2C 2D"), to="0: 4C 4D | side 0: #1 2C 2D JK"),
        example("2-2-2 is worth 60 where 90 are needed",
                "bolivia", "4 | 0: 2C 2D 2H 4C 4D | side 0: needs 90",
                meld("2C 2D 2H"), to=Rule.INITIAL_MINIMUM),
        example("the top card of the pile and the hand count: 60 and 30 where 90 are needed",
                "classic", "4 | 0 draws | 0: AH AD KH KD KS 4C | pile 5C AC | side 0: needs 90",
                take("AH AD", "KH KD KS"),
                to="0 plays | 0: 4C 5C | pile none | side 0: #1 AC AD AH, #2 KD KH KS"),
        example("160 points where 160 are needed",
                "denexa", "4 | 0: AC AD AH AS KC KD KH KS 9C 9D 9H 9S 4C 5C | side 0: needs 160",
                meld("AC AD AH AS", "KC KD KH KS", "9C 9D 9H 9S"),
                to="0 plays, laid | 0: 4C 5C"
                   " | side 0: #1 AC AD AH AS, #2 KC KD KH KS, #3 9C 9D 9H 9S"),
    ],
    "MELD-08": [
        example("no card joins a meld that was merged into another",
                "classic", "4 | 0: KS 4C 5C | side 0: #1 KC KD KH, #2 KC KD KH",
                Merge(1, 2), lay_off(2, "KS"), to=Rule.UNKNOWN_MELD),
    ],
    "MELD-09": [
        example("you may not add a king to the kings of the opponents",
                "classic", "4 | 0: KS 4C 5C | side 0: opened | side 1: #1 KC KD KH",
                lay_off(1, "KS"), to=Rule.NOT_YOUR_MELD),
    ],
    "MELD-10": [
        example("the 4 does not join 6-7-8 without the 5",
                "classic", "4 | 0: 4S 5S KC | side 0: #1 6S 7S 8S",
                lay_off(1, "4S"), to=Rule.DOES_NOT_FIT),
        example("the 4 and the 5 together join 6-7-8",
                "classic", "4 | 0: 4S 5S KC | side 0: #1 6S 7S 8S",
                lay_off(1, "4S 5S"), to="0: KC | side 0: #1 4S 5S 6S 7S 8S"),
    ],
    "MELD-11": [
        example("a card that connects two sequences joins one of them",
                "classic", "4 | 0: 7D JC QH | side 0: #1 4D 5D 6D, #2 8D 9D TD",
                lay_off(1, "7D"), to="0: JC QH | side 0: #1 4D 5D 6D 7D, #2 8D 9D TD"),
        example("two sequences that now meet are not joined",
                "classic", "4 | 0: 7D JC QH | side 0: #1 4D 5D 6D, #2 8D 9D TD",
                lay_off(2, "7D"), Merge(1, 2), to=Rule.CANNOT_MERGE),
        example("K-K-K-2 and K-K-K-joker are joined: two wild cards",
                "classic", "4 | 0: 4C 5C | side 0: #1 2C KC KD KH, #2 KC KD KS JK",
                Merge(1, 2), to="side 0: #1 2C KC KC KD KD KH KS JK | next #3"),
        example("K-K-K-K-2-2 and K-K-K-joker are not joined: three wild cards",
                "classic", "4 | 0: 4C 5C | side 0: #1 2C 2D KC KD KH KS, #2 KC KD KH JK",
                Merge(1, 2), to=Rule.TOO_MANY_WILDS),
        example("groups of four and three are merged: five queens, two twos",
                "denexa", "4 | 0: 4C 5C | side 0: #1 QC QD QH 2C, #2 QC QS 2D",
                Merge(1, 2), to="side 0: #1 2C 2D QC QC QD QH QS | next #3"),
    ],
    "MELD-12": [
        example("Samba allows a second group of a rank",
                "classic", "4 | 0: QC QD QS 4C | side 0: #1 QC QD QH",
                meld("QC QD QS"), to="0: 4C | side 0: #1 QC QD QH, #2 QC QD QS"),
        example("Hand and Foot Samba allows no second sequence of a suit, not even with the pile",
                "handfoot", f"4 | 0 draws | 0: TC JC 4D 5D | pile {UNDER} 9C | side 0: #1 4C 5C 6C",
                take("TC JC"), to=Rule.ONE_OF_A_KIND),
        example("other rulesets allow a second group only once the first is a canasta",
                "mexican handfoot", "4 | 0: QC QD QS 4C 5C | side 0: #1 QC QD QH",
                meld("QC QD QS"), to=Rule.ONE_OF_A_KIND),
    ],
    "MELD-13": [
        example("8-9-joker is refused until you say whether the joker is a seven or a ten",
                "black-samba", "4 | 0: 8S 9S JK 4C | side 0: opened",
                meld("8S 9S JK"), to=Rule.WILD_RANK),
        example("8-9-joker, the joker as a ten",
                "black-samba", "4 | 0: 8S 9S JK 4C | side 0: opened",
                meld("8S 9S JK as T"), to="0: 4C | side 0: #1 8S 9S JK"),
        example("8-9-joker, the joker as a seven",
                "black-samba", "4 | 0: 8S 9S JK 4C | side 0: opened",
                meld("8S 9S JK as 7"), to="0: 4C | side 0: #1 JK 8S 9S"),
    ],
    "MELD-14": [
        example("a joker may join a natural canasta, which is mixed then",
                "classic", f"4 | 0: JK 4C 5C | side 0: {ONE}",
                lay_off(1, "JK"), to=f"0: 4C 5C | side 0: {ONE} JK"),
        example("in some rulesets no joker may join a natural canasta",
                "bolivia denexa", f"4 | 0: JK 4C 5C | side 0: {ONE}",
                lay_off(1, "JK"), to=Rule.NATURAL_CANASTA),
    ],
    "MELD-15": [
        example("a closed canasta takes no eighth card",
                "handfoot", "4 | 0: 8S 4C 5C | side 0: #1 8C 8D 8H 8S 2C 2D JK",
                lay_off(1, "8S"), to=Rule.TOO_MANY_CARDS),
        example("a bolivia takes no eighth card",
                "bolivia", f"4 | 0: JK 4C 5C | side 0: #1 {WILDS}",
                lay_off(1, "JK"), to=Rule.TOO_MANY_CARDS),
        example("two groups of four are not merged if eight cards are too many",
                "denexa", "4 | 0: 4C 5C | side 0: #1 QC QD QH QS, #2 QC QD QH QS",
                Merge(1, 2), to=Rule.TOO_MANY_CARDS),
        example("seven black threes are one too many",
                "handfoot", f"4 | question 2 yes | 0: 3C 3S 3C 3S 3C 3S 3C | side 0: {BOOK}",
                meld("3C 3S 3C 3S 3C 3S 3C"), to=Rule.TOO_MANY_CARDS),
        example("in Samba a canasta takes an eighth card",
                "classic", f"4 | 0: KS 4C 5C | side 0: {ONE}",
                lay_off(1, "KS"), to=f"0: 4C 5C | side 0: {ONE} KS"),
    ],
    "MELD-16": [
        example("no rank is named for the two of K-K-2",
                "classic", "4 | 0: KC KD 2C 4C | side 0: opened",
                meld("KC KD 2C as K"), to=Rule.AS_WITHOUT_WILD_IN_SEQUENCE),
    ],
    "THREE-01": [
        example("red threes form no group",
                "classic", "4 | 0: 3D 3D 3H 4C | side 0: opened",
                meld("3D 3D 3H"), to=Rule.THREE_IN_MELD),
        example("in Royal Canasta red and black threes form a group",
                "royal", "4 | 0: 3C 3D 3H 4C | side 0: opened",
                meld("3C 3D 3H"), to="0: 4C | side 0: #1 3C 3D 3H"),
        example("a three is in no sequence: 2-3-4",
                "classic", "4 | 0: 2D 3D 4D KC | side 0: opened",
                meld("2D 3D 4D"), to=Rule.THREE_IN_MELD),
    ],
    "THREE-02": [
        example("a red three is laid and not replaced",
                "classic", "4 | 0: 3H 4C 5D",
                LayRedThree(cards_of("3H")), to="0: 4C 5D | side 0: red 3H; needs 50"),
        example("a black three is not laid out",
                "classic", "4 | 0: 3C 4C 5D",
                LayRedThree(cards_of("3C")), to=Rule.NOT_A_RED_THREE),
    ],
    "THREE-03": [
        example("you may not meld black threes and keep two cards",
                "classic", f"4 | 0: 3C 3C 3S 4C 5C | side 0: {TWO}",
                meld("3C 3C 3S"), to=Rule.BLACK_THREES_ONLY_GOING_OUT),
        example("black threes are melded, and the last card discarded",
                "classic", f"4 | 0: 3C 3C 3S 4C | pile none | side 0: {TWO}",
                meld("3C 3C 3S"), discard("4C"),
                to=f"over, 0 went out | 0: none | pile 4C | side 0: {TWO}, #3 3C 3C 3S"),
        example("six black threes and a joker are the second canasta",
                "classic", f"4 | 0: 3C 3C 3C 3S 3S 3S JK | side 0: {ONE}",
                meld("3C 3C 3C 3S 3S 3S JK"),
                to=f"over, 0 went out | 0: none | side 0: {ONE}, #2 3C 3C 3C 3S 3S 3S JK"),
    ],
    "THREE-04": [
        example("a red three from the pile is laid without being asked for, and not replaced",
                "denexa", f"4 | 0 draws | 0: KC KD 4C 5D | pile 3H 9C KH | side 0: #1 {NINES}",
                take("KC KD"),
                to=f"0 plays, laid | 0: 4C 5D 9C | pile none | "
                   f"side 0: #1 {NINES}, #2 KC KD KH; red 3H"),
        example("a red three in the second hand is laid and not replaced",
                "handfoot",
                f"4 | 0 plays, laid | 0: 4D 5D | foot 0: 3D KC KD | pile none | side 0: {ONE}",
                discard("5D"),
                to=f"1 draws | 0: 4D KC KD | pile 5D | side 0: {ONE}; red 3D"),
        example("red threes are not laid by choice",
                "denexa", "4 | 0: KC 4C 5D",
                LayRedThree(cards_of("3H")), to=Rule.RED_THREES_ARE_NO_CHOICE),
    ],
    "THREE-05": [
        example("the last card of the stock is a red three: no discard",
                "denexa",
                "4 | 0 draws | 0: QC 4D 5D | 1: 54 cards | 2: 54 cards | 3: 46 cards | stock 3H"
                " | pile 4C | side 0: #1 QC QD QH",
                Draw(), lay_off(1, "QC"), discard("5D"), to=Rule.NO_DISCARD_AFTER_LAST_RED_THREE),
        example("the player who drew it may meld, then passes, and the hand ends",
                "denexa",
                "4 | 0 draws | 0: QC 4D 5D | 1: 54 cards | 2: 54 cards | 3: 46 cards | stock 3H"
                " | pile 4C | side 0: #1 QC QD QH",
                Draw(), lay_off(1, "QC"), Pass(),
                to="over, stock exhausted | 0: 4D 5D | stock none"
                " | side 0: #1 QC QC QD QH; red 3H"),
    ],
    "PILE-01": [
        example("an empty pile is not taken",
                "classic", "4 | 0 draws | 0: KC KD 4C | pile none | side 0: opened",
                take("KC KD"), to=Rule.PILE_EMPTY),
    ],
    "PILE-02": [
        example("a black three on top blocks the pile",
                EVERY, f"4 | 0 draws | 0: 3C 3S 4C 5C | pile {UNDER} 3S | side 0: opened",
                take("3C 3S"), to=Rule.PILE_BLOCKED),
        example("a two on top blocks the pile",
                EVERY, f"4 | 0 draws | 0: 2C 2D 4C 5C | pile {UNDER} 2H | side 0: opened",
                take("2C 2D"), to=Rule.PILE_BLOCKED),
        example("a joker on top blocks the pile",
                EVERY, f"4 | 0 draws | 0: JK JK 4C 5C | pile {UNDER} JK | side 0: opened",
                take("JK JK"), to=Rule.PILE_BLOCKED),
        example("a red three on top blocks the pile",
                "classic denexa official royal black-samba",
                "4 | 0 draws | 0: KC KD 4C 5C | pile KS 3H | side 0: opened",
                take("KC KD"), to=Rule.PILE_BLOCKED),
        example("a red three is discarded to block the next player",
                "classic", "4 | 0: 3H 4C | 1: 3D 3D 9C 9D",
                discard("3H"), take("3D 3D"), to=Rule.PILE_BLOCKED),
        example("in Mexican Samba a seven on top blocks the pile",
                "mexican", "4 | 0 draws | 0: 7C 7D 4C 5C | pile 5C 7H | side 0: opened",
                take("7C 7D"), to=Rule.PILE_BLOCKED),
    ],
    "PILE-03": [
        example("the top card is melded, the rest goes into the hand",
                "classic", "4 | 0 draws | 0: KD KH 5D 6H | pile QS 3H KC | side 0: opened",
                take("KD KH"),
                to="0 plays | 0: 3H 5D 6H QS | pile none | side 0: #1 KC KD KH"),
        example("a king and a two do not take the pile",
                "classic", "4 | 0 draws | 0: KH 2C 4C 5C | pile KC | side 0: opened",
                take("KH 2C"), to=Rule.NEEDS_NATURAL_PAIR),
        example("one king does not take it, although four lie on the table",
                "classic", "4 | 0 draws | 0: KH 4C 5C | pile KC | side 0: #1 KC KD KH KS",
                take("KH", onto=1), to=Rule.NEEDS_NATURAL_PAIR),
        example("with no card from the hand you may not take the pile for a group",
                "classic white-knuckle bolivia black-samba mexican",
                "4 | 0 draws | 0: KC KD | pile 5C 6D 8S | side 0: #1 8C 8D 8H",
                take("", onto=1), to=Rule.NEEDS_NATURAL_PAIR),
        example("the pair and the top card join four kings",
                "classic", "4 | 0 draws | 0: KD KH 4C | pile KC | side 0: #1 KC KD KH KS",
                take("KD KH", onto=1),
                to="0 plays | 0: 4C | pile none | side 0: #1 KC KC KD KD KH KH KS"),
        example("the three kings may also be a group of their own",
                "classic", "4 | 0 draws | 0: KD KH 4C | pile KC | side 0: #1 KC KD KH KS",
                take("KD KH"),
                to="0 plays | 0: 4C | pile none | side 0: #1 KC KD KH KS, #2 KC KD KH"),
        example("8-9 of hearts do not take the 7 for a new sequence",
                "classic denexa bolivia royal",
                "4 | 0 draws | 0: 8H 9H 4C 5C | pile 6D 7H | side 0: opened",
                take("8H 9H"), to=Rule.NEEDS_NATURAL_PAIR),
        example("wild cards and threes in the pile do not freeze it",
                "classic", "4 | 0 draws | 0: 9C 9D 4C 5C | pile JK 2C 3C 9H | side 0: opened",
                take("9C 9D"),
                to="0 plays | 0: 2C 3C 4C 5C JK | pile none | side 0: #1 9C 9D 9H"),
        example("in Hand and Foot Samba two cards in sequence take the pile for a new run",
                "handfoot", f"4 | 0 draws | 0: TC JC 4S | pile {UNDER} 9C | side 0: opened",
                take("TC JC"),
                to=f"0 plays, laid | 0: 4S | pile none | aside {UNDER} | side 0: #1 9C TC JC"),
        example("in Hand and Foot Samba two cards in sequence take it for a run of three",
                "handfoot", f"4 | 0 draws | 0: 7C 8C 4S | pile {UNDER} 9C | side 0: #1 TC JC QC",
                take("7C 8C", onto=1),
                to=f"0 plays, laid | 0: 4S | pile none | aside {UNDER}"
                   " | side 0: #1 7C 8C 9C TC JC QC"),
        example("with no card from the hand you take the whole pile for a group, if "
                "the ruleset allows it",
                FREEZING, "4 | 0 draws | 0: KC KD | pile 5C 6D 8S | side 0: #1 8C 8D 8H",
                take("", onto=1),
                to="0 plays, laid | 0: 5C 6D KC KD | pile none | side 0: #1 8C 8D 8H 8S"),
        example("with no card from the hand you take the whole pile for a sequence, if "
                "the ruleset allows it",
                FREEZING, "4 | 0 draws | 0: KC KD | pile 5C 6D 7H | side 0: #1 8H 9H TH",
                take("", onto=1),
                to="0 plays, laid | 0: 5C 6D KC KD | pile none | side 0: #1 7H 8H 9H TH"),
        example("with no card from the hand you may not take the pile for a canasta",
                FREEZING, f"4 | 0 draws | 0: KC KD | pile 5C 8S | side 0: #1 {EIGHTS}",
                take("", onto=1), to=Rule.NEEDS_NATURAL_PAIR),
        example("a pair takes the pile for a second group beside the canasta",
                FREEZING, f"4 | 0 draws | 0: 8D 8S KC | pile 5C 8S | side 0: #1 {EIGHTS}",
                take("8D 8S"),
                to=f"0 plays, laid | 0: 5C KC | pile none | side 0: #1 {EIGHTS}, #2 8D 8S 8S"),
    ],
    "PILE-04": [
        example("you may take only the top card, for a sequence, in place of the draw",
                "classic", "4 | 0 draws | 0: 5D 6H | pile QS 7H | side 0: #1 8H 9H TH",
                TakeTop(1), to="0 plays | pile QS | side 0: #1 7H 8H 9H TH"),
        example("the 6 on top does not join 8-9-10, although the 7 is in the hand",
                "classic", "4 | 0 draws | 0: 7H 5D | pile 6H | side 0: #1 8H 9H TH",
                TakeTop(1), to=Rule.DOES_NOT_FIT),
        example("the jack on top does not join a samba",
                "classic", f"4 | 0 draws | 0: 4C 5D | pile JS | side 0: #1 {SAMBA}",
                TakeTop(1), to=Rule.SEQUENCE_TOO_LONG),
        example("in rulesets that give you the whole pile, you may not take only its top card",
                FREEZING, "4 | 0 draws | 0: KC KD | pile 5C 6D 7H | side 0: #1 8H 9H TH",
                TakeTop(1), to=Rule.UPCARD_DOES_NOT_FIT),
    ],
    "PILE-05": [
        example("a side that has melded may not lay a second meld with the pile",
                "classic", "4 | 0 draws | 0: KC KD QC QD QH 4C | pile KH | side 0: opened",
                take("KC KD", "QC QD QH"), to=Rule.MELDS_ONLY_TO_OPEN),
    ],
    "PILE-06": [
        example("with a two in the pile you may not take it without cards from the hand",
                FREEZING, "4 | 0 draws | 0: 8C 8D KC | pile 2C 5C 8S | side 0: #1 8C 8D 8H",
                take("", onto=1), to=Rule.PILE_FROZEN),
        example("with a two in the pile you may not take it for a sequence",
                FREEZING, "4 | 0 draws | 0: KC KD | pile 2C 5C | side 0: #1 6C 7C 8C",
                take("", onto=1), to=Rule.PILE_FROZEN),
        example("with a red three in the pile you may not take it without cards from the hand",
                FREEZING, "4 | 0 draws | 0: 8C 8D KC | pile 3H 8S | side 0: #1 8C 8D 8H",
                take("", onto=1), to=Rule.PILE_FROZEN),
        example("a pair takes a frozen pile for a new group",
                FREEZING, "4 | 0 draws | 0: 8C 8D KC | pile 2C 5C 8S | side 0: #1 8C 8D 8H",
                take("8C 8D"),
                to="0 plays, laid | 0: 2C 5C KC | pile none | side 0: #1 8C 8D 8H, #2 8C 8D 8S"),
        example("a pair does not take a frozen pile for a group on the table",
                FREEZING, "4 | 0 draws | 0: 8C 8D KC | pile 2C 5C 8S | side 0: #1 8C 8D 8H",
                take("8C 8D", onto=1), to=Rule.PILE_FROZEN),
    ],
    "PILE-07": [
        example("a pile of six is too small",
                "handfoot",
                "4 | 0 draws | 0: KC KD 4S 5S | pile 6D 9S QC QD JC KH | side 0: opened",
                take("KC KD"), to=Rule.PILE_TOO_SMALL),
        example("a pile of seven: six cards lie aside",
                "handfoot", f"4 | 0 draws | 0: KC KD 4S | pile {UNDER} KH | side 0: opened",
                take("KC KD"),
                to=f"0 plays, laid | 0: 4S | pile none | aside {UNDER} | side 0: #1 KC KD KH"),
        example("a pile of twelve: five cards are left",
                "handfoot",
                f"4 | 0 draws | 0: KC KD 4S | pile 4H 4S 5D 5H 5S {UNDER} KH | side 0: opened",
                take("KC KD"),
                to=f"0 plays, laid | 0: 4S | pile 4H 4S 5D 5H 5S | aside {UNDER}"
                   " | side 0: #1 KC KD KH"),
    ],
    "PILE-08": [
        example("two kings do not take the pile for five on the table",
                "handfoot",
                f"4 | 0 draws | 0: KC KD 4S | pile {UNDER} KH | side 0: #1 KC KC KD KH KS",
                take("KC KD", onto=1), to=Rule.MELD_TOO_LARGE),
        example("two kings take the pile for four: the canasta is complete",
                "handfoot", f"4 | 0 draws | 0: KC KD 4S | pile {UNDER} KH | side 0: #1 KC KD KH KS",
                take("KC KD", onto=1),
                to=f"0 plays, laid | 0: 4S | pile none | aside {UNDER}"
                   " | side 0: #1 KC KC KD KD KH KH KS"),
        example("two cards do not take the pile for a run of five",
                "handfoot",
                f"4 | 0 draws | 0: 7C 8C 4S | pile {UNDER} 9C | side 0: #1 TC JC QC KC AC",
                take("7C 8C", onto=1), to=Rule.MELD_TOO_LARGE),
    ],
    "PILE-09": [
        example("without a stock the pile may be taken, and play goes on",
                "classic", "4 | 0 draws | 0: 9C 9D 4C 5D | 1: 53 cards | 2: 52 cards | 3: 52 cards"
                " | stock none | pile 9H | side 0: opened",
                take("9C 9D"), to="0 plays | 0: 4C 5D | pile none | side 0: #1 9C 9D 9H"),
        example("drawing from an empty stock ends the hand",
                "classic", "4 | 0 draws | 0: 9C 9D 4C 5D | 1: 53 cards | 2: 52 cards | 3: 52 cards"
                " | stock none | pile 9H | side 0: opened",
                Draw(), to="over, stock exhausted"),
        example("without a stock a top card that fits must be taken",
                FREEZING,
                "4 | 0 draws | 0: KC KD | 1: 53 cards | 2: 51 cards | 3: 51 cards | stock none"
                " | pile 5C 8S | side 0: #1 8C 8D 8H",
                Draw(), to=Rule.MUST_TAKE),
    ],
    "OUT-01": [
        example("with one canasta you may not meld all your cards",
                "classic",
                f"4 | 0: 4C 4D 4H | side 0: {ONE}", meld("4C 4D 4H"), to=Rule.NOT_QUALIFIED),
        example("the last card completes the second canasta",
                "classic", f"4 | 0: QS | side 0: {ONE}, #2 {QUEENS[:-3]}",
                lay_off(2, "QS"), to=f"over, 0 went out | 0: none | side 0: {TWO}"),
        example("the second canasta, and the last card discarded",
                "classic", f"4 | 0: QS 4C | pile none | side 0: {ONE}, #2 {QUEENS[:-3]}",
                lay_off(2, "QS"), discard("4C"),
                to=f"over, 0 went out | 0: none | pile 4C | side 0: {TWO}"),
        example("in Mexican Samba five canastas are not enough without one of wild cards",
                "mexican", f"4 | 0: 4S | side 0: {numbered(KINGS, QUEENS, JACKS, NINES, EIGHTS)}",
                discard("4S"), to=Rule.NOT_QUALIFIED),
        example("in Bolivia two canastas are not enough without a samba",
                "bolivia", f"4 | 0: 5C | side 0: {TWO}", discard("5C"), to=Rule.NOT_QUALIFIED),
        example("in Bolivia a canasta and a samba are enough",
                "bolivia", f"4 | 0: 5C | pile none | side 0: {ONE}, #2 {SAMBA}",
                discard("5C"), to="over, 0 went out | 0: none | pile 5C"),
        example("in Bolivia a samba and a canasta of wild cards are enough",
                "bolivia", f"4 | 0: 5C | pile none | side 0: {numbered(SAMBA, WILDS)}",
                discard("5C"), to="over, 0 went out | 0: none | pile 5C"),
        example("in Hand and Foot Samba eight canastas and a yes are enough without a run",
                "handfoot", f"4 | question 2 yes | 0: TC TD TH | side 0: {BOOK}",
                meld("TC TD TH"),
                to=f"over, 0 went out | 0: none | side 0: {BOOK}, #9 TC TD TH"),
        example("in Hand and Foot Samba the last card may be discarded",
                "handfoot", f"4 | question 2 yes | 0: TC | pile none | side 0: {BOOK}",
                discard("TC"), to="over, 0 went out | 0: none | pile TC"),
    ],
    "OUT-02": [
        example("a partner's no binds",
                "classic", f"4 | 0: 4C | side 0: {TWO}",
                AskOut(), AnswerOut(False), discard("4C"), to=Rule.PERMISSION_REFUSED),
        example("after a no, a pass keeps the last card",
                "classic", f"4 | question 2 no | 0: 4C | side 0: {TWO}", Pass(), to="1 draws"),
        example("one no of two partners is enough",
                "handfoot", f"6 | 0: TC TD TH | side 0: {BOOK}",
                AskOut(), AnswerOut(True), AnswerOut(False), meld("TC TD TH"),
                to=Rule.PERMISSION_REFUSED),
        example("both partners say yes",
                "handfoot", f"6 | 0: TC TD TH | side 0: {BOOK}",
                AskOut(), AnswerOut(True), AnswerOut(True), meld("TC TD TH"),
                to="over, 0 went out | 0: none"
                   f" | side 0: {BOOK}, #9 TC TD TH"),
    ],
    "OUT-03": [
        example("in Hand and Foot Samba you may not go out without asking",
                "handfoot", f"4 | 0: TC TD TH | side 0: {BOOK}",
                meld("TC TD TH"), to=Rule.PERMISSION_NEEDED),
    ],
    "OUT-04": [
        example("you may not ask twice in a turn",
                "classic", f"4 | question 2 yes | 0: 4C 5C | side 0: {TWO}",
                AskOut(), to=Rule.ALREADY_ASKED),
    ],
    "OUT-05": [
        example("three players have no partners",
                "classic", f"3 | 0: 4C 5C | side 0: {TWO}", AskOut(), to=Rule.NO_PARTNER),
    ],
    "OUT-06": [
        example("after black threes it is too late to ask",
                "classic", f"4 | 0: 3C 3C 3S 4C | side 0: {TWO}",
                meld("3C 3C 3S"), AskOut(), to=Rule.MUST_GO_OUT_NOW),
    ],
    "OUT-07": [
        example("in Mexican Samba there is no question",
                "mexican", f"4 | 0: 4C 5C | side 0: {numbered(WILDS, KINGS, QUEENS, JACKS)}",
                AskOut(), to=Rule.NO_QUESTION),
    ],
    "OUT-08": [
        example("the second hand is taken at the end of the turn in which a card was added",
                "mexican", "4 | 0: QC 4D 5D | foot 0: KC KD | pile none | side 0: #1 QC QD QH",
                lay_off(1, "QC"), discard("5D"),
                to="1 draws | 0: 4D KC KD | pile 5D | side 0: #1 QC QC QD QH"),
        example("the second hand is not played before that",
                "mexican", "4 | 0: QC 4D 5D | foot 0: KC KD KH | pile none | side 0: #1 QC QD QH",
                lay_off(1, "QC"), meld("KC KD KH"), to=Rule.CARD_NOT_HELD),
        example("you may not go out while your second hand lies on the table",
                "handfoot", f"4 | question 2 yes | 0: TC TD TH | foot 0: KC KD | side 0: {BOOK}",
                meld("TC TD TH"), to=Rule.SECOND_HAND_LIES),
    ],
    "OUT-09": [
        example("you may not go out while cards of the pile lie aside",
                "handfoot", f"4 | 0 plays, laid | question 2 yes | 0: TC TD TH | aside 4C 5C"
                f" | side 0: {BOOK}",
                meld("TC TD TH"), to=Rule.CARDS_LIE_ASIDE),
    ],
    "OUT-10": [
        example("the last card is discarded",
                "mexican",
                f"4 | 0: QS | pile none | side 0: {numbered(WILDS, KINGS, QUEENS, JACKS)}",
                discard("QS"), to="over, 0 went out | 0: none | pile QS"),
        example("the last card is not laid off",
                "mexican", f"4 | 0: QS | side 0: {numbered(WILDS, KINGS, QUEENS, JACKS)}",
                lay_off(3, "QS"), to=Rule.LAST_CARD_IS_DISCARDED),
    ],
    "OUT-11": [
        example("you may not keep a card beside black threes",
                "handfoot", f"4 | question 2 yes | 0: 3C 3C 3S 4C | side 0: {BOOK}",
                meld("3C 3C 3S"), to=Rule.NO_DISCARD_AFTER_THREES),
        example("six black threes are melded without a discard",
                "handfoot", f"4 | question 2 yes | 0: 3C 3C 3C 3S 3S 3S | side 0: {BOOK}",
                meld("3C 3C 3C 3S 3S 3S"),
                to=f"over, 0 went out | 0: none | side 0: {BOOK}, #9 3C 3C 3C 3S 3S 3S"),
        example("three black threes are melded without a discard",
                "handfoot", f"4 | question 2 yes | 0: 3C 3C 3S | side 0: {BOOK}",
                meld("3C 3C 3S"),
                to=f"over, 0 went out | 0: none | side 0: {BOOK}, #9 3C 3C 3S"),
    ],
    "SCORE-15": [
        example("a player who asked, heard yes and keeps cards loses 100 points",
                "denexa", f"4 | question 2 yes | 0: 4C 5D | pile none | side 0: {TWO}",
                discard("5D"),
                to="1 draws | 0: 4C | pile 5D | penalty 0 -100 going_out.promise"),
    ],
}  # fmt: skip
"""By the paragraph that they show."""


ROWS = [
    pytest.param(f"{slug} {each.position}", each, id=f"{paragraph} {slug}: {each.says}")
    for paragraph, examples in EXAMPLES.items()
    for each in examples
    for slug in each.rulesets.split()
]


@pytest.mark.parametrize(("line", "example"), ROWS)
def test_what_a_player_may_do(line: str, example: Example) -> None:
    start = state = position_in(line)
    *first, last = example.does
    for action in first:
        state = after(state, action, seat=state.to_act[0])
    seat = state.to_act[0] if example.by is None else example.by
    if isinstance(example.to, Rule):
        assert refusal(state, last, seat) is example.to
    else:
        assert new_clauses(start, after(state, last, seat=seat)) == example.to


def new_clauses(start: HandState, end: HandState) -> str:
    """What the line of `end` says that the line of `start` did not."""
    was = position_out(start).split(" | ")
    return " | ".join([clause for clause in position_out(end).split(" | ") if clause not in was])


def test_every_paragraph_by_which_play_is_refused_has_an_example_that_it_refuses() -> None:
    shown = {each.to for examples in EXAMPLES.values() for each in examples}
    between_hands = {Rule.GAME_NOT_ACTIVE}
    assert set(Rule) - shown == between_hands
    assert {rule.value for rule in set(Rule) - between_hands} <= set(EXAMPLES)


MINIMUMS = [
    *[("classic", score, 1, need) for score, need in (
        (-2000, 15), (-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120),
        (6995, 120), (7000, 150), (20000, 150),
    )],
    *[("denexa", score, 1, need) for score, need in ((6995, 120), (7000, 160))],
    *[("bolivia", score, 1, need) for score, need in ((0, 50), (1500, 90), (15000, 150))],
    *[("mexican", score, 1, need) for score, need in (
        (-5, 50), (0, 50), (2995, 50), (3000, 90), (5000, 120), (7495, 120), (7500, 150),
        (8995, 150), (9000, 190),
    )],
    *[("handfoot", score, hand, need) for score in (-500, 0, 20000) for hand, need in (
        (1, 50), (2, 90), (3, 120), (4, 150),
    )],
]  # fmt: skip


@pytest.mark.parametrize(("slug", "score", "hand", "need"), MINIMUMS)
def test_what_the_first_melds_need(slug: str, score: int, hand: int, need: int) -> None:
    assert PRESETS[slug].initial_minimum.at(score, hand) == need


SHEETS: list[tuple[str, str, dict[str, int], int]] = [
    ("the side that goes out",
     "classic 4 | over, 0 went out | 0: none | 2: 4C 9C JK"
     " | side 0: #1 5H 6H 7H 8H 9H TH JH, #2 KC KD KH KS KC 2C 2D, #3 AC AD AH AS; red 3D 3H",
     {"sambas": 1500, "mixed_canastas": 300, "went_out": 200, "red_threes": 200,
      "melded_cards": 225, "hand_cards": -65}, 2360),
    ("the others, one of whom holds a red three",
     "classic 4 | over, 1 went out | 0: QS JC 7C 3C | 2: AC AD 3D"
     f" | side 0: #1 {EIGHTS}, #2 QC QD QH; red 3D 3H 3H",
     {"natural_canastas": 500, "red_threes": -300, "melded_cards": 100,
      "red_threes_in_hand": -750, "hand_cards": -70}, -520),
    ("nobody goes out: the stock is exhausted",
     "classic 4 | over, stock exhausted | 0: KC KD KH KS 5C | 2: none"
     " | side 0: #1 8S 9S TS JS QS KS AS, #2 4C 4D 4H 4S 4C 2C JK; red 3H",
     {"sambas": 1500, "mixed_canastas": 300, "red_threes": 100, "melded_cards": 175,
      "hand_cards": -45}, 2030),
    ("six red threes and two canastas",
     f"classic 4 | over, 0 went out | 0: none | 2: none | side 0: #1 {NINES},"
     " #2 JC JD JH JS JC 2H 2S; red 3D 3D 3D 3H 3H 3H",
     {"natural_canastas": 500, "mixed_canastas": 300, "went_out": 200, "red_threes": 1000,
      "melded_cards": 160}, 2160),
    ("six red threes and one canasta",
     "classic 4 | over, 1 went out | 0: AC KC | 2: none"
     " | side 0: #1 JC JD JH JS JC 2H 2S; red 3D 3D 3D 3H 3H 3H",
     {"mixed_canastas": 300, "red_threes": -600, "melded_cards": 90, "hand_cards": -30}, -240),
    ("the side that goes out",
     f"denexa 4 | over, 0 went out | 0: none | 2: AC AD | side 0: #1 {NINES},"
     " #2 4C 5C 6C 7C 8C 9C TC; red 3D 3D 3D 3H 3H 3H",
     {"natural_canastas": 500, "sambas": 500, "went_out": 200, "red_threes": 1000,
      "melded_cards": 120, "hand_cards": -40}, 2280),
    ("six red threes without a canasta",
     "denexa 4 | over, 1 went out | 0: JK | 2: JK 2D"
     " | side 0: #1 QC QD QH QS 2C JK; red 3D 3D 3D 3H 3H 3H",
     {"red_threes": -1000, "melded_cards": 110, "hand_cards": -120}, -1010),
    ("two red threes that nobody laid",
     "denexa 4 | over, 0 went out | 0: none | 2: 3H 3H"
     " | side 0: #1 TC TC TD TD TH TH TS, #2 5C 5C 5D 5H 5S 2C 2D; red 3D",
     {"natural_canastas": 500, "mixed_canastas": 300, "went_out": 200, "red_threes": 100,
      "melded_cards": 135, "red_threes_in_hand": -1000}, 235),
    ("the side that goes out",
     f"handfoot 4 | over, 0 went out | 0: none | 2: 4C 4D JK | side 0: #1 {SEVENS},"
     f" #2 JK JK JK JK 2C 2D 2H, #3 AC AC AD AD AH AH AS, #4 {KINGS}, #5 {QUEENS}, #6 {JACKS},"
     " #7 TC TC TD TD TH TH TS, #8 8C 8C 8D 8H 8S 2C 2S, #9 8H 9H TH JH QH KH AH,"
     " #10 3C 3C 3S 3S; red 3D 3D 3D 3H 3H",
     {"natural_canastas": 2500, "mixed_canastas": 300, "sambas": 2000, "wild_canastas": 2000,
      "sevens_canastas": 2000, "went_out": 2000, "red_threes": 500, "melded_cards": 905,
      "hand_cards": -60}, 12145),
    ("the others, with a second hand that nobody picked up",
     "handfoot 4 | over, 1 went out | 0: KC QC JC | 2: AC AD 4C"
     " | foot 2: 3D JK AC AD KC QD JH TS 9C 8D 7C 6D 5H 4S 4C"
     f" | side 0: #1 {NINES}, #2 6C 6C 6D 6D 6H 6H 6S, #3 5C 5D 5H 5S 2C 2D 2H, #4 JK 2C 2S;"
     " red 3D 3H 3H",
     {"natural_canastas": 1000, "mixed_canastas": 300, "red_threes": 300, "melded_cards": 275,
      "red_threes_in_hand": -100, "hand_cards": -250}, 1525),
    ("the side that goes out, its debt covered",
     "mexican 4 | over, 0 went out | 0: none | 2: 9C 8D 3C | side 0: #1 JK JK JK 2C 2D 2H 2S,"
     f" #2 {SEVENS}, #3 {KINGS} KS, #4 4C 4C 4D 4H 4S 2C 2D, #5 QC QD QH; red 3D 3H",
     {"natural_canastas": 500, "mixed_canastas": 300, "wild_canastas": 2000,
      "sevens_canastas": 1500, "went_out": 0, "red_threes": 200, "melded_cards": 440,
      "black_threes_in_hand": -100, "hand_cards": -15}, 4825),
    ("a debt of 290 of which red threes cover 100: the canasta falls",
     "mexican 4 | over, 1 went out | 0: 3C 3S JK | 2: AC AD"
     " | side 0: #1 TC TC TD TD TH TH TS, #2 4C 4D 4H; red 3D",
     {"natural_canastas": 500, "red_threes": 100, "melded_cards": 85,
      "black_threes_in_hand": -200, "hand_cards": -90, "debt_dismantled": -500}, -105),
    ("of two canastas the one falls that costs less",
     "mexican 4 | over, 1 went out | 0: KC KD KH | 2: QC QD QH"
     f" | side 0: #1 9C 9C 9D 9H 9S 2C 2D, #2 {JACKS}",
     {"natural_canastas": 500, "mixed_canastas": 300, "melded_cards": 160, "hand_cards": -60,
      "debt_dismantled": -300}, 600),
    ("seven canastas, the debt covered by a red three",
     f"mexican 4 | over, 1 went out | 0: none | 2: AC AD | side 0: {SEVEN}; red 3D",
     {"natural_canastas": 2500, "wild_canastas": 2000, "sevens_canastas": 1500,
      "many_canastas": 2000, "red_threes": 100, "melded_cards": 445, "hand_cards": -40}, 8505),
    ("without the red three a canasta falls, and six earn no bonus for many",
     f"mexican 4 | over, 1 went out | 0: none | 2: AC AD | side 0: {SEVEN}",
     {"natural_canastas": 2500, "wild_canastas": 2000, "sevens_canastas": 1500,
      "many_canastas": 2000, "melded_cards": 445, "hand_cards": -40,
      "debt_dismantled": -2500}, 5905),
    ("the side that goes out",
     "bolivia 4 | over, 0 went out | 0: none | 2: KC KD"
     " | side 0: #1 JK JK JK 2C 2D 2H 2S, #2 6H 7H 8H 9H TH JH QH, #3 3C 3C 3S",
     {"sambas": 1500, "wild_canastas": 2500, "went_out": 200, "melded_cards": 305,
      "hand_cards": -20}, 4485),
    ("the others: black threes in the hand cost 100",
     "bolivia 4 | over, 1 went out | 0: 3C 3S | 2: KC"
     " | side 0: #1 9C 9C 9D 9H 9S 2C 2D; red 3D 3H",
     {"mixed_canastas": 300, "red_threes": -200, "melded_cards": 90,
      "black_threes_in_hand": -200, "hand_cards": -10}, -20),
]  # fmt: skip
"""What is scored by side 0, in a hand that is over."""


@pytest.mark.parametrize(
    ("line", "lines", "total"),
    [
        pytest.param(line, lines, total, id=f"{line.split()[0]}: {says}")
        for says, line, lines, total in SHEETS
    ],
)
def test_a_score_sheet(line: str, lines: dict[str, int], total: int) -> None:
    own = score(position_in(line))[0]
    assert {each.code: each.points for each in own.lines} == lines
    assert all(each.rule == RULE_OF[each.code] and each.count for each in own.lines)
    assert own.total == sum(lines.values()) == total
