// A shop that waits for a certificate from cert-manager, two caches, and a licence server with a token and a certificate of a private authority. The waits run
// in init containers. Their ServiceAccount can read that certificate and list pods, and only they mount its token. No manifest and no argument contains the token for the licence server.
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
	chart := cdk8s.NewChart(app, jsii.String("external-waits"), &cdk8s.ChartProps{
		Namespace:                 jsii.String("shop"),
		DisableResourceNameHashes: jsii.Bool(true),
	})
	licence := kplus.Secret_FromSecretName(chart, jsii.String("licence"), jsii.String("licence"))
	token := kplus.EnvValue_FromSecretValue(&kplus.SecretValue{Secret: licence, Key: jsii.String("token")}, nil)

	startup.NewOrderedDeployment(chart, jsii.String("shop"), &startup.OrderedDeploymentProps{
		StartupOrder: &startup.StartupOrderOptions{Architecture: jsii.String("amd64"), CreateServiceAccount: jsii.Bool(true)},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:      jsii.String("shop"),
				Image:     jsii.String("shop/web:7"),
				Resources: &kplus.ContainerResources{},
				DependsOn: &[]startup.Dependency{
					startup.Dependency_OnResource(
						jsii.String("certificates.cert-manager.io/shop-tls"),
						&startup.ResourceDependencyOptions{Condition: jsii.String("Ready"), Timeout: cdk8s.Duration_Minutes(jsii.Number(3))},
					),
					startup.Dependency_OnResource(jsii.String("pods"), &startup.ResourceDependencyOptions{
						Labels:  &map[string]*string{"app.kubernetes.io/name": jsii.String("cache")},
						Count:   jsii.Number(2),
						Timeout: cdk8s.Duration_Minutes(jsii.Number(3)),
					}),
					startup.Dependency_OnUrl(jsii.String("https://licence.internal/v1/ready"), &startup.UrlDependencyOptions{
						Headers:     &map[string]*string{"Authorization": jsii.String("Bearer $(LICENCE_TOKEN)")},
						Env:         &map[string]kplus.EnvValue{"LICENCE_TOKEN": token},
						Authorities: kplus.ConfigMap_FromConfigMapName(chart, jsii.String("authorities"), jsii.String("house-authorities")),
						Contains:    jsii.String(`"status":"ready"`),
						Timeout:     cdk8s.Duration_Minutes(jsii.Number(3)),
					}),
				},
			},
		},
	})

	app.Synth()
}
