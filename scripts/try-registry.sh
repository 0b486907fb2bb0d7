#!/usr/bin/env bash
# Runs the tests of `images` with the real crane and skopeo against the registry of distribution. crane and the registry are built from their Go modules, and
# skopeo is the package of Debian. Needs Go 1.26 and skopeo. The binaries are kept in the user's cache folder under the hash of their inputs.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=0 GOFLAGS='' GOWORK=off

bin=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/registry
mkdir -p "$bin"
for folder in conformance/registry conformance/programs/crane; do
  name=$(basename "$folder")
  hash=$(cd "$folder" && { go version; find . -name '*.go' -o -name 'go.*' | sort | xargs cat; } | sha256sum)
  program=$bin/$name-${hash::16}
  if [[ ! -x $program ]]; then
    (cd "$folder" && nice -n 10 go build -mod=readonly -trimpath -buildvcs=false -ldflags='-s -w' -o "$program.$$" "$(sed -n 's/^tool //p' go.mod | grep . || echo .)")
    mv "$program.$$" "$program"
  fi
  export "STARTUP_ORDER_${name^^}=$program"
done
STARTUP_ORDER_SKOPEO=$(command -v skopeo) || { echo 'install skopeo: apt-get install skopeo'; exit 1; }
export STARTUP_ORDER_SKOPEO
npx jest test/cli/images/real-programs.test.ts "$@"
