"""A folder in which the processes of one machine, or container host, keep what they count.

Each process has files of its own, locked for its life; `metrics_read` adds them up. What an ended
process has counted is added to the files of `ended`, and its gauges are forgotten.
"""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prometheus_client import CollectorRegistry, Metric, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

ENDED = "ended"
_owners: dict[int, tuple[str, int]] = {}
"""By process, the name of its files and its lock; a forked process gets its own."""


def share(folder: Path) -> None:
    """Have all metrics that are made from now on kept there. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.update(PROMETHEUS_MULTIPROC_DIR=str(folder))
    values.ValueClass = values.MultiProcessValue(lambda: _owner(folder))


def metrics_read(folder: Path) -> CollectorRegistry:
    """What all processes have counted, for one exposition."""
    registry = CollectorRegistry()
    with _alone(folder):
        _add_up_ended(folder)
        found = list(MultiProcessCollector(None, str(folder)).collect())
    registry.register(_Read(found))
    return registry


class _Read(Collector):
    """What was read, as a collector."""

    def __init__(self, found: list[Metric]) -> None:
        self._found = found

    def collect(self) -> list[Metric]:
        return self._found


def _owner(folder: Path) -> str:
    pid = os.getpid()
    if pid not in _owners:
        name = secrets.token_hex(8)
        lock = os.open(folder / f"{name}.lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        _owners[pid] = name, lock
    return _owners[pid][0]


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / "folder").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _add_up_ended(folder: Path) -> None:
    for lock in folder.glob("*.lock"):
        with lock.open("r+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue  # the process lives
            for each in folder.glob(f"*_{lock.stem}.db"):
                if not each.name.startswith("gauge"):
                    _add(each, folder / f"{each.name.partition('_')[0]}_{ENDED}.db")
                each.unlink()
            lock.unlink()


def _add(source: Path, target: Path) -> None:
    sums = MmapedDict(str(target))
    try:
        for key, value, _time, _position in MmapedDict.read_all_values_from_file(str(source)):
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
    finally:
        sums.close()
