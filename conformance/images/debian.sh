#!/usr/bin/env bash
# Extracts programs from packages of a Debian release. Prints their folder as the only line on stdout.
# Usage: debian.sh RELEASE PACKAGE PATH...
#
# The folder has the structure of a root file system, for a layer of an image. It contains the files and directories of these paths, and the libraries
# of the programs, from the same release. The script keeps the folder in the user's cache folder: a second call only prints its path.
#
# Needs Debian. The script reads the apt sources of the machine to find the mirror. It installs nothing and changes nothing.
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
exec 3>&1 1>&2 # stdout now goes to stderr; descriptor 3 is the original stdout

# The commands below use a folder next to the result, so that the last step is a rename.
mkdir -p "$cache"
work=$(mktemp -d "$cache/.debian-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
umask 022
mkdir -p lists/partial cache/archives/partial root

mirror=$(apt-get update --print-uris | sed -n "s|^'\(.*\)/dists/$VERSION_CODENAME/InRelease'.*|\1|p" | sed -n 1p)
[[ $mirror ]] || { echo 'no Debian mirror found in the apt sources'; exit 1; }
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $release main" >sources.list
# apt assumes that no package is installed, so it downloads the package with all its dependencies.
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
