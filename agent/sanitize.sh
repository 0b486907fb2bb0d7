#!/usr/bin/env bash
# Builds the agent with gcc's address and undefined-behaviour sanitizers, and runs the contract tests or the fuzzer with it.
#
#   agent/sanitize.sh test              the contract tests
#   agent/sanitize.sh fuzz COUNT [SEED] COUNT inputs; writes a failing input to the current folder
#   agent/sanitize.sh fuzz TARGET FILE  runs one such input again
#
# Needs gcc and glibc's headers. The fuzzer uses the DNS functions of musl, as the agent does, from the compiler that agent/build.sh installs.
set -euo pipefail
agent=$(cd "$(dirname "$0")" && pwd)
what=${1:-}
[[ $what == test || $what == fuzz ]] || { sed -n '2,8s/^# \?//p' "$0"; exit 2; }
shift

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
flags=(-std=c11 -D_GNU_SOURCE -DSA_RESTORER=0x04000000 -O1 -g -Wl,--build-id=sha1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
sources=("$agent"/src/*.c)

if [[ $what == test ]]; then
  # The tests run the agent with their own environments, so the options are compiled in. Reports go to files, because some tests expect a failure.
  mkdir "$build/reports"
  cat >"$build/options.c" <<END
const char *__asan_default_options(void) { return "detect_leaks=0:exitcode=99:log_path=$build/reports/report"; }
END
  gcc "${flags[@]}" -Wall -Wextra -Wshadow -Werror -o "$build/wait" "${sources[@]}" "$build/options.c" -lresolv
  cd "$agent/.."
  STARTUP_ORDER_AGENT="$build/wait" npx jest test/agent/wait.test.ts test/agent/tool-waits.test.ts || failed=1
  cat "$build"/reports/* 2>/dev/null && failed=1
  exit "${failed:-0}"
fi

musl=("$("$agent/build.sh" --compiler)"/lib/libc/musl/src/network/{ns_parse,dn_expand,dn_skipname,res_mkquery}.c)
alias='-Dweak_alias(old,new)=extern __typeof(old) new __attribute__((weak,alias(#old)))'
wrapped=(_exit now sleep_until poll_fd poll_all getrandom calloc socket connect connect_to close send recv open fstat stat fchmod flock ftruncate pread read write pwrite
  pipe2 fcntl child_fd poll_either fork waitpid kill)
(cd "$build" && gcc "${flags[@]}" -w -fsanitize-coverage=trace-pc "$alias" -c "${sources[@]}" "${musl[@]}")
rm "$build/main.o"
gcc "${flags[@]}" -Wall -Wextra -Wshadow -Werror -c -o "$build/fuzz.o" "$agent/fuzz/fuzz.c"
gcc "${flags[@]}" "${wrapped[@]/#/-Wl,--wrap=}" -o "$build/fuzz" "$build"/*.o -lresolv
ASAN_OPTIONS=detect_leaks=0:handle_abort=1 "$build/fuzz" "$@"
