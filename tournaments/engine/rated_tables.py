"""Tournaments and games as ratings use them: tables as input, everybody's change as output.

Individuals are rated as players. Partners who stay together are rated as one, by the set of them,
so that a substitute makes another pair.

A rated game by itself rates a player who stayed if a bot played at most a quarter of their side's
turns. A player who left the game is rated by its final result, also if they came back: leaving
saves nobody from a loss. They gain by it only if they are there at the end, and a bot played at
most that quarter: otherwise a strong bot could win for them. A player who joined the running game
is not rated; the sides are those of the first deal.

An abandoned game has no final result. It rates only the players who had left it and were not there
when it was abandoned, by the finished hands, and they never gain. Otherwise a player in the lead
could leave, and friends could abandon the game, to fix the lead; and a player who is behind could
do the same to escape the loss. If everybody agreed or stayed to the end, it rates nobody.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from itertools import chain, repeat
from operator import sub
from typing import NamedTuple, Protocol

from tournaments.engine.results import HANDS_BY_TIME, scale_for
from tournaments.engine.terms import Format
from tournaments.engine.tournament import EntryData, TournamentData

Rated = Hashable
"""The key of a rating: a player, or a pair that plays together."""


class RatedTable(NamedTuple):
    """A confirmed table that was played, in whole or in part."""

    day: int
    """Days since any fixed day."""
    sides: tuple[tuple[Rated, ...], ...]
    points: tuple[int, ...]
    """As played: without the handicaps from which sides started."""
    hands: int
    """Hands planned, as of the scale."""

    @property
    def everybody(self) -> tuple[Rated, ...]:
        return tuple(chain.from_iterable(self.sides))


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """Beliefs before any table, in card points a hand; from the ruleset's `margin_sd`."""

    margin_sd: int
    """The ruleset's, used as the luck of one hand."""

    @property
    def prior_variance(self) -> float:
        """Strengths differ by a quarter of a hand's luck."""
        return (self.margin_sd / 4) ** 2

    @property
    def drift_variance(self) -> float:
        """A week moves a strength by a hundredth of a hand's luck."""
        return (self.margin_sd / 100) ** 2


class Contrast(NamedTuple):
    """A margin that a table shows: a weighted sum of strengths, and luck."""

    weights: list[tuple[Rated, float]]
    seen: float
    """Card points a hand."""
    noise: float
    """The variance of the luck in it."""


class PlacedTable(NamedTuple):
    """A table and its place among all of them; places are unique."""

    tournament: str
    round: int
    number: int
    table: RatedTable


class RatingChange(NamedTuple):
    """The change of a rating by a tournament."""

    tables: int
    before: int | None
    """None: not rated so far."""
    after: int | None


class PublicTable(NamedTuple):
    """A table that counts for public ratings."""

    table: RatedTable
    rated: frozenset[Rated] | None = None
    """The players whom it rates; None: all who sat there. The strengths of the others are used."""
    without_gain: frozenset[Rated] = frozenset()
    """Those of them who cannot gain by it."""


def contrasts(model: Model, table: RatedTable) -> Iterator[Contrast]:
    """The margin of each side against the mean of those before it.

    The luck in one contrast is independent of the others, so that they can be learnt one at a time.
    A table of two sides has one contrast, its margin.
    """
    limit = scale_for(model.margin_sd, table.hands).base
    for at in range(1, len(table.sides)):
        margin = sum(table.points[:at]) / at - table.points[at]
        clipped = max(-limit, min(limit, margin))
        weights = [
            (rated, -1.0 if side == at else 1.0 / at)
            for side in range(at + 1)
            for rated in table.sides[side]
        ]
        noise = model.margin_sd**2 * (1 + 1 / at) / 2 / table.hands
        yield Contrast(weights, clipped / table.hands, noise)


UNRATED = RatingChange(0, None, None)


class RatedKind(StrEnum):
    PLAYER = "player"
    """Where partners change."""
    PARTNERSHIP = "partnership"
    """Those who stay together, as one."""

    @property
    def formats(self) -> list[Format]:
        return [each for each in Format if each.individual is (self is RatedKind.PLAYER)]

    @classmethod
    def among(cls, partners: Collection[object]) -> "RatedKind":
        """What is rated of a player with these partners, or with none."""
        return cls.PARTNERSHIP if partners else cls.PLAYER

    @classmethod
    def of(cls, format: Format) -> "RatedKind":
        """What is rated in a tournament of this format."""
        return cls.PLAYER if format.individual else cls.PARTNERSHIP


