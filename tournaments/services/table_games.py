"""Games of online tables: created, resumed, called, dropped."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet

from games.choices import GameStatus
from games.engine.clock import PROFILES
from games.engine.rulesets import Rules
from games.errors import HasSeenCards, NotInLobby, SeatEmpty
from games.models import DueWork, Game, GameNow
from games.selectors.deals import shared_dealer
from games.selectors.hands import hands_counted, was_conceded
from games.services.abandon import game_abandon
from games.services.games import Opening, game_start, games_create
from games.services.terms import GameTerms
from games.services.work import work_add
from samba_service.accounts.models import Player
from tournaments.engine.terms import Venue, Visibility
from tournaments.engine.tournament import RoundState, TournamentState
from tournaments.errors import DealsForAll, HandsPlayed, NotOnline, ResultsEntered, TablesAtPlay
from tournaments.models import Round, Table, TableSeat, Tournament
from tournaments.selectors.tournaments import ruleset_of
from tournaments.services.stints import cuts_forget
from tournaments.services.tables import require_running, result_change

DEAL, COLLECT = "deal_round", "collect"
"""Kinds of due work: deal the games of round `subject`; take results that no signal brought."""

UNPUBLISHED = "The round is drawn again."
"""The reason that those at a table of an unpublished round read."""

NO_LIMIT = 99
"""Hands of a game that ends by time."""

GAMES_SEEN = {
    Visibility.PUBLIC: "public",
    Visibility.LINK: "unlisted",
    Visibility.CLUB: "private",
}
"""How the games of a tournament can be found."""

AGAIN_AFTER = timedelta(seconds=30)
"""When tables are checked again that a player has left, or that play on."""


def tables_of(round_: Round, numbers: Collection[int] | None = None) -> QuerySet[Table]:
    """The round's tables; with `numbers`, these of them."""
    return round_.tables.all() if numbers is None else round_.tables.filter(number__in=numbers)


def table_games_create(
    round_: Round, *, by: Player, now: datetime, numbers: Collection[int] | None = None
) -> None:
    """Make the games of a published round; workers deal them when it is time, or at once.

    With `numbers`, new games of these tables. All are made before one is dealt: no table joins
    deals that another has seen. Raises HasSeenCards where a player and their bot account would play
    the same deals at two tables.
    """
    seats = Prefetch("seats", TableSeat.objects.select_related("member__player"))
    tables = list(tables_of(round_, numbers).filter(venue=Venue.ONLINE).prefetch_related(seats))
    if not tables:
        return
    terms = replace(_terms(round_.tournament), deal_set=round_.deal_set)
    dealer = None if round_.deal_set is None else shared_dealer(round_.deal_set.id)
    for table in tables:
        table.dealer = table.dealer if dealer is None else dealer
        if table.game_id is not None:
            _game_hide(table)
    for some in [[table] for table in tables] if round_.deal_set else [tables]:
        _games_open(some, terms, by)
    Table.objects.bulk_update(tables, ["game", "dealer"])
    _plan(round_)
    assert round_.starts_at is not None
    if round_.starts_at <= now:
        deal_soon(round_)


def deal_soon(round_: Round) -> None:
    """Wake a worker that deals the games of a round whose time has come.

    They are not dealt here, under the lock of the tournament: other writers wait for that.
    """
    work_add(kind=DEAL, subject=round_.id, step=round_.number)


def _terms(tournament: Tournament) -> GameTerms:
    """`hands` hands from 0 each, whatever the ruleset's target.

    A table that is not dealt yet is private: only those who sat there see it, so that no stranger
    takes a seat that a player left.
    """
    terms = GameTerms(
        rules=rules_of_games(tournament),
        overrides=_overriding_target(tournament),
        seats=tournament.table_seats[0],
        visibility="private",
        phrases=tournament.phrases,
        clock=PROFILES[tournament.clock] if tournament.clock else None,
    )
    return terms.limited(tournament.hands_per_round or NO_LIMIT)


def rules_of_games(tournament: Tournament) -> Rules:
    """The rules of its games: no score ends them."""
    rules = ruleset_of(tournament)
    return replace(rules, game=replace(rules.game, target=None))


def _overriding_target(tournament: Tournament) -> dict[str, object]:
    return {
        **tournament.overrides,
        "game": {**tournament.overrides.get("game", {}), "target": None},
    }


def _games_open(tables: Sequence[Table], terms: GameTerms, by: Player) -> None:
    """Give the tables their games. Raises HasSeenCards where one table shares its deals."""
    try:
        games = games_create(creator=by, openings=[_opening(table, terms) for table in tables])
    except HasSeenCards:
        raise HasSeenCards(table=tables[0].number) from None
    for table, game in zip(tables, games, strict=True):
        table.game = game


def _opening(table: Table, terms: GameTerms) -> Opening:
    seats = table.seats.all()
    return Opening(
        replace(
            terms,
            seats=len(seats),
            dealer=table.dealer if terms.deal_set is None else None,
            handicap=tuple(table.start_scores or ()),
        ),
        bots={each.seat: each.member.bot_level for each in seats if each.member.bot_level},
        players={each.seat: each.member.player for each in seats if each.member.player},
    )


def _plan(round_: Round) -> None:
    """The automatic work for the round's games."""
    assert round_.starts_at is not None
    due = {DEAL: round_.starts_at, COLLECT: round_.starts_at + AGAIN_AFTER}
    rows = (
        DueWork(kind=kind, subject=round_.id, step=round_.number, due_at=at)
        for kind, at in due.items()
    )
    DueWork.objects.bulk_create(rows, ignore_conflicts=True)


