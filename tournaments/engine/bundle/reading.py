"""Reading a bundle: the tournament that it contains, or every fault in it by path.

Unknown members are ignored. Standings and ratings are not read but computed again.
"""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any

from tournaments.engine.bundle.node import Faults, Node
from tournaments.engine.bundle.results import result_in
from tournaments.engine.bundle.soundness import unsound
from tournaments.engine.bundle.writing import FORMAT
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
from tournaments.engine.lots import seed_hash
from tournaments.engine.reason_texts import known, readable
from tournaments.engine.scoring import Scale, Scoring, ScoringType
from tournaments.engine.terms import BUNDLED, REQUIRED, Format, Plain, RulesetRef, TableSize, Venue
from tournaments.engine.tournament import (
    AdjustmentData,
    RoundData,
    RoundState,
    SeatedTable,
    TournamentData,
    TournamentState,
)


def bundle_in(data: object) -> TournamentData:
    """The tournament. Raises BundleUnsound, with every fault by path."""
    faults = Faults()
    root = Node(data, "", faults)
    if root["format"].text() != FORMAT:
        root["format"].fault(f"must be {FORMAT}")
    faults.raise_any()
    reader = _Reader(root)
    tournament = reader.tournament()
    faults.raise_any()
    for path, text in unsound(tournament, root.data):
        faults.add(path, text)
    faults.raise_any()
    return tournament


class _Reader:
    """Finds entries by their ids."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.numbers: dict[str, int] = {}
        root["entries"].items(self._register)

    def _register(self, node: Node) -> None:
        id = node["id"].text()
        if id in self.numbers:
            node["id"].fault("the same id twice")
        self.numbers[id] = node["number"].natural()

    def entry(self, node: Node) -> int:
        """An entry's number, by its id."""
        id = node.text()
        if id not in self.numbers:
            node.fault("there is no such entry")
        return self.numbers.get(id, 0)

    def side(self, node: Node) -> Entries:
        return node.items(self.entry)

    def tournament(self) -> TournamentData:
        root, node = self.root, self.root["tournament"]
        return TournamentData(
            version=root["version"].whole(0),
            id=node["id"].text(),
            **{each.name: _plain(node, each) for each in BUNDLED},
            state=node["state"].choice(TournamentState),
            format=node["format"].choice(Format),
            ruleset=_ruleset(node["ruleset"]),
            tables=_table_sizes(node),
            **_seed(node),
            algorithm=node["algorithm"].text(),
            scoring=_scoring(node["scoring"]),
            tiebreaks=node["tiebreaks"].items(Node.text),
            forbidden=node["forbidden"].items(self._ban),
            stationary=node["stationary"].items(self._stationary),
            players=root["players"].items(_player),
            entries=root["entries"].items(_entry),
            rounds=root["rounds"].items(self._round),
            adjustments=root["adjustments"].items(self._adjustment),
        )

    def _ban(self, node: Node) -> Ban:
        two = self.side(node["entries"])
        if len(two) != 2:
            node["entries"].fault("two entries")
            two = (0, 0)
        return Ban((two[0], two[1]), node["as"].choice(Apart))

    def _stationary(self, node: Node) -> Stationary:
        return Stationary(self.entry(node["entry"]), node["table"].natural())

    def _round(self, node: Node) -> RoundData:
        return RoundData(
            number=node["number"].natural(),
            state=node["state"].choice(RoundState),
            method=node["method"].text(),
            drawn_version=node["drawn"].maybe(partial(Node.whole, low=0)),
            published_version=node["published"].maybe(partial(Node.whole, low=0)),
            basis=node["basis"].items(self._basis),
            locks=node["locks"].items(self._lock),
            byes=node["byes"].items(self._bye),
            tables=node["tables"].items(self._table),
        )

    def _basis(self, node: Node) -> Basis:
        return Basis(
            entry=self.entry(node["entry"]),
            rank=node["rank"].natural(),
            score=node["score"].whole(),
            byes=node["byes"].whole(0),
            floats=node["floats"].items(_float),
        )

    def _lock(self, node: Node) -> Lock:
        return Lock(
            sides=node["sides"].items(self.side),
            table=node["table"].maybe(Node.natural),
            bye=node["bye"].flag(),
            override=node["override"].flag(),
            version=node["version"].whole(0),
            reason=node["reason"].maybe(Node.text),
            after_publication=node.given("after_publication") and node["after_publication"].flag(),
        )

    def _bye(self, node: Node) -> Bye:
        slot = node["slot"].maybe(partial(Node.whole, low=0))
        return Bye(self.entry(node["entry"]), _why(node["why"]), slot)

    def _table(self, node: Node) -> SeatedTable:
        sides = node["sides"].items(self._seated)
        players = tuple(players for _, players in sides)
        return SeatedTable(
            sides=tuple(entries for entries, _ in sides),
            results=node["results"].items(result_in),
            third_place_match=node["place"].flag(),
            number=node["number"].natural(),
            slot=node["slot"].maybe(partial(Node.whole, low=0)),
            venue=node["venue"].choice(Venue),
            game=node["game"].maybe(Node.text),
            dealer=node["dealer"].whole(0, 7),
            start_scores=_start_scores(node),
            players=players if any(players) else (),
            why=_why(node["why"]),
        )

    def _seated(self, node: Node) -> tuple[Entries, tuple[str, ...]]:
        if node["side"].whole(0, 7) != int(node.path.rpartition(".")[2]):
            node["side"].fault("sides are in order, from 0")
        return self.side(node["entries"]), node["players"].items(Node.text)

    def _adjustment(self, node: Node) -> AdjustmentData:
        return AdjustmentData(
            version=node["version"].whole(0),
            entry=self.entry(node["entry"]),
            score=node["score"].whole(),
            reason=node["reason"].maybe(Node.text),
            by=node["by"].maybe(Node.text),
        )


