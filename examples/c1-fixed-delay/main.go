// A fixed delay, without a sleep before the command of the app. Prefer a check if one is possible.
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
	chart := cdk8s.NewChart(app, jsii.String("c1-fixed-delay"), nil)

	startup.NewOrderedDeployment(chart, jsii.String("app"), &startup.OrderedDeploymentProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("app")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("app"),
				Image:     jsii.String("shop/app:7"),
				DependsOn: &[]startup.Dependency{startup.Dependency_OnDelay(cdk8s.Duration_Seconds(jsii.Number(10)), nil)},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
