#!/bin/sh
# Usage: deploy/live.sh [options of uvicorn]
# The live process of production: ASGI, beside the web processes. It serves the whole API, and only it
# can keep a call open, so let the proxy send it the paths that end in /stream and /events. Further
# options win over these.
#  - The proxy must not buffer these answers, nor end a call before 35 seconds without a byte: a
#    waiting call takes up to 30, a stream is silent for 15.
#  - An open call takes a file and some 30 kB, no thread and no connection to the database. Start more
#    processes for more than some thousand; any of them may serve any call.
set -eu
cd "$(dirname "$0")/.."
ulimit -S -n "$(ulimit -H -n)" # the default of 1,024 open files is soon reached
exec "${PYTHON:-.venv/bin/python}" -m uvicorn samba_service.asgi:application \
    --http samba_service.edge.connections:BoundedProtocol --ws none --lifespan off \
    --backlog 4096 --no-access-log --no-proxy-headers --timeout-graceful-shutdown 3 "$@"
