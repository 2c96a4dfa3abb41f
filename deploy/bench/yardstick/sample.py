"""A game in the middle of a hand: a snapshot of about 1 kB, a seat's view of it of about 2.5 kB."""

KINDS = 53
"""Kinds of card: thirteen ranks in four suits, and the joker."""
FACES = [*(rank + suit for rank in "23456789TJQKA" for suit in "CDHS"), "JK"]

_COUNTS = [index * 7 % 3 % 2 for index in range(KINDS)]
SNAPSHOT = {
    "turn": 0,
    "phase": "play",
    "dealer": 3,
    "hands": [_COUNTS] * 4,
    "stock": [index * 31 % KINDS for index in range(83)],
    "pile": [index * 13 % KINDS for index in range(9)],
    "melds": [[number, number % 2, "group", [number * 4] * 3] for number in range(1, 7)],
    "scores": [1240, 985],
}

_HAND = [FACES[kind] for kind in range(0, KINDS, 4)]


def view(game_id: str, version: int) -> dict[str, object]:
    """What seat 0 is answered: the shape of `GET /games/{id}`, made up except for the version."""
    return {
        "id": game_id,
        "version": version,
        "seq": 2 * version,
        "status": "active",
        "practice": False,
        "ruleset": {"slug": "classic", "version": 1, "sha256": "5a" * 32},
        "seats": [
            {
                "seat": seat,
                "side": seat % 2,
                "player": {"id": f"00000000-0000-4000-8000-00000000000{seat}", "name": "Ana"},
                "kind": "human",
                "presence": "online",
            }
            for seat in range(4)
        ],
        "sides": [{"side": side, "seats": [side, side + 2], "score": 1240} for side in range(2)],
        "you": {"seat": 0},
        "hand": {
            "number": 3,
            "dealer": 3,
            "turn": version % 4,
            "to_act": [version % 4],
            "phase": "play",
            "stock": {"count": 83},
            "pile": {
                "count": 9,
                "top": "KH",
                "cards": _HAND[:9],
                "frozen": False,
                "blocked": False,
            },
            "hands": [{"seat": 0, "count": len(_HAND), "cards": _HAND}]
            + [{"seat": seat, "count": 14} for seat in range(1, 4)],
            "feet": [],
            "aside": None,
            "melds": [
                {
                    "id": number,
                    "side": number % 2,
                    "kind": "group",
                    "cards": ["KC", "KD", "KH", "2S"],
                    "wild_as": None,
                    "points": 50,
                    "canasta": None,
                    "closed": False,
                }
                for number in range(1, 7)
            ],
            "red_threes": [["3H"], []],
            "initial_minimum": [None, 50],
            "permission": None,
            "commitment": "6b" * 32,
        },
        "next_commitment": "7c" * 32,
        "last_hand": None,
        "clock": None,
        "result": None,
    }


def event(version: int, action: dict[str, object]) -> dict[str, object]:
    """The one event that a move is answered with."""
    return {"seq": 2 * version, "version": version, "hand": 3, "seat": 0} | action
