# StartupOrderMixin on one workload, and a user-defined mixin on a whole chart.
import jsii
from cdk8s import ApiObject, App, Chart
from cdk8s_plus_27 import ContainerProps, Deployment
from cdk8s_startup_order import ContainerOrder, ContainerRole, Dependency, ReadyCheck, StartupOrder, StartupOrderMixin
from constructs import IConstruct, IMixin


@jsii.implements(IMixin)
class ProxyFirst:
    """The proxy of every Deployment is ready before its app."""

    def supports(self, construct: IConstruct) -> bool:
        return ApiObject.is_api_object(construct) and construct.kind == "Deployment"

    def apply_to(self, construct: IConstruct) -> None:
        order = StartupOrder.of(construct, sidecars=["proxy"])
        order.declare("proxy", ready_when=ReadyCheck.http_get("/ready", port=9901))


def image(name: str) -> ContainerProps:
    return ContainerProps(name=name, image=f"shop/{name}:7")


app = App()
chart = Chart(app, "shop")

Deployment(chart, "web", containers=[image("app"), image("cache"), image("proxy")]).with_(
    StartupOrderMixin(
        kubernetes_version="1.33",
        containers={
            "app": ContainerOrder(depends_on=[Dependency.on("cache")]),
            "cache": ContainerOrder(ready_when=ReadyCheck.tcp_socket(6379), role=ContainerRole.SIDECAR),
        },
    )
)
Deployment(chart, "worker", containers=[image("app"), image("proxy")])
chart.with_(ProxyFirst())

app.synth()
