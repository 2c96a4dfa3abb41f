"""A small bundle for the schema: one round of one table, without the ruleset's document."""

from typing import Any

import orjson

from tournaments.api.examples import FILE
from tournaments.engine.lots import seed_hash
from tournaments.engine.standings import default_tiebreaks
from tournaments.engine.terms import Format
from tournaments.engine.tournament import ALGORITHM

ANA, BEN, EVENING = (
    "3b7f2f0e-5a55-4c39-9df8-6b2a64f8c0aa",
    "a4b0c7d2-2e67-4f7e-8b7c-1d9b5f3e2c44",
    "0e9b8a77-41f4-4d4b-8f0b-6f2c3d1a5b90",
)

FIRST, SECOND = "1f9d3e0c-0b0e-4b6c-8a44-6c1f0a5f7d02", "2c1b7a44-9f57-4f0b-b9a8-0f5d6e7c8b13"


def _entry(number: int, id: str, name: str, player: str) -> dict[str, Any]:
    return {
        "id": id, "number": number, "name": name, "seed": None, "late": False,
        "tenures": [{"player": player, "for": None, "first": 1, "first_hand": None, "last": None,
                     "last_hand": None}],
        "presence": [{"version": 1 + 2 * number, "present": True}], "withdrawn": False,
    }  # fmt: skip


def _standing(rank: int, entry: str, *values: int | None) -> dict[str, Any]:
    names = default_tiebreaks(Format.SWISS)
    metrics = [{"name": name, "value": each} for name, each in zip(names, values, strict=True)]
    return {"rank": rank, "entry": entry, "metrics": metrics}


RESULT: dict[str, Any] = {
    "version": 10, "at": "2026-11-20T20:15:00Z", "kind": "award", "status": "confirmed",
    "end": "awarded", "by": {"player": ANA, "side": None, "director": True},
    "reason": "The lights went out.", "points": None, "award": [1200, 800],
    "scores": [1200, 800], "winner": 0, "sambas": None, "hands": None,
}  # fmt: skip

TABLE: dict[str, Any] = {
    "number": 1, "slot": None, "place": False, "venue": "table", "game": None, "dealer": 0,
    "start_scores": None,
    "sides": [
        {"side": 0, "entries": [FIRST], "players": [ANA]},
        {"side": 1, "entries": [SECOND], "players": [BEN]},
    ],
    "why": {
        "code": "drawn_by_lot", "facts": {"sides": [[1], [2]], "met": 0},
        "text": "Ana against Ben: drawn by lot.", "cost": [],
    }, "results": [RESULT],
}  # fmt: skip

BUNDLE: dict[str, Any] = {
    "format": "samba-tournament/1", "version": 12,
    "tournament": {
        "id": EVENING, "name": "Monday 12", "state": "finished", "format": "swiss", "rounds": 1,
        "hands_per_round": 4, "minutes_per_round": None, "venue": "table", "duplicate": False,
        "handicap": False,
        "ruleset": {"slug": "classic", "version": 1, "sha256": "1f" * 32},
        "table_seats": [2], "table_sides": [2], "seed": "7f" * 32,
        "seed_hash": seed_hash("7f" * 32), "phrase": None, "algorithm": ALGORITHM,
        "house_bots": None,
        "scoring": {
            "type": "points", "bye": 1200, "missed": 800, "bracket": 2000, "margin_sd": 2000,
            "hands": 4, "base": None, "step": None, "table": None,
        },
        "tiebreaks": list(default_tiebreaks(Format.SWISS)), "minimum_rounds": 0,
        "forbidden": [], "stationary": [],
    },
    "players": [
        {"id": ANA, "name": "Ana", "kind": "human"}, {"id": BEN, "name": "Ben", "kind": "human"},
    ],
    "entries": [_entry(1, FIRST, "Ana", ANA), _entry(2, SECOND, "Ben", BEN)],
    "rounds": [{
        "number": 1, "state": "closed", "method": "random", "drawn": 8, "published": 9,
        "basis": [], "locks": [], "byes": [], "tables": [TABLE],
    }],
    "adjustments": [],
    "standings": [
        _standing(1, FIRST, 1200, None, 1, 800, 0, 0, 1, 192003),
        _standing(2, SECOND, 800, None, 0, 1200, 0, 0, 1, 278753),
    ],
    "ratings": [
        {"player": None, "entry": each, "tables": 0, "before": None, "after": None}
        for each in (FIRST, SECOND)
    ],
}  # fmt: skip

KEPT: dict[str, Any] = orjson.loads(FILE.read_bytes()) if FILE.exists() else {}

IMPORTED: dict[str, Any] = KEPT.get("tournaments_create", {}).get("answer", {}) | {
    "imported_from": EVENING
}
