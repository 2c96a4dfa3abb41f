"""Actions, events and states as JSON and back. Cards are faces; kinds never leave the process.

The name of a member decides its type: `card` is a face, `cards`, `with` and `order` are faces,
`melds` are new melds. A trailing underscore of the Python field is dropped.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from games.engine import actions as act
from games.engine import events as ev
from games.engine.answers import ScoreLineAnswer, SideScoreAnswer
from games.engine.cards import FACES, NOT_A_CARD, RANKS, parse
from games.engine.consent import Claim, Outcome
from games.engine.errors import InvalidAction
from games.engine.phase import GameEnd, HandEnd
from games.engine.untyped import as_list, as_object

MAX_CARDS = 200
MAX_MELDS = 50

_ACTIONS: dict[str, type] = {
    "draw": act.Draw,
    "take_pile": act.TakePile,
    "take_top": act.TakeTop,
    "lay_red_three": act.LayRedThree,
    "meld": act.LayMelds,
    "lay_off": act.LayOff,
    "merge": act.Merge,
    "ask_out": act.AskOut,
    "answer_out": act.AnswerOut,
    "discard": act.Discard,
    "pass": act.Pass,
    "take_back": act.TakeBack,
}
ACTION_TYPES = {cls: name for name, cls in _ACTIONS.items()}


def snake(name: str) -> str:
    """``"CardsDrawn"`` → ``"cards_drawn"``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_EVENTS: dict[str, type] = {
    snake(cls.__name__): cls
    for cls in (
        ev.GameCreated,
        ev.SeatTaken,
        ev.SeatLeft,
        ev.SeatSubstituted,
        ev.GameStarted,
        ev.EntropyAdded,
        ev.HandPeeked,
        ev.PhraseSaid,
        ev.ScoreAdjusted,
        ev.PresenceChanged,
        ev.HandVoided,
        ev.LastHandCalled,
        ev.SeatClaimed,
        ev.ConsentAsked,
        ev.ConsentAnswered,
        ev.ConsentClosed,
        ev.ClockSet,
        ev.ClockFlagged,
        ev.ClockCredited,
        ev.HandDealt,
        ev.CardsDrawn,
        ev.PileTaken,
        ev.AsideTaken,
        ev.FootTaken,
        ev.TopTaken,
        ev.RedThreeLaid,
        ev.Melded,
        ev.LaidOff,
        ev.Merged,
        ev.PermissionAsked,
        ev.PermissionAnswered,
        ev.CardDiscarded,
        ev.TurnPassed,
        ev.TakenBack,
        ev.PenaltyGiven,
        ev.HandEnded,
        ev.HandScored,
        ev.GameFinished,
    )
}
EVENT_TYPES = {cls: name for name, cls in _EVENTS.items()}


def action_out(action: act.Action) -> dict[str, Any]:
    """The action as JSON; members that are absent or empty by default are left out."""
    data: dict[str, Any] = {"type": ACTION_TYPES[type(action)]}
    defaults = action._field_defaults
    for field, value in zip(action._fields, action, strict=True):
        if field not in defaults or value != defaults[field]:
            data[field.rstrip("_")] = _WRITERS.get(field, _same)(value)
    return data


def action_in(data: object) -> act.Action:
    """Read an action; raises InvalidAction for anything unreadable, unknown members included."""
    members = as_object(data)
    if members is None:
        raise InvalidAction("", "an action is an object")
    name = members.get("type")
    cls = _ACTIONS.get(name) if isinstance(name, str) else None
    if cls is None:
        raise InvalidAction("type", f"one of {', '.join(_ACTIONS)}")
    action: act.Action = _fields_in(cls, members, "", extra={"type"})
    return action


def _fields_in(
    cls: Any, data: Mapping[Any, Any], path: str, extra: frozenset[str] | set[str]
) -> Any:
    values = {}
    for field in cls._fields:
        name = field.rstrip("_")
        if name in data:
            optional = field in cls._field_defaults and cls._field_defaults[field] is None
            if not (optional and data[name] is None):
                values[field] = _READERS[field](data[name], path + name)
        elif field not in cls._field_defaults:
            raise InvalidAction(path + name, "is missing")
    unknown = [name for name in data if name not in extra and _field(name) not in cls._fields]
    if unknown:
        raise InvalidAction(f"{path}{str(unknown[0])[:50]}", "unknown member")
    return cls(**values)


def _field(name: object) -> object:
    return f"{name}_" if name in ("with", "as", "from") else name


def _card_in(data: object, path: str) -> int:
    try:
        return parse(data)  # type: ignore[arg-type]  # refuses what is no text, too
    except ValueError:
        raise InvalidAction(path, NOT_A_CARD) from None


def _cards_in(data: object, path: str) -> tuple[int, ...]:
    cards = as_list(data)
    if cards is None or len(cards) > MAX_CARDS:
        raise InvalidAction(path, f"a list of at most {MAX_CARDS} cards")
    return tuple([_card_in(card, f"{path}.{index}") for index, card in enumerate(cards)])


def _some_cards_in(data: object, path: str) -> tuple[int, ...]:
    cards = _cards_in(data, path)
    if not cards:
        raise InvalidAction(path, "at least one card")
    return cards


def _int_in(data: object, path: str) -> int:
    if type(data) is not int or not 0 <= data < 10_000:
        raise InvalidAction(path, "a whole number from 0")
    return data


def _bool_in(data: object, path: str) -> bool:
    if not isinstance(data, bool):
        raise InvalidAction(path, "true or false")
    return data


