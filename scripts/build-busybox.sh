#!/usr/bin/env bash
# Builds one static musl busybox 1.37.0 and prints the path of the binary, the only line on stdout.
#
# Why: the conformance images (conformance/images) replace official images on machines that cannot pull images. One of
# them is busybox, which copies the agent if the architecture of the nodes is unknown. The script builds upstream's
# 1.37.0 from the source package of Debian trixie, without Debian's patches, with the options of the official image.
#
# Needs Debian, and root if a package is missing. The script keeps the binary in the cache folder of the user: a second
# run only prints its path. It reads the apt sources of the machine to find the mirror, and does not change them.
set -euo pipefail

version=1.37.0
# sha256 of upstream's busybox-1.37.0.tar.bz2, the source of the official image.
sha256=3311dff32e746499f4df0d5df04d7eb396382d7e108bb9250e7b519b837043a4
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
binary=$cache/busybox-$version-musl

if [[ -x $binary ]]; then
  echo "$binary"
  exit
fi
exec 3>&1 1>&2 # from here on stdout is stderr, and 3 the real stdout

# Packages
missing=()
for package in musl-tools gcc make linux-libc-dev bzip2 dpkg-dev; do
  dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if ((${#missing[@]})); then
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
fi

# The build runs in a folder next to the binary, so that the last step is a rename.
mkdir -p "$cache"
work=$(mktemp -d "$cache/.busybox-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

# Source: the mirror from which apt reads the index of this release.
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$codename/InRelease'.*|\1|p" | sed -n 1p)
[[ $mirror ]] || { echo "no Debian mirror found in the apt sources"; exit 1; }
mkdir lists cache
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" >sources.list
apt=(apt-get -q -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=-
  -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
"${apt[@]}" update
"${apt[@]}" source --download-only busybox
tarball=busybox_$version.orig.tar.bz2
echo "$sha256  $tarball" | sha256sum --check
mkdir source
tar -xjf "$tarball" -C source --strip-components=1

# musl-gcc does not use the include folders of the system, which contain the kernel headers for busybox.
mkdir include
ln -s /usr/include/{linux,asm-generic,mtd} "/usr/include/$(gcc -print-multiarch)/asm" include/

# The options of the official musl image. TC is off because it does not compile with newer kernel headers.
cd source
make -s defconfig >/dev/null
on=(STATIC AR FEATURE_AR_CREATE FEATURE_AR_LONG_FILENAMES)
off=(FEATURE_SYNC_FANCY FEATURE_INETD_RPC FEATURE_UTMP FEATURE_WTMP TC)
for option in "${on[@]}" "${off[@]}" LAST_SUPPORTED_WCHAR; do
  sed -i "/^CONFIG_$option=/d; /^# CONFIG_$option is not set/d" .config
done
{
  printf 'CONFIG_%s=y\n' "${on[@]}"
  printf '# CONFIG_%s is not set\n' "${off[@]}"
  echo CONFIG_LAST_SUPPORTED_WCHAR=0
} >>.config
make -s oldconfig < <(yes '') >/dev/null
for line in "${on[@]/%/=y}" LAST_SUPPORTED_WCHAR=0; do
  grep -qx "CONFIG_$line" .config || { echo "option $line was not taken"; exit 1; }
done
make -s -j"$(nproc)" CC=musl-gcc EXTRA_CFLAGS="-w -isystem $work/include" busybox

[[ $(./busybox ash -c 'echo ok') == ok ]]
mv busybox "$binary"
echo "$binary" >&3
