"""Work outside the requests. A task is one more caller of the services, and may run twice."""

from uuid import UUID

from celery import shared_task

from games.services.outages import OUTAGE
from games.services.work import PATIENCE, ClaimedWork, WorkKind
from tournaments.services.draws import DRAW, draw_abandon, round_draw
from tournaments.services.ratings import RATE, RATE_CLUB, club_ratings_compute, ratings_compute
from tournaments.services.results import round_collect
from tournaments.services.round_clock import CALL, last_hands_call, rounds_credit
from tournaments.services.table_games import COLLECT, DEAL, games_deal


@shared_task
def draw(round_id: str, step: int) -> bool:
    """Draw a round as it was asked for at `step`; a second call does nothing."""
    return round_draw(round_id=UUID(round_id), step=step)


@shared_task
def deal_round(round_id: str, number: int) -> None:
    """Deal the first hands of a round whose time has come."""
    games_deal(round_id=UUID(round_id))


@shared_task
def call_last_hands(round_id: str, number: int) -> None:
    """Let the running hands of a round by time be the last."""
    last_hands_call(round_id=UUID(round_id))


@shared_task
def credit_rounds(subject: str, outage_id: int) -> None:
    """Give running rounds back the time that an outage took."""
    rounds_credit(outage_id=outage_id)


@shared_task
def collect(round_id: str, number: int) -> None:
    """Take results of online games that no signal brought."""
    round_collect(round_id=UUID(round_id))


@shared_task
def rate(source_id: str, step: int) -> bool:
    """Count a tournament or a game for public ratings as it is now; a second run does nothing."""
    return ratings_compute(source_id=UUID(source_id))


@shared_task
def rate_club(list_id: str, step: int) -> None:
    """Compute a list of a club's ratings; a second run makes the same list."""
    club_ratings_compute(list_id=UUID(list_id))


def draw_overdue(claim: ClaimedWork) -> None:
    """Draw what no worker has drawn; after its attempts give it up, until somebody asks again."""
    act = draw_abandon if claim.attempts >= PATIENCE else round_draw
    act(round_id=claim.subject, step=claim.step)


WORK_KINDS = {
    DRAW: WorkKind(draw, draw_overdue, of="round"),
    DEAL: WorkKind(deal_round, lambda claim: games_deal(round_id=claim.subject), of="round"),
    CALL: WorkKind(
        call_last_hands, lambda claim: last_hands_call(round_id=claim.subject), of="round"
    ),
    OUTAGE: WorkKind(credit_rounds, lambda claim: rounds_credit(outage_id=claim.step)),
    COLLECT: WorkKind(collect, lambda claim: round_collect(round_id=claim.subject), of="round"),
    RATE: WorkKind(rate, lambda claim: ratings_compute(source_id=claim.subject), of="source"),
    RATE_CLUB: WorkKind(
        rate_club, lambda claim: club_ratings_compute(list_id=claim.subject), of="list"
    ),
}
