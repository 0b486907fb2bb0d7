/**
 * The wait agent: one constant POSIX-sh script. User data reaches it as arguments only (contract.ts); nothing is ever put into its text.
 *
 * It runs in busybox ash, dash, bash and mksh alike, as a hook, as PID 1 of an init container, in images that hold nothing else.
 * What is not obvious:
 *
 * - A check runs in the background under `wait`, which a signal ends at once: SIGTERM is obeyed within milliseconds, and a check that
 *   hangs is killed. `wait` returns above 128 then, and also when the check died of a signal; `kill -0` tells which. If the check ended
 *   together with the signal, a second `wait` has its exit code; 127 from it says that the first one had it already.
 * - `nap` starts no program where the shell is one of busybox: it reads, until a time is up, from a pipe into which nobody writes. The pipe is
 *   that of an empty here-document, opened once more for reading and writing, so that it never ends; `main` finds out whether it is one by
 *   writing to it and reading that back. dash has no `read -t`; the here-documents of bash and mksh are files: they call `sleep`.
 *   A signal ends a read at once, unless it comes in the microseconds before: then the nap takes its time. So a clock that naps, and has no
 *   child, is stopped with KILL. (busybox 1.37 has no builtin `sleep`: shell/ash.c has it as a comment, with the reasons.)
 * - The clock is a child that signals once a second. Reading the time at each try would cost as much as the try (ash reads a byte per
 *   system call). /proc/uptime is monotonic, needs no program and cuts off what is less than a hundredth of a second, so a wait ends when more
 *   than its time has passed by it. Only differences are compared: mksh counts with 32 bits, which is 248 days. The fraction has a 1 put in
 *   front, for `08` would be an octal number.
 * - `exec` before the user's words makes them a program, as in a manifest; a program named `check` would else be a function of this script.
 *   busybox's setsid gives it a process group, so that what it has started is killed with it.
 * - bash 5.2 loses the exit code of a job that ends in the very moment of a signal. A check counts as failed then, and is made again; a delay
 *   counts as over. What runs once is not disturbed by the clock (`complete`), unless it has a deadline; and the clock ticks between whole
 *   seconds, where commands seldom end.
 * - Nobody signals the clock before its first tick: a new child still holds its parent's handlers, and a TERM that meets them is lost.
 *   Everything else is killed with KILL for the same reason.
 * - The clock's output is closed: containerd waits for the pipes of an exec, so an orphan that held them would hang the pod.
 * - `first` rotates the arguments: POSIX sh has no other list that keeps every byte.
 * - `hold` serves a readiness probe that only has to make the kubelet look once: when its mark is there, a run returns at once, so that the
 *   kubelet knows; the next one, a second later, sleeps. That is one exec each half minute instead of one each second. After a restart of
 *   the kubelet the last return is longer ago, so its first probe returns at once again.
 * - Before `exec` of a gated command the clock has to be gone, since its USR1 would kill the command. Signals that are caught here are set to
 *   their defaults by `exec`; none is ignored, for that would be inherited.
 * - A command whose end is marked is a job in the background, as `wait` is the only thing that a signal interrupts. Shells start such jobs with
 *   SIGINT and SIGQUIT ignored, and stdin closed unless it is redirected.
 * - `put` opens files of the installer, which is another user, in a directory that is sticky, as the root of a tmpfs is. Where
 *   fs.protected_regular is on (systemd 241, NEWS; Debian 12, procps), Linux refuses that to everybody, root too, if the file could be created
 *   by it, and a shell knows no other way of writing. A name in /proc/self/fd lies in no such directory (Linux, fs/namei.c
 *   may_create_in_sticky; tried with 6.1).
 * - A lock belongs to an open file and not to a process: descriptor 9 is inherited by the command, or by the process that is left behind, and
 *   the kernel lets go of it when the last of them is gone, however that ends. Only a process that closes descriptors it does not know loses it.
 * - `linger` leaves an agent behind, as a grandchild: `quit` waits for its children.
 * - The last line is one command, so that a shell which reads the script from a file has read all of it before it runs.
 */
