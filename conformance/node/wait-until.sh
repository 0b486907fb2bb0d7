# Waits for a condition, with a limit.

# wait_until SECONDS WHAT COMMAND...: returns 0 when the command succeeds; returns 1 after the time
wait_until() {
  local deadline=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000))
  until "${@:3}" >/dev/null 2>&1; do
    if ((${EPOCHREALTIME/[.,]/} > deadline)); then
      echo "not within $1 s: $2" >&2
      return 1
    fi
    sleep 0.05
  done
}
