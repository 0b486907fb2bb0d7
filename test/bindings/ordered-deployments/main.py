# OrderedDeployment: a subclass, and errors with their full text, one from the constructor, and one at synth.
from cdk8s import App, Chart
from cdk8s_plus_27 import Container
from cdk8s_startup_order import Dependency, OrderedContainerProps, OrderedDeployment, ReadyCheck, StartupOrderOptions


class Logged(OrderedDeployment):
    """The library calls add_container, which adds another container for each container."""

    # An override gets those keyword arguments that it names, and no others.
    def add_container(self, *, name, image, command=None) -> Container:
        super().add_container(name="logger", image="fluent/fluent-bit:4.0.3")
        return super().add_container(name=name, image=image, command=command)


app = App()
logged = Logged(Chart(app, "logged"), "web", startup_order=StartupOrderOptions(kubernetes_version="1.35"))
logged.add_container(name="app", image="shop/app:7", command=["/app"])
logged.startup_order.add_dependency("app", Dependency.on("logger"))
logged.startup_order.declare("logger", ready_when=ReadyCheck.tcp_socket(24224))

app.synth()

try:
    OrderedDeployment(
        Chart(app, "nameless"),
        "web",
        ordered_containers=[OrderedContainerProps(image="shop/api:7"), OrderedContainerProps(image="envoyproxy/envoy:v1.31.0")],
    )
except RuntimeError as error:
    print(error)

other = App()
OrderedDeployment(
    Chart(other, "shop"),
    "web",
    ordered_containers=[
        OrderedContainerProps(name="api", image="shop/api:7", depends_on=[Dependency.on("databse")]),
        OrderedContainerProps(name="database", image="postgres:17", ready_when=ReadyCheck.tcp_socket(5432)),
    ],
)
other.synth()
