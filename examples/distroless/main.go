// The images contain no shell, and the command of the API comes from its image. The wait agent is a static binary in a volume, so it runs in every image.
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
	chart := cdk8s.NewChart(app, jsii.String("distroless"), nil)
	volumeMounts := &[]*kplus.VolumeMount{
		{Path: jsii.String("/config"), Volume: kplus.Volume_FromEmptyDir(chart, jsii.String("config"), jsii.String("config"), nil)},
	}

	startup.NewOrderedDeployment(chart, jsii.String("api"), &startup.OrderedDeploymentProps{
		Metadata:     &cdk8s.ApiObjectMetadata{Name: jsii.String("api")},
		StartupOrder: &startup.StartupOrderOptions{Architecture: jsii.String("amd64")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:         jsii.String("api"),
				Image:        jsii.String("shop/api:7-distroless"),
				VolumeMounts: volumeMounts,
				DependsOn: &[]startup.Dependency{
					startup.Dependency_On(jsii.String("config"), nil),
					startup.Dependency_On(jsii.String("cloud-sql-proxy"), nil),
				},
				Resources: &kplus.ContainerResources{},
			},
			{
				Name:         jsii.String("config"),
				Image:        jsii.String("shop/config-agent:2-distroless"),
				VolumeMounts: volumeMounts,
				ReadyWhen:    startup.ReadyCheck_File(jsii.String("/config/api.yaml"), nil),
				Resources:    &kplus.ContainerResources{},
			},
			{
				Name:  jsii.String("cloud-sql-proxy"),
				Image: jsii.String("gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1"),
				Args: jsii.Strings(
					"--health-check", "--http-address=0.0.0.0", "--exit-zero-on-sigterm", "--max-sigterm-delay=10s",
					"project:region:shop?port=5432",
				),
				Role:        startup.ContainerRole_SIDECAR,
				ReadyWhen:   startup.ReadyCheck_HttpGet(jsii.String("/startup"), &startup.ReadyCheckOptions{Port: jsii.Number(9090)}),
				StopsWithin: cdk8s.Duration_Seconds(jsii.Number(11)),
				Resources:   &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
