"""One event from its seed: everything that can happen at a club, on the pure value."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.tournaments.engine.simulation.setting import new_event
from tests.tournaments.engine.simulation.tables import Tables
from tournaments.engine.bundle import bundle_out
from tournaments.engine.drawing import (
    FORMATS,
    bot_entries,
    drafted,
    draw_round,
    house_bots_wanted,
    moved_since_draw,
    rounds_with,
)
from tournaments.engine.draws import DrawRefused, Lock, SeatedTable
from tournaments.engine.terms import Format
from tournaments.engine.tournament import (
    AttendanceData,
    EntryData,
    Player,
    PlayerKind,
    RoundData,
    RoundState,
    StintData,
    TournamentState,
)

START = datetime(2026, 2, 2, 19, tzinfo=UTC)


class Event:
    """`rounds` plays it and gives its bundle, as JSON gives it back, after every round."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.tournament = new_event(self.random, seed)
        self.refused: str | None = None
        self.tables = Tables(self.random)

    def rounds(self) -> Iterator[Any]:
        number = 0
        while number < self.tournament.rounds_planned:
            number += 1
            self._come_and_go(number)
            try:
                self._draw(number)
            except DrawRefused as refusal:
                self.refused = f"{refusal.code}: {refusal.detail} {refusal.facts}"
                return
            self._publish(number)
            if self._chance(0.2):
                self._relieve(number)
            self._play(number)
            self._set_round(number, state=RoundState.CLOSED)
            self._tick()
            self._look_back(number)
            if number == self.tournament.rounds_planned:
                self.tournament = replace(
                    self.tournament, state=TournamentState.FINISHED, seed_shown=True
                )
            yield json.loads(json.dumps(bundle_out(self.tournament)))

    def _chance(self, often: float) -> bool:
        return self.random.random() < often

    def _tick(self) -> int:
        self.tournament = replace(self.tournament, version=self.tournament.version + 1)
        return self.tournament.version

    def _set_round(self, number: int, **changes: Any) -> None:
        rounds = tuple(
            each._replace(**changes) if each.number == number else each
            for each in self.tournament.rounds
        )
        self.tournament = replace(self.tournament, rounds=rounds)

    def _set_entry(self, entry: EntryData) -> None:
        entries = tuple(
            entry if each.number == entry.number else each for each in self.tournament.entries
        )
        self.tournament = replace(self.tournament, entries=entries)

    def _be(self, entry: EntryData, *, present: bool) -> None:
        if entry.present == present:
            return
        change = AttendanceData(self._tick(), present=present)
        late = entry.late or (present and entry.came is None and bool(self.tournament.published))
        self._set_entry(entry._replace(late=late, presence=(*entry.presence, change)))

    @property
    def _bots(self) -> set[int]:
        return {entry.number for entry in bot_entries(self.tournament)}

    def _come_and_go(self, number: int) -> None:
        """Some leave, some come back, somebody comes late, a substitute sits down."""
        people = [e for e in self.tournament.entries if e.number not in self._bots]
        for entry in people:
            here = sum(each.present for each in self.tournament.entries)
            least = 4 if not self.tournament.format.individual else 8
            if number > 1 and entry.present and here > least and self._chance(0.04):
                self._be(entry, present=False)
            elif not entry.present and self._may_come(entry, number) and self._chance(0.5):
                self._be(entry, present=True)
        if self._chance(0.2):
            self._substitute(number)
        self._fill_up()

    def _may_come(self, entry: EntryData, number: int) -> bool:
        """A bracket is closed; a circle has the one place that the bye leaves."""
        if self.tournament.format is Format.KNOCKOUT:
            return number == 1
        if self.tournament.format in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN):
            rounds = [round_ for round_ in self.tournament.rounds if round_.placed]
            drawn = {e for round_ in rounds for e in round_.placed}
            here = {each.number for each in self.tournament.entries if each.present}
            first = rounds[0].placed if rounds else frozenset[int]()
            room = len(first) % 2 > len((drawn | here) - first)
            return not rounds or entry.number in drawn or room
        return True

    def _fill_up(self) -> None:
        wanted = house_bots_wanted(self.tournament)
        for at, bot in enumerate(bot_entries(self.tournament)):
            self._be(bot, present=at < wanted)

    def _substitute(self, number: int) -> None:
        """Somebody new sits for one of an entry, to the end or for one round."""
        entry = self.random.choice(self.tournament.entries)
        current = [t for t in entry.stints if t.last is None and t.first <= number]
        if not entry.present or entry.number in self._bots or not current:
            return
        out = self.random.choice(current)
        guest = Player(f"s{len(self.tournament.players)}", "Guest", PlayerKind.HUMAN)
        stints = [t for t in entry.stints if t is not out]
        if out.first < number:
            stints.append(out._replace(last=number - 1))
        if self._chance(0.5):
            stints.append(StintData(guest.id, out.player, number))
        else:
            stints.append(StintData(guest.id, out.player, number, number))
            stints.append(out._replace(first=number + 1))
        self._tick()
        self._set_entry(entry._replace(stints=tuple(stints)))
        players = (*self.tournament.players, guest)
        self.tournament = replace(self.tournament, players=players)

    def _relieve(self, number: int) -> None:
        """Somebody new sits down between two hands, to the end or for this round."""
        round_ = self.tournament.round(number)
        assert round_ is not None
        if not round_.tables:
            return
        table = self.random.choice(round_.tables)
        entry = self._entry_at(table)
        if entry.number in self._bots:
            return
        out = self.random.choice([each for each in entry.stints if each.covers(number)])
        hand = self.random.randint(2, 4)
        guest = Player(f"s{len(self.tournament.players)}", "Guest", PlayerKind.HUMAN)
        stints: list[StintData] = []
        for each in entry.stints:
            if each is not out:
                stints.append(each)
                continue
            stints.append(out._replace(last=number, last_hand=hand - 1))
            if out.last is None and self._chance(0.5):
                stints.append(StintData(guest.id, out.player, number, number, hand))
                stints.append(out._replace(first=number + 1))
            else:
                stints.append(StintData(guest.id, out.player, number, out.last, hand))
        self._tick()
        self._set_entry(entry._replace(stints=tuple(stints)))
        players = (*self.tournament.players, guest)
        self.tournament = replace(self.tournament, players=players)
        sitting = tuple(
            tuple(guest.id if player == out.player else player for player in side)
            for side in table.players
        )
        tables = tuple(
            each._replace(players=sitting) if each is table else each for each in round_.tables
        )
        self._set_round(number, tables=tables)

    def _entry_at(self, table: SeatedTable) -> EntryData:
        numbers = [one for side in table.sides for one in side]
        number = self.random.choice(numbers)
        return next(each for each in self.tournament.entries if each.number == number)

    def _draw(self, number: int) -> None:
        """Drawn, perhaps with locks; drawn again where an entry leaves the draft."""
        self._tick()
        draft = RoundData(number, state=RoundState.DRAFT, locks=self._locks())
        self.tournament = replace(self.tournament, rounds=(*self.tournament.rounds, draft))
        self._redraw(number)
        if self._chance(0.15):
            locked = {entry for lock in draft.locks for entry in lock.entries}
            free = [e for e in self.tournament.entries if e.present and e.number not in locked]
            free = [e for e in free if e.number not in self._bots]
            if len(free) > 12:
                self._be(self.random.choice(free), present=False)
                self._fill_up()
                self._redraw(number)
        if self._chance(0.2):
            for entry in self.tournament.entries:
                comes = not entry.present and entry.number not in self._bots
                if comes and self._may_come(entry, number):
                    self._be(entry, present=True)

    def _publish(self, number: int) -> None:
        """Without those who came since the draw; a bracket has its rounds from now on."""
        round_ = self.tournament.round(number)
        assert round_ is not None
        moved = moved_since_draw(self.tournament, round_)
        assert not moved.left
        assert moved.came == moved.late
        for entry in self.tournament.entries:
            if number == 1 and entry.number in moved.late:
                self._set_entry(entry._replace(late=True))
        self.tournament = replace(
            self.tournament, rounds_planned=rounds_with(self.tournament, round_)
        )
        self._set_round(number, state=RoundState.PUBLISHED, published_version=self._tick())

    def _redraw(self, number: int) -> None:
        draft = drafted(self.tournament, number, draw_round(self.tournament, number))
        rounds = tuple(draft if r.number == number else r for r in self.tournament.rounds)
        self.tournament = replace(self.tournament, rounds=rounds)

    def _locks(self) -> tuple[Lock, ...]:
        form, number = self.tournament.format, len(self.tournament.rounds) + 1
        awaited = FORMATS[form].awaited(self.tournament, number)
        here = sorted(awaited - self._bots)
        if len(here) < 8 or not self._chance(0.15):
            return ()
        drawn = self.random.sample(here, 5)
        sides: tuple[tuple[int, ...], ...] = ((drawn[0],), (drawn[1],))
        if form.individual:
            sides = (tuple(drawn[:2]), tuple(drawn[2:4]))
        version, reason = self.tournament.version, "asked for it"
        table = Lock(sides, self.random.choice([None, 2]), False, True, version, reason)
        bye = Lock(((drawn[4],),), None, True, False, version, reason)
        if form is Format.KNOCKOUT:
            return (table,)
        return self.random.choice([(table,), (bye,), (table, bye)])

    def _play(self, number: int) -> None:
        at = START + timedelta(minutes=40 * number)
        round_ = self.tournament.round(number)
        assert round_ is not None
        played = []
        for table in self.random.sample(round_.tables, len(round_.tables)):
            played.append(self.tables.played(self.tournament, table, self._tick, at))
        self._set_round(number, tables=tuple(sorted(played, key=lambda each: each.number)))

    def _look_back(self, number: int) -> None:
        """A correction, a sheet too many, an adjustment."""
        knockout = self.tournament.format is Format.KNOCKOUT
        if self._chance(0.3) and not knockout:
            round_ = self.tournament.round(self.random.randint(1, number))
            assert round_ is not None
            if round_.tables:
                chosen = self.random.choice(round_.tables)
                later = self.tables.revised(self.tournament, chosen, self._tick())
                tables = tuple(later if t is chosen else t for t in round_.tables)
                self._set_round(round_.number, tables=tables)
        if self._chance(0.1):
            entry = self.random.choice(self.tournament.entries).number
            each = self.tables.adjustment(self._tick(), entry)
            adjustments = (*self.tournament.adjustments, each)
            self.tournament = replace(self.tournament, adjustments=adjustments)
