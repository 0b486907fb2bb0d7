#!/usr/bin/env bash
# Runs the quick start of README.md: each command in order, in an empty folder outside the clone. The package comes from
# dist/js (`npx projen package:js`) instead of the registry. The program must write a manifest and print the plan of
# README.md.
set -euo pipefail
cd "$(dirname "$0")/.."
readme=$PWD/README.md
package=$(ls "$PWD"/dist/js/*.tgz)
app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT
cd "$app"

# Prints block number $2 of the quick start that begins with ```$1.
block() {
  awk -v fence="\`\`\`$1" -v wanted="$2" '
    /^## / { inside = $0 == "## Quick start" }
    inside && $0 == "```" { open = 0 }
    open { print }
    inside && !open && index($0, fence) == 1 { open = ++count == wanted }' "$readme"
}

block ts 1 >main.ts
# Replaces the name of the package by its archive. Other packages come from the registry.
install=$(block sh 1 | sed "s#npm install cdk8s-startup-order#npm install $package#")
run=$(block sh 2)
[[ -s main.ts && $install == *"$package"* && $run == npx* ]] || {
  echo "README.md: the quick start has another form" >&2
  exit 1
}
bash -euxc "$install"
bash -euxc "$run" | tee printed.txt

[[ -s dist/web.k8s.yaml ]]
# README shows the plan up to its first '…'.
expected=$(block text 1 | sed '/^  …$/,$d')
printed=$(head -n "$(wc -l <<<"$expected")" printed.txt)
[[ -n $expected && $printed == "$expected" ]] || {
  echo "README.md shows another plan" >&2
  exit 1
}
echo "quick start: runs as printed, with Node $(node --version)"
