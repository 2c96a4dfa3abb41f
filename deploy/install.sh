#!/bin/sh
# Usage: deploy/install.sh --name NAME [options], as root, from /opt/samba-service
# A club's server on Debian 12 or newer: PostgreSQL, Valkey or Redis, nginx with TLS, backups, and the
# units of the service. A further run does what is missing only, and needs no options: it knows the
# former ones. It ends with what is left to do by hand.
#   --name NAME      under which members reach it: club.example, or an address such as 192.168.7.5;
#                    again for each further name
#   --tls own        certificates of an authority on this machine (the default)
#   --tls acme       of Let's Encrypt: the names are known to the public DNS, port 80 is reached
#   --tls files      yours: fullchain.pem and privkey.pem in /etc/samba-service/tls
#   --listen ADDRESS only there, not on all addresses; --http PORT, --https PORT: not 80 and 443
#   --admin NAME     the first admin, whose password is asked for
#   --recipient KEY  encrypt backups for this public key (age1…); again for each further one
#   --dry-run        says what it would do, and changes nothing
set -eu
umask 022
program=/opt/samba-service
etc=/etc/samba-service
data=/var/lib/samba-service
backups=/var/backups/samba-service
due=$data/restart-due
changes=0
changed=''
dry=''

fail() {
    echo "install.sh: $1" >&2
    exit 1
}
said() { # one more change, or one that there would be
    changes=$((changes + 1))
    echo "${dry:+would }$1"
}
has() { [ -n "$(command -v "$1")" ]; }
running_systemd() { [ -d /run/systemd/system ]; }
as_postgres() { (cd / && runuser -u postgres -- "$@"); }
chosen() { # NAME DEFAULT: what the operator has set
    own=$(sed -n "s/^$1=\"*\([^\"]*\)\"*\$/\1/p" "$etc/environment" 2>/dev/null | tail -n 1)
    echo "${own:-$2}"
}
setting() { [ ! -e "$etc/site" ] || sed -n "s/^$1=\"\(.*\)\"\$/\1/p" "$etc/site"; }

restart_due() { # before a change: kept until the service has answered, for the next run if this one fails
    changed=yes
    [ -n "$dry" ] || : >$due
}

put() { # FILE MODE OWNER:GROUP: the standard input, unless that is in the file
    fresh=$(mktemp)
    cat >"$fresh"
    if [ -e "$1" ] && cmp -s "$fresh" "$1"; then
        rm "$fresh"
        return
    fi
    said "write $1"
    restart_due
    [ -n "$dry" ] || install -D -m "$2" -o "${3%:*}" -g "${3#*:}" "$fresh" "$1"
    rm "$fresh"
}

names='' tls='' listen='' http='' https='' admin='' recipients=''
while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=yes && shift && continue ;;
    --name | --tls | --listen | --http | --https | --admin | --recipient) [ $# -gt 1 ] || fail "$1 needs a value" ;;
    *) fail "no such option: $1 (the first lines of this file list them)" ;;
    esac
    case $2 in *[!A-Za-z0-9.:_@+-]* | '') fail "not a value of $1: $2" ;; esac
    case $1 in
    --name) names="${names:+$names }$2" ;;
    --tls) tls=$2 ;;
    --listen) listen=$2 ;;
    --http) http=$2 ;;
    --https) https=$2 ;;
    --admin) admin=$2 ;;
    --recipient)
        case $2 in
        age1*) recipients="${recipients:+$recipients,}$2" ;;
        *) fail "--recipient takes a public key, age1…; a secret one must not be on this machine" ;;
        esac
        ;;
    esac
    shift 2
done
names=${names:-$(setting SAMBA_NAMES)}
tls=${tls:-$(setting SAMBA_TLS)}
listen=${listen:-$(setting SAMBA_LISTEN)}
http=${http:-$(setting SAMBA_HTTP)}
https=${https:-$(setting SAMBA_HTTPS)}
recipients=${recipients:-$(setting SAMBA_BACKUP_RECIPIENTS)}
tls=${tls:-own} http=${http:-80} https=${https:-443}

[ -n "$names" ] || fail "--name is needed: the name under which members reach this machine"
case $tls in own | acme | files) ;; *) fail "--tls is own, acme or files" ;; esac
[ "$(id -u)" = 0 ] || fail "this needs root: sudo deploy/install.sh …"
[ "$(cd "$(dirname "$0")/.." && pwd -P)" = "$program" ] || fail "the program belongs into $program: clone it there"
[ -e /etc/debian_version ] && has apt-get || fail "this is for Debian; docs/operations.md has other ways"
cd "$program"

