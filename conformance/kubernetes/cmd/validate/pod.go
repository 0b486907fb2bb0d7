package main

import (
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/pod-security-admission/admission"
)

// podOf returns the pod that the controller of a workload would create, or the object itself if it is a pod; otherwise nil.
func podOf(obj runtime.Object, gvk schema.GroupVersionKind) (*corev1.Pod, error) {
	extractor := admission.DefaultPodSpecExtractor{}
	if !extractor.HasPodSpec(schema.GroupResource{Group: gvk.Group, Resource: kinds[gvk].resource}) {
		return nil, nil
	}
	versioned, err := legacyscheme.Scheme.ConvertToVersion(obj, gvk.GroupVersion())
	if err != nil {
		return nil, err
	}
	podMeta, podSpec, err := extractor.ExtractPodSpec(versioned)
	if err != nil || podSpec == nil {
		return nil, err
	}
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: "pod", Labels: podMeta.Labels, Annotations: podMeta.Annotations},
		Spec:       *podSpec,
	}
	if set, ok := versioned.(*appsv1.StatefulSet); ok {
		pod.Spec.Volumes = withClaims(pod.Spec.Volumes, set.Spec.VolumeClaimTemplates)
	}
	legacyscheme.Scheme.Default(pod)
	return pod, nil
}

// withClaims adds the volumes of a StatefulSet's claims; a claim replaces a volume with the same name.
func withClaims(volumes []corev1.Volume, claims []corev1.PersistentVolumeClaim) []corev1.Volume {
	isClaim := map[string]bool{}
	var all []corev1.Volume
	for _, claim := range claims {
		isClaim[claim.Name] = true
		source := corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: claim.Name + "-0"}}
		all = append(all, corev1.Volume{Name: claim.Name, VolumeSource: source})
	}
	for _, volume := range volumes {
		if !isClaim[volume.Name] {
			all = append(all, volume)
		}
	}
	return all
}
