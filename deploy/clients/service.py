"""A service of one's own on loopback."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

REPOSITORY = Path(__file__).resolve().parents[2]


@contextmanager
def service() -> Iterator[str]:
    """The address of everything that `make run` starts, with data of its own, until the end."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as data:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = {**os.environ, "SAMBA_DATA": data, "HOST": "127.0.0.1", "PORT": str(port)}
        command = [sys.executable, "-m", "samba_service.devstack"]
        process = subprocess.Popen(
            command, cwd=REPOSITORY, env=environment | {"DEMO": "0"}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if "Ctrl-C stops it" in line:
                    # A full pipe would stop the service.
                    Thread(target=process.stdout.read, daemon=True).start()
                    yield f"http://127.0.0.1:{port}"
                    return
            raise SystemExit("the service did not start")
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)
