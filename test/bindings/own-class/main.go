// A subclass of an ordered workload. The library calls its AddContainer, which adds another container for each container.
package main

import (
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus27/v2"
)

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

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("shop"), nil)

	web := newLogged(chart, "web", &startup.OrderedDeploymentProps{
		StartupOrder: &startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.35")},
	})
	web.AddContainer(&kplus.ContainerProps{Name: jsii.String("app"), Image: jsii.String("shop/app:7"), Command: jsii.Strings("/app")})
	web.StartupOrder().AddDependency(jsii.String("app"), startup.Dependency_On(jsii.String("logger"), nil))
	web.StartupOrder().Declare(jsii.String("logger"), &startup.ContainerOrder{ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(24224), nil)})

	app.Synth()
}
