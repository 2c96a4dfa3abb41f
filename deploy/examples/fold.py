"""How each event changes a game: keep the answer of `GET /games/{id}` up to date without asking.

What only the rules know is not in it (the value of a meld, whether the pile is frozen, the initial
minimum): read the game again for that.
"""

from copy import deepcopy
from typing import Any

Json = dict[str, Any]


class Table:
    """A game as its reader knows it: the answer of `GET /games/{id}`, changed by later events.

    `pack` is how many cards are in play: after a deal the stock follows from it.
    `rest_face_down` is that of the ruleset's `pile`.
    """

    def __init__(self, game: Json, pack: int, *, rest_face_down: bool = False) -> None:
        self.game, self.pack, self.rest_face_down = game, pack, rest_face_down
        self._before: list[Json] = []
        """The hand before each of the turn's actions that can be taken back."""

    @property
    def hand(self) -> Json:
        """The running hand."""
        hand: Json = self.game["hand"]
        return hand

    def fold(self, event: Json) -> None:
        """Change the game by one event. An event of an unknown type changes nothing."""
        if event["version"] != self.game["version"]:
            self._remember(event["type"])
        self.game["version"], self.game["seq"] = event["version"], event["seq"]
        change = getattr(self, f"_{event['type']}", None)
        if change is not None:
            change(event)

    def _remember(self, kind: str) -> None:
        """A new row of the log begins with an event of this kind."""
        if kind in ("melded", "laid_off", "merged", "red_three_laid"):
            self._before.append(deepcopy(self.hand))
        elif kind in (
            "cards_drawn", "pile_taken", "top_taken", "permission_asked", "permission_answered",
            "card_discarded", "turn_passed", "hand_dealt",
        ):  # fmt: skip
            self._before.clear()

    # Around the hands

    def _seat_taken(self, event: Json) -> None:
        seat = self.game["seats"][event["seat"]]
        seat["player"], seat["kind"] = {"id": event["player"], "name": None}, event["kind"]

        seat["presence"] = seat["presence_since"] = None

    _seat_substituted = _seat_taken

    def _seat_left(self, event: Json) -> None:
        seat = self.game["seats"][event["seat"]]
        seat |= dict.fromkeys(("player", "kind", "presence", "presence_since"))

    def _presence_changed(self, event: Json) -> None:
        seat = self.game["seats"][event["seat"]]
        seat["presence"], seat["presence_since"] = event["presence"], event["since"]

    def _game_started(self, event: Json) -> None:
        self.game["status"], self.game["started_at"] = "active", event["at"]
        self.game.pop("join_code", None)

    def _consent_asked(self, event: Json) -> None:
        names = ("about", "asked_by", "seats", "until")
        self.game["consent"] = {name: event[name] for name in names} | {"agreed": []}
        if "claimed" in event:
            self.game["consent"]["claimed"] = event["claimed"]

    def _consent_answered(self, event: Json) -> None:
        if event["answer"]:
            self.game["consent"]["agreed"].append(event["seat"])

    def _consent_closed(self, _event: Json) -> None:
        self.game["consent"] = None

    def _clock_set(self, event: Json) -> None:
        names = (
            "turn_due_at", "bank_s", "flags", "stand_ins", "late", "waits_since", "claimable_at",
            "paused_since", "held",
        )  # fmt: skip
        self.game["clock"] |= {name: event[name] for name in names}

    def _clock_flagged(self, event: Json) -> None:
        self.game["clock"]["flags"][event["seat"]] = event["count"]

    def _clock_credited(self, event: Json) -> None:
        self.game["clock"]["turn_due_at"] = event["turn_due_at"]

    def _hand_voided(self, _event: Json) -> None:
        nothing = [{"side": s, "lines": [], "total": 0} for s in range(len(self.game["sides"]))]
        last = {"number": self.hand["number"], "dealer": self.hand["dealer"]}
        self.game["last_hand"] = last | {"end": "voided", "out": None, "score": nothing}
        self.game["hand"] = None

    def _score_adjusted(self, event: Json) -> None:
        self._add(event["side"], event["points"])

    def _add(self, number: int, points: int) -> None:
        side = self.game["sides"][number]
        side["score"] = (side["score"] or 0) + points  # null: no hand may be followed yet

    def _hand_scored(self, event: Json) -> None:
        for each in event["score"]:
            self._add(each["side"], each["total"])
        ended = {name: self.hand[name] for name in ("number", "dealer", "end", "out")}
        self.game["last_hand"] = ended | {"score": event["score"]}
        self.game["hand"] = None

    def _game_finished(self, event: Json) -> None:
        abandoned = event["end"] == "abandoned"
        self.game["status"] = "abandoned" if abandoned else "finished"
        self.game["finished_at"], self.game["hand"] = event["at"], None
        names = ("winner", "draw", "scores", "end", "reason")
        self.game["result"] = {name: event[name] for name in names if name in event}
        if self.game["clock"] is not None:
            moments = ("turn_due_at", "waits_since", "claimable_at", "paused_since")
            self.game["clock"] |= dict.fromkeys(moments)
            self.game["clock"] |= {"stand_ins": [], "late": [], "held": False}

    # The hand

    def _hand_dealt(self, event: Json) -> None:
        seats, feet = range(len(self.game["seats"])), event.get("foot_count", 0)
        dealt = len(seats) * (event["count"] + feet) + 1
        self.game["next_commitment"] = event["next_commitment"]
        self.game["hand"] = {
            "number": event["number"],
            "dealer": event["dealer"],
            "turn": event["dealer"],
            "stock": {"count": self.pack - dealt},
            "pile": {"cards": [event["upcard"]]},
            "hands": [{"seat": seat, "count": event["count"]} for seat in seats],
            "feet": [{"seat": seat, "count": feet} for seat in seats if feet],
            "aside": None,
            "melds": [],
            "red_threes": [[] for _ in self.game["sides"]],
            "commitment": event["commitment"],
        }
        if "cards" in event:
            self.hand["hands"][self.game["you"]["seat"]]["cards"] = event["cards"][:]
        self._next_turn()

    def _cards_drawn(self, event: Json) -> None:
        self.hand["stock"]["count"] -= event["count"]
        self._gets(event, event["count"])
        self._red_three_laid(event | {"cards": event["red_threes"]})
        if not event.get("replacing"):
            self._phase("play")

    def _pile_taken(self, event: Json) -> None:
        taken = event["cards"]
        del self.hand["pile"]["cards"][-len(taken) :]
        if self.rest_face_down:
            self.hand["aside"] = {"seat": event["seat"], "count": len(taken) - 1}
            taken = taken[-1:]
            if self.hand["aside"]["count"] == 0:
                self.hand["aside"] = None
        self._gets(event | {"cards": taken}, len(taken))
        self._phase("play")

    def _aside_taken(self, event: Json) -> None:
        self.hand["aside"] = None
        self._gets(event, event["count"])

    def _foot_taken(self, event: Json) -> None:
        self.hand["feet"][event["seat"]]["count"] = 0
        self._gets(event, event["count"])

    def _top_taken(self, event: Json) -> None:
        self._meld(event["onto"])["cards"].append(self.hand["pile"]["cards"].pop())
        self._phase("play")

    def _red_three_laid(self, event: Json) -> None:
        self._lays(event["seat"], event["cards"])
        side = event["seat"] % len(self.game["sides"])
        self.hand["red_threes"][side] += event["cards"]

    def _melded(self, event: Json) -> None:
        self._lays(event["seat"], event["cards"])
        new = {name: event.get(name) for name in ("id", "kind", "wild_as")}
        side = event["seat"] % len(self.game["sides"])
        self.hand["melds"].append(new | {"side": side, "cards": event["cards"][:]})

    def _laid_off(self, event: Json) -> None:
        self._lays(event["seat"], event["cards"])
        meld = self._meld(event["onto"])
        meld["cards"] += event["cards"]
        meld["wild_as"] = event.get("wild_as", meld["wild_as"])

    def _merged(self, event: Json) -> None:
        gone = self._meld(event["from"])
        self.hand["melds"].remove(gone)
        self._meld(event["into"])["cards"] += gone["cards"]

    def _permission_asked(self, event: Json) -> None:
        seats, sides = len(self.game["seats"]), len(self.game["sides"])
        asked = [(event["seat"] + step) % seats for step in range(sides, seats, sides)]
        question = {"asked_by": event["seat"], "asked": asked, "answers": {}, "granted": None}
        self.hand["permission"] = question
        self._phase("answer", asked)

    def _permission_answered(self, event: Json) -> None:
        question = self.hand["permission"]
        question["answers"][str(event["seat"])] = event["answer"]
        waiting = [seat for seat in question["asked"] if str(seat) not in question["answers"]]
        if event["answer"] and waiting:
            self._phase("answer", waiting)
        else:
            question["granted"] = event["answer"]
            self._phase("play")

    def _card_discarded(self, event: Json) -> None:
        self._lays(event["seat"], [event["card"]])
        self.hand["pile"]["cards"].append(event["card"])
        self._next_turn()

    def _turn_passed(self, _event: Json) -> None:
        self._next_turn()

    def _taken_back(self, event: Json) -> None:
        """Raises IndexError if the game was read in the middle of the turn: read it again."""
        self.game["hand"] = self._before[-event["count"]]
        del self._before[-event["count"] :]

    def _hand_ended(self, event: Json) -> None:
        self.hand["end"], self.hand["out"] = event["end"], event["out"]
        self.hand["permission"] = None
        self._phase("over", [])

    # What several events do

    def _meld(self, number: int) -> Json:
        return next(meld for meld in self.hand["melds"] if meld["id"] == number)

    def _gets(self, event: Json, count: int) -> None:
        hand = self.hand["hands"][event["seat"]]
        hand["count"] += count
        if "cards" in hand:
            hand["cards"] += event["cards"]

    def _lays(self, seat: int, cards: list[str]) -> None:
        hand = self.hand["hands"][seat]
        hand["count"] -= len(cards)
        if "cards" in hand:
            for card in cards:
                hand["cards"].remove(card)

    def _next_turn(self) -> None:
        self.hand["turn"] = (self.hand["turn"] + 1) % len(self.game["seats"])
        self.hand["permission"] = None
        self._phase("draw")

    def _phase(self, phase: str, to_act: list[int] | None = None) -> None:
        self.hand["phase"] = phase
        self.hand["to_act"] = [self.hand["turn"]] if to_act is None else to_act
