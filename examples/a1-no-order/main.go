// Three containers without a declared order: the kubelet starts them in list order without waiting, and nothing is injected.
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
	chart := cdk8s.NewChart(app, jsii.String("a1-no-order"), nil)

	containers := []*startup.OrderedContainerProps{}
	for _, name := range []string{"1st-container", "2nd-container", "app-container"} {
		containers = append(containers, &startup.OrderedContainerProps{
			Name:      jsii.String(name),
			Image:     jsii.String("busybox:1.37"),
			Command:   jsii.Strings("sh", "-c", "date; sleep 3600"),
			Resources: &kplus.ContainerResources{},
		})
	}

	startup.NewOrderedPod(chart, jsii.String("pod"), &startup.OrderedPodProps{
		Metadata:          &cdk8s.ApiObjectMetadata{Name: jsii.String("multi-containers-example")},
		SecurityContext:   &kplus.PodSecurityContextProps{User: jsii.Number(65534)},
		OrderedContainers: &containers,
	})

	app.Synth()
}
