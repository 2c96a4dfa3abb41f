"""What no single value of a bundle shows: its parts fit each other, and its results follow."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import chain, groupby, takewhile
from operator import itemgetter
from typing import Any

from games.engine.documents import Checks, Fault
from games.engine.untyped import as_list, as_object
from tournaments.engine.bundle.codec import scores_out
from tournaments.engine.bundle.document import (
    BundleAnswer,
    BundleBanAnswer,
    BundleResultAnswer,
    BundleScoringAnswer,
    BundleTableAnswer,
    BundleTournamentAnswer,
    WhyAnswer,
)
from tournaments.engine.draws import Reason, SeatedTable, seed_hash
from tournaments.engine.playable import constraint_faults, faults
from tournaments.engine.reason_texts import known, readable
from tournaments.engine.results import End, Kind, ResultData, ScoringType
from tournaments.engine.standings import chain_of, standings
from tournaments.engine.tournament import RoundData, RoundState, TournamentData

Found = Iterator[tuple[str, str]]

Faults = Callable[[TournamentData], Iterable[Fault]]
"""One kind of faults."""


def unsound(
    tournament: TournamentData, bundle: BundleAnswer, *more: Faults, with_absent: bool
) -> Iterator[Fault]:
    """The faults of a tournament that was read from the bundle; only the first kind.

    Standings `with_absent` are those of older bundles, which list who never checked in too.
    """
    for kind in (_names, _settings, _rounds, _results, _versions, *more):
        found = list(kind(tournament))
        yield from found
        if found:
            return
    yield from _derived(tournament, bundle, with_absent=with_absent)


def _names(tournament: TournamentData) -> Iterator[Fault]:
    players = [player.id for player in tournament.players]
    yield from twice(players, "players", "id")
    yield from twice([entry.number for entry in tournament.entries], "entries", "number")
    yield from twice([round_.number for round_ in tournament.rounds], "rounds", "number")
    for at, entry in enumerate(tournament.entries):
        for index, stint in enumerate(entry.stints):
            for name, player in (("player", stint.player), ("for", stint.replaces)):
                if player is not None and player not in players:
                    yield Fault(f"entries.{at}.tenures.{index}.{name}", "there is no such player")
            others = [each for each in entry.stints[:index] if each.player == stint.player]
            if any(map(stint.meets, others)):
                text = "the player sits for the entry at another place at the same time"
                yield Fault(f"entries.{at}.tenures.{index}.player", text)
    for path, table in _tables(tournament):
        for side, sitting in enumerate(table.players):
            for index, player in enumerate(sitting):
                if player not in players:
                    where = f"{path}.sides.{side}.players.{index}"
                    yield Fault(where, "there is no such player")


def _settings(tournament: TournamentData) -> Iterator[Fault]:
    for path, text in [*faults(tournament), *constraint_faults(tournament)]:
        yield Fault(f"tournament.{path}", text)


def _rounds(tournament: TournamentData) -> Iterator[Fault]:
    for at, round_ in enumerate(tournament.rounds):
        numbers = [table.number for table in round_.tables]
        yield from twice(numbers, f"rounds.{at}.tables", "number")
        drawn = chain(*(table.entries for table in round_.tables), round_.without_table)
        for entry, times in Counter(drawn).items():
            if times > 1:
                yield Fault(f"rounds.{at}", f"entry {entry} is drawn {times} times")
    sizes = (2, 3) if tournament.format.individual else (1,)
    for path, table in _tables(tournament):
        if len(table.sides) < 2 or any(len(side) not in sizes for side in table.sides):
            yield Fault(f"{path}.sides", "two sides or more, of an entry or of partners")


def _results(tournament: TournamentData) -> Iterator[Fault]:
    for path, table in _tables(tournament):
        for at, result in enumerate(table.results):
            for name, text in _misfits(result, len(table.sides)):
                yield Fault(f"{path}.results.{at}.{name}", text)


def _misfits(result: ResultData, sides: int) -> Iterator[tuple[str, str]]:
    given = {"points": result.points, "award": result.award, "sambas": result.sambas}
    for name, values in given.items():
        if values is not None and len(values) != sides:
            yield name, "one for each side"
    if result.by_play and result.points is None:
        yield "points", f"a result that is {result.end} has points"
    if result.end in (End.FORFEIT, End.AWARDED) and result.award is None:
        yield "award", f"a result that is {result.end} has an award"
    if result.winner is not None and result.winner >= sides:
        yield "winner", "a side of the table"
    if result.kind in (Kind.CORRECTION, Kind.AWARD) and result.reason == "":
        yield "reason", f"a {result.kind} has a reason"


def _versions(tournament: TournamentData) -> Iterator[Fault]:
    """Nothing is later than the bundle, and the versions of a table's results ascend."""
    for at, entry in enumerate(tournament.entries):
        for index, change in enumerate(entry.presence):
            if change.version > tournament.version:
                yield Fault(f"entries.{at}.presence.{index}.version", _LATER)
    for at, round_ in enumerate(tournament.rounds):
        for name, version in (
            ("drawn", round_.drawn_version),
            ("published", round_.published_version),
        ):
            if version is not None and version > tournament.version:
                yield Fault(f"rounds.{at}.{name}", _LATER)
    for path, table in _tables(tournament):
        last = -1
        for at, result in enumerate(table.results):
            if not last < result.version <= tournament.version:
                yield Fault(f"{path}.results.{at}.version", "versions ascend, up to the bundle's")
            last = result.version
    for at, adjustment in enumerate(tournament.adjustments):
        if adjustment.version > tournament.version:
            yield Fault(f"adjustments.{at}.version", _LATER)