# --- Debian's packages ----------------------------------------------------------------------------
installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
missing=''
need() { installed "$1" || missing="$missing $1"; }
for package in ca-certificates nginx openssl postgresql python3 python3-venv; do need $package; done
if ! has valkey-server && ! has redis-server; then
    # Without its caches, which apt would write.
    if apt-cache -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= show valkey-server >/dev/null 2>&1; then need valkey-server; else need redis-server; fi
fi
[ "$tls" != acme ] || need certbot
if [ -n "$missing" ]; then
    said "install$missing"
    if [ -z "$dry" ]; then
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq
        # shellcheck disable=SC2086  # several packages
        apt-get install -y -qq --no-install-recommends $missing >/dev/null
        # Their own services are not needed: ours have limits, and no rights.
        for package in $missing; do
            case $package in nginx | valkey-server | redis-server)
                if running_systemd; then systemctl --quiet disable --now "$package.service"; fi ;;
            esac
        done
    fi
fi

# --- Users and folders ----------------------------------------------------------------------------
for user in samba samba-backup samba-proxy samba-redis; do
    getent passwd $user >/dev/null && continue
    said "make the user $user"
    [ -n "$dry" ] || useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin $user
done
folder() { # FOLDER MODE OWNER
    if [ -d "$1" ]; then return; fi
    said "make the folder $1"
    [ -n "$dry" ] || install -d -m "$2" -o "$3" -g "$3" "$1"
}
folder $etc 755 root
folder $data 755 root
folder $data/acme 755 root
folder /var/cache/samba-proxy 700 samba-proxy
folder $backups 700 samba-backup
folder $data/backup 755 samba-backup

# --- Settings, and secrets that are made once -------------------------------------------------------
host=${names%% *}
at=$host
[ "$https" = 443 ] || at=$host:$https
# An earlier run has changed something that was never started: it failed, or systemd did not run.
[ ! -e $due ] || changed=yes
put $etc/site 644 root:root <<END
# Written by deploy/install.sh, which knows its options from here. Your settings: environment, beside.
SAMBA_NAMES="$names"
SAMBA_TLS="$tls"
SAMBA_LISTEN="$listen"
SAMBA_HTTP="$http"
SAMBA_HTTPS="$https"
DJANGO_SETTINGS_MODULE="samba_service.settings.prod"
ALLOWED_HOSTS="$(echo "$names" | tr ' ' ',')"
SAMBA_PUBLIC_URL="https://$at"
DATABASE_URL="postgresql://samba@/samba?host=/var/run/postgresql"
REDIS_URL="unix:///run/samba-redis/redis.sock"
NUM_PROXIES="1"
WEB_WORKERS="2"
SAMBA_PROCESSES="7"
SAMBA_BACKUP_RECIPIENTS="$recipients"
SAMBA_BACKUP_DATABASE_URL="postgresql://samba-backup@/samba?host=/var/run/postgresql"
SAMBA_BACKUP_STAMP="${recipients:+$data/backup/made}"
END
if [ ! -e $etc/environment ]; then
    put $etc/environment 640 root:samba <<'END'
# Settings of this installation, as deploy/env.example explains them; they win over those in site.
# Then: systemctl restart samba.target
#SAMBA_REGISTRATION_OPEN=false
END
fi
secret() { # FILE COMMAND…: made once, never shown
    [ -e "$1" ] && return
    said "make the secret $1"
    [ -n "$dry" ] || (umask 077 && file=$1 && shift && "$@" | tr -d '\n' >"$file.new" && [ -s "$file.new" ] && mv "$file.new" "$file")
}
secret $etc/secret_key openssl rand -base64 48
secret $etc/deal_key openssl rand -hex 32

# --- The program ------------------------------------------------------------------------------------
stamp=$program/.venv/.installed
if [ ! -e $stamp ] || [ -n "$(find games samba_service tournaments manage.py docs/clients.md \
    deploy/*.sh deploy/*.py deploy/requirements/runtime.lock \
    -newer $stamp -type f -not -path '*/__pycache__/*' -not -name '*.mo' -print -quit)" ]; then
    said "install the program's packages, and its texts and static files"
    restart_due
    if [ -z "$dry" ]; then
        deploy/venv.sh runtime
        SECRET_KEY=$(openssl rand -base64 48) SAMBA_DEAL_KEY=$(openssl rand -hex 32) ALLOWED_HOSTS=x \
            DATABASE_URL=postgresql:///x REDIS_URL=redis://x DJANGO_SETTINGS_MODULE=samba_service.settings.prod \
            .venv/bin/python manage.py collectstatic --noinput --verbosity 0
        .venv/bin/python -m compileall -q games samba_service tournaments
        touch $stamp
    fi
