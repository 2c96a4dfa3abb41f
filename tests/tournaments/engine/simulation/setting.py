"""The events that are simulated: formats, sizes, scoring, wishes, drawn from a generator."""

from random import Random

from tournaments.engine.draws import Apart, Ban, Stationary
from tournaments.engine.results import DEFAULTS, Credits, Scoring, ScoringType, scale_for
from tournaments.engine.standings import default_tiebreaks
from tournaments.engine.terms import FOUR, Format, RulesetRef, TableSize, Venue
from tournaments.engine.tournament import (
    AttendanceData,
    EntryData,
    Player,
    PlayerKind,
    StintData,
    TournamentData,
)

SIZES = [*range(4, 13)] * 6 + [*range(13, 31)] * 2 + [*range(31, 61)]
CHAINS = (
    ("score", "wins", "margin"),
    ("wins", "head_to_head", "score", "lot"),
    ("average", "points", "sambas", "played"),
    ("score", "opponents", "head_to_head", "average_but_worst"),
)


def new_event(random: Random, seed: int) -> TournamentData:
    """Registered, and those who came in time checked in."""
    format = list(Format)[seed % len(Format)]
    size = random.choice(SIZES)
    bots = 3 if random.random() < 0.2 and format is not Format.KNOCKOUT else 0
    players, entries = _entries(random, format, size, bots)
    here = sum(bool(entry.presence) for entry in entries)
    numbers = [entry.number for entry in entries[:here]]
    rounds = _rounds(random, format, here)
    return TournamentData(
        format=format,
        rounds_planned=rounds,
        hands_per_round=4,
        seed=f"{seed:x}",
        seed_shown=seed % 4 != 3,
        phrase="three sixes" if seed % 8 > 3 else None,
        scoring=_scoring(random),
        entries=entries,
        players=players,
        version=size + 5,
        id=f"t{seed}",
        name=f"Event {seed}",
        venue=Venue.MIXED,
        ruleset=RulesetRef("classic", 1, "00" * 32),
        tables=_tables(random, format),
        house_bots="club" if bots else None,
        tiebreaks=_tiebreaks(random, format),
        minimum_rounds=_minimum(random, format, rounds),
        forbidden=_forbidden(random, format, numbers),
        stationary=tuple(
            Stationary(entry, random.randint(1, 4))
            for entry in random.sample(numbers, random.choice([0, 0, 1, 2]))
        ),
    )


def _entries(
    random: Random, format: Format, size: int, bots: int
) -> tuple[tuple[Player, ...], tuple[EntryData, ...]]:
    """`size` in time, some who may come late, and bots."""
    late = random.choice([0, 0, 1, 2, 3])
    seated = 1 if format.individual else 2
    seeded = random.random() < 0.3
    players: list[Player] = []
    entries: list[EntryData] = []
    for number in range(1, size + late + bots + 1):
        kind = PlayerKind.BOT if number > size + late else PlayerKind.HUMAN
        ids = [f"p{number}{letter}" for letter in "ab"[:seated]]
        players += [Player(id, id.upper(), kind) for id in ids]
        in_time = number <= size
        entries.append(
            EntryData(
                number,
                presence=(AttendanceData(number, present=True),) if in_time else (),
                id=f"e{number}",
                name=f"Entry {number}",
                seed=number if seeded and number <= size // 2 else None,
                stints=tuple(StintData(id) for id in ids),
            )
        )
    return tuple(players), tuple(entries)


def _rounds(random: Random, format: Format, size: int) -> int:
    match format:
        case Format.SWISS:
            return random.randint(2, min(7, size - 1))
        case Format.KNOCKOUT:
            return (size - 1).bit_length()
        case Format.ROUND_ROBIN:
            return size - 1 if size <= 8 else random.randint(2, 6)
        case Format.DOUBLE_ROUND_ROBIN:
            return 2 * (size - 1 + size % 2) if size <= 5 else random.randint(2, 8)
        case _:
            return random.randint(2, 6)


def _minimum(random: Random, format: Format, rounds: int) -> int:
    """Mostly the format's own."""
    own = -(-rounds // 2) if format.individual else 0
    return random.choice([own, own, random.randint(0, rounds)])


def _scoring(random: Random) -> Scoring:
    type = random.choice([ScoringType.VICTORY_POINTS] * 3 + list(ScoringType))
    points = Credits(bye=500, missed=250, bracket=500)
    bye, missed, bracket = DEFAULTS.get(type, points)
    margin_sd, hands = random.choice([2000, 3500, 715]), random.choice([2, 4, 6])
    return Scoring(
        type=type,
        bye=bye,
        missed=missed,
        bracket=bracket,
        margin_sd=margin_sd,
        hands=hands,
        scale=scale_for(margin_sd, hands),
    )


def _tables(random: Random, format: Format) -> tuple[TableSize, ...]:
    if not format.individual or random.random() < 0.7:
        return (FOUR,)
    return FOUR, TableSize(6, random.choice([2, 3]))


def _tiebreaks(random: Random, format: Format) -> tuple[str, ...]:
    if format is Format.KNOCKOUT:
        return random.choice([("progress",), ("progress", "points", "lot")])
    return random.choice([default_tiebreaks(format)] * 3 + list(CHAINS))


def _forbidden(random: Random, format: Format, numbers: list[int]) -> tuple[Ban, ...]:
    if format is Format.KNOCKOUT or len(numbers) < 8 or random.random() < 0.6:
        return ()
    apart = list(Apart) if format.individual else [Apart.OPPONENTS, Apart.BOTH]
    return tuple(
        Ban((one, other), random.choice(apart))
        for one, other in (random.sample(numbers, 2) for _ in range(random.randint(1, 3)))
    )
