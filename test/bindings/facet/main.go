// StartupOrder.of on a workload of cdk8s-plus and on a plain API object; the plans as data.
package main

import (
	"fmt"

	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus27/v2"
)

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("shop"), nil)

	web := kplus.NewDeployment(chart, jsii.String("web"), &kplus.DeploymentProps{
		Containers: &[]*kplus.ContainerProps{
			{Name: jsii.String("api"), Image: jsii.String("shop/api:7")},
			{Name: jsii.String("proxy"), Image: jsii.String("envoyproxy/envoy:v1.31.0")},
		},
	})
	options := startup.StartupOrderOptions{KubernetesVersion: jsii.String("1.35"), Architecture: jsii.String("amd64"), Sidecars: jsii.Strings("proxy")}
	order := startup.StartupOrder_Of(web, &options)
	order.Declare(jsii.String("proxy"), &startup.ContainerOrder{ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(9901), nil)})

	batch := cdk8s.NewApiObject(chart, jsii.String("batch"), &cdk8s.ApiObjectProps{ApiVersion: jsii.String("v1"), Kind: jsii.String("Pod")})
	batch.AddJsonPatch(cdk8s.JsonPatch_Add(jsii.String("/spec"), map[string]any{
		"containers": []any{
			map[string]any{"name": "batch", "image": "shop/batch:7"},
			map[string]any{"name": "cache", "image": "redis:7"},
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
