#!/bin/sh
# Usage: deploy/process.sh web|live|bots|rounds|sweeper [options]
# One process of production, once `manage.py preflight` has nothing against its start. What follows a
# hyphen tells processes of one kind apart: `sweeper-2` is a second sweeper.
set -eu
cd "$(dirname "$0")/.."
export PYTHON="${PYTHON:-.venv/bin/python}"
kind=${1%%-*}
shift
case $kind in
web | live | bots | rounds | sweeper) ;;
*)
    echo "deploy/process.sh: no such process: $kind" >&2
    exit 64
    ;;
esac
"$PYTHON" manage.py preflight --wait 30
export SAMBA_PROCESS="$kind"
case $kind in
web) exec deploy/web.sh --port "${WEB_PORT:-8001}" --workers "${WEB_WORKERS:-2}" "$@" ;;
live) exec deploy/live.sh --port "${LIVE_PORT:-8002}" "$@" ;;
bots | rounds) exec "$PYTHON" -m samba_service.worker "$kind" "$@" ;;
sweeper) exec "$PYTHON" manage.py sweeper "$@" ;;
esac
