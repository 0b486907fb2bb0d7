#!/bin/sh
# Changes the process as the entrypoint scripts of official images do, then executes the command.
set -e
export CONFIGURED_BY=docker-entrypoint.sh
umask 027
cd /tmp
exec "$@"
