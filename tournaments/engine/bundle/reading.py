"""Reading a bundle: the tournament that it contains, or every fault in it by path.

Unknown members are ignored. Standings and ratings are not read but computed again.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, cast

from games.engine.documents import Fault, read
from games.engine.untyped import as_list, as_object
from tournaments.engine.bundle.document import (
    FORMAT,
    BundleAnswer,
    BundleBanAnswer,
    BundleBasisAnswer,
    BundleEntryAnswer,
    BundleLockAnswer,
    BundleResultAnswer,
    BundleRoundAnswer,
    BundleTableAnswer,
    WhyAnswer,
)
from tournaments.engine.bundle.soundness import CHECKS, Faults, twice, unsound
from tournaments.engine.draws import Basis, Bye, Entries, Float, Lock, Reason
from tournaments.engine.entries import (
    Apart,
    AttendanceData,
    Ban,
    EntryData,
    Player,
    PlayerKind,
    Stationary,
    StintData,
)
from tournaments.engine.reason_texts import known
from tournaments.engine.results import Author, End, Kind, ResultData
from tournaments.engine.scoring import Scale, Scoring, ScoringType
from tournaments.engine.terms import BUNDLED, Format, RulesetRef, TableSize, Venue
from tournaments.engine.tournament import (
    AdjustmentData,
    RoundData,
    RoundState,
    SeatedTable,
    TournamentData,
    TournamentState,
)


class BundleUnsound(ValueError):
    """What is wrong in a bundle, each with its path."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{path}: {text}" for path, text in faults))
        self.faults = faults


class Bundle(NamedTuple):
    """A bundle without a fault."""

    given: BundleAnswer
    tournament: TournamentData


def bundle_in(data: object) -> TournamentData:
    """The tournament. Raises BundleUnsound, with every fault by path."""
    return bundle_read(data).tournament


def bundle_read(data: object, *more: Faults) -> Bundle:
    """The bundle. `more` kinds of faults are asked for too. Raises BundleUnsound."""
    given = as_object(data) or {}
    if given.get("format") != FORMAT:
        raise BundleUnsound([Fault("format", f"must be {FORMAT}")])
    ids = [str((as_object(each) or {}).get("id")) for each in as_list(given.get("entries")) or []]
    bundle, faults = read(BundleAnswer, given, names={"entry": set(ids)}, checks=CHECKS)
    _require([*twice(ids, "entries", "id"), *faults])
    tournament = _Reader(bundle).tournament()
    _require(unsound(tournament, given, *more))
    return Bundle(bundle, tournament)


def _require(faults: Iterable[Fault]) -> None:
    found = list(faults)
    if found:
        raise BundleUnsound(found)


