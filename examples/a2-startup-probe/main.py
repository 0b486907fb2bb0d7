# The startup probe of a regular container delays no other container. The kubelet waits for the startup probe of a native sidecar, so only the role changes.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources, ContainerSecurityContextProps, PodSecurityContextProps, Probe
from cdk8s_startup_order import ContainerRole, Dependency, OrderedContainerProps, OrderedPod

app = App()
chart = Chart(app, "a2-startup-probe")

OrderedPod(
    chart,
    "pod",
    metadata=ApiObjectMetadata(name="sidecar-startup-example"),
    security_context=PodSecurityContextProps(user=65534),
    ordered_containers=[
        OrderedContainerProps(
            name="sidecar-container",
            image="busybox:1.37",
            command=["sh", "-c", "sleep 10; touch /tmp/healthy; sleep 600"],
            role=ContainerRole.SIDECAR,
            startup=Probe.from_command(["cat", "/tmp/healthy"], failure_threshold=30, period_seconds=Duration.seconds(1)),
            security_context=ContainerSecurityContextProps(read_only_root_filesystem=False),
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="app-container",
            image="busybox:1.37",
            command=["sh", "-c", "date; sleep 3600"],
            depends_on=[Dependency.on("sidecar-container")],
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
