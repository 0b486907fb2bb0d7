# An app that waits for a proxy that a webhook injects. The manifest contains no proxy, so the gate of the app makes the
# check itself.
from cdk8s import ApiObjectMetadata, App, Chart
from cdk8s_plus_27 import ContainerResources
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck, StartupOrderOptions

app = App()
chart = Chart(app, "injected-proxy", namespace="shop", disable_resource_name_hashes=True)

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
            depends_on=[Dependency.on_injected("istio-proxy", ReadyCheck.http_get("/healthz/ready", port=15021))],
        ),
    ],
)

app.synth()
