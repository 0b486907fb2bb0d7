#!/usr/bin/env bash
# examples/pipeline as a stranger runs it: in a folder of its own, with the package that npm would publish (dist/js, by `npx projen package:js`) and all else from the registry.
# It has to pass as it is, and to fail with a manifest that cannot work.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(ls "$PWD"/dist/js/*.tgz)
broken=$PWD/test/pipeline/waits-for-itself.yaml
app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT

git archive HEAD:examples/pipeline | tar -x -C "$app"
cd "$app"
npm install --no-audit --no-fund "$package"
# What a stranger does from then on.
npm ci --no-audit --no-fund
npx tsc
./pipeline.sh

cp "$broken" manifests/reports.yaml
if ./pipeline.sh; then
  echo 'a manifest that cannot work has passed the pipeline' >&2
  exit 1
fi
echo 'examples/pipeline: passes as it is, and refuses what cannot work'
