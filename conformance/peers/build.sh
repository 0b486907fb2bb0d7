#!/usr/bin/env bash
# Downloads third-party wait tools. Prints their folder as the only line on stdout. README.md lists the tools, and the tools that were not available.
#
# The folder has the structure of a root file system, for a layer of an image: bin/wait4x, bin/wait-for-it, bin/bash, and the C library of wait4x.
# On Debian bookworm or newer the tools also run from that folder. The script keeps it in the user's cache folder: a second call only prints its path.
#
# Needs Debian on amd64. The script reads the apt sources of the machine to find the mirror, and does not change them.
set -euo pipefail

# The release that contains the package, and the sha256 of the .deb file.
wait4x_release=forky wait4x_version=3.7.1-1
wait4x_sha256=acd0a0f2460d4ceae2f074257a430dc11fe3e7da7d5be380e8b7c92270d91c18

here=$(cd "$(dirname "$0")" && pwd)
. /etc/os-release
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
folder=$cache/peers-$VERSION_CODENAME-$(sha256sum "$here/build.sh" | cut -c1-16)
if [[ -d $folder ]]; then
  echo "$folder"
  exit
fi
exec 3>&1 1>&2 # stdout now goes to stderr; descriptor 3 is the original stdout

if [[ $(dpkg --print-architecture) != amd64 ]]; then
  echo "The waiters of others are measured on amd64: wait4x is pinned to Debian's package for that, and this is $(dpkg --print-architecture)."
  exit 1
fi

# The commands below use a folder next to the result, so that the last step is a rename.
mkdir -p "$cache"
work=$(mktemp -d "$cache/.peers-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
umask 022
mkdir lists cache packages root

mirror=$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$VERSION_CODENAME/InRelease'.*|\1|p" | sed -n 1p)
[[ $mirror ]] || { echo 'no Debian mirror found in the apt sources'; exit 1; }
for release in "$VERSION_CODENAME" "$wait4x_release"; do
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main"
done >sources.list
apt=(apt-get -q -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$work/lists"
  -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none)
"${apt[@]}" update
cd packages
# The C library comes from this release: wait4x needs 2.34 or newer, and the packages of a newer release change every few weeks.
"${apt[@]}" download "wait4x=$wait4x_version" "libc6/$VERSION_CODENAME" "bash-static/$VERSION_CODENAME" "wait-for-it/$VERSION_CODENAME" \
  || { echo "If Debian $wait4x_release has a newer wait4x than $wait4x_version, write its version and sha256 into conformance/peers/build.sh."; exit 1; }
echo "$wait4x_sha256  $(echo wait4x_*.deb)" | sha256sum --check
for package in *.deb; do
  dpkg -x "$package" "$work/unpacked"
done

cd "$work"
mkdir -p root/bin root/lib64 root/lib/x86_64-linux-gnu
file() { # PATH-IN-PACKAGE PATH-HERE, with or without /usr in front: Debian has moved /bin and /lib
  local found
  for found in unpacked/usr/"$1" unpacked/"$1"; do
    if [[ -e $found ]]; then cp -L "$found" "root/$2"; return; fi
  done
  echo "no package has $1"
  exit 1
}
file bin/wait4x bin/wait4x
file bin/wait-for-it bin/wait-for-it
file bin/bash-static bin/bash
file lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 lib64/ld-linux-x86-64.so.2
file lib/x86_64-linux-gnu/libc.so.6 lib/x86_64-linux-gnu/libc.so.6
chmod 755 root/bin/* root/lib64/*

# The tools run, and wait for an existing target.
root/bin/wait4x version
usage=$(root/bin/bash root/bin/wait-for-it --help 2>&1 || true) # its usage is an error
[[ $usage == *host:port* ]]
mv -T root "$folder"
echo "$folder" >&3
