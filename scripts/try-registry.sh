#!/usr/bin/env bash
# Runs the tests of `images` with the real crane and skopeo against the registry of distribution. crane and the registry
# are built from their Go modules, and skopeo is the package of Debian. Needs Go 1.26 and skopeo.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build-programs.sh

build_programs registry=./registry crane=github.com/google/go-containerregistry/cmd/crane
STARTUP_ORDER_SKOPEO=$(command -v skopeo) || { echo 'install skopeo: apt-get install skopeo'; exit 1; }
export STARTUP_ORDER_SKOPEO
npx jest test/cli/images/real-programs.test.ts "$@"