def games_resume(round_: Round) -> None:
    """Plan the work of a published round again, after the tournament had stopped."""
    if round_.tables.filter(game__isnull=False).exists():
        _plan(round_)


def games_deal(*, round_id: UUID) -> None:
    """Deal the first hands of a published round. A second call does nothing.

    A table that somebody has left does not hold up the others; it is dealt when all sit there
    again, and none while the round is paused. The games that begin get the tournament's visibility.
    """
    paused = Round.objects.filter(pk=round_id, paused_at__isnull=False).exists()
    for game in [] if paused else games_in(round_id, GameStatus.LOBBY):
        with suppress(NotInLobby, SeatEmpty):
            game_start(game_id=game.id, by=None)
    tournaments = Tournament.objects.select_for_update(no_key=True)
    with transaction.atomic():
        for tournament in tournaments.filter(rounds=round_id):
            games_show(tournament)
    lobby = Table.objects.filter(round=round_id, game__status=GameStatus.LOBBY)
    work_come_back(DEAL, round_id, while_any=lobby)


def games_show(tournament: Tournament) -> None:
    """Give the games that have begun the tournament's visibility. The tournament is locked."""
    begun = Game.objects.filter(table__round__tournament=tournament)
    begun.exclude(status=GameStatus.LOBBY).update(
        visibility=GAMES_SEEN[Visibility(tournament.visibility)]
    )


def games_in(round_id: UUID, status: GameStatus) -> list[Game]:
    """Those in `status`; none of a tournament that was called off."""
    going_on = Game.objects.filter(table__round__tournament__state=TournamentState.RUNNING)
    return list(going_on.filter(table__round=round_id, status=status).order_by("id"))


def work_come_back(kind: str, round_id: UUID, *, while_any: QuerySet[Table]) -> None:
    """Make the work due again in a while, until there are no such tables or the round is over."""
    work = DueWork.objects.filter(kind=kind, subject=round_id)
    going_on = while_any.filter(round__tournament__state=TournamentState.RUNNING)
    if going_on.exclude(round__state=RoundState.CLOSED).exists():
        work.update(due_at=GameNow() + AGAIN_AFTER, attempts=0, locked_until=None)
    else:
        work.delete()


def require_no_result(tables: Iterable[Table]) -> None:
    """Raises ResultsEntered for tables that have one."""
    if entered := [table.number for table in tables if table.results.exists()]:
        raise ResultsEntered(tables=entered)


def require_no_hand_played(tables: Iterable[Table]) -> None:
    """Raises HandsPlayed for tables at which a hand has been played to its end online."""
    played = [each.number for each in tables if each.game_id and hands_counted(each.game_id)]
    if played:
        raise HandsPlayed(tables=sorted(played))


def games_drop(round_: Round, *, by: Player) -> list[str]:
    """End the games of a round that is unpublished, and remove them from its tables; their ids."""
    dropped = []
    for table in round_.tables.filter(game__isnull=False).order_by("game_id"):
        game_cancel(table, by=by, reason=UNPUBLISHED)
        dropped.append(str(table.game_id))
        _game_hide(table)
        table.game = None
        table.save(update_fields=["game"])
    DueWork.objects.filter(kind__in=(DEAL, COLLECT), subject=round_.id).delete()
    return dropped


def _game_hide(table: Table) -> None:
    """Make the ended game of a table private, which is about to lose it.

    Without a table nothing links it to the tournament, which decides who may see names and games.
    """
    Game.objects.filter(table=table).update(visibility="private")


def game_runs(table: Table) -> bool:
    """True while the table's online game is played."""
    return table.game is not None and table.game.status == GameStatus.ACTIVE


def game_cancel(table: Table, *, by: Player, reason: str) -> None:
    """End the table's game, if one runs or waits: from now on the director decides the result."""
    if table.game_id is not None:
        game_abandon(game_id=table.game_id, by=by, reason=reason)


def games_cancel(tournament: Tournament, *, by: Player, reason: str) -> None:
    """End all games of a tournament that run or wait."""
    going_on = Q(game__status__in=(GameStatus.LOBBY, GameStatus.ACTIVE))
    tables = Table.objects.filter(going_on, round__tournament=tournament)
    for table in tables.order_by("game_id"):
        game_cancel(table, by=by, reason=reason)


def _is_broken_off(game: Game) -> bool:
    """True if the game ended without a result for its table: abandoned, or given up by a side."""
    return game.status == GameStatus.ABANDONED or was_conceded(game.pk)


def game_restart(*, table_id: UUID, by: Player, reason: str = "") -> Table:
    """Create a new game, with other deals, for a table whose last one was broken off.

    The current players play it from the first hand, also who came between two hands. Raises
    TournamentNotFound, WrongTournamentState, NotOnline, ResultsEntered, TablesAtPlay, DealsForAll.
    """
    with result_change(Q(pk=table_id), "game_begun_again", by=by, reason=reason) as to:
        change, table = to.change, to.table
        require_running(table)
        if table.venue != Venue.ONLINE:
            raise NotOnline
        require_no_result([table])
        if table.game is not None and not _is_broken_off(table.game):
            raise TablesAtPlay(tables=[table.number])
        if table.round.deal_set_id is not None:
            raise DealsForAll
        change.facts["former_game"] = table.game_id and str(table.game_id)
        cuts_forget(table.assignments.values_list("entry", flat=True), table.round.number)
        table_games_create(table.round, by=by, now=change.now, numbers=[table.number])
    return table
