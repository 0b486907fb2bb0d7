// Istio injects its proxy, and the app uses the network before the proxy is ready. With an annotation Istio delays the app; the annotation is YAML and may already contain
// other settings. The API is outside the pod; the app itself waits for it, through the mesh.
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
	chart := cdk8s.NewChart(app, jsii.String("mesh-istio"), nil)

	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("web")},
		PodMetadata: &cdk8s.ApiObjectMetadata{
			Annotations: &map[string]*string{"proxy.istio.io/config": jsii.String("# set by the shop team\nconcurrency: 2\n")},
		},
		StartupOrder: &startup.StartupOrderOptions{
			KubernetesVersion: jsii.String("1.28"),
			Architecture:      jsii.String("amd64"),
			Mesh:              &startup.MeshOptions{Product: jsii.String("istio"), Version: jsii.String("1.23")},
		},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("web"),
				Image:     jsii.String("shop/web:7"),
				Command:   jsii.Strings("/web"),
				DependsOn: &[]startup.Dependency{startup.Dependency_OnUrl(jsii.String("http://catalog.shop:8080/ready"), &startup.UrlDependencyOptions{Timeout: cdk8s.Duration_Minutes(jsii.Number(5))})},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