def _rank_in(data: object, path: str) -> int:
    if not isinstance(data, str) or len(data) != 1 or data not in RANKS:
        raise InvalidAction(path, "a rank: one of 23456789TJQKA")
    return RANKS.index(data)


def _melds_in(data: object, path: str) -> tuple[act.NewMeld, ...]:
    entries = as_list(data)
    if not entries or len(entries) > MAX_MELDS:
        raise InvalidAction(path, f"a list of 1 to {MAX_MELDS} melds")
    melds: list[act.NewMeld] = []
    for index, data_of_one in enumerate(entries):
        entry = as_object(data_of_one)
        if entry is None:
            raise InvalidAction(f"{path}.{index}", "a meld is an object with cards")
        melds.append(_fields_in(act.NewMeld, entry, f"{path}.{index}.", extra=set()))
    return tuple(melds)


_READERS: dict[str, Callable[[object, str], Any]] = {
    "with_": _cards_in,
    "cards": _some_cards_in,
    "card": _card_in,
    "onto": _int_in,
    "into": _int_in,
    "from_": _int_in,
    "count": _int_in,
    "answer": _bool_in,
    "as_": _rank_in,
    "melds": _melds_in,
}


def _same(value: Any) -> Any:
    return value


def _faces_out(cards: tuple[int, ...]) -> list[str]:
    return [FACES[card] for card in cards]


def _melds_out(melds: tuple[act.NewMeld, ...]) -> list[dict[str, Any]]:
    return [
        {"cards": _faces_out(meld.cards)} | ({} if meld.as_ is None else {"as": RANKS[meld.as_]})
        for meld in melds
    ]


_WRITERS: dict[str, Callable[[Any], Any]] = {
    "with_": _faces_out,
    "cards": _faces_out,
    "card": FACES.__getitem__,
    "as_": RANKS.__getitem__,
    "melds": _melds_out,
}


def cards_text(cards: tuple[int, ...] | list[int]) -> str:
    """Faces without a space between them, the compact form of logs and snapshots: ``"KHJK4C"``."""
    return "".join([FACES[card] for card in cards])


def text_cards(text: str) -> tuple[int, ...]:
    """The cards of a `cards_text`."""
    return tuple([parse(text[at : at + 2]) for at in range(0, len(text), 2)])


def event_out(event: ev.Event) -> dict[str, Any]:
    """The event with everything hidden, as the log keeps it; defaults are left out."""
    data: dict[str, Any] = {"type": EVENT_TYPES[type(event)]}
    defaults = event._field_defaults
    for field, value in zip(event._fields, event, strict=True):
        if field not in defaults or value != defaults[field]:
            data[field.rstrip("_")] = _EVENT_WRITERS.get(field, _same)(value)
    return data


def event_in(data: Mapping[str, Any]) -> ev.Event:
    """Read an event of the log. A field added later has its default in older events."""
    cls: Any = _EVENTS[data["type"]]
    values: dict[str, Any] = {}
    for field in cls._fields:
        name = field.rstrip("_")
        if name not in data and field in cls._field_defaults:
            continue
        value = data[name]
        values[field] = _EVENT_READERS[field](value) if field in _EVENT_READERS else value
    if cls is ev.HandEnded:
        values["end"] = HandEnd(values["end"])
    elif cls is ev.ConsentAsked:
        values["seats"] = tuple(values["seats"])
    elif cls is ev.ClockSet:
        lists = ("bank_s", "flags", "stand_ins", "late")
        values |= {name: tuple(values[name]) for name in lists if name in values}
    elif cls is ev.GameFinished:
        values["end"] = GameEnd(values["end"])
        values["scores"] = tuple(values["scores"])
    event: ev.Event = cls(**values)
    return event


def score_out(score: tuple[ev.SideScore, ...]) -> list[SideScoreAnswer]:
    """A score sheet as the record and the API show it."""
    return [
        {"side": side, "lines": [_line_out(line) for line in lines], "total": total}
        for side, lines, total in score
    ]


def _line_out(line: ev.ScoreLine) -> ScoreLineAnswer:
    data: ScoreLineAnswer = {
        "code": line.code,
        "points": line.points,
        "count": line.count,
        "rule": line.rule,
    }
    if line.reason is not None:
        data["reason"] = line.reason
    if line.melds:
        data["melds"] = list(line.melds)
    return data


def score_in(data: Iterable[Mapping[str, Any]]) -> tuple[ev.SideScore, ...]:
    """Read a `score_out`."""
    return tuple(
        ev.SideScore(
            entry["side"],
            tuple(_line_in(**line) for line in entry["lines"]),
            entry["total"],
        )
        for entry in data
    )


def _line_in(melds: Sequence[int] = (), **members: Any) -> ev.ScoreLine:
    return ev.ScoreLine(**members, melds=tuple(melds))


def _enum_value(value: Any) -> Any:
    return value.value if isinstance(value, StrEnum) else value


_EVENT_WRITERS: dict[str, Callable[[Any], Any]] = {
    "cards": cards_text,
    "red_threes": cards_text,
    "order": cards_text,
    "card": FACES.__getitem__,
    "wild_as": RANKS.__getitem__,
    "score": score_out,
    "scores": list,
    "start_scores": list,
    "end": _enum_value,
    "outcome": _enum_value,
    "claim": _enum_value,
}
_EVENT_READERS: dict[str, Callable[[Any], Any]] = {
    "cards": text_cards,
    "red_threes": text_cards,
    "order": text_cards,
    "card": parse,
    "wild_as": RANKS.index,
    "score": score_in,
    "outcome": Outcome,
    "claim": Claim,
    "start_scores": tuple,
}