export const SCRIPT = `set -u
case $0 in
  */wait-agent) bb=\${0%/*}/busybox ;;
  */busybox*) bb=$0 ;;
  *) bb= ;;
esac
timeout=0 begun= deadline=0 on_timeout=fail skip= retry= name= try= job= clock= ticks=0 ticked= code=0 ends= until= url= behind= pipe= whole=

now() { read -r now rest </proc/uptime; now=\$((\${now%.*} * 100 + 1\${now#*.} - 100)); } # in hundredths of a second
expired() {
  [ "$timeout" -gt 0 ] && [ -n "$ticked" ] || return 1
  ticked=; now; [ "$((now - deadline))" -gt 0 ]
}
nap() { # SECONDS, or until a signal comes
  if [ -n "$pipe" ]; then read -t "$1" -u3 rest; else \${bb:+"$bb"} sleep "\${whole:-$1}" || quit "$?"; fi
}
clock() {
  [ -n "$pipe" ] || trap 'kill -KILL "$!"; wait; exit 0' TERM
  d=0.5
  while kill -USR1 "$1"; do
    if [ -n "$pipe" ]; then nap "$d"; else \${bb:+"$bb"} sleep "\${whole:-$d}" & wait "$!"; fi
    d=1
  done
}
start_clock() {
  sooner=; trap 'sooner=143' TERM; trap 'sooner=130' INT
  clock "$$" >/dev/null 2>&1 </dev/null & clock=$!
  until [ "$ticks" -gt 0 ]; do nap 0.001; done
  trap 'quit 143' TERM; trap 'quit 130' INT
  [ -z "$sooner" ] || quit "$sooner"
}
stop_clock() { [ -z "$clock" ] || if [ -n "$pipe" ]; then kill -KILL "$clock"; else kill -TERM "$clock"; fi 2>/dev/null; }
kill_job() { kill -KILL "-$job" 2>/dev/null || kill -KILL "$job" 2>/dev/null; }
quit() {
  trap '' TERM INT USR1
  [ -z "$job" ] || kill_job
  stop_clock
  wait 2>/dev/null
  exit "$1"
}
say() { # THAT NEXT WORD...: of the check, that it is not passed, and what comes now
  that=$1 next=$2; shift 2
  set -f; set -- $* # one line, whatever is in the words
  printf "wait-agent: '%s' %s (%s; last exit code %s), %s\\n" "$name" "$that" "$*" "$code" "$next" >&2
}
give_up() {
  after=continue; [ "$on_timeout" = continue ] || after=fail
  say "was not ready after $timeout s" "$after" "$@"
  [ "$after" = continue ] || quit 124
  skip=1
}
finish() { # LIMIT (0: none) [LOST]: waits for the job, sets code; LOST where nobody knows it
  end=$((ticks + $1 + 1))
  while :; do
    wait "$job"; code=$?
    [ "$code" -gt 128 ] || break
    if ! kill -0 "$job" 2>/dev/null; then
      wait "$job" 2>/dev/null; late=$?; [ "$late" = 127 ] || code=$late
      [ "$code" != 138 ] || code=\${2:-1} # the clock's: nobody knows that of the job
      break
    fi
    if [ "$1" -gt 0 ] && [ "$ticks" -ge "$end" ] || expired; then
      kill_job; wait "$job" 2>/dev/null; code=124; ticked=1; break
    fi
  done
  job=
  return "$code"
}
complete() { # waits as long as it takes; sets code
  [ "$timeout" -gt 0 ] || trap '' USR1
  finish 0
  heed
  return "$code"
}
quietly() { "$@" >/dev/null 2>&1 </dev/null & job=$!; }
spawn() { exec \${bb:+"$bb" setsid} "$@" 3<&- & job=$!; }
status_in='# STATUSES URL OPTION...: exit code 0 when the first response has one of them
  s=$1 u=$2; shift 2
  case $0 in */busybox*) bb=$0 ;; *) bb= ;; esac
  out=$(\${bb:+"$bb"} wget -S --spider -Y off "$@" -- "$u" 2>&1)
  out=\${out#*HTTP/}; out=\${out#* }
  case ",$s," in *",\${out%%[!0-9]*},"*) exit 0 ;; esac
  exit 1'
address_in='# HOST: exit code 0 when it has an address; nothing is sent to it
  case $("$0" nc -u -l -w 1 -p 9 -s "$1" 2>&1) in *"bad address"*) exit 1 ;; esac'
check() { # KIND WORD...
  kind=$1; shift
  case $kind in
    file) [ -e "$1" ]; code=$?; return "$code" ;;
    socket) [ -S "$1" ]; code=$?; return "$code" ;;
    contains) quietly \${bb:+"$bb"} grep -qF -e "$2" -- "$1"; finish "\${try:-1}" ;;
    tcp) quietly \${bb:+"$bb"} nc -z -w "\${try:-1}" -- "$1" "$2"; finish "\${try:-1}" ;;
    http)
      u=$1 s=$2; shift 2
      if [ "$s" != 200-399 ]; then spawn \${bb:+"$bb"} sh -c "$status_in" "\${bb:-sh}" "$s" "$u" -T "\${try:-1}" "$@" >/dev/null 2>&1 </dev/null
      else quietly \${bb:+"$bb"} wget -q --spider -Y off -T "\${try:-1}" "$@" -- "$u"; fi
      finish "\${try:-1}" ;;
    command) spawn "$@" >/dev/null 2>&1 </dev/null; finish "\${try:-5}" ;;
    mark)
      if marked "$1" "$2"; then code=0; return 0; fi
      code=1
      if [ "$#" = 3 ] && marked "$3" "$2"; then printf "wait-agent: '%s' is %s, not %s\\n" "$name" "$3" "$1" >&2; quit 1; fi
      return 1 ;;
    dns) quietly \${bb:+"$bb"} sh -c "$address_in" "\${bb:-sh}" "$1"; finish "\${try:-5}" ;;
    delay) quietly \${bb:+"$bb"} sleep "$1"; finish 0 0 ;;
    *) echo "wait-agent: unknown check '$kind'" >&2; quit 2 ;;
  esac
}
await() { # KIND WORD...
  tries=0 fast=100 close=64 slow=0.8 # pauses: of 0.02, 0.028, then 0.1 and 0.2 s, ten each; then of an eighth of the time at most
  case "$*" in # a try that starts nothing, one program, one that may take much; a handshake
    "file "* | "socket "* | "mark "*) fast=200 close=0 slow=0.1 ;;
    "tcp "* | "contains "* | "http http:"*" 200-399"*) ;;
    "http https:"*) fast=0 close=0 slow=0.5 ;;
    *) close=0 ;;
  esac
  if [ "$1" = blocking ] || [ "$1" = script ]; then
    text=
    [ "$1" = blocking ] || { text=$2; shift; }
    shift
    until spawn \${text:+\${bb:+"$bb"} sh -c "$text" "\${bb:-sh}"} "$@"; complete; do
      if expired; then give_up "$@"; return; fi
      [ -n "$retry" ] || quit "$code"
      quietly \${bb:+"$bb"} sleep 1; finish 0
    done
    return
  fi
  patience=$((ticks + 6)) # in seconds: what takes longer somebody may wonder about
  until check "$@"; do
    if expired; then give_up "$@"; return; fi
    [ "$ticks" -lt "$patience" ] || { patience=999999999; say 'is not ready yet' waiting "$@"; }
    [ -x "\${bb:-/}" ] || quit 127 # its tools are gone
    tries=$((tries + 1))
    over=$((tries - fast - close))
    if [ "$tries" -le "$fast" ]; then d=0.02
    elif [ "$over" -le 0 ]; then d=0.028
    elif [ "$slow" != 0.8 ] || [ "$over" -gt 20 ]; then d=$slow
    elif [ "$over" -le 10 ]; then d=0.1; else d=0.2; fi
    nap "$d"
  done
}
run_first() { spawn "$@"; complete || quit "$code"; }
put() { # FILE [LINE]: adds the line; without one the file is empty then
  [ -e "$1" ] || printf '' >"$1" || return
  if [ "$#" = 1 ]; then printf '' >/proc/self/fd/4; else echo "$2" >>/proc/self/fd/4; fi 4<"$1"
}
marked() { # KEY FILE
  while read -r line; do [ "$line" != "$1='true'" ] || return 0; done 2>/dev/null <"$2"
  return 1
}
hold() { # KEY FILE
  marked "$@" || return 0
  last=; read -r last 2>/dev/null <"$2.probed"
  now; if [ $((now - \${last:-0})) -lt 300 ]; then quietly \${bb:+"$bb"} sleep 30; finish 0; now; fi
  put "$2.probed" && put "$2.probed" "$now"
  quit 0
}
leave() { # what is executed next is the container's own: no child of ours, no signal of the clock
  stop_clock
  [ -z "$clock" ] || until wait "$clock"; ! kill -0 "$clock"; do :; done 2>/dev/null
}
over() { for m in $1; do marked "\${m%%:*}" "\${m#*:}" || return 1; done; }
end_job() { # when all is over; not at once, as TERM is lost on a child that is not yet the command
  until nap 0.1; over "$until"; do :; done
  kill -TERM "$job"
  n=0; while [ "$n" -lt 75 ]; do nap 0.4; n=$((n + 1)); done # 30 s
  kill -KILL "$job"
}
run() { # COMMAND WORD...: as a child, whose end is marked, or that is ended when others have
  for s in HUP INT QUIT TERM USR1 USR2; do trap "sooner=$s; [ -z \\"\\$job\\" ] || kill -$s \\"\\$job\\"" "$s"; done
  sooner= timeout=0
  [ -z "$pipe" ] || exec 4<&3
  exec 3<&0
  exec "$@" <&3 3<&- 4<&- & job=$!
  exec 3<&-; [ -z "$pipe" ] || exec 3<&4 4<&-
  [ -z "$sooner" ] || kill "-$sooner" "$job"
  watcher=; [ -z "$until" ] || { end_job >/dev/null 2>&1 & watcher=$!; }
  finish 0
  [ -z "$watcher" ] || { kill -KILL "$watcher"; ! over "$until" || code=0; }
  [ -z "$ends" ] || { [ "$code" != 0 ] || put "$ends" "COMPLETED='true'"; put "$ends" "EXITED='true'"; }
  [ -z "$url" ] || ! over "$behind" || \${bb:+"$bb"} wget -q -O /dev/null -Y off -T 5 --post-data '' -- "$url" >/dev/null 2>&1
  exit "$code"
}
lock() { # FILE: locked by whoever has this open; who waits for it has it only for a moment
  [ -e "$1" ] || ( umask 0; printf '' >"$1" ) 2>/dev/null
  { command exec 9<"$1"; } 2>/dev/null || { echo "wait-agent: cannot lock '$1'" >&2; return; }
  tries=0
  until \${bb:+"$bb"} flock -n 9 || [ "$tries" -ge 20 ]; do tries=$((tries + 1)); nap 0.05; done
}
leave_lock() { # FILE
  lock "$1"
  ( \${bb:+"$bb"} setsid \${bb:+"$bb"} sleep 2147483647 </dev/null >/dev/null 2>&1 & )
  exec 9<&-
}
unlocked() { # FILE: waits
  [ -e "$1" ] && { command exec 8<"$1"; } 2>/dev/null || return 0
  quietly \${bb:+"$bb"} flock -s 8
  complete
  exec 8<&-
}
linger() { ( \${bb:+"$bb"} setsid "$0" "$@" </dev/null >/dev/null 2>&1 & ) }
first() { # COMMAND N WORD...: COMMAND with the first N words
  c=$1 n=$2; shift 2; i=$#
  while [ "$i" -gt 0 ]; do
    w=$1; shift
    [ "$n" -le 0 ] || set -- "$@" "$w"
    n=$((n - 1)) i=$((i - 1))
  done
  "$c" "$@"
}
heed() { trap 'ticks=$((ticks + 1)) ticked=1' USR1; }
main() {
  heed
  { command exec 3<<E 3<>/proc/self/fd/3 && echo >&3 && read -t 0.5 -u3 rest && pipe=1; } 2>/dev/null
E
  [ -n "$pipe" ] || \${bb:+"$bb"} sleep 0.001 2>/dev/null || whole=1
  trap 'quit 143' TERM
  trap 'quit 130' INT
  while [ "$#" -gt 0 ]; do
    a=$1; shift
    case $a in
      --hold=*) a=\${a#*=}; hold "\${a%%:*}" "\${a#*:}" ;;
      --lock=*) lock "\${a#*=}" ;;
      --leave-lock=*) leave_lock "\${a#*=}" ;;
      --unlocked=*) unlocked "\${a#*=}" ;;
      --unless=*) a=\${a#*=}; ! marked "\${a%%:*}" "\${a#*:}" || quit 0 ;;
      --ends=*) ends=\${a#*=} ;;
      --until=*) until="$until \${a#*=}" ;;
      --quit=*) url=\${a#*=} ;;
      --behind=*) behind="$behind \${a#*=}" ;;
      --) leave; [ -z "$ends$until$url" ] || run "$@"; exec "$@" 3<&- ;;
      --linger=*) first linger "\${a#*=}" "$@"; shift "\${a#*=}" ;;
      --if=*) a=\${a#*=}; marked "\${a%%:*}" "\${a#*:}" || skip=1 ;;
      --reset=*) a=\${a#*=}; put "$a" && put "$a" '# nothing yet' && put "$a.probed" || quit 1 ;;
      --mark=*) a=\${a#*=}; [ -n "$skip" ] || put "\${a#*:}" "\${a%%:*}='true'" || quit 1 ;;
      --retry) retry=1 ;;
      --together) now; begun=$now ;;
      --run-first=*) first run_first "\${a#*=}" "$@"; shift "\${a#*=}" ;;
      --timeout=*) timeout=\${a#*=} skip=; now; deadline=$((\${begun:-$now} + timeout * 100)) ;;
      --on-timeout=*) on_timeout=\${a#*=} ;;
      --for=*) name=\${a#*=} try=; [ -n "$clock$skip" ] || start_clock ;;
      --try=*) try=\${a#*=} ;;
      --words=*) [ -n "$skip" ] || first await "\${a#*=}" "$@"; shift "\${a#*=}" ;;
      *) echo "wait-agent: unknown option '$a'" >&2; quit 2 ;;
    esac
  done
  quit 0
}
main "$@"
`;

/**
 * What `install-wait-agent` runs: copies the busybox that runs it, and the agent's script beside it, into a directory; then makes the
 * marker files, without a key. `$0` is that busybox, `$1` the directory, `$2` the script, the rest are marker files. Old marks go first:
 * after the pod's sandbox was made anew they are still there, and one would let a container start. Who writes the marks runs as
 * whatever user its image has. All these files are of the installer, and stay: the root of a tmpfs is sticky, so it could remove none of another user.
 */
export const INSTALL_SCRIPT = `set -eu
rm -f "$1/busybox" "$1/wait-agent"
"$0" install -m 0555 "$0" "$1/busybox"
printf '#!%s sh\\n%s' "$1/busybox" "$2" >"$1/wait-agent"
chmod 0555 "$1/wait-agent"
shift 2
for marker; do
  echo '# nothing yet' >"$marker"
  : >"$marker.probed"
  chmod 0666 "$marker" "$marker.probed"
done
`;
