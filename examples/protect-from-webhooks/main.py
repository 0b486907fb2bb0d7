# A policy of the API server that refuses pods whose start order a mutating webhook has broken, for example because it removed `restartPolicy: Always`.
from cdk8s import ApiObjectMetadata, App, Chart
from cdk8s_plus_27 import ContainerResources, ContainerSecurityContextProps
from cdk8s_startup_order import (
    Dependency,
    OrderedContainerProps,
    OrderedDeployment,
    ReadyCheck,
    StartupOrderOptions,
    StartupOrderPolicy,
)

app = App()
chart = Chart(app, "protect-from-webhooks", namespace="shop", disable_resource_name_hashes=True)

OrderedDeployment(
    chart,
    "web",
    metadata=ApiObjectMetadata(name="web"),
    startup_order=StartupOrderOptions(kubernetes_version="1.33", architecture="amd64"),
    ordered_containers=[
        OrderedContainerProps(
            name="app",
            image="shop/web:7",
            command=["/web"],
            resources=ContainerResources(),
            depends_on=[Dependency.on("proxy")],
        ),
        OrderedContainerProps(
            name="proxy",
            image="envoyproxy/envoy:v1.31.0",
            security_context=ContainerSecurityContextProps(user=101),
            resources=ContainerResources(),
            ready_when=ReadyCheck.http_get("/ready", port=9901),
        ),
    ],
)
StartupOrderPolicy(chart, "policy")

app.synth()
