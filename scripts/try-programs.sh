#!/usr/bin/env bash
# Runs the tests against the programs that work with the command line, built from their Go modules: Helm 3, Helm 4, kustomize, kompose and Docker Compose.
# Needs Go 1.26. The binaries are kept in the user's cache folder under the hash of their inputs.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS='' GOWORK=off

bin=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/programs
mkdir -p "$bin"
for folder in conformance/programs/{compose,helm-3,helm-4,kompose,kustomize}; do
  name=$(basename "$folder")
  hash=$(cd "$folder" && { go version; sort go.mod go.sum; } | sha256sum)
  program=$bin/$name-${hash::16}
  if [[ ! -x $program ]]; then
    (cd "$folder" && nice -n 10 go build -mod=readonly -trimpath -buildvcs=false -ldflags='-s -w' -o "$program.$$" "$(sed -n 's/^tool //p' go.mod)")
    mv "$program.$$" "$program"
  fi
  variable=STARTUP_ORDER_$(echo "$name" | tr 'a-z-' 'A-Z_')
  export "$variable=$program"
done
npx jest test/cli/programs test/compose/programs.test.ts "$@"
