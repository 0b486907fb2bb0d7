# Sends a signal to the main process of a container: SIGNAL NAMESPACE POD CONTAINER. The runtime knows it also while the API does not.
signal=${1:?} filter="labels.\"io.kubernetes.pod.namespace\"==\"${2:?}\",labels.\"io.kubernetes.pod.name\"==\"${3:?}\""
filter+=",labels.\"io.kubernetes.container.name\"==\"${4:?}\""
ctr=(ctr -a /run/containerd/containerd.sock -n k8s.io)

ids=$(in_node "${ctr[@]}" containers ls -q "$filter")
pid=$(in_node "${ctr[@]}" tasks ls | awk -v ids="$ids" '
  BEGIN { n = split(ids, id, "\n"); for (i = 1; i <= n; i++) wanted[id[i]] }
  $1 in wanted && $3 == "RUNNING" { print $2 }')
[[ $pid =~ ^[0-9]+$ ]] || fail "container '$4' of pod '$2/$3' does not run"
kill -s "$signal" "$pid"
