"""A table of a paper round, as the schema shows it."""

from typing import Any

from tournaments.api.clubs.schemas import ANA, BEN


def _id(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012x}"


def _player(number: int, name: str) -> dict[str, Any]:
    return {"id": _id(number), "name": name, "kind": "human"}


PAIRS = (
    [{"id": ANA, "name": "Ana", "kind": "human"}, {"id": BEN, "name": "Ben", "kind": "human"}],
    [_player(3, "Cleo"), _player(4, "Dan")],
)

ENTRIES = [
    {"id": _id(17 + at), "number": at + 1, "name": " & ".join([each["name"] for each in pair])}
    for at, pair in enumerate(PAIRS)
]

ROUND: dict[str, Any] = {"id": _id(33), "number": 1, "state": "published"}

SHEET: dict[str, Any] = {
    "hands": [
        {
            "went_out": 0,
            "sides": [
                {
                    "side": 0,
                    "counts": {"mixed_canastas": 1, "sambas": 1, "red_threes": 2},
                    "melded_cards": 225,
                    "hand_cards": 65,
                },
                {"side": 1, "total": 340},
            ],
        },
        {"went_out": None, "sides": [{"side": 0, "total": 620}, {"side": 1, "total": 1285}]},
    ],
    "end": "played",
}

RESULT: dict[str, Any] = {
    "id": _id(49),
    "version": 9,
    "at": "2026-11-20T20:05:00Z",
    "kind": "sheet",
    "status": "entered",
    "end": "played",
    "by": {"player": PAIRS[0][0], "side": 0, "director": False},
    "reason": None,
    "points": [2980, 1625],
    "award": None,
    "scores": [1316, 684],
    "winner": 0,
    "sambas": [1, 0],
    "hands": SHEET["hands"],
}

DRAWN: dict[str, Any] = {
    "id": _id(65),
    "number": 1,
    "venue": "table",
    "game": None,
    "slot": None,
    "place": False,
    "dealer": 0,
    "start_scores": None,
    "sides": [
        {"side": side, "entries": [ENTRIES[side]], "players": pair}
        for side, pair in enumerate(PAIRS)
    ],
    "locked": False,
    "why": {
        "code": "drawn_by_lot",
        "facts": {"sides": [[1], [2]], "met": 0},
        "text": "Ana & Ben against Cleo & Dan: drawn by lot.",
        "cost": [0, 0, 0, 0, 1, 212040],
    },
    "result": RESULT,
}

TABLE: dict[str, Any] = {
    "round": ROUND,
    "version": RESULT["version"],
    **DRAWN,
    "versions": [RESULT],
}

TABLE_WITHOUT_RESULT: dict[str, Any] = {
    **TABLE,
    "version": RESULT["version"] + 1,
    "result": None,
    "versions": [],
}

SHEET_ANSWER: dict[str, Any] = {
    "id": RESULT["id"],
    "version": RESULT["version"],
    "status": "entered",
    "points": RESULT["points"],
    "next_minimum": [90, 90],
}

DISPUTE = {"reason": "The samba of hand 1 was ours"}

CORRECTION = {"reason": "They left after the first hand", "end": "forfeit", "winner": 0}

ADJUSTMENT: dict[str, Any] = {
    "id": _id(81),
    "version": 10,
    "entry": ENTRIES[1],
    "score": -100,
    "reason": "Ten minutes late",
    "by": PAIRS[0][0],
}

OWN_TABLE: dict[str, Any] = {
    "entry": ENTRIES[0],
    "round": ROUND,
    "table": DRAWN,
    "seat": 0,
    "side": 0,
    "partners": PAIRS[0][1:],
    "opponents": PAIRS[1],
    "next_minimum": SHEET_ANSWER["next_minimum"],
    "bye": None,
    "next": None,
}
