#!/usr/bin/env bash
# Builds the wait agent for all platforms into agent/bin, byte for byte the same on each machine. --check: compares with the binaries that are there.
#
# Needs Python 3 with venv. The compiler is `zig cc` of the PyPI package ziglang, which contains musl and cross-compiles; it is kept in the user's cache folder.
set -euo pipefail
cd "$(dirname "$0")"

version=0.17.1
# Folder, target and, where the compiler's default asks for more than the platform of the image has, the processor: ARMv7 without NEON.
platforms=(
  linux-amd64:x86_64-linux-musl
  linux-arm64:aarch64-linux-musl
  linux-arm:arm-linux-musleabihf:generic+v7a+vfp3d16-neon-d32-vfp3
  linux-ppc64le:powerpc64le-linux-musl
  linux-riscv64:riscv64-linux-musl
  linux-s390x:s390x-linux-musl
)
flags=(-std=c11 -D_GNU_SOURCE -Os -static -s -Wall -Wextra -Wshadow -Werror -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables
  -fno-unwind-tables -Wl,--gc-sections)
most_bytes=65536

cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
compiler=$cache/ziglang-$version
if [[ ! -x $compiler/bin/python ]]; then
  python3 -m venv "$compiler"
  "$compiler/bin/pip" --quiet install --disable-pip-version-check "ziglang==$version"
fi

out=bin
if [[ ${1:-} == --check ]]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
for platform in "${platforms[@]}"; do
  IFS=: read -r folder target processor <<<"$platform"
  folder=$out/$folder
  mkdir -p "$folder"
  "$compiler/bin/python" -m ziglang cc -target "$target" ${processor:+"-mcpu=$processor"} "${flags[@]}" -o "$folder/wait" src/*.c
  bytes=$(stat -c %s "$folder/wait")
  ((bytes <= most_bytes)) || { echo "$folder/wait has $bytes bytes, more than $most_bytes"; exit 1; }
done
(cd "$out" && sha256sum -- */wait >SHA256SUMS)
if [[ $out != bin ]]; then
  diff -u bin/SHA256SUMS "$out/SHA256SUMS" || { echo 'agent/bin is not what agent/src compiles to: run agent/build.sh'; exit 1; }
  (cd bin && sha256sum --quiet --check SHA256SUMS)
fi
cat "$out/SHA256SUMS"
