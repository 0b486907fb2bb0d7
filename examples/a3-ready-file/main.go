// The app starts when the sidecar has created its file, after about two seconds. The hand-written postStart hook took eight seconds.
package main

import (
	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus27/v2"
)

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("a3-ready-file"), nil)

	startup.NewOrderedPod(chart, jsii.String("pod"), &startup.OrderedPodProps{
		Metadata:        &cdk8s.ApiObjectMetadata{Name: jsii.String("sidecar-startup-example")},
		SecurityContext: &kplus.PodSecurityContextProps{User: jsii.Number(65534)},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:            jsii.String("sidecar-container"),
				Image:           jsii.String("busybox:1.37"),
				Command:         jsii.Strings("sh", "-c", "sleep 2; touch /tmp/healthy; sleep 600"),
				ReadyWhen:       startup.ReadyCheck_Command(jsii.Strings("test", "-f", "/tmp/healthy"), nil),
				SecurityContext: &kplus.ContainerSecurityContextProps{ReadOnlyRootFilesystem: jsii.Bool(false)},
				Resources:       &kplus.ContainerResources{},
			},
			{
				Name:      jsii.String("app-container"),
				Image:     jsii.String("busybox:1.37"),
				Command:   jsii.Strings("sh", "-c", "date; sleep 3600"),
				DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("sidecar-container"), nil)},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
