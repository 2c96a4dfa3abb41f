"""A game from its lobby to its record, the rules and the score pad."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch
from uuid import UUID

import orjson

from games.engine.shuffle import Context, commitment
from games.engine.verify_shuffle import verify
from games.models import DealSecret
from games.services import refusals
from games.services.outages import heart_beat
from games.services.refusals import Refused, refusal_keep
from games.vault import seal
from samba_service.accounts.models import Player
from tests.contract.stories.examples import Examples
from tests.factories import NOBODY, api, player
from tests.games.tables import claim_ask, unheard_since
from tests.games_api.tables import GAMES, NAMES, pack

ROOT = "/api/v1"


def games(examples: Examples) -> None:
    people = [player(name) for name in NAMES]
    _lobby(examples, people)
    _pause(examples, people)
    _hand(examples, people)
    _proof(examples, people[:2])
    _rules(examples)
    _pad(examples)


def _lobby(examples: Examples, people: list[Player]) -> None:
    ana, ben, cleo, _ = map(api, people)
    terms = {"ruleset": "classic", "seats": 4, "bots": {"3": "random"}, "hand_limit": 4}
    game = examples.of("games_create", ana.post(GAMES, terms), terms)
    path = f"{GAMES}/{game['id']}"
    invited = {"player": str(people[1].pk)}
    answer = ana.post(f"{path}/invitations", invited)
    examples.of("games_invitations_create", answer, invited)
    examples.of("players_me_waiting", ben.get(f"{ROOT}/players/me/waiting"))
    _invitations(examples, ana, ben, path, people[1])
    examples.of("games_seats_take", ben.post(f"{path}/seats", {"seat": 2}), {"seat": 2})
    code = {"code": game["join_code"]}
    examples.of("games_join", cleo.post(f"{GAMES}/join", code), {"code": "K7RT2M9QXV4B"})
    examples.of("games_seats_leave", cleo.delete(f"{path}/seats/me"))
    examples.of(
        "games_seats_fill", ana.put(f"{path}/seats/1", {"bot": "random"}), {"bot": "random"}
    )
    entropy = {"value": "5f" * 16}
    examples.of("games_entropy_add", ana.post(f"{path}/entropy", entropy), entropy)
    examples.of("games_list", ana.get(GAMES))
    other = ana.post(GAMES, terms).json()["id"]
    examples.of("games_close", ana.delete(f"{GAMES}/{other}"))
    record = ana.get(f"{path}/record").json()
    examples.of("records_verify", ana.post(f"{ROOT}/records/verify", record), record)


def _invitations(examples: Examples, ana: Any, ben: Any, path: str, who: Player) -> None:
    """Ben declines, is wanted at seat 2, accepts, and leaves the seat."""
    mine = examples.of("players_me_invitations", ben.get(f"{ROOT}/players/me/invitations"))
    declined = f"{ROOT}/invitations/{mine['results'][0]['id']}/decline"
    examples.of("invitations_decline", ben.post(declined, {}))
    assert ana.put(f"{path}/seats/2", {"player": str(who.pk)}).status_code == 202
    asked = ben.get(f"{ROOT}/players/me/invitations").json()["results"][0]
    accepted = f"{ROOT}/invitations/{asked['id']}/accept"
    examples.of("invitations_accept", ben.post(accepted, {}), {})
    assert ben.delete(f"{path}/seats/me").status_code == 204


def _pause(examples: Examples, people: list[Player]) -> None:
    """Two players pause the clock of their game."""
    clients = [api(each) for each in people[:2]]
    practice = {"orders": [pack(seats=2)]}
    terms = {"ruleset": "classic", "seats": 2, "clock": "live", "practice": practice}
    path = f"{GAMES}/{clients[0].post(GAMES, terms).json()['id']}"
    clients[1].post(f"{path}/seats", {})
    clients[0].post(f"{path}/start", {})
    examples.of("games_pause", clients[0].post(f"{path}/pause", {}), {})
    examples.of("games_pause_refuse", clients[1].delete(f"{path}/pause"))
    for client in clients:
        client.post(f"{path}/pause", {})
    examples.of("games_resume", clients[1].post(f"{path}/resume", {}), {})


def _hand(examples: Examples, people: list[Player]) -> None:
    clients = [api(each) for each in people]
    terms = {"ruleset": "classic", "practice": {"orders": [pack()], "hands": 2}}
    game = clients[0].post(GAMES, terms).json()
    path = f"{GAMES}/{game['id']}"
    for client in clients[1:]:
        client.post(f"{path}/seats", {})
    examples.of("players_me_events", clients[1].get(f"{ROOT}/players/me/events?limit=2"))
    examples.of("games_start", clients[0].post(f"{path}/start", {}))
    examples.of("games_read", clients[1].get(path))
    examples.of("games_ruleset", clients[1].get(f"{path}/ruleset"))
    hello = {"code": "hello"}
    examples.of("games_phrases_say", clients[3].post(f"{path}/phrases", hello), hello)
    draw = {"action": {"type": "draw"}}
    examples.of("games_moves_create", clients[1].post(f"{path}/moves", draw), draw)
    examples.of("games_legal_actions", clients[1].get(f"{path}/legal-actions"))
    discard = {"action": {"type": "discard", "card": "JK"}}
    examples.of("games_moves_check", clients[2].post(f"{path}/moves/check", discard), discard)
    examples.of("games_abandon", clients[0].post(f"{path}/abandon", {}), {})
    examples.of("games_abandon_refuse", clients[1].delete(f"{path}/abandon"))
    _claim(examples, people)
    examples.of("games_concede", clients[0].post(f"{path}/concede", {}), {})
    assert clients[2].delete(f"{path}/concede").status_code == 204
    examples.of("games_events_list", clients[1].get(f"{path}/events?after=5"))
    play_out(clients, path)
    examples.of("games_hands_list", clients[0].get(f"{path}/hands"))
    examples.of("games_hands_read", clients[0].get(f"{path}/hands/1"))


def _claim(examples: Examples, people: list[Player]) -> None:
    """A bot is claimed at another table, for who has not been heard of for days."""
    ana, ben = map(api, people[:2])
    practice = {"orders": [pack(seats=2)]}
    terms = {"ruleset": "classic", "seats": 2, "practice": practice}
    game = ana.post(GAMES, terms).json()["id"]
    path = f"{GAMES}/{game}"
    ben.post(f"{path}/seats", {})
    ana.post(f"{path}/start", {})
    heart_beat()
    claim_ask(UUID(game), by=1, asked=[0], claimed=1)
    examples.of("games_claim_refuse", ana.delete(f"{path}/claim"))
    unheard_since(UUID(game), datetime(2026, 1, 1, tzinfo=UTC))
    claim = {"seat": 1, "claim": "bot"}
    examples.of("games_claim", ana.post(f"{path}/claim", claim), claim)


def _proof(examples: Examples, people: list[Player]) -> None:
    """A game of two from a known seed: any reader of the schema can check its proof."""
    clients = [api(each) for each in people]
    terms = {"ruleset": "classic", "seats": 2, "hand_limit": 1}
    game = clients[0].post(GAMES, terms).json()["id"]
    path = f"{GAMES}/{game}"
    clients[1].post(f"{path}/seats", {})
    seed, context = bytes(range(32)), Context("example", 1, 3, 6, "game")
    DealSecret.objects.filter(game_id=UUID(game)).update(
        sealed=seal(seed),
        context=orjson.dumps(asdict(context)).decode(),
        commitment=commitment(seed, context),
    )
    clients[0].post(f"{path}/start", {})
    waiting: list[Refused] = []
    with patch.object(refusals._refused, "put", waiting.append):
        seat = clients[0].get(path).json()["hand"]["to_act"][0]
        clients[seat].post(f"{path}/moves", {"action": {"type": "discard", "card": "JK"}})
    refusal_keep(*waiting)
    play_out(clients, path)
    examples.of("games_refusals_list", clients[0].get(f"{path}/refusals"))
    examples.of("games_log_check", clients[0].get(f"{path}/log-check"))
    proof = clients[0].get(f"{path}/hands/1/proof").json()
    assert verify(proof) == []
    examples.exact["games_hands_proof:200"] = proof
    record = clients[0].get(f"{path}/record").json() | {"game": str(NOBODY)}
    del record["hands"][0]["moves"][2:]
    examples.exact["games_record:200"] = record


def play_out(clients: list[Any], path: str) -> None:
    """Play the first option until a hand is over."""
    while clients[0].get(path).json()["last_hand"] is None:
        seat = clients[0].get(path).json()["hand"]["to_act"][0]
        options = clients[seat].get(f"{path}/legal-actions").json()["options"]
        clients[seat].post(f"{path}/moves", {"action": options[0]["example"]})


def _rules(examples: Examples) -> None:
    nobody = api()
    examples.of("rulesets_read", nobody.get(f"{ROOT}/rulesets/classic"))
    page = examples.of("rulesets_list", nobody.get(f"{ROOT}/rulesets"))
    page["results"] = [found for found in page["results"] if found["slug"] == "classic"]
    house = {"extends": "classic", "overrides": {"game": {"target": 5000}}}
    diff = f"{ROOT}/rulesets/classic/diff?against=classic"
    examples.of("rulesets_diff", nobody.get(diff))
    schema = examples.of("rulesets_schema", nobody.get(f"{ROOT}/rulesets/schema"))
    schema["properties"] = {"draw": schema["properties"]["draw"]}
    schema["required"] = ["draw"]
    examples.of("rulesets_validate", nobody.post(f"{ROOT}/rulesets/validate", house), house)
    _house_rules(examples)
    examples.of("bots_list", nobody.get(f"{ROOT}/bots"))
    rules = examples.of("rules_list", nobody.get(f"{ROOT}/rules"))
    del rules["results"][2:]
    examples.of("rules_read", nobody.get(f"{ROOT}/rules/MELD-07"))
    for name in (
        "games_ruleset:200",
        "rulesets_list:200",
        "rulesets_read:200",
        "rulesets_validate:200",
    ):
        shorten(examples.found[name])
    shorten(examples.found["rulesets_create:201"])


def _house_rules(examples: Examples) -> None:
    """Stored, read, compared, changed, hidden."""
    ana = api(player("Ana"))
    house = {
        "slug": "long-game", "name": "Long game", "extends": "classic",
        "overrides": {"game": {"target": 20000}},
    }  # fmt: skip
    made = examples.of("rulesets_create", ana.post(f"{ROOT}/rulesets", house), house)
    path = f"{ROOT}/rulesets/{made['slug']}"
    examples.of("rulesets_house_read", api().get(path))
    examples.of("rulesets_house_diff", api().get(f"{path}/diff?against=classic"))
    longer = {**house, "overrides": {"game": {"target": 30000}}}
    del longer["slug"]
    examples.of("rulesets_house_change", ana.put(path, longer), longer)
    examples.of("rulesets_house_hide", ana.delete(path))


def _pad(examples: Examples) -> None:
    """A hand counted line by line, and another whose loser gave only the total."""
    out = {
        "side": 0,
        "counts": {"sambas": 1, "mixed_canastas": 1, "red_threes": 2},
        "melded_cards": 225,
        "hand_cards": 65,
        "adjustments": [{"points": -100, "reason": "drew three cards"}],
    }
    other = {
        "side": 1,
        "counts": {"natural_canastas": 1, "red_threes": 3},
        "melded_cards": 100,
        "hand_cards": 70,
        "red_threes_in_hand": 1,
        "total": -520,
    }
    hands = [
        {"went_out": 0, "sides": [out, other]},
        {"went_out": None, "sides": [{"side": 0, "total": 340}, {"side": 1, "total": 1285}]},
    ]
    body = {
        "ruleset": "classic",
        "seats": 4,
        "scores": [1500, 620],
        "stake": {"cents_per_100": 5},
        "hands": hands,
    }
    examples.of("scoring_count", api().post(f"{ROOT}/scoring", body), body)


def shorten(ruleset: Any) -> None:
    """Some of the long lists are enough to show."""
    for each in ruleset.get("results", [ruleset]):
        del each["words"][2:]
        if "origins" in each:
            each["origins"] = {"draw.count": each["origins"]["draw.count"]}
