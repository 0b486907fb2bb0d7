#!/usr/bin/env bash
# Asks real servers with the wait agent, in each protocol. Needs Debian on amd64, root, openssl, Maven and Go 1.26.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build-programs.sh
STARTUP_ORDER_SERVERS=$(scripts/get-servers.sh)
export STARTUP_ORDER_SERVERS
# Without SQLite, whose translation to Go compiles for minutes.
GOFLAGS=-tags=ferretdb_no_sqlite,ferretdb_no_mysql build_programs ferretdb=./ferretdb
npx jest --runInBand test/agent/real-servers.test.ts "$@"
