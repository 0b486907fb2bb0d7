package main

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/registry/rest"
	clientscheme "k8s.io/client-go/kubernetes/scheme"

	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
)

// kind contains the resource of one kind, and the strategy with which the server creates its objects.
type kind struct {
	resource string
	strategy rest.RESTCreateStrategy
}

var kinds = map[schema.GroupVersionKind]kind{
	inCore("ConfigMap"):             {"configmaps", configmap.Strategy},
	inCore("LimitRange"):            {"limitranges", limitrange.Strategy},
	inCore("Namespace"):             {"namespaces", namespace.Strategy},
	inCore("PersistentVolumeClaim"): {"persistentvolumeclaims", persistentvolumeclaim.Strategy},
	inCore("Pod"):                   {"pods", pod.Strategy},
	inCore("PodTemplate"):           {"podtemplates", podtemplate.Strategy},
	inCore("ReplicationController"): {"replicationcontrollers", replicationcontroller.Strategy},
	inCore("ResourceQuota"):         {"resourcequotas", resourcequota.Strategy},
	inCore("Secret"):                {"secrets", secret.Strategy},
	inCore("Service"):               {"services", service.Strategy},
	inCore("ServiceAccount"):        {"serviceaccounts", serviceaccount.Strategy},

	in("apps", "v1", "DaemonSet"):   {"daemonsets", daemonset.Strategy},
	in("apps", "v1", "Deployment"):  {"deployments", deployment.Strategy},
	in("apps", "v1", "ReplicaSet"):  {"replicasets", replicaset.Strategy},
	in("apps", "v1", "StatefulSet"): {"statefulsets", statefulset.Strategy},

	in("batch", "v1", "CronJob"): {"cronjobs", cronjob.Strategy},
	in("batch", "v1", "Job"):     {"jobs", job.Strategy},

	in("autoscaling", "v1", "HorizontalPodAutoscaler"): {"horizontalpodautoscalers", horizontalpodautoscaler.Strategy},
	in("autoscaling", "v2", "HorizontalPodAutoscaler"): {"horizontalpodautoscalers", horizontalpodautoscaler.Strategy},

	in("networking.k8s.io", "v1", "Ingress"):       {"ingresses", ingress.Strategy},
	in("networking.k8s.io", "v1", "NetworkPolicy"): {"networkpolicies", networkpolicy.Strategy},

	in("policy", "v1", "PodDisruptionBudget"): {"poddisruptionbudgets", poddisruptionbudget.Strategy},

	in("rbac.authorization.k8s.io", "v1", "ClusterRole"):        {"clusterroles", clusterrole.Strategy},
	in("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding"): {"clusterrolebindings", clusterrolebinding.Strategy},
	in("rbac.authorization.k8s.io", "v1", "Role"):               {"roles", role.Strategy},
	in("rbac.authorization.k8s.io", "v1", "RoleBinding"):        {"rolebindings", rolebinding.Strategy},

	in("scheduling.k8s.io", "v1", "PriorityClass"): {"priorityclasses", priorityclass.Strategy},
}

func inCore(kind string) schema.GroupVersionKind {
	return corev1.SchemeGroupVersion.WithKind(kind)
}

func in(group, version, kind string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: group, Version: version, Kind: kind}
}

// isBuiltIn returns whether the group belongs to Kubernetes, and not to custom resources.
func isBuiltIn(group string) bool {
	return clientscheme.Scheme.IsGroupRegistered(group)
}

// isUntabled returns whether this version of Kubernetes has the kind although the table lacks it.
func isUntabled(gvk schema.GroupVersionKind) bool {
	for tabled := range kinds {
		if tabled.GroupKind() == gvk.GroupKind() {
			return false
		}
	}
	return clientscheme.Scheme.Recognizes(gvk)
}
