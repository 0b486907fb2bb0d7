#!/usr/bin/env bash
# Checks that a node leaves nothing on the machine: after a stop with a running pod, after an interrupted start, and after a
# crash that the next start cleans up. Usage: leaves-nothing.sh VERSION
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/wait-until.sh"
version=${1:?the version of Kubernetes}
node=leaves-nothing
work=$(mktemp -d)
trap '"$here/node.sh" "$node" down; rm -rf "$work"' EXIT

# Builds and downloads stay in the cache and do not count.
"$here/../kubernetes/build.sh" "$version" --only kubernetes >"$work/binaries"
"$here/runtime.sh" >/dev/null
"$here/../images/build.sh" >/dev/null
"$here/traces.sh" >"$work/before"

same_as_before() { # AFTER WHAT
  "$here/traces.sh" >"$work/after"
  diff "$work/before" "$work/after" || { echo "something is left after $1" >&2; exit 1; }
  echo "nothing is left after $1"
}

"$here/node.sh" "$node" up "$version"
"$here/node.sh" "$node" enter kubernetes kubectl create -f - >/dev/null <<'EOF'
{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod"}, "spec": {"containers": [{
  "name": "app", "image": "registry.local/test-app:1", "command": ["test-app", "-name=app", "-fork", "-ignore-term"],
  "volumeMounts": [{"name": "scratch", "mountPath": "/scratch"}]}], "volumes": [{"name": "scratch", "emptyDir": {"medium": "Memory"}}]}}
EOF
log() { cat /run/cdk8s-startup-order/$node/log/pods/default_pod_*/app/0.log | grep ready; }
wait_until 30 'the pod' log
if "$here/traces.sh" | cmp -s "$work/before" -; then echo 'a running node leaves no trace: this check sees nothing' >&2; exit 1; fi
"$here/node.sh" "$node" down
same_as_before 'an orderly end'

holder() { [[ -f /run/cdk8s-startup-order/$node/holder.pid ]]; }
"$here/node.sh" "$node" up "$version" &
wait_until 20 'the beginning of a start' holder
kill -TERM $!
wait $! && { echo 'an interrupted start has succeeded' >&2; exit 1; }
same_as_before 'an interrupted start'

"$here/node.sh" "$node" up "$version" &
wait_until 20 'the beginning of a start' holder
kill -KILL $!
wait $! 2>/dev/null || true
"$here/node.sh" "$node" up "$version"
"$here/node.sh" "$node" down
same_as_before 'a crash, a start and an orderly end'