class ChangeLine(NamedTuple):
    """The change of a player, or else of an entry: that of the players with whom it was entered."""

    player: str | None
    entry: int | None
    change: RatingChange


def rated_tables(tournament: TournamentData) -> Iterator[PlacedTable]:
    """The tables that count for ratings: confirmed, and played in whole or in part.

    Tables where a player came or went between two hands do not count. The day of a round is that of
    the first result in it, and without one that of the round before: results keep their times when
    they are corrected, and in a bundle.
    """
    hands = tournament.scoring.hands or tournament.hands_per_round or HANDS_BY_TIME
    individual, day = tournament.format.individual, 0
    for round_ in tournament.published:
        times = [each.at for table in round_.tables for each in table.results if each.at]
        day = min(times).astimezone(UTC).toordinal() if times else day
        changed = {
            entry.number
            for entry in tournament.entries
            if any(stint.changes_in(round_.number) for stint in entry.stints)
        }
        for table in round_.tables:
            result = table.counted
            if not changed.isdisjoint(table.entries):
                continue
            if result is not None and result.by_play and result.points is not None:
                sides = tuple(side if individual else (together(side),) for side in table.players)
                points = tuple(map(sub, result.points, table.start_scores or repeat(0)))
                rated = RatedTable(day, sides, points, hands)
                yield PlacedTable(tournament.id, round_.number, table.number, rated)


def change_lines(
    tournament: TournamentData, changes: Mapping[Rated, RatingChange]
) -> tuple[ChangeLine, ...]:
    """A line for each, in the order of entries; `changes` are this tournament's in a `Replay`."""
    entries = sorted(tournament.entries, key=lambda entry: entry.number)
    if tournament.format.individual:
        players = dict.fromkeys(stint.player for entry in entries for stint in entry.stints)
        return tuple(ChangeLine(player, None, changes.get(player, UNRATED)) for player in players)
    return tuple(
        ChangeLine(None, entry.number, changes.get(together(entered), UNRATED))
        for entry in entries
        for entered in [_entered_with(entry)]
    )


def _entered_with(entry: EntryData) -> set[str]:
    """The players who entered: a substitute from round 1 on leaves them no stint of their own."""
    began = {each.player: each.first for each in reversed(entry.stints)}
    own = {each.player for each in entry.stints if each.replaces is None}
    replaced = {
        each.replaces
        for each in entry.stints
        if each.replaces is not None and began.get(each.replaces, each.first) >= each.first
    }
    return own | replaced


def together(players: Collection[str]) -> Rated:
    """The key under which players who stay together are rated."""
    return frozenset(players) if len(players) != 1 else next(iter(players))


BOTS_AT_MOST = Fraction(1, 4)
"""The share of a side's turns that bots may play, for its players who stayed to be rated."""


class EndedGame(Protocol):
    """A rated game that is over: the `RatedGame` of `games.selectors.rated_games`."""

    @property
    def ended_at(self) -> datetime: ...
    @property
    def abandoned(self) -> bool: ...
    @property
    def sides(self) -> tuple[tuple[str, ...], ...]: ...
    @property
    def points(self) -> tuple[int, ...]: ...
    @property
    def hands(self) -> int: ...
    @property
    def left(self) -> frozenset[str]: ...
    @property
    def absent(self) -> frozenset[str]: ...
    @property
    def turns(self) -> tuple[int, ...]: ...
    @property
    def turns_of_bots(self) -> tuple[int, ...]: ...


def public_table(game: EndedGame) -> PublicTable | None:
    """The game as a table that counts; None if it rates nobody."""
    played = frozenset[str]() if game.abandoned else frozenset(_own_play(game))
    rated = game.absent if game.abandoned else game.left | played
    if not rated or not game.hands:
        return None
    day = game.ended_at.astimezone(UTC).toordinal()
    table = RatedTable(day, game.sides, game.points, game.hands)
    only = None if rated == frozenset(table.everybody) else frozenset[object](rated)
    return PublicTable(table, only, frozenset[object](rated - (played - game.absent)))


def _own_play(game: EndedGame) -> Iterator[str]:
    """The players of the sides for which bots played few enough turns."""
    for side, turns, of_bots in zip(game.sides, game.turns, game.turns_of_bots, strict=True):
        if of_bots <= BOTS_AT_MOST * turns:
            yield from side
