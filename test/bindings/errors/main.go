// Errors with their full text: two containers of one name, as soon as the workload is constructed, and a misspelt name at synth.
package main

import (
	"fmt"

	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

func deploy(app cdk8s.App, containers ...*startup.OrderedContainerProps) {
	chart := cdk8s.NewChart(app, jsii.String("shop"), nil)
	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{OrderedContainers: &containers})
}

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)

	func() {
		defer func() { fmt.Println(recover()) }()
		deploy(cdk8s.NewApp(nil),
			&startup.OrderedContainerProps{Image: jsii.String("shop/api:7")}, &startup.OrderedContainerProps{Image: jsii.String("envoyproxy/envoy:v1.31.0")})
	}()
	deploy(app,
		&startup.OrderedContainerProps{
			Name: jsii.String("api"), Image: jsii.String("shop/api:7"), DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("databse"), nil)},
		},
		&startup.OrderedContainerProps{
			Name: jsii.String("database"), Image: jsii.String("postgres:17"), ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(5432), nil),
		})

	app.Synth()
}
