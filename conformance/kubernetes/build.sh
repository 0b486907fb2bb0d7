#!/usr/bin/env bash
# Builds one Kubernetes version from its published Go modules. Prints the folder of the binaries as the only line on stdout:
# `kubernetes` (kubelet, kube-apiserver, kube-controller-manager, kube-scheduler, kubectl and etcd in one) and `validate`; `kubectl` alone only
# with --only.
#
# Needs Go. A binary is kept in the user's cache folder under the hash of its inputs: a change causes a new build, and a second call
# only prints the path. After a build neither the modules nor Go's build cache (3 GB for each version) are needed.
#
# VERSION-parallel is that version with a kubelet that starts app containers at the same time (parallel.patch); in VERSION-parallel-starts,
# hooks still run one after the other.
set -euo pipefail
cd "$(dirname "$0")"
export LC_ALL=C

version=${1:-} parallel=
if [[ $version == *-parallel || $version == *-parallel-starts ]]; then parallel=-${version#*-}; fi
version=${version%"$parallel"}
programs=(kubernetes validate)
case "${*:2}" in
  '') ;;
  '--only kubernetes' | '--only validate' | '--only kubectl') programs=("$3") ;;
  *) echo 'usage: build.sh VERSION [--only kubernetes|validate|kubectl]' >&2; exit 2 ;;
esac
. ./go-flags.sh

flags+=(-mod=readonly)
inputs=("versions/$version.mod")
if [[ $parallel ]]; then
  inputs+=(parallel.patch)
  if [[ $parallel == -parallel-starts ]]; then ldflags+=' -X k8s.io/kubernetes/pkg/kubelet/kuberuntime.serialHooks=yes'; fi
  flags+=(-ldflags="$ldflags")
fi

# The path of the finished PROGRAM; it contains the hash of all inputs.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/kubernetes
binary() {
  local sources=()
  for source in cmd/"$1"/*.go; do
    [[ $source == *_test.go ]] || sources+=("$source")
  done
  local hash
  hash=$({ go version; printf '%s\n' "${flags[@]}"; sha256sum "${inputs[@]}" "${sources[@]}"; } | sha256sum)
  echo "$cache/$1-$version$parallel-${hash::16}"
}
binaries=()
for program in "${programs[@]}"; do
  binaries+=("$(binary "$program")")
done
folder=$cache/$version$parallel-$(printf '%s\n' "${binaries[@]##*-}" | paste -sd -)

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
    echo "building ${programs[i]} $version$parallel"
    work=${binaries[i]}.work
    rm -rf "$work"
    mkdir "$work"
    if [[ $parallel ]]; then
      go mod download k8s.io/kubernetes
      cp -r "$(go list -m -f '{{.Dir}}' k8s.io/kubernetes)" "$work/module" # Go does not overlay files of the module cache
      chmod -R u+w "$work/module"
      patch -d "$work/module" -p1 --quiet <parallel.patch
      echo "replace k8s.io/kubernetes => $work/module" >>"$requirements/go.mod"
    fi
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
