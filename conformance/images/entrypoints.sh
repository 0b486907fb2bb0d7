#!/usr/bin/env bash
# Builds one archive with the images registry.local/entrypoint:NAME. Prints its path as the only line on stdout. Each image has its own command:
# entrypoints/images.json contains their configurations. `PATH` and the user 65534 are the defaults; `null` removes a default.
#
# Each command runs test-app under the name `server` or `run`, which prints its process (test-app/process.go). tini and dumb-init come from Debian
# bookworm. The archive is in the cache folder of the user.
#
# Needs Go, jq, and the requirements of debian.sh and scripts/build-busybox.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order

busybox=$("$here/../../scripts/build-busybox.sh")
tini=$("$here/debian.sh" bookworm tini usr/bin/tini)
dumb_init=$("$here/debian.sh" bookworm dumb-init usr/bin/dumb-init)
hash=$({ cat "$here"/{entrypoints,archive}.sh "$here"/entrypoints/* "$here"/test-app/*.{go,mod} "$busybox"; echo "$tini $dumb_init"; go version; } | sha256sum | cut -c1-16)
archive=$cache/entrypoints-$hash.tar
if [[ -f $archive ]]; then
  echo "$archive"
  exit
fi
exec 3>&1 1>&2 # stdout now goes to stderr; descriptor 3 is the original stdout

mkdir -p "$cache"
work=$(mktemp -d "$cache/.images-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
. "$here/archive.sh"

busybox_layer "$busybox"
mkdir -p root/usr/local/bin root/opt/app
cp -a "$tini"/. "$dumb_init"/. root
(cd "$here/test-app" && CGO_ENABLED=0 GOFLAGS= GOWORK=off go build -trimpath -buildvcs=false -ldflags '-s -w -buildid=' -o "$work/root/usr/local/bin/server" .)
ln -s /usr/local/bin/server root/opt/app/run
install "$here/entrypoints/docker-entrypoint.sh" root/usr/local/bin
layer root

while IFS=$'\t' read -r name config; do
  image "registry.local/entrypoint:$name" "$config" busybox root
done < <(jq -r --argjson defaults "{$path,\"User\":\"65534:65534\"}" \
  'to_entries[] | "\(.key)\t\($defaults + .value | with_entries(select(.value != null)) | tojson)"' "$here/entrypoints/images.json")

write_archive "$archive"
echo "$archive" >&3