_LATER = "later than the version of the bundle"


def _derived(
    tournament: TournamentData, bundle: BundleAnswer, *, with_absent: bool
) -> Iterator[Fault]:
    """Scores and standings that do not follow from the rest, because one of the two was changed."""
    given_tables = [table for round_ in bundle["rounds"] for table in round_["tables"]]
    for (path, table), row in zip(_tables(tournament), given_tables, strict=True):
        for at, (result, given) in enumerate(zip(table.results, row["results"], strict=True)):
            if given["scores"] != scores_out(tournament.scoring, result):
                yield Fault(f"{path}.results.{at}.scores", "does not follow from the result")
    ids = {entry.number: entry.id for entry in tournament.entries}
    expected = [(each.rank, ids[each.entry]) for each in standings(tournament)]
    rows = [as_object(row) or {} for row in as_list(bundle["standings"]) or []]
    found = [(row.get("rank"), row.get("entry")) for row in rows]
    if with_absent:
        absent = {entry.id for entry in tournament.entries if entry.came is None}
        found = [(rank, entry) for rank, entry in found if entry not in absent]
    if not tournament.seed:
        found, expected = _before_lots(tournament, found), _before_lots(tournament, expected)
    if found != expected:
        yield Fault("standings", "does not follow from the results")


def _before_lots(tournament: TournamentData, rows: list[Any]) -> list[Any]:
    """Rows by what ranks them before the lot, which nobody can recompute without the seed."""
    chain = list(takewhile(lambda name: name != "lot", chain_of(tournament)))
    ids = {entry.number: entry.id for entry in tournament.entries}
    level = {ids[each.entry]: each.rank for each in standings(tournament, chain)}
    kept = [(rank is None, level.get(entry), entry) for rank, entry in rows]
    levels = groupby(kept, key=itemgetter(0, 1))
    return [(*level, sorted(entry for _, _, entry in part)) for level, part in levels]


def _tables(tournament: TournamentData) -> Iterator[tuple[str, SeatedTable]]:
    for at, round_ in enumerate(tournament.rounds):
        for index, table in enumerate(round_.tables):
            yield f"rounds.{at}.tables.{index}", table


def faults_to_play(tournament: TournamentData) -> Iterator[Fault]:
    """What keeps a sound tournament from being played on."""
    if not tournament.id:
        yield Fault("tournament.id", "is empty: an imported tournament is known by it")
    if tournament.version < 1:
        yield Fault("version", "the log of a tournament has at least one version")
    for at, round_ in enumerate(tournament.rounds):
        yield from _round_to_play(round_, at, last=at == len(tournament.rounds) - 1)


