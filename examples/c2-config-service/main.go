// Waits for a service outside the pod: only status 200 ends the wait, and the wait has a timeout.
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
	chart := cdk8s.NewChart(app, jsii.String("c2-config-service"), nil)

	startup.NewOrderedDeployment(chart, jsii.String("app"), &startup.OrderedDeploymentProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("app")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:  jsii.String("app"),
				Image: jsii.String("shop/app:7"),
				DependsOn: &[]startup.Dependency{
					startup.Dependency_OnUrl(
						jsii.String("http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info"),
						&startup.UrlDependencyOptions{Statuses: jsii.Numbers(200), Timeout: cdk8s.Duration_Minutes(jsii.Number(5))},
					),
				},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
