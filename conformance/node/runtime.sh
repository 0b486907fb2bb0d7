#!/usr/bin/env bash
# Downloads containerd, runc and the CNI plugins of Debian. Prints their folder as the only line on stdout. Usage: runtime.sh [newest]
#
# With `newest`, containerd comes from Debian unstable and runs with the libc of Debian bookworm, and runc is built from its Go module: with user
# namespaces, which need runc 1.2; the runc of Debian unstable needs a newer libc. If one of them is not available or does not run, the script
# prints a message on stderr and the folder with the default runtime.
#
# The script unpacks the programs into the cache folder of the user. It does not install them: systemd would start an installed containerd, and apt would
# remove another containerd of the machine. It installs further missing packages that the scripts of the node need; no package is a service.
set -euo pipefail

. /etc/os-release
runc=$(cd "$(dirname "$0")" && pwd)/runc
machine=$VERSION_CODENAME-$(dpkg --print-architecture)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
packaged=$cache/runtime-$machine newest=$cache/runtime-$machine-newest-$(sha256sum <"$runc/go.sum" | cut -c1-16)
folder=$packaged packages=(iproute2 jq libseccomp2 util-linux)
if [[ ${1:-} == newest ]]; then
  folder=$newest
  [[ -d $newest ]] || packages+=(gcc libc6-dev libseccomp-dev pkg-config)
fi

exec 3>&1 1>&2 # stdout now goes to stderr; descriptor 3 is the original stdout

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if [[ ! -d $packaged ]] || ((${#missing[@]})); then
  apt-get update -q
fi
if ((${#missing[@]})); then
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
fi

mkdir -p "$cache"
work=$(mktemp -d "$cache/.runtime-XXXXXX")
trap 'rm -rf "$work"' EXIT

download() { # APT-OPTIONS... PACKAGE...: into the working directory
  (cd "$work" && apt-get -q -o APT::Sandbox::User=root download "$@")
}

unpack() { # PACKAGES... FOLDER: takes them out of the working directory
  local package
  for package in "${@:1:$#-1}"; do
    dpkg -x "$package" "${!#}" || return
  done
  rm "${@:1:$#-1}"
}

if [[ ! -d $packaged ]]; then
  download containerd runc containernetworking-plugins
  unpack "$work"/*.deb "$work/packaged"
  "$work/packaged/usr/bin/containerd" --version
  "$work/packaged/usr/sbin/runc" --version
  mv -T "$work/packaged" "$packaged"
fi

# The apt sources of the machine stay unchanged: the other suite has its own list of sources. It uses the mirror of the machine.
fetch_newest() {
  local mirror options
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' "Codename: $VERSION_CODENAME" | head -n 1)
  [[ $mirror ]] || { echo "apt knows no mirror of Debian $VERSION_CODENAME"; return 1; }
  mkdir -p "$work/lists/partial"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$work/sources.list"
  options=(-o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$work/lists"
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o Acquire::Languages=none)
  apt-get -q "${options[@]}" -o APT::Sandbox::User=root -o APT::Update::Post-Invoke-Success= update || return 1
  download "${options[@]}" containerd && cp -a "$packaged" "$work/newest" && rm "$work/newest/usr/bin"/{containerd*,ctr} \
    && unpack "$work"/*.deb "$work/newest" && "$work/newest/usr/bin/containerd" --version && build_runc "$work/newest/usr/sbin/runc" \
    && mv -T "$work/newest" "$newest"
}

build_runc() { # FILE
  (cd "$runc" && CGO_ENABLED=1 GOFLAGS= GOWORK=off go build -mod=readonly -trimpath -buildvcs=false -tags=seccomp -ldflags='-s -w' -o "$1" github.com/opencontainers/runc) \
    && "$1" --version
}

if [[ $folder == "$newest" && ! -d $newest ]] && ! fetch_newest; then
  echo "containerd of Debian unstable or a newer runc is not available: the node uses containerd and runc of $VERSION_CODENAME"
  folder=$packaged
fi
echo "$folder" >&3
