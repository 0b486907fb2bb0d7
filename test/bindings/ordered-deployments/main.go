// OrderedDeployment: a subclass, and errors with their full text, one from the constructor, and one at synth.
package main

import (
	"fmt"

	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus27/v2"
)

// logged: the library calls its AddContainer, which adds another container for each container.
type logged struct {
	startup.OrderedDeployment
}

func newLogged(scope constructs.Construct, id string, props *startup.OrderedDeploymentProps) *logged {
	l := &logged{}
	startup.NewOrderedDeployment_Override(l, scope, jsii.String(id), props)
	return l
}

func (l *logged) AddContainer(container *kplus.ContainerProps) kplus.Container {
	l.OrderedDeployment.AddContainer(&kplus.ContainerProps{Name: jsii.String("logger"), Image: jsii.String("fluent/fluent-bit:4.0.3")})
	return l.OrderedDeployment.AddContainer(container)
}

func deploy(app cdk8s.App, name string, containers ...*startup.OrderedContainerProps) {
	chart := cdk8s.NewChart(app, jsii.String(name), nil)
	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{OrderedContainers: &containers})
}

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	web := newLogged(cdk8s.NewChart(app, jsii.String("logged"), nil), "web", &startup.OrderedDeploymentProps{
		StartupOrder: &startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.35")},
	})
	web.AddContainer(&kplus.ContainerProps{Name: jsii.String("app"), Image: jsii.String("shop/app:7"), Command: jsii.Strings("/app")})
	web.StartupOrder().AddDependency(jsii.String("app"), startup.Dependency_On(jsii.String("logger"), nil))
	web.StartupOrder().Declare(jsii.String("logger"), &startup.ContainerOrder{ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(24224), nil)})

	app.Synth()

	func() {
		defer func() { fmt.Println(recover()) }()
		deploy(app, "nameless",
			&startup.OrderedContainerProps{Image: jsii.String("shop/api:7")}, &startup.OrderedContainerProps{Image: jsii.String("envoyproxy/envoy:v1.31.0")})
	}()

	other := cdk8s.NewApp(nil)
	deploy(other, "shop",
		&startup.OrderedContainerProps{
			Name: jsii.String("api"), Image: jsii.String("shop/api:7"), DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("databse"), nil)},
		},
		&startup.OrderedContainerProps{
			Name: jsii.String("database"), Image: jsii.String("postgres:17"), ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(5432), nil),
		})
	other.Synth()
}
