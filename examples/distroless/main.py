# The images contain no shell, and the command of the API comes from its image. The wait agent is a static binary in a volume, so it runs in every image.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources, Volume, VolumeMount
from cdk8s_startup_order import (
    ContainerRole,
    Dependency,
    OrderedContainerProps,
    OrderedDeployment,
    ReadyCheck,
    StartupOrderOptions,
)

app = App()
chart = Chart(app, "distroless")
volume_mounts = [VolumeMount(path="/config", volume=Volume.from_empty_dir(chart, "config", "config"))]

OrderedDeployment(
    chart,
    "api",
    metadata=ApiObjectMetadata(name="api"),
    startup_order=StartupOrderOptions(architecture="amd64"),
    ordered_containers=[
        OrderedContainerProps(
            name="api",
            image="shop/api:7-distroless",
            volume_mounts=volume_mounts,
            depends_on=[Dependency.on("config"), Dependency.on("cloud-sql-proxy")],
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="config",
            image="shop/config-agent:2-distroless",
            volume_mounts=volume_mounts,
            ready_when=ReadyCheck.file("/config/api.yaml"),
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="cloud-sql-proxy",
            image="gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1",
            args=[
                "--health-check",
                "--http-address=0.0.0.0",
                "--exit-zero-on-sigterm",
                "--max-sigterm-delay=10s",
                "project:region:shop?port=5432",
            ],
            role=ContainerRole.SIDECAR,
            ready_when=ReadyCheck.http_get("/startup", port=9090),
            stops_within=Duration.seconds(11),
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
