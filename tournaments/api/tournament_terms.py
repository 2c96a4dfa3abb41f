"""The settings of a tournament as the body that announces another one with the same terms."""

from collections.abc import Mapping
from typing import Any

from tournaments.api.answers import Json
from tournaments.models import Tournament

SCORING = ("type", "bye", "missed", "bracket", "margin_sd")
FOLLOWS = {
    "club": ("season",),
    "ruleset": ("table_seats",),
    "format": ("table_seats", "tiebreaks", "minimum_rounds"),
    "hands_per_round": ("minutes_per_round",),
    "minutes_per_round": ("hands_per_round",),
    "duplicate": ("table_seats",),
}
"""If the field on the left changes, those on the right, which depend on it, are not taken over."""


def terms_like(tournament: Tournament, given: Mapping[str, Any]) -> Json:
    """The fields of `POST /tournaments` that are taken over from the tournament.

    They are its terms, season and table sizes, without those in `given` and what depends on them;
    never entries, dates or wishes about entries.
    """
    terms = _terms(tournament)
    other = [each for each in given if given[each] != terms.get(each)]
    dropped = {*given} | {name for each in other for name in FOLLOWS.get(each, ())}
    if "ruleset" in given:
        del terms["scoring"]["margin_sd"]
    return {name: value for name, value in terms.items() if name not in dropped}


def _terms(tournament: Tournament) -> dict[str, Any]:
    season = tournament.season_id
    return {
        "club": str(tournament.club_id),
        "season": season and str(season),
        "name": tournament.name,
        "format": tournament.format,
        "ruleset": {"extends": tournament.ruleset_slug, "overrides": tournament.overrides},
        "rounds": tournament.rounds_planned,
        "hands_per_round": tournament.hands_per_round,
        "minutes_per_round": tournament.minutes_per_round,
        "scoring": {name: tournament.scoring[name] for name in SCORING},
        "tiebreaks": tournament.tiebreaks,
        "minimum_rounds": tournament.minimum_rounds,
        "venue": tournament.venue,
        "visibility": tournament.visibility,
        "duplicate": tournament.duplicate,
        "handicap": tournament.handicap,
        "house_bots": tournament.house_bots or None,
        "table_seats": tournament.table_seats,
    }