class _Reader:
    """Finds entries by their ids."""

    def __init__(self, bundle: BundleAnswer) -> None:
        self.bundle = bundle
        self.numbers = {entry["id"]: entry["number"] for entry in bundle["entries"]}

    def side(self, ids: Iterable[str]) -> Entries:
        return tuple(self.numbers[id] for id in ids)

    def tournament(self) -> TournamentData:
        bundle, given = self.bundle, self.bundle["tournament"]
        return TournamentData(
            **{each.name: each.of_json(given.get(each.member)) for each in BUNDLED},
            version=bundle["version"],
            id=given["id"],
            state=TournamentState(given["state"]),
            format=Format(given["format"]),
            ruleset=RulesetRef(*(given["ruleset"][name] for name in RulesetRef._fields)),
            tables=_table_sizes(given["table_seats"], given["table_sides"]),
            seed=given["seed"] or "",
            seed_shown=bool(given["seed"]),
            phrase=given["phrase"] or None,
            algorithm=given["algorithm"],
            scoring=scoring_in(given["scoring"]),
            tiebreaks=tuple(given["tiebreaks"]),
            forbidden=tuple(map(self._ban, given["forbidden"])),
            stationary=tuple(
                Stationary(self.numbers[each["entry"]], each["table"])
                for each in given["stationary"]
            ),
            players=tuple(
                Player(each["id"], each["name"], PlayerKind(each["kind"]))
                for each in bundle["players"]
            ),
            entries=tuple(map(_entry, bundle["entries"])),
            rounds=tuple(map(self._round, bundle["rounds"])),
            adjustments=tuple(
                AdjustmentData(
                    each["version"],
                    self.numbers[each["entry"]],
                    each["score"],
                    each["reason"],
                    each["by"],
                )
                for each in bundle["adjustments"]
            ),
        )

    def _ban(self, ban: BundleBanAnswer) -> Ban:
        one, other = self.side(ban["entries"])
        return Ban((one, other), Apart(ban["as"]))

    def _round(self, given: BundleRoundAnswer) -> RoundData:
        return RoundData(
            number=given["number"],
            state=RoundState(given["state"]),
            method=given["method"],
            drawn_version=given["drawn"],
            published_version=given["published"],
            basis=tuple(map(self._basis, given["basis"])),
            locks=tuple(map(self._lock, given["locks"])),
            byes=tuple(
                Bye(self.numbers[each["entry"]], _why(each["why"]), each["slot"])
                for each in given["byes"]
            ),
            tables=tuple(map(self._table, given["tables"])),
        )

    def _basis(self, given: BundleBasisAnswer) -> Basis:
        floats = cast("list[Float | None]", given["floats"])
        entry = self.numbers[given["entry"]]
        return Basis(entry, given["rank"], given["score"], given["byes"], tuple(floats))

    def _lock(self, given: BundleLockAnswer) -> Lock:
        members: dict[str, Any] = {**given, "sides": tuple(map(self.side, given["sides"]))}
        return Lock(**members)

    def _table(self, given: BundleTableAnswer) -> SeatedTable:
        players = tuple(tuple(side["players"]) for side in given["sides"])
        return SeatedTable(
            sides=tuple(self.side(side["entries"]) for side in given["sides"]),
            results=tuple(map(_result, given["results"])),
            third_place_match=given["place"],
            number=given["number"],
            slot=given["slot"],
            venue=Venue(given["venue"]),
            game=given["game"],
            dealer=given["dealer"],
            start_scores=tuple(given["start_scores"] or ()),
            players=players if any(players) else (),
            why=_why(given["why"]),
        )


def _table_sizes(seats: list[int], sides: list[int] | None) -> tuple[TableSize, ...]:
    """Bundles without sides mean pairs, or two single players."""
    own = [2 if size < 6 else size // 2 for size in seats] if sides is None else sides
    return tuple(map(TableSize, seats, own))


def scoring_in(given: Mapping[str, Any]) -> Scoring:
    """As a bundle has it, or the column of a tournament."""
    base, step, table = given["base"], given["step"], given["table"]
    scale = Scale(base, step, tuple(table)) if base and step and table else None
    plain = ("bye", "missed", "bracket", "margin_sd", "hands")
    return Scoring(
        type=ScoringType(given["type"]), scale=scale, **{name: given[name] for name in plain}
    )


def _entry(given: BundleEntryAnswer) -> EntryData:
    """Bundles without `withdrawn` mean entries that were there and left."""
    presence = tuple(AttendanceData(each["version"], each["present"]) for each in given["presence"])
    left = bool(presence) and not presence[-1].present
    withdrawn: Any = given["withdrawn"]
    return EntryData(
        number=given["number"],
        late=given["late"],
        presence=presence,
        id=given["id"],
        name=given["name"],
        seed=given["seed"],
        stints=tuple(map(_stint, given["tenures"])),
        withdrawn=left if withdrawn is None else withdrawn,
    )


def _stint(given: Mapping[str, Any]) -> StintData:
    names = ("player", "for", "first", "last", "first_hand", "last_hand")
    return StintData(*(given[name] for name in names))


def _result(given: BundleResultAnswer) -> ResultData:
    at, by = given["at"], given["by"]
    return ResultData(
        version=given["version"],
        kind=Kind(given["kind"]),
        end=End(given["end"]),
        points=_tuple(given["points"]),
        award=_tuple(given["award"]),
        winner=given["winner"],
        sambas=_tuple(given["sambas"]),
        at=None if at is None else datetime.fromisoformat(at),
        by=None if by is None else Author(**by),
        reason=given["reason"],
        hands=given["hands"],
    )


def _tuple(values: list[int] | None) -> tuple[int, ...] | None:
    return None if values is None else tuple(values)


def _why(given: WhyAnswer) -> Reason:
    """Older bundles have no code. For a known code the text is not read but written again."""
    code, cost = given["code"], tuple(given["cost"])
    text = "" if known(code or "") else given["text"]
    return Reason(code, given["facts"], cost, text) if code else Reason(cost=cost, text=text)
