# The app starts when the sidecar has created its file, after about two seconds. The hand-written postStart hook took eight seconds.
from cdk8s import ApiObjectMetadata, App, Chart
from cdk8s_plus_27 import ContainerResources, ContainerSecurityContextProps, PodSecurityContextProps
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedPod, ReadyCheck

app = App()
chart = Chart(app, "a3-ready-file")

OrderedPod(
    chart,
    "pod",
    metadata=ApiObjectMetadata(name="sidecar-startup-example"),
    security_context=PodSecurityContextProps(user=65534),
    ordered_containers=[
        OrderedContainerProps(
            name="sidecar-container",
            image="busybox:1.37",
            command=["sh", "-c", "sleep 2; touch /tmp/healthy; sleep 600"],
            ready_when=ReadyCheck.command(["test", "-f", "/tmp/healthy"]),
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
