// A replica of the shop may start only after the migration, and the migration only when the database is up. With `depends_on` in compose that takes three lines;
// in Kubernetes the pods crash. Here an init container of the migration asks PostgreSQL itself, and an init container of the shop waits for the Job. If the migration fails, the log of
// `wait-for-migrate` contains the failure, and the pods of the shop keep waiting.
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
	chart := cdk8s.NewChart(app, jsii.String("migrate-then-web"), &cdk8s.ChartProps{
		Namespace:                 jsii.String("shop"),
		DisableResourceNameHashes: jsii.Bool(true),
	})
	kubernetes := &startup.StartupOrderOptions{Architecture: jsii.String("amd64"), CreateServiceAccount: jsii.Bool(true)}

	database := startup.Dependency_OnServer(startup.Protocol_POSTGRESQL, jsii.String("postgres.data"), &startup.ExternalDependencyOptions{
		Timeout: cdk8s.Duration_Minutes(jsii.Number(5)),
	})

	migrate := startup.NewOrderedJob(chart, jsii.String("migrate"), &startup.OrderedJobProps{
		StartupOrder: kubernetes,
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("migrate"),
				Image:     jsii.String("shop/migrate:7"),
				DependsOn: &[]startup.Dependency{database},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{
		StartupOrder: kubernetes,
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("web"),
				Image:     jsii.String("shop/web:7"),
				DependsOn: &[]startup.Dependency{startup.Dependency_OnJob(migrate, &startup.ResourceDependencyOptions{Timeout: cdk8s.Duration_Minutes(jsii.Number(9))})},
				Resources: &kplus.ContainerResources{},
			},
		},
	})

	app.Synth()
}
