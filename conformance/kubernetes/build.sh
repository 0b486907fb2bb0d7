#!/usr/bin/env bash
# Builds one Kubernetes version from its published Go modules. Prints the folder of the binaries as the only line on stdout:
# `kubernetes` (kubelet, kube-apiserver, kube-controller-manager, kube-scheduler, kubectl and etcd in one) and `validate`; `kubectl` alone only
# with --only.
#
# Needs Go. A binary is kept in the user's cache folder under the hash of its inputs: a change causes a new build, and a second call
# only prints the path. After a build neither the modules nor Go's build cache (3 GB for each version) are needed.
set -euo pipefail
cd "$(dirname "$0")"
export LC_ALL=C

version=${1:-}
programs=(kubernetes validate)
case "${*:2}" in
  '') ;;
  '--only kubernetes' | '--only validate' | '--only kubectl') programs=("$3") ;;
  *) echo 'usage: build.sh VERSION [--only kubernetes|validate|kubectl]' >&2; exit 2 ;;
esac
. ./go-flags.sh

flags+=(-mod=readonly)

# The path of the finished PROGRAM; it contains the hash of all inputs.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/kubernetes
binary() {
  local sources=()
  for source in cmd/"$1"/*.go; do
    [[ $source == *_test.go ]] || sources+=("$source")
  done
  local hash
  hash=$({ go version; printf '%s\n' "${flags[@]}"; sha256sum "versions/$version.mod" "${sources[@]}"; } | sha256sum)
  echo "$cache/$1-$version-${hash::16}"
}
binaries=()
for program in "${programs[@]}"; do
  binaries+=("$(binary "$program")")
done
folder=$cache/$version-$(printf '%s\n' "${binaries[@]##*-}" | paste -sd -)

if [[ -d $folder ]]; then
  echo "$folder"
  exit
fi
exec 3>&1 1>&2 # stdout now goes to stderr; descriptor 3 is the original stdout

mkdir -p "$cache"
build= work=
trap '[[ ! $build ]] || kill "$build" 2>/dev/null || true; rm -rf "$requirements" "$work"' EXIT

for i in "${!programs[@]}"; do
  # A build waits only for another build of the same binary. Therefore an existing work folder belongs to a build that was killed.
  exec 9>"${binaries[i]}.lock"
  if ! flock --nonblock 9; then
    echo "waiting for another build of ${programs[i]} $version"
    flock --wait 3600 9 || fail 'The other build has held the lock for an hour.'
  fi
  if [[ ! -x ${binaries[i]} ]]; then
    echo "building ${programs[i]} $version"
    work=${binaries[i]}.work
    rm -rf "$work"
    mkdir "$work"
    GOTMPDIR=$work go build "${flags[@]}" -o "$work/binary" "./cmd/${programs[i]}" & # in the background, so that a signal to this script terminates both
    build=$!
    wait "$build"
    build=
    mv "$work/binary" "${binaries[i]}"
    rm -rf "$work"
  fi
done

# Calls with the same folder have the same last program, so only one of them is here.
if [[ ! -d $folder ]]; then
  work=$folder.work
  rm -rf "$work"
  mkdir "$work"
  for i in "${!programs[@]}"; do
    ln "${binaries[i]}" "$work/${programs[i]}"
  done
  mv -T "$work" "$folder"
fi
echo "$folder" >&3
