#!/bin/sh
# Usage: deploy/certificate.sh, as root
# The certificate of the proxy, in /etc/samba-service/tls, as SAMBA_TLS in /etc/samba-service/site says:
#   own    from an authority of this machine, which can sign for the site's names only; renewed 30 days
#          before its end. Members import ca.crt once.
#   acme   what certbot has got; until then one of the own authority.
#   files  what the operator puts there.
set -eu
umask 077
etc=${SAMBA_ETC:-/etc/samba-service}
tls=$etc/tls
setting() { sed -n "s/^$1=\"\(.*\)\"\$/\1/p" "$etc/site"; }
names=$(setting SAMBA_NAMES)
kind=$(setting SAMBA_TLS)
first=${names%% *}
days=397 # browsers take no longer ones
mkdir -p "$tls"
chmod 711 "$tls"

is_address() { case $1 in *:* | *[!0-9.]*) [ "${1#*:}" != "$1" ] ;; *) true ;; esac }

kinds() { # of the names, as OpenSSL writes them: "DNS:club.example" or "IP:192.0.2.1"
    for name in $names; do
        if is_address "$name"; then echo "IP:$name"; else echo "DNS:$name"; fi
    done
}

only_these_names() { # what the authority may sign for
    for each in $(kinds); do
        case $each in
        IP:*:*) echo "permitted;$each/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" ;;
        IP:*) echo "permitted;$each/255.255.255.255" ;;
        *) echo "permitted;$each" ;;
        esac
    done
    case $(kinds) in *IP:*) ;; *) echo "excluded;IP:0.0.0.0/0.0.0.0" && echo "excluded;IP:::/::" ;; esac
    case $(kinds) in *DNS:*) ;; *) echo "permitted;DNS:invalid" ;; esac
}

with_commas() { paste -sd, -; }

make_authority() {
    openssl req -x509 -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 7300 \
        -subj "/CN=Samba Service of $first" -keyout "$tls/ca.key" -out "$tls/ca.crt" \
        -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign \
        -addext "nameConstraints=critical,$(only_these_names | with_commas)" 2>/dev/null
    echo "$names" >"$tls/ca.names"
    chmod 644 "$tls/ca.crt"
}

sign() {
    openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$first" \
        -keyout "$tls/.new.key" -out "$tls/.new.csr" 2>/dev/null
    printf '%s\n' "subjectAltName=$(kinds | with_commas)" basicConstraints=critical,CA:FALSE \
        keyUsage=critical,digitalSignature extendedKeyUsage=serverAuth >"$tls/.new.ext"
    openssl x509 -req -in "$tls/.new.csr" -CA "$tls/ca.crt" -CAkey "$tls/ca.key" -days $days \
        -set_serial "0x$(openssl rand -hex 16)" -extfile "$tls/.new.ext" -out "$tls/.new.crt" 2>/dev/null
    cat "$tls/.new.crt" "$tls/ca.crt" >"$tls/.new.pem"
    use "$tls/.new.pem" "$tls/.new.key"
    rm -f "$tls"/.new.*
}

use() { # a chain of certificates and its key
    install -o root -g "${SAMBA_PROXY_GROUP:-samba-proxy}" -m 640 "$2" "$tls/.privkey.pem"
    install -m 644 "$1" "$tls/.fullchain.pem"
    mv "$tls/.privkey.pem" "$tls/privkey.pem"
    mv "$tls/.fullchain.pem" "$tls/fullchain.pem"
    echo "certificate.sh: a new certificate for $names"
    # With SAMBA_ETC it is for a proxy that systemd does not run: that of the containers.
    if [ -z "${SAMBA_ETC:-}" ] && [ -d /run/systemd/system ]; then systemctl try-reload-or-restart samba-proxy.service; fi
}

is_good() { [ -e "$tls/fullchain.pem" ] && openssl x509 -in "$tls/fullchain.pem" -noout -checkend 2592000 >/dev/null; }

got=/etc/letsencrypt/live/$first
case $kind in
files) exit 0 ;;
acme)
    if [ -e "$got/fullchain.pem" ]; then
        cmp -s "$got/fullchain.pem" "$tls/fullchain.pem" || use "$got/fullchain.pem" "$got/privkey.pem"
        exit 0
    fi
    ;;
esac
if [ ! -e "$tls/ca.key" ] || [ "$(cat "$tls/ca.names")" != "$names" ]; then
    make_authority
    sign
elif ! is_good; then
    sign
fi
