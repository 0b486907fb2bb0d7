# Sends a signal to the main process of a container, or of the sandbox: SIGNAL NAMESPACE POD [CONTAINER].
signal=${1:?} pod="${2:?}/${3:?}" container=${4:-}
if [[ $container ]]; then
  what="container '$container'" which="labels.\"io.kubernetes.container.name\"==\"$container\""
else
  what='the sandbox' which='labels."io.cri-containerd.kind"=="sandbox"'
fi
pid=$(running_pids "$2" "$3" "$which")
[[ $pid =~ ^[0-9]+$ ]] || fail "$what of pod '$pod' does not run"
kill -s "$signal" "$pid"
