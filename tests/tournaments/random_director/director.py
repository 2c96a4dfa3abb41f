"""A night under a director who acts at random; every act is judged, and what can be is undone."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NoReturn

from django.core.cache import cache

from samba_service.kit.http import version_tag
from tests.depth import cases
from tests.tournaments.engine.simulation import checker
from tests.tournaments.engine.simulation.seen import Json
from tests.tournaments.nights import SEED
from tests.tournaments.random_director.acts import ACTS, Act, Step
from tests.tournaments.random_director.desk import Call, Desk
from tests.tournaments.random_director.ending import next_step, unplayed
from tests.tournaments.random_director.exact import exact
from tests.tournaments.random_director.opening import opened
from tests.tournaments.random_director.slips import STALE, Slip, slips, slips_of_players
from tournaments.models import Round, Tournament
from tournaments.services.draws import round_draw

LENGTH = cases(10, 60)
"""Acts of a sequence, those that undo others among them; what is done again is not counted."""
NESTED = 3
"""Acts at most between an act and its undoing."""
STAYS = 0.75
"""How often an act is done again after its undoing, so that the night goes on with it."""
MATCHED = 0.25
"""How often a call names the version that it changes."""
SLIPS = 0.3
"""How often an act comes after a slip."""
BY_THE_SERVICE = ("round_drawn", "house_bots_seated")
"""Acts that nobody is said to have done."""


class Fault(AssertionError):
    """What a sequence has found, with its seed and all acts so far."""


class RandomDirector:
    """`sequence` goes through one night.

    Each undoable act of it is undone once, at once or after a few others, and the night must be
    exactly as before; then it is done again, more often than not. On the way to the end, after the
    last act, only the kinds of act are undone that have not been.
    """

    def __init__(self, seed: int, length: int = LENGTH) -> None:
        self.seed, self.length = seed, length
        self.random = Random(seed)
        self.story: list[str] = []
        self.logged: list[str] = []
        self.undoable: Counter[str] = Counter()
        self.undone: Counter[str] = Counter()
        self.desk: Desk = opened(seed, self.random)
        self.seen = self.desk.look()
        self.opened_at, self.acts = self.seen.version, 0
        if found := checker.faults(self.seen.judged):
            self.fail(f"the checker finds {found}")

    def sequence(self) -> None:
        """The acts, then the way to the end of the night. Raises Fault, with what was done."""
        try:
            self.all_acts()
        except (LookupError, StopIteration) as broken:
            self.fail(f"the views lack {broken!r}")

    def all_acts(self) -> None:
        while self.acts < self.length:
            if self.random.random() < SLIPS:
                self.slip()
            self.act(depth=0)
        self.bring_to_an_end()
        if self.undone != self.undoable:
            self.fail(f"undone {self.undone}, of {self.undoable}")
        self.judge_whole_log()

    def act(self, depth: int) -> None:
        """One act; those between another and its undoing are undone themselves."""
        step = self.choose(undoable=depth > 0)
        if step is not None:
            stays = depth == 0 and self.random.random() < STAYS
            self.carry_out(step, depth, stays=stays)

    def carry_out(self, step: Step, depth: int, *, stays: bool) -> None:
        """Do it, and undo it once if it can be undone; `stays`: then do it again."""
        before = exact(self.seen) if step.undo else None
        self.acts += 1 if step.undo is None else 2
        answers = self.do(step, step.says)
        if step.undo is None or answers is None:
            return
        self.undoable[step.name] += 1
        if depth < NESTED and self.random.random() < 0.2:
            self.act(depth + 1)
        back = Step(f"undo: {step.says}", step.undo(answers))
        if self.do(back, back.says) is None:
            self.fail("the undoing was refused")
        self.undone[step.name] += 1
        after = exact(self.seen)
        for part in after:
            if before is None or before[part] != after[part]:
                told = _difference(before and before[part], after[part])
                self.fail(f"{part} not as before: {told}")
        if stays:
            self.do(step, f"again: {step.says}")

    def choose(self, *, undoable: bool) -> Step | None:
        """Something that is possible; None where nothing is that can be undone."""
        left: list[Act] = list(ACTS)
        while left:
            [act] = self.random.choices(left, [each.weight for each in left])
            left.remove(act)
            step = act.choose(self.seen, self.random)
            if step is not None and (step.undo is not None or not undoable):
                return step
        if not undoable:
            self.fail("a dead end: nothing is possible")
        return None

    def do(self, step: Step, says: str) -> list[Json] | None:
        """Make the calls, and judge what they made of the night; None for one that was refused."""
        self.story.append(says)
        answers: list[Json] = []
        before, tag = self.seen.version, version_tag(self.seen.version)
        for call in step.calls:
            matched = call.versioned and tag and self.random.random() < MATCHED
            answer = self.desk.send(call, tag if matched else None)
            if answer.status_code >= 400:
                if answer.status_code < 500 and answer.json()["code"] in call.refusals:
                    self.story[-1] += f" (refused: {answer.json()['code']})"
                    self.unchanged("a refused call")
                    return None
                self.fail(f"{call.method} {call.path} {call.body} -> {answer.content.decode()}")
            answers.append(answer.json() if answer.content else {})
            tag = answer.headers.get("ETag", "")
            if call.path.endswith(("/start", "/reopen")):  # either may draw a new seed
                night = Tournament.objects.filter(pk=self.desk.tournament)
                night.exclude(seed="").update(seed=SEED)
            if call.draws:
                self.draw(answers[-1]["id"])
                tag = ""
        self.judge(before, step.calls)
        self.judge_answers(step, answers, tag)
        return answers

    def judge_answers(self, step: Step, answers: list[Json], tag: str) -> None:
        """The last answer has the version that the night is at, and the views show the act."""
        if tag and not tag.startswith(f'"{self.seen.version}-'):
            self.fail(f"the answer has the tag {tag} at version {self.seen.version}")
        if answers and {"number", "tables", "byes"} <= answers[-1].keys():
            self.seen.views[answers[-1]["number"]] = answers[-1]
        if step.answered is not None and not step.answered(answers):
            self.fail(f"the answers do not say it: {answers}")
        if step.shows is not None and not step.shows(self.seen):
            self.fail("the views do not show it")

    def draw(self, round_id: str) -> None:
        """A worker's step."""
        row = Round.objects.get(pk=round_id)
        if not round_draw(round_id=row.pk, step=row.step):
            self.fail("the worker found nothing to draw")

    def judge(self, before: int, calls: Sequence[Call]) -> None:
        """The checker finds nothing, and the log has what was done, a version each."""
        self.seen = self.desk.look()
        if found := checker.faults(self.seen.judged):
            self.fail(f"the checker finds {found}")
        self.judge_log(before, calls)

    def judge_log(self, before: int, calls: Sequence[Call]) -> None:
        """What was done, by whom and why, the night's with a version each."""
        made = [
            (act, None if act in BY_THE_SERVICE else self.desk.people[call.by].pk, call.reason)
            for call in calls
            for act in call.log
        ]
        club = [(act, self.desk.people[call.by].pk) for call in calls for act in call.club]
        rows = self.desk.log(len(made) + len(club) + 4)[::-1]
        own = [row for row in rows if str(row.tournament_id) == self.desk.tournament]
        new = [row for row in own if row.version and row.version > before]
        told = [(row.act, row.actor_id, row.reason) for row in new]
        if [each for each in told if each[0] != "house_bots_seated"] != made:
            self.fail(f"the log has {told}, expected {made}")
        versions = [row.version for row in new]
        if versions != [*range(before + 1, self.seen.version + 1)]:
            self.fail(f"the log has versions {versions} between {before} and {self.seen.version}")
        of_club = [(row.act, row.actor_id) for row in rows if row.version is None]
        if club and of_club[-len(club) :] != club:
            self.fail(f"the club's log lacks {club}")
        self.logged += [row.act for row in new]

    def judge_whole_log(self) -> None:
        """Read over HTTP the log has every act since the beginning, in order, and a sentence."""
        rows = [
            row for row in self.desk.log_told()
            if row["tournament"] == self.desk.tournament and row["version"] > self.opened_at
        ]  # fmt: skip
        if [row["act"] for row in rows] != self.logged:
            self.fail("the log as it is read is another than that of the acts")
        if dumb := [row["act"] for row in rows if not row["text"]]:
            self.fail(f"the log says nothing of {dumb}")

    def slip(self) -> None:
        """Something impossible: refused with a problem, and nothing is changed."""
        kind = self.random.choice([self.too_late, self.not_theirs, self.of_players, None, None])
        slip = kind() if kind else None
        slip = slip or self.random.choice(list(slips(self.seen)))
        self.story.append(f"try to {slip.says}")
        answer = self.desk.send(slip.call, slip.tag)
        if not 400 <= answer.status_code < 500:
            self.fail(f"{slip} is answered by {answer.status_code} {answer.content.decode()}")
        code = answer.json().get("code")
        if not code or slip.code not in (None, code):
            self.fail(f"expected {slip.code or 'a problem'}, not {answer.content.decode()}")
        if code == STALE and answer.json()["version"] != self.seen.version:
            self.fail(f"version {answer.json()['version']} is shown at {self.seen.version}")
        self.story[-1] += f" ({code})"
        self.unchanged(slip.says)

    def too_late(self) -> Slip | None:
        """What somebody else's change has overtaken; the call would be fine without its version."""
        step = self.choose(undoable=False)
        if step is None or not step.calls or not step.calls[0].versioned:
            return None
        seen = self.seen.version + self.random.choice([-1, -1, -2, 1])
        says = f"{step.says}, having seen version {seen} of {self.seen.version}"
        return Slip(says, step.calls[0], STALE, version_tag(seen))

    def of_players(self) -> Slip | None:
        """What those who play may not do with a sheet."""
        found = list(slips_of_players(self.seen))
        own = [slip for slip in found if slip.code == "own_sheet"]  # there is seldom one
        return self.random.choice(own or found) if found else None

    def not_theirs(self) -> Slip | None:
        """What a director may do, by somebody who plays."""
        players = self.desk.people.keys() - {"director", "admin"}
        step = self.choose(undoable=False)
        if not players or step is None or not step.calls:
            return None
        call = step.calls[0]
        if call.by != "director" or "/entries" in call.path or "/score-sheets" in call.path:
            return None
        who = self.random.choice(sorted(players))
        return Slip(f"{step.says}, by a player", call._replace(by=who))

    def unchanged(self, what: str) -> None:
        cache.clear()
        seen = self.desk.look()
        if seen.bundle != self.seen.bundle:
            told = _difference(self.seen.bundle, seen.bundle)
            self.fail(f"{what} changed something: {told}")

    def bring_to_an_end(self) -> None:
        """Every round closed, and the tournament finished; else it is a dead end."""
        for _ in range(100):
            step = next_step(self.seen, self.random, self.story[-1])
            if step is None:
                break
            if step.undo is None or self.undone[step.name]:
                self.do(step, step.says)
            else:
                self.carry_out(step, NESTED, stays=True)
        states = {round_["state"] for round_ in self.seen.rounds}
        if self.seen.state != "finished" or unplayed(self.seen):
            self.fail(f"a dead end: {self.seen.state}, rounds {states}")

    def fail(self, what: str) -> NoReturn:
        told = "\n".join(f"{n:3}. {says}" for n, says in enumerate(self.story, start=1))
        night = f"{self.seen.format}, {len(self.seen.entries)} entries"
        raise Fault(f"seed {self.seed} ({night}): {what}\n{told}")


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
