// A policy of the API server that refuses pods whose start order a mutating webhook has broken, for example because it removed `restartPolicy: Always`.
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
	chart := cdk8s.NewChart(app, jsii.String("protect-from-webhooks"), &cdk8s.ChartProps{
		Namespace:                 jsii.String("shop"),
		DisableResourceNameHashes: jsii.Bool(true),
	})

	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{
		Metadata:     &cdk8s.ApiObjectMetadata{Name: jsii.String("web")},
		StartupOrder: &startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.33"), Architecture: jsii.String("amd64")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("app"),
				Image:     jsii.String("shop/web:7"),
				Command:   jsii.Strings("/web"),
				Resources: &kplus.ContainerResources{},
				DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("proxy"), nil)},
			},
			{
				Name:            jsii.String("proxy"),
				Image:           jsii.String("envoyproxy/envoy:v1.31.0"),
				SecurityContext: &kplus.ContainerSecurityContextProps{User: jsii.Number(101)},
				Resources:       &kplus.ContainerResources{},
				ReadyWhen:       startup.ReadyCheck_HttpGet(jsii.String("/ready"), &startup.ReadyCheckOptions{Port: jsii.Number(9901)}),
			},
		},
	})
	startup.NewStartupOrderPolicy(chart, jsii.String("policy"), nil)

	app.Synth()
}
