"""A worker that draws rounds and dies of it, in a process of its own.

python -m tests.concurrency.mortal_worker
For every line `TOURNAMENT MOMENT` of its input a forked child waits until a draw of the tournament
is due, and draws, as the task does. It kills itself at that moment: before the statement MOMENT / 2
of the draw for an even number, after it for an odd one. A line is printed for every child: `killed`
or, where the draw has fewer statements, `drawn`.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any
from uuid import UUID

import django


def main() -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        tournament, moment = line.split()
        child = os.fork()
        if child == 0:
            draw_and_die(UUID(tournament), int(moment))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print("killed" if os.WIFSIGNALED(status) else "drawn", flush=True)


def draw_and_die(tournament_id: UUID, moment: int) -> None:
    """Begin the draw that is due, and do not survive that moment."""
    from django.db import connection

    from games.models import DueWork
    from tournaments.models import Round
    from tournaments.tasks import draw

    rounds = Round.objects.filter(tournament=tournament_id).values("pk")
    due = DueWork.objects.filter(kind="draw", subject__in=rounds)
    while (work := due.first()) is None:
        time.sleep(0.002)
    with connection.execute_wrapper(dying_at(moment)):
        draw(str(work.subject), work.step)


def dying_at(moment: int) -> Callable[..., Any]:
    """A wrapper of statements, one of which is the last."""
    numbers = count()

    def wrapper(execute: Callable[..., Any], *values: Any) -> Any:
        number = next(numbers)
        if moment == 2 * number:
            os.kill(os.getpid(), signal.SIGKILL)
        answer = execute(*values)
        if moment == 2 * number + 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    return wrapper


if __name__ == "__main__":
    django.setup()
    main()
