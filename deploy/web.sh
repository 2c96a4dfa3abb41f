#!/bin/sh
# Usage: deploy/web.sh [options of granian]
# The web process of production: WSGI, behind a proxy that ends TLS. Further options win over these.
#  - A request's headers have ten seconds to arrive, as in `make run`. At the bound of connections
#    granian takes no other one before one of them ends: let the proxy hold the slow callers.
#  - Bodies are bounded by samba_service/edge/bodies.py, in front of Django.
set -eu
cd "$(dirname "$0")/.."
ulimit -S -n "$(ulimit -H -n)" # the default of 1,024 open files is soon reached
exec "${PYTHON:-.venv/bin/python}" -m granian --interface wsgi --http 1 --no-ws \
    --http1-header-read-timeout 10000 --http1-buffer-size 65536 \
    --backlog 4096 --blocking-threads 16 "$@" samba_service.wsgi:application
