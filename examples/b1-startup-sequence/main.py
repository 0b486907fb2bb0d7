# container1 has its own postStart hook, which still runs first. Then container2 waits for the check of the readiness probe of container1.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerLifecycle, ContainerResources, Handler, PodSecurityContextProps, Probe, Volume, VolumeMount
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedPod

app = App()
chart = Chart(app, "b1-startup-sequence")
log = Volume.from_empty_dir(chart, "log", "log")
volume_mounts = [VolumeMount(path="/log", volume=log)]

container1 = OrderedContainerProps(
    name="container1",
    image="busybox:1.37",
    command=["sh", "-c", "while true; do echo container1 >> /log/sequence; sleep 5; done"],
    lifecycle=ContainerLifecycle(
        post_start=Handler.from_command(["sh", "-c", "for i in $(seq 30); do echo hook $i >> /log/sequence; sleep 1; done"]),
    ),
    readiness=Probe.from_command(["test", "-s", "/log/sequence"], period_seconds=Duration.seconds(5)),
    liveness=Probe.from_command(["true"], period_seconds=Duration.seconds(5)),
    volume_mounts=volume_mounts,
    resources=ContainerResources(),
)

container2 = OrderedContainerProps(
    name="container2",
    image="busybox:1.37",
    command=["sh", "-c", "while true; do echo container2 >> /log/sequence; sleep 5; done"],
    depends_on=[Dependency.on("container1")],
    volume_mounts=volume_mounts,
    resources=ContainerResources(),
)

OrderedPod(
    chart,
    "pod",
    metadata=ApiObjectMetadata(name="startup-sequence-test"),
    security_context=PodSecurityContextProps(user=65534),
    ordered_containers=[container1, container2],
)

app.synth()
