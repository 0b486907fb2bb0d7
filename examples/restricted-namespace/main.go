// A namespace with the Pod Security level `restricted`, a quota on limits, a minimum size of containers, and a policy that denies egress. The level
// admits the injected init container. `agent.resources` satisfies the quota and the minimum, and the policy must allow the traffic of the wait.
package main

import (
	"github.com/aws/jsii-runtime-go"
	startup "github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	kplus "github.com/cdk8s-team/cdk8s-plus-go/cdk8splus27/v2"
)

// CPU in millicores, memory in mebibytes.
func resources(cpu, cpuLimit, memory, memoryLimit float64) *kplus.ContainerResources {
	return &kplus.ContainerResources{
		Cpu:    &kplus.CpuResources{Request: kplus.Cpu_Millis(&cpu), Limit: kplus.Cpu_Millis(&cpuLimit)},
		Memory: &kplus.MemoryResources{Request: cdk8s.Size_Mebibytes(&memory), Limit: cdk8s.Size_Mebibytes(&memoryLimit)},
	}
}

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("restricted-namespace"), &cdk8s.ChartProps{Namespace: jsii.String("shop")})
	securityContext := &kplus.ContainerSecurityContextProps{User: jsii.Number(10001)}

	web := startup.NewOrderedDeployment(chart, jsii.String("web"), &startup.OrderedDeploymentProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("web")},
		StartupOrder: &startup.StartupOrderOptions{
			KubernetesVersion: jsii.String("1.35"),
			Architecture:      jsii.String("amd64"),
			Agent:             &startup.AgentOptions{Resources: resources(10, 200, 32, 64)},
		},
		OrderedContainers: &[]*startup.OrderedContainerProps{
			{
				Name:  jsii.String("web"),
				Image: jsii.String("shop/web:7"),
				DependsOn: &[]startup.Dependency{
					startup.Dependency_On(jsii.String("cache"), nil),
					startup.Dependency_OnUrl(jsii.String("http://catalog:8080/ready"), &startup.UrlDependencyOptions{Timeout: cdk8s.Duration_Minutes(jsii.Number(5))}),
				},
				Resources:       resources(100, 500, 128, 256),
				SecurityContext: securityContext,
			},
			{
				Name:            jsii.String("cache"),
				Image:           jsii.String("redis:7"),
				ReadyWhen:       startup.ReadyCheck_TcpSocket(jsii.Number(6379), nil),
				Resources:       resources(100, 500, 128, 256),
				SecurityContext: securityContext,
			},
		},
	})
	// cdk8s-plus-27 cannot specify these required fields: it supports single capabilities, but not ALL.
	noCapabilities := map[string]any{"drop": []any{"ALL"}}
	cdk8s.ApiObject_Of(web).AddJsonPatch(
		cdk8s.JsonPatch_Add(jsii.String("/spec/template/spec/securityContext/seccompProfile"), map[string]any{"type": "RuntimeDefault"}),
		cdk8s.JsonPatch_Add(jsii.String("/spec/template/spec/containers/0/securityContext/capabilities"), noCapabilities),
		cdk8s.JsonPatch_Add(jsii.String("/spec/template/spec/containers/1/securityContext/capabilities"), noCapabilities),
	)

	catalog := kplus.Pods_Select(chart, jsii.String("catalog"), &kplus.PodsSelectOptions{
		Labels: &map[string]*string{"app": jsii.String("catalog")},
	})
	dns := kplus.Pods_Select(chart, jsii.String("dns"), &kplus.PodsSelectOptions{
		Labels: &map[string]*string{"k8s-app": jsii.String("kube-dns")},
		Namespaces: kplus.Namespaces_Select(chart, jsii.String("kube-system"), &kplus.NamespacesSelectOptions{
			Labels: &map[string]*string{"kubernetes.io/metadata.name": jsii.String("kube-system")},
		}),
	})
	kplus.NewNetworkPolicy(chart, jsii.String("web-egress"), &kplus.NetworkPolicyProps{
		Metadata: &cdk8s.ApiObjectMetadata{Name: jsii.String("web-egress")},
		Selector: web,
		Egress: &kplus.NetworkPolicyTraffic{
			Default: kplus.NetworkPolicyTrafficDefault_DENY,
			Rules: &[]*kplus.NetworkPolicyRule{
				{Peer: catalog, Ports: &[]kplus.NetworkPolicyPort{kplus.NetworkPolicyPort_Tcp(jsii.Number(8080))}},
				{Peer: dns, Ports: &[]kplus.NetworkPolicyPort{kplus.NetworkPolicyPort_Udp(jsii.Number(53)), kplus.NetworkPolicyPort_Tcp(jsii.Number(53))}},
			},
		},
	})

	app.Synth()
}
