# Starts and stops the kubelet, and waits until it is ready. Its version may differ from the version of the control plane.

kubelet_program() { echo "$(<"$state/kubelet-binaries")/kubernetes"; }

start_kubelet() {
  start kubelet "$(kubelet_program)" kubelet --config="$state/kubelet.yaml" --kubeconfig="$state/kubeconfig" \
    --hostname-override=node --node-ip="$address" --v=2
}

restart_kubelet() {
  local pid
  pid=$(kubelet_pid) || fail "the kubelet of node '$name' does not run"
  kill -TERM "$pid"
  wait_until 10 'end of the kubelet' eval "! kill -0 $pid"
  start_kubelet
  wait_until 30 'kubelet' kubelet_healthy
}

kubelet_pid() {
  local pid
  for pid in $(cgroup_pids); do
    if [[ $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") == "$(kubelet_program) kubelet "* ]]; then
      echo "$pid"
      return
    fi
  done
  return 1
}

kubelet_healthy() {
  in_node bash -c 'exec 3<>/dev/tcp/127.0.0.1/10248; printf "GET /healthz HTTP/1.0\r\n\r\n" >&3; grep -q "200 OK" <&3'
}

# Writing 5 resets the peak (proc_pid_clear_refs(5)).
kubelet_peak_memory() {
  local pid
  pid=$(kubelet_pid) || fail "the kubelet of node '$name' does not run"
  sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB$/\1/p' "/proc/$pid/status"
  echo 5 >"/proc/$pid/clear_refs"
}
