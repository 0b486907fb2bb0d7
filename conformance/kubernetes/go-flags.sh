# Sourced by the scripts of this folder. Sets `flags`, the arguments of every go command for the Kubernetes of $version: a tag before_1_N for
# each release that changed a function called here, and the version as text. Sets GOFLAGS to the requirements of the version: a copy of its .mod
# file beside a copy of go.sum, which contains the checksums of all versions. Exits with one sentence if a requirement is missing.

export CGO_ENABLED=0 GOFLAGS='' GOWORK=off

fail() {
  echo "$1" >&2
  exit 1
}

prepared=$(cd versions && ls *.mod | sed 's/\.mod$//' | paste -sd ' ')
[[ -f versions/$version.mod ]] || fail "Kubernetes version '$version' is not one of those prepared: $prepared."
command -v go >/dev/null || fail 'Go is missing: Kubernetes needs Go 1.26 or newer, and there is no go command in PATH.'
go=$(go env GOVERSION 2>/dev/null) || go=$(cd / && go env GOVERSION) # in this folder, a Go version that is too old reports an error
[[ $(printf '%s\n' go1.26 "$go" | sort -V | head -n 1) == go1.26 ]] || fail "Go is too old: Kubernetes needs Go 1.26 or newer, and this is $go."

# Uses the Go version that a .mod file requires, if it is newer: go itself does not do that for -modfile.
use_go_of() {
  local needed
  needed=go$(sed -n 's/^go //p' "$1")
  [[ $(printf '%s\n' "$needed" "$go" | sort -V | tail -n 1) == "$go" ]] || export GOTOOLCHAIN=$needed
}
use_go_of "versions/$version.mod"

minor=${version#1.}
minor=${minor%%.*}
tags=()
for release in 35; do
  ((minor >= release)) || tags+=("before_1_$release")
done

ldflags='-s -w'
for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do # kubectl compares the second version
  ldflags+=" -X $package.gitVersion=v$version -X $package.gitMajor=1 -X $package.gitMinor=$minor"
done
flags=(-tags="${tags[*]}" -trimpath -buildvcs=false -ldflags="$ldflags")

requirements=$(mktemp -d)
trap 'rm -rf "$requirements"' EXIT
cp "versions/$version.mod" "$requirements/go.mod"
cp go.sum "$requirements"
GOFLAGS=-modfile=$requirements/go.mod
