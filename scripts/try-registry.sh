#!/usr/bin/env bash
# Runs the tests of `images` against the registry of distribution, which is built from its Go module. Needs Go 1.26. The binary is kept in the user's cache
# folder under the hash of its inputs.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS='' GOWORK=off

hash=$(cd conformance/registry && { go version; cat go.mod go.sum main.go; } | sha256sum)
export STARTUP_ORDER_REGISTRY=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/registry/registry-${hash::16}
if [[ ! -x $STARTUP_ORDER_REGISTRY ]]; then
  mkdir -p "$(dirname "$STARTUP_ORDER_REGISTRY")"
  (cd conformance/registry && go build -mod=readonly -trimpath -buildvcs=false -ldflags='-s -w' -o "$STARTUP_ORDER_REGISTRY.$$" .)
  mv "$STARTUP_ORDER_REGISTRY.$$" "$STARTUP_ORDER_REGISTRY"
fi
npx jest test/cli/images/real-registry.test.ts
