# A cluster that can reach only one registry, which mirrors other images. The wait agent needs no image. `agent.registry` is the prefix of
# the images for some checks, such as kubectl.
from cdk8s import ApiObjectMetadata, App, Chart, Duration
from cdk8s_plus_27 import ContainerResources, ContainerSecurityContextProps, ImagePullPolicy, Secret
from cdk8s_startup_order import (
    AgentOptions,
    Dependency,
    OrderedContainerProps,
    OrderedDeployment,
    Protocol,
    ReadyCheck,
    StartupOrderOptions,
)

app = App()
chart = Chart(app, "air-gap", namespace="shop")

# The same for all workloads.
startup_order = StartupOrderOptions(
    architecture="amd64", create_service_account=True, agent=AgentOptions(registry="registry.example.com/mirror")
)

OrderedDeployment(
    chart,
    "web",
    metadata=ApiObjectMetadata(name="web"),
    startup_order=startup_order,
    docker_registry_auth=Secret.from_secret_name(chart, "registry", "registry-credentials"),
    ordered_containers=[
        OrderedContainerProps(
            name="web",
            image="registry.example.com/shop/web:7",
            image_pull_policy=ImagePullPolicy.IF_NOT_PRESENT,
            command=["/web"],
            depends_on=[
                Dependency.on("cache"),
                Dependency.on_server(Protocol.POSTGRESQL, "postgres.data", timeout=Duration.minutes(4)),
                Dependency.on_resource("certificates.cert-manager.io/shop-tls", condition="Ready", timeout=Duration.minutes(4)),
            ],
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="cache",
            image="registry.example.com/mirror/redis:7",
            image_pull_policy=ImagePullPolicy.IF_NOT_PRESENT,
            security_context=ContainerSecurityContextProps(user=999),
            ready_when=ReadyCheck.tcp_socket(6379),
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
