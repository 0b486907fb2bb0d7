#!/usr/bin/env bash
# Runs the tests against the programs that work with the command line, built from their Go modules: Helm 3, Helm 4,
# kustomize, Krew, kompose and Docker Compose. Helm 4, Krew and kustomize get the files of a release, which its steps
# take from the npm package (dist/js, from `npx projen package:js`). Needs Go 1.26.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build-programs.sh
STARTUP_ORDER_PACKAGE=$(ls "$PWD"/dist/js/*.tgz)
export STARTUP_ORDER_PACKAGE

build_programs compose=github.com/docker/compose/v5/cmd kompose=github.com/kubernetes/kompose \
  krew=sigs.k8s.io/krew/cmd/krew \
  helm-3=helm.sh/helm/v3/cmd/helm helm-4=helm.sh/helm/v4/cmd/helm kustomize=sigs.k8s.io/kustomize/kustomize/v5
npx jest test/cli/programs test/compose/programs.test.ts "$@"
