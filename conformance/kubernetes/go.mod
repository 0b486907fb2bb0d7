// Only marks the root of the module. Each Kubernetes version brings its own requirements: versions/*.mod, taken by -modfile.
module cdk8s-startup-order/conformance/kubernetes

go 1.26
