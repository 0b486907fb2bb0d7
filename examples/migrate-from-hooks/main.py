# Declares four orders that are often written by hand. docs/how-to/migrate-from-hooks.md shows the hand-written manifests.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources, ContainerSecurityContextProps, PodSecurityContextProps, Probe
from cdk8s_startup_order import ContainerRole, Dependency, OrderedContainerProps, OrderedDeployment, OrderedPod, ReadyCheck

app = App()
chart = Chart(app, "migrate-from-hooks")
chart.node.set_context("cdk8s-startup-order:kubernetesVersion", "1.33")
chart.node.set_context("cdk8s-startup-order:architecture", "amd64")

# A2: the startup probe stays. With the role SIDECAR the kubelet waits for it.
OrderedPod(
    chart,
    "a2",
    metadata=ApiObjectMetadata(name="sidecar-startup-example"),
    security_context=PodSecurityContextProps(user=65534),
    ordered_containers=[
        OrderedContainerProps(
            name="sidecar-container",
            image="busybox:1.37",
            command=["/bin/sh", "-c", "sleep 10; touch /tmp/healthy; sleep 600"],
            role=ContainerRole.SIDECAR,
            startup=Probe.from_command(["cat", "/tmp/healthy"], failure_threshold=30, period_seconds=Duration.seconds(1)),
            security_context=ContainerSecurityContextProps(read_only_root_filesystem=False),
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="app-container",
            image="busybox:1.37",
            command=["/bin/sh", "-c", "date; sleep 3600"],
            depends_on=[Dependency.on("sidecar-container")],
            resources=ContainerResources(),
        ),
    ],
)

# C1: a check of the database replaces the sleep.
OrderedDeployment(
    chart,
    "c1",
    metadata=ApiObjectMetadata(name="app"),
    ordered_containers=[
        OrderedContainerProps(
            name="app",
            image="shop/app:7",
            command=["/app/start.sh"],
            depends_on=[Dependency.on_tcp("postgres.data", 5432, timeout=Duration.minutes(5))],
            resources=ContainerResources(),
        ),
    ],
)

# C2: the dependency replaces the init container and its image with curl.
OrderedDeployment(
    chart,
    "c2",
    metadata=ApiObjectMetadata(name="configured"),
    ordered_containers=[
        OrderedContainerProps(
            name="app",
            image="shop/app:7",
            depends_on=[
                Dependency.on_url(
                    "http://apollo-configservice-fat.my-namespace.svc.cluster.local:6166/info",
                    statuses=[200],
                    timeout=Duration.minutes(5),
                ),
            ],
            resources=ContainerResources(),
        ),
    ],
)

# C3: a ready check on the sidecar and a dependency replace the hook.
OrderedPod(
    chart,
    "c3",
    metadata=ApiObjectMetadata(name="sidecar-starts-first"),
    ordered_containers=[
        OrderedContainerProps(
            name="application",
            image="shop/app:7",
            depends_on=[Dependency.on("sidecar")],
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="sidecar",
            image="shop/sidecar:3",
            role=ContainerRole.SIDECAR,
            ready_when=ReadyCheck.http_get("/server_info", port=15000, host="127.0.0.1"),
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
