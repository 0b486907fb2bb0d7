#!/bin/sh
# Helm 3 gives what it has rendered to this script, and installs what the script prints.
set -eu
cd "$(dirname "$0")"
cat >rendered.yaml
npx cdk8s synth --stdout --check-upgrade=false
