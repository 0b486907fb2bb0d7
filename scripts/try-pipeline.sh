#!/usr/bin/env bash
# Runs examples/pipeline like a user: in a separate folder, with the package for npm (dist/js, from `npx projen
# package:js`) and other packages from the registry. The pipeline must pass without changes, and fail with an invalid
# manifest.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(ls "$PWD"/dist/js/*.tgz)
broken=$PWD/scripts/pipeline/waits-for-itself.yaml
app=$(mktemp -d)
trap 'rm -rf "$app"' EXIT

git archive HEAD:examples/pipeline | tar -x -C "$app"
cd "$app"
npm install --no-audit --no-fund "$package"
# The same steps as a user.
npm ci --no-audit --no-fund
npx tsc
./pipeline.sh

cp "$broken" manifests/reports.yaml
if ./pipeline.sh; then
  echo 'a manifest that cannot work has passed the pipeline' >&2
  exit 1
fi
echo 'examples/pipeline: passes as it is, and refuses what cannot work'
