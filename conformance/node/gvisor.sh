#!/usr/bin/env bash
# Builds runsc, the runtime of gVisor, and its shim for containerd from their Go module. Prints their folder as the only line on stdout. Needs Go.
#
# The shim lowers its own OOM score and fails without CAP_SYS_RESOURCE, which root in a container often lacks. This shim leaves its score at 0.
set -euo pipefail
cd "$(dirname "$0")/gvisor"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
folder=$cache/gvisor-$({ go version; cat go.sum ../gvisor.sh; } | sha256sum | cut -c1-16)

if [[ ! -d $folder ]]; then
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/.gvisor-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  export CGO_ENABLED=0 GOFLAGS=-mod=readonly GOWORK=off
  build() { # PACKAGE PROGRAM ARGUMENTS...
    go build -trimpath -buildvcs=false -ldflags='-s -w' "${@:3}" -o "$work/programs/$2" "gvisor.dev/gvisor/$1" >&2
  }
  build runsc runsc
  go mod download gvisor.dev/gvisor
  cp -r "$(go list -m -f '{{.Dir}}' gvisor.dev/gvisor)" "$work/module"
  chmod -R u+w "$work/module"
  sed -i 's/oomScoreMaxKillable = -999$/oomScoreMaxKillable = 0/' "$work/module/pkg/shim/v1/service.go"
  cp go.mod go.sum "$work"
  go mod edit -replace "gvisor.dev/gvisor=$work/module" "$work/go.mod"
  build shim containerd-shim-runsc-v1 -modfile="$work/go.mod"
  mv -T "$work/programs" "$folder"
fi
echo "$folder"
