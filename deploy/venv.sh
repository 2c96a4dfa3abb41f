#!/bin/sh
# Usage: deploy/venv.sh embedded|dev
# Brings .venv in line with deploy/requirements/$1.lock, where a stamp makes the next call free,
# and compiles the texts of the pages that have changed.
set -eu
cd "$(dirname "$0")/.."
lock=deploy/requirements/$1.lock
stamp=.venv/.$1-$(cksum <"$lock" | cut -d' ' -f1)

texts() {
    for source in samba_service/locale/*/LC_MESSAGES/*.po; do
        [ -e "$source" ] || return 0
        [ "${source%.po}.mo" -nt "$source" ] || exec .venv/bin/python -m deploy.catalogues
    done
}

[ -e "$stamp" ] && .venv/bin/python -c '' 2>/dev/null && texts && exit 0

fail() {
    echo "samba-service: $1" >&2
    exit 1
}

newer() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        newer "$candidate" && echo "$candidate" && return
    done
    fail "Python 3.11 or newer is needed (found: $(python3 --version 2>&1 || true)); PYTHON=/path/to/python3 names one"
}

if ! newer .venv/bin/python; then
    python=$(find_python)
    rm -rf .venv
    "$python" -m venv .venv >/dev/null 2>&1 && [ -x .venv/bin/pip ] || {
        rm -rf .venv
        fail "'$python -m venv' does not work; on Debian and Ubuntu: apt install python3-venv"
    }
fi

echo "samba-service: installing $lock into .venv (under a minute, once)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes --requirement "$lock" || fail "the packages of $lock could not be installed"
rm -f .venv/."$1"-*
: >"$stamp"
texts
