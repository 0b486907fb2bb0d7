// A namespace with the Pod Security level `restricted`, a quota on limits, a minimum size of containers, and a policy that denies egress. The level
// admits the injected init container. `agent.resources` satisfies the quota and the minimum, and the policy must allow the traffic of the wait.
import io.github.cdk8s_startup_order.AgentOptions;
import io.github.cdk8s_startup_order.Dependency;
import io.github.cdk8s_startup_order.OrderedContainerProps;
import io.github.cdk8s_startup_order.OrderedDeployment;
import io.github.cdk8s_startup_order.ReadyCheck;
import io.github.cdk8s_startup_order.StartupOrderOptions;
import io.github.cdk8s_startup_order.UrlDependencyOptions;
import java.util.List;
import java.util.Map;
import org.cdk8s.ApiObject;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.ChartProps;
import org.cdk8s.Duration;
import org.cdk8s.JsonPatch;
import org.cdk8s.Size;
import org.cdk8s.plus27.ContainerResources;
import org.cdk8s.plus27.ContainerSecurityContextProps;
import org.cdk8s.plus27.Cpu;
import org.cdk8s.plus27.CpuResources;
import org.cdk8s.plus27.INetworkPolicyPeer;
import org.cdk8s.plus27.MemoryResources;
import org.cdk8s.plus27.Namespaces;
import org.cdk8s.plus27.NamespacesSelectOptions;
import org.cdk8s.plus27.NetworkPolicy;
import org.cdk8s.plus27.NetworkPolicyPort;
import org.cdk8s.plus27.NetworkPolicyRule;
import org.cdk8s.plus27.NetworkPolicyTraffic;
import org.cdk8s.plus27.NetworkPolicyTrafficDefault;
import org.cdk8s.plus27.Pods;
import org.cdk8s.plus27.PodsSelectOptions;
import software.amazon.jsii.UnsafeCast;

public class Main {
    public static void main(String[] args) {
        App app = new App();
        Chart chart = new Chart(app, "restricted-namespace", ChartProps.builder().namespace("shop").build());
        ContainerSecurityContextProps securityContext = ContainerSecurityContextProps.builder().user(10001).build();

        OrderedDeployment web = OrderedDeployment.Builder.create(chart, "web")
            .metadata(ApiObjectMetadata.builder().name("web").build())
            .startupOrder(StartupOrderOptions.builder()
                .kubernetesVersion("1.35")
                .architecture("amd64")
                .agent(AgentOptions.builder().resources(resources(10, 200, 32, 64)).build())
                .build())
            .orderedContainers(List.of(
                OrderedContainerProps.builder()
                    .name("web")
                    .image("shop/web:7")
                    .dependsOn(List.of(
                        Dependency.on("cache"),
                        Dependency.onUrl("http://catalog:8080/ready", UrlDependencyOptions.builder().timeout(Duration.minutes(5)).build())))
                    .resources(resources(100, 500, 128, 256))
                    .securityContext(securityContext)
                    .build(),
                OrderedContainerProps.builder()
                    .name("cache")
                    .image("redis:7")
                    .readyWhen(ReadyCheck.tcpSocket(6379))
                    .resources(resources(100, 500, 128, 256))
                    .securityContext(securityContext)
                    .build()))
            .build();
        // cdk8s-plus-27 cannot specify these required fields: it supports single capabilities, but not ALL.
        ApiObject.of(web).addJsonPatch(
            JsonPatch.add("/spec/template/spec/securityContext/seccompProfile", Map.of("type", "RuntimeDefault")),
            JsonPatch.add("/spec/template/spec/containers/0/securityContext/capabilities", Map.of("drop", List.of("ALL"))),
            JsonPatch.add("/spec/template/spec/containers/1/securityContext/capabilities", Map.of("drop", List.of("ALL"))));

        // The Java class Pods of cdk8s-plus lacks the interface of a peer.
        INetworkPolicyPeer catalog = UnsafeCast.unsafeCast(
            Pods.select(chart, "catalog", PodsSelectOptions.builder().labels(Map.of("app", "catalog")).build()), INetworkPolicyPeer.class);
        INetworkPolicyPeer dns = UnsafeCast.unsafeCast(Pods.select(chart, "dns", PodsSelectOptions.builder()
            .labels(Map.of("k8s-app", "kube-dns"))
            .namespaces(Namespaces.select(chart, "kube-system", NamespacesSelectOptions.builder()
                .labels(Map.of("kubernetes.io/metadata.name", "kube-system"))
                .build()))
            .build()), INetworkPolicyPeer.class);
        NetworkPolicy.Builder.create(chart, "web-egress")
            .metadata(ApiObjectMetadata.builder().name("web-egress").build())
            .selector(web)
            .egress(NetworkPolicyTraffic.builder()
                .defaultValue(NetworkPolicyTrafficDefault.DENY)
                .rules(List.of(
                    NetworkPolicyRule.builder().peer(catalog).ports(List.of(NetworkPolicyPort.tcp(8080))).build(),
                    NetworkPolicyRule.builder().peer(dns).ports(List.of(NetworkPolicyPort.udp(53), NetworkPolicyPort.tcp(53))).build()))
                .build())
            .build();

        app.synth();
    }

    /** CPU in millicores, memory in mebibytes. */
    private static ContainerResources resources(int cpu, int cpuLimit, int memory, int memoryLimit) {
        return ContainerResources.builder()
            .cpu(CpuResources.builder().request(Cpu.millis(cpu)).limit(Cpu.millis(cpuLimit)).build())
            .memory(MemoryResources.builder().request(Size.mebibytes(memory)).limit(Size.mebibytes(memoryLimit)).build())
            .build();
    }
}