def _ruleset(node: Node) -> RulesetRef:
    return RulesetRef(node["slug"].text(), node["version"].natural(), node["sha256"].text())


def _seed(node: Node) -> dict[str, Any]:
    """Null until the end; older bundles show a seed of any length, and have no hash."""
    seed = node["seed"].maybe(Node.text) or ""
    promised = node["seed_hash"].maybe(Node.text) if node.given("seed_hash") else None
    if seed and promised not in (None, seed_hash(seed)):
        node["seed_hash"].fault("is not that of the seed")
    phrase = node["phrase"].maybe(Node.text) if node.given("phrase") else None
    return {"seed": seed, "seed_shown": bool(seed), "phrase": phrase or None}


def _plain(node: Node, plain: Plain) -> Any:
    """A setting of one word, number, flag or time; older bundles do not have all."""
    if plain.setting.absent is not REQUIRED and not node.given(plain.member):
        return plain.setting.absent
    member = node[plain.member]
    return member.maybe(_plain_reader(plain)) if plain.optional else _plain_reader(plain)(member)


def _plain_reader(plain: Plain) -> Callable[[Node], Any]:
    if issubclass(plain.type, StrEnum):
        return partial(Node.choice, choices=plain.type)
    if plain.type is int:
        return partial(Node.whole, low=plain.setting.low)
    return {bool: Node.flag, str: Node.text, datetime: Node.time}[plain.type]


def _table_sizes(node: Node) -> tuple[TableSize, ...]:
    """Bundles without sides mean pairs, or two single players."""
    seats = node["table_seats"].items(lambda size: size.whole(2, 8))
    if not node.given("table_sides"):
        return tuple(TableSize(size, 2 if size < 6 else size // 2) for size in seats)
    sides = node["table_sides"].items(lambda size: size.whole(2, 8))
    if len(sides) != len(seats):
        node["table_sides"].fault("one for each of table_seats")
    return tuple(TableSize(*size) for size in zip(seats, sides, strict=False))


def _scoring(node: Node) -> Scoring:
    type, scale = node["type"].choice(ScoringType), _scale(node)
    if type is ScoringType.VICTORY_POINTS and scale is None:
        node["table"].fault("victory points need a scale")
        type = ScoringType.POINTS
    return Scoring(
        type=type,
        bye=node["bye"].whole(),
        missed=node["missed"].whole(),
        bracket=node["bracket"].natural(),
        margin_sd=node["margin_sd"].maybe(Node.natural),
        hands=node["hands"].maybe(Node.natural),
        scale=scale,
    )


def _scale(node: Node) -> Scale | None:
    parts: list[Any] = [node[name].data for name in ("base", "step", "table")]
    if parts == [None] * 3:
        return None
    base, step = node["base"].natural(), node["step"].natural()
    table = node["table"].whole_numbers()
    if len(table) != base // step + 1 or base % step or list(table) != sorted(table):
        node["table"].fault("one score for each step from 0 to the base, ascending")
    return Scale(base, step, table)


def _player(node: Node) -> Player:
    return Player(node["id"].text(), node["name"].text(), node["kind"].choice(PlayerKind))


def _start_scores(node: Node) -> tuple[int, ...]:
    if not node.given("start_scores"):
        return ()
    return node["start_scores"].maybe(Node.whole_numbers) or ()


def _entry(node: Node) -> EntryData:
    presence = node["presence"].items(_presence)
    return EntryData(
        number=node["number"].natural(),
        late=node["late"].flag(),
        presence=presence,
        id=node["id"].text(),
        name=node["name"].text(),
        seed=node["seed"].maybe(Node.natural),
        stints=node["tenures"].items(_stint),
        withdrawn=_withdrawn(node, presence),
    )


def _withdrawn(node: Node, presence: tuple[AttendanceData, ...]) -> bool:
    """Bundles without it mean entries that were there and left."""
    if node.given("withdrawn"):
        return node["withdrawn"].flag()
    return bool(presence) and not presence[-1].present


def _presence(node: Node) -> AttendanceData:
    return AttendanceData(node["version"].whole(0), node["present"].flag())


def _stint(node: Node) -> StintData:
    last = node["last"].maybe(partial(Node.whole, low=0))
    return StintData(
        node["player"].text(),
        node["for"].maybe(Node.text),
        node["first"].natural(),
        last,
        first_hand=_hand(node, "first_hand"),
        last_hand=_hand(node, "last_hand"),
    )


def _hand(node: Node, name: str) -> int | None:
    """A hand of a round; bundles without it mean whole rounds."""
    return node[name].maybe(Node.natural) if node.given(name) else None


def _why(node: Node) -> Reason:
    """Older bundles have no code. For a known code the text is not read but written again."""
    code = node["code"].maybe(Node.text) if node.given("code") else None
    if not code:
        return Reason(cost=node["cost"].whole_numbers(), text=node["text"].text())
    why = Reason(code, node["facts"].object(), node["cost"].whole_numbers())
    if not known(code):
        return why._replace(text=node["text"].text())
    if not readable(why):
        node["facts"].fault(f"what {code} needs")
    return why


def _float(node: Node) -> Float | None:
    match node.data:
        case "down" | "up" | None as way:
            return way
        case _:
            node.fault("down, up or null")
            return None
