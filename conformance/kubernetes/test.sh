#!/usr/bin/env bash
# Tests the validator of one Kubernetes version: test.sh VERSION [argument of go test]...
set -euo pipefail
cd "$(dirname "$0")"

version=${1:-}
. ./go-flags.sh
go test "${flags[@]}" -mod=readonly ./cmd/validate "${@:2}"
