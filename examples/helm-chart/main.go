// Orders a chart without a fork. `helm template shop chart >rendered.yaml` has rendered it, and one call on its Deployment starts the proxy first. The Service and the test Pod
// of the chart do not change.
package main

import (
	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("helm-chart"), nil)

	rendered := cdk8s.NewInclude(chart, jsii.String("shop"), &cdk8s.IncludeProps{Url: jsii.String("rendered.yaml")})
	for _, object := range *rendered.ApiObjects() {
		if *object.Kind() == "Deployment" && *object.Name() == "shop" {
			startup.StartupOrder_Of(object, &startup.StartupOrderOptions{
				KubernetesVersion: jsii.String("1.33"),
				Architecture:      jsii.String("amd64"),
				Sidecars:          jsii.Strings("proxy"),
			})
		}
	}

	app.Synth()
}
