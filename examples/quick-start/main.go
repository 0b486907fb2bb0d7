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
	web := startup.NewSidecarFirstDeployment(cdk8s.NewChart(app, jsii.String("web"), nil), jsii.String("web"), &startup.OrderedDeploymentProps{
		Sidecars: &[]*startup.OrderedContainerProps{
			{
				Name:            jsii.String("proxy"),
				Image:           jsii.String("envoyproxy/envoy:v1.31.0"),
				SecurityContext: &kplus.ContainerSecurityContextProps{User: jsii.Number(101)},
				ReadyWhen:       startup.ReadyCheck_HttpGet(jsii.String("/ready"), &startup.ReadyCheckOptions{Port: jsii.Number(9901)}),
			},
		},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:    jsii.String("app"),
				Image:   jsii.String("shop/app:7"),
				Command: jsii.Strings("/app"),
			},
		},
	})
	app.Synth()

	// The start order, how it is enforced, and what it guarantees.
	fmt.Println(*web.StartupOrder().Explain(nil))
}
