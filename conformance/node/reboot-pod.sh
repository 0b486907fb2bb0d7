# Does to one pod what a reboot of its node does: NAMESPACE POD. All its processes end at once, and its volumes in memory are empty. The kubelet and
# the runtime run on.
namespace=${1:?} pod=${2:?}
uid=$(in_node kubernetes kubectl get pod -n "$namespace" "$pod" -o 'jsonpath={.metadata.uid}')
pids=$(running_pids "$namespace" "$pod")
[[ $pids ]] || fail "no container of pod '$namespace/$pod' runs"
kill -s KILL $pids
in_node bash -c '
  for volume in /var/lib/kubelet/pods/$1/volumes/kubernetes.io~empty-dir/*; do
    if mountpoint -q "$volume"; then find "$volume" -mindepth 1 -delete; fi
  done' - "$uid"
