"""The rehearsal of a league night: a whole site from nothing, kills, an upgrade, a backup restored.

`python -m deploy.rehearse`; docs/operations.md says what it does. The exit code is 1 if anything
was lost, doubled or refused that must not be.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import psycopg

from deploy.rehearse.calls import Proxy
from deploy.rehearse.judge import moves_faults, moves_logged, statuses
from deploy.rehearse.night import Night
from deploy.rehearse.players import Ledger
from deploy.rehearse.report import Report, report_of, written
from deploy.rehearse.restored import Restoration
from deploy.rehearse.site import KINDS, NAME, SERVERS, CommandFailed, Site
from deploy.rehearse.storm import Storm

Say = Callable[[str], None]
DELETE_ONE = (
    "DELETE FROM games_move WHERE (game_number, version) = (SELECT game_number, version {})"
)
DOUBLE_ONE = """
    INSERT INTO games_move (game_number, version, first_seq, last_seq, hand, seat, actor, via,
        action, events, made_at, previous_hash, hash)
    SELECT game_number, version + 1000, first_seq, last_seq, hand, seat, actor, via, action, events,
        made_at, previous_hash, hash {}
"""
SOME_MOVE = "FROM games_move WHERE action <> '' AND actor IS NOT NULL ORDER BY made_at LIMIT 1"


class Break(StrEnum):
    """What is broken on purpose, to see that the rehearsal finds it."""

    LOST = "lost"
    DOUBLED = "doubled"
    HASH = "hash"


def main() -> int:
    options = _parser().parse_args()
    began = time.monotonic()

    def say(line: str) -> None:
        print(f"{time.monotonic() - began:6.0f} s  {line}", flush=True)

    with tempfile.TemporaryDirectory(prefix="samba-rehearsal-", dir="/var/tmp") as folder:
        site = Site(Path(folder), options.before)
        try:
            report = asyncio.run(rehearse(site, options, say))
        finally:
            site.data.remove()
    report["took_s"] = time.monotonic() - began
    if options.report:
        options.report.write_text(json.dumps(report, indent=2) + "\n")
    print(written(report))
    return 0 if report["passed"] else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m deploy.rehearse", description=__doc__)
    parser.add_argument("--tables", type=int, default=40, help="of four clients each")
    parser.add_argument("--hands", type=int, default=2, help="of a game")
    parser.add_argument("--rounds", type=int, default=2, help="at least; until all was done")
    parser.add_argument(
        "--think", type=float, default=1.0, help="seconds before a move, on average"
    )
    parser.add_argument("--before", default="", help="the commit that is the older version")
    parser.add_argument("--report", type=Path, help="a file for the report, as JSON")
    parser.add_argument("--calm", action="store_true", help="no kills, and no newer version")
    parser.add_argument(
        "--break", dest="breaks", type=Break, action="append", default=[],
        help="lost, doubled or hash: damage that must be found",
    )  # fmt: skip
    return parser


async def rehearse(site: Site, options: argparse.Namespace, say: Say) -> Report:
    say(f"building two versions of the site in {site.folder}")
    await site.build()
    ledger = Ledger()
    proxy = Proxy(site.https, NAME, site.trusted())
    night = Night(proxy, ledger, tables=options.tables, hands=options.hands, think_s=options.think)
    restoration = Restoration(site, ledger, say, wrong_hash=Break.HASH in options.breaks)
    storm = Storm(site, ledger, proxy, options.tables, say, restoration, options.calm)
    try:
        await _start(site, say)
        keeper = asyncio.create_task(storm.keep())
        faults = await _play(night, storm, options.rounds, say)
        keeper.cancel()
        with suppress(asyncio.CancelledError):
            await keeper
        for each in options.breaks:
            _break(site, each)
        say("looking at every game")
        holds, found = await _judged(site, night)
        if not options.calm:
            found += _outdated(site)
        faults += storm.faults + found
        return report_of(night, storm, holds + restoration.holds, faults)
    finally:
        await site.end()


async def _start(site: Site, say: Say) -> None:
    """Servers, migrations of the older version, its processes, the proxy, the keeper of the log."""
    servers = [site.parts[name] for name in SERVERS]
    for server in servers:
        await server.start()
    say("migrating")
    await site.manage(site.old, "migrate", "--noinput", "-v0")
    say("starting the processes")
    others = (part for part in site.parts.values() if part not in servers)
    await asyncio.gather(*(part.start() for part in others))


async def _play(night: Night, storm: Storm, rounds: int, say: Say) -> list[str]:
    """The night and the storm together. Each fault of the players."""
    say(f"{night.people} people come")
    await night.open()
    say("the night begins")
    storm.began = time.monotonic()
    try:
        async with asyncio.TaskGroup() as both:
            both.create_task(storm.run())
            both.create_task(night.play(rounds, lambda: storm.over))
    except ExceptionGroup as failed:
        return [f"the night broke off: {each!r}" for each in failed.exceptions]
    return night.ledger.failures


async def _judged(site: Site, night: Night) -> tuple[list[str], list[str]]:
    """What holds, and what does not."""
    holds, faults, ledger = list[str](), list[str](), night.ledger
    try:
        holds += (await site.manage(site.new, "replay_check")).splitlines()
    except CommandFailed as failed:
        faults += str(failed).splitlines()
    url = site.backups.database_url
    unkept = moves_faults(ledger.acknowledged, moves_logged(url, ledger.acknowledged))
    if not unkept:
        holds.append(f"{ledger.moves} acknowledged moves are in the log once, and no others")
    if (found := statuses(url)) != {"finished": night.rounds * night.people // 4}:
        faults.append(f"games by state: {dict(found)}")
    if night.results != len(ledger.tables):
        faults.append(f"{len(ledger.tables)} games, {night.results} results")
    return holds, faults + unkept


def _outdated(site: Site) -> list[str]:
    """Faults of processes that the newer version should have replaced."""
    running = {name: site.parts[name].folder() for name in KINDS}
    return [f"{name} runs the older version" for name in KINDS if running[name] != site.new]


def _break(site: Site, what: Break) -> None:
    """Lose or double a move that a client was acknowledged, behind the service's back."""
    if statement := {Break.LOST: DELETE_ONE, Break.DOUBLED: DOUBLE_ONE}.get(what):
        with psycopg.connect(site.backups.database_url) as connection:
            connection.execute("SET session_replication_role = replica")
            connection.execute(statement.format(SOME_MOVE))


if __name__ == "__main__":
    sys.exit(main())
