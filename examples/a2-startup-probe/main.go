// The startup probe of a regular container delays no other container. The kubelet waits for the startup probe of a native sidecar, so only the role changes.
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
	chart := cdk8s.NewChart(app, jsii.String("a2-startup-probe"), nil)

	startup.NewOrderedPod(chart, jsii.String("pod"), &startup.OrderedPodProps{
		Metadata:        &cdk8s.ApiObjectMetadata{Name: jsii.String("sidecar-startup-example")},
		SecurityContext: &kplus.PodSecurityContextProps{User: jsii.Number(65534)},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:    jsii.String("sidecar-container"),
				Image:   jsii.String("busybox:1.37"),
				Command: jsii.Strings("sh", "-c", "sleep 10; touch /tmp/healthy; sleep 600"),
				Role:    startup.ContainerRole_SIDECAR,
				Startup: kplus.Probe_FromCommand(jsii.Strings("cat", "/tmp/healthy"), &kplus.CommandProbeOptions{
					FailureThreshold: jsii.Number(30),
					PeriodSeconds:    cdk8s.Duration_Seconds(jsii.Number(1)),
				}),
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
