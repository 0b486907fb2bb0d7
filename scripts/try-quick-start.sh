#!/usr/bin/env bash
# Runs the commands of README.md in an empty folder outside the clone: the annotation, and the construct. The package
# comes from dist/js (`npx projen package:js`) instead of the registry. The command must need no other package, and
# print the manifest of README.md. The program must write the same order.
set -euo pipefail
cd "$(dirname "$0")/.."
readme=$PWD/README.md
package=$(ls "$PWD"/dist/js/*.tgz)
app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT
cd "$app"

# Prints block number $2 that begins with ```$1.
block() {
  awk -v fence="\`\`\`$1" -v wanted="$2" '
    $0 == "```" { open = 0 }
    open { print }
    !open && index($0, fence) == 1 { open = ++count == wanted }' "$readme"
}

block yaml 1 >deployment.yaml
block yaml 2 >expected.yaml
block ts 1 >main.ts
# The first command of each line: README applies the result to a cluster.
order=$(grep -m 1 '^npx cdk8s-startup-order order ' "$readme" | sed 's/ *|.*//')
run=$(grep -m 1 '^npx tsx ' "$readme" | sed 's/ *&&.*//')
# Replaces the name of the package by its archive. Other packages come from the registry.
install=$(grep -m 1 '^npm install ' "$readme" | sed "s#npm install cdk8s-startup-order#npm install $package#")
[[ -s main.ts && -s expected.yaml && $order == npx* && $run == npx* && $install == *"$package"* ]] || {
  echo "README.md: the commands have another form" >&2
  exit 1
}
# The package is all that npx installs.
npm install --no-audit --no-fund "$package"
[[ $(ls node_modules) == cdk8s-startup-order ]] || {
  echo "the command line needs other packages: $(ls node_modules | wc -l) in all" >&2
  exit 1
}
bash -euxc "$order" | diff expected.yaml - || {
  echo "README.md shows another manifest" >&2
  exit 1
}
bash -euxc "$install"
bash -euxc "$run"
grep -A 20 initContainers: dist/web.k8s.yaml | grep -q startupProbe: || {
  echo "the manifest of the program has no startup probe in initContainers" >&2
  exit 1
}
echo "README.md: both ways run as printed, with Node $(node --version)"
