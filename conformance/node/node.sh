#!/usr/bin/env bash
# A Kubernetes node with its control plane, in cgroups and namespaces of its own: nothing of the machine is changed.
#
#   node.sh NAME up VERSION [KUBELET] [--newest-containerd] [--with-peers] [--image=IMAGE]...
#                                             starts it (after a crash: cleans up first) and returns when pods can be scheduled;
#                                             KUBELET: the kubelet's version, which may be older than that of the control plane;
#                                             --newest-containerd: not that of the machine's own Debian (runtime.sh);
#                                             --with-peers: with the image that has the waiters of others;
#                                             --image: with that image of others, too (../images/others.sh)
#   node.sh NAME down                         ends it and leaves nothing behind
#   node.sh NAME enter COMMAND...             runs a command in it; kubectl is `kubernetes kubectl`
#   node.sh NAME restart-kubelet              stops the kubelet and starts it again
#   node.sh NAME signal SIGNAL NS POD [CONTAINER]   sends a signal to the main process of a container; without one, of the pod's sandbox
#   node.sh NAME cpu                          prints the microseconds of CPU that all its processes have used since it is up
#
# Nodes of different names, also of different versions, run beside each other. While it is up, /run/cdk8s-startup-order/NAME holds
# api.sock (the API server, as `kubectl proxy` offers it) and log/ (what each daemon says; below pods/ what the containers say).
# With NODE_OWNER=PID the node belongs to that process: as long as it lives, nobody else can take the node away.
#
# Needs Debian and root.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "$*" >&2
  exit 1
}

name=${1:-}
[[ $name =~ ^[a-z0-9]([a-z0-9.-]{0,40}[a-z0-9])?$ ]] || fail 'usage: node.sh NAME up|down|enter|restart-kubelet|signal|cpu ... (see its first lines)'
((EUID == 0)) || fail 'A node needs root: it makes cgroups and namespaces.'

# What it is, and where.
state=/run/cdk8s-startup-order/$name
group=cdk8s-startup-order-$name
address=192.0.2.10 # TEST-NET-1; the node's network has no way out
api_address=10.96.0.1 # of the Service `kubernetes`: the first of its range

. "$here/wait-until.sh"
. "$here/cgroups.sh"
. "$here/processes.sh"
. "$here/kubelet.sh"

case ${2:-} in
  up) . "$here/up.sh" "${@:3}" ;;
  down) . "$here/down.sh" ;;
  enter) in_node "${@:3}" ;;
  restart-kubelet) restart_kubelet ;;
  signal) . "$here/signal.sh" "${@:3}" ;;
  cpu) cgroup_cpu_microseconds ;;
  *) fail "unknown command '${2:-}'" ;;
esac
