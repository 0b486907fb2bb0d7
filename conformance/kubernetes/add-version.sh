#!/usr/bin/env bash
# Writes versions/VERSION.mod and .sum, the requirements of one Kubernetes version. The files are committed, and builds cannot change them.
# Run the script for a new version, and for all versions after a new import.
#
# Why: k8s.io/kubernetes requires its staging modules at v0.0.0 and replaces them by folders, which only works inside its own
# checkout. This script replaces each of these modules by the published module of the same patch release; Go resolves all others.
set -euo pipefail
cd "$(dirname "$0")"

version=${1:?usage: add-version.sh VERSION, e.g. add-version.sh 1.37.1}
touch "versions/$version.mod"
. ./go-flags.sh

upstream=$(go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/^\t"GoMod": "\(.*\)",$/\1/p')
{
  echo 'module cdk8s-startup-order/conformance/kubernetes'
  echo
  grep -E '^(go|godebug) ' "$upstream"
  echo
  echo "require k8s.io/kubernetes v$version"
  echo
  echo 'replace ('
  sed -n "s|^\t\(k8s.io/[a-z0-9-]*\) => ./staging/.*|\t\1 => \1 v0.${version#1.}|p" "$upstream" | grep -v /sample-
  echo ')'
} >"versions/$version.mod"

# The first call finds the requirements, and reads many modules that no build reads. The second call keeps only the checksums that a build needs.
for _ in requirements checksums; do
  rm -f "versions/$version.sum"
  go list -mod=mod "${flags[@]}" -deps -test ./... >/dev/null # reads every import of the programs and of their tests
done
