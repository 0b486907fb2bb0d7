#!/usr/bin/env bash
# A Kubernetes node with its control plane, in its own cgroups and namespaces, without changes of the machine.
#
#   node.sh NAME up VERSION [KUBELET] [--newest-containerd] [--gvisor] [--with-peers] [--image=IMAGE]...
#                                             starts the node (after a crash: cleans up first) and returns when pods can be scheduled;
#                                             KUBELET: the version of the kubelet, if older than the control plane;
#                                             --newest-containerd: the containerd of Debian unstable and a newer runc (runtime.sh);
#                                             --gvisor: also installs the runtime of gVisor, as the RuntimeClass `gvisor` (gvisor.sh);
#                                             --with-peers: imports the image with third-party wait tools;
#                                             --image: imports this third-party image (../images/others.sh)
#   node.sh NAME down                         stops the node and removes all its files
#   node.sh NAME enter COMMAND...             runs a command in the node; kubectl is `kubernetes kubectl`
#   node.sh NAME restart-kubelet              stops the kubelet and starts it again
#   node.sh NAME signal SIGNAL NS POD [CONTAINER]   sends a signal to the main process of a container, or to the sandbox of the pod
#   node.sh NAME reboot-pod NS POD            ends the processes of a pod and empties its volumes in memory, as a reboot of the node
#   node.sh NAME cpu                          prints the CPU time of all processes of the node since its start, in microseconds
#   node.sh NAME kubelet-memory               prints the most memory of the kubelet since the last call, in KiB
#
# Nodes with different names, also of different versions, can run at the same time. A running node has /run/cdk8s-startup-order/NAME with api.sock
# (the API server through `kubectl proxy`) and log/ (the logs of the daemons; pods/ contains the logs of the containers).
# With NODE_OWNER=PID the node belongs to this process: while the process runs, no other process can stop the node.
#
# Needs Debian and root.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "$*" >&2
  exit 1
}

name=${1:-}
[[ $name =~ ^[a-z0-9]([a-z0-9.-]{0,40}[a-z0-9])?$ ]] || fail 'usage: node.sh NAME up|down|enter|restart-kubelet|signal|reboot-pod|cpu|kubelet-memory ... (see its first lines)'
((EUID == 0)) || fail 'A node needs root: it makes cgroups and namespaces.'

# Paths and addresses of the node.
state=/run/cdk8s-startup-order/$name
group=cdk8s-startup-order-$name
address=192.0.2.10 # TEST-NET-1; the node's network has no route out
api_address=10.96.0.1 # of the Service `kubernetes`: the first address of the range

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
  reboot-pod) . "$here/reboot-pod.sh" "${@:3}" ;;
  cpu) cgroup_cpu_microseconds ;;
  kubelet-memory) kubelet_peak_memory ;;
  *) fail "unknown command '${2:-}'" ;;
esac
