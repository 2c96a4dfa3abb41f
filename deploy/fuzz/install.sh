#!/bin/sh
# Schemathesis, in .fuzz/ by deploy/requirements/fuzz.lock. A stamp makes the next call free.
set -eu
cd "$(dirname "$0")/../.."
lock=deploy/requirements/fuzz.lock
stamp=.fuzz/.$(cksum <"$lock" | cut -d' ' -f1)
[ -e "$stamp" ] && exit 0

echo "samba-service: installing schemathesis into .fuzz (under a minute, once)"
rm -rf .fuzz
.venv/bin/python -m venv .fuzz
.fuzz/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes --requirement "$lock"
: >"$stamp"
