"""What a director says of a tournament, made whole: defaults, the frozen ruleset, the scale."""

import secrets
from collections.abc import Container, Mapping, Sequence
from typing import Any

from games.engine.rulesets import Rules, sha256, to_document
from games.selectors.rulesets import ruleset_resolve
from tournaments.engine import Fault, Settings, faults
from tournaments.engine.scoring import DEFAULTS, Credits, ScoringType, scale_for
from tournaments.engine.standings import default_tiebreaks
from tournaments.engine.tournament import ALGORITHM, Format, TableSize, Venue
from tournaments.errors import TournamentUnplayable
from tournaments.models import Tournament

FORBIDDEN_AT_MOST, STATIONARY_AT_MOST = 500, 200
"""Wishes of one tournament: every answer that shows it has them all."""

COLUMNS = {"rounds": "rounds_planned"}
"""Columns of settings that the API calls otherwise."""

LOGGED = (
    "state", "rounds", "hands_per_round", "minutes_per_round", "minimum_rounds", "venue",
    "visibility", "duplicate", "handicap", "house_bots",
)  # fmt: skip
"""Settings that are one word or number: the log has their values."""

HANDS = 4
"""The hands that the scale assumes for a round by time."""


def columns_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a new tournament. Raises InvalidRuleset, TournamentUnplayable.

    `given` is a well-formed body of `POST /tournaments`. The name of its ruleset is shown with the
    tournament, where members may be hidden: it is not that of a player's own.
    """
    rules = ruleset_resolve(given["ruleset"], of_players=False)
    columns = _columns(given, rules, Format(given["format"]))
    require_playable(columns, rules)
    return columns


def _columns(given: Mapping[str, Any], rules: Rules, format_: Format) -> dict[str, Any]:
    kept = (
        "name", "visibility", "venue", "duplicate", "handicap", "hands_per_round",
        "minutes_per_round", "minimum_rounds",
    )  # fmt: skip
    return {
        **{name: given[name] for name in kept},
        **_ruleset(rules, given["ruleset"]["overrides"]),
        "state": given["state"],
        "format": format_,
        "rounds_planned": given["rounds"],
        "house_bots": given["house_bots"] or "",
        "table_seats": given["table_seats"]
        or table_seats(rules, format_)[: 1 if given["duplicate"] else None],
        "algorithm": ALGORITHM,
        "scoring": scoring(given["scoring"], rules, given["hands_per_round"]),
        "tiebreaks": given["tiebreaks"] or list(default_tiebreaks(format_)),
    }


def changed_columns(
    tournament: Tournament, rules: Rules, changes: Mapping[str, Any]
) -> dict[str, Any]:
    """The changes by the names of the API, with defaults filled in and the scale computed again."""
    columns = dict(changes)
    if "house_bots" in columns:
        columns["house_bots"] = columns["house_bots"] or ""
    if "tiebreaks" in columns:
        columns["tiebreaks"] = columns["tiebreaks"] or list(
            default_tiebreaks(Format(tournament.format))
        )
    if "table_seats" in columns:
        columns["table_seats"] = columns["table_seats"] or table_seats(
            rules, Format(tournament.format)
        )
    if "phrase" in columns:
        columns["phrase"] = columns["phrase"] or ""
    if columns.keys() & {"scoring", "hands_per_round", "minutes_per_round"}:
        hands = columns.get("hands_per_round", tournament.hands_per_round)
        columns["scoring"] = scoring(columns.get("scoring", tournament.scoring), rules, hands)
    for name in ("forbidden", "stationary"):
        if name in columns:
            columns[name] = [_plain(wish) for wish in columns[name]]
    return columns


def settings_logged(tournament: Tournament, names: Container[str]) -> dict[str, Any]:
    """The values that the log has, of the settings that are `names`."""
    return {name: getattr(tournament, COLUMNS.get(name, name)) for name in LOGGED if name in names}


def _plain(wish: Mapping[str, Any]) -> dict[str, Any]:
    """A wish with its ids as JSON has them."""
    named = {"entries": [str(entry) for entry in wish["entries"]]} if "entries" in wish else {}
    return {**wish, **named} if named else {**wish, "entry": str(wish["entry"])}


def seed_new() -> str:
    """A seed of lots: 32 random bytes, in hexadecimal."""
    return secrets.token_hex(32)


def require_playable(columns: Mapping[str, Any], rules: Rules) -> None:
    """Raises TournamentUnplayable with everything that no field of entries could mend."""
    sizes = rules.seating.sides
    known = ", ".join(map(str, sorted(sizes)))
    unplayable(
        [
            Fault(f"table_seats.{at}", f"the ruleset is played by {known}, not by {seats}")
            for at, seats in enumerate(columns["table_seats"])
            if seats not in sizes
        ]
    )
    tables = [TableSize(seats, sizes[seats]) for seats in columns["table_seats"]]
    unplayable(
        faults(
            Settings(
                format=Format(columns["format"]),
                rounds=columns["rounds_planned"],
                hands_per_round=columns["hands_per_round"],
                minutes_per_round=columns["minutes_per_round"],
                venue=Venue(columns["venue"]),
                tables=tuple(tables),
                duplicate=columns["duplicate"],
                house_bots=columns["house_bots"] or None,
                tiebreaks=tuple(columns["tiebreaks"]),
                minimum_rounds=columns["minimum_rounds"],
            )
        )
    )


def unplayable(found: Sequence[Fault]) -> None:
    """Raises TournamentUnplayable where there are faults."""
    if found:
        raise TournamentUnplayable(*found)


def _ruleset(rules: Rules, overrides: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "ruleset": to_document(rules),
        "overrides": overrides,
        "ruleset_slug": rules.slug,
        "ruleset_version": rules.version,
        "ruleset_sha256": sha256(rules),
    }


def table_seats(rules: Rules, format_: Format) -> list[int]:
    """The tables that the ruleset is played at: of individuals four and six, else one size.

    Four where the ruleset has them; six only where it has no four, then any.
    """
    sizes = sorted(rules.seating.sides)
    if format_.individual:
        return [seats for seats in (4, 6) if seats in sizes and _partners(rules, seats)] or sizes[
            :1
        ]
    return next(([seats] for seats in (4, 6) if seats in sizes), sizes[:1])


def _partners(rules: Rules, seats: int) -> bool:
    return rules.sides(seats) < seats


def scoring(given: Mapping[str, Any], rules: Rules, hands: int | None) -> dict[str, Any]:
    """The scoring as the bundle has it, with every default and the scale.

    Card points have no default of their own: there a bye and a missed round bring nothing, and a
    bracket is one standard deviation of a hand's margin.
    """
    kind = ScoringType(given.get("type", "vp"))
    margin_sd = given.get("margin_sd") or rules.tournament.margin_sd
    credit = DEFAULTS.get(kind, Credits(bye=0, missed=0, bracket=margin_sd))
    scale = scale_for(margin_sd, hands or HANDS)
    return {
        "type": kind.value,
        **{name: given.get(name, value) for name, value in credit._asdict().items()},
        "margin_sd": margin_sd,
        "hands": hands or HANDS,
        "base": scale.base,
        "step": scale.step,
        "table": list(scale.table),
    }
