"""A worker of Celery, as every way to run the service starts it.

`python -m samba_service.worker QUEUE [options of Celery]`
"""

import os
import sys


def main() -> None:
    queue, *options = sys.argv[1:]
    os.execv(sys.executable, [*worker_command(queue), *options])


def worker_command(*queues: str) -> list[str]:
    """A worker for these queues, or for all of them if none is named.

    Its name has the number of this process, so that a machine may have several for a queue.
    """
    name = f"{'-'.join(queues)}-{os.getpid()}@%h"
    only = ("--queues", ",".join(queues), "--hostname", name) if queues else ()
    return [
        *(sys.executable, "-m", "celery", "--quiet", "--app", "samba_service.celery", "worker"),
        *("--loglevel", "INFO", "--without-gossip", "--without-mingle"),
        *only,
    ]


if __name__ == "__main__":
    main()
