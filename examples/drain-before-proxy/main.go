// At shutdown the app finishes its last requests through the proxy. Without an order both containers get SIGTERM at once, and these requests fail.
// Here the proxy is a native sidecar, which gets SIGTERM after the app has exited.
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
	chart := cdk8s.NewChart(app, jsii.String("drain-before-proxy"), nil)

	startup.NewOrderedDeployment(chart, jsii.String("orders"), &startup.OrderedDeploymentProps{
		Metadata:               &cdk8s.ApiObjectMetadata{Name: jsii.String("orders")},
		TerminationGracePeriod: cdk8s.Duration_Seconds(jsii.Number(40)),
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:        jsii.String("app"),
				Image:       jsii.String("shop/orders:7"),
				DependsOn:   &[]startup.Dependency{startup.Dependency_On(jsii.String("proxy"), nil)},
				StopsWithin: cdk8s.Duration_Seconds(jsii.Number(30)),
				Resources:   &kplus.ContainerResources{},
			},
			{
				Name:        jsii.String("proxy"),
				Image:       jsii.String("shop/db-proxy:3"),
				ReadyWhen:   startup.ReadyCheck_TcpSocket(jsii.Number(5432), nil),
				StopsWithin: cdk8s.Duration_Seconds(jsii.Number(5)),
				Resources:   &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
