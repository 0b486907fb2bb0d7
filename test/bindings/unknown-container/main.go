// A misspelt name is an error at synth.
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
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{Name: jsii.String("api"), Image: jsii.String("shop/api:7"), DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("databse"), nil)}},
			{Name: jsii.String("database"), Image: jsii.String("postgres:17"), ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(5432), nil)},
		},
	})

	app.Synth()
}
