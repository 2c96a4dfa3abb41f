"""A night under a director who acts at random; every act is judged, and what can be is undone."""

from collections import Counter
from random import Random
from typing import Any, NoReturn

from django.core.cache import cache

from tests.tournaments.engine.simulation import checker
from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.nights import SEED
from tests.tournaments.random_director import (
    of_entries,
    of_nights,
    of_rounds,
    of_tables,
)
from tests.tournaments.random_director.acts import ACTS, Act, Step
from tests.tournaments.random_director.desk import Call, Desk, Seen, confirmed
from tests.tournaments.random_director.exact import exact
from tests.tournaments.random_director.opening import opened
from tests.tournaments.random_director.slips import slips
from tournaments.models import Round, Tournament
from tournaments.services.draw import round_draw

LENGTH = 60
"""Acts of a sequence, those that undo others among them."""
NESTED = 3
"""Acts at most between an act and its undoing."""
SLIPS = 0.12


class Fault(AssertionError):
    """What a sequence has found, with its seed and all acts so far."""


class RandomDirector:
    """`sequence` goes through one night."""

    def __init__(self, seed: int, length: int = LENGTH) -> None:
        self.seed, self.length = seed, length
        self.random = Random(seed)
        self.story: list[str] = []
        self.done: Counter[str] = Counter()
        self.undone: Counter[str] = Counter()
        self.desk: Desk = opened(seed, self.random)
        self.seen = self.desk.look()
        self.faults = checker.faults(self.seen.judged)

    def sequence(self) -> None:
        """The acts, then the way to the end of the night. Raises Fault."""
        while self.done.total() + self.undone.total() < self.length:
            if self.random.random() < SLIPS:
                self.slip()
            self.act(depth=0)
        self.bring_to_an_end()

    def act(self, depth: int) -> None:
        """One act; undone at once, or after others, where it is the first of its kind."""
        nested = depth > 0
        chosen = self.choose(undoable=nested)
        if chosen is None:
            return
        name, step = chosen
        before = exact(self.seen) if step.undo and (nested or not self.undone[name]) else None
        answers = self.do(step.says, step.calls)
        self.done[name] += 1
        if answers is not None and step.shows is not None and not step.shows(self.seen):
            self.fail("the views do not show it")
        if before is None or answers is None or step.undo is None:
            return
        self.undone[name] += 1
        if depth < NESTED and self.random.random() < 0.3:
            self.act(depth + 1)
        if self.do(f"undo: {step.says}", step.undo(answers)) is None:
            self.fail("the undoing was refused")
        after = exact(self.seen)
        for part in before:
            if before[part] != after[part]:
                told = _difference(before[part], after[part])
                self.fail(f"{part} not as before: {told}")

    def choose(self, *, undoable: bool) -> tuple[str, Step] | None:
        """Something that is possible; None where nothing is that can be undone."""
        left: list[Act] = list(ACTS)
        while left:
            [act] = self.random.choices(left, [each.weight for each in left])
            left.remove(act)
            step = act.choose(self.seen, self.random)
            if step is not None and (step.undo is not None or not undoable):
                return act.name, step
        if not undoable:
            self.fail("a dead end: nothing is possible")
        return None

    def do(self, says: str, calls: Any) -> list[Json] | None:
        """Make the calls, and judge what they made of the night; None for one that was refused."""
        self.story.append(says)
        answers = []
        before = self.seen.version
        for call in calls:
            answer = self.desk.send(call)
            if answer.status_code >= 400:
                if answer.status_code < 500 and answer.json()["code"] in call.refusals:
                    self.story[-1] += f" (refused: {answer.json()['code']})"
                    self.unchanged("a refused call")
                    return None
                self.fail(f"{call.method} {call.path} {call.body} -> {answer.content.decode()}")
            answers.append(answer.json() if answer.content else {})
            if call.path.endswith("/start"):
                Tournament.objects.filter(pk=self.desk.tournament).update(seed=SEED)
            if call.draws:
                self.draw(answers[-1]["id"])
        self.judge(before, calls)
        if answers and {"number", "tables", "byes"} <= answers[-1].keys():
            self.seen.views[answers[-1]["number"]] = answers[-1]
        return answers

    def draw(self, round_id: str) -> None:
        """A worker's step."""
        row = Round.objects.get(pk=round_id)
        if not round_draw(round_id=row.pk, step=row.step):
            self.fail("the worker found nothing to draw")

    def judge(self, before: int, calls: list[Call]) -> None:
        """The checker finds nothing, and the log has what was done, a version each."""
        self.seen = self.desk.look()
        if found := checker.faults(self.seen.judged):
            self.fail(f"the checker finds {found}")
        self.judge_log(before, calls)

    def judge_log(self, before: int, calls: list[Call]) -> None:
        night = [act for call in calls for act in call.log]
        club = [act for call in calls for act in call.club]
        rows = self.desk.log(len(night) + len(club) + 2)[::-1] if night or club else []
        new = [row for row in rows if row["version"] and row["version"] > before]
        told = [row["act"] for row in new if row["act"] != "house_bots_seated"]
        if told != night:
            self.fail(f"the log has {told}, expected {night}")
        versions = [row["version"] for row in new]
        if versions != [*range(before + 1, self.seen.version + 1)]:
            self.fail(f"the log has versions {versions} between {before} and {self.seen.version}")
        if club and [row["act"] for row in rows if not row["version"]][-len(club) :] != club:
            self.fail(f"the club's log lacks {club}")
        reasons = [call.reason for call in calls for act in call.log if call.reason]
        if reasons != [row["reason"] for row in new if row["reason"]]:
            self.fail(f"the log has other reasons than {reasons}")

    def slip(self) -> None:
        """Something impossible: refused with a problem, and nothing is changed."""
        choice = list(slips(self.seen))
        says, call = self.random.choice(choice)
        self.story.append(f"try to {says}")
        answer = self.desk.send(call)
        if not 400 <= answer.status_code < 500:
            self.fail(f"{call} is answered by {answer.status_code} {answer.content.decode()}")
        if not answer.json().get("code"):
            self.fail(f"no problem but {answer.content.decode()}")
        self.story[-1] += f" ({answer.json()['code']})"
        self.unchanged(says)

    def unchanged(self, what: str) -> None:
        cache.clear()
        seen = self.desk.look()
        if seen.bundle != self.seen.bundle:
            told = _difference(self.seen.bundle, seen.bundle)
            self.fail(f"{what} changed something: {told}")

    def bring_to_an_end(self) -> None:
        """Every round closed, and the tournament finished; else it is a dead end."""
        for _ in range(100):
            step = self.next_step()
            if step is None:
                break
            self.do(step.says, step.calls)
        states = {round_["state"] for round_ in self.seen.rounds}
        if self.seen.state != "finished" or self.unplayed():
            self.fail(f"a dead end: {self.seen.state}, rounds {states}")

    def next_step(self) -> Step | None:
        """The next step on the way to the end."""
        seen, random = self.seen, self.random
        if seen.state == "archived":
            return Step("unarchive the night", [of_nights.unarchived(seen)])
        if seen.state == "cancelled":
            return of_nights.reopen(seen, random)
        if seen.state == "finished":
            return of_nights.reopen(seen, random) if self.unplayed() else None
        if seen.state == "running":
            return self.next_of_rounds()
        if self.refused("tournament_unplayable"):
            return of_nights.plan_rounds(seen, random)
        return of_nights.start(seen, random) or of_entries.check_in(seen, random)

    def unplayed(self) -> bool:
        """Whether there is a draft that could be played."""
        draft = self.seen.last_in("draft", "drawing")
        return draft is not None and not draft["error"]

    def refused(self, *codes: str) -> bool:
        """Whether the last act was refused so."""
        return any(self.story[-1].endswith(f"(refused: {code})") for code in codes)

    def next_of_rounds(self) -> Step | None:
        seen, random = self.seen, self.random
        if draft := seen.last_in("draft"):
            if draft["error"]:
                return of_nights.lift_wishes(seen, random) or as_played(seen)
            if self.refused(*of_rounds.STALE):
                return of_rounds.redraw(seen, random)
            return of_rounds.publish(seen, random)
        if round_ := seen.last_in("published"):
            open_ = [
                table
                for table in round_["tables"]
                if not confirmed(table) or (seen.knockout and table["result"]["winner"] is None)
            ]
            calls = [call for table in open_ for call in of_tables.end(seen, table, random)]
            return Step("all results", calls) if calls else of_rounds.close(seen, random)
        return of_rounds.draw(seen, random) or as_played(seen)

    def fail(self, what: str) -> NoReturn:
        told = "\n".join(f"{n:3}. {says}" for n, says in enumerate(self.story, start=1))
        night = f"{self.seen.format}, {len(self.seen.entries)} entries"
        raise Fault(f"seed {self.seed} ({night}): {what}\n{told}")


def as_played(seen: Seen) -> Step:
    closed = sum(round_["state"] == "closed" for round_ in seen.rounds)
    body = {"rounds": "as_played"} if closed < seen.head["rounds"] else {}
    end = Call("POST", f"{seen.path}/finish", body, ("tournament_finished",))
    return Step(f"finish after {closed} rounds", [end])


def _difference(before: Any, after: Any, at: str = "") -> str:
    """Where two values begin to differ."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *after]:
            if before.get(key) != after.get(key):
                return _difference(before.get(key), after.get(key), f"{at}.{key}")
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            if one != other:
                return _difference(one, other, f"{at}.{index}")
    return f"{at}: {before} became {after}"
