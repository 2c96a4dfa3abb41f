"""Hands as text that a card player reads: a line per turn, ``0: draw; meld KH KD KS; discard 4C``.

| text | action |
| --- | --- |
| `draw` · `pass` · `ask` | |
| `take KH KD` · `... onto 3` · `... with AH AD AS, 5H 6H 7H` | the pile, further melds to open |
| `top onto 3` | only the upcard |
| `meld KH KD KS, AH AD AS` | new melds, in one action |
| `lay 5H 6H onto 3` · `merge 4 into 2` · `red 3H 3D` | |
| `2 says yes` · `2 says no` | a partner's answer |
| `discard 4C` | |
"""

from collections.abc import Iterable, Iterator

from games.engine import actions as act
from games.engine.cards import cards_of, faces, parse

Move = tuple[int, act.Action]


def read_turns(text: str) -> Iterator[Move]:
    """The moves of the turns in `text`, each with its seat; raises ValueError for anything else."""
    for line in text.strip().splitlines():
        seat, _, moves = line.partition(":")
        for move in moves.split(";"):
            words = move.split()
            if words[1:2] == ["says"]:
                yield int(words[0]), act.AnswerOut({"yes": True, "no": False}[words[2]])
            else:
                yield int(seat), _action(words)


def write_turns(moves: Iterable[Move]) -> str:
    """The same the other way round; a turn ends with a discard or a pass."""
    lines: list[str] = []
    open_turn = False
    for seat, action in moves:
        text = _text(seat, action)
        if open_turn:
            lines[-1] += f"; {text}"
        else:
            lines.append(f"{seat}: {text}")
        open_turn = not isinstance(action, act.Discard | act.Pass)
    return "\n".join(lines)


def _action(words: list[str]) -> act.Action:
    match words:
        case ["draw"]:
            return act.Draw()
        case ["pass"]:
            return act.Pass()
        case ["ask"]:
            return act.AskOut()
        case ["top", "onto", meld]:
            return act.TakeTop(int(meld))
        case ["merge", other, "into", meld]:
            return act.Merge(int(meld), int(other))
        case ["lay", *cards, "onto", meld]:
            return act.LayOff(int(meld), cards_of(" ".join(cards)))
        case ["discard", card]:
            return act.Discard(parse(card))
        case ["red", *cards]:
            return act.LayRedThree(cards_of(" ".join(cards)))
        case ["meld", *cards]:
            return act.LayMelds(_melds(cards))
        case ["take", *cards]:
            return _take(cards)
    raise ValueError(f"not a move: {' '.join(words)!r}")


def _take(words: list[str]) -> act.TakePile:
    if "onto" in words:
        *cards, _, meld = words
        return act.TakePile(cards_of(" ".join(cards)), int(meld))
    cut = words.index("with") if "with" in words else len(words)
    return act.TakePile(cards_of(" ".join(words[:cut])), melds=_melds(words[cut + 1 :]))


def _melds(words: list[str]) -> tuple[act.NewMeld, ...]:
    texts = " ".join(words).split(",")
    return tuple(act.NewMeld(cards_of(text)) for text in texts if text)


def _text(seat: int, action: act.Action) -> str:
    match action:
        case act.Draw():
            return "draw"
        case act.Pass():
            return "pass"
        case act.AskOut():
            return "ask"
        case act.AnswerOut(answer):
            return f"{seat} says {'yes' if answer else 'no'}"
        case act.TakeTop(onto):
            return f"top onto {onto}"
        case act.Merge(into, other):
            return f"merge {other} into {into}"
        case act.LayOff(onto, cards):
            return f"lay {_faces(cards)} onto {onto}"
        case act.Discard(card):
            return f"discard {_faces((card,))}"
        case act.LayRedThree(cards):
            return f"red {_faces(cards)}"
        case act.LayMelds(melds):
            return f"meld {_meld_texts(melds)}"
        case act.TakePile(with_, onto, _, melds):
            text = f"take {_faces(with_)}"
            if onto is not None:
                return f"{text} onto {onto}"
            return f"{text} with {_meld_texts(melds)}" if melds else text
    raise ValueError(f"no text for {action}")


def _faces(cards: act.Cards) -> str:
    return " ".join(faces(cards))


def _meld_texts(melds: tuple[act.NewMeld, ...]) -> str:
    return ", ".join(_faces(meld.cards) for meld in melds)
