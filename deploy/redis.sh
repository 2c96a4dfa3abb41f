#!/bin/sh
# Usage: deploy/redis.sh FOLDER [options of the server]
# A Valkey or Redis for this service only: a socket in FOLDER, no port. Nothing in it is worth a disk,
# and where it is full it refuses, instead of forgetting.
set -eu
folder=$1
shift
server=$(command -v valkey-server || command -v redis-server)
exec "$server" --port 0 --unixsocket "$folder/redis.sock" --unixsocketperm 770 --dir "$folder" \
    --save '' --appendonly no --maxmemory 256mb --maxmemory-policy noeviction --loglevel notice "$@"