fi

# --- The database -------------------------------------------------------------------------------------
asked() { [ "$(as_postgres psql -tAqc "$1" 2>/dev/null)" = 1 ]; }
start_database() { # Debian starts it; not in a container or a chroot
    asked 'SELECT 1' && return
    pg_lsclusters -h | while read -r version cluster _; do pg_ctlcluster "$version" "$cluster" start || true; done
    for _ in 1 2 3 4 5 6 7 8 9 10; do asked 'SELECT 1' && return || sleep 1; done
    fail "PostgreSQL does not answer: pg_lsclusters shows the server, journalctl -u postgresql why"
}
if [ -z "$dry" ]; then start_database; fi
role() { # NAME RIGHT: of the database, for the user of that name on this machine
    if asked "SELECT 1 FROM pg_roles WHERE rolname = '$1'"; then return; fi
    said "make the role $1 of the database, for the user $1 of this machine only"
    [ -n "$dry" ] || as_postgres createuser --no-superuser --no-createdb --no-createrole "$2" "$1"
}
log_no_rows_of() { # NAME
    if asked "SELECT 1 FROM pg_db_role_setting, pg_roles WHERE setrole = pg_roles.oid AND rolname = '$1'"; then return; fi
    said "keep rows, and so cards, that $1 reads or writes out of the log of the database"
    [ -n "$dry" ] || as_postgres psql -q -v ON_ERROR_STOP=1 -v role="$1" <<'END'
ALTER ROLE :"role" SET log_error_verbosity = terse;
ALTER ROLE :"role" SET log_min_error_statement = panic;
ALTER ROLE :"role" SET log_parameter_max_length = 0;
ALTER ROLE :"role" SET log_parameter_max_length_on_error = 0;
END
}
role samba --no-replication
role samba-backup --replication
if ! asked "SELECT 1 FROM pg_database WHERE datname = 'samba'"; then
    said "make the database samba"
    [ -n "$dry" ] || as_postgres createdb --owner samba --encoding UTF8 --template template0 --locale C.UTF-8 samba
fi
log_no_rows_of samba
log_no_rows_of samba-backup
if ! asked "SELECT 1 FROM pg_auth_members WHERE roleid = 'pg_read_all_data'::regrole AND member = '\"samba-backup\"'::regrole"; then
    said "let samba-backup read every table"
    [ -n "$dry" ] || as_postgres psql -q -c 'GRANT pg_read_all_data TO "samba-backup"'
fi
if ! asked "SELECT 1 FROM pg_settings WHERE name = 'max_slot_wal_keep_size' AND setting <> '-1'"; then
    said "let the database keep at most 4 GB of its log for backups that do not fetch it"
    [ -n "$dry" ] || as_postgres psql -q -c "ALTER SYSTEM SET max_slot_wal_keep_size = '4GB'" -c 'SELECT pg_reload_conf()' >/dev/null
fi
if [ -n "$dry" ] && [ -n "$changed" ]; then
    said "run the migrations that are missing"
elif [ -z "$dry" ] && ! deploy/manage.sh migrate --check >/dev/null 2>&1; then
    said "run the migrations that are missing"
    deploy/manage.sh migrate --noinput --verbosity 0
fi

# --- The proxy and the units ----------------------------------------------------------------------------
sed -e "s|\${SAMBA_NAMES}|$names|; s|\${SAMBA_AT}|$at|; s|\${SAMBA_TLS}|$etc/tls|; s|\${SAMBA_ACME}|$data/acme|" \
    -e "s|\${SAMBA_TEMP}|/var/cache/samba-proxy|; s|\${SAMBA_WEB}|127.0.0.1:$(chosen WEB_PORT 8001)|; s|\${SAMBA_LIVE}|127.0.0.1:$(chosen LIVE_PORT 8002)|" \
    -e "s|\${SAMBA_HTTP}|${listen:+$listen:}$http|; s|\${SAMBA_HTTPS}|${listen:+$listen:}$https|" \
    deploy/proxy/nginx.conf.template >"${fresh_conf:=$(mktemp)}"
case $(nginx -v 2>&1) in
*nginx/1.2[0-4].*) ;;
*) sed -i 's|^\( *\)\(listen .* ssl\) http2;$|\1\2;\n\1http2 on;|' "$fresh_conf" ;; # since 1.25 it warns of the other form
esac
if [ -z "$listen" ] && [ -e /proc/net/if_inet6 ]; then
    sed -i 's|^\( *listen \)\([0-9]*\)\(.*\)$|&\n\1[::]:\2\3|' "$fresh_conf"
