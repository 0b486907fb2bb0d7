package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/pod-security-admission/admission"
	podsecurity "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

// podSecurityViolations holds every workload to the level. A server enforces it on pods and only warns about their templates:
// the pods made from these would be refused later.
func podSecurityViolations(obj runtime.Object, gvk schema.GroupVersionKind, level podsecurity.Level) []string {
	extractor := admission.DefaultPodSpecExtractor{}
	if !extractor.HasPodSpec(schema.GroupResource{Group: gvk.Group, Resource: kinds[gvk].resource}) {
		return nil
	}
	versioned, err := legacyscheme.Scheme.ConvertToVersion(obj, gvk.GroupVersion())
	if err != nil {
		return texts(err)
	}
	podMeta, podSpec, err := extractor.ExtractPodSpec(versioned)
	if err != nil {
		return texts(err)
	}
	if podSpec == nil {
		return nil
	}
	wanted := podsecurity.LevelVersion{Level: level, Version: podsecurity.LatestVersion()}
	result := policy.AggregateCheckResults(podSecurity.EvaluatePod(wanted, podMeta, podSpec))
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
