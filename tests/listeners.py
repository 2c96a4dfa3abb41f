"""Servers of one connection at a time on this machine, for tests of calls to other hosts."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread

Serve = Callable[[socket.socket], object]


@contextmanager
def listener(serve: Serve) -> Iterator[tuple[int, list[int]]]:
    """A server on this machine; its port, and a list that grows with each connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        seen: list[int] = []

        def accept() -> None:
            while True:
                try:
                    link, _ = server.accept()
                except OSError:
                    return
                seen.append(1)
                with link, suppress(OSError):
                    serve(link)

        Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1], seen
        server.shutdown(socket.SHUT_RDWR)


def answering(text: bytes) -> Serve:
    """Read a whole request, and answer with `text`."""

    def serve(link: socket.socket) -> None:
        with link.makefile("rb") as asked:
            length = 0
            while (line := asked.readline()).strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            asked.read(length)
        link.sendall(text)

    return serve
