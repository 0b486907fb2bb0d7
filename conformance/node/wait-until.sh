# A bounded wait on a condition.

# wait_until SECONDS WHAT COMMAND...: returns when the command succeeds; 1 when it does not in time
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
