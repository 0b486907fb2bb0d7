// A report runs once and ends, but its database proxy never ends. Without an order the report starts before the proxy listens, and the Job never completes.
// Here the proxy is a native sidecar: the report starts when the port of the proxy accepts connections, and the kubelet ends the proxy after the report.
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
	chart := cdk8s.NewChart(app, jsii.String("job-with-proxy"), nil)

	startup.NewOrderedJob(chart, jsii.String("report"), &startup.OrderedJobProps{
		Metadata:      &cdk8s.ApiObjectMetadata{Name: jsii.String("report")},
		RestartPolicy: kplus.RestartPolicy_NEVER,
		BackoffLimit:  jsii.Number(0),
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("report"),
				Image:     jsii.String("shop/report:7"),
				DependsOn: &[]startup.Dependency{startup.Dependency_On(jsii.String("proxy"), nil)},
				Resources: &kplus.ContainerResources{},
			},
			{
				Name:      jsii.String("proxy"),
				Image:     jsii.String("shop/db-proxy:3"),
				Role:      startup.ContainerRole_SIDECAR,
				ReadyWhen: startup.ReadyCheck_TcpSocket(jsii.Number(5432), nil),
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
