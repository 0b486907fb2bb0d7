package main

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// droppedFields returns the fields that the spec contains before the strategy runs, and not after it. The server drops a field whose
// feature gate is disabled without a warning: it accepts the manifest, but the field has no effect.
func droppedFields(before, after map[string]any) []string {
	return missing("spec", before["spec"], after["spec"])
}

func missing(path string, before, after any) []string {
	var paths []string
	switch before := before.(type) {
	case map[string]any:
		after, _ := after.(map[string]any)
		for field, value := range before {
			if _, ok := after[field]; ok {
				paths = append(paths, missing(path+"."+field, value, after[field])...)
			} else {
				paths = append(paths, path+"."+field)
			}
		}
	case []any:
		after, _ := after.([]any)
		if len(after) < len(before) {
			return []string{path}
		}
		for i, value := range before {
			paths = append(paths, missing(fmt.Sprintf("%s[%d]", path, i), value, after[i])...)
		}
	}
	slices.Sort(paths)
	return paths
}

// asWritten returns the object with the field names of a manifest of this version.
func asWritten(obj runtime.Object, version schema.GroupVersion) (map[string]any, error) {
	versioned, err := legacyscheme.Scheme.ConvertToVersion(obj, version)
	if err != nil {
		return nil, err
	}
	return runtime.DefaultUnstructuredConverter.ToUnstructured(versioned)
}
