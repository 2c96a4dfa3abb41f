"""Handicaps: what weaker sides start a round with, where the tournament wants that."""

from collections.abc import Collection

from tournaments.engine.rated_tables import BY_TIME, RatedKind, together
from tournaments.models import Round
from tournaments.selectors.rated_tables import kind_of
from tournaments.selectors.ratings import ratings_before

Handicaps = dict[int, tuple[int, ...]]
"""Scores by side, by the number of the table."""


def handicaps_for(round_: Round) -> Handicaps:
    """Three quarters of the margin that the ratings expect against the strongest side of a table,
    to the nearest 100; tables of equal sides are left out.

    By the ratings of the club, for those who sit there; an unrated player counts as average.
    """
    tournament = round_.tournament
    if not tournament.handicap:
        return {}
    ratings, kind = ratings_before(tournament), kind_of(tournament)
    hands = tournament.hands_per_round or BY_TIME
    found: Handicaps = {}
    for table in round_.tables.prefetch_related("seats__member", "assignments"):
        sides = len({each.side for each in table.assignments.all()})
        seated = [str(seat.member.public_id) for seat in table.seats.all()]
        players = [seated[side::sides] for side in range(sides)]
        rated = [each if kind is RatedKind.PLAYER else [together(each)] for each in players]
        scores = ratings.handicaps(rated, hands)
        if any(scores):
            found[table.number] = scores
    return found


def handicaps_give(round_: Round, numbers: Collection[int] | None = None) -> None:
    """Set the start scores of a published round's tables that have no result.

    `numbers` limits this to the tables with these numbers.
    """
    tables = round_.tables.filter(results=None)
    if numbers is not None:
        tables = tables.filter(number__in=numbers)
    tables.update(start_scores=None)
    for number, scores in handicaps_for(round_).items():
        tables.filter(number=number).update(start_scores=list(scores))
