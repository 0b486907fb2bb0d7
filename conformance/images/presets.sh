#!/bin/sh
# Replaces the programs in the images of the presets of `Sidecar`, and is installed under the name of each program. The script checks the conditions
# that the real entrypoint or program needs, and exits with 1 and a reason where a condition does not hold. Otherwise it serves the endpoint of the
# ready check, or writes the files.
#
#   /docker-entrypoint.sh, envoy                envoyproxy/envoy 1.31: Dockerfile-envoy, docker-entrypoint.sh
#   /usr/local/bin/docker-entrypoint.sh, vault  hashicorp/vault 1.20: Dockerfile, .release/docker/docker-entrypoint.sh
#   /cloud-sql-proxy                            cloud-sql-proxy 2.14: Dockerfile, docs/cmd/cloud-sql-proxy.md
#   pilot-agent                                 istio/proxyv2 1.27: Dockerfile.proxyv2, pilot-agent proxy
set -eu

name=${0##*/}
fail() {
  echo "$name as user $(id -u): $*" >&2
  exit 1
}
# Whether the process has the capability with this number.
has_capability() {
  effective=$((0x$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status)))
  [ $((effective >> $1 & 1)) = 1 ]
}
must_write() {
  touch "$1" 2>/dev/null || fail "cannot write $1"
}
# Answers 200 for PATH at ADDRESS after two seconds. Before that the port is closed. On SIGTERM the server exits with STATUS.
serve() { # ADDRESS PATH STATUS
  [ -f "/www$2" ] || fail "nothing to serve at $2"
  trap 'exit 143' TERM
  sleep 2 &
  wait $!
  # Before the port opens: an app may start within a millisecond, before a later line is in the log.
  echo "$name serves $2"
  httpd -f -p "$1" -h /www &
  trap "kill $!; exit $3" TERM
  wait $!
}

envoy() {
  [ "${1:-}" = -c ] || fail "no configuration: $*"
  [ -r "$2" ] || fail "cannot read $2"
  # For hot restarts.
  must_write /dev/shm/envoy_shared_memory_0
  serve 0.0.0.0:9901 /ready 0
}

vault() {
  [ "${1:-}" = agent ] || fail "this stands for the agent only, not for '$*'"
  case ${2:-} in
    -config=*) config=${2#-config=} ;;
    *) fail "no configuration: $*" ;;
  esac
  [ -r "$config" ] || fail "cannot read $config"
  trap 'exit 0' TERM
  sleep 2 &
  wait $!
  for file in $(sed -n 's/^ *destination *= *"\(.*\)"/\1/p' "$config"); do
    echo "$name renders $file"
    must_write "$file"
  done
  sleep 3600 &
  wait $!
}

# The checks of the entrypoint before it runs `vault`.
vault_entrypoint() {
  # /vault/logs and /vault/file belong to `vault` in the image; a mounted /vault/config does not.
  [ "${SKIP_CHOWN:-}" ] || chown -R 100:1000 /vault/config || echo 'Could not chown /vault/config'
  # CAP_SETFCAP
  [ "${SKIP_SETCAP:-}" ] || has_capability 31 || fail 'unable to set CAP_SETFCAP effective capability: Operation not permitted'
  if [ "$(id -u)" = 0 ]; then exec setuidgid vault vault "$@"; fi
  exec vault "$@"
}

cloud_sql_proxy() {
  health='' address=localhost status=143
  for word in "$@"; do
    case $word in
      --health-check) health=yes ;;
      --http-address=*) address=${word#*=} ;;
      --exit-zero-on-sigterm) status=0 ;;
      --max-sigterm-delay=*s | --port=* | --private-ip | --structured-logs) ;;
      -*) fail "unknown flag: $word" ;;
      *:*:*) ;;
      *) fail "invalid instance name: $word, expected 'project:region:instance'" ;;
    esac
  done
  [ "$health" ] || fail 'no health check'
  serve "$address:9090" /startup $status
}

pilot_agent() {
  [ "$*" = 'proxy sidecar' ] || fail "this stands for 'proxy sidecar' only, not for '$*'"
  must_write /etc/istio/proxy/envoy-rev.json
  must_write /var/lib/istio/data/probe
  serve 0.0.0.0:15021 /healthz/ready 0
}

case $0 in
  /docker-entrypoint.sh)
    case ${1:-} in -*) set -- envoy "$@" ;; esac
    if [ "$(id -u)" = 0 ] && [ "${ENVOY_UID:-}" != 0 ]; then
      chown envoy:envoy /dev/stdout /dev/stderr || fail 'cannot chown /dev/stdout'
      exec setuidgid envoy "$@"
    fi
    exec "$@" ;;
  */docker-entrypoint.sh) vault_entrypoint "$@" ;;
  */envoy) envoy "$@" ;;
  */vault) vault "$@" ;;
  */cloud-sql-proxy) cloud_sql_proxy "$@" ;;
  */pilot-agent) pilot_agent "$@" ;;
  *) fail "this stands for no $0" ;;
esac
