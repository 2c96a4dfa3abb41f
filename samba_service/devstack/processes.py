"""Children that do not outlive us."""

import ctypes
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def dies_with_us(stop: signal.Signals) -> Callable[[], None] | None:
    """For Popen's preexec_fn: the kernel sends `stop` to the child when we die. Linux alone."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    return lambda: libc.prctl(_PR_SET_PDEATHSIG, stop)
