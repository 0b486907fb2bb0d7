// From Istio 1.24 on an annotation makes the proxy a native sidecar. The kubelet then starts the app when the proxy is ready, and init containers can also use the
// network through the proxy.
// For an older cluster, with nodes of Kubernetes 1.31.
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
	chart := cdk8s.NewChart(app, jsii.String("mesh-istio-native"), nil)

	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("web")},
		StartupOrder: &startup.StartupOrderOptions{
			KubernetesVersion: jsii.String("1.31"),
			Architecture:      jsii.String("amd64"),
			Mesh:              &startup.MeshOptions{Product: jsii.String("istio"), Version: jsii.String("1.26")},
		},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("web"),
				Image:     jsii.String("shop/web:7"),
				DependsOn: &[]startup.Dependency{startup.Dependency_OnUrl(jsii.String("http://catalog.shop:8080/ready"), &startup.UrlDependencyOptions{Timeout: cdk8s.Duration_Minutes(jsii.Number(5))})},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
