package main

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	podsecurity "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// podSecurityViolations returns the violations that the admission plugin would report. The plugin enforces a level on pods and only warns
// about templates. The pods of such a template would be rejected, so this function rejects the template too.
func podSecurityViolations(pod *corev1.Pod, level podsecurity.Level) []string {
	wanted := podsecurity.LevelVersion{Level: level, Version: podsecurity.LatestVersion()}
	result := policy.AggregateCheckResults(podSecurity.EvaluatePod(wanted, &pod.ObjectMeta, &pod.Spec))
	if result.Allowed {
		return nil
	}
	return []string{fmt.Sprintf("violates PodSecurity %q: %s", wanted.String(), result.ForbiddenDetail())}
}

var podSecurity = func() policy.Evaluator {
	evaluator, err := newPodSecurityEvaluator()
	if err != nil {
		panic(err)
	}
	return evaluator
}()
