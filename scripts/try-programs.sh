#!/usr/bin/env bash
# Runs the tests against the programs that work with the command line, built from their Go modules: Helm 3, Helm 4,
# kustomize, kompose and Docker Compose. Needs Go 1.26.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build-programs.sh

build_programs conformance/programs/{compose,helm-3,helm-4,kompose,kustomize}
npx jest test/cli/programs test/compose/programs.test.ts "$@"
