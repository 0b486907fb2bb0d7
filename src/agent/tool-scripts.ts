/**
 * What the wait agent runs in the image of another tool: each is one constant POSIX-sh script, an argument of the init container that needs it. It waits by itself, and says on stderr why
 * it still waits, once for each reason. `$0` is the busybox that runs it, or `sh`.
 *
 * A script ends with 0 when what is awaited is there, and with 1 when it never will be: the agent then ends with that, and the kubelet starts the container again, later and later.
 */

/** `wait` is ended by nothing here: the agent kills the whole process group. */
const SAY = `set -u
said=
say() { [ "$said" = "$1" ] || { said=$1; printf 'wait-agent: %s\\n' "$1" >&2; }; }
nl='
'
`;

/**
 * Roles may be created a little later than pods, so what is forbidden is asked for once more, during half a minute. In the first tries, and after them, pods that wait for the same do not ask
 * in the same moment.
 */
const KUBECTL = `${SAY}denied=0
refused() {
  case $reason in *orbidden*) denied=$((denied + 1)) ;; *) denied=0 ;; esac
  line=\${reason%%$nl*}
  case $line in [EW][0-9]*"] "*) line=\${line#*"] "} line=\${line%% reflector=*} ;; esac # without the time, and the place in the source
  [ "$denied" -lt 20 ] || { say "refused 20 times: $line"; exit 1; }
  say "$line"
  "$0" sleep "1.$((100 + \${RANDOM:-0} % 900))"
}
`;

/**
 * RESOURCE NAMESPACE WANTED [NEVER [absent]]: by `kubectl wait`, which the API tells of changes. It ends at once where there is no such object, so it is called again and again; after half
 * a minute, at first after five seconds, it is called anyway: to see whether NEVER is so, and because without the right to list or to watch it says so and waits on.
 */
export const RESOURCE_SCRIPT = `${KUBECTL}resource=$1 wanted=$3 never=\${4-} absent=\${5-} longest=5s
namespace=\${2:+--namespace=$2}
is() { reason=$(kubectl wait "$resource" $namespace "--for=$1" "--timeout=$2" 2>&1); }
until is "$wanted" "$longest"; do
  case $reason in
    *NotFound* | *"not found"*) [ -z "$absent" ] || exit 0 ;;
    *orbidden*) longest=2s ;;
    *)
      longest=30s why=$reason
      if [ -n "$never" ] && is "$never" 0s; then
        say "$resource: $never, so $wanted will never be"
        exit 1
      fi
      case $why in "error: timed out"*) reason="$resource: not yet $wanted" ;; *) reason=$why ;; esac ;;
  esac
  refused
done
`;

/** pods|endpointslices NAMESPACE SELECTOR COUNT|all: by `kubectl get`. Pods that have ended are none. */
export const PODS_SCRIPT = `${KUBECTL}what=$1 selector=$3 count=$4
namespace=\${2:+--namespace=$2}
case $what in
  pods) each='.items[*]' ready='.status.conditions[?(@.type=="Ready")].status' but=--field-selector=status.phase!=Succeeded,status.phase!=Failed ;;
  *) each='.items[*].endpoints[*]' ready=.conditions.ready but= ;;
esac
while :; do
  if reason=$(kubectl get "$what" $namespace "--selector=$selector" $but -o "jsonpath={range $each}is={$ready} {end}" 2>&1); then
    all=0 up=0
    for one in $reason; do
      all=$((all + 1))
      case $one in is=[Tt]rue) up=$((up + 1)) ;; esac
    done
    if [ "$count" = all ]; then [ "$all" = 0 ] || [ "$up" != "$all" ] || exit 0; else [ "$up" -lt "$count" ] || exit 0; fi
    reason="$up of $all $what $selector are Ready"
    [ "$count" = all ] || reason="$reason, and $count have to be"
  fi
  refused
done
`;

/** STATUSES TEXT ARGUMENT...: by curl; without STATUSES all from 200 to 399 count. */
export const HTTP_SCRIPT = `${SAY}statuses=$1 text=$2; shift 2
while :; do
  if out=$(curl --silent --show-error --max-filesize 1048576 --write-out '\\n%{http_code}' "$@" 2>&1); then
    status=\${out##*$nl}
    case ",\${statuses:-$status}," in *",$status,"*) good=$status ;; *) good= ;; esac
    [ -n "$statuses" ] || case $status in [23]??) ;; *) good= ;; esac
    reason="status $status"
    case \${out%$nl*} in *"$text"*) [ -z "$good" ] || exit 0 ;; *) reason="$reason, without the text" ;; esac
  else
    reason=\${out#"\${out%%[!$nl]*}"}
  fi
  say "\${reason%%$nl*}"
  case $0 in */busybox*) "$0" sleep 0.3 ;; *) sleep 1 ;; esac
done
`;

/** PROGRAM ARGUMENT...: a client that ends with 0 when the server is ready, and else says why it is not. */
export const CLIENT_SCRIPT = `${SAY}until reason=$("$@" 2>&1); do
  say "\${reason%%$nl*}"
  case $0 in */busybox*) "$0" sleep 0.3 ;; *) sleep 1 ;; esac
done
`;

/**
 * wait4x ARGUMENT...: it waits by itself, and says at each try that it tries, and why it fails. It ends when the server says something that it does not know. The last line is ours: without
 * it nothing is ready, whatever has ended.
 */
export const WAIT4X_SCRIPT = `${SAY}{
  until "$@" 2>&1; do
    case $0 in */busybox*) "$0" sleep 1 ;; *) sleep 1 ;; esac
  done
  echo '- ready'
} | {
  while read -r time level line; do
    case "$time $level" in
      "- ready") exit 0 ;;
      *" INF") ;;
      *" ERR") say "\${line#*error=}" ;;
      *) say "$time $level $line" ;;
    esac
  done
  exit 1
}
`;