fi
put $etc/nginx.conf 644 root:root <"$fresh_conf"
rm "$fresh_conf"
for unit in deploy/systemd/*.* deploy/systemd/*.d/*; do
    if [ -f "$unit" ]; then put "/etc/systemd/system/${unit#deploy/systemd/}" 644 root:root <"$unit"; fi
done
if [ "$tls" != files ] && [ ! -e $etc/tls/fullchain.pem ]; then
    said "make an authority for $names, and a certificate"
fi
if [ -z "$dry" ]; then
    deploy/certificate.sh
    [ -e $etc/tls/fullchain.pem ] || fail "put fullchain.pem and privkey.pem into $etc/tls, and run this again"
    setpriv --reuid=samba-proxy --regid=samba-proxy --init-groups --inh-caps=+net_bind_service \
        --ambient-caps=+net_bind_service nginx -e stderr -q -t -c $etc/nginx.conf ||
        fail "nginx refuses its configuration: $etc/nginx.conf"
fi

# --- Start --------------------------------------------------------------------------------------------------
if [ -n "$dry" ]; then
    [ -z "$changed" ] || said "ask manage.py preflight, and start samba.target"
elif ! running_systemd; then
    echo "systemd does not run here: nothing was started"
elif [ -n "$changed" ] || ! systemctl --quiet is-active samba.target; then
    said "start samba.target"
    systemctl daemon-reload
    systemctl --quiet enable --now samba-redis.service samba-certificate.timer
    deploy/manage.sh preflight --wait 30 || fail "the service may not start like this"
    systemctl --quiet enable samba.target samba-proxy.service
    systemctl restart samba.target samba-proxy.service
    .venv/bin/python deploy/answering.py "$host" "$(chosen WEB_PORT 8001)" "$(chosen LIVE_PORT 8002)" ||
        fail "the service does not answer: journalctl -u 'samba@*' says why"
    rm -f $due
fi
recipients=$(chosen SAMBA_BACKUP_RECIPIENTS "$recipients")
if [ -n "$recipients" ]; then
    if [ -n "$dry" ]; then
        [ -z "$changed" ] || said "keep the log of the database, make a backup each night, and the first one now"
    elif running_systemd; then
        if [ -n "$changed" ] || ! systemctl --quiet is-active samba-backup@wal.service; then
            said "keep the log of the database, and make a backup each night"
            systemctl --quiet enable --now samba-backup.timer
            systemctl --quiet enable samba-backup@wal.service
            systemctl restart samba-backup@wal.service
        fi
        if [ -z "$(find $backups -maxdepth 1 -name 'base-*' -print -quit)" ]; then
            said "make the first backup"
            systemctl start samba-backup@take.service || fail "no backup was made: journalctl -u samba-backup@take says why"
        fi
    fi
fi
if [ "$tls" = acme ] && [ ! -e "/etc/letsencrypt/live/$host/fullchain.pem" ]; then
    said "get a certificate of Let's Encrypt for $names"
    if [ -z "$dry" ]; then
        # shellcheck disable=SC2046  # several names
        certbot certonly --quiet --non-interactive --agree-tos --register-unsafely-without-email \
            --webroot --webroot-path $data/acme --cert-name "$host" $(printf -- '-d %s ' $names) \
            --deploy-hook $program/deploy/certificate.sh
    fi
fi

if [ -n "$admin" ]; then
    if [ -n "$dry" ]; then
        said "make the first admin, unless there is one"
    elif [ -z "$(deploy/manage.sh first_admin)" ]; then
        echo "there is an admin already"
    else
        said "make the admin $admin"
        deploy/manage.sh createsuperuser --username "$admin" ${DJANGO_SUPERUSER_PASSWORD:+--noinput}
    fi
fi

# --- What is left to do by hand -----------------------------------------------------------------------------
if [ -n "$recipients" ] && [ "$changes" = 0 ]; then echo "nothing to do" && exit; fi
[ "$changes" != 0 ] || echo "nothing to do here, but:"
cat <<END
https://$at
By hand:
END
if [ "$tls" = own ]; then
    echo "- each member imports $etc/tls/ca.crt once, else browsers warn (docs/operations.md#tls)"
fi
if [ -z "$recipients" ]; then
    cat <<END
- NOTHING IS BACKED UP YET. Make a key on another machine, not here: apt install age, age-keygen -o samba-backup.key
  Keep that file on two sticks and on paper. It prints the public key, which belongs here: $program/deploy/install.sh --recipient age1…
END
else
    cat <<END
- copy $backups to another house, each quarter of an hour: it is encrypted (docs/backup.md#making-backups)
- try the key and the backups on another machine, now and each month (docs/backup.md#the-drill)
END
fi
