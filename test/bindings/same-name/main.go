// Two containers with the same name are an error when the program creates the workload.
package main

import (
	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("shop"), nil)

	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{
		OrderedContainers: &[]*startup.OrderedContainerProps{{Image: jsii.String("shop/api:7")}, {Image: jsii.String("envoyproxy/envoy:v1.31.0")}},
	})

	app.Synth()
}
