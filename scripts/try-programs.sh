#!/usr/bin/env bash
# Runs the tests against the programs that work with the command line, built from their Go modules: Helm 3, Helm 4,
# kustomize, Krew, kompose and Docker Compose. Needs Go 1.26.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build-programs.sh

build_programs compose=github.com/docker/compose/v5/cmd kompose=github.com/kubernetes/kompose \
  krew=sigs.k8s.io/krew/cmd/krew \
  helm-3=helm.sh/helm/v3/cmd/helm helm-4=helm.sh/helm/v4/cmd/helm kustomize=sigs.k8s.io/kustomize/kustomize/v5
npx jest test/cli/programs test/compose/programs.test.ts "$@"
