#!/bin/sh
# Does the first start of the official image in a simple form: creates a database that accepts the password from every address.
set -eu
export PGDATA="${PGDATA:-/var/lib/postgresql/data}"
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  echo "$POSTGRES_PASSWORD" | initdb --username=postgres --pwfile=/dev/stdin --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --no-locale --no-sync
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
fi
exec "$@"
