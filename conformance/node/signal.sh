# Sends a signal to the main process of a container, or of the sandbox: SIGNAL NAMESPACE POD [CONTAINER]. The script asks the runtime,
# which knows containers that the API server does not report yet.
signal=${1:?} pod="${2:?}/${3:?}" container=${4:-}
filter="labels.\"io.kubernetes.pod.namespace\"==\"$2\",labels.\"io.kubernetes.pod.name\"==\"$3\""
if [[ $container ]]; then
  what="container '$container'"
  filter+=",labels.\"io.kubernetes.container.name\"==\"$container\""
else
  what='the sandbox'
  filter+=',labels."io.cri-containerd.kind"=="sandbox"'
fi
ctr=(ctr -a /run/containerd/containerd.sock -n k8s.io)

ids=$(in_node "${ctr[@]}" containers ls -q "$filter")
pid=$(in_node "${ctr[@]}" tasks ls | awk -v ids="$ids" '
  BEGIN { n = split(ids, id, "\n"); for (i = 1; i <= n; i++) wanted[id[i]] }
  $1 in wanted && $3 == "RUNNING" { print $2 }')
[[ $pid =~ ^[0-9]+$ ]] || fail "$what of pod '$pod' does not run"
kill -s "$signal" "$pid"
