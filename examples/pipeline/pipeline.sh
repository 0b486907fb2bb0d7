#!/bin/sh
# The commands of .github/workflows/startup-order.yml, for any other machine; after `npm ci`.
# It goes on when a command has failed, so that everything is found at once, and ends with 1 then.
cd "$(dirname "$0")" || exit
rm -rf start-order
failed=0
run() {
  echo "\$ $*"
  "$@" || failed=1
}

# Writes dist/, and judges it: cdk8s.yaml names the validation.
run npx cdk8s synth --check-upgrade=false
# The same by file and line, and the manifests that no app makes.
run npx cdk8s-startup-order lint dist/ manifests/ --kubernetes-version 1.33
# What was found, as code hosts take it. Whether it is too much was said above.
run npx cdk8s-startup-order lint dist/ manifests/ --kubernetes-version 1.33 --fail-on never --format sarif --output start-order/lint.sarif
# Who starts when: a picture of each workload, and a page about all.
run npx cdk8s-startup-order plot dist/ manifests/ --kubernetes-version 1.33 --output start-order/
run npx cdk8s-startup-order report dist/ manifests/ --kubernetes-version 1.33 --output start-order/index.html

exit "$failed"
