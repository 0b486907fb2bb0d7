// Declares four orders that are often written by hand. docs/how-to/migrate-from-hooks.md shows the hand-written manifests.
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
	chart := cdk8s.NewChart(app, jsii.String("migrate-from-hooks"), nil)
	chart.Node().SetContext(jsii.String("cdk8s-startup-order:kubernetesVersion"), "1.33")
	chart.Node().SetContext(jsii.String("cdk8s-startup-order:architecture"), "amd64")

	// A2: the startup probe stays. With the role SIDECAR the kubelet waits for it.
	startup.NewOrderedPod(chart, jsii.String("a2"), &startup.OrderedPodProps{
		Metadata:        &cdk8s.ApiObjectMetadata{Name: jsii.String("sidecar-startup-example")},
		SecurityContext: &kplus.PodSecurityContextProps{User: jsii.Number(65534)},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:    jsii.String("sidecar-container"),
				Image:   jsii.String("busybox:1.37"),
				Command: jsii.Strings("/bin/sh", "-c", "sleep 10; touch /tmp/healthy; sleep 600"),
				Role:    startup.ContainerRole_SIDECAR,
				Startup: kplus.Probe_FromCommand(jsii.Strings("cat", "/tmp/healthy"), &kplus.CommandProbeOptions{
					FailureThreshold: jsii.Number(30),
					PeriodSeconds:    cdk8s.Duration_Seconds(jsii.Number(1)),
				}),
				SecurityContext: &kplus.ContainerSecurityContextProps{ReadOnlyRootFilesystem: jsii.Bool(false)},
				Resources:       &kplus.ContainerResources{},
			},
			{
				Name:      jsii.String("app-container"),
				Image:     jsii.String("busybox:1.37"),
				Command:   jsii.Strings("/bin/sh", "-c", "date; sleep 3600"),
				DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("sidecar-container"), nil)},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	// C1: a check of the database replaces the sleep.
	startup.NewOrderedDeployment(chart, jsii.String("c1"), &startup.OrderedDeploymentProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("app")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:    jsii.String("app"),
				Image:   jsii.String("shop/app:7"),
				Command: jsii.Strings("/app/start.sh"),
				DependsOn: &[]startup.Dependency{startup.Dependency_OnTcp(jsii.String("postgres.data"), jsii.Number(5432), &startup.ExternalDependencyOptions{
					Timeout: cdk8s.Duration_Minutes(jsii.Number(5)),
				})},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	// C2: the dependency replaces the init container and its image with curl.
	startup.NewOrderedDeployment(chart, jsii.String("c2"), &startup.OrderedDeploymentProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("configured")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:  jsii.String("app"),
				Image: jsii.String("shop/app:7"),
				DependsOn: &[]startup.Dependency{startup.Dependency_OnUrl(
					jsii.String("http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info"),
					&startup.UrlDependencyOptions{Statuses: &[]*float64{jsii.Number(200)}, Timeout: cdk8s.Duration_Minutes(jsii.Number(5))},
				)},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	// C3: a ready check on the sidecar and a dependency replace the hook.
	startup.NewOrderedPod(chart, jsii.String("c3"), &startup.OrderedPodProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("sidecar-starts-first")},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("application"),
				Image:     jsii.String("shop/app:7"),
				DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("sidecar"), nil)},
				Resources: &kplus.ContainerResources{},
			},
			{
				Name:  jsii.String("sidecar"),
				Image: jsii.String("shop/sidecar:3"),
				Role:  startup.ContainerRole_SIDECAR,
				ReadyWhen: startup.ReadyCheck_HttpGet(jsii.String("/server_info"), &startup.ReadyCheckOptions{
					Port: jsii.Number(15000),
					Host: jsii.String("127.0.0.1"),
				}),
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
