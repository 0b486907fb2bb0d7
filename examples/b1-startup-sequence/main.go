// container1 has its own postStart hook, which still runs first. Then container2 waits for the check of the readiness probe of container1.
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
	chart := cdk8s.NewChart(app, jsii.String("b1-startup-sequence"), nil)
	log := kplus.Volume_FromEmptyDir(chart, jsii.String("log"), jsii.String("log"), nil)
	volumeMounts := &[]*kplus.VolumeMount{{Path: jsii.String("/log"), Volume: log}}

	container1 := &startup.OrderedContainerProps{
		Name:    jsii.String("container1"),
		Image:   jsii.String("busybox:1.37"),
		Command: jsii.Strings("sh", "-c", "while true; do echo container1 >> /log/sequence; sleep 5; done"),
		Lifecycle: &kplus.ContainerLifecycle{
			PostStart: kplus.Handler_FromCommand(jsii.Strings("sh", "-c", "for i in $(seq 30); do echo hook $i >> /log/sequence; sleep 1; done")),
		},
		Readiness:    kplus.Probe_FromCommand(jsii.Strings("test", "-s", "/log/sequence"), &kplus.CommandProbeOptions{PeriodSeconds: cdk8s.Duration_Seconds(jsii.Number(5))}),
		Liveness:     kplus.Probe_FromCommand(jsii.Strings("true"), &kplus.CommandProbeOptions{PeriodSeconds: cdk8s.Duration_Seconds(jsii.Number(5))}),
		VolumeMounts: volumeMounts,
		Resources:    &kplus.ContainerResources{},
	}

	container2 := &startup.OrderedContainerProps{
		Name:         jsii.String("container2"),
		Image:        jsii.String("busybox:1.37"),
		Command:      jsii.Strings("sh", "-c", "while true; do echo container2 >> /log/sequence; sleep 5; done"),
		DependsOn:    &[]startup.Dependency{startup.Dependency_On(jsii.String("container1"), nil)},
		VolumeMounts: volumeMounts,
		Resources:    &kplus.ContainerResources{},
	}

	startup.NewOrderedPod(chart, jsii.String("pod"), &startup.OrderedPodProps{
		Metadata:          &cdk8s.ApiObjectMetadata{Name: jsii.String("startup-sequence-test")},
		SecurityContext:   &kplus.PodSecurityContextProps{User: jsii.Number(65534)},
		OrderedContainers: &[]*startup.OrderedContainerProps{container1, container2},
	})

	app.Synth()
}
