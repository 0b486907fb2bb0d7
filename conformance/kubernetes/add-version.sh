#!/usr/bin/env bash
# Writes versions/VERSION.mod, the requirements of one Kubernetes version, and adds their checksums to go.sum. The files are committed, and
# builds cannot change them. Run the script for a new version, and for all versions after a new import. If versions do not need some checksums
# any more, first empty go.sum.
#
# Why: k8s.io/kubernetes requires its staging modules at v0.0.0 and replaces them by folders, which only works inside its own
# checkout. This script replaces each of these modules by the published module of the same patch release; Go resolves all others.
set -euo pipefail
cd "$(dirname "$0")"

version=${1:?usage: add-version.sh VERSION, e.g. add-version.sh 1.37.1}
touch "versions/$version.mod"
. ./go-flags.sh

upstream=$(cd / && GOFLAGS='' go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/^\t"GoMod": "\(.*\)",$/\1/p')
use_go_of "$upstream"
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
} >"$requirements/go.mod"

# The first call finds the requirements, and reads many modules that no build reads. The second call keeps only the checksums that a build needs.
for _ in requirements checksums; do
  rm -f "$requirements/go.sum"
  go list -mod=mod "${flags[@]}" -deps -test ./... >/dev/null # reads every import of the programs and of their tests
done
cp "$requirements/go.mod" "versions/$version.mod"
LC_ALL=C sort -u -o go.sum go.sum "$requirements/go.sum"
