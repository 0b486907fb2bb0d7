#!/bin/sh
# Helm 3 passes the rendered chart to this script, and installs its output.
set -eu
cd "$(dirname "$0")"
cat >rendered.yaml
npx cdk8s synth --stdout --check-upgrade=false
