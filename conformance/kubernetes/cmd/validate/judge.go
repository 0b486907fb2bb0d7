package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/capabilities"
	podsecurity "k8s.io/pod-security-admission/api"
)

// verdict is the answer of the server for one document. Skipped is the reason why the document was not validated.
type verdict struct {
	File     string   `json:"file"`
	Index    int      `json:"index"`
	Kind     string   `json:"kind"`
	Name     string   `json:"name"`
	Errors   []string `json:"errors"`
	Warnings []string `json:"warnings"`
	Skipped  string   `json:"skipped,omitempty"`
}

func (v verdict) String() string {
	state := "ok"
	if len(v.Errors) > 0 {
		state = "REJECTED"
	} else if v.Skipped != "" {
		state = "skipped: " + v.Skipped
	}
	lines := fmt.Sprintf("%s[%d] %s %s: %s\n", v.File, v.Index, v.Kind, v.Name, state)
	for _, text := range v.Errors {
		lines += "  error: " + text + "\n"
	}
	for _, text := range v.Warnings {
		lines += "  warning: " + text + "\n"
	}
	return lines
}

// AddWarning implements the interface to which the server's code writes its warnings.
func (v *verdict) AddWarning(_, text string) {
	v.Warnings = append(v.Warnings, text)
}

func judge(doc document, level podsecurity.Level) *verdict {
	result := &verdict{File: doc.file, Index: doc.index, Kind: doc.Kind, Name: doc.Name + doc.GenerateName, Errors: []string{}, Warnings: []string{}}
	gvk := doc.GroupVersionKind()
	known, ok := kinds[gvk]
	switch {
	case ok:
		result.Errors = append(result.Errors, create(doc, known, level, result)...)
	case doc.unreadable != nil && doc.Kind == "":
		result.Errors = texts(doc.unreadable)
	case doc.APIVersion == "" || doc.Kind == "":
		result.Errors = append(result.Errors, "apiVersion or kind is missing")
	case !isBuiltIn(gvk.Group):
		result.Skipped = fmt.Sprintf("%s is a custom resource", gvk.GroupKind())
	case isUntabled(gvk):
		result.Skipped = fmt.Sprintf("%s %s is built in, but not in the table of this validator", doc.APIVersion, doc.Kind)
	default:
		result.Errors = append(result.Errors, fmt.Sprintf("no matches for kind %q in version %q", doc.Kind, doc.APIVersion))
	}
	return result
}

// create runs the steps of the server's create handler before storage, and then validates the pod that the controller would create:
// before 1.34 the server validates little of the template of a StatefulSet.
func create(doc document, kind kind, level podsecurity.Level, warnings warning.Recorder) []string {
	obj, gvk, err := decoder.Decode(doc.data, nil, nil)
	if err != nil {
		return texts(err)
	}
	pod, err := podOf(obj, *gvk)
	if err != nil {
		return texts(err)
	}
	var problems []string
	if pod != nil {
		problems = podSecurityViolations(pod, level)
	}
	problems = append(problems, texts(beforeCreate(obj, *gvk, kind, warnings))...)
	if len(problems) > 0 || pod == nil || gvk.Kind == "Pod" {
		return problems
	}
	return createPod(pod)
}

func createPod(pod *corev1.Pod) []string {
	obj, err := legacyscheme.Scheme.ConvertToVersion(pod, runtime.InternalGroupVersioner)
	if err != nil {
		return texts(err)
	}
	gvk := inCore("Pod")
	var problems []string
	for _, text := range texts(beforeCreate(obj, gvk, kinds[gvk], &verdict{})) {
		problems = append(problems, "a pod of it: "+text)
	}
	return problems
}

func beforeCreate(obj runtime.Object, gvk schema.GroupVersionKind, kind kind, warnings warning.Recorder) error {
	objectMeta, err := meta.Accessor(obj)
	if err != nil {
		return err
	}
	rest.WipeObjectMetaSystemFields(objectMeta)
	rest.FillObjectMetaSystemFields(objectMeta)
	if objectMeta.GetName() == "" && objectMeta.GetGenerateName() != "" {
		objectMeta.SetName(kind.strategy.GenerateName(objectMeta.GetGenerateName()))
	}
	if service, ok := obj.(*core.Service); ok {
		pairClusterIPs(service)
	}
	written, err := asWritten(obj, gvk.GroupVersion())
	if err != nil {
		return err
	}
	if err := rest.BeforeCreate(kind.strategy, requestContext(objectMeta, gvk, kind, warnings), obj); err != nil {
		return err
	}
	stored, err := asWritten(obj, gvk.GroupVersion())
	for _, field := range droppedFields(written, stored) {
		warnings.AddWarning("", field+" is dropped: its feature gate is off by default")
	}
	return err
}

// pairClusterIPs fills in clusterIPs from clusterIP, as the server does when it allocates addresses: validation requires both fields or none.
func pairClusterIPs(service *core.Service) {
	if service.Spec.ClusterIP != "" && len(service.Spec.ClusterIPs) == 0 {
		service.Spec.ClusterIPs = []string{service.Spec.ClusterIP}
	}
}

// requestContext returns the context of the POST request with which kubectl would create the object.
func requestContext(object metav1.Object, gvk schema.GroupVersionKind, kind kind, warnings warning.Recorder) context.Context {
	namespace := ""
	if kind.strategy.NamespaceScoped() {
		if namespace = object.GetNamespace(); namespace == "" {
			namespace = metav1.NamespaceDefault
		}
	}
	ctx := request.WithNamespace(context.Background(), namespace)
	ctx = request.WithRequestInfo(ctx, &request.RequestInfo{
		IsResourceRequest: true,
		Verb:              "create",
		APIGroup:          gvk.Group,
		APIVersion:        gvk.Version,
		Resource:          kind.resource,
		Namespace:         namespace,
	})
	return warning.WithWarningRecorder(ctx, warnings)
}

// Clusters run their API server with --allow-privileged; Pod Security decides about privileged pods.
func init() {
	capabilities.Setup(true, 0)
}

// decoder reads YAML or JSON as the server does with fieldValidation=Strict, into the internal form with defaults.
var decoder = func() runtime.Decoder {
	info, ok := runtime.SerializerInfoForMediaType(legacyscheme.Codecs.SupportedMediaTypes(), runtime.ContentTypeYAML)
	if !ok {
		panic("this version of Kubernetes reads no YAML")
	}
	return legacyscheme.Codecs.DecoderToVersion(info.StrictSerializer, runtime.InternalGroupVersioner)
}()

// texts returns the single errors of an aggregated error of the server.
func texts(err error) []string {
	if err == nil {
		return nil
	}
	var list []string
	if strict, ok := runtime.AsStrictDecodingError(err); ok {
		for _, each := range strict.Errors() {
			list = append(list, "strict decoding error: "+each.Error())
		}
		return list
	}
	var status *apierrors.StatusError
	if errors.As(err, &status) && status.ErrStatus.Details != nil {
		for _, cause := range status.ErrStatus.Details.Causes {
			list = append(list, strings.TrimPrefix(cause.Field+": "+cause.Message, ": "))
		}
	}
	if list == nil {
		list = []string{err.Error()}
	}
	return list
}
