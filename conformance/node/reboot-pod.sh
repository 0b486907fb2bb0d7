# Does to one pod what a reboot of its node does: NAMESPACE POD. All its processes end at once, and its volumes in memory are empty. The kubelet and
# the runtime run on.
namespace=${1:?} pod=${2:?}
filter="labels.\"io.kubernetes.pod.namespace\"==\"$namespace\",labels.\"io.kubernetes.pod.name\"==\"$pod\""
ctr=(ctr -a /run/containerd/containerd.sock -n k8s.io)

uid=$(in_node kubernetes kubectl get pod -n "$namespace" "$pod" -o 'jsonpath={.metadata.uid}')
ids=$(in_node "${ctr[@]}" containers ls -q "$filter")
pids=$(in_node "${ctr[@]}" tasks ls | awk -v ids="$ids" '
  BEGIN { n = split(ids, id, "\n"); for (i = 1; i <= n; i++) wanted[id[i]] }
  $1 in wanted && $3 == "RUNNING" { print $2 }')
[[ $pids ]] || fail "no container of pod '$namespace/$pod' runs"
kill -s KILL $pids
in_node bash -c '
  for volume in /var/lib/kubelet/pods/$1/volumes/kubernetes.io~empty-dir/*; do
    if mountpoint -q "$volume"; then find "$volume" -mindepth 1 -delete; fi
  done' - "$uid"
