#!/usr/bin/env bash
# Asks real servers with the wait agent, in each protocol. Needs Debian, root, and openssl.
set -euo pipefail
cd "$(dirname "$0")/.."
STARTUP_ORDER_SERVERS=$(scripts/get-servers.sh)
export STARTUP_ORDER_SERVERS
npx jest --runInBand test/agent/real-servers.test.ts "$@"
