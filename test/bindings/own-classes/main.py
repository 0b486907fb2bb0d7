# StartupOrderMixin on one workload, and two classes of the user: a mixin on a whole chart, and a subclass of an ordered workload.
import jsii
from cdk8s import ApiObject, App, Chart
from cdk8s_plus_27 import Container, ContainerProps, Deployment
from cdk8s_startup_order import (
    ContainerOrder, ContainerRole, Dependency, OrderedDeployment, ReadyCheck, StartupOrder, StartupOrderMixin, StartupOrderOptions,
)
from constructs import IConstruct, IMixin


@jsii.implements(IMixin)
class ProxyFirst:
    """The proxy of every Deployment is ready before its app."""

    def supports(self, construct: IConstruct) -> bool:
        return ApiObject.is_api_object(construct) and construct.kind == "Deployment"

    def apply_to(self, construct: IConstruct) -> None:
        order = StartupOrder.of(construct, sidecars=["proxy"])
        order.declare("proxy", ready_when=ReadyCheck.http_get("/ready", port=9901))


class Logged(OrderedDeployment):
    """The library calls add_container, which adds another container for each container."""

    # An override gets those keyword arguments that it names, and no others.
    def add_container(self, *, name, image, command=None) -> Container:
        super().add_container(name="logger", image="fluent/fluent-bit:4.0.3")
        return super().add_container(name=name, image=image, command=command)


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

logged = Logged(Chart(app, "logged"), "web", startup_order=StartupOrderOptions(kubernetes_version="1.35"))
logged.add_container(name="app", image="shop/app:7", command=["/app"])
logged.startup_order.add_dependency("app", Dependency.on("logger"))
logged.startup_order.declare("logger", ready_when=ReadyCheck.tcp_socket(24224))

app.synth()
