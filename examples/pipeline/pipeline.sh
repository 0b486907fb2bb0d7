#!/bin/sh
# Runs the commands of .github/workflows/startup-order.yml on any machine, after `npm ci`.
# Continues after a failed command to find all problems at once, and then exits with 1.
cd "$(dirname "$0")" || exit
rm -rf start-order
failed=0
run() {
  echo "\$ $*"
  "$@" || failed=1
}

# Writes dist/ and validates it: cdk8s.yaml specifies the validation.
run npx cdk8s synth --check-upgrade=false
# Checks the same by file and line, and the manifests that are not from the app.
run npx cdk8s-startup-order lint dist/ manifests/ --kubernetes-version 1.33
# Writes the findings as SARIF, for code scanning. The command above has decided about failure.
run npx cdk8s-startup-order lint dist/ manifests/ --kubernetes-version 1.33 --fail-on never --format sarif --output start-order/lint.sarif
# Draws a timeline of each workload, and a page about all workloads.
run npx cdk8s-startup-order plot dist/ manifests/ --kubernetes-version 1.33 --output start-order/
run npx cdk8s-startup-order report dist/ manifests/ --kubernetes-version 1.33 --output start-order/index.html

exit "$failed"
