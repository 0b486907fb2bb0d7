#!/usr/bin/env bash
# Takes programs out of packages of a release of Debian and prints the folder that holds them, the only line on stdout.
# Usage: debian.sh RELEASE PACKAGE PATH...
#
# The folder is laid out as the root of a file system, for a layer of an image: the files and directories of these paths, and the libraries
# that the programs among them are linked with, of the same release. It is kept in the user's cache folder: a second call only prints its path.
#
# Needs Debian. The machine's own apt sources are read, to find its mirror, and nothing is installed or changed.
set -euo pipefail
release=${1:?the release of Debian} package=${2:?the package} paths=("${@:3}")

here=$(cd "$(dirname "$0")" && pwd)
. /etc/os-release
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
hash=$({ cat "$here/debian.sh"; dpkg --print-architecture; printf '%s\n' "${paths[@]}"; } | sha256sum | cut -c1-16)
folder=$cache/$package-$release-$hash
if [[ -d $folder ]]; then
  echo "$folder"
  exit
fi
exec 3>&1 1>&2 # from here on stdout is stderr, and 3 the real stdout

# Everything below happens in a folder beside the result, so that the last step is a rename.
mkdir -p "$cache"
work=$(mktemp -d "$cache/.debian-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
umask 022
mkdir -p lists/partial cache/archives/partial root

mirror=$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$VERSION_CODENAME/InRelease'.*|\1|p" | sed -n 1p)
[[ $mirror ]] || { echo 'no Debian mirror found in the apt sources'; exit 1; }
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >sources.list
# To apt nothing is installed, so what it fetches is the package and all that this needs.
touch status
apt=(apt-get -qqy -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State="$work" -o Dir::State::status="$work/status"
  -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root -o APT::Update::Post-Invoke-Success= -o Acquire::Languages=none)
"${apt[@]}" update
"${apt[@]}" install --download-only --no-install-recommends "$package"
mkdir unpacked
printf '%s\0' cache/archives/*.deb | xargs -0 -P "$(nproc)" -I '{}' dpkg -x '{}' unpacked

cd unpacked
loader=$(find . -name 'ld-linux*.so.*' -type f | sed -n 1p)
libraries=$(printf '%s:' {,usr/}lib/*-linux-gnu)
copy() { # PATH...
  cp -rL --parents "$@" ../root
}
for path in "${paths[@]}"; do
  copy "$path"
  [[ -f $path && -x $path ]] || continue
  interpreter=$(LC_ALL=C grep -aom 1 '/lib[0-9a-z/]*/ld-linux[-a-z0-9_]*\.so\.[0-9]' "$path" | sed -n 1p)
  install -D "$loader" "../root$interpreter"
  needed=$("$loader" --library-path "$libraries" --list "$path" | sed -n 's/.* => \(.*\) (0x.*/\1/p')
  copy $needed
done
cd ..
mv -T root "$folder"
echo "$folder" >&3
