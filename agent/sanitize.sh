#!/usr/bin/env bash
# Builds the agent with gcc's address and undefined-behaviour sanitizers, and runs the contract tests or the fuzzer with it.
#
#   agent/sanitize.sh test              the contract tests
#   agent/sanitize.sh fuzz COUNT [SEED] COUNT inputs; writes a failing input to the current folder
#   agent/sanitize.sh fuzz TARGET FILE  runs one such input again
#   agent/sanitize.sh compilers         no sanitizers: the contract tests with an agent that clang builds, and with an agent that musl-gcc builds
#
# Needs gcc and glibc's headers; `compilers` needs Debian's clang and musl-tools.
set -euo pipefail
agent=$(cd "$(dirname "$0")" && pwd)
what=${1:-}
[[ $what == test || $what == fuzz || $what == compilers ]] || { sed -n '2,7s/^# \?//p' "$0"; exit 2; }
shift

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
flags=(-std=c11 -D_GNU_SOURCE -DSA_RESTORER=0x04000000 -O1 -g -Wl,--build-id=sha1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
sources=("$agent"/src/*.c)
tests=(test/agent/{wait,exchange,faults,names,tool-waits}.test.ts)

if [[ $what == compilers ]]; then
  cd "$agent/.."
  for compiler in clang musl-gcc; do
    "$compiler" -std=c11 -D_GNU_SOURCE -Os -static -Wall -Wextra -Wshadow -Werror -Wl,--build-id=sha1 -o "$build/wait" "${sources[@]}"
    STARTUP_ORDER_AGENT="$build/wait" npx jest -i "${tests[@]}"
  done
  exit
fi

if [[ $what == test ]]; then
  # The tests run the agent with their own environments, so the options are compiled in. Reports go to files, because some tests expect a failure.
  mkdir "$build/reports"
  cat >"$build/options.c" <<END
const char *__asan_default_options(void) { return "detect_leaks=0:exitcode=99:log_path=$build/reports/report"; }
END
  gcc "${flags[@]}" -Wall -Wextra -Wshadow -Werror -o "$build/wait" "${sources[@]}" "$build/options.c"
  cd "$agent/.."
  STARTUP_ORDER_AGENT="$build/wait" npx jest "${tests[@]}" || failed=1
  cat "$build"/reports/* 2>/dev/null && failed=1
  exit "${failed:-0}"
fi

wrapped=(_exit now sleep_until poll_fd poll_all getrandom calloc socket connect connect_to close send recv open fstat stat fchmod flock ftruncate pread read write pwrite
  pipe2 fcntl child_fd poll_either fork waitpid kill)
(cd "$build" && gcc "${flags[@]}" -Wall -Wextra -Wshadow -Werror -fsanitize-coverage=trace-pc -c "${sources[@]}")
rm "$build/main.o"
gcc "${flags[@]}" -Wall -Wextra -Wshadow -Werror -c -o "$build/fuzz.o" "$agent/fuzz/fuzz.c"
gcc "${flags[@]}" "${wrapped[@]/#/-Wl,--wrap=}" -o "$build/fuzz" "$build"/*.o
ASAN_OPTIONS=detect_leaks=0:handle_abort=1 "$build/fuzz" "$@"
