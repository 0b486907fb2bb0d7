# Processes in the node. The holder only keeps the namespaces. Each process that enters also joins its cgroups, so that `down` finds all processes.

# The node has its own environment: no proxies, no credentials of the user.
in_node() { # COMMAND...
  [[ -f $state/holder.pid ]] || fail "node '$name' is not up"
  local path=$(<"$state/path"):/usr/sbin:/usr/bin:/sbin:/bin
  (
    enter_cgroups
    exec nsenter -t "$(<"$state/holder.pid")" -m -n -u -C -- env -i PATH="$path" HOME=/run KUBECONFIG="$state/kubeconfig" "$@"
  )
}

start_holder() {
  (
    enter_cgroups
    exec setsid unshare --mount --net --uts --cgroup sleep infinity
  ) </dev/null >/dev/null 2>&1 3>&- &
  disown
  echo $! >"$state/holder.pid"
  wait_until 5 'namespaces' new_namespaces
}

# The cgroup namespace is unshared last.
new_namespaces() { [[ $(readlink "/proc/$(<"$state/holder.pid")/exe") == "$(readlink -f "$(command -v sleep)")" ]]; }

start() { # DAEMON COMMAND...
  in_node "${@:2}" </dev/null >>"$state/log/$1.log" 2>&1 3>&- &
  disown
}

# Identifies a process by its ID and its start time, because IDs are reused.
ps_start() { # PID
  if [[ -r /proc/$1/stat ]]; then echo "$1 $(sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f20)"; fi
}

# Prints the main processes of the containers and sandboxes of a pod that run: NAMESPACE POD [FILTER], a further condition of containerd. Asks the
# runtime, which knows containers that the API server does not report yet.
running_pids() {
  local filter="labels.\"io.kubernetes.pod.namespace\"==\"$1\",labels.\"io.kubernetes.pod.name\"==\"$2\"${3:+,$3}" ids
  local ctr=(ctr -a /run/containerd/containerd.sock -n k8s.io)
  ids=$(in_node "${ctr[@]}" containers ls -q "$filter")
  in_node "${ctr[@]}" tasks ls | awk -v ids="$ids" '
    BEGIN { n = split(ids, id, "\n"); for (i = 1; i <= n; i++) wanted[id[i]] }
    $1 in wanted && $3 == "RUNNING" { print $2 }'
}
