// StartupOrderMixin on one workload, and two classes of the user: a mixin on a whole chart, and a subclass of an ordered workload.
package main

import (
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus27/v2"
)

// proxyFirst: the proxy of every Deployment is ready before its app. The field is necessary, because values of an empty struct may share an address in Go.
type proxyFirst struct{ port float64 }

func (p *proxyFirst) Supports(construct constructs.IConstruct) *bool {
	// Not construct.(cdk8s.ApiObject): Go receives internal constructs of cdk8s-plus as IConstruct.
	return jsii.Bool(*cdk8s.ApiObject_IsApiObject(construct) && *cdk8s.ApiObject_Of(construct).Kind() == "Deployment")
}

func (p *proxyFirst) ApplyTo(construct constructs.IConstruct) {
	order := startup.StartupOrder_Of(construct, &startup.StartupOrderOptions{Sidecars: jsii.Strings("proxy")})
	order.Declare(jsii.String("proxy"), &startup.ContainerOrder{
		ReadyWhen: startup.ReadyCheck_HttpGet(jsii.String("/ready"), &startup.ReadyCheckOptions{Port: jsii.Number(p.port)}),
	})
}

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

func images(names ...string) *[]*kplus.ContainerProps {
	containers := []*kplus.ContainerProps{}
	for _, name := range names {
		containers = append(containers, &kplus.ContainerProps{Name: jsii.String(name), Image: jsii.String("shop/" + name + ":7")})
	}
	return &containers
}

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("shop"), nil)

	kplus.NewDeployment(chart, jsii.String("web"), &kplus.DeploymentProps{Containers: images("app", "cache", "proxy")}).With(
		startup.NewStartupOrderMixin(&startup.StartupOrderOptions{
			KubernetesVersion: jsii.String("1.33"),
			Containers: &map[string]*startup.ContainerOrder{
				"app":   {DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("cache"), nil)}},
				"cache": {ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(6379), nil), Role: startup.ContainerRole_SIDECAR},
			},
		}))
	kplus.NewDeployment(chart, jsii.String("worker"), &kplus.DeploymentProps{Containers: images("app", "proxy")})
	chart.With(&proxyFirst{port: 9901})

	web := newLogged(cdk8s.NewChart(app, jsii.String("logged"), nil), "web", &startup.OrderedDeploymentProps{
		StartupOrder: &startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.35")},
	})
	web.AddContainer(&kplus.ContainerProps{Name: jsii.String("app"), Image: jsii.String("shop/app:7"), Command: jsii.Strings("/app")})
	web.StartupOrder().AddDependency(jsii.String("app"), startup.Dependency_On(jsii.String("logger"), nil))
	web.StartupOrder().Declare(jsii.String("logger"), &startup.ContainerOrder{ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(24224), nil)})

	app.Synth()
}
