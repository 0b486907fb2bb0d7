#!/usr/bin/env bash
# Fetches Debian's containerd, runc and CNI plugins and prints the folder that holds them, the only line on stdout.
#
# They are unpacked into the user's cache folder and not installed: an installed containerd would be started by systemd, and would push
# a containerd of another origin off the machine. What the node's scripts need besides is installed where it is missing; none of it is a service.
set -euo pipefail

. /etc/os-release
folder=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order/runtime-$VERSION_CODENAME-$(dpkg --print-architecture)

exec 3>&1 1>&2 # from here on stdout is stderr, and 3 the real stdout

missing=()
for package in iproute2 jq libseccomp2 util-linux; do
  dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if [[ ! -d $folder ]] || ((${#missing[@]})); then
  apt-get update -q
fi
if ((${#missing[@]})); then
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
fi

if [[ ! -d $folder ]]; then
  mkdir -p "${folder%/*}"
  work=$(mktemp -d "${folder%/*}/.runtime-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/root"
  (cd "$work" && apt-get -q -o APT::Sandbox::User=root download containerd runc containernetworking-plugins)
  for package in "$work"/*.deb; do
    dpkg -x "$package" "$work/root"
  done
  "$work/root/usr/bin/containerd" --version
  "$work/root/usr/sbin/runc" --version
  mv -T "$work/root" "$folder"
fi
echo "$folder" >&3
