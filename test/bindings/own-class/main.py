# A subclass of an ordered workload. The library calls its add_container, which adds another container for each container.
from cdk8s import App, Chart
from cdk8s_plus_27 import Container
from cdk8s_startup_order import Dependency, OrderedDeployment, ReadyCheck, StartupOrderOptions


class Logged(OrderedDeployment):
    # An override gets those keyword arguments that it names, and no others.
    def add_container(self, *, name, image, command=None) -> Container:
        super().add_container(name="logger", image="fluent/fluent-bit:4.0.3")
        return super().add_container(name=name, image=image, command=command)


app = App()
chart = Chart(app, "shop")

web = Logged(chart, "web", startup_order=StartupOrderOptions(kubernetes_version="1.35"))
web.add_container(name="app", image="shop/app:7", command=["/app"])
web.startup_order.add_dependency("app", Dependency.on("logger"))
web.startup_order.declare("logger", ready_when=ReadyCheck.tcp_socket(24224))

app.synth()
