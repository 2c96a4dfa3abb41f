"""The logs of the programs on the disk."""

import asyncio
import sys
from pathlib import Path

import pytest

from samba_service.devstack import log
from samba_service.devstack.supervisor import Child, Supervisor

TALK = "import sys\nfor n in range(2000): print('line', n, 'x' * 50)"
ENDLESS = "import sys\nsys.stdout.write('x' * 3_000_000)\nprint()\nprint('and on')"


def run(folder: Path, program: str) -> None:
    supervisor = Supervisor(folder)
    command = [sys.executable, "-c", program]

    async def to_its_end() -> None:
        await supervisor.run(Child(name="talker", command=command))
        await supervisor.stop()

    asyncio.run(to_its_end())


@pytest.mark.usefixtures("capsys")
def test_a_log_is_bounded_while_its_program_runs(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(log, "LOG_BYTES", 20_000)
    run(tmp_path, TALK)

    assert sorted(file.name for file in tmp_path.iterdir()) == ["talker.log", "talker.log.1"]
    assert all(file.stat().st_size <= 20_000 for file in tmp_path.iterdir())
    latest = (tmp_path / "talker.log").read_text()
    before = (tmp_path / "talker.log.1").read_text()
    kept = [int(line.split()[1]) for line in (before + latest).splitlines()]
    assert kept == list(range(kept[0], 2000))


@pytest.mark.usefixtures("capsys")
def test_a_log_goes_on_where_it_was(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(log, "LOG_BYTES", 20_000)
    for _ in range(4):
        run(tmp_path, "print('x' * 7_000)")

    assert (tmp_path / "talker.log.1").stat().st_size == 14_002
    assert (tmp_path / "talker.log").stat().st_size == 14_002


@pytest.mark.usefixtures("capsys")
def test_an_endless_line_neither_fills_the_log_nor_ends_it(tmp_path) -> None:
    run(tmp_path, ENDLESS)

    text = (tmp_path / "talker.log").read_text()
    assert text.endswith("and on\n")
    assert len(text) < 2**20
