#!/usr/bin/env bash
# Runs every check: .ci/run, and the checks that take long and rarely fail. The workflow `release` runs it; run it by
# hand after a change of the agent, or for a new Kubernetes version. Needs what .ci/run needs.
set -euo pipefail
cd "$(dirname "$0")/.."
export CI=true STARTUP_ORDER_REQUIRE_CHROMIUM=1 STARTUP_ORDER_REQUIRE_GO=1 STARTUP_ORDER_ALL_RUNS=1

# Runs a command, and prints its time.
step() {
  local begin=$SECONDS
  "$@"
  echo "$((SECONDS - begin)) s: $*"
}

step .ci/run
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends qemu-user-static clang musl-tools
# Runs the tests of the agent on arm64; agent/README.md describes the other platforms.
step env STARTUP_ORDER_AGENT='qemu-aarch64-static agent/bin/linux-arm64/wait' \
  npx jest test/agent/{wait,exchange,faults,names}.test.ts
# Runs the same tests with agents of other compilers, and with the sanitizers; and some inputs of the fuzzer.
step agent/sanitize.sh compilers
step agent/sanitize.sh test
step agent/sanitize.sh fuzz 500000
# The versions of Kubernetes between the oldest and the newest.
step npm run validate -- --all
# Measures nothing: each program of the benchmark runs once.
step npm run bench -- --quick
# The oldest version. All versions, with repeats: npm run conformance -- --full
step npm run conformance -- --version 1.27.4 --results test-reports/conformance-oldest.json
# With a container runtime that supports image volumes and user namespaces: their stories, and one other story.
stories=(fault-none-entrypoint-gate '*-image-volume*' 'host-users-*')
step npm run conformance -- --version 1.37.1 --containerd newest \
  --results test-reports/conformance-newest-containerd.json "${stories[@]/#/--story=}"
# In sandboxes of gVisor.
step npm run conformance -- --version 1.37.1 --gvisor --results test-reports/conformance-gvisor.json --story='gvisor-*'
