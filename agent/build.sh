#!/usr/bin/env bash
# Builds the wait agent for all platforms into agent/bin, byte for byte the same on each machine. --check: compares a build with agent/bin.
# --compiler: prints the folder of the compiler.
#
# Needs Linux on amd64 or arm64, and Python 3 with venv. The compiler is `zig cc` of the PyPI package ziglang, which contains musl and cross-compiles. The script keeps it in the user's cache folder.
set -euo pipefail
export LC_ALL=C # the order of the files is an input of the linker
cd "$(dirname "$0")"

version=0.17.1
# The musl in that package, for the SBOM.
musl_version=1.2.5
# The wheels for Linux on amd64 and on arm64.
wheels=(ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54 b7c5f02fccd40f89b999ee16a1f5ddced56e6182370f8affe494bcf8a28cf07e)
# Folder, target, and options: ARMv7 does not always have NEON, and vector instructions of POWER take much space.
platforms=(
  linux-amd64:x86_64-linux-musl
  linux-arm64:aarch64-linux-musl
  linux-arm:arm-linux-musleabihf:-mcpu=generic+v7a+vfp3d16-neon-d32-vfp3
  "linux-ppc64le:powerpc64le-linux-musl:-flto -mcpu=ppc64le-altivec-vsx-power8_vector-direct_move-crypto"
  linux-riscv64:riscv64-linux-musl
  linux-s390x:s390x-linux-musl
)
flags=(-std=c11 -D_GNU_SOURCE -Os -static -s -Wall -Wextra -Wshadow -Werror -ffunction-sections -fdata-sections -fno-asynchronous-unwind-tables
  -fno-unwind-tables -Wl,--gc-sections -fstack-protector-strong -Wl,--build-id=sha1)
most_bytes=65536

cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdk8s-startup-order
compiler=$cache/ziglang-$version
mkdir -p "$cache"
# A failed installation must not leave a folder that the next run uses as the compiler.
if [[ ! -d $compiler ]]; then
  installed=$(mktemp -d "$compiler-XXXXXX")
  { python3 -m venv "$installed" && "$installed/bin/python" -m pip --quiet install --disable-pip-version-check --require-hashes \
    -r <(echo "ziglang==$version" "${wheels[@]/#/--hash=sha256:}") && mv -T "$installed" "$compiler"; } || { rm -rf "$installed"; exit 1; }
fi
zig=$("$compiler/bin/python" -c 'import os, ziglang; print(os.path.dirname(ziglang.__file__))')
grep -qF "\"$musl_version\"" "$zig/lib/libc/musl/src/internal/version.h" || { echo "ziglang $version does not contain musl $musl_version"; exit 1; }

if [[ ${1:-} == --compiler ]]; then
  echo "$zig"
  exit
fi

out=bin
if [[ ${1:-} == --check ]]; then
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
for each in "${platforms[@]}"; do
  IFS=: read -r platform target options <<<"$each"
  mkdir -p "$out/$platform"
  binary=$out/$platform/wait
  "$compiler/bin/python" -m ziglang cc -target "$target" $options "${flags[@]}" -o "$binary" src/*.c
  bytes=$(stat -c %s "$binary")
  ((bytes <= most_bytes)) || { echo "$binary has $bytes bytes, more than $most_bytes"; exit 1; }
done
# The licence of the libc that the binaries contain.
cp "$zig/lib/libc/musl/COPYRIGHT" "$out/COPYRIGHT.musl"
(cd "$out" && sha256sum -- */* *.musl >SHA256SUMS)
if [[ $out != bin ]]; then
  diff -u bin/SHA256SUMS "$out/SHA256SUMS" || { echo 'agent/bin is not what agent/src compiles to: run agent/build.sh'; exit 1; }
  (cd bin && sha256sum --quiet --check SHA256SUMS)
fi
cat "$out/SHA256SUMS"
