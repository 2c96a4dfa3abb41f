"""Good bodies and queries for the calls in the table of rights, where a bare call would not do."""

from collections.abc import Callable, Mapping
from typing import Any

from samba_service.accounts.models import Player
from tests.access.world import World
from tests.factories import PASSWORD
from tests.games.tables import to_act
from tests.tournaments.nights import seen_now
from tests.tournaments.scores import total

Body = Callable[[World, Player | None], Any]
REASON = {"reason": "By the rules."}
HANDS = {"hands": total(100, 50)}


DEVICE = {"device": "a phone of the table"}


def _sheet(world: World) -> str:
    return str(world.places["coded night"]["sheet_id"])


def _own(of: Player | None) -> str:
    return str(of.pk) if of else ""


def _credentials(world: World, caller: Player | None) -> Any:
    person = getattr(caller, "person", None) or world.people["stranger"].person
    return {
        "username": person.username,
        "password": PASSWORD,
        "name": "x",
        "scopes": ["games:read"],
    }


BODIES: Mapping[str, Body] = {
    "POST /auth/register": lambda w, c: {
        "username": "newcomer", "password": PASSWORD, "display_name": "Newcomer",
    },
    "POST /auth/guests": lambda w, c: {"name": "Newcomer"},
    "POST /auth/guests/claim": lambda w, c: {"username": "newcomer", "password": PASSWORD},
    "POST /auth/tokens": _credentials,
    "POST /auth/password": lambda w, c: {
        "current_password": PASSWORD, "new_password": "nine blue herons",
    },
    "POST /auth/reset": lambda w, c: {"code": w.reset_code, "password": "nine blue herons"},
    "POST /players/{player_id}/suspend": lambda w, c: REASON,
    "POST /players/{player_id}/suspend/lift": lambda w, c: REASON,
    "POST /players/{player_id}/anonymise": lambda w, c: {"name": "Player", **REASON},
    "POST /oauth/clients": lambda w, c: {"name": "Scorer", "redirect_uris": ["https://a.example/"]},
    "PATCH /oauth/clients/{client_id}": lambda w, c: {"name": "Scorer"},
    "POST /webhooks": lambda w, c: {
        "url": "https://a.example/hook", "about": "tournament",
        "subject": str(w.places["night"]["tournament_id"]), "events": ["tournament.changed"],
    },
    "PATCH /webhooks/{webhook_id}": lambda w, c: {"enabled": True},
    "PATCH /players/me": lambda w, c: {"rating_public": True},
    "POST /players": lambda w, c: {"kind": "bot", "display_name": "Engine"},
    "POST /players/me/erase": lambda w, c: {"password": PASSWORD},
    "POST /partnerships": lambda w, c: {"players": [str(w.opponent.pk)]},
    "POST /clubs": lambda w, c: {"name": "Egrets"},
    "POST /clubs/join": lambda w, c: {"code": w.club.join_code},
    "PATCH /clubs/{club_id}": lambda w, c: {"name": "Egrets"},
    "POST /clubs/{club_id}/members": lambda w, c: {"name": "Newcomer"},
    "POST /clubs/{club_id}/members/import": lambda w, c: {"csv": "name\nNewcomer\n"},
    "PATCH /clubs/{club_id}/members/me": lambda w, c: {"names": "none"},
    "PATCH /clubs/{club_id}/members/{member_id}": lambda w, c: {"guest": True},
    "PATCH /clubs/{club_id}/members/{member_id} · an office": lambda w, c: {"role": "director"},
    "POST /clubs/{club_id}/members/{member_id}/merge": lambda w, c: {"into": str(w.twice.pk)},
    "POST /clubs/{club_id}/members/{member_id}/unclaim": lambda w, c: REASON,
    "POST /clubs/{club_id}/sanctions": lambda w, c: {
        "member": str(w.twice.pk), "kind": "exclusion", **REASON,
    },
    "POST /clubs/{club_id}/sanctions/{sanction_id}/lift": lambda w, c: REASON,
    "POST /clubs/{club_id}/night-preview": lambda w, c: {
        "format": "rotating", "ruleset": "classic", "entries": 8, "rounds": 2,
    },
    "POST /clubs/{club_id}/seasons": lambda w, c: {"name": "Winter", "best": 1},
    "POST /seasons/{season_id}/reopen": lambda w, c: REASON,
    "POST /tournaments": lambda w, c: {
        "club": str(w.club.pk), "name": "Tuesday", "format": "swiss", "ruleset": "classic",
        "rounds": 1, "hands_per_round": 2, "venue": "table",
    },
    "POST /tournaments/import": lambda w, c: {"club": str(w.club.pk), "bundle": w.bundle},
    "PATCH /tournaments/{tournament_id}": lambda w, c: {"name": "Wednesday"},
    "PUT /tournaments/{tournament_id}/rated": lambda w, c: {"rated": True},
    "POST /tournaments/{tournament_id}/finish": lambda w, c: {"rounds": "as_played"},
    "POST /tournaments/{tournament_id}/reopen": lambda w, c: REASON,
    "POST /tournaments/{tournament_id}/unarchive": lambda w, c: REASON,
    "POST /tournaments/{tournament_id}/adjustments": lambda w, c: {
        "entry": str(w.places["night"]["entry_id"]), "score": -1, **REASON,
    },
    "POST /tournaments/{tournament_id}/entries": lambda w, c: {"player": _own(c)},
    "POST /tournaments/{tournament_id}/entries · oneself": lambda w, c: {"player": _own(c)},
    "POST /tournaments/{tournament_id}/entries · another": lambda w, c: {
        "player": str(w.people["member" if c != w.people["member"] else "stranger"].pk),
    },
    "POST /tournaments/{tournament_id}/entries · names": lambda w, c: {
        "members": [str(w.twice.pk)],
    },
    "POST /tournaments/{tournament_id}/entries · those of another night": lambda w, c: {
        "from": str(w.places["draft"]["tournament_id"]),
    },
    "PATCH /tournaments/{tournament_id}/entries": lambda w, c: [
        {"id": str(w.places["open night"]["entry_id"]), "checked_in": False},
    ],
    "PATCH /entries/{entry_id}": lambda w, c: {"checked_in": False},
    "PATCH /entries/{entry_id} · its seed": lambda w, c: {"seed": 1},
    "POST /entries/{entry_id}/substitutes": lambda w, c: {
        "out": str(w.people["player"].pk), "member": str(w.twice.pk), "from_round": 1,
    },
    "PATCH /rounds/{round_id}": lambda w, c: {
        "byes": [{"entry": w.places["drafted round"]["byes"][0], "locked": True}],
    },
    "PATCH /rounds/{round_id}/tables/{number}": lambda w, c: {"locked": True},
    "PATCH /rounds/{round_id}/tables/{number} · who sits there": lambda w, c: {
        "sides": w.places["drafted round"]["sides"][::-1],
    },
    "POST /rounds/{round_id}/corrections": lambda w, c: {
        "tables": [{"number": 1, "sides": w.places["night"]["sides"][::-1]}], **REASON,
    },
    "POST /rounds/{round_id}/extend": lambda w, c: {"minutes": 5},
    "POST /rounds/{round_id}/entropy": lambda w, c: {"value": "ab" * 16},
    "POST /rounds/{round_id}/open-deals": lambda w, c: REASON,
    "POST /tables/{table_id}/score-sheets": lambda w, c: HANDS,
    "POST /tables/{table_id}/call-director": lambda w, c: REASON,
    "POST /games/{game_id}/adjustments": lambda w, c: {"side": 0, "points": 5, **REASON},
    "POST /games/{game_id}/case-log": lambda w, c: {"note": "The pile was frozen."},
    "POST /games/{game_id}/void-hand": lambda w, c: REASON,
    "POST /games/{game_id}/claim": lambda w, c: {
        "seat": to_act(w.places["online table"]["game_id"]), "claim": "bot",
    },
    "POST /games/{game_id}/call-director": lambda w, c: REASON,
    "POST /tables/{table_id}/corrections": lambda w, c: {
        **REASON, "end": "void", **seen_now(w.here["table_id"]),
    },
    "POST /tables/{table_id}/take-back": lambda w, c: REASON,
    "POST /score-sheets/{sheet_id}/dispute": lambda w, c: REASON,
    "POST /tables/{table_id}/sheet": lambda w, c: {**HANDS, **DEVICE},
    "POST /tables/{table_id}/sheet/confirm": lambda w, c: {"sheet": _sheet(w), **DEVICE},
    "POST /tables/{table_id}/sheet/dispute": lambda w, c: {"sheet": _sheet(w), **DEVICE, **REASON},
    "POST /tables/{table_id}/sheet/count": lambda w, c: HANDS,
    "POST /games": lambda w, c: {"ruleset": "classic"},
    "POST /games/join": lambda w, c: {"code": w.code},
    "PUT /games/{game_id}/seats/{seat}": lambda w, c: {"bot": "novice"},
    "POST /games/{game_id}/invitations": lambda w, c: {"player": str(w.people["stranger"].pk)},
    "POST /games/{game_id}/entropy": lambda w, c: {"value": "ab" * 16},
    "POST /games/{game_id}/phrases": lambda w, c: {"code": "hello"},
    "POST /games/{game_id}/moves": lambda w, c: {"action": {"type": "draw"}},
    "POST /games/{game_id}/moves/check": lambda w, c: {"action": {"type": "draw"}},
    "POST /rulesets": lambda w, c: {"slug": "new", "name": "New", "extends": "classic"},
    "POST /rulesets · for the club": lambda w, c: {
        "slug": "new", "name": "New", "extends": "classic", "club": str(w.club.pk),
    },
    "PUT /rulesets/{owner}/{slug}": lambda w, c: {"name": "Changed", "extends": "classic"},
    "POST /rulesets/validate": lambda w, c: {"extends": "classic"},
    "POST /scoring": lambda w, c: {"ruleset": "classic", "hands": total(100, 50)},
    "POST /records/verify": lambda w, c: w.record,
}  # fmt: skip
QUERIES: Mapping[str, str] = {
    "GET /players": "search=An",
    "GET /ratings": "ruleset=classic",
    "GET /clubs/{club_id}/ratings": "ruleset=classic",
    "GET /rulesets/{slug}/diff": "against=bolivia",
    "GET /rulesets/{owner}/{slug}/diff": "against=bolivia",
    "GET /games/{game_id} · another's seat": "as_seat={other_seat}",
    "GET /games/{game_id}/events · another's seat": "as_seat={other_seat}",
}
