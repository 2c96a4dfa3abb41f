"""Requests of ours beside the yardstick's, and beside those of another commit.

Every project is a process of its own with a database of its own (`worker.py`); their blocks take
turns, so that a busy minute of the machine hits them all. Prints one JSON object.
"""

import argparse
import json
import os
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from samba_service.devstack.folder import REPOSITORY, DataFolder
from samba_service.devstack.postgres import FOREVER, PostgresServer
from samba_service.devstack.redis import RedisServer
from samba_service.devstack.servers import Server, running


class Project(NamedTuple):
    """What a worker measures."""

    module: str
    """Lists the steps."""
    settings: str
    block: int = 25
    """Requests in a block."""


PROJECTS = {
    "ours": Project("deploy.bench.product:project", "deploy.bench.settings"),
    "then": Project("deploy.bench.product:project", "deploy.bench.settings"),
    "lean": Project("deploy.bench.yardstick.steps:lean", "deploy.bench.yardstick.settings"),
    "textbook": Project(
        "deploy.bench.yardstick.steps:textbook", "deploy.bench.yardstick.textbook_settings"
    ),
    "large": Project("deploy.bench.lists:project", "deploy.bench.settings", block=1),
    "nights": Project("deploy.bench.nights:project", "deploy.bench.settings", block=1),
}
"""`then` is ours at the other commit; `nights` are tournaments of ours, `large` a big database
of ours, see `lists.py`."""
FACTS = {"ours": ["snapshot_bytes"], "nights": ["publish_400_online"]}
"""What the report states beside the requests, by project."""
USUAL = [name for name in PROJECTS if name not in ("then", "large")]
"""Those that are measured unless others are asked for."""
Figures = dict[str, Any]


