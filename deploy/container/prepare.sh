#!/bin/sh
# Usage: deploy/container/prepare.sh NAME, as root
# What compose.yaml needs, made once into deploy/container/state: settings for the site NAME, secrets
# that only the containers' users can read, and a certificate of an own authority (deploy/certificate.sh),
# which a further call renews in its last 30 days. Yours in state/tls (fullchain.pem, privkey.pem) are left
# as they are if they are there before the first call, or if state/site says SAMBA_TLS="files".
set -eu
umask 022
cd "$(dirname "$0")"
state=$PWD/state
name=${1:?the name under which members reach the site}
service=10001 proxy=101 # users in the images
mkdir -p "$state" state/acme
[ -e .env ] || printf 'SAMBA_NAME=%s\n' "$name" >.env
tls=own
[ ! -e state/tls/fullchain.pem ] || tls=files
[ -e state/site ] || printf 'SAMBA_NAMES="%s"\nSAMBA_TLS="%s"\n' "$name" "$tls" >state/site

secret() { # FILE COMMAND…: made once, never shown
    [ -e "state/$1" ] && return
    file=state/$1
    shift
    "$@" | tr -d '\n' | install -m 400 -o $service -g $service /dev/stdin "$file"
    echo "prepare.sh: made $file"
}
secret secret_key openssl rand -base64 48
secret deal_key openssl rand -hex 32
secret database_password openssl rand -hex 24
secret database_url sed 's|.*|postgresql://samba:&@database:5432/samba|' state/database_password
SAMBA_ETC=$state SAMBA_PROXY_GROUP=$proxy ../certificate.sh
