"""Exit code 0 if the process of this container answers; one that serves nobody only has to live."""

import os
import sys
from http.client import HTTPConnection
from pathlib import Path

PORTS = {"granian": ("WEB_PORT", "8001"), "uvicorn": ("LIVE_PORT", "8002")}


def main() -> int:
    running = Path("/proc/1/cmdline").read_text()
    for server, (setting, port) in PORTS.items():
        if server in running:
            host = os.environ["ALLOWED_HOSTS"].split(",")[0]
            connection = HTTPConnection("127.0.0.1", int(os.environ.get(setting, port)), timeout=4)
            connection.request("GET", "/healthz", headers={"Host": host})
            return 0 if connection.getresponse().status == 200 else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
