#!/bin/sh
# Usage: deploy/manage.sh COMMAND [options], as root
# `manage.py COMMAND` as the service's own user, with the settings and secrets of /etc/samba-service.
set -eu
cd "$(dirname "$0")/.."
etc=/etc/samba-service

load() { # as systemd reads it: a line is a name and its value
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        [A-Z]*=*)
            value=${line#*=}
            value=${value#\"}
            export "${line%%=*}=${value%\"}"
            ;;
        esac
    done <"$1"
}

[ -r "$etc/secret_key" ] || {
    echo "deploy/manage.sh: only root can read $etc/secret_key" >&2
    exit 77
}
load "$etc/site"
load "$etc/environment"
SECRET_KEY=$(cat "$etc/secret_key")
SAMBA_DEAL_KEY=$(cat "$etc/deal_key")
export SECRET_KEY SAMBA_DEAL_KEY PYTHONDONTWRITEBYTECODE=1
exec setpriv --reuid=samba --regid=samba --init-groups .venv/bin/python manage.py "$@"
