#!/usr/bin/env bash
# Builds the images of the conformance tests without a registry. Prints the path of the archive as the only line on stdout.
#
# One docker archive holds these images, for `ctr -n k8s.io image import`:
#   registry.local/pause:1                       holds the namespaces of a pod
#   docker.io/library/busybox:1.37.0             replaces the official image, under the same name
#   registry.local/wait-agent:1                  only the wait agent, for image volumes
#   registry.local/test-app:1                    only the test app, without a shell, as in a distroless image
#   registry.local/test-app:1-shell              the test app and busybox
#   registry.local/test-app:1-sigquit            only the test app; the stop signal of the image is SIGQUIT
#   registry.local/peers:1                       the test app, busybox and third-party wait tools, only with --with-peers
# The bytes are reproducible. The archive is kept in the user's cache folder, under a hash of its inputs.
#
# Needs Go, and the requirements of scripts/build-busybox.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order

peers=
case $* in
  '') ;;
  --with-peers) peers=$("$here/../peers/build.sh") ;;
  *) echo 'usage: build.sh [--with-peers]' >&2; exit 2 ;;
esac
busybox=$("$here/../../scripts/build-busybox.sh")
agent=$here/../../agent/bin/linux-$(go env GOARCH)/wait
hash=$({ cat "$here"/{build,archive}.sh "$here"/test-app/*.{go,mod} "$busybox" "$agent"; go version; echo "$peers"; } | sha256sum | cut -c1-16)
archive=$cache/images-$hash.tar
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

# Layers

busybox_layer "$busybox"
mkdir -p test-app/usr/local/bin
mkdir -m 1777 test-app/tmp
(cd "$here/test-app" && CGO_ENABLED=0 GOFLAGS= GOWORK=off go build -trimpath -buildvcs=false -ldflags '-s -w -buildid=' -o "$work/test-app/usr/local/bin/test-app" .)
ln -s test-app test-app/usr/local/bin/pilot-agent
layer test-app
mkdir wait-agent
cp "$agent" wait-agent
layer wait-agent
if [[ $peers ]]; then
  cp -a "$peers" peers
  layer peers
fi

# Images

# A numeric user, so that the kubelet can verify that it is not root.
nobody='"User":"65534:65534"'

image registry.local/pause:1 "{$path,\"Entrypoint\":[\"/bin/sleep\",\"inf\"]}" busybox
image docker.io/library/busybox:1.37.0 "{$path,\"Cmd\":[\"sh\"]}" busybox
image registry.local/wait-agent:1 "{$nobody,\"Entrypoint\":[\"/wait\"]}" wait-agent
image registry.local/test-app:1 "{$path,$nobody,\"Entrypoint\":[\"test-app\"]}" test-app
image registry.local/test-app:1-shell "{$path,$nobody,\"Entrypoint\":[\"test-app\"]}" busybox test-app
image registry.local/test-app:1-sigquit "{$path,$nobody,\"Entrypoint\":[\"test-app\"],\"StopSignal\":\"SIGQUIT\"}" test-app
[[ ! $peers ]] || image registry.local/peers:1 "{$path,$nobody,\"Entrypoint\":[\"test-app\"]}" busybox test-app peers

write_archive "$archive"
echo "$archive" >&3