def _round_to_play(round_: RoundData, at: int, *, last: bool) -> Iterator[Fault]:
    path = f"rounds.{at}"
    if round_.number != at + 1:
        yield Fault(f"{path}.number", "rounds are in order, from 1")
    if round_.state is not RoundState.CLOSED and not last:
        yield Fault(f"{path}.state", "all rounds but the last are closed")
    published = round_.state in (RoundState.PUBLISHED, RoundState.CLOSED)
    if published is (round_.published_version is None):
        yield Fault(f"{path}.published", f"does not fit a round that is {round_.state}")
    seated = Counter(player for table in round_.tables for side in table.players for player in side)
    for player, times in seated.items():
        if times > 1:
            yield Fault(path, f"player {player} sits at {times} places")
    for index, table in enumerate(round_.tables):
        yield from _table_to_play(table, f"{path}.tables.{index}")


def _table_to_play(table: SeatedTable, path: str) -> Iterator[Fault]:
    """Seats go round by side, so that every side has as many players."""
    if len({len(players) for players in table.players}) > 1:
        yield Fault(f"{path}.sides", "every side has as many players")
    for at, (entries, players) in enumerate(zip(table.sides, table.players, strict=False)):
        if len(entries) > 1 and len(players) != len(entries):
            yield Fault(f"{path}.sides.{at}.players", "one for each entry of the side")
    if table.start_scores and len(table.start_scores) != len(table.sides):
        yield Fault(f"{path}.start_scores", "one for each side")
    for at, result in enumerate(table.results):
        decided = result.kind in (Kind.CORRECTION, Kind.AWARD)
        if result.at is None:
            yield Fault(f"{path}.results.{at}.at", "a result has its time")
        if decided and result.by is not None and not result.by.director:
            yield Fault(f"{path}.results.{at}.by.director", f"a {result.kind} is a director's")


def twice(names: Iterable[Hashable], path: str, member: str) -> Iterator[Fault]:
    """Names that are there before."""
    seen: set[Hashable] = set()
    for at, name in enumerate(names):
        if name in seen:
            yield Fault(f"{path}.{at}.{member}", f"the same {member} twice")
        seen.add(name)


def _tournament_faults(given: Any) -> Found:
    """Null until the end; older bundles show a seed of any length, and have no hash."""
    seed, promised, sides = given["seed"], given["seed_hash"], given["table_sides"]
    if seed and promised not in (None, seed_hash(seed)):
        yield "seed_hash", "is not that of the seed"
    if sides is not None and len(sides) != len(given["table_seats"]):
        yield "table_sides", "one for each of table_seats"


def _scoring_faults(given: BundleScoringAnswer) -> Found:
    base, step, table = given["base"], given["step"], given["table"]
    if base is None and step is None and table is None:
        if given["type"] == ScoringType.VICTORY_POINTS:
            yield "table", "victory points need a scale"
    elif base is None or step is None or table is None:
        yield "table", "base, step and table make a scale together"
    elif len(table) != base // step + 1 or base % step or table != sorted(table):
        yield "table", "one score for each step from 0 to the base, ascending"


def _table_faults(given: BundleTableAnswer) -> Found:
    for at, side in enumerate(given["sides"]):
        if side["side"] != at:
            yield f"sides.{at}.side", "sides are in their order, from 0"


def _result_faults(given: BundleResultAnswer) -> Found:
    kind = Kind(given["kind"])
    if given["status"] != kind.status:
        yield "status", f"a {kind} is {kind.status}"


def _why_faults(given: Any) -> Found:
    code, facts = given["code"], given["facts"]
    if not code or not known(code):
        if given["text"] is None:
            yield "text", "is missing"
    elif facts is None or not readable(Reason(code, facts, tuple(given["cost"]))):
        yield "facts", f"what {code} needs"


def _ban_faults(given: BundleBanAnswer) -> Found:
    if len(given["entries"]) != 2:
        yield "entries", "two entries"


CHECKS: Checks = {
    BundleTournamentAnswer: _tournament_faults,
    BundleScoringAnswer: _scoring_faults,
    BundleBanAnswer: _ban_faults,
    BundleTableAnswer: _table_faults,
    BundleResultAnswer: _result_faults,
    WhyAnswer: _why_faults,
}
