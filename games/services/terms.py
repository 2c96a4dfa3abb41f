"""The terms of a game: agreed before anybody sits down, frozen when it is created."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from django.conf import settings

from games.choices import Away
from games.engine.actions import Cards
from games.engine.cards import counts_of
from games.engine.clock import ClockTerms, terms_out
from games.engine.rulesets import Rules, is_digest_of, sha256, to_document
from games.errors import (
    DealSetUnfit,
    HandicapInvalid,
    NoSuchSeat,
    NotRateable,
    PracticeInvalid,
    SeatsNotAllowed,
)
from games.models import DealSet
from games.selectors.rulesets import ruleset_is_shipped

RATED_AS_WELL = {("game", "target"), ("game", "hand_limit"), ("going_out", "permission")}
"""The settings of a ruleset that a rated game may change."""


class Practice(NamedTuple):
    """The given packs and scores of a practice game, used instead of chance."""

    orders: tuple[Cards, ...]
    """Packs of the first hands, each in the order in which it leaves the dealer's hand."""
    scores: tuple[int, ...]
    """By side, at the start."""
    hands: int
    """The number of hands of the game."""
    dealer: int | None = None

    def __repr__(self) -> str:
        return f"<practice of {self.hands} hands>"


@dataclass(frozen=True, kw_only=True)
class GameTerms:
    """The rules of a game, and who may watch it; `rules` include `overrides` already."""

    rules: Rules
    overrides: Mapping[str, Any]
    seats: int
    dealer: int | None = None
    """For the first hand; None: the shuffle draws one."""
    visibility: str = "unlisted"
    spectators: str = "delayed"
    hints: bool = False
    phrases: bool = True
    """True if players may say a few fixed words (`engine.phrases`)."""
    away: str = "bot"
    """What happens to the seat of a player who leaves: a bot plays on, or it stays empty."""
    clock: ClockTerms | None = None
    """The time that the players have; None for as much as they like."""
    pace_s: float | None = None
    """Seconds until a bot answers where people play; None for the setting of the installation."""
    rated: bool = False
    """True if the result counts for public ratings: only people play, without house rules."""
    practice: Practice | None = None
    handicap: tuple[int, ...] = ()
    """Scores at the start, by side, in a game that is not for practice; () for none."""
    deal_set: DealSet | None = None
    """The deals that the game shares with other tables; it ends after the last of them."""

    def settled(self) -> "GameTerms":
        """The terms with everything that follows from them.

        Raises SeatsNotAllowed, PracticeInvalid, HandicapInvalid, NoSuchSeat, DealSetUnfit,
        NotRateable.
        """
        if self.rated:
            self._require_rateable()
        self.require_seats()
        if self.handicap and len(self.handicap) != self.rules.sides(self.seats):
            raise HandicapInvalid(sides=self.rules.sides(self.seats))
        terms = self if self.practice is None else self._practised(self.practice)
        terms = terms if self.deal_set is None else terms._sharing(self.deal_set)
        if terms.dealer is not None and not 0 <= terms.dealer < terms.seats:
            raise NoSuchSeat(seats=terms.seats)
        return terms

    def require_seats(self) -> None:
        """Raises SeatsNotAllowed for a table size that the ruleset lacks."""
        if self.seats not in self.rules.seating.sides:
            raise SeatsNotAllowed(allowed=list(self.rules.seating.players))

    def _require_rateable(self) -> None:
        because = {
            "practice": self.practice is not None,
            "hints": self.hints,
            "away": self.away != Away.BOT,
            "house_rules": not self._by_the_ruleset,
        }
        if any(because.values()):
            raise NotRateable(because=next(name for name, found in because.items() if found))

    @property
    def _by_the_ruleset(self) -> bool:
        """True for a shipped ruleset if every override is one of RATED_AS_WELL."""
        if not ruleset_is_shipped(self.rules.slug):
            return False
        changed = {
            (section, key)
            for section, keys in self.overrides.items()
            for key in (keys if isinstance(keys, dict) else [""])
        }
        return changed <= RATED_AS_WELL

    def _practised(self, practice: Practice) -> "GameTerms":
        _require_fit(practice, self.rules, self.seats)
        dealer = self.dealer if practice.dealer is None else practice.dealer
        return replace(self.limited(practice.hands), dealer=dealer)

    def _sharing(self, deal_set: DealSet) -> "GameTerms":
        terms = self.limited(deal_set.hands)
        same_rules = is_digest_of(deal_set.ruleset_sha256, terms.rules)
        fitting = same_rules and deal_set.seats == self.seats
        if not fitting or self.practice is not None or self.dealer is not None:
            raise DealSetUnfit
        return terms

    def limited(self, hands: int) -> "GameTerms":
        """The same terms for a game that ends after `hands` hands."""
        section = {**self.overrides.get("game", {}), "hand_limit": hands}
        overrides = {**self.overrides, "game": section}
        return replace(self, rules=hands_limited(self.rules, hands), overrides=overrides)

    @property
    def start_scores(self) -> tuple[int, ...]:
        """By side."""
        if self.practice is not None:
            return self.practice.scores
        return self.handicap or (0,) * self.rules.sides(self.seats)

    def columns(self) -> dict[str, Any]:
        """The columns of the game's row."""
        return {
            **_columns_of(self.rules),
            "ruleset_slug": self.rules.slug,
            "ruleset_version": self.rules.version,
            "seats": self.seats,
            "practice": self.practice is not None,
            "deal_set": self.deal_set,
            "first_dealer": self.dealer,
            "visibility": self.visibility,
            "spectators": self.spectators,
            "hints": self.hints,
            "phrases": self.phrases,
            "away": self.away,
            "clock": "" if self.clock is None else _clock_text(self.clock),
            "pace_s": settings.SAMBA_BOT_PACE_S if self.pace_s is None else self.pace_s,
            "rated": self.rated,
        }


@lru_cache(maxsize=16)
def _clock_text(clock: ClockTerms) -> str:
    return json.dumps(terms_out(clock), sort_keys=True, separators=(",", ":"))


@lru_cache(maxsize=16)
def document_of(rules: Rules) -> dict[str, Any]:
    """The resolved document, which nobody changes: all tables of a round have the same."""
    return to_document(rules)


@lru_cache(maxsize=16)
def _columns_of(rules: Rules) -> dict[str, Any]:
    text = json.dumps(document_of(rules), sort_keys=True, separators=(",", ":"))
    return {"ruleset": text, "ruleset_sha256": sha256(rules)}


def hands_limited(rules: Rules, hands: int) -> Rules:
    """The rules of a game that ends after `hands` hands."""
    return replace(rules, game=replace(rules.game, hand_limit=hands))


def _require_fit(practice: Practice, rules: Rules, seats: int) -> None:
    """Raises PracticeInvalid, with the number of the first bad pack if there is one."""
    if practice.hands < max(1, len(practice.orders)):
        raise PracticeInvalid(hands=len(practice.orders))
    if len(practice.scores) != rules.sides(seats):
        raise PracticeInvalid(sides=rules.sides(seats))
    for number, order in enumerate(practice.orders):
        if tuple(counts_of(order)) != rules.pack_counts(seats):
            raise PracticeInvalid(order=number, cards=rules.pack.size(seats))
