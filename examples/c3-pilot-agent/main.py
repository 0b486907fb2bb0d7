# The hook runs the blocking command of the proxy: nothing is injected.
from cdk8s import ApiObjectMetadata, App, Chart
from cdk8s_plus_27 import ContainerResources, ContainerSecurityContextProps
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedPod, ReadyCheck, StartupOrderOptions

app = App()
chart = Chart(app, "c3-pilot-agent")

OrderedPod(
    chart,
    "pod",
    metadata=ApiObjectMetadata(name="sidecar-starts-first"),
    startup_order=StartupOrderOptions(kubernetes_version="1.33", architecture="amd64"),
    ordered_containers=[
        OrderedContainerProps(
            name="application",
            image="shop/app:7",
            depends_on=[Dependency.on("istio-proxy")],
            resources=ContainerResources(),
        ),
        OrderedContainerProps(
            name="istio-proxy",
            image="istio/proxyv2:1.24.0",
            security_context=ContainerSecurityContextProps(user=1337),
            ready_when=ReadyCheck.blocking_command(["pilot-agent", "wait"]),
            resources=ContainerResources(),
        ),
    ],
)

app.synth()
