# A namespace with the Pod Security level `restricted`, a quota on limits, a minimum size of containers, and a policy that denies egress. The level
# admits the injected init container. `agent.resources` satisfies the quota and the minimum, and the policy must allow the traffic of the wait.
from cdk8s import ApiObject, ApiObjectMetadata, App, Chart, Duration, JsonPatch, Size
from cdk8s_plus_27 import (
    ContainerResources,
    ContainerSecurityContextProps,
    Cpu,
    CpuResources,
    MemoryResources,
    Namespaces,
    NetworkPolicy,
    NetworkPolicyPort,
    NetworkPolicyRule,
    NetworkPolicyTraffic,
    NetworkPolicyTrafficDefault,
    Pods,
)
from cdk8s_startup_order import AgentOptions, Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck, StartupOrderOptions

app = App()
chart = Chart(app, "restricted-namespace", namespace="shop")
resources = ContainerResources(
    cpu=CpuResources(request=Cpu.millis(100), limit=Cpu.millis(500)),
    memory=MemoryResources(request=Size.mebibytes(128), limit=Size.mebibytes(256)),
)
security_context = ContainerSecurityContextProps(user=10001)

web = OrderedDeployment(
    chart,
    "web",
    metadata=ApiObjectMetadata(name="web"),
    startup_order=StartupOrderOptions(
        kubernetes_version="1.35",
        architecture="amd64",
        agent=AgentOptions(
            resources=ContainerResources(
                cpu=CpuResources(request=Cpu.millis(10), limit=Cpu.millis(200)),
                memory=MemoryResources(request=Size.mebibytes(32), limit=Size.mebibytes(64)),
            ),
        ),
    ),
    ordered_containers=[
        OrderedContainerProps(
            name="web",
            image="shop/web:7",
            depends_on=[Dependency.on("cache"), Dependency.on_url("http://catalog:8080/ready", timeout=Duration.minutes(5))],
            resources=resources,
            security_context=security_context,
        ),
        OrderedContainerProps(
            name="cache",
            image="redis:7",
            ready_when=ReadyCheck.tcp_socket(6379),
            resources=resources,
            security_context=security_context,
        ),
    ],
)
# cdk8s-plus-27 cannot specify these required fields: it supports single capabilities, but not ALL.
ApiObject.of(web).add_json_patch(
    JsonPatch.add("/spec/template/spec/securityContext/seccompProfile", {"type": "RuntimeDefault"}),
    *[JsonPatch.add(f"/spec/template/spec/containers/{i}/securityContext/capabilities", {"drop": ["ALL"]}) for i in range(2)],
)

catalog = Pods.select(chart, "catalog", labels={"app": "catalog"})
dns = Pods.select(
    chart,
    "dns",
    labels={"k8s-app": "kube-dns"},
    namespaces=Namespaces.select(chart, "kube-system", labels={"kubernetes.io/metadata.name": "kube-system"}),
)
NetworkPolicy(
    chart,
    "web-egress",
    metadata=ApiObjectMetadata(name="web-egress"),
    selector=web,
    egress=NetworkPolicyTraffic(
        default=NetworkPolicyTrafficDefault.DENY,
        rules=[
            NetworkPolicyRule(peer=catalog, ports=[NetworkPolicyPort.tcp(8080)]),
            NetworkPolicyRule(peer=dns, ports=[NetworkPolicyPort.udp(53), NetworkPolicyPort.tcp(53)]),
        ],
    ),
)

app.synth()
