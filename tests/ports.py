"""Ports for servers of tests, which nobody else on the machine is given meanwhile."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_port() -> Iterator[int]:
    """A port of loopback that is ours for the length of the block.

    It is bound and not listened to, so that the kernel gives it to no connection; a server that
    sets SO_REUSEADDR, as all of ours do, may listen on it.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]
