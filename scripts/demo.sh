#!/usr/bin/env bash
# Runs scripts/demo.ts. It is bundled first, because ts-node needs ten seconds for the library.
set -euo pipefail
cd "$(dirname "$0")/.."
# From this folder the bundle finds the binaries of the agent.
bundle=node_modules/.cache/demo.js
npx esbuild scripts/demo.ts --bundle --platform=node --packages=external '--external:*/bundle/startup-order' \
  --log-level=warning --outfile=$bundle
node $bundle
