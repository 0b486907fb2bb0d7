//go:build !before_1_35

package main

import "k8s.io/pod-security-admission/policy"

func newPodSecurityEvaluator() (policy.Evaluator, error) {
	return policy.NewEvaluator(policy.DefaultChecks(), nil)
}
