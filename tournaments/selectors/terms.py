"""The terms of a tournament from its columns, and into them."""

from typing import Any

from games.engine.rulesets import Rules
from games.store.rulesets import ruleset_kept
from tournaments.engine.bundle.reading import scoring_in
from tournaments.engine.bundle.writing import scoring_out
from tournaments.engine.terms import PLAIN, Format, RulesetRef, TableSize, Terms
from tournaments.models import Tournament


def ruleset_of(tournament: Tournament) -> Rules:
    """The frozen ruleset."""
    return ruleset_kept(tournament.ruleset_sha256, lambda: tournament.ruleset)


def terms_of(tournament: Tournament) -> Terms:
    return Terms(**terms_values(tournament))


def terms_values(tournament: Tournament) -> dict[str, Any]:
    """The terms by their names."""
    rules = ruleset_of(tournament)
    return {
        **{each.name: each.of_column(getattr(tournament, each.name)) for each in PLAIN},
        "format": Format(tournament.format),
        "ruleset": RulesetRef(
            tournament.ruleset_slug, tournament.ruleset_version, tournament.ruleset_sha256
        ),
        "tables": tuple(TableSize(seats, rules.sides(seats)) for seats in tournament.table_seats),
        "scoring": scoring_in(tournament.scoring),
        "tiebreaks": tuple(tournament.tiebreaks),
    }


def terms_columns(terms: Terms) -> dict[str, Any]:
    """The columns of the terms."""
    return {
        **{each.name: each.column(getattr(terms, each.name)) for each in PLAIN},
        "format": terms.format,
        "ruleset_slug": terms.ruleset.slug,
        "ruleset_version": terms.ruleset.version,
        "ruleset_sha256": terms.ruleset.sha256,
        "table_seats": [size.seats for size in terms.tables],
        "scoring": scoring_out(terms.scoring),
        "tiebreaks": list(terms.tiebreaks),
    }
