// A cluster that can reach only one registry, which mirrors other images. The wait agent needs no image. `agent.registry` is the prefix of
// the images for some checks, such as kubectl.
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
	chart := cdk8s.NewChart(app, jsii.String("air-gap"), &cdk8s.ChartProps{Namespace: jsii.String("shop")})

	// The same for all workloads.
	startupOrder := &startup.StartupOrderOptions{
		Architecture:         jsii.String("amd64"),
		CreateServiceAccount: jsii.Bool(true),
		Agent:                &startup.AgentOptions{Registry: jsii.String("registry.example.com/mirror")},
	}

	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{
		Metadata:           &cdk8s.ApiObjectMetadata{Name: jsii.String("web")},
		StartupOrder:       startupOrder,
		DockerRegistryAuth: kplus.Secret_FromSecretName(chart, jsii.String("registry"), jsii.String("registry-credentials")),
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:            jsii.String("web"),
				Image:           jsii.String("registry.example.com/shop/web:7"),
				ImagePullPolicy: kplus.ImagePullPolicy_IF_NOT_PRESENT,
				Command:         jsii.Strings("/web"),
				DependsOn: &[]startup.Dependency{
					startup.Dependency_On(jsii.String("cache"), nil),
					startup.Dependency_OnServer(startup.Protocol_POSTGRESQL, jsii.String("postgres.data"), &startup.ExternalDependencyOptions{
						Timeout: cdk8s.Duration_Minutes(jsii.Number(4)),
					}),
					startup.Dependency_OnResource(jsii.String("certificates.cert-manager.io/shop-tls"), &startup.ResourceDependencyOptions{
						Condition: jsii.String("Ready"),
						Timeout:   cdk8s.Duration_Minutes(jsii.Number(4)),
					}),
				},
				Resources: &kplus.ContainerResources{},
			},
			{
				Name:            jsii.String("cache"),
				Image:           jsii.String("registry.example.com/mirror/redis:7"),
				ImagePullPolicy: kplus.ImagePullPolicy_IF_NOT_PRESENT,
				SecurityContext: &kplus.ContainerSecurityContextProps{User: jsii.Number(999)},
				ReadyWhen:       startup.ReadyCheck_TcpSocket(jsii.Number(6379), nil),
				Resources:       &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
