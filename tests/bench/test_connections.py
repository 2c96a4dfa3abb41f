"""The client of the bench reads answers as they come, and counts a server's whole session."""

import asyncio
import subprocess
import sys

import pytest

from deploy.bench.connections import Connection, cpu_s

WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
CHUNKED = (
    b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"
)
EMPTY = b'HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        pytest.param(WHOLE, (200, b"hello"), id="of a known length"),
        pytest.param(CHUNKED, (201, b"hello"), id="in chunks"),
        pytest.param(EMPTY, (304, b""), id="without a body"),
    ],
)
def test_two_answers_on_one_connection_are_kept_apart(sent, expected):
    async def serve(reader, writer):
        for _ in range(2):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(sent)
        await writer.drain()
        writer.close()

    async def call_twice():
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        connection = await Connection.to(server.sockets[0].getsockname()[1])
        answers = [await connection.call("GET", "/", "token") for _ in range(2)]
        connection.writer.close()
        server.close()
        return [(answer.status, answer.body) for answer in answers]

    assert asyncio.run(call_twice()) == [expected] * 2


@pytest.mark.skipif(sys.platform != "linux", reason="/proc shows it on Linux only")
def test_the_cpu_time_of_a_server_has_that_of_its_children():
    spin = "import time\nwhile time.process_time() < 0.2: pass"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {spin!r}])"
    command = [sys.executable, "-c", f"{child}; sys.stdin.read()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True) as server:
        while cpu_s(server.pid) < 0.1:
            assert server.poll() is None
        server.communicate()
