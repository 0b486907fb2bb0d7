// The hook runs the blocking command of the proxy: nothing is injected.
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
	chart := cdk8s.NewChart(app, jsii.String("c3-pilot-agent"), nil)

	startup.NewOrderedPod(chart, jsii.String("pod"), &startup.OrderedPodProps{
		Metadata:     &cdk8s.ApiObjectMetadata{Name: jsii.String("sidecar-starts-first")},
		StartupOrder: &startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.33"), Architecture: jsii.String("amd64")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("application"),
				Image:     jsii.String("shop/app:7"),
				DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("istio-proxy"), nil)},
				Resources: &kplus.ContainerResources{},
			},
			{
				Name:            jsii.String("istio-proxy"),
				Image:           jsii.String("istio/proxyv2:1.24.0"),
				SecurityContext: &kplus.ContainerSecurityContextProps{User: jsii.Number(1337)},
				ReadyWhen:       startup.ReadyCheck_BlockingCommand(jsii.Strings("pilot-agent", "wait")),
				Resources:       &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
