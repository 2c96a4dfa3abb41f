"""Children that do not outlive us and may open as many files as they need."""

import ctypes
import resource
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1
OPEN_FILES = 10_240
"""Twice the connections of a web process; macOS allows no more."""


def dies_with_us(stop: signal.Signals) -> Callable[[], None] | None:
    """For Popen's preexec_fn: the kernel sends `stop` to the child when we die. Only on Linux."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_PR_SET_PDEATHSIG, stop)


def raise_file_limit() -> None:
    """Give us and our children as many open files as the system allows and we need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
