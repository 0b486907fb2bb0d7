// StartupOrder.of and StartupOrderMixin on existing workloads, also on a plain API object; a mixin of the user on a whole chart; the plans as data.
package main

import (
	"fmt"

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
	worker := kplus.NewDeployment(chart, jsii.String("worker"), &kplus.DeploymentProps{Containers: images("app", "proxy")})
	startup.StartupOrder_Of(worker, &startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.35"), Architecture: jsii.String("amd64")})
	chart.With(&proxyFirst{port: 9901})

	batch := cdk8s.NewApiObject(chart, jsii.String("batch"), &cdk8s.ApiObjectProps{ApiVersion: jsii.String("v1"), Kind: jsii.String("Pod")})
	batch.AddJsonPatch(cdk8s.JsonPatch_Add(jsii.String("/spec"), map[string]any{
		"containers": []any{
			map[string]any{"name": "batch", "image": "shop/batch:7"},
			map[string]any{"name": "cache", "image": "shop/cache:7"},
		},
	}))
	startup.StartupOrder_Of(batch, &startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.35"), Architecture: jsii.String("amd64")}).
		Declare(jsii.String("batch"), &startup.ContainerOrder{DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("cache"), nil)}})
	startup.StartupOrder_Of(batch, nil).
		Declare(jsii.String("cache"), &startup.ContainerOrder{ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(6379), nil)})

	app.Synth()

	for _, plan := range *startup.StartupOrder_PlanAll(app) {
		for _, d := range *plan.Dependencies {
			seconds := "no"
			if d.Timeout != nil {
				seconds = fmt.Sprint(*d.Timeout.ToSeconds(nil))
			}
			fmt.Printf("%s: %s needs %s %s, %s, %s, %s s\n", *plan.Path, *d.Dependent, *d.Dependency, d.Condition, d.Mechanism, d.Guarantee, seconds)
		}
	}
}