class Worker:
    """A process that measures one project; it runs in the source tree `tree`."""

    def __init__(self, name: str, tree: Path, environment: Mapping[str, str]) -> None:
        project = PROJECTS[name]
        self.name, self.settings, self.block = name, project.settings, project.block
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy.bench.worker", project.module],
            cwd=tree,
            env=os.environ | environment | {"DJANGO_SETTINGS_MODULE": project.settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        offered = self._answer()
        self.steps: list[str] = offered["steps"]
        self.facts: list[str] = offered["facts"]

    def ask(self, **question: object) -> Any:
        assert self.process.stdin is not None
        print(json.dumps(question), file=self.process.stdin, flush=True)
        return self._answer()

    def close(self) -> None:
        with self.process:  # closes its input, which ends it
            pass

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        if line := self.process.stdout.readline():
            return json.loads(line)
        raise SystemExit(f"bench: the process of {self.name} ended; see above")


@contextmanager
def servers(
    name: str = "bench", settings: Mapping[str, str] = FOREVER
) -> Iterator[tuple[str, str]]:
    """The URLs of PostgreSQL and Redis: those in the environment, or our own in `var/`."""
    folder = DataFolder(REPOSITORY / "var" / name)
    wanted: dict[str, Server] = {
        "DATABASE_URL": PostgresServer(folder, dict(settings)),
        "REDIS_URL": RedisServer(folder),
    }
    started = [server for name, server in wanted.items() if not os.environ.get(name)]
    database, redis = (os.environ.get(name) or wanted[name].url for name in wanted)
    with running(*started, logs=folder.logs):
        yield database, redis


@contextmanager
def own_database(url: str, name: str) -> Iterator[str]:
    """A new database `name` on the server at `url`, dropped at the end."""
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlsplit(url)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(drop)


@contextmanager
def tree_at(revision: str) -> Iterator[Path]:
    """The source tree of `revision`, with the bench of this one in it."""
    with tempfile.TemporaryDirectory(prefix="samba-bench-") as folder:
        tree = Path(folder) / "tree"
        git = ("git", "-C", str(REPOSITORY), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", tree, revision], check=True)
        try:
            shutil.rmtree(tree / "deploy" / "bench")
            shutil.copytree(REPOSITORY / "deploy" / "bench", tree / "deploy" / "bench")
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=True)


def measure(workers: list[Worker], blocks: int) -> Figures:
    """By worker and step, the figures of its blocks; and how fast the machine was."""
    turns = [(worker, step) for worker in workers for step in worker.steps]
    for worker, step in turns:
        worker.ask(step=step, times=1)  # warm up
    taken: dict[str, dict[str, list[Figures]]] = {worker.name: {} for worker in workers}
    loops = []
    for at in range(blocks):
        loops.append(loop_ms())
        for worker, step in turns:
            block = worker.ask(step=step, times=worker.block)
            taken[worker.name].setdefault(step, []).append(block)
        print(f"block {at + 1} of {blocks} of requests done", file=sys.stderr)
    return {
        "loop_ms": percentile_20(sorted(loops)),
        "projects": {
            name: {step: summary(each) for step, each in steps.items()}
            for name, steps in taken.items()
        },
    }


def loop_ms() -> float:
    """CPU time of a million additions: a machine that is busy or slow shows in it."""
    start, total = process_time(), 0
    for number in range(1_000_000):
        total += number
    return 1000 * (process_time() - start)


def summary(blocks: list[Figures]) -> Figures:
    cpu = sorted(block["cpu_ms"] for block in blocks)
    return {
        "cpu_ms": percentile_20(cpu),
        "cpu_ms_median": statistics.median(cpu),
        "cpu_ms_max": cpu[-1],
        "wall_ms": percentile_20(sorted(block["wall_ms"] for block in blocks)),
        "postgres_ms": percentile_20(sorted(block["postgres_ms"] for block in blocks)),
        "answer_bytes": blocks[-1]["answer_bytes"],
    }


def percentile_20(ordered: list[float]) -> float:
    """The value that a fifth of the blocks stay at or below: steady beside busy neighbours."""
    return ordered[max(0, -(-len(ordered) // 5) - 1)]


def run(blocks: int, beside: str | None = None, projects: Collection[str] = USUAL) -> Figures:
    """The figures of these projects; of `then` only with the commit `beside`."""
    with ExitStack() as stack:
        postgres, redis = stack.enter_context(servers())
        trees = dict.fromkeys(projects, REPOSITORY)
        if beside:
            trees["then"] = stack.enter_context(tree_at(beside))
        workers = []
        keys = {"SECRET_KEY": secrets.token_hex(32), "SAMBA_DEAL_KEY": secrets.token_hex(32)}
        for name, tree in trees.items():
            database = stack.enter_context(own_database(postgres, f"samba_bench_{name}"))
            environment = {
                **keys,
                "DATABASE_URL": database,
                "REDIS_URL": redis,
                "REDIS_KEY_PREFIX": f"bench-{name}:",
            }
            workers.append(Worker(name, tree, environment))
            stack.callback(workers[-1].close)
        result: Figures = {"beside": beside, **measure(workers, blocks)}
        for project, figures in (("ours", ("cpu_ms",)), ("nights", ("cpu_ms", "postgres_ms"))):
            for step, each in result["projects"].get(project, {}).items():
                result[f"{step}_ms"] = sum(each[figure] for figure in figures)
        if "list_of_50_ms" in result:
            result["list_of_50_per_read"] = result["list_of_50_ms"] / result["read_ms"]
        for worker in workers:
            for fact in FACTS.get(worker.name, ()):
                result[fact] = worker.ask(fact=fact)
        with psycopg.connect(postgres) as connection:
            for setting in ("server_version", "fsync"):
                found = connection.execute(sql.SQL("SHOW {}").format(sql.Identifier(setting)))
                result[setting] = found.fetchall()[0][0]
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blocks", type=int, default=14, help="of 25 requests")
    parser.add_argument("--beside", metavar="REV", help="measure the product of this commit too")
    parser.add_argument("--projects", nargs="+", choices=USUAL, default=USUAL)
    options = parser.parse_args()
    json.dump(run(options.blocks, options.beside, options.projects), sys.stdout)


if __name__ == "__main__":
    main()
