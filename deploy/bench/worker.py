"""A process that measures the steps of one Django project, block after block, as it is asked.

`python -m deploy.bench.worker MODULE:FUNCTION`: the function gets a client and returns the steps
and the facts; DJANGO_SETTINGS_MODULE names the project. Each line of the input is a JSON object:
`{"step": name, "times": n}` or `{"fact": name}`. Each line of the output is the JSON answer; the
first one lists the steps and the facts.
"""

import json
import os
import sys
from importlib import import_module
from statistics import fmean

import django
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

from deploy.bench.http import Client, Step, find_backends


def block(step: Step, times: int) -> dict[str, float]:
    """The means of a block, in milliseconds."""
    find_backends()
    answers = [step() for _ in range(times)]
    cpu, wall, postgres = map(fmean, zip(*(answer.cost for answer in answers), strict=True))
    return {
        "cpu_ms": 1000 * cpu,
        "wall_ms": 1000 * wall,
        "postgres_ms": 1000 * postgres,
        "answer_bytes": len(answers[-1].body),
    }


def main() -> None:
    lines, sys.stdout = os.fdopen(os.dup(1), "w", buffering=1), sys.stderr
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)
    module, _, function = sys.argv[1].partition(":")
    steps, facts = getattr(import_module(module), function)(Client(get_wsgi_application()))

    def reply(value: object) -> None:
        print(json.dumps(value), file=lines, flush=True)

    reply({"steps": list(steps), "facts": list(facts)})
    for line in sys.stdin:
        match json.loads(line):
            case {"step": name, "times": times}:
                reply(block(steps[name], times))
            case {"fact": name}:
                reply(facts[name]())


if __name__ == "__main__":
    main()
