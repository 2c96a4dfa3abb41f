"""`python deploy/answering.py HOST PORT…` ends once the processes at these ports are ready.

The exit code is 1 if they are not within three minutes, in which a Raspberry Pi starts.
"""

import sys
import time
import urllib.request

PATIENCE_S = 180


def main() -> int:
    host, *ports = sys.argv[1:]
    until = time.monotonic() + PATIENCE_S
    while not all(is_ready(host, port) for port in ports):
        if time.monotonic() > until:
            return 1
        time.sleep(0.5)  # a start takes seconds, and each call takes some of its time
    return 0


def is_ready(host: str, port: str) -> bool:
    call = urllib.request.Request(f"http://127.0.0.1:{port}/readyz", headers={"Host": host})
    try:
        with urllib.request.urlopen(call, timeout=5):
            return True
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
