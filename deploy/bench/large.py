"""`make bench-large`: every list and page on a big database, and what a finished game takes.

Starts a PostgreSQL for it, and a process that fills a database and reads them (`lists.py`).
Writes `large.json` (the figures) and `plans.txt` (the slowest plan of each) beside this file.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from secrets import token_hex
from typing import Any

from deploy.bench.report import machine
from deploy.bench.web import Worker, measure, own_database, servers
from samba_service.devstack.folder import REPOSITORY

HERE = Path(__file__).parent
LIST_MS, PAGE_MS, GAME_BYTES = 20, 100, 45_000
"""At most, for a page of each list, a page for people, and a finished game of 100 rows."""
SERVER = {
    **{"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"},
    **{"max_wal_size": "8GB", "shared_buffers": "1GB", "maintenance_work_mem": "512MB"},
}
"""Of a database that may be lost; 1 GB of buffers is less than the big database has."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--nights", type=int, default=500, help="tournaments of 20 pairs")
    parser.add_argument("--played", type=int, default=20, help="games that are really played")
    parser.add_argument("--blocks", type=int, default=10, help="times that each is read")
    parser.add_argument("--results", type=Path, default=HERE, help="folder of the results")
    options = parser.parse_args()
    sizes = {name: vars(options)[name] for name in ("games", "nights", "played")}
    with (
        servers("bench-large", SERVER) as (postgres, redis),
        own_database(postgres, "samba_bench_large") as database,
    ):
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": redis,
            "REDIS_KEY_PREFIX": "bench-large:",
            "SECRET_KEY": token_hex(32),
            "SAMBA_DEAL_KEY": token_hex(32),
            "BENCH_LARGE": json.dumps(sizes),
        }
        worker = Worker("large", REPOSITORY, environment)
        measured = measure([worker], options.blocks)
        lists = measured["projects"]["large"]
        figures = {
            "revision": subprocess.check_output(
                ["git", "-C", REPOSITORY, "rev-parse", "--short", "HEAD"], text=True
            ).strip(),
            "machine": machine(),
            "load": f"{os.getloadavg()[0]:.1f}",
            "loop_ms": measured["loop_ms"],
            "asked": sizes,
            **worker.ask(fact="sizes"),
            "lists": lists,
        }
        plans = worker.ask(fact="plans")
        worker.close()
    (options.results / "large.json").write_text(json.dumps(figures, indent=1) + "\n")
    slowest = {name: max(texts, key=execution_ms) for name, texts in plans.items() if texts}
    (options.results / "plans.txt").write_text(
        "\n\n".join(f"=== {name}\n\n{text}" for name, text in slowest.items()) + "\n"
    )
    print(report(figures))


def execution_ms(text: str) -> float:
    """What a statement took, from its plan."""
    return float(text.rpartition("Execution Time: ")[2].removesuffix(" ms"))


def report(figures: dict[str, Any]) -> str:
    """The figures in words, with those that miss their bounds marked."""
    lines = [
        f"{sum(figures['rows'].values()):,} rows of games in {figures['filled_s']:,.0f} s,"
        f" {figures['database_bytes'] / 1e9:.1f} GB; load {figures['load']}",
        f"a finished game of 100 rows: {figures['game_of_100_rows_bytes'] / 1000:.1f} kB"
        f" (at most {GAME_BYTES / 1000:.0f})",
    ]
    for name, each in sorted(figures["lists"].items(), key=lambda item: -cost_ms(item[1])):
        bound = PAGE_MS if name.startswith("page") else LIST_MS
        missed = "  MISSED" if cost_ms(each) > bound else ""
        lines.append(
            f"{cost_ms(each):8.2f} ms  {name} (PostgreSQL {each['postgres_ms']:.2f}){missed}"
        )
    return "\n".join(lines)


def cost_ms(each: dict[str, float]) -> float:
    """CPU time of our process and of PostgreSQL's."""
    return each["cpu_ms"] + each["postgres_ms"]


if __name__ == "__main__":
    sys.exit(main())
